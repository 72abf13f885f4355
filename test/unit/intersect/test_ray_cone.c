// Rays against cones: known values, clipping, faces, bad input, and the floating-point environment.
#include "support/base/cmocka_all.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <hitscan/intersect.h>

static const float inf = HUGE_VALF;

enum { NONE = HIT_FACE_NONE, SIDE = HIT_FACE_SIDE, A = HIT_FACE_END_A, B = HIT_FACE_END_B };

static hit_ray ray_of(float ox, float oy, float oz, float dx, float dy, float dz, float t_min, float t_max)
{
    const hit_ray r = {{ox, oy, oz}, {dx, dy, dz}, t_min, t_max};
    return r;
}

static void expect_miss(hit_ray ray, const hit_cone* cone)
{
    hit_span span, before;
    memset(&span, 0x5a, sizeof span);
    before = span;
    assert_false(hit_ray_cone(ray, cone, &span));
    assert_memory_equal(&before, &span, sizeof span);
    assert_false(hit_ray_cone(ray, cone, NULL));
}

static void expect_hit(hit_ray ray, const hit_cone* cone, float enter, int face_enter, float leave, int face_exit,
                       bool inside)
{
    hit_span span;
    memset(&span, 0x5a, sizeof span);
    assert_true(hit_ray_cone(ray, cone, &span));
    assert_true(hit_ray_cone(ray, cone, NULL));
    assert_true(span.t_enter == enter && span.t_exit == leave);
    assert_false(signbit(span.t_enter) && span.t_enter == 0.0f);
    assert_false(signbit(span.t_exit) && span.t_exit == 0.0f);
    assert_int_equal(span.face_enter, face_enter);
    assert_int_equal(span.face_exit, face_exit);
    assert_int_equal(span.inside, inside);
}

// About z, from the origin up, as wide as high: infinite, pointed, cut, and a disc of radius 2 at height 2.
static const hit_cone whole = {{0, 0, 0}, {0, 0, 2}, 1, 0, HUGE_VALF};
static const hit_cone pointed = {{0, 0, 0}, {0, 0, 2}, 1, 0, 4};
static const hit_cone frustum = {{0, 0, 0}, {0, 0, 2}, 1, 1, 4};
static const hit_cone disc = {{0, 0, 0}, {0, 0, 2}, 1, 2, 2};

static void across_the_axis(void** state)
{
    (void)state;
    expect_hit(ray_of(-5, 0, 2, 2, 0, 0, 0, inf), &whole, 1.5f, SIDE, 3.5f, SIDE, false);
    expect_hit(ray_of(-5, 0, 2, 2, 0, 0, 0, inf), &frustum, 1.5f, SIDE, 3.5f, SIDE, false);
    expect_hit(ray_of(-5, 0, 2, 2, 0, 0, 0, inf), &disc, 1.5f, SIDE, 3.5f, SIDE, false);
    // 3, 4, 5.
    expect_hit(ray_of(-9, 3, 5, 1, 0, 0, 0, inf), &whole, 5, SIDE, 13, SIDE, false);
    expect_miss(ray_of(-9, 3, 5, 1, 0, 0, 0, inf), &frustum);
    expect_hit(ray_of(-9, 0, 4, 1, 0, 0, 0, inf), &frustum, 5, SIDE, 13, SIDE, false); // in the upper end
    expect_hit(ray_of(-9, 0, 1, 1, 0, 0, 0, inf), &frustum, 8, SIDE, 10, SIDE, false);
    expect_miss(ray_of(-9, 0, nextafterf(4, 5), 1, 0, 0, 0, inf), &frustum);
    expect_miss(ray_of(-9, 0, nextafterf(1, 0), 1, 0, 0, 0, inf), &frustum);
    // It touches, or passes by.
    expect_hit(ray_of(-9, 2, 2, 1, 0, 0, 0, inf), &whole, 9, SIDE, 9, SIDE, false);
    expect_miss(ray_of(-9, nextafterf(2, 3), 2, 1, 0, 0, 0, inf), &whole);
    // Tilted: x = -5 + t, z = 4 - t/2 meets x = -z at t = 2, x = z at t = 6.
    expect_hit(ray_of(-5, 0, 4, 2, 0, -1, 0, inf), &whole, 1, SIDE, 3, SIDE, false);
}

