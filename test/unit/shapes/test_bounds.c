// Bounds contain what they bound: checked against GMP rationals, and against quadruple precision where roots occur.
//
// Where the exact side of a box is a rational number, the float must be the tightest one that is outward; where it is
// a root, it must be outward and within two units of float. Every box is asked for in all rounding modes and with
// denormals flushed, and must not change by a bit.
#include "support/base/cmocka_all.h"
#include "shapes/outward.h"
#include "support/base/quad.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <gmp.h>

static mpq_t q_a, q_b, q_c, q_d, q_e, q_float;

static int compare(const mpq_t x, float f)
{
    if (!isfinite(f))
        return f > 0.0f ? -1 : 1;
    mpq_set_d(q_float, f);
    return mpq_cmp(x, q_float);
}

// The tightest float on the given side of x, infinite beyond the range.
static float tightest(const mpq_t x, bool up)
{
    float f = (float)mpq_get_d(x);
    while (compare(x, f) < 0)
        f = nextafterf(f, -HUGE_VALF);
    while (compare(x, f) > 0)
        f = nextafterf(f, HUGE_VALF);
    // f is the smallest float >= x that was met coming from below, or x itself.
    if (!up && compare(x, f) < 0)
        f = nextafterf(f, -HUGE_VALF);
    return f;
}

static float component(hit_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

static bool is_canonical_empty(hit_aabb box)
{
    const hit_aabb empty = hit_aabb_empty();
    return memcmp(&box, &empty, sizeof box) == 0;
}

// A float of one of several kinds, so that sums meet cancellation, absorption and overflow.
static float any_float(test_random* r, uint32_t kind)
{
    switch (kind % 5) {
    case 0:
        return test_random_grid(r);
    case 1:
        return test_random_range(r, -100.0f, 100.0f);
    case 2:
        return test_random_exponent(r, -40, 40);
    case 3:
        return test_random_bits(r);
    default:
        return test_random_exponent(r, -149, -110);
    }
}

static hit_vec3 any_vec3(test_random* r, uint32_t kind)
{
    const float x = any_float(r, kind), y = any_float(r, kind);
    return hit_vec3_make(x, y, any_float(r, kind));
}

// Check a box against its exact sides, low[k] and high[k]; empty when one of them leaves the range.
static void check_tight(hit_aabb box, mpq_t low[3], mpq_t high[3])
{
    bool fits = true;
    for (int k = 0; k < 3; k++)
        fits &= isfinite(tightest(low[k], false)) && isfinite(tightest(high[k], true));
    if (!fits) {
        assert_true(is_canonical_empty(box));
        return;
    }
    for (int k = 0; k < 3; k++) {
        assert_true(component(box.min, k) == tightest(low[k], false));
        assert_true(component(box.max, k) == tightest(high[k], true));
    }
}

static mpq_t q_low[3], q_high[3];

static void sums(void** state)
{
    test_random r = test_random_make(test_seed() + 20);
    (void)state;
    for (int n = 0; n < 20000; n++) {
        const size_t count = 1 + test_random_below(&r, OUTWARD_TERMS);
        double terms[OUTWARD_TERMS];
        mpq_set_ui(q_a, 0, 1);
        for (size_t i = 0; i < count; i++) {
            // Products of two floats, and often the negative of an earlier term.
            terms[i] = (double)any_float(&r, (uint32_t)n) * any_float(&r, (uint32_t)n / 5);
            if (i > 0 && test_random_below(&r, 3) == 0)
                terms[i] = -terms[test_random_below(&r, (uint32_t)i)];
            mpq_set_d(q_b, terms[i]);
            mpq_add(q_a, q_a, q_b);
        }
        const float down = hit_sum_down(terms, count), up = hit_sum_up(terms, count);
        const float nearest = hit_sum_nearest(terms, count);
        assert_true(down == tightest(q_a, false) && up == tightest(q_a, true));
        if (isfinite(down) && isfinite(up)) {
            mpq_set_d(q_b, down);
            mpq_sub(q_b, q_a, q_b);
            mpq_set_d(q_c, up);
            mpq_sub(q_c, q_c, q_a);
            const int closer = mpq_cmp(q_b, q_c);
            int32_t bits;
            memcpy(&bits, &down, sizeof bits);
            // Ties go to the even one.
            assert_true(nearest == (closer < 0 || (closer == 0 && bits % 2 == 0) ? down : up));
        }
    }
    assert_true(hit_sum_down(NULL, 0) == 0.0f);
    const double bad[3] = {NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 9; i++) {
        double terms[3] = {1.0, 1.0, 1.0};
        terms[i % 3] = bad[i / 3];
        assert_true(isnan(hit_sum_down(terms, 3)) && isnan(hit_sum_up(terms, 3)) && isnan(hit_sum_nearest(terms, 3)));
    }
}

// The conversions are right in all rounding modes: their direction is seen from the result.
static void conversions(void** state)
{
    test_random r = test_random_make(test_seed() + 21);
    (void)state;
    for (int n = 0; n < 20000; n++) {
        const double x = (double)any_float(&r, (uint32_t)n) * (n % 2 ? 1.0 : 1.0 + 0x1p-40);
        mpq_set_d(q_a, x);
        const float low = tightest(q_a, false), high = tightest(q_a, true);
        for (int mode = 0; mode < MODES && mode < 4; mode++) {
            mode_set(mode);
            const float down = round_down(x), up = round_up(x);
            mode_set(0);
            assert_true(down == low && up == high);
        }
    }
    assert_true(round_down(1e300) == FLT_MAX && round_up(1e300) == HUGE_VALF);
    assert_true(round_down(-1e300) == -HUGE_VALF && round_up(-1e300) == -FLT_MAX);
    assert_true(round_up(1e-300) == 0x1p-149f && round_down(1e-300) == 0.0f);
}

static void spheres_and_capsules(void** state)
{
    test_random r = test_random_make(test_seed() + 22);
    (void)state;
    for (int n = 0; n < 10000; n++) {
        const uint32_t kind = (uint32_t)n, other = (uint32_t)n / 5;
        const hit_vec3 a = any_vec3(&r, kind), b = any_vec3(&r, kind);
        const float radius = fabsf(any_float(&r, other));
        const hit_vec3 half = {radius, fabsf(any_float(&r, other)), fabsf(any_float(&r, kind))};
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            const hit_aabb sphere = hit_sphere_bounds(hit_sphere_make(a, radius));
            const hit_aabb capsule = hit_capsule_bounds(hit_capsule_make(a, b, radius));
            const hit_aabb box = hit_aabb_from_center(a, half);
            mode_set(0);
            for (int what = 0; what < 3; what++) {
                for (int k = 0; k < 3; k++) {
                    const float p = component(a, k), q = what == 1 ? component(b, k) : p;
                    mpq_set_d(q_a, what == 2 ? component(half, k) : radius);
                    mpq_set_d(q_low[k], p < q ? p : q);
                    mpq_set_d(q_high[k], p < q ? q : p);
                    mpq_sub(q_low[k], q_low[k], q_a);
                    mpq_add(q_high[k], q_high[k], q_a);
                }
                check_tight(what == 0 ? sphere : what == 1 ? capsule : box, q_low, q_high);
            }
        }
    }
}

