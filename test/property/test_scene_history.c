// Answers depend on the objects alone: not on what else was found before them, nor on what a scene has been.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <hitscan/intersect.h>
#include <hitscan/scene.h>

enum { POINTS = 20, ROUNDS = 500, RAYS = 20000 };

static hit_scene* new_scene(void)
{
    hit_scene* scene = NULL;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    return scene;
}

static void commit(hit_scene* scene)
{
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
}

// A wall between where a line is hit, by a ray that is rounded, and where the box around it begins. The first hit is
// the first of all, though the wall is found first.
static bool wall_before_line(test_random* r)
{
    const hit_aabb thin = {{-0.001f, -100.0f, -100.0f}, {0.0f, 100.0f, 100.0f}};
    hit_object at = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0)), before;
    hit_scene* scene = new_scene();
    hit_scene_hit hit, all[2];
    hit_vec3 points[POINTS];
    hit_id line, wall;
    bool both = false;

    // Long segments to and fro, enough of them for a tree.
    for (int i = 0; i < POINTS; i++)
        points[i] = hit_vec3_make(i % 2 == 0 ? 0.0f : 100.0f, 3.0f * (float)i, 0.0f);
    for (int k = 0; k < 3; k++)
        at.placement.linear[k][k] = test_random_range(r, 0.5f, 1.5f);
    assert_int_equal(hit_scene_add_polyline(scene, &at, points, 0, POINTS, 0.25f, &line, NULL), HIT_OK);
    commit(scene);
    const double end = 100.0 * (double)at.placement.linear[0][0] + 0.25;
    const hit_dray ray = hit_dray_make(hit_dvec3_make(end + 0.25, 3.0 * (double)at.placement.linear[1][1], 0.0),
                                       hit_vec3_make(-1.0f, 0.0f, 0.0f));
    if (hit_scene_first(scene, ray, NULL, &hit) && 0.25 - hit.t_double > 1e-7) {
        before = hit_object_at(hit_dvec3_make(end + 0.3 * (0.25 - hit.t_double), 0.0, 0.0));
        assert_int_equal(hit_scene_add_box(scene, &before, thin, &wall, NULL), HIT_OK);
        commit(scene);
        assert_true(hit_scene_first(scene, ray, NULL, &hit));
        both = hit_scene_all(scene, ray, NULL, all, 2) == 2;
        assert_true(hit.id == all[0].id);
    }
    hit_scene_destroy(scene);
    return both;
}

static void the_first_is_the_first_of_all(void** state)
{
    test_random r = test_random_make(test_seed());
    int both = 0;
    (void)state;

    for (int i = 0; i < ROUNDS; i++)
        both += wall_before_line(&r);
    assert_true(both > ROUNDS / 10);
}