static void the_mirror_image_is_never_hit(void** state)
{
    (void)state;
    expect_miss(ray_of(-5, 0, -2, 1, 0, 0, -inf, inf), &whole);
    expect_miss(ray_of(-5, 0, -4, 2, 0, 1, -inf, inf), &whole); // the tilted one, upside down
    expect_miss(ray_of(-5, 0, -4, 2, 0, 1, -inf, inf), &pointed);
    expect_miss(ray_of(-5, 0, -4, 2, 0, 1, -inf, inf), &frustum);
    expect_miss(ray_of(-1, 0, -2, 1, 0, 1, -inf, inf), &whole); // parallel to a ruling
    // Straight through both: only from the apex on, or before it.
    expect_hit(ray_of(0.5f, 0, -3, 0, 0, 1, -inf, inf), &whole, 3.5f, SIDE, inf, NONE, false);
    expect_hit(ray_of(0.5f, 0, -3, 0, 0, -1, -inf, inf), &whole, -inf, NONE, -3.5f, SIDE, true);
    expect_miss(ray_of(0.5f, 0, -3, 0, 0, -1, 0, inf), &whole);
    expect_miss(ray_of(0.5f, 0, -3, 0, 0, 1, 0, 3), &whole);
}

static void along_the_axis(void** state)
{
    (void)state;
    expect_hit(ray_of(0, 0, -2, 0, 0, 1, 0, inf), &whole, 2, SIDE, inf, NONE, false);
    expect_hit(ray_of(0, 0, -2, 0, 0, 1, 0, 7), &whole, 2, SIDE, 7, NONE, false);
    expect_hit(ray_of(0, 0, -2, 0, 0, 1, 0, inf), &pointed, 2, SIDE, 6, B, false);
    expect_hit(ray_of(0, 0, -2, 0, 0, 1, 0, inf), &frustum, 3, A, 6, B, false);
    expect_hit(ray_of(0, 0, 5, 0, 0, -1, 0, inf), &frustum, 1, B, 4, A, false);
    expect_hit(ray_of(0, 0, 5, 0, 0, -1, 0, inf), &pointed, 1, B, 5, SIDE, false);
    expect_hit(ray_of(0, 0, 5, 0, 0, -1, 0, inf), &whole, 0, NONE, 5, SIDE, true);
    expect_hit(ray_of(1, 1, 5, 0, 0, -1, 0, inf), &disc, 3, B, 3, A, false);
    expect_hit(ray_of(1, 1, 0, 0, 0, 1, 0, inf), &disc, 2, A, 2, B, false);
    expect_miss(ray_of(2, 1, 5, 0, 0, -1, 0, inf), &disc);
    // Beside the axis: through an end and the side.
    expect_hit(ray_of(3, 0, 9, 0, 0, -1, 0, inf), &frustum, 5, B, 6, SIDE, false);
    expect_hit(ray_of(3, 0, 0, 0, 0, 1, 0, inf), &frustum, 3, SIDE, 4, B, false);
    expect_hit(ray_of(4, 0, 9, 0, 0, -1, 0, inf), &frustum, 5, B, 5, SIDE, false); // the rim alone
    expect_miss(ray_of(nextafterf(4, 5), 0, 9, 0, 0, -1, 0, inf), &frustum);
    // The lower rim: the side wins.
    expect_hit(ray_of(1, 0, 0, 0, 0, 1, 0, inf), &frustum, 1, SIDE, 4, B, false);
    expect_hit(ray_of(1, 0, 9, 0, 0, -1, 0, inf), &frustum, 5, B, 8, SIDE, false);
    expect_hit(ray_of(nextafterf(1, 0), 0, 0, 0, 0, 1, 0, inf), &frustum, 1, A, 4, B, false);
}

