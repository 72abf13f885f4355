// What the calls that edit scenes say when they refuse something, that nothing has changed then, and that a success
// clears the error.
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"

#include <hitscan/hitscan.h>

static hit_scene* scene;
static hit_error error;
static hit_object object;
static hit_id box, sphere, line, cloud;
static const hit_vec3 points[3] = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.0f}};
static const hit_aabb unit = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};

static int set_up(void** state)
{
    (void)state;
    object = (hit_object){0};
    if (hit_scene_create(NULL, &scene, &error) != HIT_OK ||
        hit_scene_add_box(scene, &object, unit, &box, &error) != HIT_OK ||
        hit_scene_add_sphere(scene, &object, (hit_sphere){{0, 0, 0}, 1}, &sphere, &error) != HIT_OK ||
        hit_scene_add_polyline(scene, &object, points, 0, 3, 0.5f, &line, &error) != HIT_OK)
        return -1;
    return hit_scene_add_points(scene, &object, points, 0, 3, 0.5f, &cloud, &error) == HIT_OK ? 0 : -1;
}

static int tear_down(void** state)
{
    (void)state;
    hit_scene_destroy(scene);
    return 0;
}

// The last call was refused with this status and message, and no object came or went.
static void expect_at(hit_status got, hit_status status, uint64_t offset, const char* message)
{
    if (got != status || error.status != status || strcmp(error.message, message) != 0 || error.offset != offset)
        fail_msg("%d, %d at %u: \"%s\" instead of \"%s\"", (int)got, (int)error.status, (unsigned)error.offset,
                 error.message, message);
    assert_int_equal(hit_scene_get_stats(scene).objects, 4);
    // The same without an error, and a success clears it.
    assert_int_equal(hit_scene_move(scene, box, &object.placement, &error), HIT_OK);
    assert_int_equal(error.status, HIT_OK);
    assert_string_equal(error.message, "");
    assert_int_equal(error.offset, 0);
}

static void expect(hit_status got, const char* message)
{
    expect_at(got, HIT_ERROR_ARGUMENT, 0, message);
}

