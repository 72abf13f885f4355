// What must not change an answer: scaling by powers of two, swapping and mirroring axes, moving by representable
// steps, reversing a line, and renaming the corners of a triangle.
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"
#include "support/oracle/gmp_oracle.h"

#include <hitscan/inline.h>

#define CASES (test_cases(1000000) / 5)

static hit_vec3 scaled(hit_vec3 v, int k)
{
    return hit_vec3_make(ldexpf(v.x, k), ldexpf(v.y, k), ldexpf(v.z, k));
}

static bool scales_exactly(hit_vec3 v, int k)
{
    const hit_vec3 back = scaled(scaled(v, k), -k);
    return back.x == v.x && back.y == v.y && back.z == v.z;
}

static test_category ordinary(test_random* r)
{
    return (test_category)test_random_below(r, CASE_SCALES_APART);
}

static void scaling_the_world_keeps_t(void** state)
{
    test_random r = test_random_make(test_seed() + 500);
    uint64_t hits = 0;

    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const test_category category = ordinary(&r);
        const int k = (int)test_random_below(&r, 161) - 80;
        const hit_aabb box = test_case_box(&r, category), box2 = {scaled(box.min, k), scaled(box.max, k)};
        const hit_ray ray = test_case_ray(&r, category, box);
        hit_ray ray2 = ray;
        hit_span a = {0}, b = {0};
        bool hit;

        ray2.origin = scaled(ray.origin, k), ray2.direction = scaled(ray.direction, k);
        if (!scales_exactly(ray.origin, k) || !scales_exactly(ray.direction, k) || !scales_exactly(box.min, k) ||
            !scales_exactly(box.max, k))
            continue;
        hit = hit_ray_aabb(ray, box, &a);
        assert_int_equal(hit_ray_aabb(ray2, box2, &b), hit);
        assert_true(oracle_same_span(a, b));
        hits += hit;
    }
    assert_true(CASES < 200 || hits > CASES / 10);
}

static void scaling_the_direction_divides_t(void** state)
{
    test_random r = test_random_make(test_seed() + 501);

    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const test_category category = ordinary(&r);
        const int k = (int)test_random_below(&r, 41) - 20;
        const hit_aabb box = test_case_box(&r, category);
        hit_ray ray = test_case_ray(&r, category, box), ray2;
        hit_span a = {0}, b = {0};
        bool hit;

        ray.t_min = -HUGE_VALF, ray.t_max = HUGE_VALF;
        ray2 = ray;
        ray2.direction = scaled(ray.direction, k);
        if (!scales_exactly(ray.direction, k))
            continue;
        hit = hit_ray_aabb(ray, box, &a);
        assert_int_equal(hit_ray_aabb(ray2, box, &b), hit);
        if (hit && fabsf(a.t_enter) > 1e-20f && fabsf(a.t_exit) > 1e-20f) // no denormal t: these do not scale exactly
            assert_true(ldexpf(a.t_enter, -k) == b.t_enter && ldexpf(a.t_exit, -k) == b.t_exit &&
                        a.face_enter == b.face_enter);
    }
}

static hit_vec3 rotate_axes(hit_vec3 v)
{
    return hit_vec3_make(v.z, v.x, v.y);
}

static hit_vec3 mirror_x(hit_vec3 v)
{
    return hit_vec3_make(-v.x, v.y, v.z);
}