static void centers_and_halves(void** state)
{
    test_random r = test_random_make(test_seed() + 23);
    (void)state;
    for (int n = 0; n < 8000; n++) {
        const hit_vec3 a = any_vec3(&r, (uint32_t)n), b = any_vec3(&r, (uint32_t)n / 5);
        hit_aabb box = hit_aabb_union(hit_aabb_make(a, a), hit_aabb_make(b, b));
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            const hit_vec3 center = hit_aabb_center(box), half = hit_aabb_half(box);
            mode_set(0);
            for (int k = 0; k < 3; k++) {
                mpq_set_d(q_a, component(box.min, k));
                mpq_set_d(q_b, component(box.max, k));
                mpq_sub(q_c, q_b, q_a);
                mpq_add(q_d, q_b, q_a);
                mpq_set_ui(q_e, 1, 2);
                mpq_mul(q_c, q_c, q_e);
                mpq_mul(q_d, q_d, q_e);
                assert_true(component(half, k) == tightest(q_c, true));
                const float down = tightest(q_d, false), up = tightest(q_d, true);
                mpq_set_d(q_a, down);
                mpq_sub(q_a, q_d, q_a);
                mpq_set_d(q_b, up);
                mpq_sub(q_b, q_b, q_d);
                const int closer = mpq_cmp(q_a, q_b);
                assert_true(component(center, k) == (closer < 0 ? down : up) ||
                            (closer == 0 && component(center, k) == down));
            }
        }
    }
}

