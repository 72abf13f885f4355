// What touches a volume or lies in it, and what is closest to a point: the documented answers one by one, bad input
// included.
#include "support/base/cmocka_all.h"
#include "support/cases/meshes.h"
#include "support/base/fp_modes.h"

#include <hitscan/scene.h>

static const hit_dvec3 zero = {0.0, 0.0, 0.0};
static const hit_quat unrotated = {0.0f, 0.0f, 0.0f, 1.0f};

// One object of each kind along the x axis, 10 apart, each about 2 wide; the first at x = 0.
enum { BOX, BALL, CAPSULE, CYLINDER, LINE, CLOUD, MESH, USER, OBJECTS };

typedef struct row {
    hit_scene* scene;
    hit_bvh* tree;
    hit_id id[OBJECTS];
} row;

static bool no_hit(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    (void)context;
    (void)ray;
    (void)hit;
    return false;
}

static row row_make(double x0)
{
    const hit_aabb cube = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    const hit_vec3 a = {-1.0f, 0.0f, 0.0f}, b = {1.0f, 0.0f, 0.0f}, ends[2] = {a, b};
    const hit_user_shape user = {.bounds = cube, .first = no_hit};
    test_mesh mesh = test_icosphere(2, hit_vec3_make(0.0f, 0.0f, 0.0f));
    const hit_mesh view = test_mesh_view(&mesh);
    hit_object at[OBJECTS];
    row r;

    for (int i = 0; i < OBJECTS; i++)
        at[i] = hit_object_at(hit_dvec3_make(x0 + 10.0 * i, 0.0, 0.0));
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &r.tree, NULL), HIT_OK);
    test_mesh_free(&mesh);
    assert_int_equal(hit_scene_create(NULL, &r.scene, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_box(r.scene, &at[BOX], cube, &r.id[BOX], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_sphere(r.scene, &at[BALL], (hit_sphere){{0, 0, 0}, 1.0f}, &r.id[BALL], NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_add_capsule(r.scene, &at[CAPSULE], (hit_capsule){a, b, 0.5f}, &r.id[CAPSULE], NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_add_cylinder(r.scene, &at[CYLINDER], (hit_cylinder){a, b, 0.5f}, &r.id[CYLINDER], NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_add_polyline(r.scene, &at[LINE], ends, 0, 2, 0.25f, &r.id[LINE], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_points(r.scene, &at[CLOUD], ends, 0, 2, 0.0f, &r.id[CLOUD], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(r.scene, &at[MESH], r.tree, &r.id[MESH], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_user(r.scene, &at[USER], &user, &r.id[USER], NULL), HIT_OK);
    assert_int_equal(hit_scene_commit(r.scene, NULL, NULL), HIT_OK);
    return r;
}

static void row_free(row* r)
{
    hit_scene_destroy(r->scene);
    hit_bvh_destroy(r->tree);
}

static hit_aabb box_of(float x0, float x1, float half)
{
    return (hit_aabb){{x0, -half, -half}, {x1, half, half}};
}

// ---- Volumes --------------------------------------------------------------------------------------------------------

static void all_kinds_touch_and_lie_inside(void** state)
{
    row r = row_make(1e7);
    const hit_dvec3 at = {1e7, 0.0, 0.0};
    hit_id ids[OBJECTS];

    (void)state;
    for (int i = 0; i < OBJECTS; i++) {
        const float x = 10.0f * (float)i;
        // A box that ends within the object, and one around it.
        assert_int_equal(
            hit_scene_in_aabb(r.scene, at, box_of(x - 3.0f, x - 0.99f, 2.0f), HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS),
            1);
        assert_true(ids[0] == r.id[i]);
        assert_int_equal(
            hit_scene_in_aabb(r.scene, at, box_of(x - 3.0f, x - 0.99f, 2.0f), HIT_INCLUDE_INSIDE, NULL, ids, OBJECTS),
            0);
        assert_int_equal(
            hit_scene_in_sphere(r.scene, at, (hit_sphere){{x, 0, 0}, 2.0f}, HIT_INCLUDE_INSIDE, NULL, ids, OBJECTS), 1);
        assert_true(ids[0] == r.id[i]);
        // Between two objects.
        assert_int_equal(hit_scene_in_sphere(r.scene, at, (hit_sphere){{x - 5.0f, 0, 0}, 3.0f}, HIT_INCLUDE_TOUCHING,
                                             NULL, ids, OBJECTS),
                         0);
    }
    row_free(&r);
}

static void touching_counts(void** state)
{
    row r = row_make(0.0);
    hit_id ids[OBJECTS];
    const hit_obb obb = hit_obb_make(hit_vec3_make(0.0f, 3.0f, 0.0f), unrotated, hit_vec3_make(1, 2, 1));
    const hit_cone cone = hit_cone_clip(hit_cone_make(hit_vec3_make(0, 5, 0), hit_vec3_make(0, -1, 0), 0.1f), 0, 4);

    (void)state;
    // A face, an edge, a corner; then the same a float away.
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, (hit_aabb){{-3, -3, -3}, {-1, 3, 3}}, HIT_INCLUDE_TOUCHING, NULL,
                                       ids, OBJECTS),
                     1);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, (hit_aabb){{-3, 1, -3}, {-1, 3, -1}}, HIT_INCLUDE_TOUCHING, NULL,
                                       ids, OBJECTS),
                     1);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, (hit_aabb){{-3, -3, -3}, {nextafterf(-1.0f, -2.0f), 3, 3}},
                                       HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS),
                     0);
    assert_int_equal(
        hit_scene_in_sphere(r.scene, zero, (hit_sphere){{-3, 0, 0}, 2.0f}, HIT_INCLUDE_TOUCHING, NULL, ids, 1), 1);
    assert_int_equal(hit_scene_in_sphere(r.scene, zero, (hit_sphere){{-3, 0, 0}, nextafterf(2.0f, 1.0f)},
                                         HIT_INCLUDE_TOUCHING, NULL, ids, 1),
                     0);
    assert_int_equal(hit_scene_in_obb(r.scene, zero, &obb, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 1);
    assert_int_equal(hit_scene_in_cone(r.scene, zero, &cone, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 1);
    // Inside, up to the border.
    assert_int_equal(
        hit_scene_in_aabb(r.scene, zero, (hit_aabb){{-1, -1, -1}, {1, 1, 1}}, HIT_INCLUDE_INSIDE, NULL, ids, OBJECTS),
        1);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, (hit_aabb){{-1, -1, -1}, {nextafterf(1.0f, 0.0f), 1, 1}},
                                       HIT_INCLUDE_INSIDE, NULL, ids, OBJECTS),
                     0);
    // A mesh is a surface: what is within it does not touch it.
    assert_int_equal(
        hit_scene_in_sphere(r.scene, zero, (hit_sphere){{60, 0, 0}, 0.5f}, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS),
        0);
    row_free(&r);
}

static void the_geometry_counts_not_its_bounds(void** state)
{
    row r = row_make(0.0);
    hit_id ids[OBJECTS];

    (void)state;
    // The corner of the sphere's box, and of the mesh's; the middle of the cloud's.
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, (hit_aabb){{10.8f, 0.8f, 0.8f}, {12, 2, 2}}, HIT_INCLUDE_TOUCHING,
                                       NULL, ids, OBJECTS),
                     0);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, (hit_aabb){{60.8f, 0.8f, 0.8f}, {62, 2, 2}}, HIT_INCLUDE_TOUCHING,
                                       NULL, ids, OBJECTS),
                     0);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, (hit_aabb){{49.5f, -1, -1}, {50.5f, 1, 1}}, HIT_INCLUDE_TOUCHING,
                                       NULL, ids, OBJECTS),
                     0);
    // The end of the cylinder is flat, that of the capsule is not.
    assert_int_equal(
        hit_scene_in_sphere(r.scene, zero, (hit_sphere){{31.3f, 0, 0}, 0.2f}, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS),
        0);
    assert_int_equal(
        hit_scene_in_sphere(r.scene, zero, (hit_sphere){{21.3f, 0, 0}, 0.2f}, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS),
        1);
    // A line counts with its radius.
    assert_int_equal(
        hit_scene_in_sphere(r.scene, zero, (hit_sphere){{40, 0.5f, 0}, 0.3f}, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS),
        1);
    row_free(&r);
}

