// The shapes by hand: ordinary values, edge cases and bad input, as the headers document them.
//
// The exact predicates have their own test (test_contains), and so have the bounds on random input (test_bounds).
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <string.h>

static const hit_vec3 zero = {0.0f, 0.0f, 0.0f}, one = {1.0f, 1.0f, 1.0f};
static const hit_quat unrotated = {0.0f, 0.0f, 0.0f, 1.0f};
static const float bad[3] = {NAN, HUGE_VALF, -HUGE_VALF};

static bool is(hit_vec3 v, float x, float y, float z)
{
    return v.x == x && v.y == y && v.z == z;
}

static bool is_near(hit_vec3 v, float x, float y, float z)
{
    return fabsf(v.x - x) <= 1e-6f && fabsf(v.y - y) <= 1e-6f && fabsf(v.z - z) <= 1e-6f;
}

static bool is_box(hit_aabb b, hit_vec3 min, hit_vec3 max)
{
    return is(b.min, min.x, min.y, min.z) && is(b.max, max.x, max.y, max.z);
}

static bool is_empty(hit_aabb box)
{
    const hit_aabb empty = hit_aabb_empty();
    return memcmp(&box, &empty, sizeof box) == 0;
}

static hit_vec3 with(hit_vec3 v, int k, float x)
{
    float c[3] = {v.x, v.y, v.z};
    c[k] = x;
    return hit_vec3_make(c[0], c[1], c[2]);
}

static void rays(void** state)
{
    const hit_vec3 o = {1.0f, 2.0f, 3.0f}, d = {0.0f, 3.0f, 4.0f};
    hit_ray r = hit_ray_make(o, d);
    (void)state;
    assert_true(r.t_min == 0.0f && r.t_max == HUGE_VALF && hit_ray_is_valid(r));
    assert_true(is(hit_ray_at(r, 2.0f), 1.0f, 8.0f, 11.0f));
    assert_true(hit_ray_distance(r, 2.0f) == 10.0f && hit_ray_distance(r, -2.0f) == -10.0f);
    assert_true(hit_ray_distance(r, HUGE_VALF) == HUGE_VALF);
    assert_true(hit_ray_distance(hit_ray_make(o, zero), HUGE_VALF) == 0.0f);
    assert_true(hit_ray_distance(hit_ray_make(o, hit_vec3_make(3e38f, 0.0f, 0.0f)), 0.5f) == 1.5e38f);
    r = hit_line_make(o, d);
    assert_true(r.t_min == -HUGE_VALF && r.t_max == HUGE_VALF && hit_ray_is_valid(r));
    r = hit_segment_make(o, d);
    assert_true(r.t_min == 0.0f && r.t_max == 1.0f && is(r.direction, -1.0f, 1.0f, 1.0f));
}

static void ray_validity(void** state)
{
    const hit_ray good = hit_ray_make(one, hit_vec3_make(0.0f, 0.0f, -1.0f));
    hit_ray r = good;
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            r = good;
            r.origin = with(one, k, bad[i]);
            assert_false(hit_ray_is_valid(r));
            r = good;
            r.direction = with(one, k, bad[i]);
            assert_false(hit_ray_is_valid(r));
        }
    }
    assert_false(hit_ray_is_valid(hit_ray_make(one, zero)));
    assert_false(hit_ray_is_valid(hit_ray_make(one, hit_vec3_make(-0.0f, 0.0f, -0.0f))));
    assert_true(hit_ray_is_valid(hit_ray_make(one, hit_vec3_make(0.0f, -1e-45f, 0.0f))));
    const float ranges[][3] = {{0.0f, 0.0f, 1},       {1.0f, 0.0f, 0},           {-0.0f, 0.0f, 1},
                               {0.0f, -0.0f, 1},      {1e-45f, 0.0f, 0},         {NAN, 1.0f, 0},
                               {0.0f, NAN, 0},        {HUGE_VALF, HUGE_VALF, 0}, {-HUGE_VALF, -HUGE_VALF, 0},
                               {-HUGE_VALF, 0.0f, 1}, {5.0f, HUGE_VALF, 1},      {HUGE_VALF, -HUGE_VALF, 0},
                               {-FLT_MAX, FLT_MAX, 1}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        r = good;
        r.t_min = ranges[i][0];
        r.t_max = ranges[i][1];
        assert_int_equal(hit_ray_is_valid(r), ranges[i][2] != 0.0f);
    }
    // Under DAZ, too: a denormal direction is a direction, and 1e-45 > 0.
    r = good;
    r.t_min = 1e-45f;
    r.t_max = 0.0f;
    for (int mode = 0; mode < MODES; mode++) {
        mode_set(mode);
        const bool inverted = hit_ray_is_valid(r);
        bool tiny = true;
        for (int k = 0; k < 3; k++)
            tiny = tiny && hit_ray_is_valid(hit_ray_make(one, with(zero, k, -1e-45f)));
        mode_set(0);
        assert_true(tiny && !inverted);
    }
}

static void ray_transform(void** state)
{
    const hit_mat3x4 m = {{{2.0f, 0.0f, 0.0f, 10.0f}, {0.0f, 0.0f, -3.0f, 20.0f}, {0.0f, 4.0f, 0.0f, 30.0f}}};
    hit_ray r = {{1.0f, 2.0f, 3.0f}, {1.0f, 1.0f, 1.0f}, -5.0f, 7.0f};
    (void)state;
    r = hit_ray_transform(r, &m);
    assert_true(is(r.origin, 12.0f, 11.0f, 38.0f) && is(r.direction, 2.0f, -3.0f, 4.0f));
    assert_true(r.t_min == -5.0f && r.t_max == 7.0f);
    assert_false(hit_ray_is_valid(hit_ray_transform(r, NULL)));
}

