// Scenes: ids, editing, what a commit makes visible, and what is told about objects.
#include "support/base/cmocka_all.h"
#include "support/cases/meshes.h"

#include <hitscan/intersect.h>
#include <hitscan/scene.h>

// ---- Help -----------------------------------------------------------------------------------------------------------

static hit_scene* new_scene(void)
{
    hit_scene* scene = NULL;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    assert_non_null(scene);
    return scene;
}

static hit_aabb cube(float half)
{
    return (hit_aabb){{-half, -half, -half}, {half, half, half}};
}

static hit_id add_cube(hit_scene* scene, double x, float half)
{
    const hit_object object = hit_object_at(hit_dvec3_make(x, 0.0, 0.0));
    hit_id id = HIT_ID_NONE;
    assert_int_equal(hit_scene_add_box(scene, &object, cube(half), &id, NULL), HIT_OK);
    assert_true(id != HIT_ID_NONE);
    return id;
}

static void commit(hit_scene* scene)
{
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
}

// What a ray along x, from far on the left, hits first.
static hit_id first_along_x(const hit_scene* scene)
{
    hit_scene_hit hit;
    const hit_dray ray = hit_dray_make(hit_dvec3_make(-100.0, 0.0, 0.0), hit_vec3_make(1.0f, 0.0f, 0.0f));
    return hit_scene_first(scene, ray, NULL, &hit) ? hit.id : HIT_ID_NONE;
}

static hit_bvh* sphere_tree(void)
{
    test_mesh mesh = test_icosphere(2, hit_vec3_make(0.0f, 0.0f, 0.0f));
    const hit_mesh view = test_mesh_view(&mesh);
    hit_bvh* tree = NULL;
    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &tree, NULL), HIT_OK);
    test_mesh_free(&mesh);
    return tree;
}

static bool first_of_unit_sphere(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    hit_span span;
    (void)context;
    if (!hit_ray_sphere(*ray, (hit_sphere){{0.0f, 0.0f, 0.0f}, 1.0f}, &span))
        return false;
    hit->t = span.t_enter;
    hit->normal = hit_ray_at(*ray, span.t_enter);
    hit->primitive = 7;
    return true;
}

// ---- Commits --------------------------------------------------------------------------------------------------------

static void edits_are_seen_after_a_commit(void** state)
{
    hit_scene* scene = new_scene();
    hit_placement away = hit_placement_at(hit_dvec3_make(0.0, 50.0, 0.0));
    hit_id near, far;
    (void)state;

    near = add_cube(scene, 0.0, 1.0f);
    far = add_cube(scene, 10.0, 1.0f);
    assert_true(first_along_x(scene) == HIT_ID_NONE);
    assert_true(hit_scene_has(scene, near));
    assert_int_equal(hit_scene_get_stats(scene).waiting, 2);
    assert_int_equal(hit_scene_get_stats(scene).committed, 0);
    commit(scene);
    assert_true(first_along_x(scene) == near);
    assert_int_equal(hit_scene_move(scene, near, &away, NULL), HIT_OK);
    assert_true(first_along_x(scene) == near);
    commit(scene);
    assert_true(first_along_x(scene) == far);
    assert_int_equal(hit_scene_remove(scene, far, NULL), HIT_OK);
    assert_true(first_along_x(scene) == far);
    assert_false(hit_scene_has(scene, far));
    commit(scene);
    assert_true(first_along_x(scene) == HIT_ID_NONE);
    assert_int_equal(hit_scene_get_stats(scene).objects, 1);
    assert_int_equal(hit_scene_get_stats(scene).commits, 3);
    commit(scene); // nothing to do
    assert_int_equal(hit_scene_get_stats(scene).commits, 3);
    hit_scene_destroy(scene);
}

static void ids_are_never_used_twice(void** state)
{
    hit_scene* scene = new_scene();
    hit_placement place = hit_placement_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_id seen[64];
    (void)state;

    for (int i = 0; i < 64; i++) {
        seen[i] = add_cube(scene, 0.0, 1.0f);
        for (int j = 0; j < i; j++) {
            assert_true(seen[j] != seen[i]);
            assert_false(hit_scene_has(scene, seen[j]));
            assert_int_equal(hit_scene_move(scene, seen[j], &place, NULL), HIT_ERROR_ARGUMENT);
            assert_int_equal(hit_scene_remove(scene, seen[j], NULL), HIT_ERROR_ARGUMENT);
        }
        if (i % 3 == 0)
            commit(scene);
        assert_int_equal(hit_scene_remove(scene, seen[i], NULL), HIT_OK);
        if (i % 2 == 0)
            commit(scene);
    }
    assert_false(hit_scene_has(scene, HIT_ID_NONE));
    assert_false(hit_scene_has(scene, 12345));
    assert_int_equal(hit_scene_remove(scene, UINT64_MAX, NULL), HIT_ERROR_ARGUMENT);
    hit_scene_destroy(scene);
}

