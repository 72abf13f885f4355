// Cones: how they are made, what is in them, their bounds and normals, and bad input.
//
// Bounds are checked in quadruple precision: they contain the surface, and are within two units of float of it.
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <hitscan/cone.h>

static const hit_vec3 origin = {0, 0, 0}, up = {0, 0, 2};

static bool near(float x, double y, double relative)
{
    return fabs(x - y) <= relative * fabs(y);
}

static bool same_vec3(hit_vec3 v, float x, float y, float z)
{
    return v.x == x && v.y == y && v.z == z;
}

static bool is_empty(hit_aabb box)
{
    const hit_aabb empty = hit_aabb_empty();
    return memcmp(&box, &empty, sizeof box) == 0;
}

static bool is_valid(hit_cone cone)
{
    return hit_cone_is_valid(&cone);
}

// ---- Making them -----------------------------------------------------------------------------------------------

static void from_an_angle(void** state)
{
    (void)state;
    const float angles[] = {1e-40f, 1e-20f, 1e-7f, 1e-3f, 0.5f, 1.0f, 1.5f, 1.5707f, 0x1.921fb4p+0f};
    for (int i = 0; i < 9; i++) {
        const hit_cone cone = hit_cone_make(origin, up, angles[i]);
        assert_true(is_valid(cone));
        assert_true(cone.tangent == (float)tanq((quad)angles[i]));
        assert_true(cone.h_min == 0.0f && cone.h_max == HUGE_VALF);
        assert_true(same_vec3(cone.apex, 0, 0, 0) && same_vec3(cone.axis, 0, 0, 2));
        assert_true(near(hit_cone_half_angle(&cone), (double)angles[i], 0x1p-22));
        assert_true(is_valid(hit_cone_make(origin, up, hit_cone_half_angle(&cone))));
    }
    const float bad[] = {0.0f, -0.0f, -1.0f, 0x1.921fb6p+0f, 2.0f, 3.5f, 1e30f, NAN, HUGE_VALF, -HUGE_VALF};
    for (int i = 0; i < 10; i++)
        assert_false(is_valid(hit_cone_make(origin, up, bad[i])));
}

static void from_a_function_of_the_angle(void** state)
{
    (void)state;
    assert_true(hit_cone_from_tan(origin, up, 0.75f).tangent == 0.75f);
    assert_true(hit_cone_from_sin(origin, up, 0x1p-149f).tangent == 0x1p-149f);
    assert_true(hit_cone_from_sin(origin, up, 1e-7f).tangent == 1e-7f);
    const float x[] = {1e-4f, 0.1f, 0.6f, 0.8f, 0.99f, 0x1.fffffep-1f};
    for (int i = 0; i < 6; i++) {
        const quad s = x[i], other = sqrtq((1 - s) * (1 + s));
        assert_true(near(hit_cone_from_sin(origin, up, x[i]).tangent, (double)(s / other), 0x1p-24));
        assert_true(near(hit_cone_from_cos(origin, up, x[i]).tangent, (double)(other / s), 0x1p-24));
    }
    // 3e-4 is about where floats begin to have a cosine below 1.
    assert_true(is_valid(hit_cone_from_cos(origin, up, 0x1.fffffep-1f)));
    assert_true(is_valid(hit_cone_from_cos(origin, up, 0x1p-149f)));
    const float bad[] = {0.0f, -0.5f, 1.0f, 1.5f, NAN, HUGE_VALF, -HUGE_VALF};
    for (int i = 0; i < 7; i++) {
        assert_false(is_valid(hit_cone_from_sin(origin, up, bad[i])));
        assert_false(is_valid(hit_cone_from_cos(origin, up, bad[i])));
    }
    assert_false(is_valid(hit_cone_from_tan(origin, up, 0.0f)));
}