static void swapping_and_mirroring_axes(void** state)
{
    test_random r = test_random_make(test_seed() + 502);

    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const test_category category = (test_category)test_random_below(&r, CASE_CATEGORIES);
        const hit_aabb box = test_case_box(&r, category), turned = {rotate_axes(box.min), rotate_axes(box.max)};
        const hit_aabb mirrored = {{-box.max.x, box.min.y, box.min.z}, {-box.min.x, box.max.y, box.max.z}};
        const hit_ray ray = test_case_ray(&r, category, box);
        hit_ray ray2 = ray;
        hit_span a = {0}, b = {0};
        const bool hit = hit_ray_aabb(ray, box, &a);

        ray2.origin = rotate_axes(ray.origin), ray2.direction = rotate_axes(ray.direction);
        assert_int_equal(hit_ray_aabb(ray2, turned, &b), hit);
        // Faces turn too, but for ties, which go to the lowest axis: so they are not compared.
        assert_true(a.t_enter == b.t_enter && a.t_exit == b.t_exit && a.inside == b.inside);

        ray2.origin = mirror_x(ray.origin), ray2.direction = mirror_x(ray.direction);
        assert_int_equal(hit_ray_aabb(ray2, mirrored, &b), hit);
        if (hit) {
            const int flip_in = a.face_enter == HIT_FACE_NEG_X || a.face_enter == HIT_FACE_POS_X;
            const int flip_out = a.face_exit == HIT_FACE_NEG_X || a.face_exit == HIT_FACE_POS_X;
            assert_true(a.t_enter == b.t_enter && a.t_exit == b.t_exit && a.inside == b.inside);
            assert_int_equal(flip_in ? a.face_enter ^ 1 : a.face_enter, b.face_enter);
            assert_int_equal(flip_out ? a.face_exit ^ 1 : a.face_exit, b.face_exit);
        }
    }
}

static void moving_by_representable_steps(void** state)
{
    test_random r = test_random_make(test_seed() + 503);

    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const hit_vec3 p = test_random_grid_vec3(&r), q = test_random_grid_vec3(&r), o = test_random_grid_vec3(&r);
        const hit_vec3 d = test_random_below(&r, 2) ? test_random_grid_vec3(&r) : test_random_vec3(&r, -1, 1);
        const float far =
            1024.0f * (float)test_random_below(&r, 1024); // on the grid of 1/8, all below 2^20, exact in float
        const hit_vec3 step = {far, -far, far};
        const hit_aabb box = {hit_vec3_min(p, q), hit_vec3_max(p, q)},
                       box2 = {hit_vec3_add(box.min, step), hit_vec3_add(box.max, step)};
        const hit_triangle tri = {p, q, test_random_grid_vec3(&r)};
        const hit_triangle tri2 = {hit_vec3_add(tri.v0, step), hit_vec3_add(tri.v1, step), hit_vec3_add(tri.v2, step)};
        const hit_ray ray = test_case_interval(&r, o, d, 1.0f);
        hit_ray ray2 = ray;
        hit_span a = {0}, b = {0};
        hit_triangle_hit x = {0}, y = {0};

        ray2.origin = hit_vec3_add(o, step);
        assert_int_equal(hit_ray_aabb(ray, box, &a), hit_ray_aabb(ray2, box2, &b));
        assert_true(oracle_same_span(a, b));
        assert_int_equal(hit_ray_triangle(ray, &tri, &x), hit_ray_triangle(ray2, &tri2, &y));
        assert_true(x.t == y.t && x.u == y.u && x.v == y.v && x.w == y.w && x.side == y.side);
    }
}

static void reversing_a_line(void** state)
{
    test_random r = test_random_make(test_seed() + 504);

    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const test_category category = (test_category)test_random_below(&r, CASE_CATEGORIES);
        const hit_aabb box = test_case_box(&r, category);
        const hit_ray ray = test_case_ray(&r, category, box);
        const hit_ray back = {
            ray.origin, {-ray.direction.x, -ray.direction.y, -ray.direction.z}, -ray.t_max, -ray.t_min};
        hit_span a = {0}, b = {0};
        const bool hit = hit_ray_aabb(ray, box, &a);

        assert_int_equal(hit_ray_aabb(back, box, &b), hit);
        assert_true(a.t_enter == -b.t_exit && a.t_exit == -b.t_enter && a.face_enter == b.face_exit &&
                    a.face_exit == b.face_enter);
    }
}