static void disabled_objects_are_not_seen(void** state)
{
    hit_scene* scene = new_scene();
    const hit_id id = add_cube(scene, 0.0, 1.0f);
    hit_object object;
    (void)state;

    commit(scene);
    assert_int_equal(hit_scene_get(scene, id, &object), HIT_OBJECT_BOX);
    object.disabled = true;
    assert_int_equal(hit_scene_set(scene, id, &object, NULL), HIT_OK);
    assert_true(first_along_x(scene) == id);
    commit(scene);
    assert_true(first_along_x(scene) == HIT_ID_NONE);
    object.disabled = false;
    assert_int_equal(hit_scene_set(scene, id, &object, NULL), HIT_OK);
    commit(scene);
    assert_true(first_along_x(scene) == id);
    hit_scene_destroy(scene);
}

static bool refuse(void* context, hit_id id, void* user)
{
    (void)user;
    return id != *(const hit_id*)context;
}

static void filters_drop_objects(void** state)
{
    hit_scene* scene = new_scene();
    hit_id near = add_cube(scene, 0.0, 1.0f);
    const hit_id far = add_cube(scene, 10.0, 1.0f);
    const hit_dray ray = hit_dray_make(hit_dvec3_make(-100.0, 0.0, 0.0), hit_vec3_make(1.0f, 0.0f, 0.0f));
    hit_scene_filter filter = {.layers = 4};
    hit_object object;
    hit_scene_hit hit;
    (void)state;

    assert_int_equal(hit_scene_get(scene, far, &object), HIT_OBJECT_BOX);
    assert_int_equal(object.layers, 1);
    object.layers = 6;
    assert_int_equal(hit_scene_set(scene, far, &object, NULL), HIT_OK);
    commit(scene);
    assert_true(hit_scene_first(scene, ray, &filter, &hit) && hit.id == far);
    filter.layers = 1;
    assert_true(hit_scene_first(scene, ray, &filter, &hit) && hit.id == near);
    filter.layers = 8;
    assert_false(hit_scene_first(scene, ray, &filter, &hit));
    assert_false(hit_scene_any(scene, ray, &filter));
    filter = (hit_scene_filter){.accept = refuse, .accept_context = &near};
    assert_true(hit_scene_first(scene, ray, &filter, &hit) && hit.id == far);
    assert_int_equal(hit_scene_count(scene, ray, &filter), 1);
    assert_int_equal(hit_scene_count(scene, ray, NULL), 2);
    hit_scene_destroy(scene);
}

// ---- Kinds ----------------------------------------------------------------------------------------------------------