static void boxes(void** state)
{
    const hit_aabb box = hit_aabb_make(hit_vec3_make(-1.0f, 0.0f, 2.0f), hit_vec3_make(3.0f, 0.0f, 5.0f));
    const hit_aabb inverted = hit_aabb_make(hit_vec3_make(0.0f, 1.0f, 0.0f), hit_vec3_make(1.0f, 0.0f, 1.0f));
    const hit_aabb empty = hit_aabb_empty();
    (void)state;
    assert_true(is(empty.min, HUGE_VALF, HUGE_VALF, HUGE_VALF) && is(empty.max, -HUGE_VALF, -HUGE_VALF, -HUGE_VALF));
    assert_true(hit_aabb_is_empty(empty) && hit_aabb_is_empty(inverted) && !hit_aabb_is_empty(box));
    assert_true(is(hit_aabb_center(box), 1.0f, 0.0f, 3.5f) && is(hit_aabb_half(box), 2.0f, 0.0f, 1.5f));
    assert_true(is(hit_aabb_center(empty), 0.0f, 0.0f, 0.0f) && is(hit_aabb_half(inverted), 0.0f, 0.0f, 0.0f));
    assert_true(hit_aabb_area(box) == 24.0f && hit_aabb_area(inverted) == 0.0f);
    assert_true(hit_aabb_area(hit_aabb_make(zero, hit_vec3_make(1.0f, 2.0f, 3.0f))) == 22.0f);
    assert_true(is_box(hit_aabb_union(box, hit_aabb_make(zero, one)), hit_vec3_make(-1.0f, 0.0f, 0.0f),
                       hit_vec3_make(3.0f, 1.0f, 5.0f)));
    // An empty box adds nothing, whatever its numbers.
    assert_true(is_box(hit_aabb_union(box, inverted), box.min, box.max));
    assert_true(is_box(hit_aabb_union(inverted, box), box.min, box.max));
    assert_true(is_empty(hit_aabb_union(inverted, inverted)));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const hit_aabb low = hit_aabb_make(with(box.min, k, bad[i]), box.max);
            const hit_aabb high = hit_aabb_make(box.min, with(box.max, k, bad[i]));
            assert_true(hit_aabb_is_empty(low) && hit_aabb_is_empty(high));
            assert_true(is_box(hit_aabb_union(low, box), box.min, box.max));
            assert_false(hit_aabb_contains(low, box.max) || hit_aabb_contains(high, box.min));
            assert_false(hit_aabb_contains(box, with(box.min, k, bad[i])));
            assert_true(hit_aabb_area(low) == 0.0f && is(hit_aabb_center(high), 0.0f, 0.0f, 0.0f));
        }
    }
    assert_true(is(hit_aabb_half(hit_aabb_make(with(zero, 0, -FLT_MAX), with(zero, 0, FLT_MAX))), FLT_MAX, 0.0f, 0.0f));
}

static void boxes_in_boxes(void** state)
{
    const hit_aabb outer = hit_aabb_make(zero, hit_vec3_make(2.0f, 2.0f, 2.0f)), inner = hit_aabb_make(zero, one);
    (void)state;
    assert_true(hit_aabb_contains_aabb(outer, inner) && hit_aabb_contains_aabb(outer, outer));
    assert_false(hit_aabb_contains_aabb(inner, outer));
    assert_true(hit_aabb_contains_aabb(inner, hit_aabb_empty()));
    assert_true(hit_aabb_contains_aabb(hit_aabb_empty(), hit_aabb_empty()));
    assert_false(hit_aabb_contains_aabb(hit_aabb_empty(), inner));
    for (int k = 0; k < 3; k++) {
        const hit_aabb low = hit_aabb_make(with(zero, k, -1e-45f), one);
        const hit_aabb high = hit_aabb_make(one, with(outer.max, k, nextafterf(2.0f, 3.0f)));
        assert_false(hit_aabb_contains_aabb(outer, low) || hit_aabb_contains_aabb(outer, high));
        assert_true(hit_aabb_contains(outer, with(one, k, 2.0f)) && hit_aabb_contains(outer, with(one, k, -0.0f)));
        assert_false(hit_aabb_contains(outer, with(one, k, -1e-45f)));
        assert_false(hit_aabb_contains(outer, with(one, k, nextafterf(2.0f, 3.0f))));
    }
}

static void boxes_from_center(void** state)
{
    (void)state;
    assert_true(is_box(hit_aabb_from_center(one, hit_vec3_make(1.0f, 0.0f, 3.0f)), hit_vec3_make(0.0f, 1.0f, -2.0f),
                       hit_vec3_make(2.0f, 1.0f, 4.0f)));
    // Outward: 1 ± 1e-20 is no float.
    assert_true(is_box(hit_aabb_from_center(one, hit_vec3_make(1e-20f, 0.0f, 0.0f)),
                       with(one, 0, nextafterf(1.0f, 0.0f)), with(one, 0, nextafterf(1.0f, 2.0f))));
    assert_true(is_empty(hit_aabb_from_center(one, with(one, 1, -1e-20f))));
    assert_true(is_empty(hit_aabb_from_center(with(zero, 1, 3e38f), with(one, 1, 3e38f))));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            assert_true(is_empty(hit_aabb_from_center(with(zero, k, bad[i]), one)));
            assert_true(is_empty(hit_aabb_from_center(zero, with(one, k, bad[i]))));
        }
    }
}