static void from_two_radii(void** state)
{
    (void)state;
    const hit_vec3 a = {1, 2, 3}, b = {1, 2, 5};
    hit_cone cone = hit_cone_from_radii(a, 1, b, 2);
    assert_true(same_vec3(cone.apex, 1, 2, 1) && same_vec3(cone.axis, 0, 0, 2));
    assert_true(cone.tangent == 0.5f && cone.h_min == 2.0f && cone.h_max == 4.0f);
    cone = hit_cone_from_radii(b, 1, a, 2); // the narrow end is always that at h_min
    assert_true(same_vec3(cone.apex, 1, 2, 7) && same_vec3(cone.axis, 0, 0, -2));
    assert_true(cone.tangent == 0.5f && cone.h_min == 2.0f && cone.h_max == 4.0f);
    cone = hit_cone_from_radii(a, 0, b, 2); // pointed, either way
    assert_true(same_vec3(cone.apex, 1, 2, 3) && cone.tangent == 1.0f && cone.h_min == 0.0f && cone.h_max == 2.0f);
    assert_false(signbit(cone.h_min));
    cone = hit_cone_from_radii(a, 2, b, 0);
    assert_true(same_vec3(cone.apex, 1, 2, 5) && cone.h_min == 0.0f && cone.h_max == 2.0f);

    test_random r = test_random_make(test_seed() + 31);
    for (int n = 0; n < 2000; n++) {
        const hit_vec3 p = test_random_vec3(&r, -10.0f, 10.0f);
        const hit_vec3 q = test_random_vec3(&r, -10.0f, 10.0f);
        const float s = test_random_range(&r, 0.0f, 5.0f);
        const float t = test_random_range(&r, 0.0f, 5.0f);
        if (fabsf(s - t) < 0.1f)
            continue;
        cone = hit_cone_from_radii(p, s, q, t);
        assert_true(is_valid(cone));
        const hit_vec3 d = hit_vec3_normalize(cone.axis), low = s < t ? p : q, high = s < t ? q : p;
        const hit_vec3 bottom = hit_vec3_add(cone.apex, hit_vec3_scale(d, cone.h_min));
        const hit_vec3 top = hit_vec3_add(cone.apex, hit_vec3_scale(d, cone.h_max));
        const float size = hit_vec3_length(cone.apex) + cone.h_max;
        // The heights are above the apex as it is: a compiler that mixes it up with the one before rounding shows here.
        const quad u[3] = {(quad)high.x - low.x, (quad)high.y - low.y, (quad)high.z - low.z};
        const quad v[3] = {(quad)high.x - cone.apex.x, (quad)high.y - cone.apex.y, (quad)high.z - cone.apex.z};
        const quad square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        assert_true(cone.h_max == (float)((u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / sqrtq(square)));
        assert_true(hit_vec3_length(hit_vec3_sub(bottom, low)) <= 4e-7f * size);
        assert_true(hit_vec3_length(hit_vec3_sub(top, high)) <= 4e-7f * size);
        assert_true(fabsf(cone.tangent * cone.h_min - fminf(s, t)) <= 4e-7f * size);
        assert_true(fabsf(cone.tangent * cone.h_max - fmaxf(s, t)) <= 4e-7f * size);
    }

    const float bad[] = {-1.0f, NAN, HUGE_VALF, -HUGE_VALF};
    for (int i = 0; i < 4; i++) {
        assert_false(is_valid(hit_cone_from_radii(a, bad[i], b, 2)));
        assert_false(is_valid(hit_cone_from_radii(a, 1, b, bad[i])));
        assert_false(is_valid(hit_cone_from_radii(hit_vec3_make(bad[i] < 0 ? HUGE_VALF : bad[i], 0, 0), 1, b, 2)));
        assert_false(is_valid(hit_cone_from_radii(a, 1, hit_vec3_make(0, bad[i] < 0 ? NAN : bad[i], 0), 2)));
    }
    assert_false(is_valid(hit_cone_from_radii(a, 1, b, 1)));
    assert_false(is_valid(hit_cone_from_radii(a, 1, a, 2)));
    assert_false(is_valid(hit_cone_from_radii(a, 0, b, -0.0f)));
    assert_false(is_valid(hit_cone_from_radii(a, 0, hit_vec3_make(1, 2, nextafterf(3, 4)), FLT_MAX))); // the tangent
    const hit_vec3 left = {-FLT_MAX, 0, 0}, right = {FLT_MAX, 0, 0};
    assert_false(is_valid(hit_cone_from_radii(left, 1, right, 2))); // the apex
    assert_false(is_valid(hit_cone_from_radii(left, 0, right, 2))); // the height
    // A difference beyond FLT_MAX, of which only a part is needed.
    cone = hit_cone_from_radii(hit_vec3_make(-0x1p127f, 0, 0), 0, hit_vec3_make(0x1.8p126f, 0, 0), 0x1p127f);
    assert_true(is_valid(cone) && same_vec3(cone.apex, -0x1p127f, 0, 0) && cone.h_max == 0x1.cp127f);
}

static void validity(void** state)
{
    (void)state;
    const hit_cone good = {{1, 2, 3}, {0, 0, 2}, 0.5f, 1, 2};
    const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF};
    assert_true(is_valid(good));
    assert_false(hit_cone_is_valid(NULL));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 9; k++) {
            hit_cone c = good;
            float* const field[9] = {&c.apex.x, &c.apex.y,  &c.apex.z, &c.axis.x, &c.axis.y,
                                     &c.axis.z, &c.tangent, &c.h_min,  &c.h_max};
            *field[k] = bad[i];
            assert_int_equal(is_valid(c), k == 8 && i == 1); // only h_max may be infinite
            if (!is_valid(c)) {
                assert_true(hit_cone_half_angle(&c) == 0.0f && is_empty(hit_cone_bounds(&c)));
                assert_false(hit_cone_contains(&c, hit_vec3_make(1, 2, 4.5f)));
                assert_true(same_vec3(hit_cone_normal(&c, HIT_FACE_END_B, origin), 0, 0, 0));
            }
        }
    const struct {
        float tangent, h_min, h_max;
        bool valid;
    } rows[] = {{0, 0, 1, false},
                {-0.0f, 0, 1, false},
                {-1, 0, 1, false},
                {0x1p-149f, 0, 1, true},
                {FLT_MAX, 0, 1, true},
                {1, 0, 0, true},
                {1, -0.0f, -0.0f, true},
                {1, 0, -0.0f, true},
                {1, -0x1p-149f, 1, false},
                {1, 2, 1, false},
                {1, 1, 1, true},
                {1, 0, 0x1p-149f, true},
                {1, 0x1p-149f, 0, false},
                {1, FLT_MAX, FLT_MAX, true},
                {1, FLT_MAX, HUGE_VALF, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const hit_cone c = {{0, 0, 0}, {0, 0, 1}, rows[i].tangent, rows[i].h_min, rows[i].h_max};
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            const bool valid = hit_cone_is_valid(&c);
            mode_set(0);
            assert_int_equal(valid, rows[i].valid);
        }
    }
    hit_cone c = good;
    c.axis = hit_vec3_make(0.0f, -0.0f, 0.0f);
    assert_false(is_valid(c));
    c.axis = hit_vec3_make(0.0f, -0x1p-149f, 0.0f);
    assert_true(is_valid(c));
    // Clipping keeps what both have, and makes the empty set when that is nothing.
    c = hit_cone_clip(good, 1.5f, NAN);
    assert_true(c.h_min == 1.5f && c.h_max == 2.0f);
    assert_false(is_valid(hit_cone_clip(good, 3, 4)));
}

