// What users of other systems report, one by one.
#include "support/cases/meshes.h"

#include "support/scene/one_scene.h"

static hit_dray ray_of(double x, double y, double z, float dx, float dy, float dz)
{
    return hit_dray_make(hit_dvec3_make(x, y, z), hit_vec3_make(dx, dy, dz));
}

static hit_id first(hit_dray ray)
{
    hit_scene_hit hit;
    return hit_scene_first(scene, ray, NULL, &hit) ? hit.id : HIT_ID_NONE;
}

static float first_t(hit_dray ray)
{
    hit_scene_hit hit = {0};
    assert_true(hit_scene_first(scene, ray, NULL, &hit));
    return hit.t;
}

static hit_bvh* build(const test_mesh* m)
{
    const hit_mesh view = test_mesh_view(m);
    hit_bvh* tree = NULL;
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &tree, NULL), HIT_OK);
    return tree;
}

// ---- Stale bounds ---------------------------------------------------------------------------------------------------

static void an_instance_that_moved(void** state)
{
    test_mesh m = test_grid_cube(2);
    hit_bvh* tree = build(&m);
    hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_dray here = ray_of(0.2, 0.3, 10.0, 0.0f, 0.0f, -1.0f),
                   there = ray_of(100.2, 0.3, 10.0, 0.0f, 0.0f, -1.0f);
    hit_id id = HIT_ID_NONE;
    hit_daabb box;

    (void)state;
    add_cube(hit_dvec3_make(0.0, 0.0, -50.0), 1.0f); // so that there is a tree
    assert_int_equal(hit_scene_add_mesh(scene, &object, tree, &id, NULL), HIT_OK);
    commit();
    assert_true(first(here) == id && first(there) == HIT_ID_NONE);
    object.placement.origin.x = 100.0;
    assert_int_equal(hit_scene_move(scene, id, &object.placement, NULL), HIT_OK);
    assert_true(first(here) == id); // not committed
    commit();
    assert_true(first(here) != id && first(there) == id);
    assert_true(hit_scene_bounds(scene, id, &box));
    assert_true(box.min.x <= 99.0 && box.min.x > 98.99 && box.max.x >= 101.0 && box.max.x < 101.01);
    box = hit_scene_get_stats(scene).bounds;
    assert_true(box.min.x <= -1.0 && box.min.x > -1.01 && box.max.x >= 101.0 && box.max.x < 101.01);
    hit_scene_destroy(scene);
    scene = NULL;
    hit_bvh_destroy(tree);
    test_mesh_free(&m);
}

static void a_mesh_that_was_refitted(void** state)
{
    test_mesh m = test_grid_cube(2);
    hit_bvh* tree = build(&m);
    hit_object object = hit_object_at(hit_dvec3_make(1e6, 0.0, 0.0));
    const hit_dray high = ray_of(1e6 + 0.2, 20.0, 10.0, 0.0f, 0.0f, -1.0f),
                   low = ray_of(1e6 + 0.2, 0.3, 10.0, 0, 0, -1.0f);
    hit_id id = HIT_ID_NONE;
    hit_mesh view;
    hit_daabb box;

    (void)state;
    assert_int_equal(hit_scene_add_mesh(scene, &object, tree, &id, NULL), HIT_OK);
    commit();
    assert_true(first(high) == HIT_ID_NONE && first(low) == id);
    for (uint32_t i = 0; i < m.vertices; i++) // ten times as large, and away
        m.vertex[i] = hit_vec3_add(hit_vec3_scale(m.vertex[i], 10.0f), hit_vec3_make(0.0f, 15.0f, 0.0f));
    view = test_mesh_view(&m);
    assert_int_equal(hit_bvh_refit_triangles(tree, &view, NULL, NULL), HIT_OK);
    commit(); // without any other edit
    assert_true(first(high) == id && first(low) == HIT_ID_NONE);
    assert_true(hit_scene_bounds(scene, id, &box));
    assert_true(box.min.y <= 5.0 && box.min.y > 4.99 && box.max.y >= 25.0 && box.max.y < 25.01);
    hit_scene_destroy(scene);
    scene = NULL;
    hit_bvh_destroy(tree);
    test_mesh_free(&m);
}