static void boxes_from_points(void** state)
{
    test_random r = test_random_make(test_seed() + 30);
    unsigned char bytes[50 * 21];
    (void)state;
    assert_true(is_empty(hit_aabb_from_points(NULL, 0, 5)));
    assert_true(is_empty(hit_aabb_from_points(&one, 0, 0)));
    assert_true(is_box(hit_aabb_from_points(&one, 0, 1), one, one));
    for (int n = 0; n < 500; n++) {
        const size_t stride = n % 2 ? 21 : sizeof(hit_vec3), count = test_random_below(&r, 50);
        hit_vec3 min = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, max = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
        for (size_t i = 0; i < count; i++) {
            hit_vec3 p = test_random_vec3(&r, -10.0f, 10.0f);
            if (test_random_below(&r, 4) == 0) // skipped as a whole
                p = with(hit_vec3_scale(p, 100.0f), (int)test_random_below(&r, 3), bad[test_random_below(&r, 3)]);
            memcpy(bytes + i * stride, &p, sizeof p);
            if (hit_vec3_is_finite(p)) {
                min = hit_vec3_min(min, p);
                max = hit_vec3_max(max, p);
            }
        }
        const hit_vec3* points = (const hit_vec3*)(const void*)bytes;
        assert_true(is_box(hit_aabb_from_points(points, stride, count), min, max));
        if (stride == sizeof(hit_vec3))
            assert_true(is_box(hit_aabb_from_points(points, 0, count), min, max));
        const hit_sphere sphere = hit_sphere_from_points(points, n % 2 ? 21 : 0, count);
        assert_int_equal(sphere.radius == -1.0f, hit_aabb_is_empty(hit_aabb_make(min, max)));
        for (size_t i = 0; i < count; i++) {
            hit_vec3 p;
            memcpy(&p, bytes + i * stride, sizeof p);
            assert_int_equal(hit_sphere_contains(sphere, p), hit_vec3_is_finite(p));
        }
    }
}

static void boxes_transformed(void** state)
{
    const hit_aabb box = hit_aabb_make(hit_vec3_make(1.0f, 2.0f, 3.0f), hit_vec3_make(4.0f, 6.0f, 8.0f));
    const hit_mat3x4 id = hit_mat3x4_identity();
    hit_mat3x4 m = {{{0.0f, -1.0f, 0.0f, 10.0f}, {2.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, -1.0f}}};
    (void)state;
    assert_true(is_box(hit_aabb_transform(box, &id), box.min, box.max));
    assert_true(is_box(hit_aabb_transform(box, &m), hit_vec3_make(4.0f, 2.0f, 2.0f), hit_vec3_make(8.0f, 8.0f, 7.0f)));
    assert_true(is_empty(hit_aabb_transform(box, NULL)));
    assert_true(is_empty(hit_aabb_transform(hit_aabb_make(one, zero), &m)));
    m.m[0][0] = 3e38f; // overflows
    assert_true(is_empty(hit_aabb_transform(box, &m)));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 12; k++) {
            m = id;
            m.m[k / 4][k % 4] = bad[i];
            assert_true(is_empty(hit_aabb_transform(box, &m)));
            assert_true(is_empty(hit_aabb_transform(hit_aabb_make(zero, one), &m)));
            assert_true(is_empty(hit_aabb_transform(hit_aabb_make(hit_vec3_scale(one, -1.0f), zero), &m)));
        }
    }
}

static void box_normals(void** state)
{
    hit_obb obb = hit_obb_make(one, unrotated, one);
    (void)state;
    obb.axis[0] = hit_vec3_make(0.0f, 0.0f, -5.0f);
    obb.axis[1] = zero;
    assert_true(is(hit_aabb_normal(HIT_FACE_NEG_X), -1.0f, 0.0f, 0.0f));
    assert_true(is(hit_aabb_normal(HIT_FACE_POS_X), 1.0f, 0.0f, 0.0f));
    assert_true(is(hit_aabb_normal(HIT_FACE_NEG_Y), 0.0f, -1.0f, 0.0f));
    assert_true(is(hit_aabb_normal(HIT_FACE_POS_Y), 0.0f, 1.0f, 0.0f));
    assert_true(is(hit_aabb_normal(HIT_FACE_NEG_Z), 0.0f, 0.0f, -1.0f));
    assert_true(is(hit_aabb_normal(HIT_FACE_POS_Z), 0.0f, 0.0f, 1.0f));
    assert_true(is(hit_obb_normal(&obb, HIT_FACE_NEG_X), 0.0f, 0.0f, 1.0f));
    assert_true(is(hit_obb_normal(&obb, HIT_FACE_POS_X), 0.0f, 0.0f, -1.0f));
    assert_true(is(hit_obb_normal(&obb, HIT_FACE_POS_Y), 0.0f, 0.0f, 0.0f));
    assert_true(is(hit_obb_normal(&obb, HIT_FACE_POS_Z), 0.0f, 0.0f, 1.0f));
    assert_true(is(hit_obb_normal(NULL, HIT_FACE_POS_Z), 0.0f, 0.0f, 0.0f));
    const int wrong[] = {HIT_FACE_NONE, 6, -2, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 5; i++) {
        assert_true(is(hit_aabb_normal(wrong[i]), 0.0f, 0.0f, 0.0f));
        assert_true(is(hit_obb_normal(&obb, wrong[i]), 0.0f, 0.0f, 0.0f));
    }
}