static void renaming_corners(void** state)
{
    test_random r = test_random_make(test_seed() + 505);
    uint64_t hits = 0;

    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const bool grid = test_random_below(&r, 2);
        const hit_vec3 p = grid ? test_random_grid_vec3(&r) : test_random_vec3(&r, -4, 4);
        const hit_vec3 q = grid ? test_random_grid_vec3(&r) : test_random_vec3(&r, -4, 4);
        const hit_vec3 s = grid ? test_random_grid_vec3(&r) : test_random_vec3(&r, -4, 4);
        const hit_triangle t = {p, q, s}, turned = {q, s, p}, flipped = {p, s, q};
        const hit_vec3 o = grid ? test_random_grid_vec3(&r) : test_random_vec3(&r, -4, 4);
        const hit_vec3 target = hit_triangle_at(&t, 0.25f, test_random_range(&r, 0, 0.75f), 0.5f);
        const hit_ray ray = test_case_interval(&r, o, hit_vec3_sub(target, o), 1.0f);
        hit_triangle_hit a = {0}, b = {0}, c = {0};
        const bool hit = hit_ray_triangle(ray, &t, &a);

        assert_int_equal(hit_ray_triangle(ray, &turned, &b), hit);
        assert_int_equal(hit_ray_triangle(ray, &flipped, &c), hit);
        if (hit) {
            hits++;
            assert_true(a.t == b.t && a.u == b.w && a.v == b.u && a.w == b.v && a.side == b.side);
            assert_true(a.t == c.t && a.u == c.v && a.v == c.u && a.w == c.w && a.side != c.side);
        }
    }
    assert_true(CASES < 200 || hits > CASES / 10);
}

// The other shapes: t does not change when the world is scaled by a power of two, its axes are turned, or it is
// mirrored.
typedef struct world {
    hit_ray ray;
    hit_triangle triangle;
    hit_obb obb;
    hit_sphere sphere;
    hit_capsule capsule;
    hit_cylinder cylinder;
    hit_disc disc;
} world;

static world map_world(const world* w, hit_vec3 (*point)(hit_vec3, int), int k, bool scales)
{
    world out = *w;
    const float size = scales ? ldexpf(1.0f, k) : 1.0f;

    out.ray.origin = point(w->ray.origin, k), out.ray.direction = point(w->ray.direction, k);
    out.triangle = hit_triangle_make(point(w->triangle.v0, k), point(w->triangle.v1, k), point(w->triangle.v2, k));
    out.obb.center = point(w->obb.center, k);
    for (int i = 0; i < 3; i++)
        out.obb.axis[i] = scales ? w->obb.axis[i] : point(w->obb.axis[i], k), out.obb.half[i] = w->obb.half[i] * size;
    out.sphere = hit_sphere_make(point(w->sphere.center, k), w->sphere.radius * size);
    out.capsule = hit_capsule_make(point(w->capsule.a, k), point(w->capsule.b, k), w->capsule.radius * size);
    out.cylinder = hit_cylinder_make(point(w->cylinder.a, k), point(w->cylinder.b, k), w->cylinder.radius * size);
    out.disc = hit_disc_make(point(w->disc.center, k), point(w->disc.normal, k), w->disc.radius * size);
    return out;
}

static hit_vec3 turned_point(hit_vec3 v, int k)
{
    (void)k;
    return rotate_axes(v);
}

static hit_vec3 mirrored_point(hit_vec3 v, int k)
{
    (void)k;
    return mirror_x(v);
}

// Everything that must stay the same; the side of a triangle flips in a mirror and is left out.
static uint32_t answers(const world* w, hit_span out[6])
{
    hit_triangle_hit t = {0};
    uint32_t hits = hit_ray_triangle(w->ray, &w->triangle, &t);

    memset(out, 0, 6 * sizeof out[0]);
    out[0].t_enter = t.t, out[0].t_exit = t.u + 2.0f * t.v;
    hits += 2u * hit_ray_obb(w->ray, &w->obb, &out[1]);
    hits += 4u * hit_ray_sphere(w->ray, w->sphere, &out[2]);
    hits += 8u * hit_ray_capsule(w->ray, w->capsule, &out[3]);
    hits += 16u * hit_ray_cylinder(w->ray, w->cylinder, &out[4]);
    hits += 32u * hit_ray_disc(w->ray, w->disc, &out[5]);
    return hits;
}