static bool not_the_first(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void ids_ascend_and_the_lowest_are_kept(void** state)
{
    row r = row_make(0.0);
    const hit_aabb all = box_of(-5.0f, 200.0f, 5.0f);
    const hit_scene_filter filter = {.accept = not_the_first, .accept_context = &r.id[0]};
    hit_id ids[OBJECTS + 1] = {0};

    (void)state;
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, all, HIT_INCLUDE_INSIDE, NULL, ids, OBJECTS + 1), OBJECTS);
    for (int i = 0; i < OBJECTS; i++)
        assert_true(ids[i] == r.id[i]);
    assert_true(ids[OBJECTS] == 0);
    ids[2] = 99;
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, all, HIT_INCLUDE_TOUCHING, NULL, ids, 2), OBJECTS);
    assert_true(ids[0] == r.id[0] && ids[1] == r.id[1] && ids[2] == 99);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, all, HIT_INCLUDE_TOUCHING, NULL, NULL, 0), OBJECTS);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, all, HIT_INCLUDE_TOUCHING, &filter, ids, 1), OBJECTS - 1);
    assert_true(ids[0] == r.id[1]);
    row_free(&r);
}

static void frusta_of_all_sorts(void** state)
{
    row r = row_make(0.0);
    hit_frustum f = {{{{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}}};
    hit_id ids[OBJECTS];

    (void)state;
    // Everything; a half-space; a slab that is a plane; one that is empty.
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_INSIDE, NULL, ids, OBJECTS), OBJECTS);
    f.plane[3] = (hit_plane){{1, 0, 0}, 35.0f};
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), OBJECTS - 4);
    assert_true(ids[0] == r.id[LINE]);
    f.plane[3].offset = 10.5f;
    f.plane[4] = (hit_plane){{-1, 0, 0}, -10.5f};
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 1);
    assert_true(ids[0] == r.id[BALL]);
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_INSIDE, NULL, ids, OBJECTS), 0);
    f.plane[4].offset = nextafterf(-10.5f, 0.0f);
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    row_free(&r);
}

