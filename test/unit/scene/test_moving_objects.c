// Scenes in which most objects move at once: the tree follows them as long as that is good for queries.
#include "support/scene/one_scene.h"

#include <math.h>

enum { SIDE = 12, CROWD = SIDE * SIDE * SIDE };

static double wave(uint32_t i, uint32_t frame)
{
    return 0.25 * sin(0.7 * i + 1.3 * frame);
}

static hit_dvec3 object_position(uint32_t i, uint32_t frame)
{
    return hit_dvec3_make(3.0 * (i % SIDE) + wave(i, frame), 3.0 * (i / SIDE % SIDE) + wave(i + 17, frame),
                          3.0 * (i / SIDE / SIDE) + wave(i + 31, frame));
}

// Each of a crowd is hit where it is, once.
static void assert_objects(const hit_id* id, uint32_t frame, uint32_t except)
{
    for (uint32_t i = 0; i < CROWD; i++) {
        hit_dvec3 from = object_position(i, frame);
        hit_dray ray;
        hit_scene_hit hit;
        from.z += 1.2;
        ray = hit_dray_make(from, hit_vec3_make(0.0f, 0.0f, -1.0f));
        ray.t_max = 0.5f;
        if (i == except) {
            assert_false(hit_scene_any(scene, ray, NULL));
            continue;
        }
        assert_true(hit_scene_first(scene, ray, NULL, &hit));
        assert_true(hit.id == id[i]);
        assert_int_equal(hit_scene_count(scene, ray, NULL), 1);
    }
}

static void move_objects(const hit_id* id, uint32_t frame, uint32_t except)
{
    for (uint32_t i = 0; i < CROWD; i++) {
        const hit_placement p = hit_placement_at(object_position(i, frame));
        if (i != except)
            assert_int_equal(hit_scene_move(scene, id[i], &p, NULL), HIT_OK);
    }
    commit();
}

// All objects move: the tree follows them, until it is worn, or one jumps; whatever came or went meanwhile.
static void objects_that_all_move(void** state)
{
    static hit_id id[CROWD], other[CROWD];
    uint32_t frame = 0;
    uint64_t rebuilds;
    (void)state;

    for (uint32_t i = 0; i < CROWD; i++)
        id[i] = add_cube(object_position(i, frame), 1.0f);
    commit();
    for (; frame < 5; frame++) {
        move_objects(id, frame, CROWD);
        assert_objects(id, frame, CROWD);
    }
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 1);
    // One goes, and comes back while the others move.
    hit_object object = hit_object_at(object_position(5, frame));
    object.disabled = true;
    assert_int_equal(hit_scene_set(scene, id[5], &object, NULL), HIT_OK);
    for (; frame < 8; frame++) {
        move_objects(id, frame, 5);
        assert_objects(id, frame, 5);
    }
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 1);
    object = hit_object_at(object_position(5, frame));
    assert_int_equal(hit_scene_set(scene, id[5], &object, NULL), HIT_OK);
    move_objects(id, frame, 5);
    assert_objects(id, frame++, CROWD);
    // Another one comes to where one was, and one more.
    const hit_dvec3 away = hit_dvec3_make(80.0, 80.0, 80.0);
    const hit_dray down = hit_dray_make(hit_dvec3_make(80.0, 80.0, 90.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
    hit_id guest;
    assert_int_equal(hit_scene_remove(scene, id[5], NULL), HIT_OK);
    move_objects(id, frame, 5);
    assert_objects(id, frame++, 5);
    id[5] = add_cube(object_position(5, frame), 1.0f);
    guest = add_cube(away, 1.0f);
    move_objects(id, frame, 5);
    assert_objects(id, frame++, CROWD);
    assert_int_equal(hit_scene_count(scene, down, NULL), 1);
    assert_int_equal(hit_scene_remove(scene, guest, NULL), HIT_OK);
    // One is far away, in a tree of its own, while the others move; some of them with it, so that the scene is not at
    // rest.
    for (uint32_t i = 7; i < 100; i++) {
        const hit_placement p = hit_placement_at(i == 7 ? away : object_position(i, frame));
        assert_int_equal(hit_scene_move(scene, id[i], &p, NULL), HIT_OK);
    }
    commit();
    frame++;
    move_objects(id, frame, 7);
    assert_objects(id, frame++, 7);
    assert_int_equal(hit_scene_count(scene, down, NULL), 1);
    for (uint32_t i = 0; i < 4; i++) {
        move_objects(id, frame, CROWD);
        assert_objects(id, frame++, CROWD);
    }
    assert_int_equal(hit_scene_count(scene, down, NULL), 0);
    // All change their places: a tree that followed would be slow.
    rebuilds = hit_scene_get_stats(scene).rebuilds;
    for (uint32_t i = 0; i < CROWD; i++)
        other[i] = id[7 * i % CROWD];
    move_objects(other, frame, CROWD);
    assert_objects(other, frame, CROWD);
    assert_true(hit_scene_get_stats(scene).rebuilds > rebuilds);
    assert_true(hit_scene_get_stats(scene).cost < 100.0);
}

static hit_dvec3 scaled_position(uint32_t i, double scale)
{
    const hit_dvec3 p = object_position(i, 0);
    return hit_dvec3_make(scale * p.x, scale * p.y, scale * p.z);
}

// All objects come closer together and change places, so that boxes do not grow, but the tree is of no use any more.
static void converge(void)
{
    static hit_id id[CROWD];
    static hit_dvec3 to[CROWD];
    uint64_t rebuilds;

    for (uint32_t i = 0; i < CROWD; i++) {
        id[i] = add_cube(scaled_position(i, 8.0), 0.5f);
        to[i] = scaled_position(7 * i % CROWD, 1.0);
    }
    commit();
    rebuilds = hit_scene_get_stats(scene).rebuilds;
    assert_int_equal(hit_scene_move_origins(scene, id, to, 0, CROWD, NULL), HIT_OK);
    commit();
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, rebuilds + 1);
}

static void objects_that_converge(void** state)
{
    (void)state;
    converge();
    assert_true(hit_scene_get_stats(scene).cost < 40.0);
}

// The ground is much larger than all others, and does not move.
static void objects_that_converge_on_a_plane(void** state)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_aabb ground = {{-1e4f, -1e4f, -20.0f}, {1e4f, 1e4f, -10.0f}};
    hit_id id;
    (void)state;
    assert_int_equal(hit_scene_add_box(scene, &object, ground, &id, NULL), HIT_OK);
    converge();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(objects_that_all_move, set_up, tear_down),
        cmocka_unit_test_setup_teardown(objects_that_converge, set_up, tear_down),
        cmocka_unit_test_setup_teardown(objects_that_converge_on_a_plane, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
