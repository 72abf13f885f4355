// The reference itself: that what it passes over is never hit, that its order is one, and what it says of known cases.
#include "support/bvh/brute_force.h"
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"

#include <hitscan/inline.h>

static void nothing_is_passed_over(void** state)
{
    const uint64_t rays = test_cases(20000) / MESH_KINDS;
    test_random r = test_random_make(test_seed() + 50);
    uint64_t hits = 0;

    (void)state;
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        test_mesh m = test_mesh_make((test_mesh_kind)kind, 100, test_seed());
        brute_force* b = brute_force_mesh(&m);
        for (uint64_t i = 0; i < rays; i++) {
            const hit_ray ray = test_mesh_ray(&r, &m, (test_ray_kind)(i % RAY_KINDS));
            const hit_bvh_hit* found;
            const uint32_t count = brute_force_all(b, ray, NULL, &found);
            uint32_t expected = 0;
            for (uint32_t f = 0; f < m.faces; f++) {
                const hit_triangle t = test_mesh_triangle(&m, f);
                expected += hit_ray_triangle_exact(&ray, &t, NULL);
            }
            assert_int_equal(count, expected);
            for (uint32_t k = 1; k < count; k++) {
                const int order = brute_force_order(b, k - 1, k);
                assert_true(found[k - 1].t <= found[k].t && order <= 0);
                assert_true(order < 0 || found[k - 1].primitive < found[k].primitive);
            }
            hits += count;
        }
        brute_force_free(b);
        test_mesh_free(&m);
    }
    assert_true(rays < 10 || hits > rays);
}

// Two planes that a ray meets at t = 1 and t = 1 + 2^-40: the same float, and another order.
static void order_is_exact(void** state)
{
    const hit_triangle t[2] = {
        {{-1, -1, 1}, {1, -1, 1}, {0, 1 + 0x1p-20f, 1 + 0x1p-20f}}, // higher index at the lower t
        {{-1, -1, 1}, {1, -1, 1}, {0, 1, 1}},
    };
    const hit_ray ray = hit_ray_make(hit_vec3_make(0, 0x1p-20f - 1, 0), hit_vec3_make(0, 0, 1));
    const hit_bvh_hit* hits;
    brute_force* b = brute_force_triangles(t, 2);

    (void)state;
    assert_int_equal(brute_force_all(b, ray, NULL, &hits), 2);
    assert_true(hits[0].t == 1.0f && hits[1].t == 1.0f);
    assert_int_equal(hits[0].primitive, 1);
    assert_int_equal(hits[1].primitive, 0);
    assert_true(brute_force_order(b, 0, 1) < 0);
    brute_force_free(b);
}

static void unique_keeps_one_per_side(void** state)
{
    test_mesh m = test_grid_cube(2);
    brute_force* b = brute_force_mesh(&m);
    // Through the middle of two opposite faces, where eight (or fewer) triangles meet.
    const hit_ray through = hit_ray_make(hit_vec3_make(0, 0, -3), hit_vec3_make(0, 0, 1));
    // Along an edge of the cube: those of two faces, and in the planes of two others.
    const hit_ray corner = hit_ray_make(hit_vec3_make(-1, -1, -3), hit_vec3_make(0, 0, 1));
    const hit_bvh_filter unique = {.unique = true};
    const hit_bvh_hit* hits;

    (void)state;
    assert_true(brute_force_all(b, through, NULL, &hits) > 4);
    assert_int_equal(brute_force_all(b, through, &unique, &hits), 2);
    assert_true(hits[0].side == HIT_SIDE_FRONT && hits[0].t == 2.0f);
    assert_true(hits[1].side == HIT_SIDE_BACK && hits[1].t == 4.0f);
    assert_int_equal(brute_force_all(b, corner, &unique, &hits), 2);
    brute_force_free(b);
    test_mesh_free(&m);
}

static void boxes(void** state)
{
    const hit_vec3 zero = {0, 0, 0};
    const hit_quat level = {0, 0, 0, 1};
    const hit_aabb box[4] = {
        {{-1, -1, -1}, {1, 1, 1}}, {{1, 1, 1}, {-1, -1, -1}}, {{-3, -3, -3}, {3, 3, 3}}, {{2, 0, 0}, {2, 0, 0}}};
    const hit_ray ray = hit_ray_make(hit_vec3_make(-2, 0, 0), hit_vec3_make(1, 0, 0));
    hit_obb obb[2] = {hit_obb_make(zero, level, hit_vec3_make(1, 1, 1)),
                      hit_obb_make(zero, level, hit_vec3_make(1, 1, 1))};
    const hit_bvh_hit* hits;
    brute_force* b = brute_force_aabbs(box, 4);

    (void)state;
    assert_int_equal(brute_force_all(b, ray, NULL, &hits), 3);
    assert_true(hits[0].primitive == 2 && hits[0].t == 0.0f && hits[0].side == HIT_SIDE_BACK);
    assert_true(hits[1].primitive == 0 && hits[1].t == 1.0f && hits[1].face == HIT_FACE_NEG_X);
    assert_true(hits[2].primitive == 3 && hits[2].t == 4.0f);
    brute_force_free(b);
    obb[0].axis[2] = obb[0].axis[1]; // does not span space
    b = brute_force_obbs(obb, 2);
    assert_int_equal(brute_force_all(b, ray, NULL, &hits), 1);
    assert_true(hits[0].primitive == 1 && hits[0].t == 1.0f && brute_force_normal(b, hits).x == -1.0f);
    brute_force_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_passed_over),
        cmocka_unit_test(order_is_exact),
        cmocka_unit_test(unique_keeps_one_per_side),
        cmocka_unit_test(boxes),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