static void nothing_for_bad_volumes(void** state)
{
    row r = row_make(0.0);
    const hit_aabb all = box_of(-5.0f, 200.0f, 5.0f);
    const hit_dvec3 nowhere = {NAN, 0.0, 0.0};
    const hit_include none = (hit_include)77;
    hit_obb obb = hit_obb_make(hit_vec3_make(0, 0, 0), unrotated, hit_vec3_make(100, 100, 100));
    hit_cone cone = hit_cone_make(hit_vec3_make(-5, 0, 0), hit_vec3_make(1, 0, 0), 0.5f);
    hit_frustum f = {{{{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}}};
    const hit_sphere sphere = {{0, 0, 0}, 1000.0f};
    hit_id ids[OBJECTS] = {7};

    (void)state;
    assert_int_equal(hit_scene_in_aabb(NULL, zero, all, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_sphere(NULL, zero, sphere, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_obb(NULL, zero, &obb, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_cone(NULL, zero, &cone, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_frustum(NULL, zero, &f, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_obb(r.scene, zero, NULL, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_cone(r.scene, zero, NULL, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, NULL, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_aabb(r.scene, nowhere, all, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_sphere(r.scene, nowhere, sphere, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_cone(r.scene, nowhere, &cone, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_obb(r.scene, nowhere, &obb, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_frustum(r.scene, nowhere, &f, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_aabb(r.scene, zero, all, none, NULL, ids, OBJECTS), 0);
    // They were good; now they are empty.
    assert_int_equal(hit_scene_in_obb(r.scene, zero, &obb, HIT_INCLUDE_TOUCHING, NULL, NULL, 0), OBJECTS);
    assert_int_equal(hit_scene_in_cone(r.scene, zero, &cone, HIT_INCLUDE_TOUCHING, NULL, NULL, 0), OBJECTS);
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_TOUCHING, NULL, NULL, 0), OBJECTS);
    assert_int_equal(hit_scene_in_sphere(r.scene, zero, sphere, HIT_INCLUDE_TOUCHING, NULL, NULL, 0), OBJECTS);
    assert_int_equal(
        hit_scene_in_aabb(r.scene, zero, (hit_aabb){all.max, all.min}, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_sphere(r.scene, zero, (hit_sphere){sphere.center, -1.0f}, HIT_INCLUDE_TOUCHING, NULL,
                                         ids, OBJECTS),
                     0);
    assert_int_equal(hit_scene_in_sphere(r.scene, zero, (hit_sphere){sphere.center, HUGE_VALF}, HIT_INCLUDE_TOUCHING,
                                         NULL, ids, OBJECTS),
                     0);
    obb.axis[1] = obb.axis[0];
    cone.tangent = 0.0f;
    f.plane[0].offset = 1.0f;
    assert_int_equal(hit_scene_in_obb(r.scene, zero, &obb, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_cone(r.scene, zero, &cone, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    f.plane[0] = (hit_plane){{NAN, 0, 0}, 0.0f};
    assert_int_equal(hit_scene_in_frustum(r.scene, zero, &f, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS), 0);
    assert_true(ids[0] == 7);
    row_free(&r);
}

// ---- Closest points -------------------------------------------------------------------------------------------------

static void closest_of_each_kind(void** state)
{
    static const double distance[OBJECTS] = {2.0, 2.0, 1.5, 2.0, 1.75, 2.0, 2.0, 2.0};
    row r = row_make(1e7);
    hit_scene_closest found[OBJECTS];

    (void)state;
    for (int i = 0; i < OBJECTS; i++) {
        const double x = 1e7 + 10.0 * i;
        found[1].distance = -5.0;
        // Beside its right end.
        assert_int_equal(hit_scene_closest_points(r.scene, hit_dvec3_make(x + 3.0, 0, 0), 2.5, NULL, found, 2), 1);
        assert_true(found[0].id == r.id[i]);
        assert_true(fabs(found[0].distance - distance[i]) < (i == MESH ? 0.02 : 1e-12));
        assert_true(fabs(found[0].point.x - (x + 3.0 - found[0].distance)) < 1e-7);
        assert_int_equal(found[0].primitive, i == CLOUD ? 1 : i == MESH ? found[0].primitive : 0);
        assert_true(found[1].distance == -5.0);
        // Within: solids are 0 away.
        assert_int_equal(hit_scene_closest_points(r.scene, hit_dvec3_make(x + 0.75, 0.125, 0), 1.0, NULL, found, 2), 1);
        if (i == MESH || i == CLOUD) {
            assert_true(found[0].distance > 0.1);
        } else {
            assert_true(found[0].distance == 0.0);
            assert_true(found[0].point.x == x + 0.75 && found[0].point.y == 0.125 && found[0].point.z == 0.0);
        }
    }
    row_free(&r);
}

static void nearest_first_and_ties_by_id(void** state)
{
    hit_scene* scene;
    hit_scene_closest found[8];
    hit_id id[6];
    const hit_aabb cube = {{-1, -1, -1}, {1, 1, 1}};
    const double x[6] = {5.0, -5.0, 3.0, -3.0, 0.5, 20.0};

    (void)state;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < 6; i++) {
        const hit_object object = hit_object_at(hit_dvec3_make(x[i], 0.0, 0.0));
        assert_int_equal(hit_scene_add_box(scene, &object, cube, &id[i], NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_closest_points(scene, zero, HUGE_VAL, NULL, found, 8), 0);
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    for (uint32_t k = 1; k <= 8; k++) {
        static const int order[6] = {4, 2, 3, 0, 1, 5};
        static const double distance[6] = {0.0, 2.0, 2.0, 4.0, 4.0, 19.0};
        assert_int_equal(hit_scene_closest_points(scene, zero, HUGE_VAL, NULL, found, k), k < 6 ? k : 6);
        for (uint32_t i = 0; i < k && i < 6; i++) {
            assert_true(found[i].id == id[order[i]]);
            assert_true(found[i].distance == distance[i]);
        }
    }
    // The limit is included.
    assert_int_equal(hit_scene_closest_points(scene, zero, 4.0, NULL, found, 8), 5);
    assert_int_equal(hit_scene_closest_points(scene, zero, 4.0 - 1e-12, NULL, found, 8), 3);
    assert_int_equal(hit_scene_closest_points(scene, zero, 0.0, NULL, found, 8), 1);
    // Layers.
    const hit_scene_filter other = {.layers = 2};
    assert_int_equal(hit_scene_closest_points(scene, zero, HUGE_VAL, &other, found, 8), 0);
    hit_scene_destroy(scene);
}

static void nothing_for_bad_points(void** state)
{
    row r = row_make(0.0);
    hit_scene_closest found[2] = {{.distance = 7.0}, {.distance = 7.0}};

    (void)state;
    assert_int_equal(hit_scene_closest_points(NULL, zero, 1.0, NULL, found, 2), 0);
    assert_int_equal(hit_scene_closest_points(r.scene, zero, 1.0, NULL, NULL, 2), 0);
    assert_int_equal(hit_scene_closest_points(r.scene, zero, 1.0, NULL, found, 0), 0);
    assert_int_equal(hit_scene_closest_points(r.scene, zero, -1.0, NULL, found, 2), 0);
    assert_int_equal(hit_scene_closest_points(r.scene, zero, NAN, NULL, found, 2), 0);
    assert_int_equal(hit_scene_closest_points(r.scene, hit_dvec3_make(0, NAN, 0), 1.0, NULL, found, 2), 0);
    assert_int_equal(hit_scene_closest_points(r.scene, hit_dvec3_make(0, 0, HUGE_VAL), 1.0, NULL, found, 2), 0);
    assert_true(found[0].distance == 7.0 && found[1].distance == 7.0);
    row_free(&r);
}

static void the_floating_point_environment_has_no_say(void** state)
{
    row r = row_make(0.1);
    const hit_dvec3 point = {17.3, 4.7, -2.9};
    const hit_cone cone = hit_cone_make(hit_vec3_make(-5, 0.1f, 0), hit_vec3_make(1, 0.01f, 0), 0.0123f);
    hit_scene_closest first[OBJECTS], found[OBJECTS];
    hit_id first_ids[OBJECTS], ids[OBJECTS];
    const uint32_t count = hit_scene_closest_points(r.scene, point, HUGE_VAL, NULL, first, OBJECTS);
    const uint32_t touched = hit_scene_in_cone(r.scene, zero, &cone, HIT_INCLUDE_TOUCHING, NULL, first_ids, OBJECTS);

    (void)state;
    assert_int_equal(count, OBJECTS);
    assert_true(touched > 0);
    for (int mode = 1; mode < MODES; mode++) {
        uint32_t n, m;
        mode_set(mode);
        n = hit_scene_closest_points(r.scene, point, HUGE_VAL, NULL, found, OBJECTS);
        m = hit_scene_in_cone(r.scene, zero, &cone, HIT_INCLUDE_TOUCHING, NULL, ids, OBJECTS);
        mode_set(0);
        assert_int_equal(n, count);
        assert_int_equal(m, touched);
        for (uint32_t i = 0; i < n; i++)
            assert_true(found[i].id == first[i].id && found[i].distance == first[i].distance &&
                        found[i].point.x == first[i].point.x && found[i].primitive == first[i].primitive);
        assert_memory_equal(ids, first_ids, touched * sizeof ids[0]);
    }
    row_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_touch_and_lie_inside),
        cmocka_unit_test(touching_counts),
        cmocka_unit_test(the_geometry_counts_not_its_bounds),
        cmocka_unit_test(ids_ascend_and_the_lowest_are_kept),
        cmocka_unit_test(frusta_of_all_sorts),
        cmocka_unit_test(nothing_for_bad_volumes),
        cmocka_unit_test(closest_of_each_kind),
        cmocka_unit_test(nearest_first_and_ties_by_id),
        cmocka_unit_test(nothing_for_bad_points),
        cmocka_unit_test(the_floating_point_environment_has_no_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