static void through_the_apex(void** state)
{
    (void)state;
    // From it: into the cone, along the side, out of it.
    expect_hit(ray_of(0, 0, 0, 1, 0, 2, 0, inf), &whole, 0, SIDE, inf, NONE, false);
    expect_hit(ray_of(0, 0, 0, 1, 0, 2, 0, inf), &frustum, 0.5f, A, 2, B, false);
    expect_hit(ray_of(0, 0, 0, 1, 0, 1, 0, inf), &whole, 0, SIDE, inf, NONE, false);
    expect_hit(ray_of(0, 0, 0, 2, 0, 1, 0, inf), &whole, 0, SIDE, 0, SIDE, false);
    expect_hit(ray_of(0, 0, 0, -1, 0, -2, 0, inf), &whole, 0, NONE, 0, SIDE, true);
    expect_miss(ray_of(0, 0, 0, 2, 0, 1, 0, inf), &frustum);
    expect_miss(ray_of(0, 0, 0, 2, 0, 1, 0x1p-149f, inf), &whole);
    // Through it, and just beside it.
    expect_hit(ray_of(-3, 0, 0, 1, 0, 0, 0, inf), &whole, 3, SIDE, 3, SIDE, false);
    expect_miss(ray_of(-3, 0x1p-140f, 0, 1, 0, 0, 0, inf), &whole);
    expect_miss(ray_of(-3, 0, -0x1p-140f, 1, 0, 0, 0, inf), &whole);
    expect_hit(ray_of(-3, 0, -6, 1, 0, 2, 0, inf), &pointed, 3, SIDE, 5, B, false);
    // A cone that is nothing but its apex.
    const hit_cone point = {{0, 0, 0}, {0, 0, 2}, 1, 0, 0};
    expect_hit(ray_of(-3, 0, 0, 1, 0, 0, 0, inf), &point, 3, SIDE, 3, SIDE, false);
    assert_true(hit_ray_cone(ray_of(0, 0, -3, 0, 0, 1, 0, inf), &point, NULL));
    expect_miss(ray_of(0, 0x1p-140f, -3, 0, 0, 1, 0, inf), &point);
}

static void along_a_ruling(void** state)
{
    (void)state;
    expect_hit(ray_of(-1, 0, -1, 1, 0, 1, 0, inf), &whole, 1, SIDE, inf, NONE, false);
    expect_hit(ray_of(-1, 0, -1, 1, 0, 1, 0, inf), &frustum, 2, SIDE, 5, SIDE, false);
    expect_hit(ray_of(5, 0, 5, -1, 0, -1, 0, inf), &frustum, 1, SIDE, 4, SIDE, false);
    expect_hit(ray_of(5, 0, 5, -1, 0, -1, 0, inf), &whole, 0, NONE, 5, SIDE, true);
    expect_hit(ray_of(5, 0, 5, -1, 0, -1, -inf, inf), &whole, -inf, NONE, 5, SIDE, true);
    // In the tangent plane, beside the ruling.
    expect_miss(ray_of(-1, 0x1p-140f, -1, 1, 0, 1, -inf, inf), &whole);
    // Parallel to one: x = t - 3, z = t + 1 comes in through x = -z at t = 1.
    expect_hit(ray_of(-3, 0, 1, 1, 0, 1, 0, inf), &whole, 1, SIDE, inf, NONE, false);
    expect_hit(ray_of(-3, 0, 1, 1, 0, 1, 0, inf), &pointed, 1, SIDE, 3, B, false);
    expect_hit(ray_of(-3, 0, 1, -1, 0, -1, -inf, inf), &whole, -inf, NONE, -1, SIDE, true);
    expect_hit(ray_of(0, 0, 0.5f, 1, 0, 1, 0, inf), &frustum, 0.5f, A, 3.5f, B, false);
    // Nearly parallel: a float of direction is between a far exit and none.
    hit_span span;
    const float less = nextafterf(1, 0);
    assert_true(hit_ray_cone(ray_of(-3, 0, 1, 1, 0, less, 0, inf), &whole, &span));
    assert_true(span.face_exit == SIDE && span.t_exit > 0x1p24f && span.t_exit < 0x1p27f);
    assert_true(hit_ray_cone(ray_of(-3, 0, 1, less, 0, 1, 0, inf), &whole, &span));
    assert_true(span.face_exit == NONE && span.t_exit == inf);
}