static void images_of_boxes(void** state)
{
    test_random r = test_random_make(test_seed() + 24);
    int empty = 0;
    (void)state;
    for (int n = 0; n < 8000; n++) {
        const uint32_t kind = (uint32_t)n;
        const hit_vec3 a = any_vec3(&r, kind), b = any_vec3(&r, kind);
        const hit_aabb box = hit_aabb_union(hit_aabb_make(a, a), hit_aabb_make(b, b));
        hit_mat3x4 m;
        hit_aabb image[MODES];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++)
                m.m[i][j] = any_float(&r, kind / 5);
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            image[mode] = hit_aabb_transform(box, &m);
            mode_set(0);
            assert_memory_equal(&image[mode], &image[0], sizeof image[0]);
        }
        for (int i = 0; i < 3; i++) {
            // All eight corners, without the trick of the implementation.
            for (int corner = 0; corner < 8; corner++) {
                mpq_set_d(q_a, m.m[i][3]);
                for (int j = 0; j < 3; j++) {
                    mpq_set_d(q_b, component(corner >> j & 1 ? box.max : box.min, j));
                    mpq_set_d(q_c, m.m[i][j]);
                    mpq_mul(q_b, q_b, q_c);
                    mpq_add(q_a, q_a, q_b);
                }
                if (corner == 0 || mpq_cmp(q_a, q_low[i]) < 0)
                    mpq_set(q_low[i], q_a);
                if (corner == 0 || mpq_cmp(q_a, q_high[i]) > 0)
                    mpq_set(q_high[i], q_a);
            }
        }
        check_tight(image[0], q_low, q_high);
        empty += is_canonical_empty(image[0]);
    }
    assert_true(empty > 100 && empty < 6000);
}

static float small_whole(test_random* r)
{
    return (float)test_random_below(r, 5) - 2.0f;
}

// Axes of several kinds; returns true when the bounds must be the tightest ones.
static bool any_obb(test_random* r, int n, hit_obb* obb)
{
    static const hit_vec3 unit[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    const hit_vec3 half = any_vec3(r, (uint32_t)n / 6);
    const hit_quat q = {test_random_range(r, -1.0f, 1.0f), test_random_range(r, -1.0f, 1.0f),
                        test_random_range(r, -1.0f, 1.0f), test_random_range(r, -1.0f, 1.0f)};
    *obb = hit_obb_make(any_vec3(r, (uint32_t)n / 30), q, hit_vec3_make(fabsf(half.x), fabsf(half.y), fabsf(half.z)));
    switch (n % 6) {
    case 0:
        return false;
    case 1: // along the axes, in any order and of any sign and power of two
        for (int i = 0; i < 3; i++) {
            const float size = ldexpf(test_random_below(r, 2) ? 1.0f : -1.0f, (int)test_random_below(r, 9) - 4);
            obb->axis[i] = hit_vec3_scale(unit[(i + n / 6) % 3], n % 12 == 1 ? 1.0f : size);
        }
        return true;
    case 2: // whole numbers: skewed, often singular
        for (int i = 0; i < 3; i++)
            obb->axis[i] = hit_vec3_make(small_whole(r), small_whole(r), small_whole(r));
        return false;
    case 3: // within a rounding of singular
        obb->axis[2] = hit_vec3_add(obb->axis[0], hit_vec3_scale(obb->axis[1], test_random_range(r, -2.0f, 2.0f)));
        return false;
    case 4: // sizes far apart
        for (int i = 0; i < 3; i++)
            obb->axis[i] = any_vec3(r, 2);
        return false;
    default: // anything
        for (int i = 0; i < 3; i++)
            obb->axis[i] = any_vec3(r, 3);
        return false;
    }
}

// q_e = the reach of the set along k, by Cramer's rule in rationals; false for a singular matrix.
static bool exact_half_extent(const hit_obb* obb, int k)
{
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    mpq_set_ui(q_e, 0, 1);
    mpq_set_ui(q_d, 0, 1);
    for (int i = 0; i < 3; i++) {
        const hit_vec3 a = obb->axis[(i + 1) % 3], b = obb->axis[(i + 2) % 3];
        mpq_set_d(q_a, component(a, u));
        mpq_set_d(q_b, component(b, v));
        mpq_mul(q_a, q_a, q_b);
        mpq_set_d(q_b, component(a, v));
        mpq_set_d(q_c, component(b, u));
        mpq_mul(q_b, q_b, q_c);
        mpq_sub(q_a, q_a, q_b); // the cofactor of (i, k)
        mpq_set_d(q_c, component(obb->axis[i], k));
        mpq_mul(q_c, q_c, q_a);
        mpq_add(q_d, q_d, q_c);
        mpq_abs(q_a, q_a);
        mpq_set_d(q_c, obb->half[i]);
        mpq_mul(q_a, q_a, q_c);
        mpq_add(q_e, q_e, q_a);
    }
    if (mpq_sgn(q_d) == 0)
        return false;
    mpq_abs(q_d, q_d);
    mpq_div(q_e, q_e, q_d);
    return true;
}

static void oriented_boxes(void** state)
{
    test_random r = test_random_make(test_seed() + 25);
    int singular = 0, overflow = 0, loose = 0, bounded = 0;
    (void)state;
    for (int n = 0; n < 24000; n++) {
        hit_obb obb;
        hit_aabb box[MODES];
        const bool tight = any_obb(&r, n, &obb);
        bool fits = true, exact = true;
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            box[mode] = hit_obb_bounds(&obb);
            mode_set(0);
            assert_memory_equal(&box[mode], &box[0], sizeof box[0]);
        }
        if (!exact_half_extent(&obb, 0)) {
            assert_true(is_canonical_empty(box[0]));
            singular++;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            exact_half_extent(&obb, k);
            mpq_set_d(q_a, component(obb.center, k));
            mpq_sub(q_low[k], q_a, q_e);
            mpq_add(q_high[k], q_a, q_e);
            fits &= isfinite(tightest(q_low[k], false)) && isfinite(tightest(q_high[k], true));
        }
        if (!fits) {
            assert_true(is_canonical_empty(box[0]));
            overflow++;
            continue;
        }
        assert_false(hit_aabb_is_empty(box[0]));
        for (int k = 0; k < 3; k++) {
            const float low = component(box[0].min, k), high = component(box[0].max, k);
            assert_true(compare(q_low[k], low) >= 0 && compare(q_high[k], high) <= 0);
            exact &= low == tightest(q_low[k], false) && high == tightest(q_high[k], true);
            // Never wider than by 2^-43 of the reach.
            exact_half_extent(&obb, k);
            mpq_set_d(q_a, 0x1p-43);
            mpq_mul(q_e, q_e, q_a);
            mpq_sub(q_low[k], q_low[k], q_e);
            mpq_add(q_high[k], q_high[k], q_e);
            assert_true(low >= tightest(q_low[k], false) && high <= tightest(q_high[k], true));
        }
        assert_true(exact || !tight);
        loose += !exact;
        bounded++;
    }
    printf("obb bounds: %d boxes, %d not the tightest; %d singular, %d overflow\n", bounded, loose, singular, overflow);
    assert_true(singular > 20 && overflow > 200 && bounded > 10000 && loose < bounded / 20);
}