static void every_kind_is_hit(void** state)
{
    static const hit_vec3 line[3] = {{0.0f, -5.0f, 0.0f}, {0.0f, 5.0f, 0.0f}, {0.0f, 5.0f, 9.0f}};
    const hit_user_shape user = {cube(1.0f), first_of_unit_sphere, NULL};
    hit_scene* scene = new_scene();
    hit_bvh* tree = sphere_tree();
    hit_id id[8];
    hit_scene_hit hits[9];
    hit_object at[8];
    (void)state;

    for (int i = 0; i < 8; i++)
        at[i] = hit_object_at(hit_dvec3_make(10.0 * i, 0.0, 0.0));
    assert_int_equal(hit_scene_add_box(scene, &at[0], cube(1.0f), &id[0], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(scene, &at[1], tree, &id[1], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_sphere(scene, &at[2], (hit_sphere){{0.0f, 0.0f, 0.0f}, 1.0f}, &id[2], NULL), HIT_OK);
    assert_int_equal(
        hit_scene_add_capsule(scene, &at[3], (hit_capsule){{0.0f, 0.0f, 0.0f}, {0.0f, 3.0f, 0.0f}, 1.0f}, &id[3], NULL),
        HIT_OK);
    assert_int_equal(hit_scene_add_cylinder(
                         scene, &at[4], (hit_cylinder){{0.0f, -1.0f, 0.0f}, {0.0f, 3.0f, 0.0f}, 1.0f}, &id[4], NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_add_polyline(scene, &at[5], line, 0, 3, 1.0f, &id[5], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_points(scene, &at[6], line + 1, sizeof(hit_vec3), 2, 6.0f, &id[6], NULL), HIT_OK);
    assert_int_equal(hit_scene_add_user(scene, &at[7], &user, &id[7], NULL), HIT_OK);
    commit(scene);
    const hit_dray ray = hit_dray_make(hit_dvec3_make(-5.0, 0.0, 0.0), hit_vec3_make(1.0f, 0.0f, 0.0f));
    assert_int_equal(hit_scene_all(scene, ray, NULL, hits, 9), 8);
    for (int i = 0; i < 8; i++) {
        // The points are at a distance of 5, with a radius of 6: hit at sqrt(36 - 25) before their middle.
        const double expected = 5.0 + 10.0 * i - (i == 6 ? sqrt(11.0) : 1.0);
        assert_true(hits[i].id == id[i]);
        assert_true(fabs(hits[i].t - expected) < (i == 1 ? 0.05 : 1e-5));
        assert_true(fabs(hits[i].point.x - (hits[i].t - 5.0)) < 1e-5 && hits[i].point.y == 0.0);
        assert_true(hits[i].normal.x < (i == 6 ? -0.5f : -0.9f));
        assert_int_equal(hits[i].side, HIT_SIDE_FRONT);
        assert_true(hit_scene_get(scene, id[i], NULL) == (hit_object_kind)(i + 1));
    }
    assert_int_equal(hits[0].face, HIT_FACE_NEG_X);
    assert_int_equal(hits[4].face, HIT_FACE_SIDE);
    assert_int_equal(hits[6].primitive, 0);
    assert_int_equal(hits[7].primitive, 7);
    assert_int_equal(hit_scene_first_k(scene, ray, NULL, hits, 3), 3);
    assert_true(hits[0].id == id[0] && hits[2].id == id[2]);
    assert_true(hit_scene_any(scene, ray, NULL));
    hit_scene_destroy(scene);
    hit_bvh_destroy(tree);
}

static void solids_from_inside(void** state)
{
    const hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_dray ray = hit_dray_make(hit_dvec3_make(0.0, 0.0, 0.0), hit_vec3_make(1.0f, 0.0f, 0.0f));
    const hit_scene_filter fronts = {.sides = HIT_SIDES_FRONT}, backs = {.sides = HIT_SIDES_BACK};
    hit_scene* scene = new_scene();
    hit_scene_hit hits[2];
    hit_id box, ball;
    (void)state;

    assert_int_equal(hit_scene_add_box(scene, &at, cube(1.0f), &box, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_sphere(scene, &at, (hit_sphere){{0.0f, 0.0f, 0.0f}, 1.0f}, &ball, NULL), HIT_OK);
    commit(scene);
    assert_int_equal(hit_scene_all(scene, ray, NULL, hits, 2), 2);
    // Equal t: the lowest id first.
    assert_true(hits[0].id == box && hits[1].id == ball);
    for (int i = 0; i < 2; i++) {
        assert_true(hits[i].t == 0.0f);
        assert_int_equal(hits[i].side, HIT_SIDE_BACK);
        assert_int_equal(hits[i].face, HIT_FACE_NONE);
        assert_true(hits[i].normal.x == 0.0f && hits[i].normal.y == 0.0f && hits[i].normal.z == 0.0f);
    }
    assert_int_equal(hit_scene_count(scene, ray, &fronts), 0);
    assert_int_equal(hit_scene_count(scene, ray, &backs), 2);
    hit_scene_destroy(scene);
}

static void a_line_without_radius_is_not_hit(void** state)
{
    static const hit_vec3 line[2] = {{0.0f, -5.0f, 0.0f}, {0.0f, 5.0f, 0.0f}};
    const hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_scene* scene = new_scene();
    hit_id id;
    (void)state;

    assert_int_equal(hit_scene_add_polyline(scene, &at, line, 0, 2, 0.0f, &id, NULL), HIT_OK);
    commit(scene);
    assert_true(first_along_x(scene) == HIT_ID_NONE);
    assert_int_equal(hit_scene_replace_points(scene, id, line, 0, 2, 0.5f, NULL), HIT_OK);
    commit(scene);
    assert_true(first_along_x(scene) == id);
    hit_scene_destroy(scene);
}

static void shapes_can_be_replaced(void** state)
{
    static const hit_vec3 points[2] = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
    const hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_user_shape user = {cube(1.0f), first_of_unit_sphere, NULL};
    hit_bvh *one = sphere_tree(), *two = sphere_tree();
    hit_scene* scene = new_scene();
    hit_id box, mesh, ball, capsule, cylinder, cloud, own;
    hit_object_shape shape;
    (void)state;

    assert_int_equal(hit_scene_add_box(scene, &at, cube(1.0f), &box, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(scene, &at, one, &mesh, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_sphere(scene, &at, (hit_sphere){{0.0f, 0.0f, 0.0f}, 1.0f}, &ball, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_capsule(scene, &at, (hit_capsule){points[0], points[1], 1.0f}, &capsule, NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_add_cylinder(scene, &at, (hit_cylinder){points[0], points[1], 1.0f}, &cylinder, NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_add_points(scene, &at, points, 0, 2, 1.0f, &cloud, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_user(scene, &at, &user, &own, NULL), HIT_OK);
    commit(scene);
    assert_int_equal(hit_scene_replace_box(scene, box, cube(3.0f), NULL), HIT_OK);
    assert_int_equal(hit_scene_replace_mesh(scene, mesh, two, NULL), HIT_OK);
    assert_int_equal(hit_scene_replace_sphere(scene, ball, (hit_sphere){{0.0f, 0.0f, 0.0f}, 2.0f}, NULL), HIT_OK);
    assert_int_equal(hit_scene_replace_capsule(scene, capsule, (hit_capsule){points[0], points[1], 2.0f}, NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_replace_cylinder(scene, cylinder, (hit_cylinder){points[0], points[1], 2.0f}, NULL),
                     HIT_OK);
    assert_int_equal(hit_scene_replace_points(scene, cloud, points, 0, 1, 2.0f, NULL), HIT_OK);
    assert_int_equal(hit_scene_replace_user(scene, own, &user, NULL), HIT_OK);
    // What is shown is what was edited; another kind is refused.
    assert_true(hit_scene_shape(scene, box, &shape) && shape.kind == HIT_OBJECT_BOX && shape.box.max.x == 3.0f);
    assert_true(hit_scene_shape(scene, mesh, &shape) && shape.mesh == two);
    assert_true(hit_scene_shape(scene, ball, &shape) && shape.sphere.radius == 2.0f);
    assert_true(hit_scene_shape(scene, capsule, &shape) && shape.capsule.radius == 2.0f);
    assert_true(hit_scene_shape(scene, cylinder, &shape) && shape.cylinder.radius == 2.0f);
    assert_true(hit_scene_shape(scene, cloud, &shape) && shape.point_count == 1 && shape.radius == 2.0f);
    assert_true(hit_scene_shape(scene, own, &shape) && shape.user.first == first_of_unit_sphere);
    assert_int_equal(hit_scene_replace_box(scene, ball, cube(1.0f), NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_replace_mesh(scene, mesh, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_replace_points(scene, box, points, 0, 1, 2.0f, NULL), HIT_ERROR_ARGUMENT);
    commit(scene);
    assert_true(first_along_x(scene) == box);
    hit_bvh_destroy(one);
    hit_scene_destroy(scene);
    hit_bvh_destroy(two);
}

// ---- Placements -----------------------------------------------------------------------------------------------------

static void normals_under_scale_and_mirror(void** state)
{
    // A ball of triangles, flattened: its normal leans towards the short axis.
    hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_dray ray = hit_dray_make(hit_dvec3_make(-3.0, 0.0, 10.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
    hit_scene* scene = new_scene();
    hit_bvh* tree = sphere_tree();
    hit_scene_hit hit;
    hit_id id;
    (void)state;

    at.placement.linear[0][0] = -5.0f;
    at.placement.linear[2][2] = 0.5f;
    assert_int_equal(hit_scene_add_mesh(scene, &at, tree, &id, NULL), HIT_OK);
    commit(scene);
    assert_true(hit_scene_first(scene, ray, NULL, &hit));
    // On the ellipsoid x²/25 + y² + 4z² = 1 at x = -3: z = 0.4, and the normal is along (-3/25, 0, 1.6).
    assert_true(fabs(hit.point.z - 0.4) < 0.03);
    assert_true(fabs(hit.normal.x + 0.0748f) < 0.05f && hit.normal.z > 0.98f);
    assert_int_equal(hit.side, HIT_SIDE_FRONT);
    hit_scene_destroy(scene);
    hit_bvh_destroy(tree);
}

// A needle from almost 0 to (2, 2, 2), over (1, 1, 1), which the ray goes through: doubles have no more than 13 bits of
// the product of its edges. By the traversal of the trees, with each kernel, and by way of a filter.
static void normals_of_needles(void** state)
{
    const hit_vec3 tip = {0x1.3c0ca4p-40f, 0x1.61f9aep-42f, -0x1.8dd2f2p-41f};
    const hit_vec3 corner[3] = {tip, {1.0f, 1.0f, 1.0f}, {2.0f, 2.0f, 2.0f}};
    const hit_mesh mesh = {.vertices = &corner[0].x, .vertex_count = 3, .triangle_count = 1};
    const hit_dray ray = hit_dray_make(hit_dvec3_make(1.0, 1.0, 5.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
    const hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    const hit_scene_filter all = {.layers = UINT32_MAX};
    // (v1 - v0)×(v2 - v0) = (v2 - v1)×v0, as v1 and v2 are parallel
    const double x = (double)tip.z - tip.y, y = (double)tip.x - tip.z, z = (double)tip.y - tip.x;
    const double length = sqrt(x * x + y * y + z * z);
    hit_scene* scene = new_scene();
    hit_bvh* tree = NULL;
    hit_id id;
    (void)state;

    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(scene, &at, tree, &id, NULL), HIT_OK);
    commit(scene);
    for (int level = HIT_CPU_PORTABLE; level <= (int)hit_cpu_best(); level++)
        for (int filtered = 0; filtered < 2; filtered++) {
            hit_scene_hit hit;
            hit_cpu_restrict((hit_cpu)level);
            assert_true(hit_scene_first(scene, ray, filtered ? &all : NULL, &hit));
            assert_true(hit.t == 4.0f);
            assert_true(fabs(hit.normal.x - x / length) < 0x1p-23);
            assert_true(fabs(hit.normal.y - y / length) < 0x1p-23);
            assert_true(fabs(hit.normal.z - z / length) < 0x1p-23);
        }
    hit_cpu_restrict(hit_cpu_best());
    hit_scene_destroy(scene);
    hit_bvh_destroy(tree);
}

static void round_shapes_need_circles(void** state)
{
    hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_scene* scene = new_scene();
    hit_daabb box;
    hit_id id;
    (void)state;

    at.placement.linear[1][1] = 2.0f;
    assert_int_equal(hit_scene_add_sphere(scene, &at, (hit_sphere){{0.0f, 0.0f, 0.0f}, 1.0f}, &id, NULL),
                     HIT_ERROR_GEOMETRY);
    at.placement.linear[0][0] = at.placement.linear[2][2] = -2.0f;
    assert_int_equal(hit_scene_add_sphere(scene, &at, (hit_sphere){{0.0f, 0.0f, 3.0f}, 1.0f}, &id, NULL), HIT_OK);
    at.placement.linear[0][1] = 0.1f;
    assert_int_equal(hit_scene_move(scene, id, &at.placement, NULL), HIT_ERROR_GEOMETRY);
    commit(scene);
    assert_true(hit_scene_bounds(scene, id, &box));
    assert_true(fabs(box.min.z + 8.0) < 1e-9 && fabs(box.max.z + 4.0) < 1e-9 && fabs(box.max.x - 2.0) < 1e-9);
    hit_scene_destroy(scene);
}

static void a_refitted_tree_moves_its_instances(void** state)
{
    test_mesh mesh = test_icosphere(2, hit_vec3_make(0.0f, 0.0f, 0.0f));
    const hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_scene* scene = new_scene();
    hit_bvh* tree = NULL;
    hit_mesh view = test_mesh_view(&mesh);
    hit_id id;
    (void)state;

    assert_int_equal(hit_bvh_build_triangles(&view, NULL, &tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(scene, &at, tree, &id, NULL), HIT_OK);
    commit(scene);
    for (uint32_t i = 0; i < mesh.vertices; i++)
        mesh.vertex[i].y += 20.0f;
    assert_int_equal(hit_bvh_refit_triangles(tree, &view, NULL, NULL), HIT_OK);
    commit(scene);
    assert_true(first_along_x(scene) == HIT_ID_NONE);
    assert_true(
        hit_scene_any(scene, hit_dray_make(hit_dvec3_make(-100.0, 20.0, 0.0), hit_vec3_make(1.0f, 0.0f, 0.0f)), NULL));
    hit_scene_destroy(scene);
    hit_bvh_destroy(tree);
    test_mesh_free(&mesh);
}

// The bounds of the whole mesh stay what they were, but a corner of it that was empty is not so any more.
static void a_refit_within_the_bounds_counts(void** state)
{
    enum { RING = 40 };
    hit_vec3 v[3 * (RING + 1)];
    const hit_mesh mesh = {v, 0, 3 * (RING + 1), HIT_INDEX_NONE, NULL, RING + 1};
    hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_scene* scene = new_scene();
    hit_bvh* tree = NULL;
    hit_dray ray;
    hit_id id;
    (void)state;

    // Small triangles on the four sides of a diamond, and one in the middle.
    for (int i = 0; i <= RING; i++) {
        const float s = (float)(i % 10) / 10.0f, sx = i / 10 % 2 ? 1.0f : -1.0f, sy = i / 20 ? 1.0f : -1.0f;
        const hit_vec3 p = i == RING ? hit_vec3_make(0.0f, 0.0f, 0.0f) : hit_vec3_make(sx * s, sy * (1.0f - s), 0.0f);
        v[3 * i] = p;
        v[3 * i + 1] = hit_vec3_make(p.x + 0.01f, p.y, 0.0f);
        v[3 * i + 2] = hit_vec3_make(p.x, p.y + 0.01f, 0.0f);
    }
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL), HIT_OK);
    // Turned by 45 degrees, the diamond is a square; its corners at (0.99, 0.99) come to stand above it.
    at.placement.linear[0][0] = at.placement.linear[1][1] = 0.70710678f;
    at.placement.linear[0][1] = -0.70710678f;
    at.placement.linear[1][0] = 0.70710678f;
    assert_int_equal(hit_scene_add_mesh(scene, &at, tree, &id, NULL), HIT_OK);
    commit(scene);
    for (int k = 0; k < 3; k++)
        v[3 * RING + k] = hit_vec3_make(v[3 * RING + k].x + 0.98f, v[3 * RING + k].y + 0.98f, 0.0f);
    assert_int_equal(hit_bvh_refit_triangles(tree, &mesh, NULL, NULL), HIT_OK);
    commit(scene);
    ray = hit_dray_make(hit_dvec3_make(0.0, 1.39, 1.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
    assert_true(hit_scene_any(scene, ray, NULL));
    hit_scene_destroy(scene);
    hit_bvh_destroy(tree);
}

static bool note_user(void* context, hit_id id, void* user)
{
    (void)id;
    *(void**)context = user;
    return true;
}

// What the caller keeps with an object: as it was at the last commit for queries, as it is now for the one who edits.
static void what_the_caller_keeps(void** state)
{
    const hit_aabb box = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    const hit_dray ray = hit_dray_make(hit_dvec3_make(0.0, 0.0, 9.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
    const hit_sphere ball = {{0.0f, 0.0f, 7.0f}, 1.0f};
    hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0)), now;
    hit_scene* scene = new_scene();
    void* seen = NULL;
    const hit_scene_filter filter = {.accept = note_user, .accept_context = &seen};
    hit_id id;
    int things[2];
    (void)state;

    object.user = &things[0];
    assert_int_equal(hit_scene_add_box(scene, &object, box, &id, NULL), HIT_OK);
    commit(scene);
    assert_true(hit_scene_any(scene, ray, &filter) && seen == &things[0]);
    object.user = &things[1];
    assert_int_equal(hit_scene_set(scene, id, &object, NULL), HIT_OK);
    assert_true(hit_scene_get(scene, id, &now) == HIT_OBJECT_BOX && now.user == &things[1]);
    assert_true(hit_scene_any(scene, ray, &filter) && seen == &things[0]);
    commit(scene);
    assert_true(hit_scene_any(scene, ray, &filter) && seen == &things[1]);
    // More objects than there was room for.
    for (int i = 0; i < 100; i++)
        (void)add_cube(scene, 10.0 + i, 0.1f);
    assert_true(hit_scene_get(scene, id, &now) == HIT_OBJECT_BOX && now.user == &things[1]);
    commit(scene);
    seen = NULL;
    assert_int_equal(
        hit_scene_in_sphere(scene, hit_dvec3_make(0.0, 0.0, -7.0), ball, HIT_INCLUDE_TOUCHING, &filter, NULL, 0), 1);
    assert_true(seen == &things[1]);
    hit_scene_destroy(scene);
}

// ---- Trees ----------------------------------------------------------------------------------------------------------

// Everything moves, comes and goes; a scene made anew from what is left answers the same.
static void trees_are_kept_in_shape(void** state)
{
    hit_scene* scene = new_scene();
    hit_id id[2000];
    hit_scene_stats stats;
    (void)state;

    for (int i = 0; i < 2000; i++)
        id[i] = add_cube(scene, 3.0 * i, 1.0f);
    commit(scene);
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 1);
    // A few that move a little stay where they are in the tree; one that moves far does not wear it.
    for (int i = 0; i < 100; i++) {
        const hit_placement p = hit_placement_at(hit_dvec3_make(3.0 * i, 0.1, 0.0));
        assert_int_equal(hit_scene_move(scene, id[i], &p, NULL), HIT_OK);
    }
    const hit_placement far = hit_placement_at(hit_dvec3_make(5990.0, 500.0, 0.0));
    assert_int_equal(hit_scene_move(scene, id[0], &far, NULL), HIT_OK);
    commit(scene);
    stats = hit_scene_get_stats(scene);
    assert_int_equal(stats.rebuilds, 1);
    assert_true(stats.bounds.max.y >= 501.0 && stats.bounds.max.y < 501.01);
    assert_true(first_along_x(scene) == id[1]);
    // Most of them gone, or all in other places: built anew.
    for (int i = 1; i < 1900; i++)
        assert_int_equal(hit_scene_remove(scene, id[i], NULL), HIT_OK);
    commit(scene);
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 2);
    assert_true(first_along_x(scene) == id[1900]);
    for (int i = 1900; i < 2000; i++) {
        const hit_placement p = hit_placement_at(hit_dvec3_make(-1e6, 10.0 * i, 0.0));
        assert_int_equal(hit_scene_move(scene, id[i], &p, NULL), HIT_OK);
    }
    commit(scene);
    assert_int_equal(hit_scene_get_stats(scene).rebuilds, 3);
    assert_true(first_along_x(scene) == HIT_ID_NONE);
    hit_scene_destroy(scene);
}

static void rays_from_anywhere(void** state)
{
    static const double distances[] = {1.0, 1e3, 1e6, 1e9, 1e12, 1e20};
    hit_scene* scene = new_scene();
    const hit_id id = add_cube(scene, 0.0, 1.0f);
    (void)state;

    add_cube(scene, 0.0, 0.25f);
    commit(scene);
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        const hit_dray ray =
            hit_dray_make(hit_dvec3_make(-distances[i] - 1.0, 1.0, -1.0), hit_vec3_make(1.0f, 0.0f, 0.0f));
        hit_dray beside = ray;
        hit_scene_hit hit;
        // Along an edge of the box, and just beside it.
        assert_true(hit_scene_first(scene, ray, NULL, &hit) && hit.id == id);
        assert_true(hit.t == (float)distances[i]);
        assert_true(hit.point.x == -1.0 || distances[i] > 1e15);
        beside.origin.y = 1.0 + 0x1p-52;
        assert_false(hit_scene_any(scene, beside, NULL));
    }
    hit_scene_destroy(scene);
}

// Objects that are smaller than the roundings of their places.
static void small_things_far_away(void** state)
{
    static const double places[] = {0.0, 1e7, 1e15, 0x1p60};
    (void)state;

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        hit_scene* scene = new_scene();
        const hit_object at = hit_object_at(hit_dvec3_make(places[i], 0.0, 0.0));
        const hit_aabb stick = {{-0.05f, -0.001f, -0.001f}, {0.05f, 0.001f, 0.001f}};
        hit_id id;
        assert_int_equal(hit_scene_add_box(scene, &at, stick, &id, NULL), HIT_OK);
        commit(scene);
        assert_true(hit_scene_any(
            scene, hit_dray_make(hit_dvec3_make(places[i], 0.1, 0.0), hit_vec3_make(0.045f, -0.1f, 0.0f)), NULL));
        hit_scene_destroy(scene);
    }
}

// What was far away for a while leaves no trace: the space of the tree shrinks again.
static void a_visit_far_away_is_forgotten(void** state)
{
    const hit_placement away = hit_placement_at(hit_dvec3_make(1e7, 0.0, 0.0));
    const hit_placement home = hit_placement_at(hit_dvec3_make(0.0, 0.0, 0.0));
    hit_scene* scene = new_scene();
    hit_id id[300];
    double cost;
    (void)state;

    for (int i = 0; i < 300; i++)
        id[i] = add_cube(scene, 0.5 * i, 0.001f);
    commit(scene);
    cost = hit_scene_get_stats(scene).cost;
    assert_int_equal(hit_scene_move(scene, id[0], &away, NULL), HIT_OK);
    commit(scene);
    assert_int_equal(hit_scene_move(scene, id[0], &home, NULL), HIT_OK);
    commit(scene);
    assert_true(hit_scene_get_stats(scene).cost < 1.5 * cost);
    assert_true(first_along_x(scene) == id[0]);
    hit_scene_destroy(scene);
}

// Places are rounded to multiples of 2^-149, to the nearest, ties to even.
static void places_are_rounded(void** state)
{
    static const double given[] = {0x1p-98 + 0x1p-150, 0x1p-98 + 0x1.8p-149, -0x1p-98 - 0x1.8p-149, 0x1p-160, 1.5};
    static const double rounded[] = {0x1p-98, 0x1p-98 + 0x1p-148, -0x1p-98 - 0x1p-148, 0.0, 1.5};
    hit_scene* scene = new_scene();
    (void)state;

    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const hit_id id = add_cube(scene, given[i], 1.0f);
        hit_object object;
        assert_int_equal(hit_scene_get(scene, id, &object), HIT_OBJECT_BOX);
        assert_true(object.placement.origin.x == rounded[i]);
    }
    hit_scene_destroy(scene);
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

static void bad_input_is_refused(void** state)
{
    static const hit_vec3 bad_points[2] = {{0.0f, 0.0f, 0.0f}, {NAN, 0.0f, 0.0f}};
    hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0)), nowhere = at;
    const hit_user_shape no_callback = {cube(1.0f), NULL, NULL};
    const hit_aabb empty = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    hit_scene* scene = new_scene();
    hit_bvh* boxes = NULL;
    hit_id id = 42;
    hit_aabb box = cube(1.0f);
    (void)state;

    nowhere.placement.origin.x = (double)NAN;
    assert_int_equal(hit_bvh_build_aabbs(&box, 0, 1, NULL, &boxes, NULL), HIT_OK);
    assert_int_equal(hit_scene_create(NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_box(NULL, &at, box, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_box(scene, NULL, box, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_box(scene, &at, box, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_box(scene, &nowhere, box, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_box(scene, &at, empty, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_mesh(scene, &at, NULL, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_mesh(scene, &at, boxes, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_sphere(scene, &at, (hit_sphere){{0.0f, 0.0f, 0.0f}, -1.0f}, &id, NULL),
                     HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_polyline(scene, &at, bad_points, 0, 1, 1.0f, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_polyline(scene, &at, bad_points, 0, 2, 1.0f, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_points(scene, &at, bad_points, 4, 1, 1.0f, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_points(scene, &at, bad_points, 0, 1, NAN, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_points(scene, &at, NULL, 0, 1, 1.0f, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_user(scene, &at, &no_callback, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_add_user(scene, &at, NULL, &id, NULL), HIT_ERROR_ARGUMENT);
    assert_true(id == 42);
    assert_int_equal(hit_scene_get_stats(scene).objects, 0);
    assert_int_equal(hit_scene_commit(NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    commit(scene);
    id = add_cube(scene, 0.0, 1.0f);
    assert_int_equal(hit_scene_move(scene, id, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_move(scene, id, &nowhere.placement, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_set(scene, id, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_scene_replace_box(scene, id, empty, NULL), HIT_ERROR_ARGUMENT);
    commit(scene);
    assert_true(first_along_x(scene) == id);
    assert_true(first_along_x(NULL) == HIT_ID_NONE);
    assert_int_equal(hit_scene_get(NULL, id, NULL), HIT_OBJECT_NONE);
    assert_false(hit_scene_shape(scene, id, NULL));
    assert_false(hit_scene_bounds(scene, id + 1, &(hit_daabb){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}));
    assert_int_equal(hit_scene_get_stats(NULL).objects, 0);
    assert_int_equal(hit_scene_list(NULL, NULL, 0), 0);
    assert_int_equal(hit_scene_all(scene, hit_dray_make(hit_dvec3_make(0.0, 0.0, 0.0), hit_vec3_make(0.0f, 0.0f, 0.0f)),
                                   NULL, NULL, 0),
                     0);
    hit_scene_destroy(NULL);
    hit_scene_destroy(scene);
    hit_bvh_destroy(boxes);
}

static void lists_are_in_order(void** state)
{
    hit_scene* scene = new_scene();
    hit_id ids[3], first = add_cube(scene, 0.0, 1.0f), second = add_cube(scene, 5.0, 1.0f), third;
    (void)state;

    assert_int_equal(hit_scene_remove(scene, first, NULL), HIT_OK);
    third = add_cube(scene, 9.0, 1.0f);
    assert_int_equal(hit_scene_list(scene, ids, 3), 2);
    assert_true(ids[0] == second && ids[1] == third && second < third);
    assert_int_equal(hit_scene_list(scene, ids, 1), 2);
    assert_true(ids[0] == second);
    assert_string_equal(hit_object_kind_name(HIT_OBJECT_POLYLINE), "polyline");
    assert_string_equal(hit_object_kind_name((hit_object_kind)99), "unknown");
    hit_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_are_seen_after_a_commit),
        cmocka_unit_test(ids_are_never_used_twice),
        cmocka_unit_test(disabled_objects_are_not_seen),
        cmocka_unit_test(filters_drop_objects),
        cmocka_unit_test(every_kind_is_hit),
        cmocka_unit_test(solids_from_inside),
        cmocka_unit_test(a_line_without_radius_is_not_hit),
        cmocka_unit_test(shapes_can_be_replaced),
        cmocka_unit_test(normals_under_scale_and_mirror),
        cmocka_unit_test(normals_of_needles),
        cmocka_unit_test(round_shapes_need_circles),
        cmocka_unit_test(a_refitted_tree_moves_its_instances),
        cmocka_unit_test(a_refit_within_the_bounds_counts),
        cmocka_unit_test(what_the_caller_keeps),
        cmocka_unit_test(trees_are_kept_in_shape),
        cmocka_unit_test(rays_from_anywhere),
        cmocka_unit_test(small_things_far_away),
        cmocka_unit_test(a_visit_far_away_is_forgotten),
        cmocka_unit_test(places_are_rounded),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(lists_are_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