static void other_shapes_in_other_worlds(void** state)
{
    test_random r = test_random_make(test_seed() + 507);
    uint64_t hits[6] = {0};

    (void)state;
    for (uint64_t i = 0; i < CASES / 2; i++) {
        const bool grid = test_random_below(&r, 2);
        hit_vec3 p[8];
        hit_quat q = test_random_quat(&r);
        world w, others[3];
        hit_span expected[6];
        uint32_t mask;

        for (int k = 0; k < 8; k++)
            p[k] = grid ? test_random_grid_vec3(&r) : test_random_vec3(&r, -4, 4);
        w.ray = test_case_interval(&r, p[0], hit_vec3_sub(p[1], p[0]), 1.0f);
        if (!hit_ray_is_valid(w.ray))
            continue;
        w.triangle = hit_triangle_make(p[2], p[3], p[4]);
        w.obb = hit_obb_make(p[5], q, hit_vec3_make(fabsf(p[6].x), fabsf(p[6].y), fabsf(p[6].z)));
        w.sphere = hit_sphere_make(p[2], fabsf(p[7].x));
        w.capsule = hit_capsule_make(p[3], p[4], fabsf(p[7].y));
        w.cylinder = hit_cylinder_make(p[5], p[6], fabsf(p[7].z));
        w.disc = hit_disc_make(p[4], p[6], fabsf(p[7].x));
        mask = answers(&w, expected);
        others[0] = map_world(&w, scaled, (int)test_random_below(&r, 41) - 20, true);
        others[1] = map_world(&w, turned_point, 0, false);
        others[2] = map_world(&w, mirrored_point, 0, false);
        for (int m = 0; m < 3; m++) {
            hit_span got[6];
            assert_int_equal(answers(&others[m], got), mask);
            for (int k = 0; k < 6; k++) {
                assert_true(got[k].t_enter == expected[k].t_enter && got[k].t_exit == expected[k].t_exit);
                assert_true(got[k].inside == expected[k].inside && got[k].face_enter == expected[k].face_enter);
            }
        }
        for (int k = 0; k < 6; k++)
            hits[k] += (mask >> k) & 1u;
    }
    for (int k = 0; k < 6; k++)
        assert_true(CASES < 1000 || hits[k] > CASES / 100);
}

// An oriented box with the axes of the world, and an affine box under the identity, are the aligned box.
static void three_kinds_of_box_agree(void** state)
{
    test_random r = test_random_make(test_seed() + 506);

    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const test_category category = ordinary(&r);
        const hit_mat3x4 identity = hit_mat3x4_identity();
        const hit_vec3 center = test_random_grid_vec3(&r);
        const hit_vec3 half = {fabsf(test_random_grid(&r)), fabsf(test_random_grid(&r)), fabsf(test_random_grid(&r))};
        const hit_aabb box = {hit_vec3_sub(center, half), hit_vec3_add(center, half)};
        const hit_obb obb = {center, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {half.x, half.y, half.z}};
        const hit_ray ray = test_case_ray(&r, category, box);
        hit_span a = {0}, b = {0}, c = {0};
        const bool hit = hit_ray_aabb(ray, box, &a);

        assert_int_equal(hit_ray_obb(ray, &obb, &b), hit);
        assert_true(oracle_same_span(a, b));
        assert_int_equal(hit_ray_box_affine(ray, box, &identity, &c), hit);
        assert_true(oracle_same_span(a, c));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaling_the_world_keeps_t),
        cmocka_unit_test(scaling_the_direction_divides_t),
        cmocka_unit_test(swapping_and_mirroring_axes),
        cmocka_unit_test(moving_by_representable_steps),
        cmocka_unit_test(reversing_a_line),
        cmocka_unit_test(renaming_corners),
        cmocka_unit_test(other_shapes_in_other_worlds),
        cmocka_unit_test(three_kinds_of_box_agree),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