// ---- Nearest, and t -------------------------------------------------------------------------------------------------

static void the_nearest_not_the_first_that_was_added(void** state)
{
    hit_id far, near;
    (void)state;
    far = add_cube(hit_dvec3_make(0.0, 0.0, -20.0), 1.0f);
    near = add_cube(hit_dvec3_make(0.0, 0.0, -10.0), 1.0f);
    add_cube(hit_dvec3_make(0.0, 0.0, -30.0), 1.0f);
    commit();
    assert_true(first(ray_of(0.0, 0.0, 0.0, 0.0f, 0.0f, -1.0f)) == near);
    assert_true(first(ray_of(0.0, 0.0, -15.0, 0.0f, 0.0f, -1.0f)) == far);
}

// A ray in the space of an object that is ten times as large is ten times as short: t must not be taken from there.
static void a_scaled_object_does_not_win(void** state)
{
    test_mesh m = test_grid_cube(1);
    hit_bvh* tree = build(&m);
    hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, -100.0));
    const hit_sphere sphere = {{0.0f, 0.0f, 0.0f}, 1.0f};
    hit_id ids[3] = {HIT_ID_NONE, HIT_ID_NONE, HIT_ID_NONE}, near;
    hit_scene_hit hits[4];

    (void)state;
    for (int k = 0; k < 3; k++)
        object.placement.linear[k][k] = 10.0f;
    assert_int_equal(hit_scene_add_mesh(scene, &object, tree, &ids[0], NULL), HIT_OK);
    object.placement.origin.z = -130.0;
    assert_int_equal(hit_scene_add_box(scene, &object, hit_aabb_make(hit_vec3_make(-1, -1, -1), hit_vec3_make(1, 1, 1)),
                                       &ids[1], NULL),
                     HIT_OK);
    object.placement.origin.z = -160.0;
    assert_int_equal(hit_scene_add_sphere(scene, &object, sphere, &ids[2], NULL), HIT_OK);
    near = add_cube(hit_dvec3_make(0.0, 0.0, -50.0), 1.0f);
    commit();
    for (int n = 0; n < 2; n++) { // t is in units of |direction|
        const float unit = n == 0 ? 1.0f : 0.125f;
        assert_int_equal(hit_scene_all(scene, ray_of(0.25, 0.5, 0.0, 0.0f, 0.0f, -unit), NULL, hits, 4), 4);
        assert_true(hits[0].id == near && hits[0].t == 49.0f / unit);
        assert_true(hits[1].id == ids[0] && hits[1].t == 90.0f / unit);
        assert_true(hits[2].id == ids[1] && hits[2].t == 120.0f / unit);
        assert_true(hits[3].id == ids[2] && fabsf(hits[3].t * unit - 150.0156f) < 1e-3f);
    }
    hit_scene_destroy(scene);
    scene = NULL;
    hit_bvh_destroy(tree);
    test_mesh_free(&m);
}