static void clipping_and_inside(void** state)
{
    (void)state;
    expect_hit(ray_of(0, 0, 2, 1, 0, 0, 0, inf), &whole, 0, NONE, 2, SIDE, true);
    expect_hit(ray_of(0, 0, 2, 1, 0, 0, 0, 1), &whole, 0, NONE, 1, NONE, true);
    expect_hit(ray_of(-5, 0, 2, 1, 0, 0, 3, 7), &whole, 3, SIDE, 7, SIDE, false);
    expect_hit(ray_of(-5, 0, 2, 1, 0, 0, 0, 3), &whole, 3, SIDE, 3, NONE, false);
    expect_miss(ray_of(-5, 0, 2, 1, 0, 0, 0, nextafterf(3, 0)), &whole);
    expect_hit(ray_of(-5, 0, 2, 1, 0, 0, 7, 9), &whole, 7, NONE, 7, SIDE, true);
    expect_miss(ray_of(-5, 0, 2, 1, 0, 0, nextafterf(7, 9), 9), &whole);
    expect_hit(ray_of(-5, 0, 2, 1, 0, 0, -0.0f, 4), &whole, 3, SIDE, 4, NONE, false);
    expect_miss(ray_of(5, 0, 2, 1, 0, 0, 0, inf), &whole); // behind
    expect_hit(ray_of(5, 0, 2, 1, 0, 0, -inf, inf), &whole, -7, SIDE, -3, SIDE, false);
    // Segments.
    const hit_vec3 a = {0, 0, 6}, b = {0, 0, 2};
    expect_hit(hit_segment_make(a, b), &frustum, 0.5f, B, 1, NONE, false);
    expect_hit(hit_segment_make(b, a), &frustum, 0, NONE, 0.5f, B, true);
    expect_miss(hit_segment_make(a, hit_vec3_make(0, 0, 5)), &frustum);
    // On a face where the ray leaves.
    expect_hit(ray_of(0, 0, 4, 0, 0, 1, 0, inf), &frustum, 0, NONE, 0, B, true);
    expect_hit(ray_of(2, 0, 2, 1, 0, 0, 0, inf), &frustum, 0, NONE, 0, SIDE, true);
}

static void irrational_lengths(void** state)
{
    (void)state;
    // |axis| = sqrt(3): the end at height 1 is not at a float. A ray along the axis crosses it at t = 1/sqrt(3).
    const hit_cone skew = {{0, 0, 0}, {1, 1, 1}, 1, 1, 3};
    expect_hit(ray_of(0, 0, 0, 1, 1, 1, 0, inf), &skew, (float)(1.0 / sqrt(3.0)), A, (float)sqrt(3.0), B, false);
    // Through a rim to the last bit: (2, 1, 2), (-2, 2, 1), (1, 2, -2) are perpendicular and 3 long; 5·u + 3·v + 4·w is
    // 15 from the axis at height 15. Moved by 2^-130 or so it is inside or outside.
    const hit_cone rim = {{0, 0, 0}, {2, 1, 2}, 1, 0, 15}, ring = {{0, 0, 0}, {2, 1, 2}, 1, 15, 15};
    expect_hit(ray_of(8, 19, 15, 0, 0, -2, 0, inf), &rim, 5, B, 5, SIDE, false);
    expect_hit(ray_of(8, 19, 5, 0, 0, 1, -inf, inf), &ring, 0, SIDE, 0, B, false);
    const hit_cone up = {{0, 0x1p-130f, 0}, {2, 1, 2}, 1, 0, 15}, down = {{0, -0x1p-130f, 0}, {2, 1, 2}, 1, 0, 15};
    assert_true(hit_ray_cone(ray_of(8, 19, 15, 0, 0, -2, 0, inf), &up, NULL) !=
                hit_ray_cone(ray_of(8, 19, 15, 0, 0, -2, 0, inf), &down, NULL));
}