static void oriented_boxes(void** state)
{
    const hit_quat turn = hit_quat_from_axis_angle(hit_vec3_make(0.0f, 0.0f, 1.0f), 0.785398163f);
    hit_obb obb = hit_obb_make(one, turn, hit_vec3_make(1.0f, 1.0f, 3.0f));
    (void)state;
    assert_true(is_near(obb.axis[0], 0.70710678f, 0.70710678f, 0.0f));
    assert_true(is_near(obb.axis[1], -0.70710678f, 0.70710678f, 0.0f));
    assert_true(is_near(obb.axis[2], 0.0f, 0.0f, 1.0f) && is(obb.center, 1.0f, 1.0f, 1.0f));
    assert_true(obb.half[0] == 1.0f && obb.half[1] == 1.0f && obb.half[2] == 3.0f);
    hit_aabb box = hit_obb_bounds(&obb);
    assert_true(is_near(box.min, -0.41421356f, -0.41421356f, -2.0f) &&
                is_near(box.max, 2.41421356f, 2.41421356f, 4.0f));
    // Axes of other lengths: half counts in units of 1/|axis|.
    obb = hit_obb_make(one, unrotated, one);
    obb.axis[1] = hit_vec3_make(0.0f, -4.0f, 0.0f);
    box = hit_obb_bounds(&obb);
    assert_true(is_box(box, hit_vec3_make(0.0f, 0.75f, 0.0f), hit_vec3_make(2.0f, 1.25f, 2.0f)));
    assert_true(is_empty(hit_obb_bounds(NULL)));
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            obb = hit_obb_make(with(one, k, bad[i]), unrotated, one);
            assert_true(is_empty(hit_obb_bounds(&obb)));
            obb = hit_obb_make(one, unrotated, with(one, k, bad[i]));
            assert_true(is_empty(hit_obb_bounds(&obb)));
            obb = hit_obb_make(one, unrotated, one);
            obb.axis[k] = with(one, i, bad[i]);
            assert_true(is_empty(hit_obb_bounds(&obb)));
        }
        obb = hit_obb_make(one, unrotated, with(one, k, -1e-45f));
        assert_true(is_empty(hit_obb_bounds(&obb)));
        obb = hit_obb_make(one, unrotated, one);
        obb.axis[k] = zero; // unbounded
        assert_true(is_empty(hit_obb_bounds(&obb)));
        obb.axis[k] = obb.axis[(k + 1) % 3];
        assert_true(is_empty(hit_obb_bounds(&obb)));
    }
    // A rotation that is none is none.
    obb = hit_obb_make(one, (hit_quat){0.0f, 0.0f, 0.0f, 0.0f}, one);
    assert_true(is(obb.axis[0], 1.0f, 0.0f, 0.0f) && is(obb.axis[1], 0.0f, 1.0f, 0.0f));
}

static void oriented_box_from_matrix(void** state)
{
    test_random r = test_random_make(test_seed() + 31);
    (void)state;
    for (int n = 0; n < 5000; n++) {
        const hit_quat q = {test_random_range(&r, -1.0f, 1.0f), test_random_range(&r, -1.0f, 1.0f),
                            test_random_range(&r, -1.0f, 1.0f), test_random_range(&r, -1.0f, 1.0f)};
        // Scales of both signs, up to 1:1000.
        hit_vec3 scale = test_random_vec3(&r, -1.0f, 1.0f);
        scale.y *= 1000.0f;
        if (fabsf(scale.x) < 1e-3f || fabsf(scale.y) < 1e-3f || fabsf(scale.z) < 1e-3f)
            continue;
        hit_mat3x4 m = hit_mat3x4_from_trs(test_random_vec3(&r, -9.0f, 9.0f), q, scale);
        const hit_aabb box = hit_aabb_from_center(test_random_vec3(&r, -9.0f, 9.0f), test_random_vec3(&r, 0.1f, 2.0f));
        const hit_vec3 half = hit_aabb_half(box);
        hit_obb obb;
        assert_true(hit_obb_from_aabb_matrix(box, &m, &obb));
        const hit_vec3 center = hit_mat3x4_point(&m, hit_aabb_center(box));
        assert_true(hit_vec3_length(hit_vec3_sub(center, obb.center)) <= 4e-6f * (1.0f + hit_vec3_length(center)));
        for (int j = 0; j < 3; j++) {
            const float h = j == 0 ? half.x : j == 1 ? half.y : half.z;
            const float s = j == 0 ? scale.x : j == 1 ? scale.y : scale.z;
            const hit_vec3 column = {m.m[0][j], m.m[1][j], m.m[2][j]}, unit = hit_vec3_normalize(column);
            assert_true(is_near(obb.axis[j], unit.x, unit.y, unit.z));
            assert_true(fabsf(obb.half[j] - h * fabsf(s)) <= 1e-6f * h * fabsf(s));
        }
        // The corners of the image are in it, to a rounding.
        for (int corner = 0; corner < 8; corner++) {
            const hit_vec3 p = {corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                                corner & 4 ? box.max.z : box.min.z};
            hit_obb grown = obb;
            for (int j = 0; j < 3; j++)
                grown.half[j] += 1e-3f * 20.0f * 1e-3f * (1.0f + hit_vec3_length(obb.center));
            assert_true(hit_obb_contains(&grown, hit_mat3x4_point(&m, p)));
        }
        // A shear that leaves columns 1e-4 off perpendicular is refused, one of 1e-6 is taken.
        hit_mat3x4 sheared = m;
        for (int i = 0; i < 3; i++)
            sheared.m[i][0] += 1e-4f * scale.x / scale.y * m.m[i][1];
        assert_false(hit_obb_from_aabb_matrix(box, &sheared, &obb));
        sheared = m;
        for (int i = 0; i < 3; i++)
            sheared.m[i][2] += 1e-6f * scale.z / scale.x * m.m[i][0];
        assert_true(hit_obb_from_aabb_matrix(box, &sheared, &obb));
    }
}

