// Fast builds of the scene's tree (LBVH), over the trees before them.
#include "support/scene/one_scene.h"

#include "scene/scene.h"

enum { CODE_BITS = 30, PAIRS = CODE_BITS + 2, COUNT = 2 * PAIRS };

// The cells of the Morton curve, 1024 along each axis, in which pairs of objects are: 0, then those whose codes have
// one bit, and the last one. So each pair divides from all before it.
static hit_dvec3 pair_place(uint32_t pair)
{
    double cell[3] = {0.0, 0.0, 0.0};

    if (pair == PAIRS - 1)
        cell[0] = cell[1] = cell[2] = 1023.0;
    else if (pair > 0)
        cell[(pair - 1) % 3] = (double)(1u << (pair - 1) / 3);
    return hit_dvec3_make(8.0 * cell[0], 8.0 * cell[1], 8.0 * cell[2]);
}

// Two beside each other.
static hit_dvec3 object_place(uint32_t i)
{
    hit_dvec3 place = pair_place(i / 2);
    place.y += i % 2 == 0 ? 0.0 : 2.0;
    return place;
}

static void move_all(const hit_id* id, hit_dvec3 (*place)(uint32_t i))
{
    for (uint32_t i = 0; i < COUNT; i++) {
        const hit_placement to = hit_placement_at(place(i));
        assert_int_equal(hit_scene_move(scene, id[i], &to, NULL), HIT_OK);
    }
    commit();
}

static void assert_hit(const hit_id* id, hit_dvec3 (*place)(uint32_t i))
{
    for (uint32_t i = 0; i < COUNT; i++) {
        hit_dvec3 from = place(i);
        hit_scene_hit hit;
        from.z += 1.5;
        assert_true(hit_scene_first(scene, hit_dray_make(from, hit_vec3_make(0.0f, 0.0f, -1.0f)), NULL, &hit));
        assert_true(hit.id == id[i] && hit.t == 1.0f);
    }
}

// Where objects are before all of them jump: each at the place of another one.
static hit_dvec3 other_place(uint32_t i)
{
    return object_place((i * 37 + 11) % COUNT);
}

// The curve asks for eight nodes for each fourteen objects of this kind, and there is no room for so many.
static void pairs(void** state)
{
    hit_id id[COUNT];
    const hit_bvh* tree;
    size_t bytes;

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        id[i] = add_cube(object_place(i), 0.5f);
    commit();
    assert_hit(id, object_place);
    assert_false(scene->primary.morton_build);
    tree = scene->primary.tree;
    bytes = hit_scene_get_stats(scene).bytes;
    for (int round = 0; round < 3; round++) {
        move_all(id, other_place);
        assert_hit(id, other_place);
        assert_true(scene->primary.morton_build);
        assert_true(scene->primary.tree->header->nodes.count <= COUNT / 7 + 2);
        move_all(id, object_place);
        assert_hit(id, object_place);
    }
    // All in the memory of the first one.
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 7);
    assert_ptr_equal(scene->primary.tree, tree);
    assert_int_equal(hit_scene_get_stats(scene).bytes, bytes);
}

// The nodes on the longest way down.
static uint32_t depth_of(const hit_tlas* tlas)
{
    const uint32_t count = (uint32_t)tlas->tree->header->nodes.count;
    static uint32_t depth[4096];
    uint32_t most = 1;

    assert_true(count <= 4096);
    depth[0] = 1;
    for (uint32_t n = 1; n < count; n++) {
        depth[n] = depth[tlas->parent[n] >> 3] + 1;
        most = depth[n] > most ? depth[n] : most;
    }
    return most;
}

// Objects of one place in the secondary tree, whose slots come in falling order: those that were removed last are used
// first.
static void a_pile(void** state)
{
    enum { BEFORE = 4000, PILE = 900 };
    static hit_id id[BEFORE];
    const hit_dray down = hit_dray_make(hit_dvec3_make(0.0, 0.0, 9.0), hit_vec3_make(0.0f, 0.0f, -1.0f));

    (void)state;
    for (uint32_t i = 0; i < BEFORE; i++)
        id[i] = add_cube(hit_dvec3_make(10.0 + 4.0 * (i % 20), 4.0 * (i / 20 % 20), 4.0 * (i / 400)), 1.0f);
    commit();
    for (uint32_t i = 0; i < PILE; i++)
        assert_int_equal(hit_scene_remove(scene, id[i], NULL), HIT_OK);
    commit();
    for (uint32_t i = 0; i < PILE; i++)
        id[i] = add_cube(hit_dvec3_make(0.0, 0.0, 0.0), 1.0f);
    commit();
    assert_int_equal(scene->secondary_count, PILE);
    assert_true(depth_of(&scene->secondary) <= 8);
    assert_int_equal(hit_scene_count(scene, down, NULL), PILE);
    assert_int_equal(hit_scene_all(scene, down, NULL, NULL, 0), PILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(pairs, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(a_pile, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