static void narrow_and_wide(void** state)
{
    (void)state;
    const hit_cone needle = hit_cone_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 1), 1e-7f);
    const hit_cone plain = hit_cone_from_tan(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 1), 1e6f);
    hit_span span;
    assert_true(hit_ray_cone(ray_of(-1, 0, 1e7f, 1, 0, 0, 0, inf), &needle, &span));
    assert_true(fabsf(span.t_exit - 2.0f) < 1e-6f && fabsf(span.t_enter) < 1e-6f);
    expect_miss(ray_of(-1, 1.1f, 1e7f, 1, 0, 0, 0, inf), &needle);
    assert_true(hit_ray_cone(ray_of(-1, 0.9f, 1e7f, 1, 0, 0, 0, inf), &needle, NULL));
    assert_true(hit_ray_cone(ray_of(0, 0, 0, 0, 0, 1, 0, inf), &needle, NULL));
    expect_hit(ray_of(-2e6f, 0, 1, 1, 0, 0, 0, inf), &plain, 1e6f, SIDE, 3e6f, SIDE, false);
    expect_miss(ray_of(-2e6f, 0, -1, 1, 0, 0, 0, inf), &plain);
}

static void extremes_of_range(void** state)
{
    (void)state;
    const float h = 0x1p127f, e = 0x1p-149f;
    const hit_cone large = {{0, 0, 0}, {0, 0, h}, 1, 0, HUGE_VALF}, small = {{0, 0, 0}, {0, 0, e}, 1, 0, 4};
    expect_hit(ray_of(-h, 0, 0x1p126f, h, 0, 0, 0, inf), &large, 0.5f, SIDE, 1.5f, SIDE, false);
    expect_hit(ray_of(-5, 0, 2, e, 0, 0, 0, inf), &small, inf, SIDE, inf, SIDE, false); // beyond FLT_MAX
    expect_hit(ray_of(-5 * e, 0, 2 * e, e, 0, 0, 0, inf), &small, 3, SIDE, 7, SIDE, false);
    const hit_cone steep = {{0, 0, 0}, {0, 0, 1}, e, 0, HUGE_VALF};
    expect_hit(ray_of(-1, 0, 1, 1, 0, 0, 0, inf), &steep, 1, SIDE, 1, SIDE, false);
    expect_miss(ray_of(-1, e, 0.5f, 1, 0, 0, 0, inf), &steep);
    expect_hit(ray_of(-1, e, 1, 1, 0, 0, 0, inf), &steep, 1, SIDE, 1, SIDE, false);
    const hit_cone flat = {{0, 0, 0}, {0, 0, 1}, FLT_MAX, 0, HUGE_VALF};
    expect_hit(ray_of(-1, 0, e, 1, 0, 0, 0, inf), &flat, 1 - 0x1p-21f, SIDE, 1 + 0x1p-21f, SIDE, false);
}

// Products of eight of these leave the range of a double.
static void products_out_of_range(void** state)
{
    (void)state;
    const float h = 0x1p127f;
    const hit_cone wide = {{0, 0, 0}, {0, 0, h}, h, 0, HUGE_VALF}, narrow = {{0, 0, 0}, {0, 0, 1 / h}, 1 / h, 0, 4};
    expect_hit(ray_of(-h, 0, h, 0, 0, -h, 0, inf), &wide, 0, NONE, 1, SIDE, true);
    expect_hit(ray_of(-h, h, h, 0, 0, -h, -inf, inf), &wide, -inf, NONE, 1, SIDE, true);
    expect_hit(ray_of(-h, 0, h, h, 0, -h, 0, inf), &wide, 0, NONE, 1, SIDE, true);
    expect_hit(ray_of(-h, 0, -h, 0, 0, h, 0, inf), &wide, 1, SIDE, inf, NONE, false);
    expect_hit(ray_of(-1 / h, 0, 2, 1 / h, 0, 0, 0, inf), &narrow, 0, NONE, 3, SIDE, true);
    expect_hit(ray_of(-4 / h, 0, 2, 1 / h, 0, 0, 0, inf), &narrow, 2, SIDE, 6, SIDE, false);
    expect_miss(ray_of(-4 / h, 2.5f / h, 2, 1 / h, 0, 0, 0, inf), &narrow);
}