static void oriented_box_refused(void** state)
{
    const hit_aabb box = hit_aabb_make(zero, one);
    const hit_mat3x4 id = hit_mat3x4_identity();
    hit_obb obb = {
        {7.0f, 7.0f, 7.0f}, {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}, {7.0f, 8.0f, 9.0f}}, {1.0f, 2.0f, 3.0f}};
    const hit_obb canary = obb;
    hit_mat3x4 m;
    (void)state;
    assert_false(hit_obb_from_aabb_matrix(box, NULL, &obb));
    assert_false(hit_obb_from_aabb_matrix(box, &id, NULL));
    assert_false(hit_obb_from_aabb_matrix(hit_aabb_empty(), &id, &obb));
    for (int k = 0; k < 12; k++) {
        for (int i = 0; i < 3; i++) {
            m = id;
            m.m[k / 4][k % 4] = bad[i];
            assert_false(hit_obb_from_aabb_matrix(box, &m, &obb));
        }
    }
    for (int j = 0; j < 3; j++) {
        m = id;
        m.m[j][j] = 0.0f;
        assert_false(hit_obb_from_aabb_matrix(box, &m, &obb));
        m = id;
        m.m[j][(j + 1) % 3] = 0.01f; // shear, on each pair of axes
        assert_false(hit_obb_from_aabb_matrix(box, &m, &obb));
        m.m[j][(j + 1) % 3] = -0.01f;
        assert_false(hit_obb_from_aabb_matrix(box, &m, &obb));
        m = id;
        m.m[j][j] = FLT_MAX; // half a FLT_MAX fits, twice does not
        assert_false(hit_obb_from_aabb_matrix(hit_aabb_make(zero, hit_vec3_scale(one, 4.0f)), &m, &obb));
    }
    assert_memory_equal(&obb, &canary, sizeof obb);
    m = id;
    m.m[0][0] = -2.0f; // a mirror
    assert_true(hit_obb_from_aabb_matrix(box, &m, &obb));
    assert_true(is(obb.center, -1.0f, 0.5f, 0.5f) && is(obb.axis[0], -1.0f, 0.0f, 0.0f));
    assert_true(obb.half[0] == 1.0f && obb.half[1] == 0.5f && obb.half[2] == 0.5f);
}

static void triangles(void** state)
{
    const hit_triangle t = hit_triangle_make(hit_vec3_make(1.0f, 0.0f, 2.0f), hit_vec3_make(3.0f, -1.0f, 2.0f),
                                             hit_vec3_make(2.0f, 5.0f, 2.0f));
    const hit_mat3x4 m = {{{2.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 3.0f}}};
    (void)state;
    assert_true(is(hit_triangle_normal(&t), 0.0f, 0.0f, 1.0f));
    assert_true(is_box(hit_triangle_bounds(&t), hit_vec3_make(1.0f, -1.0f, 2.0f), hit_vec3_make(3.0f, 5.0f, 2.0f)));
    assert_true(is(hit_triangle_at(&t, 0.25f, 0.5f, 0.25f), 2.0f, 2.25f, 2.0f));
    assert_true(is(hit_triangle_at(&t, 1.0f, 0.0f, 0.0f), 3.0f, -1.0f, 2.0f));
    assert_true(is(hit_triangle_at(&t, 0.0f, 1.0f, 0.0f), 2.0f, 5.0f, 2.0f));
    const hit_triangle image = hit_triangle_transform(&t, &m);
    assert_true(is(image.v0, 3.0f, 0.0f, 5.0f) && is(image.v1, 7.0f, -1.0f, 5.0f) && is(image.v2, 5.0f, 5.0f, 5.0f));
    // NULL acts as NaN.
    assert_true(is(hit_triangle_normal(NULL), 0.0f, 0.0f, 0.0f) && is_empty(hit_triangle_bounds(NULL)));
    assert_true(isnan(hit_triangle_at(NULL, 1.0f, 0.0f, 0.0f).x));
    const hit_triangle none = hit_triangle_transform(NULL, &m), nowhere = hit_triangle_transform(&t, NULL);
    assert_true(is_empty(hit_triangle_bounds(&none)) && is_empty(hit_triangle_bounds(&nowhere)));
    hit_triangle negative = t; // a NaN with the sign set
    negative.v1.y = copysignf(NAN, -1.0f);
    assert_true(is_empty(hit_triangle_bounds(&negative)));
    assert_false(hit_aabb_contains(hit_aabb_make(zero, one), negative.v1));
    assert_true(hit_aabb_is_empty(hit_aabb_make(negative.v1, one)));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            hit_triangle broken[3] = {t, t, t};
            broken[0].v0 = with(t.v0, k, bad[i]);
            broken[1].v1 = with(t.v1, k, bad[i]);
            broken[2].v2 = with(t.v2, k, bad[i]);
            for (int j = 0; j < 3; j++) {
                assert_true(is_empty(hit_triangle_bounds(&broken[j])));
                assert_true(is(hit_triangle_normal(&broken[j]), 0.0f, 0.0f, 0.0f));
            }
        }
    }
}