// A side from a root: outward for certain, and within two units of float, or of what double can tell of the sum.
static void check_root(float side, quad exact, quad size, bool up)
{
    const quad slack = up ? side - exact : exact - side;
    const quad unit = fabsq((quad)nextafterf(side, up ? -HUGE_VALF : HUGE_VALF) - side);
    assert_true(slack >= -0x1p-100 * size);
    assert_true(slack <= 2 * unit + 0x1p-48 * size);
}

static void check_round(hit_aabb box, hit_vec3 a, hit_vec3 b, const quad axis[3], float radius)
{
    const quad square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    for (int k = 0; k < 3; k++) {
        const quad u = axis[(k + 1) % 3], v = axis[(k + 2) % 3];
        const quad reach = radius * sqrtq((u * u + v * v) / square);
        const float p = component(a, k), q = component(b, k);
        const quad size = fmaxq(fabsq(p), fabsq(q)) + radius;
        check_root(component(box.min, k), (p < q ? p : q) - reach, size, false);
        check_root(component(box.max, k), (p < q ? q : p) + reach, size, true);
    }
}

// Points on the rim, made without the formula for the reach.
static void check_rim(hit_aabb box, hit_vec3 center, const quad axis[3], float radius)
{
    const int small = fabsq(axis[0]) < fabsq(axis[1]) ? (fabsq(axis[0]) < fabsq(axis[2]) ? 0 : 2)
                                                      : (fabsq(axis[1]) < fabsq(axis[2]) ? 1 : 2);
    quad u[3] = {0, 0, 0}, v[3], lu, lv;
    u[(small + 1) % 3] = axis[(small + 2) % 3];
    u[(small + 2) % 3] = -axis[(small + 1) % 3];
    v[0] = axis[1] * u[2] - axis[2] * u[1];
    v[1] = axis[2] * u[0] - axis[0] * u[2];
    v[2] = axis[0] * u[1] - axis[1] * u[0];
    lu = sqrtq(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    lv = sqrtq(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 8; i++) {
        const quad angle = 0.785398163 * i;
        const quad c = cosq(angle), s = sinq(angle);
        for (int k = 0; k < 3; k++) {
            const quad p = component(center, k) + radius * (c * u[k] / lu + s * v[k] / lv);
            const quad tolerance = 0x1p-100 * (fabsq(component(center, k)) + radius);
            assert_true(p >= component(box.min, k) - tolerance && p <= component(box.max, k) + tolerance);
        }
    }
}

static void discs_and_cylinders(void** state)
{
    test_random r = test_random_make(test_seed() + 26);
    (void)state;
    for (int n = 0; n < 10000; n++) {
        // No bits at random here: what overflows is tested by hand.
        const uint32_t kind = (uint32_t)n % 3, other = (uint32_t)n / 3 % 3;
        const hit_vec3 a = any_vec3(&r, kind);
        hit_vec3 b = any_vec3(&r, other), normal = any_vec3(&r, other);
        const float radius = fabsf(any_float(&r, (uint32_t)n / 9 % 3));
        hit_aabb disc[MODES], cylinder[MODES];
        if (n % 7 == 0) // along an axis
            b = hit_vec3_make(a.x, a.y, b.z);
        if (n % 11 == 0)
            normal.y = 0.0f;
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            disc[mode] = hit_disc_bounds(hit_disc_make(a, normal, radius));
            cylinder[mode] = hit_cylinder_bounds(hit_cylinder_make(a, b, radius));
            mode_set(0);
            assert_memory_equal(&disc[mode], &disc[0], sizeof disc[0]);
            assert_memory_equal(&cylinder[mode], &cylinder[0], sizeof cylinder[0]);
        }
        const quad along[3] = {(quad)b.x - a.x, (quad)b.y - a.y, (quad)b.z - a.z};
        const quad across[3] = {normal.x, normal.y, normal.z};
        if (along[0] != 0 || along[1] != 0 || along[2] != 0) {
            check_round(cylinder[0], a, b, along, radius);
            check_rim(cylinder[0], a, along, radius);
            check_rim(cylinder[0], b, along, radius);
        } else {
            assert_true(is_canonical_empty(cylinder[0]));
        }
        if (across[0] != 0 || across[1] != 0 || across[2] != 0) {
            check_round(disc[0], a, a, across, radius);
            check_rim(disc[0], a, across, radius);
        } else {
            assert_true(is_canonical_empty(disc[0]));
        }
    }
}