static void bad_input(void** state)
{
    (void)state;
    const hit_ray ray = ray_of(-5, 0, 2, 1, 0, 0, 0, inf);
    const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF};
    expect_miss(ray, NULL);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 8; k++) {
            hit_cone c = frustum;
            float* const field[8] = {&c.apex.x, &c.apex.y, &c.apex.z,  &c.axis.x,
                                     &c.axis.y, &c.axis.z, &c.tangent, &c.h_min};
            *field[k] = bad[i];
            expect_miss(ray, &c);
        }
        for (int k = 0; k < 6; k++) {
            hit_ray r = ray;
            float* const field[6] = {&r.origin.x,    &r.origin.y,    &r.origin.z,
                                     &r.direction.x, &r.direction.y, &r.direction.z};
            *field[k] = bad[i];
            expect_miss(r, &whole);
        }
    }
    const float no_tangent[] = {0.0f, -0.0f, -1.0f};
    for (int i = 0; i < 3; i++) {
        hit_cone c = whole;
        c.tangent = no_tangent[i];
        expect_miss(ray, &c);
    }
    hit_cone c = whole;
    c.h_max = NAN;
    expect_miss(ray, &c);
    c = frustum;
    c.h_max = 0.5f;
    expect_miss(ray, &c);
    c = frustum;
    c.h_min = -1.0f;
    expect_miss(ray, &c);
    c = whole;
    c.axis = hit_vec3_make(0.0f, -0.0f, 0.0f);
    expect_miss(ray, &c);
    expect_miss(ray_of(0, 0, 2, 0, -0.0f, 0, 0, inf), &whole);
    expect_miss(ray_of(0, 0, 2, 1, 0, 0, 2, 1), &whole);
    expect_miss(ray_of(0, 0, 2, 1, 0, 0, NAN, 1), &whole);
    expect_miss(ray_of(0, 0, 2, 1, 0, 0, 0, NAN), &whole);
    expect_miss(ray_of(0, 0, 2, 1, 0, 0, inf, inf), &whole);
    expect_miss(ray_of(0, 0, 2, 1, 0, 0, -inf, -inf), &whole);
}

// The same bits in every mode: cases that double decides, and cases that need the last bit.
static void modes_change_nothing(void** state)
{
    (void)state;
    const hit_cone rim = {{0, 0, 0}, {2, 1, 2}, 1, 0, 15}, up = {{0, 0x1p-130f, 0}, {2, 1, 2}, 1, 0, 15};
    const hit_cone small = {{0, 0, 0}, {0, 0, 0x1p-149f}, 0.3f, 0, 4}, skew = {{1, 2, 3}, {1, -2, 0.3f}, 0.7f, 0.5f, 9};
    const hit_cone* const cones[] = {&rim, &up, &small, &skew, &whole, &frustum, &disc};
    const hit_ray rays[] = {ray_of(8, 19, 15, 0, 0, -2, 0, inf),           ray_of(-5, 0.1f, 2, 0x1p-149f, 0, 0, 0, inf),
                            ray_of(-5, 0.1f, 2, 1, 0.3f, 0.1f, 0, inf),    ray_of(0, 0, 0, 1, 1, 2, 0, inf),
                            ray_of(3, -2, 4, -1, -0.1f, -0.4f, -inf, inf), ray_of(-1, 0, -1, 1, 0, 1, 0, inf)};
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 6; k++) {
            hit_span want, got;
            memset(&want, 0, sizeof want);
            const bool hit = hit_ray_cone(rays[k], cones[i], &want);
            for (int mode = 1; mode < MODES; mode++) {
                memset(&got, 0, sizeof got);
                mode_set(mode);
                const bool again = hit_ray_cone(rays[k], cones[i], &got);
                mode_set(0);
                assert_int_equal(again, hit);
                assert_memory_equal(&got, &want, sizeof got);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(across_the_axis),    cmocka_unit_test(the_mirror_image_is_never_hit),
        cmocka_unit_test(along_the_axis),     cmocka_unit_test(through_the_apex),
        cmocka_unit_test(along_a_ruling),     cmocka_unit_test(clipping_and_inside),
        cmocka_unit_test(irrational_lengths), cmocka_unit_test(narrow_and_wide),
        cmocka_unit_test(extremes_of_range),  cmocka_unit_test(products_out_of_range),
        cmocka_unit_test(bad_input),          cmocka_unit_test(modes_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