// ---- What is in them -------------------------------------------------------------------------------------------

static bool holds(hit_cone c, float x, float y, float z)
{
    return hit_cone_contains(&c, hit_vec3_make(x, y, z));
}

static void points(void** state)
{
    (void)state;
    const hit_cone whole = hit_cone_from_tan(origin, up, 1), cut = hit_cone_clip(whole, 1, 5);
    assert_true(holds(whole, 0, 0, 0) && holds(whole, 3, 4, 5) && holds(whole, -4, 3, 5) && holds(whole, 0, 0, 1e30f));
    assert_false(holds(cut, 0, 0, 0));
    assert_true(holds(cut, 3, 4, 5) && holds(cut, 1, 0, 1) && holds(cut, 0, 0, 1) && holds(cut, 0, 0, 5));
    assert_false(holds(cut, 0, 0, nextafterf(1, 0)) || holds(cut, 0, 0, nextafterf(5, 6)));
    assert_false(holds(whole, nextafterf(3, 4), 4, 5) || holds(whole, 3, 4, nextafterf(5, 0)));
    assert_true(holds(whole, nextafterf(3, 0), 4, 5));
    assert_false(holds(whole, 3, 4, -5) || holds(whole, 0, 0, -1) || holds(whole, 1, 0, 0)); // the mirror image
    assert_false(holds(whole, 0x1p-149f, 0, 0) || holds(whole, 0, 0, -0x1p-149f));
    assert_true(holds(whole, 0, 0, 0x1p-149f) && holds(whole, 0x1p-149f, 0, 0x1p-149f));
    // By less than a double can tell: (3, 4 + e) at height 5.
    hit_cone off = whole;
    off.apex.x = 0x1p-120f;
    assert_true(holds(off, 3, 4, 5));
    assert_false(holds(off, -3, 4, 5));
    // A skew one: 5·u + 3·v + 4·w of three perpendicular vectors of length 3.
    const hit_cone skew = hit_cone_clip(hit_cone_from_tan(origin, hit_vec3_make(2, 1, 2), 1), 0, 15);
    assert_true(holds(skew, 8, 19, 5));
    assert_false(holds(skew, 8, nextafterf(19, 20), 5) || holds(skew, 8, 19, nextafterf(5, 6)));
    // The height of (2, 1, 2) is 3 to the bit, that of (1, 1, 1) above an axis (1, 1, 1) is between two floats.
    const hit_cone three = {{0, 0, 0}, {1, 1, 1}, 1, 0, (float)sqrt(3.0)};
    const float root = three.h_max;
    assert_int_equal(holds(three, 1, 1, 1), (double)root * root >= 3.0);
    assert_true(holds(hit_cone_clip(three, 0, nextafterf(root, 0)), 1, 1, 1) == false);
    // A needle, and a cone that is almost a half-space.
    const hit_cone needle = hit_cone_make(origin, up, 1e-7f), plain = hit_cone_from_tan(origin, up, 1e30f);
    assert_true(holds(needle, 0.99f, 0, 1e7f) && holds(needle, 0, 0, 1));
    assert_false(holds(needle, 1.01f, 0, 1e7f));
    assert_true(holds(plain, 1e20f, -1e20f, 1) && holds(plain, 1, 1, 1e-29f));
    assert_false(holds(plain, 1, 1, -1e-29f));
    // Bad points.
    assert_false(holds(whole, NAN, 0, 1) || holds(whole, 0, HUGE_VALF, 1) || holds(whole, 0, 0, HUGE_VALF));
    assert_false(hit_cone_contains(NULL, origin));
    // The range of float.
    const hit_cone large = {{-FLT_MAX, 0, 0}, {FLT_MAX, 0, 0}, FLT_MAX, 0, HUGE_VALF};
    assert_true(holds(large, FLT_MAX, FLT_MAX, FLT_MAX));
    const hit_cone small = {{0, 0, 0}, {0x1p-149f, 0, 0}, 0x1p-149f, 0, HUGE_VALF};
    assert_true(holds(small, 1, 0x1p-149f, 0));
    assert_false(holds(small, 1, 0x1p-149f, 0x1p-149f) || holds(small, 1, 0x1p-148f, 0));
}