static void spheres_around_points(void** state)
{
    test_random r = test_random_make(test_seed() + 27);
    (void)state;
    for (int n = 0; n < 20000; n++) {
        hit_vec3 points[6];
        const size_t count = 1 + test_random_below(&r, 6);
        hit_sphere sphere[MODES];
        quad farthest = 0;
        for (size_t i = 0; i < count; i++)
            points[i] = any_vec3(&r, (uint32_t)n);
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            sphere[mode] = hit_sphere_from_points(points, 0, count);
            mode_set(0);
            assert_memory_equal(&sphere[mode], &sphere[0], sizeof sphere[0]);
        }
        const hit_vec3 c = sphere[0].center, middle = hit_aabb_center(hit_aabb_from_points(points, 0, count));
        for (size_t i = 0; i < count; i++) {
            const quad x = (quad)points[i].x - middle.x, y = (quad)points[i].y - middle.y;
            const quad z = (quad)points[i].z - middle.z;
            farthest = fmaxq(farthest, sqrtq(x * x + y * y + z * z));
        }
        if (farthest > FLT_MAX) {
            assert_true(sphere[0].radius == -1.0f);
            continue;
        }
        assert_memory_equal(&c, &middle, sizeof c);
        for (size_t i = 0; i < count; i++)
            assert_true(hit_sphere_contains(sphere[0], points[i])); // exact: see test_contains
        assert_true(sphere[0].radius >= farthest * (1 - 0x1p-100));
        // The next smaller float would not do, but for a doubt in the 50th bit.
        assert_true(sphere[0].radius == 0.0f || nextafterf(sphere[0].radius, 0.0f) < farthest * (1 + 0x1p-49));
    }
}

static int setup(void** state)
{
    (void)state;
    mpq_inits(q_a, q_b, q_c, q_d, q_e, q_float, NULL);
    for (int k = 0; k < 3; k++)
        mpq_inits(q_low[k], q_high[k], NULL);
    return 0;
}

static int teardown(void** state)
{
    (void)state;
    mpq_clears(q_a, q_b, q_c, q_d, q_e, q_float, NULL);
    for (int k = 0; k < 3; k++)
        mpq_clears(q_low[k], q_high[k], NULL);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),
        cmocka_unit_test(conversions),
        cmocka_unit_test(spheres_and_capsules),
        cmocka_unit_test(centers_and_halves),
        cmocka_unit_test(images_of_boxes),
        cmocka_unit_test(oriented_boxes),
        cmocka_unit_test(discs_and_cylinders),
        cmocka_unit_test(spheres_around_points),
    };
    printf("HIT_SEED=%llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, setup, teardown);
}
