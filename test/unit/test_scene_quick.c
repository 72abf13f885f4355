// Trees that are built in a hurry, over the ones before them.
#include "one_scene.h"

#include "scene/scene.h"

enum { CODE_BITS = 30, PAIRS = CODE_BITS + 2, COUNT = 2 * PAIRS };

// The cells of the Morton curve, 1024 along each axis, in which pairs of objects are: 0, then those whose codes have one bit,
// and the last one. So each pair divides from all before it.
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
        assert_int_equal(hit_scene_move(scene, id[i], &to), HIT_OK);
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
    assert_false(scene->old.quick);
    tree = scene->old.tree;
    bytes = hit_scene_stats(scene).bytes;
    for (int round = 0; round < 3; round++) {
        move_all(id, other_place);
        assert_hit(id, other_place);
        assert_true(scene->old.quick);
        assert_true(scene->old.tree->header->nodes.count <= COUNT / 7 + 2);
        move_all(id, object_place);
        assert_hit(id, object_place);
    }
    // All in the memory of the first one.
    assert_int_equal(hit_scene_stats(scene).rebuilds, 7);
    assert_ptr_equal(scene->old.tree, tree);
    assert_int_equal(hit_scene_stats(scene).bytes, bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(pairs, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
