// Objects that leave the neighbourhood of their node: near it they stay where they are in the tree, and rays have one
// tree to look at; far away they get one of their own, so that their nodes do not become as large as the scene.
#include "support/scene/one_scene.h"

#include "scene/scene.h"

enum { SIDE = 16, COUNT = SIDE * SIDE * SIDE };

// In a corridor between the cubes.
static void move_and_find(hit_id id, hit_dvec3 place)
{
    const hit_placement to = hit_placement_at(place);
    const hit_dvec3 from = hit_dvec3_make(place.x, place.y, place.z + 1.5);
    hit_scene_hit hit;

    assert_int_equal(hit_scene_move(scene, id, &to, NULL), HIT_OK);
    commit();
    assert_true(hit_scene_first(scene, hit_dray_make(from, hit_vec3_make(0.0f, 0.0f, -1.0f)), NULL, &hit));
    assert_true(hit.id == id && hit.t == 1.0f);
}

static void near_and_far(void** state)
{
    hit_id mover;

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        add_cube(hit_dvec3_make(4.0 * (i % SIDE), 4.0 * (i / SIDE % SIDE), 4.0 * (i / SIDE / SIDE)), 1.0f);
    mover = add_cube(hit_dvec3_make(30.0, 30.0, 30.0), 0.5f);
    commit();
    assert_null(scene->secondary.tree);
    // Out of its node, which is 6 units wide here, and not out of the one above, which reaches 11 units from its
    // primary place.
    move_and_find(mover, hit_dvec3_make(30.0, 38.0, 30.0));
    assert_null(scene->secondary.tree);
    // To the other end of the scene.
    move_and_find(mover, hit_dvec3_make(2.0, 2.0, 2.0));
    assert_non_null(scene->secondary.tree);
    assert_int_equal(scene->secondary_count, 1);
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 1);
}

// Again and again, so that nodes with one object left are among those that objects leave; and beside objects that come
// and go.
static void many(void** state)
{
    enum { ROUNDS = 8, MOVERS = 100 };
    static hit_id id[COUNT];
    hit_id passing = HIT_ID_NONE;

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        id[i] = add_cube(hit_dvec3_make(4.0 * (i % SIDE), 4.0 * (i / SIDE % SIDE), 4.0 * (i / SIDE / SIDE)), 1.0f);
    commit();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < MOVERS; i++) {
            // From the first layers to beyond the last ones.
            const hit_placement to =
                hit_placement_at(hit_dvec3_make(4.0 * (i % SIDE), 4.0 * (i / SIDE), 100.0 + 4.0 * round));
            assert_int_equal(hit_scene_move(scene, id[round * MOVERS + i], &to, NULL), HIT_OK);
        }
        if (round % 2 == 0)
            passing = add_cube(hit_dvec3_make(30.0, 30.0, 90.0), 1.0f);
        else
            assert_int_equal(hit_scene_remove(scene, passing, NULL), HIT_OK);
        commit();
        assert_int_equal(scene->secondary_count, (round + 1) * MOVERS + (round % 2 == 0));
        assert_true(hit_tlas_degradation(&scene->primary) <= 1.0);
    }
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(near_and_far, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(many, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
