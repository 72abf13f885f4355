// Cones under changes that must not change the answer: scaling by a power of two (to the last bit), mirroring,
// exchanging axes, moving by steps that floats can represent, and writing a box as an oriented box.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

typedef struct pair {
    hit_cone cone;
    hit_aabb box;
    hit_sphere sphere;
    hit_triangle triangle;
} pair;

static pair random_pair(test_random* r)
{
    pair p;
    const bool grid = test_random_below(r, 2) != 0;
    const hit_vec3 apex = test_random_grid_vec3(r), a = test_random_grid_vec3(r), b = test_random_grid_vec3(r);
    const hit_vec3 any = test_random_vec3(r, -1.0f, 1.0f), on_grid = test_random_grid_vec3(r);
    const float tangent = test_random_range(r, 0.01f, 2.0f), low = test_random_range(r, 0.0f, 2.0f);
    const float length = test_random_range(r, 0.0f, 4.0f), radius = test_random_range(r, 0.0f, 2.0f);
    const uint32_t kind = test_random_below(r, 4);

    p.cone = hit_cone_from_tan(apex, grid ? on_grid : any, tangent);
    p.cone = hit_cone_clip(p.cone, kind == 0 ? 0.0f : low, kind == 1 ? low : kind == 2 ? HUGE_VALF : low + length);
    p.box.min = hit_vec3_make(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
    p.box.max = hit_vec3_make(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
    p.sphere = hit_sphere_make(b, radius);
    p.triangle = hit_triangle_make(a, b, on_grid);
    return p;
}

static hit_relation relation_of(const pair* p, int shape, hit_cone_evidence* e)
{
    return shape == 0   ? hit_cone_aabb(&p->cone, p->box, e)
           : shape == 1 ? hit_cone_sphere(&p->cone, p->sphere, e)
                        : hit_cone_triangle(&p->cone, &p->triangle, e);
}

// Equal, or both as good as touching: what is decided by the last bit may go either way.
static void expect_same(const pair* before, const pair* after)
{
    for (int shape = 0; shape < 3; shape++) {
        const hit_relation a = relation_of(before, shape, NULL), b = relation_of(after, shape, NULL);
        if (a != HIT_TOUCHING && b != HIT_TOUCHING)
            assert_int_equal(a, b);
    }
}

static hit_vec3 swapped(hit_vec3 v)
{
    return hit_vec3_make(v.z, v.x, v.y);
}

static hit_vec3 mirrored(hit_vec3 v)
{
    return hit_vec3_make(-v.x, v.y, v.z);
}

static void scaling_by_powers_of_two_scales_the_evidence(void** state)
{
    const uint64_t cases = test_cases(100000);
    test_random r = test_random_make(test_seed());
    (void)state;
    printf("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t n = 0; n < cases; n++) {
        const pair p = random_pair(&r);
        const int exponent = (int)test_random_below(&r, 81) - 40;
        const float k = ldexpf(1.0f, exponent);
        pair q = p;
        q.cone.apex = hit_vec3_scale(p.cone.apex, k);
        q.cone.h_min *= k, q.cone.h_max *= k;
        q.box = hit_aabb_make(hit_vec3_scale(p.box.min, k), hit_vec3_scale(p.box.max, k));
        q.sphere = hit_sphere_make(hit_vec3_scale(p.sphere.center, k), p.sphere.radius * k);
        q.triangle = hit_triangle_make(hit_vec3_scale(p.triangle.v0, k), hit_vec3_scale(p.triangle.v1, k),
                                       hit_vec3_scale(p.triangle.v2, k));
        for (int shape = 0; shape < 3; shape++) {
            hit_cone_evidence e, f;
            assert_int_equal(relation_of(&p, shape, &e), relation_of(&q, shape, &f));
            assert_int_equal(e.feature, f.feature);
            assert_int_equal(e.index, f.index);
            assert_true(e.height * k == f.height && e.margin * k == f.margin && e.offset * k == f.offset);
            for (int i = 0; i < 3; i++)
                assert_true(e.point[i] * k == f.point[i] && e.normal[i] == f.normal[i]);
        }
    }
}

static void mirrors_exchanged_axes_and_steps_change_nothing(void** state)
{
    const uint64_t cases = test_cases(100000);
    test_random r = test_random_make(test_seed() + 1);
    uint64_t met = 0;
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        const pair p = random_pair(&r);
        const hit_vec3 step = hit_vec3_scale(test_random_grid_vec3(&r), 256.0f);
        pair q = p;
        met += hit_cone_meets_aabb(&p.cone, p.box);

        q.cone.apex = swapped(p.cone.apex), q.cone.axis = swapped(p.cone.axis);
        q.box = hit_aabb_make(swapped(p.box.min), swapped(p.box.max));
        q.sphere.center = swapped(p.sphere.center);
        q.triangle = hit_triangle_make(swapped(p.triangle.v1), swapped(p.triangle.v2), swapped(p.triangle.v0));
        expect_same(&p, &q);

        q.cone.apex = mirrored(p.cone.apex), q.cone.axis = mirrored(p.cone.axis);
        q.box.min = mirrored(p.box.min), q.box.max = mirrored(p.box.max);
        q.box.min.x = -p.box.max.x, q.box.max.x = -p.box.min.x;
        q.sphere.center = mirrored(p.sphere.center);
        q.triangle = hit_triangle_make(mirrored(p.triangle.v0), mirrored(p.triangle.v1), mirrored(p.triangle.v2));
        expect_same(&p, &q);

        // The coordinates are multiples of 1/8, so that moved ones are exact, and everything relative to the apex is
        // the same to the last bit.
        q = p;
        q.cone.apex = hit_vec3_add(p.cone.apex, step);
        q.box = hit_aabb_make(hit_vec3_add(p.box.min, step), hit_vec3_add(p.box.max, step));
        q.sphere.center = hit_vec3_add(p.sphere.center, step);
        q.triangle = hit_triangle_make(hit_vec3_add(p.triangle.v0, step), hit_vec3_add(p.triangle.v1, step),
                                       hit_vec3_add(p.triangle.v2, step));
        for (int shape = 0; shape < 3; shape++) {
            hit_cone_evidence e, f;
            assert_int_equal(relation_of(&p, shape, &e), relation_of(&q, shape, &f));
            assert_memory_equal(e.point, f.point, sizeof e.point);
            assert_memory_equal(e.normal, f.normal, sizeof e.normal);
        }
    }
    assert_true(cases < 200 || (met > cases / 20 && met < cases));
}

static void boxes_are_oriented_boxes(void** state)
{
    const uint64_t cases = test_cases(100000);
    const hit_quat none = {0, 0, 0, 1};
    test_random r = test_random_make(test_seed() + 2);
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        const pair p = random_pair(&r);
        const hit_vec3 half = hit_vec3_scale(hit_vec3_sub(p.box.max, p.box.min), 0.5f);
        const hit_obb obb = hit_obb_make(hit_vec3_add(p.box.min, half), none, half);
        const hit_relation a = hit_cone_aabb(&p.cone, p.box, NULL), b = hit_cone_obb(&p.cone, &obb, NULL);
        if (a != HIT_TOUCHING && b != HIT_TOUCHING)
            assert_int_equal(a, b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scaling_by_powers_of_two_scales_the_evidence),
                                       cmocka_unit_test(mirrors_exchanged_axes_and_steps_change_nothing),
                                       cmocka_unit_test(boxes_are_oriented_boxes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