// Normals of slivers against quadruple precision, and exact zeros for points on a line, where double leaves garbage.
static void triangle_normals(void** state)
{
    test_random r = test_random_make(test_seed() + 32);
    int flat = 0, garbage = 0;
    (void)state;
    for (int n = 0; n < 20000; n++) {
        hit_triangle t = {test_random_vec3(&r, -9.0f, 9.0f), test_random_vec3(&r, -9.0f, 9.0f), {0.0f, 0.0f, 0.0f}};
        const float s = test_random_range(&r, -2.0f, 2.0f);
        t.v2 = test_random_vec3(&r, -9.0f, 9.0f);
        if (n % 3 == 1) // a sliver
            t.v2 = hit_vec3_add(t.v0, hit_vec3_scale(hit_vec3_sub(t.v1, t.v0), s));
        if (n % 3 == 2) { // on a line through points of sizes far apart: v, 2^a·v, -2^b·v
            t.v1 = hit_vec3_scale(t.v0, ldexpf(1.0f, (int)test_random_below(&r, 40)));
            t.v2 = hit_vec3_scale(t.v0, -ldexpf(1.0f, -(int)test_random_below(&r, 40)));
        }
        quad u[3] = {(quad)t.v1.x - t.v0.x, (quad)t.v1.y - t.v0.y, (quad)t.v1.z - t.v0.z};
        quad v[3] = {(quad)t.v2.x - t.v0.x, (quad)t.v2.y - t.v0.y, (quad)t.v2.z - t.v0.z};
        const quad c[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        const quad length = sqrtq(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
        const hit_vec3 got = hit_triangle_normal(&t);
        for (int mode = 1; mode < MODES; mode++) {
            mode_set(mode);
            const hit_vec3 again = hit_triangle_normal(&t);
            mode_set(0);
            assert_memory_equal(&again, &got, sizeof got);
        }
        if (n % 3 == 2 || length == 0) {
            assert_true(is(got, 0.0f, 0.0f, 0.0f));
            const double plain = (double)u[1] * (double)v[2] - (double)u[2] * (double)v[1];
            garbage += plain != 0.0;
            flat++;
            continue;
        }
        assert_true(fabsq(got.x - c[0] / length) < 6.0e-8 && fabsq(got.y - c[1] / length) < 6.0e-8);
        assert_true(fabsq(got.z - c[2] / length) < 6.0e-8);
    }
    assert_true(flat > 6000 && garbage > 500);
}

static void spheres(void** state)
{
    const hit_sphere s = hit_sphere_make(hit_vec3_make(1.0f, 2.0f, 3.0f), 2.0f);
    (void)state;
    assert_true(is_box(hit_sphere_bounds(s), hit_vec3_make(-1.0f, 0.0f, 1.0f), hit_vec3_make(3.0f, 4.0f, 5.0f)));
    assert_true(is_box(hit_sphere_bounds(hit_sphere_make(one, 0.0f)), one, one));
    assert_true(is_empty(hit_sphere_bounds(hit_sphere_make(one, -1.0f))));
    assert_true(is_empty(hit_sphere_bounds(hit_sphere_make(with(one, 2, 3e38f), 3e38f))));
    assert_true(is(hit_sphere_normal(s, hit_vec3_make(1.0f, 2.0f, 5.0f)), 0.0f, 0.0f, 1.0f));
    assert_true(is_near(hit_sphere_normal(s, hit_vec3_make(4.0f, 6.0f, 3.0f)), 0.6f, 0.8f, 0.0f));
    assert_true(is(hit_sphere_normal(s, s.center), 0.0f, 0.0f, 0.0f));
    assert_true(is(hit_sphere_normal(hit_sphere_make(with(zero, 0, -FLT_MAX), 1.0f), with(zero, 0, FLT_MAX)), 1.0f,
                   0.0f, 0.0f));
    for (int i = 0; i < 3; i++) {
        assert_true(is_empty(hit_sphere_bounds(hit_sphere_make(one, bad[i]))));
        assert_true(is(hit_sphere_normal(s, with(one, i, bad[i])), 0.0f, 0.0f, 0.0f));
        for (int k = 0; k < 3; k++)
            assert_true(is_empty(hit_sphere_bounds(hit_sphere_make(with(one, k, bad[i]), 1.0f))));
    }
    const hit_vec3 ends[] = {{-2.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {NAN, 0.0f, 0.0f}, {1.0f, HUGE_VALF, 0.0f}};
    const hit_sphere around = hit_sphere_from_points(ends, 0, 4);
    assert_true(is(around.center, 1.0f, 0.0f, 0.0f) && around.radius == 3.0f);
    assert_true(hit_sphere_from_points(NULL, 0, 4).radius == -1.0f);
    assert_true(hit_sphere_from_points(ends, 0, 0).radius == -1.0f);
    assert_true(hit_sphere_from_points(ends + 2, 0, 2).radius == -1.0f);
    assert_true(hit_sphere_from_points(ends, 0, 1).radius == 0.0f);
    const hit_vec3 far[] = {{FLT_MAX, FLT_MAX, 0.0f}, {-FLT_MAX, -FLT_MAX, 0.0f}}; // a radius beyond the range
    assert_true(hit_sphere_from_points(far, 0, 2).radius == -1.0f);
}

static void planes(void** state)
{
    hit_plane p = hit_plane_make(hit_vec3_make(5.0f, 7.0f, 2.0f), hit_vec3_make(0.0f, 0.0f, 4.0f));
    (void)state;
    assert_true(p.offset == 8.0f && is(p.normal, 0.0f, 0.0f, 4.0f));
    assert_true(hit_plane_distance(p, hit_vec3_make(0.0f, 0.0f, 5.0f)) == 3.0f);
    assert_true(hit_plane_distance(p, hit_vec3_make(9.0f, 9.0f, -1.0f)) == -3.0f);
    assert_true(hit_plane_distance(hit_plane_make(one, zero), one) == 0.0f);
    // Rounded once: 1 + 2^-24 is a tie that 2^-60 breaks upward; a sum in double would lose it and go to even.
    p = hit_plane_make(hit_vec3_make(1.0f, 0x1p-24f, 0x1p-60f), one);
    assert_true(p.offset == 1.0f + FLT_EPSILON);
    for (int mode = 0; mode < MODES; mode++) {
        mode_set(mode);
        p = hit_plane_make(hit_vec3_make(1.0f, 0x1p-24f, 0x1p-60f), one);
        const hit_plane q =
            hit_plane_from_points(hit_vec3_make(1e-40f, 0.0f, 3e-40f), hit_vec3_make(2e-40f, 0.0f, 3e-40f),
                                  hit_vec3_make(1e-40f, 1e-40f, 3e-40f));
        mode_set(0);
        assert_true(p.offset == 1.0f + FLT_EPSILON);
        assert_true(q.normal.x == 0.0f && q.normal.y == 0.0f && fabsf(q.offset / q.normal.z - 3e-40f) < 1e-45f);
    }
    p = hit_plane_from_points(hit_vec3_make(0.0f, 0.0f, 3.0f), hit_vec3_make(2.0f, 0.0f, 3.0f),
                              hit_vec3_make(0.0f, 1.0f, 3.0f));
    assert_true(is(p.normal, 0.0f, 0.0f, 2.0f) && p.offset == 6.0f);
    p = hit_plane_from_points(zero, one, hit_vec3_scale(one, 3.0f));
    assert_true(is(p.normal, 0.0f, 0.0f, 0.0f));
    p = hit_plane_from_points(zero, one, with(one, 0, NAN));
    assert_false(hit_vec3_is_finite(p.normal));
    // At the ends of the range the normal is scaled, and the plane is the same.
    const float sizes[] = {1e-44f, 1e-30f, 1e-18f, 1e18f, 1e30f, 1.6e38f};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const float s = sizes[i];
        const hit_vec3 corner[3] = {{s, s, -s}, {2.0f * s, s, -s}, {s, 2.0f * s, -s}};
        p = hit_plane_from_points(corner[0], corner[1], corner[2]);
        assert_true(p.normal.x == 0.0f && p.normal.y == 0.0f && p.normal.z > 0.0f && isfinite(p.normal.z));
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(hit_plane_distance(p, corner[k])) <= 2e-7f * s);
        assert_true(hit_plane_distance(p, zero) > 0.9f * s);
    }
    // An offset that overflows, though the normal does not.
    p = hit_plane_from_points(hit_vec3_make(0.0f, 0.0f, 2e38f), hit_vec3_make(100.0f, 0.0f, 2e38f),
                              hit_vec3_make(0.0f, 1.0f, 2e38f));
    assert_true(isfinite(p.offset) && fabsf(hit_plane_distance(p, zero) + 2e38f) < 1e32f);
}

static void capsules(void** state)
{
    const hit_capsule c = hit_capsule_make(zero, hit_vec3_make(0.0f, 4.0f, 0.0f), 1.0f);
    (void)state;
    assert_true(is_box(hit_capsule_bounds(c), hit_vec3_make(-1.0f, -1.0f, -1.0f), hit_vec3_make(1.0f, 5.0f, 1.0f)));
    assert_true(is(hit_capsule_normal(c, hit_vec3_make(1.0f, 3.0f, 0.0f)), 1.0f, 0.0f, 0.0f));
    assert_true(is(hit_capsule_normal(c, hit_vec3_make(0.0f, -1.0f, 0.0f)), 0.0f, -1.0f, 0.0f));
    assert_true(is_near(hit_capsule_normal(c, hit_vec3_make(0.6f, 4.8f, 0.0f)), 0.6f, 0.8f, 0.0f));
    assert_true(is_near(hit_capsule_normal(c, hit_vec3_make(0.0f, -0.8f, 0.6f)), 0.0f, -0.8f, 0.6f));
    assert_true(is(hit_capsule_normal(c, hit_vec3_make(0.0f, 2.0f, 0.0f)), 0.0f, 0.0f, 0.0f));
    const hit_capsule sphere = hit_capsule_make(one, one, 2.0f);
    assert_true(is(hit_capsule_normal(sphere, hit_vec3_make(1.0f, 3.0f, 1.0f)), 0.0f, 1.0f, 0.0f));
    assert_true(is_box(hit_capsule_bounds(sphere), hit_vec3_scale(one, -1.0f), hit_vec3_scale(one, 3.0f)));
    assert_true(is_empty(hit_capsule_bounds(hit_capsule_make(zero, one, -1e-45f))));
    assert_true(is_empty(hit_capsule_bounds(hit_capsule_make(zero, with(one, 0, FLT_MAX), FLT_MAX))));
    for (int i = 0; i < 3; i++) {
        assert_true(is_empty(hit_capsule_bounds(hit_capsule_make(zero, one, bad[i]))));
        assert_true(is_empty(hit_capsule_bounds(hit_capsule_make(with(zero, i, bad[i]), one, 1.0f))));
        assert_true(is_empty(hit_capsule_bounds(hit_capsule_make(zero, with(one, i, bad[i]), 1.0f))));
        assert_true(is(hit_capsule_normal(c, with(one, i, bad[i])), 0.0f, 0.0f, 0.0f));
    }
}

static void cylinders(void** state)
{
    const hit_cylinder c = hit_cylinder_make(zero, hit_vec3_make(0.0f, 0.0f, 4.0f), 1.0f);
    const hit_cylinder tilted = hit_cylinder_make(zero, hit_vec3_make(3.0f, 4.0f, 0.0f), 5.0f);
    const hit_cylinder none = hit_cylinder_make(one, one, 1.0f);
    const hit_vec3 side = {0.0f, -1.0f, 3.0f};
    (void)state;
    assert_true(is_box(hit_cylinder_bounds(c), hit_vec3_make(-1.0f, -1.0f, 0.0f), hit_vec3_make(1.0f, 1.0f, 4.0f)));
    const hit_aabb box = hit_cylinder_bounds(tilted);
    assert_true(is_near(box.min, -4.0f, -3.0f, -5.0f) && is_near(box.max, 7.0f, 7.0f, 5.0f) && box.max.z == 5.0f);
    assert_true(is(hit_cylinder_normal(c, HIT_FACE_SIDE, side), 0.0f, -1.0f, 0.0f));
    assert_true(is(hit_cylinder_normal(c, HIT_FACE_END_A, side), 0.0f, 0.0f, -1.0f));
    assert_true(is(hit_cylinder_normal(c, HIT_FACE_END_B, side), 0.0f, 0.0f, 1.0f));
    assert_true(is(hit_cylinder_normal(c, HIT_FACE_NONE, side), 0.0f, 0.0f, 0.0f));
    assert_true(is(hit_cylinder_normal(c, 3, side), 0.0f, 0.0f, 0.0f));
    assert_true(is(hit_cylinder_normal(c, HIT_FACE_SIDE, hit_vec3_make(0.0f, 0.0f, 1.0f)), 0.0f, 0.0f, 0.0f));
    assert_true(
        is_near(hit_cylinder_normal(tilted, HIT_FACE_SIDE, hit_vec3_make(-4.0f, 3.0f, 0.0f)), -0.8f, 0.6f, 0.0f));
    // a = b is the empty set.
    assert_true(is_empty(hit_cylinder_bounds(none)));
    for (int face = HIT_FACE_SIDE; face <= HIT_FACE_END_B; face++)
        assert_true(is(hit_cylinder_normal(none, face, side), 0.0f, 0.0f, 0.0f));
    assert_true(is_empty(hit_cylinder_bounds(hit_cylinder_make(zero, one, -1.0f))));
    assert_true(is_empty(hit_cylinder_bounds(hit_cylinder_make(zero, with(zero, 2, 1.0f), HUGE_VALF))));
    for (int i = 0; i < 3; i++) {
        assert_true(is_empty(hit_cylinder_bounds(hit_cylinder_make(zero, one, bad[i]))));
        assert_true(is_empty(hit_cylinder_bounds(hit_cylinder_make(with(zero, i, bad[i]), one, 1.0f))));
        assert_true(is_empty(hit_cylinder_bounds(hit_cylinder_make(zero, with(one, i, bad[i]), 1.0f))));
        assert_true(is(hit_cylinder_normal(c, HIT_FACE_SIDE, with(one, i, bad[i])), 0.0f, 0.0f, 0.0f));
    }
}

static void discs(void** state)
{
    (void)state;
    const hit_aabb flat = hit_disc_bounds(hit_disc_make(one, hit_vec3_make(0.0f, -3.0f, 0.0f), 2.0f));
    assert_true(is_box(flat, hit_vec3_make(-1.0f, 1.0f, -1.0f), hit_vec3_make(3.0f, 1.0f, 3.0f)));
    const hit_aabb tilted = hit_disc_bounds(hit_disc_make(zero, hit_vec3_make(3.0f, 4.0f, 0.0f), 5.0f));
    assert_true(is_near(tilted.min, -4.0f, -3.0f, -5.0f) && is_near(tilted.max, 4.0f, 3.0f, 5.0f));
    assert_true(is_box(hit_disc_bounds(hit_disc_make(one, one, 0.0f)), one, one));
    assert_true(is_empty(hit_disc_bounds(hit_disc_make(one, zero, 1.0f))));
    assert_true(is_empty(hit_disc_bounds(hit_disc_make(one, one, -1.0f))));
    for (int i = 0; i < 3; i++) {
        assert_true(is_empty(hit_disc_bounds(hit_disc_make(one, one, bad[i]))));
        assert_true(is_empty(hit_disc_bounds(hit_disc_make(with(one, i, bad[i]), one, 1.0f))));
        assert_true(is_empty(hit_disc_bounds(hit_disc_make(one, with(one, i, bad[i]), 1.0f))));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays),
        cmocka_unit_test(ray_validity),
        cmocka_unit_test(ray_transform),
        cmocka_unit_test(boxes),
        cmocka_unit_test(boxes_in_boxes),
        cmocka_unit_test(boxes_from_center),
        cmocka_unit_test(boxes_from_points),
        cmocka_unit_test(boxes_transformed),
        cmocka_unit_test(box_normals),
        cmocka_unit_test(oriented_boxes),
        cmocka_unit_test(oriented_box_from_matrix),
        cmocka_unit_test(oriented_box_refused),
        cmocka_unit_test(triangles),
        cmocka_unit_test(triangle_normals),
        cmocka_unit_test(spheres),
        cmocka_unit_test(planes),
        cmocka_unit_test(capsules),
        cmocka_unit_test(cylinders),
        cmocka_unit_test(discs),
    };
    printf("HIT_SEED=%llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