static void whole_shapes(void** state)
{
    (void)state;
    const hit_cone cone = hit_cone_clip(hit_cone_from_tan(origin, up, 1), 1, 10);
    const hit_aabb box = {{-3, -4, 5}, {3, 4, 10}}, wide = {{-3, -4, nextafterf(5, 0)}, {3, 4, 10}};
    assert_true(hit_cone_contains_aabb(&cone, box));
    assert_false(hit_cone_contains_aabb(&cone, wide) || hit_cone_contains_aabb(&cone, hit_aabb_empty()));
    assert_false(hit_cone_contains_aabb(NULL, box));
    const hit_triangle in = {{3, 4, 5}, {0, 0, 1}, {-3, 4, 5}}, out = {{3, 4, 5}, {0, 0, 1}, {-3, 4, nextafterf(5, 0)}};
    assert_true(hit_cone_contains_triangle(&cone, &in));
    assert_false(hit_cone_contains_triangle(&cone, &out) || hit_cone_contains_triangle(&cone, NULL));
    assert_false(hit_cone_contains_triangle(NULL, &in));
    assert_true(hit_cone_contains_segment(&cone, in.v0, in.v1));
    assert_false(hit_cone_contains_segment(&cone, in.v0, out.v2) || hit_cone_contains_segment(NULL, in.v0, in.v1));
    assert_false(hit_cone_contains_segment(&cone, in.v0, hit_vec3_make(NAN, 0, 5)));

    // The same box, turned by no angle, of axes of other lengths; and one without a volume to speak of.
    hit_obb obb = {{0, 0, 7.5f}, {{2, 0, 0}, {0, 0.5f, 0}, {0, 0, 1}}, {6, 2, 2.5f}};
    assert_true(hit_cone_contains_obb(&cone, &obb));
    obb.half[0] = 6.0001f;
    assert_false(hit_cone_contains_obb(&cone, &obb));
    obb.half[0] = -1.0f;
    assert_false(hit_cone_contains_obb(&cone, &obb));
    const hit_obb sheared = {{0, 0, 7.5f}, {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, {1, 1, 1}};
    assert_true(hit_cone_contains_obb(&cone, &sheared));
    const hit_obb flat = {{0, 0, 7.5f}, {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {1, 1, 1}};
    assert_false(hit_cone_contains_obb(&cone, &flat)); // unbounded
    const hit_cone whole = hit_cone_from_tan(origin, up, 1);
    const hit_obb apex = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    assert_true(hit_cone_contains_obb(&whole, &apex));
    assert_false(hit_cone_contains_obb(&cone, &apex) || hit_cone_contains_obb(&cone, NULL));
    assert_false(hit_cone_contains_obb(NULL, &apex));
    hit_obb bad = apex;
    bad.axis[1].z = NAN;
    assert_false(hit_cone_contains_obb(&whole, &bad));

    // A turned box that touches the side and both ends with its corners: its axes are perpendicular and 3 long, its
    // lower corners 5 from the axis at height 5.
    const hit_cone skew = hit_cone_clip(hit_cone_from_tan(origin, hit_vec3_make(2, 1, 2), 1), 5, 7);
    hit_obb turned = {{4, 2, 4}, {{2, 1, 2}, {-2, 2, 1}, {1, 2, -2}}, {3, 9, 12}};
    assert_true(hit_cone_contains_obb(&skew, &turned));
    for (int i = 0; i < 3; i++) {
        const float half = turned.half[i];
        turned.half[i] = nextafterf(half, 100);
        assert_false(hit_cone_contains_obb(&skew, &turned));
        turned.half[i] = half;
    }

    // A sphere of radius 1 fits from the height sqrt(2) on.
    assert_true(hit_cone_contains_sphere(&whole, hit_sphere_make(hit_vec3_make(0, 0, 1.41422f), 1)));
    assert_false(hit_cone_contains_sphere(&whole, hit_sphere_make(hit_vec3_make(0, 0, 1.41421f), 1)));
    assert_true(hit_cone_contains_sphere(&cone, hit_sphere_make(hit_vec3_make(0, 0, 9), 1)));
    assert_false(hit_cone_contains_sphere(&cone, hit_sphere_make(hit_vec3_make(0, 0, 9.0001f), 1)));
    assert_false(hit_cone_contains_sphere(&cone, hit_sphere_make(hit_vec3_make(0, 0, 1.0f), 0.1f)));
    assert_false(hit_cone_contains_sphere(&whole, hit_sphere_make(hit_vec3_make(0, 0, -5), 1)));
    assert_false(hit_cone_contains_sphere(&whole, hit_sphere_make(hit_vec3_make(0, 0, 5), -1)));
    assert_false(hit_cone_contains_sphere(&whole, hit_sphere_make(hit_vec3_make(0, 0, 5), NAN)));
    assert_false(hit_cone_contains_sphere(&whole, hit_sphere_make(hit_vec3_make(0, NAN, 5), 1)));
    assert_true(hit_cone_contains_sphere(&whole, hit_sphere_make(origin, 0)));
    assert_false(hit_cone_contains_sphere(&whole, hit_sphere_make(origin, 0x1p-149f)));
    assert_false(hit_cone_contains_sphere(&cone, hit_sphere_make(origin, 0)));
    assert_false(hit_cone_contains_sphere(NULL, hit_sphere_make(origin, 0)));
}

// ---- Bounds and normals ----------------------------------------------------------------------------------------

static float component(hit_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// The exact side of the bounds along axis k, on the upper or the lower side.
static quad extent(const hit_cone* c, int k, bool upper)
{
    const quad d[3] = {c->axis.x, c->axis.y, c->axis.z};
    const quad length = sqrtq(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const quad along = d[k] / length, across = hypotq(d[(k + 1) % 3], d[(k + 2) % 3]) / length;
    const quad reach = upper ? along + c->tangent * across : along - c->tangent * across;
    const quad at_low = c->h_min * reach, at_high = c->h_max * reach;
    return component(c->apex, k) + (upper ? fmaxq(at_low, at_high) : fminq(at_low, at_high));
}

static hit_aabb bounds_in_all_modes(const hit_cone* cone)
{
    const hit_aabb box = hit_cone_bounds(cone);
    for (int mode = 1; mode < MODES; mode++) {
        mode_set(mode);
        const hit_aabb other = hit_cone_bounds(cone);
        mode_set(0);
        assert_memory_equal(&other, &box, sizeof box);
    }
    return box;
}

static void bounds(void** state)
{
    (void)state;
    test_random r = test_random_make(test_seed() + 32);
    int loose = 0, sides = 0;
    // Along and across the axes they are exact.
    const hit_cone straight = {{1, 2, 3}, {0, 0, 7}, 0.75f, 2, 4};
    hit_aabb box = hit_cone_bounds(&straight);
    assert_true(same_vec3(box.min, -2, -1, 5) && same_vec3(box.max, 4, 5, 7));
    const hit_cone down = {{1, 2, 3}, {-0.1f, 0, 0}, 0.75f, 0, 4};
    box = hit_cone_bounds(&down);
    assert_true(same_vec3(box.min, -3, -1, 0) && same_vec3(box.max, 1, 5, 6));
    for (int n = 0; n < 20000; n++) {
        hit_cone c;
        const uint32_t kind = test_random_below(&r, 4);
        c.apex = kind == 0 ? test_random_grid_vec3(&r) : test_random_vec3(&r, -10.0f, 10.0f);
        c.axis = kind == 1 ? test_random_exponents(&r, -100, 100) : test_random_vec3(&r, -1.0f, 1.0f);
        if (kind == 0)
            c.axis = test_random_grid_vec3(&r);
        const float tangent = test_random_exponent(&r, -30, 8);
        const float low = test_random_range(&r, 0.0f, 4.0f);
        const float more = test_random_range(&r, 0.0f, 6.0f);
        c.tangent = fabsf(tangent);
        c.h_min = test_random_below(&r, 2) ? 0.0f : low;
        c.h_max = test_random_below(&r, 4) ? c.h_min + more : c.h_min;
        if (!hit_cone_is_valid(&c)) // a zero axis
            continue;
        box = bounds_in_all_modes(&c);
        for (int k = 0; k < 3; k++) {
            const quad low_side = extent(&c, k, false), high_side = extent(&c, k, true);
            const float lo = component(box.min, k), hi = component(box.max, k);
            // Quadruple precision is off by less than this.
            const quad slack = (quad)1e-30 * (fabsq(low_side) + fabsq(high_side) + fabsf(component(c.apex, k)));
            assert_true(lo <= low_side + slack && hi >= high_side - slack);
            // A unit of the coordinate, and 2^-48 of what was added to the apex.
            const quad spare = (quad)0x1p-47 * c.h_max * (1 + c.tangent);
            assert_true(nextafterf(nextafterf(lo, HUGE_VALF), HUGE_VALF) + spare >= low_side);
            assert_true(nextafterf(nextafterf(hi, -HUGE_VALF), -HUGE_VALF) - spare <= high_side);
            sides += 2;
            loose += (nextafterf(lo, HUGE_VALF) < low_side) + (nextafterf(hi, -HUGE_VALF) > high_side);
        }
    }
    assert_true(loose < sides / 100); // nearly all are the tightest
    const hit_cone whole = hit_cone_from_tan(origin, up, 1), far = {{FLT_MAX, 0, 0}, {1, 0, 0}, 1, 0, FLT_MAX};
    assert_true(is_empty(hit_cone_bounds(&whole)) && is_empty(hit_cone_bounds(NULL)) &&
                is_empty(hit_cone_bounds(&far)));
    const hit_cone point = {{1, 2, 3}, {1, 2, 3}, 1, 0, 0};
    box = hit_cone_bounds(&point);
    assert_true(same_vec3(box.min, 1, 2, 3) && same_vec3(box.max, 1, 2, 3));
}

static void normals(void** state)
{
    (void)state;
    const hit_cone cone = {{1, 0, 0}, {0, 0, 5}, 0.75f, 1, 4}, whole = hit_cone_from_tan(origin, up, 1);
    assert_true(same_vec3(hit_cone_normal(&cone, HIT_FACE_END_A, origin), 0, 0, -1));
    assert_true(same_vec3(hit_cone_normal(&cone, HIT_FACE_END_B, origin), 0, 0, 1));
    const hit_vec3 n = hit_cone_normal(&cone, HIT_FACE_SIDE, hit_vec3_make(2.5f, 0, 2));
    assert_true(near(n.x, 0.8, 1e-7) && n.y == 0.0f && near(n.z, -0.6, 1e-7));
    assert_true(same_vec3(hit_cone_normal(&cone, HIT_FACE_SIDE, hit_vec3_make(1, 0, 2)), 0, 0, 0)); // on the axis
    assert_true(same_vec3(hit_cone_normal(&cone, HIT_FACE_SIDE, hit_vec3_make(1, NAN, 2)), 0, 0, 0));
    assert_true(same_vec3(hit_cone_normal(&cone, HIT_FACE_NONE, hit_vec3_make(2, 0, 2)), 0, 0, 0));
    assert_true(same_vec3(hit_cone_normal(&cone, HIT_FACE_POS_Z, hit_vec3_make(2, 0, 2)), 0, 0, 0));
    assert_true(same_vec3(hit_cone_normal(NULL, HIT_FACE_SIDE, hit_vec3_make(2, 0, 2)), 0, 0, 0));
    const hit_vec3 end = hit_cone_normal(&whole, HIT_FACE_END_A, origin);
    assert_false(signbit(end.x) || signbit(end.y));
    // Perpendicular to the ruling through the point, and outward, for random cones.
    test_random r = test_random_make(test_seed() + 33);
    for (int i = 0; i < 2000; i++) {
        hit_cone c = whole;
        c.apex = test_random_vec3(&r, -5.0f, 5.0f);
        c.axis = test_random_vec3(&r, -1.0f, 1.0f);
        c.tangent = test_random_range(&r, 0.01f, 5.0f);
        const hit_vec3 side = test_random_vec3(&r, -1.0f, 1.0f), d = hit_vec3_normalize(c.axis);
        const hit_vec3 radial = hit_vec3_normalize(hit_vec3_cross(hit_vec3_cross(d, side), d));
        const hit_vec3 ruling = hit_vec3_add(d, hit_vec3_scale(radial, c.tangent));
        const hit_vec3 normal = hit_cone_normal(&c, HIT_FACE_SIDE, hit_vec3_add(c.apex, hit_vec3_scale(ruling, 3)));
        for (int mode = 1; mode < MODES; mode++) {
            const hit_vec3 p = hit_vec3_add(c.apex, hit_vec3_scale(ruling, 3));
            mode_set(mode);
            const hit_vec3 again = hit_cone_normal(&c, HIT_FACE_SIDE, p);
            mode_set(0);
            assert_memory_equal(&again, &normal, sizeof normal);
        }
        assert_true(fabsf(hit_vec3_length(normal) - 1.0f) < 1e-6f);
        assert_true(fabsf(hit_vec3_dot(normal, hit_vec3_normalize(ruling))) < 1e-4f);
        assert_true(hit_vec3_dot(normal, radial) > 0.0f && hit_vec3_dot(normal, d) < 0.0f);
    }
}

// ---- The floating-point environment ----------------------------------------------------------------------------

static void modes_change_nothing(void** state)
{
    (void)state;
    const hit_cone off = {{0x1p-120f, 0, 0}, {0, 0, 2}, 1, 0, 5},
                   small = {{0, 0, 0}, {0x1p-149f, 0, 0}, 0x1p-149f, 0, 2};
    const hit_obb obb = {{0, 0, 7.5f}, {{2, 0, 0}, {0, 0.5f, 0}, {0, 0, 1}}, {6, 2, 2.5f}};
    const hit_cone cone = hit_cone_clip(hit_cone_from_tan(origin, up, 1), 1, 10);
    for (int mode = 0; mode < MODES; mode++) {
        mode_set(mode);
        const hit_cone made[5] = {hit_cone_make(origin, up, 0.7f), hit_cone_from_sin(origin, up, 0.3f),
                                  hit_cone_from_cos(origin, up, 0.3f), hit_cone_make(origin, up, 1e-40f),
                                  hit_cone_from_radii(origin, 0.1f, hit_vec3_make(0.3f, 1, 2), 0.7f)};
        const float angle = hit_cone_half_angle(&made[0]);
        const bool inside = hit_cone_contains(&off, hit_vec3_make(3, 4, 5)),
                   outside = hit_cone_contains(&off, hit_vec3_make(-3, 4, 5)),
                   tiny = hit_cone_contains(&small, hit_vec3_make(1, 0x1p-149f, 0)),
                   tinier = hit_cone_contains(&small, hit_vec3_make(1, 0x1p-149f, 0x1p-149f)),
                   box = hit_cone_contains_obb(&cone, &obb),
                   sphere = hit_cone_contains_sphere(&cone, hit_sphere_make(hit_vec3_make(0, 0, 9), 1)),
                   aabb =
                       hit_cone_contains_aabb(&cone, hit_aabb_make(hit_vec3_make(-3, -4, 5), hit_vec3_make(3, 4, 10)));
        mode_set(0);
        const hit_cone want[5] = {hit_cone_make(origin, up, 0.7f), hit_cone_from_sin(origin, up, 0.3f),
                                  hit_cone_from_cos(origin, up, 0.3f), hit_cone_make(origin, up, 1e-40f),
                                  hit_cone_from_radii(origin, 0.1f, hit_vec3_make(0.3f, 1, 2), 0.7f)};
        assert_memory_equal(made, want, sizeof made);
        assert_true(angle == hit_cone_half_angle(&want[0]));
        assert_true(inside && !outside && tiny && !tinier && box && sphere && aabb);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(from_an_angle),
                                       cmocka_unit_test(from_a_function_of_the_angle),
                                       cmocka_unit_test(from_two_radii),
                                       cmocka_unit_test(validity),
                                       cmocka_unit_test(points),
                                       cmocka_unit_test(whole_shapes),
                                       cmocka_unit_test(bounds),
                                       cmocka_unit_test(normals),
                                       cmocka_unit_test(modes_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