static void a_ray_from_inside_a_box(void** state)
{
    const hit_scene_filter front = {.sides = HIT_SIDES_FRONT}, back = {.sides = HIT_SIDES_BACK};
    const hit_id room = add_cube(hit_dvec3_make(5.0, 0.0, 0.0), 4.0f),
                 chair = add_cube(hit_dvec3_make(7.0, 0.0, 0.0), 0.5f);
    hit_dray ray = ray_of(5.0, 0.0, 0.0, 2.0f, 0.0f, 0.0f);
    hit_scene_hit hits[2];

    (void)state;
    commit();
    assert_int_equal(hit_scene_all(scene, ray, NULL, hits, 2), 2);
    assert_true(hits[0].id == room && hits[0].t == 0.0f && hits[0].side == HIT_SIDE_BACK &&
                hits[0].face == HIT_FACE_NONE);
    assert_true(hits[0].normal.x == 0.0f && hits[0].normal.y == 0.0f && hits[0].normal.z == 0.0f);
    assert_true(hits[0].point.x == 5.0 && hits[1].id == chair && hits[1].t == 0.75f && hits[1].face == HIT_FACE_NEG_X);
    assert_true(hits[1].normal.x == -1.0f && hits[1].point.x == 6.5);
    assert_true(hit_scene_first(scene, ray, &front, hits) && hits[0].id == chair); // walls are seen through
    assert_true(hit_scene_first(scene, ray, &back, hits) && hits[0].id == room);
    ray.t_min = 0.5f; // from t_min on
    assert_true(hit_scene_first(scene, ray, NULL, hits) && hits[0].t == 0.5f && hits[0].side == HIT_SIDE_BACK);
    ray.t_min = -2.0f; // it enters at exactly t_min: that is an entry
    assert_true(hit_scene_first(scene, ray, NULL, hits) && hits[0].t == -2.0f && hits[0].side == HIT_SIDE_FRONT);
    assert_true(hits[0].face == HIT_FACE_NEG_X);
}

// ---- Between two objects --------------------------------------------------------------------------------------------

static void an_edge_between_two_objects(void** state)
{
    const hit_id left = add_cube(hit_dvec3_make(-1.0, 0.0, 0.0), 1.0f),
                 right = add_cube(hit_dvec3_make(1.0, 0.0, 0.0), 1.0f);
    const hit_dray ray = ray_of(0.0, 0.25, 9.0, 0.0f, 0.0f, -1.0f);
    hit_placement place = hit_placement_at(hit_dvec3_make(1.0, 0.0, 0.0));
    hit_scene_hit hits[2];

    (void)state;
    assert_true(left < right);
    commit();
    for (int i = 0; i < 50; i++) { // whatever else there is, and however often the right one comes and goes
        assert_int_equal(hit_scene_all(scene, ray, NULL, hits, 2), 2);
        assert_true(hits[0].id == left && hits[1].id == right && hits[0].t == 8.0f && hits[1].t == 8.0f);
        add_cube(hit_dvec3_make(10.0 + i, (double)(i % 7), 3.0), 0.5f);
        place.origin.x = 1.0 + (double)(i % 2);
        assert_int_equal(hit_scene_move(scene, right, &place, NULL), HIT_OK);
        commit();
        assert_true(first(ray) == left);
        place.origin.x = 1.0;
        assert_int_equal(hit_scene_move(scene, right, &place, NULL), HIT_OK);
        commit();
    }
    assert_int_equal(hit_scene_remove(scene, left, NULL), HIT_OK);
    commit();
    assert_true(first(ray) == right);
}

// What lies exactly on another thing: the lower id, not the one that a tree happens to visit first.
static void things_in_the_same_place(void** state)
{
    hit_id id[9];
    hit_scene_hit hits[9];
    (void)state;
    for (int i = 0; i < 9; i++)
        id[i] = add_cube(hit_dvec3_make(0.5, -0.5, 0.25), 1.5f);
    commit();
    for (int n = 0; n < 9; n++) {
        assert_int_equal(hit_scene_all(scene, ray_of(0.0, 0.0, 9.0, 0.0f, 0.0f, -1.0f), NULL, hits, 9), 9 - n);
        for (int i = n; i < 9; i++)
            assert_true(hits[i - n].id == id[i]);
        assert_int_equal(hit_scene_remove(scene, id[n], NULL), HIT_OK);
        commit();
    }
}

// ---- Far away -------------------------------------------------------------------------------------------------------