static void boxes(void** state)
{
    hit_id id = 7;
    (void)state;
    expect(hit_scene_add_box(scene, &object, (hit_aabb){{2, 0, 0}, {1, 1, 1}}, &id, &error),
           "hit_scene_add_box: the box is empty: min.x 2 is above max.x 1");
    expect(hit_scene_add_box(scene, &object, (hit_aabb){{0, 0, 0}, {1, 1, 1e38f}}, &id, &error),
           "hit_scene_add_box: the box: max.z is 1e+38: it must be a number of at most 2^100 in size");
    expect(hit_scene_replace_box(scene, box, (hit_aabb){{0, 3, 0}, {1, 1, 1}}, &error),
           "hit_scene_replace_box: the box is empty: min.y 3 is above max.y 1");
    expect(hit_scene_add_box(NULL, &object, unit, &id, &error), "hit_scene_add_box: scene is NULL");
    expect(hit_scene_add_box(scene, NULL, unit, &id, &error), "hit_scene_add_box: object is NULL");
    expect(hit_scene_add_box(scene, &object, unit, NULL, &error), "hit_scene_add_box: id is NULL");
    expect(hit_scene_replace_box(scene, sphere, unit, &error),
           "hit_scene_replace_box: object 2 is of the kind sphere, not box: remove it, and add another");
    assert_int_equal(hit_scene_add_box(scene, &object, (hit_aabb){{2, 0, 0}, {1, 1, 1}}, &id, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(id, 7);
}

static void not_numbers(void** state)
{
    hit_id id;
    (void)state;
    // How a NaN is written depends on the C library.
    assert_int_equal(hit_scene_add_box(scene, &object, (hit_aabb){{0, NAN, 0}, {1, 1, 1}}, &id, &error),
                     HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "hit_scene_add_box: the box: min.y is "));
    object.placement.origin.z = (double)NAN;
    assert_int_equal(hit_scene_set(scene, box, &object, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "hit_scene_set: the origin's z is "));
}

static void round_shapes(void** state)
{
    hit_object flat = object;
    hit_id id;
    (void)state;
    expect(hit_scene_add_sphere(scene, &object, (hit_sphere){{0, 0, 0}, -1}, &id, &error),
           "hit_scene_add_sphere: the radius is -1: it must be 0 or more, and at most 2^100");
    expect(hit_scene_replace_sphere(scene, sphere, (hit_sphere){{0, 1e38f, 0}, 1}, &error),
           "hit_scene_replace_sphere: center.y is 1e+38: it must be a number of at most 2^100 in size");
    expect(hit_scene_add_capsule(scene, &object, (hit_capsule){{0, 0, 0}, {0, 0, 1e38f}, 1}, &id, &error),
           "hit_scene_add_capsule: b.z is 1e+38: it must be a number of at most 2^100 in size");
    expect(hit_scene_add_cylinder(scene, &object, (hit_cylinder){{-1e38f, 0, 0}, {0, 0, 1}, 1}, &id, &error),
           "hit_scene_add_cylinder: a.x is -1e+38: it must be a number of at most 2^100 in size");
    flat.placement.linear[0][0] = 1.0f;
    flat.placement.linear[1][1] = 2.0f;
    flat.placement.linear[2][2] = 1.0f;
    expect_at(hit_scene_add_cylinder(scene, &flat, (hit_cylinder){{0, 0, 0}, {0, 0, 1}, 1}, &id, &error),
              HIT_ERROR_GEOMETRY, 0,
              "hit_scene_add_cylinder: the placement of a cylinder must keep circles: rotations, mirrors and one scale "
              "for all directions");
    expect_at(hit_scene_move(scene, sphere, &flat.placement, &error), HIT_ERROR_GEOMETRY, 0,
              "hit_scene_move: the placement of a sphere must keep circles: rotations, mirrors and one scale for all "
              "directions");
    expect(hit_scene_replace_capsule(scene, sphere, (hit_capsule){{0, 0, 0}, {0, 0, 1}, 1}, &error),
           "hit_scene_replace_capsule: object 2 is of the kind sphere, not capsule: remove it, and add another");
    expect(hit_scene_replace_cylinder(scene, 99, (hit_cylinder){{0, 0, 0}, {0, 0, 1}, 1}, &error),
           "hit_scene_replace_cylinder: the scene never had an object 99");
}

static void lines_and_points(void** state)
{
    hit_vec3 bad[3] = {points[0], points[1], {0.0f, 1e38f, 0.0f}};
    hit_id id;
    (void)state;
    expect(hit_scene_add_polyline(scene, &object, NULL, 0, 3, 1, &id, &error),
           "hit_scene_add_polyline: points is NULL");
    expect(hit_scene_add_polyline(scene, &object, points, 8, 3, 1, &id, &error),
           "hit_scene_add_polyline: a stride of 8 is neither 0 nor a multiple of 4 from 12 on");
    expect(hit_scene_add_polyline(scene, &object, points, 0, 1, 1, &id, &error),
           "hit_scene_add_polyline: 1 points are too few: a polyline needs 2");
    expect(hit_scene_add_points(scene, &object, points, 0, 0, 1, &id, &error),
           "hit_scene_add_points: 0 points are too few: there must be 1");
    expect(hit_scene_add_points(scene, &object, points, 0, 3, -2, &id, &error),
           "hit_scene_add_points: the radius is -2: it must be 0 or more, and at most 2^100");
    expect_at(hit_scene_replace_points(scene, cloud, bad, 0, 3, 1, &error), HIT_ERROR_ARGUMENT, 2,
              "hit_scene_replace_points, element 2: the point.y is 1e+38: it must be a number of at most 2^100 in "
              "size");
    expect(hit_scene_replace_points(scene, box, points, 0, 3, 1, &error),
           "hit_scene_replace_points: object 1 is of the kind box, not polyline or points: remove it, and add another");
    object.placement.origin.x = 0x1p101;
    assert_int_equal(hit_scene_add_polyline(scene, &object, points, 0, 3, 1, &id, &error), HIT_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "hit_scene_add_polyline: the origin's x is 2.5353e+30: it must be a number of at "
                        "most 2^100 in size");
}

static bool never(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    (void)context;
    (void)ray;
    (void)hit;
    return false;
}

static void meshes_and_user_shapes(void** state)
{
    hit_bvh *boxes_tree = NULL, *tree = NULL;
    const hit_mesh mesh = {.vertices = points, .vertex_count = 3, .triangle_count = 1};
    hit_id id, instance;
    (void)state;
    assert_int_equal(hit_bvh_build_aabbs(&unit, 0, 1, NULL, &boxes_tree, NULL), HIT_OK);
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    expect(hit_scene_add_mesh(scene, &object, NULL, &id, &error), "hit_scene_add_mesh: mesh is NULL");
    expect(hit_scene_add_mesh(scene, &object, boxes_tree, &id, &error),
           "hit_scene_add_mesh: the tree holds boxes: an instance needs a tree of triangles");
    expect(hit_scene_add_user(scene, &object, NULL, &id, &error), "hit_scene_add_user: shape is NULL");
    expect(hit_scene_add_user(scene, &object, &(hit_user_shape){.bounds = unit}, &id, &error),
           "hit_scene_add_user: the shape's function `first` is NULL");
    expect(hit_scene_add_user(scene, &object, &(hit_user_shape){{{0, 0, 1}, {1, 1, 0}}, never, NULL}, &id, &error),
           "hit_scene_add_user: the bounds is empty: min.z 1 is above max.z 0");
    expect(hit_scene_own_mesh(scene, NULL, &error), "hit_scene_own_mesh: mesh is NULL");
    expect(hit_scene_own_mesh(NULL, tree, &error), "hit_scene_own_mesh: scene is NULL");
    assert_int_equal(hit_scene_add_mesh(scene, &object, tree, &instance, &error), HIT_OK);
    assert_int_equal(hit_scene_replace_mesh(scene, instance, boxes_tree, &error), HIT_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "hit_scene_replace_mesh: the tree holds boxes: an instance needs a tree of triangles");
    assert_int_equal(hit_scene_replace_user(scene, instance, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_string_equal(error.message, "hit_scene_replace_user: shape is NULL");
    assert_int_equal(hit_scene_own_mesh(scene, tree, &error), HIT_OK); // freed with the scene
    hit_bvh_destroy(boxes_tree);
}

static void ids(void** state)
{
    hit_id gone;
    (void)state;
    assert_int_equal(hit_scene_add_box(scene, &object, unit, &gone, &error), HIT_OK);
    assert_int_equal(hit_scene_remove(scene, gone, &error), HIT_OK);
    expect(hit_scene_remove(scene, gone, &error), "hit_scene_remove: object 5 was removed from the scene");
    expect(hit_scene_remove(scene, 0, &error), "hit_scene_remove: the id is HIT_ID_NONE, which is no object");
    expect(hit_scene_set(scene, 1000, &object, &error), "hit_scene_set: the scene never had an object 1000");
    expect(hit_scene_set(NULL, box, &object, &error), "hit_scene_set: scene is NULL");
    expect(hit_scene_set(scene, box, NULL, &error), "hit_scene_set: object is NULL");
    expect(hit_scene_move(scene, box, NULL, &error), "hit_scene_move: placement is NULL");
    expect(hit_scene_move(scene, UINT64_C(1) << 32 | box, &object.placement, &error),
           "hit_scene_move: the scene never had an object 4294967297");
    expect(hit_scene_commit(NULL, NULL, &error), "hit_scene_commit: the scene is NULL");
}

static void many(void** state)
{
    const hit_id list[3] = {box, sphere, 77};
    hit_placement places[3];
    const hit_dvec3 origins[2] = {{1.0, 2.0, 3.0}, {0.0, 1e31, 0.0}};
    hit_object now;
    (void)state;
    memset(places, 0, sizeof places);
    expect_at(hit_scene_move_many(scene, list, places, 0, 3, &error), HIT_ERROR_ARGUMENT, 2,
              "hit_scene_move_many, element 2: the scene never had an object 77");
    places[1].linear[1][2] = 0x1p61f;
    expect_at(hit_scene_move_many(scene, list, places, 0, 3, &error), HIT_ERROR_ARGUMENT, 1,
              "hit_scene_move_many, element 1: placement.linear[1][2] is 2.30584e+18: it must be a number of at most "
              "2^60 in size");
    expect(hit_scene_move_many(scene, list, places, 4, 3, &error),
           "hit_scene_move_many: a stride of 4 is neither 0 nor a multiple of 8 from 64 on");
    expect(hit_scene_move_many(scene, NULL, places, 0, 3, &error), "hit_scene_move_many: ids is NULL");
    expect(hit_scene_move_many(scene, list, NULL, 0, 3, &error), "hit_scene_move_many: placements is NULL");
    expect(hit_scene_move_origins(scene, list, NULL, 0, 3, &error), "hit_scene_move_origins: origins is NULL");
    assert_int_equal(hit_scene_move_origins(scene, list, origins, 0, 2, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(error.offset, 1);
    assert_string_equal(error.message,
                        "hit_scene_move_origins, element 1: the origin's y is 1e+31: it must be a number "
                        "of at most 2^100 in size");
    // The one before has moved.
    assert_int_equal(hit_scene_get(scene, box, &now), HIT_OBJECT_BOX);
    assert_true(now.placement.origin.x == 1.0 && now.placement.origin.z == 3.0);
}

static void memory(void** state)
{
    failing_memory* failing = malloc(sizeof *failing);
    hit_scene* other = NULL;
    hit_id id;
    (void)state;
    assert_non_null(failing);
    failing_memory_make(failing);
    failing_memory_arm(failing, 1, true);
    assert_int_equal(hit_scene_create(&failing->allocator, &other, &error), HIT_ERROR_MEMORY);
    assert_string_equal(error.message, "hit_scene_create: no memory for a scene");
    failing_memory_arm(failing, 2, true);
    assert_int_equal(hit_scene_create(&failing->allocator, &other, &error), HIT_OK);
    assert_int_equal(hit_scene_add_box(other, &object, unit, &id, &error), HIT_ERROR_MEMORY);
    assert_string_equal(error.message, "hit_scene_add_box: no memory for one more object");
    assert_int_equal(hit_scene_add_points(other, &object, points, 0, 3, 1, &id, &error), HIT_ERROR_MEMORY);
    assert_string_equal(error.message, "hit_scene_add_points: no memory for 3 points");
    hit_scene_destroy(other);
    failing_memory_end(failing);
    free(failing);
    assert_int_equal(hit_scene_create(NULL, NULL, &error), HIT_ERROR_ARGUMENT);
}

// Structs with something in the words that are kept for newer versions.
static void newer_versions(void** state)
{
    hit_object newer = {.reserved = {0, 0, 0, 1}};
    const hit_scene_batch_options batch = {.reserved = {1}};
    const hit_scene_filter filter = {.reserved = {0, 2}};
    const hit_dray ray = hit_dray_make(hit_dvec3_make(0, 0, 0), hit_vec3_make(1, 0, 0));
    hit_scene_hit hit;
    hit_id id;
    (void)state;
    assert_int_equal(hit_scene_add_box(scene, &newer, unit, &id, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(
        strstr(error.message, "hit_object.reserved is not zero: this program was made for a newer version"));
    assert_int_equal(hit_scene_set(scene, box, &newer, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_batch_first(scene, &ray, 1, &hit, &batch, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "hit_scene_batch_options.reserved is not zero"));
    assert_int_equal(hit_scene_batch_first(scene, &ray, 1, &hit, &(hit_scene_batch_options){.filter = &filter}, &error),
                     HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "hit_scene_filter.reserved is not zero"));
}

// A matrix of zeros is the identity, wherever a placement is given; a scale of zero is not.
static void zero_matrices(void** state)
{
    const hit_dray ray = hit_dray_make(hit_dvec3_make(-5.0, 0.5, 0.5), hit_vec3_make(1.0f, 0.0f, 0.0f));
    const hit_placement zero = {.origin = {1.0, 0.0, 0.0}};
    const hit_placement tiny =
        hit_placement_from_trs(hit_dvec3_make(0, 0, 0), (hit_quat){0, 0, 0, 1}, hit_vec3_make(0.0f, 0.0f, 0.0f));
    hit_object got;
    hit_scene_hit hit;
    (void)state;
    assert_true(hit_placement_is_valid(&zero));
    assert_int_equal(hit_scene_remove(scene, sphere, NULL), HIT_OK);
    assert_int_equal(hit_scene_get(scene, box, &got), HIT_OBJECT_BOX);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_true(got.placement.linear[i][j] == (i == j ? 1.0f : 0.0f));
    assert_int_equal(hit_scene_commit(scene, NULL, &error), HIT_OK);
    assert_true(hit_scene_first(scene, ray, NULL, &hit) && hit.id == box && hit.t == 5.0f);
    assert_int_equal(hit_scene_move(scene, box, &zero, &error), HIT_OK);
    assert_int_equal(hit_scene_commit(scene, NULL, &error), HIT_OK);
    assert_true(hit_scene_first(scene, ray, NULL, &hit) && hit.id == box && hit.t == 6.0f);
    // As small as there is: its box is not the unit cube any more.
    assert_true(tiny.linear[0][0] == 0x1p-149f && tiny.linear[1][0] == 0.0f);
    assert_int_equal(hit_scene_move(scene, box, &tiny, &error), HIT_OK);
    assert_int_equal(hit_scene_commit(scene, NULL, &error), HIT_OK);
    assert_false(hit_scene_first(scene, ray, NULL, &hit) && hit.id == box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(boxes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(round_shapes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_and_points, set_up, tear_down),
        cmocka_unit_test_setup_teardown(meshes_and_user_shapes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ids, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(newer_versions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(zero_matrices, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