// A square far from its own origin, met by grazing rays, and a wall at `before` from its edge: t in double is moved by
// what rounding does to such rays, but not to before where the traversal looks for the square.
static int grazing_hits(test_random* r, const hit_bvh* square, double offset, double slack, double before)
{
    const hit_object at = hit_object_at(hit_dvec3_make(-offset, -offset, -offset));
    const hit_object beside = hit_object_at(hit_dvec3_make(-1.0 - before * slack, 0.0, 0.0));
    const hit_aabb thin = {{0.0f, -1.0f, -1.0f}, {(float)(0.01 * slack), 1.0f, 1.0f}};
    hit_scene* scene = new_scene();
    hit_id wall, mesh;
    int both = 0;

    assert_int_equal(hit_scene_add_box(scene, &beside, thin, &wall, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_mesh(scene, &at, square, &mesh, NULL), HIT_OK);
    commit(scene);
    for (int i = 0; i < RAYS; i++) {
        const float slope = test_random_range(r, 0.0f, 0.03f);
        const double x = -1.0 - slack * (before + (1.0 - before) * (double)test_random_range(r, 0.0f, 1.0f));
        const hit_dvec3 from = {x - 2.0, (double)test_random_range(r, -0.7f, 0.7f), 2.0 * (double)slope};
        const hit_dray ray = hit_dray_make(from, hit_vec3_make(1.0f, 0.0f, -slope));
        hit_scene_hit hit, all[2];
        const bool found = hit_scene_first(scene, ray, NULL, &hit);
        both += hit_scene_all(scene, ray, NULL, all, 2) == 2;
        assert_true(!found || hit.id == all[0].id);
    }
    hit_scene_destroy(scene);
    return both;
}

static void grazing_rays_and_meshes_off_their_origin(void** state)
{
    enum { OFFSET = 1000 };
    static const hit_vec3 corner[4] = {{OFFSET - 1, OFFSET - 1, OFFSET},
                                       {OFFSET + 1, OFFSET - 1, OFFSET},
                                       {OFFSET + 1, OFFSET + 1, OFFSET},
                                       {OFFSET - 1, OFFSET + 1, OFFSET}};
    static const uint32_t index[6] = {0, 1, 2, 0, 2, 3};
    const hit_mesh mesh = {corner, 0, 4, HIT_INDEX_U32, index, 2};
    test_random r = test_random_make(test_seed() + 1);
    hit_bvh* square = NULL;
    int both = 0;
    (void)state;

    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &square, NULL), HIT_OK);
    for (int i = 0; i < 20; i++)
        both += grazing_hits(&r, square, OFFSET, 0x1p-18 * (OFFSET + 1), 0.55 + 0.02 * i);
    assert_true(both > 0);
    hit_bvh_destroy(square);
}

static bool first_of_box(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    hit_span span;
    if (!hit_ray_aabb(*ray, *(const hit_aabb*)context, &span))
        return false;
    hit->t = span.t_enter;
    hit->normal = hit_vec3_make(0.0f, 0.0f, 1.0f);
    hit->primitive = 0;
    return true;
}

// A shape far from its own origin, where rays are rounded coarsely; one scene had a visitor, and so has another space.
static void a_visitor_changes_nothing(void** state)
{
    static hit_aabb box = {{4096.0f, -1.0f, -1.0f}, {4097.0f, 1.0f, 1.0f}};
    const hit_user_shape shape = {box, first_of_box, &box};
    const hit_object at = hit_object_at(hit_dvec3_make(-4096.0, 0.0, 0.0));
    const hit_object far = hit_object_at(hit_dvec3_make(20.0, 0.0, 0.0)); // near enough for its space to stay
    const hit_aabb cube = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
    hit_scene *fresh = new_scene(), *old = new_scene();
    hit_id id, visitor;
    int hits = 0;
    (void)state;

    assert_int_equal(hit_scene_add_user(fresh, &at, &shape, &id, NULL), HIT_OK);
    commit(fresh);
    assert_int_equal(hit_scene_add_user(old, &at, &shape, &id, NULL), HIT_OK);
    assert_int_equal(hit_scene_add_box(old, &far, cube, &visitor, NULL), HIT_OK);
    commit(old);
    assert_int_equal(hit_scene_remove(old, visitor, NULL), HIT_OK);
    commit(old);
    for (int i = 0; i < RAYS; i++) {
        const double x = 1.0 + 0.001 * i / RAYS;
        const hit_dray ray = hit_dray_make(hit_dvec3_make(x, 0.0, 5.0), hit_vec3_make(0.0f, 0.0f, -1.0f));
        const bool hit = hit_scene_any(fresh, ray, NULL);
        assert_int_equal(hit, hit_scene_any(old, ray, NULL));
        hits += hit;
    }
    assert_true(hits > 0 && hits < RAYS);
    hit_scene_destroy(fresh);
    hit_scene_destroy(old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_is_the_first_of_all),
        cmocka_unit_test(grazing_rays_and_meshes_off_their_origin),
        cmocka_unit_test(a_visitor_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