// Floats are 1/32 apart at 300,000.
static void at_300000(void** state)
{
    const hit_id a = add_cube(hit_dvec3_make(300000.0, 0.0, 0.0), 0.005f);
    const hit_id b = add_cube(hit_dvec3_make(300000.0 + 0x1p-6, 0.0, 0.0), 0.005f);

    (void)state;
    commit();
    assert_true(first(ray_of(300000.0, 0.0, 2.0, 0.0f, 0.0f, -1.0f)) == a);
    assert_true(first(ray_of(300000.0 + 0x1p-6, 0.0, 2.0, 0.0f, 0.0f, -1.0f)) == b);
    assert_true(first(ray_of(300000.0 + 0x1p-7, 0.0, 2.0, 0.0f, 0.0f, -1.0f)) == HIT_ID_NONE);
    assert_true(first_t(ray_of(300000.0, 0.0, 2.0, 0.0f, 0.0f, -1.0f)) == (float)(2.0 - (double)0.005f));
}

// ---- Normals --------------------------------------------------------------------------------------------------------

static void assert_normal(const hit_scene_hit* hit, double x, double y, double z)
{
    const double length = sqrt(x * x + y * y + z * z);
    assert_true(fabs((double)hit->normal.x - x / length) < 1e-6 && fabs((double)hit->normal.y - y / length) < 1e-6 &&
                fabs((double)hit->normal.z - z / length) < 1e-6);
}

// A roof that leans at 45 degrees, stretched by 4 along x: its normal turns towards z, not towards x.
static void normals_of_stretched_and_mirrored_things(void** state)
{
    static hit_vec3 roof[3] = {{-1.0f, -2.0f, -1.0f}, {1.0f, -2.0f, 1.0f}, {0.0f, 2.0f, 0.0f}};
    static uint32_t corners[3] = {0, 1, 2};
    const hit_mesh mesh = {roof, 0, 3, HIT_INDEX_U32, corners, 1};
    hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_dray ray = ray_of(0.1, -0.5, 9.0, 0.0f, 0.0f, -1.0f);
    hit_bvh* tree = NULL;
    hit_id id = HIT_ID_NONE, box = HIT_ID_NONE;
    hit_scene_hit hit, mirrored;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    object.placement.linear[0][0] = 4.0f;
    assert_int_equal(hit_scene_add_mesh(scene, &object, tree, &id, NULL), HIT_OK);
    commit();
    assert_true(hit_scene_first(scene, ray, NULL, &hit) && hit.id == id);
    assert_normal(&hit, -0.25, 0.0, 1.0);
    assert_true(hit.side == HIT_SIDE_FRONT);
    object.placement.linear[0][0] = -4.0f; // in a mirror, the outside stays outside
    assert_int_equal(hit_scene_move(scene, id, &object.placement, NULL), HIT_OK);
    commit();
    assert_true(hit_scene_first(scene, ray, NULL, &mirrored));
    assert_normal(&mirrored, 0.25, 0.0, 1.0);
    assert_true(mirrored.side == HIT_SIDE_FRONT);
    assert_int_equal(hit_scene_remove(scene, id, NULL), HIT_OK);
    object.placement.linear[0][2] = 2.0f; // a sheared and mirrored box: its upper face stays level, its side does not
    assert_int_equal(
        hit_scene_add_box(scene, &object, hit_aabb_make(hit_vec3_make(-1, -1, -1), hit_vec3_make(1, 1, 1)), &box, NULL),
        HIT_OK);
    commit();
    assert_true(hit_scene_first(scene, ray, NULL, &hit) && hit.id == box && hit.face == HIT_FACE_POS_Z);
    assert_normal(&hit, 0.0, 0.0, 1.0);
    assert_true(hit_scene_first(scene, ray_of(-50.0, 0.0, 0.0, 1.0f, 0.0f, 0.0f), NULL, &hit) &&
                hit.face == HIT_FACE_POS_X);
    assert_normal(&hit, -1.0, 0.0, 2.0);
    hit_scene_destroy(scene);
    scene = NULL;
    hit_bvh_destroy(tree);
}

// ---- Ids ------------------------------------------------------------------------------------------------------------

// The slot of a removed object is used again; its id is not.
static void an_id_of_the_past(void** state)
{
    const hit_id old = add_cube(hit_dvec3_make(0.0, 0.0, 0.0), 1.0f);
    hit_placement place = hit_placement_at(hit_dvec3_make(1.0, 2.0, 3.0));
    hit_object object;
    hit_id id = old;

    (void)state;
    for (int i = 0; i < 3000; i++) { // more often than a small generation counter would stand
        assert_int_equal(hit_scene_remove(scene, id, NULL), HIT_OK);
        if (i % 3 == 0)
            commit();
        id = add_cube(hit_dvec3_make(5.0, 0.0, 0.0), 1.0f);
        assert_true(id != old && id != HIT_ID_NONE);
    }
    assert_false(hit_scene_has(scene, old));
    assert_int_equal(hit_scene_get(scene, old, &object), HIT_OBJECT_NONE);
    assert_int_equal(hit_scene_move(scene, old, &place, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_remove(scene, old, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_get(scene, id, &object), HIT_OBJECT_BOX);
    assert_true(object.placement.origin.x == 5.0);
}

// What is disabled, or filtered out, hides nothing.
static void what_does_not_count_hides_nothing(void** state)
{
    const hit_scene_filter second = {.layers = 2};
    const hit_id near = add_cube(hit_dvec3_make(0.0, 0.0, 0.0), 1.0f),
                 far = add_cube(hit_dvec3_make(0.0, 0.0, -5.0), 1.0f);
    const hit_dray ray = ray_of(0.0, 0.0, 9.0, 0.0f, 0.0f, -1.0f);
    hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_scene_hit hit;

    (void)state;
    commit();
    assert_true(first(ray) == near);
    object.disabled = true;
    assert_int_equal(hit_scene_set(scene, near, &object, NULL), HIT_OK);
    commit();
    assert_true(first(ray) == far && hit_scene_count(scene, ray, NULL) == 1);
    object.disabled = false;
    assert_int_equal(hit_scene_set(scene, near, &object, NULL), HIT_OK);
    assert_int_equal(hit_scene_get(scene, far, &object), HIT_OBJECT_BOX);
    object.layers = 2;
    assert_int_equal(hit_scene_set(scene, far, &object, NULL), HIT_OK);
    commit();
    assert_true(first(ray) == near);
    assert_true(hit_scene_first(scene, ray, &second, &hit) && hit.id == far);
}

// A scene that has lost everything, and one that never had anything.
static void nothing_at_all(void** state)
{
    const hit_dray ray = ray_of(0.0, 0.0, 9.0, 0.0f, 0.0f, -1.0f);
    hit_id id;
    (void)state;
    assert_true(first(ray) == HIT_ID_NONE);
    commit();
    assert_true(first(ray) == HIT_ID_NONE);
    id = add_cube(hit_dvec3_make(0.0, 0.0, 0.0), 1.0f);
    commit();
    assert_true(first(ray) == id);
    assert_int_equal(hit_scene_remove(scene, id, NULL), HIT_OK);
    assert_true(first(ray) == id); // until the commit
    commit();
    assert_true(first(ray) == HIT_ID_NONE && hit_scene_count(scene, ray, NULL) == 0);
    assert_true(hit_scene_get_stats(scene).bounds.min.x > hit_scene_get_stats(scene).bounds.max.x);
}

#define IN_A_SCENE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_SCENE(an_instance_that_moved),
        IN_A_SCENE(a_mesh_that_was_refitted),
        IN_A_SCENE(the_nearest_not_the_first_that_was_added),
        IN_A_SCENE(a_scaled_object_does_not_win),
        IN_A_SCENE(a_ray_from_inside_a_box),
        IN_A_SCENE(an_edge_between_two_objects),
        IN_A_SCENE(things_in_the_same_place),
        IN_A_SCENE(at_300000),
        IN_A_SCENE(normals_of_stretched_and_mirrored_things),
        IN_A_SCENE(an_id_of_the_past),
        IN_A_SCENE(what_does_not_count_hides_nothing),
        IN_A_SCENE(nothing_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
