// Quaternions and affine maps: against quadruple precision on random input, and the documented answers to bad input.
//
// The functions compute in double and round once, so each component may be off by half a unit of float plus a few
// roundings of double relative to the largest term; `close_to` allows just that. What is exact (singular or not, the
// sign of a determinant) is tested with input that cancels in double.
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <string.h>

static const hit_vec3 zero = {0.0f, 0.0f, 0.0f};

// Half a unit of float, and `size` times a few units of double.
static bool close_to(float value, quad exact, quad size)
{
    const quad error = fabsq((quad)value - exact);
    return error <= 0x1.0001p-24 * fabsq(exact) + 0x1p-49 * size + 0x1p-149;
}

static bool same_vec3(hit_vec3 a, hit_vec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool near_vec3(hit_vec3 a, float x, float y, float z, float tolerance)
{
    return fabsf(a.x - x) <= tolerance && fabsf(a.y - y) <= tolerance && fabsf(a.z - z) <= tolerance;
}

static bool is_identity(hit_quat q)
{
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f;
}

static hit_quat random_quat(test_random* r)
{
    // Lengths from 1e-6 to 1e6: the length must not matter.
    const float s = powf(10.0f, test_random_range(r, -6.0f, 6.0f));
    const hit_vec3 v = test_random_vec3(r, -s, s);
    const hit_quat q = {v.x, v.y, v.z, test_random_range(r, -s, s)};
    return q;
}

static hit_mat3x4 random_matrix(test_random* r)
{
    hit_mat3x4 m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m.m[i][j] = test_random_range(r, -3.0f, 3.0f);
    return m;
}

static void vectors(void** state)
{
    const hit_vec3 a = {1.0f, -2.0f, 3.0f}, b = {-4.0f, 5.0f, 0.5f};
    (void)state;
    assert_true(same_vec3(hit_vec3_add(a, b), hit_vec3_make(-3.0f, 3.0f, 3.5f)));
    assert_true(same_vec3(hit_vec3_sub(a, b), hit_vec3_make(5.0f, -7.0f, 2.5f)));
    assert_true(same_vec3(hit_vec3_scale(a, 2.0f), hit_vec3_make(2.0f, -4.0f, 6.0f)));
    assert_true(same_vec3(hit_vec3_min(a, b), hit_vec3_make(-4.0f, -2.0f, 0.5f)));
    assert_true(same_vec3(hit_vec3_max(a, b), hit_vec3_make(1.0f, 5.0f, 3.0f)));
    assert_true(hit_vec3_min(a, hit_vec3_make(NAN, 0.0f, 0.0f)).x == 1.0f);
    assert_true(hit_vec3_max(hit_vec3_make(NAN, 0.0f, 0.0f), a).x == 1.0f);
    assert_true(hit_vec3_dot(a, b) == -12.5f);
    assert_true(same_vec3(hit_vec3_cross(a, b), hit_vec3_make(-16.0f, -12.5f, -3.0f)));
    assert_true(hit_vec3_length(hit_vec3_make(3e30f, 4e30f, 0.0f)) == 5e30f);
    assert_true(hit_vec3_length(hit_vec3_make(3e-40f, 4e-40f, 0.0f)) == 5e-40f);
    assert_true(same_vec3(hit_vec3_normalize(hit_vec3_make(0.0f, 0.0f, -FLT_MAX)), hit_vec3_make(0.0f, 0.0f, -1.0f)));
    assert_true(same_vec3(hit_vec3_normalize(zero), zero));
    assert_true(same_vec3(hit_vec3_normalize(hit_vec3_make(NAN, 1.0f, 1.0f)), zero));
    assert_true(same_vec3(hit_vec3_normalize(hit_vec3_make(HUGE_VALF, 1.0f, 1.0f)), zero));
    assert_true(hit_vec3_is_finite(a));
    assert_false(hit_vec3_is_finite(hit_vec3_make(0.0f, -HUGE_VALF, 0.0f)));
    assert_false(hit_vec3_is_finite(hit_vec3_make(0.0f, 0.0f, NAN)));
}

static void quat_from_axis_angle(void** state)
{
    const float right = 1.57079633f;
    const float lengths[] = {1.0f, 1e-30f, 1e-44f, 1e38f};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const hit_quat q = hit_quat_from_axis_angle(hit_vec3_make(0.0f, 0.0f, lengths[i]), right);
        // Counter-clockwise seen from the tip of z: x goes to y, y to -x.
        assert_true(near_vec3(hit_quat_rotate(q, hit_vec3_make(1.0f, 0.0f, 0.0f)), 0.0f, 1.0f, 0.0f, 1e-6f));
        assert_true(near_vec3(hit_quat_rotate(q, hit_vec3_make(0.0f, 1.0f, 0.0f)), -1.0f, 0.0f, 0.0f, 1e-6f));
        assert_true(near_vec3(hit_quat_rotate(q, hit_vec3_make(0.0f, 0.0f, 1.0f)), 0.0f, 0.0f, 1.0f, 1e-6f));
    }
    const hit_quat q = hit_quat_from_axis_angle(hit_vec3_make(1.0f, 1.0f, 1.0f), 2.0943951f);
    assert_true(near_vec3(hit_quat_rotate(q, hit_vec3_make(1.0f, 2.0f, 3.0f)), 3.0f, 1.0f, 2.0f, 1e-6f));
    assert_true(is_identity(hit_quat_from_axis_angle(zero, 1.0f)));
    assert_true(is_identity(hit_quat_from_axis_angle(hit_vec3_make(NAN, 0.0f, 1.0f), 1.0f)));
    assert_true(is_identity(hit_quat_from_axis_angle(hit_vec3_make(HUGE_VALF, 0.0f, 1.0f), 1.0f)));
    assert_true(is_identity(hit_quat_from_axis_angle(hit_vec3_make(0.0f, 0.0f, 1.0f), HUGE_VALF)));
    assert_true(is_identity(hit_quat_from_axis_angle(hit_vec3_make(0.0f, 0.0f, 1.0f), NAN)));
}

static void quat_bad_input(void** state)
{
    const hit_quat none = {0.0f, 0.0f, 0.0f, 0.0f}, bad = {NAN, 0.0f, 0.0f, 1.0f}, far = {0.0f, HUGE_VALF, 0.0f, 1.0f};
    const hit_vec3 v = {1.0f, -2.0f, 3.0f};
    (void)state;
    assert_true(is_identity(hit_quat_normalize(none)));
    assert_true(is_identity(hit_quat_normalize(bad)));
    assert_true(is_identity(hit_quat_normalize(far)));
    assert_true(same_vec3(hit_quat_rotate(none, v), v));
    assert_true(same_vec3(hit_quat_rotate(bad, v), v));
    assert_true(same_vec3(hit_quat_rotate(far, v), v));
    const hit_mat3x4 m = hit_mat3x4_from_trs(v, none, hit_vec3_make(2.0f, 3.0f, 4.0f));
    const hit_mat3x4 expected = {{{2.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 3.0f, 0.0f, -2.0f}, {0.0f, 0.0f, 4.0f, 3.0f}}};
    assert_memory_equal(&m, &expected, sizeof m);
}

// q·v·q* / |q|² by the definition, in quadruple precision.
static void rotate_by_definition(hit_quat q, hit_vec3 v, quad out[3])
{
    const quad x = q.x, y = q.y, z = q.z, w = q.w, n = x * x + y * y + z * z + w * w;
    const quad p[3] = {v.x, v.y, v.z};
    const quad a = y * p[2] - z * p[1] + w * p[0], b = z * p[0] - x * p[2] + w * p[1];
    const quad c = x * p[1] - y * p[0] + w * p[2], d = -(x * p[0] + y * p[1] + z * p[2]);
    out[0] = (a * w - d * x - b * z + c * y) / n;
    out[1] = (b * w - d * y - c * x + a * z) / n;
    out[2] = (c * w - d * z - a * y + b * x) / n;
}

static void quat_random(void** state)
{
    test_random r = test_random_make(test_seed());
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const hit_quat a = random_quat(&r), b = random_quat(&r);
        const hit_vec3 v = test_random_vec3(&r, -10.0f, 10.0f);
        const hit_vec3 got = hit_quat_rotate(a, v);
        quad exact[3];
        rotate_by_definition(a, v, exact);
        assert_true(close_to(got.x, exact[0], 30) && close_to(got.y, exact[1], 30) && close_to(got.z, exact[2], 30));

        // The product applies b first.
        const hit_quat ua = hit_quat_normalize(a), ub = hit_quat_normalize(b), ab = hit_quat_mul(ua, ub);
        const hit_vec3 twice = hit_quat_rotate(ua, hit_quat_rotate(ub, v));
        assert_true(near_vec3(hit_quat_rotate(ab, v), twice.x, twice.y, twice.z, 2e-5f));
        const quad w = (quad)a.w * b.w - (quad)a.x * b.x - (quad)a.y * b.y - (quad)a.z * b.z;
        const quad x = (quad)a.w * b.x + (quad)a.x * b.w + (quad)a.y * b.z - (quad)a.z * b.y;
        const quad size = sqrtq((quad)a.x * a.x + (quad)a.y * a.y + (quad)a.z * a.z + (quad)a.w * a.w);
        const quad size_b = sqrtq((quad)b.x * b.x + (quad)b.y * b.y + (quad)b.z * b.z + (quad)b.w * b.w);
        const hit_quat product = hit_quat_mul(a, b);
        assert_true(close_to(product.w, w, size * size_b) && close_to(product.x, x, size * size_b));

        assert_true(close_to(ua.x, a.x / size, 1) && close_to(ua.y, a.y / size, 1));
        assert_true(close_to(ua.z, a.z / size, 1) && close_to(ua.w, a.w / size, 1));
    }
}

static void matrix_basics(void** state)
{
    const hit_mat3x4 id = hit_mat3x4_identity();
    const hit_vec3 p = {1.0f, -2.0f, 3.0f};
    (void)state;
    assert_true(same_vec3(hit_mat3x4_point(&id, p), p));
    assert_true(same_vec3(hit_mat3x4_vector(&id, p), p));
    assert_true(hit_mat3x4_determinant(&id) == 1.0);
    // Scale, then rotate, then translate: (1,0,0) -> (2,0,0) -> (0,2,0) -> (10,2,0).
    const hit_quat turn = hit_quat_from_axis_angle(hit_vec3_make(0.0f, 0.0f, 1.0f), 1.57079633f);
    const hit_mat3x4 m = hit_mat3x4_from_trs(hit_vec3_make(10.0f, 0.0f, 0.0f), turn, hit_vec3_make(2.0f, 3.0f, 4.0f));
    assert_true(near_vec3(hit_mat3x4_point(&m, hit_vec3_make(1.0f, 0.0f, 0.0f)), 10.0f, 2.0f, 0.0f, 1e-6f));
    assert_true(near_vec3(hit_mat3x4_vector(&m, hit_vec3_make(1.0f, 0.0f, 0.0f)), 0.0f, 2.0f, 0.0f, 1e-6f));
    assert_true(fabs(hit_mat3x4_determinant(&m) - 24.0) < 1e-4);
    // A length that is rotated out of a quaternion of any length.
    const hit_quat twice = {2.0f * turn.x, 2.0f * turn.y, 2.0f * turn.z, 2.0f * turn.w};
    const hit_mat3x4 same =
        hit_mat3x4_from_trs(hit_vec3_make(10.0f, 0.0f, 0.0f), twice, hit_vec3_make(2.0f, 3.0f, 4.0f));
    assert_memory_equal(&m, &same, sizeof m);
}

static void matrix_random(void** state)
{
    test_random r = test_random_make(test_seed() + 1);
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const hit_mat3x4 a = random_matrix(&r), b = random_matrix(&r), ab = hit_mat3x4_mul(&a, &b);
        const hit_vec3 v = test_random_vec3(&r, -10.0f, 10.0f);
        const hit_vec3 p = hit_mat3x4_point(&a, v), d = hit_mat3x4_vector(&a, v);
        const float got_p[3] = {p.x, p.y, p.z}, got_d[3] = {d.x, d.y, d.z};
        for (int k = 0; k < 3; k++) {
            const quad linear = (quad)a.m[k][0] * v.x + (quad)a.m[k][1] * v.y + (quad)a.m[k][2] * v.z;
            assert_true(close_to(got_d[k], linear, 90) && close_to(got_p[k], linear + a.m[k][3], 93));
            for (int j = 0; j < 4; j++) {
                quad sum = j == 3 ? a.m[k][3] : 0;
                for (int l = 0; l < 3; l++)
                    sum += (quad)a.m[k][l] * b.m[l][j];
                assert_true(close_to(ab.m[k][j], sum, 30));
            }
        }
        // TRS against the quaternion's own rotation.
        const hit_quat q = random_quat(&r);
        const hit_vec3 scale = test_random_vec3(&r, -4.0f, 4.0f), move = test_random_vec3(&r, -4.0f, 4.0f);
        const hit_mat3x4 m = hit_mat3x4_from_trs(move, q, scale);
        quad turned[3];
        rotate_by_definition(q, hit_vec3_make(0.0f, 0.0f, 1.0f), turned);
        assert_true(m.m[0][3] == move.x && m.m[1][3] == move.y && m.m[2][3] == move.z);
        for (int k = 0; k < 3; k++)
            assert_true(close_to(m.m[k][2], turned[k] * scale.z, 4));
        rotate_by_definition(q, hit_vec3_make(0.0f, 1.0f, 0.0f), turned);
        for (int k = 0; k < 3; k++)
            assert_true(close_to(m.m[k][1], turned[k] * scale.y, 4));
        rotate_by_definition(q, hit_vec3_make(1.0f, 0.0f, 0.0f), turned);
        for (int k = 0; k < 3; k++)
            assert_true(close_to(m.m[k][0], turned[k] * scale.x, 4));
    }
}

// Entry (i, j) of the cofactor matrix, and the determinant, in quadruple precision: exact for the matrices used here.
static quad cofactor(const hit_mat3x4* m, int i, int j)
{
    const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
    return (quad)m->m[a][c] * m->m[b][d] - (quad)m->m[a][d] * m->m[b][c];
}

static quad determinant(const hit_mat3x4* m)
{
    return m->m[0][0] * cofactor(m, 0, 0) + m->m[0][1] * cofactor(m, 0, 1) + m->m[0][2] * cofactor(m, 0, 2);
}

// Every third matrix is within a rounding of singular: the third row is a rounded combination of the others.
static hit_mat3x4 random_hard_matrix(test_random* r, int i)
{
    hit_mat3x4 m = random_matrix(r);
    if (i % 3 == 0) {
        const float s = test_random_range(r, -2.0f, 2.0f), t = test_random_range(r, -2.0f, 2.0f);
        for (int j = 0; j < 3; j++)
            m.m[2][j] = s * m.m[0][j] + t * m.m[1][j];
    }
    return m;
}

static void matrix_inverse_random(void** state)
{
    test_random r = test_random_make(test_seed() + 2);
    (void)state;
    for (int n = 0; n < 20000; n++) {
        const hit_mat3x4 m = random_hard_matrix(&r, n);
        const quad det = determinant(&m);
        hit_mat3x4 inverse;
        assert_true(fabsq(hit_mat3x4_determinant(&m) - det) <= 0x1p-46 * fabsq(det));
        if (!hit_mat3x4_invert(&m, &inverse)) {
            assert_true(det == 0);
            continue;
        }
        for (int i = 0; i < 3; i++) {
            quad move = 0, size = 0;
            for (int j = 0; j < 3; j++) {
                const quad exact = cofactor(&m, j, i) / det;
                assert_true(close_to(inverse.m[i][j], exact, fabsq(exact)));
                move -= exact * m.m[j][3];
                size += fabsq(exact * m.m[j][3]);
            }
            assert_true(close_to(inverse.m[i][3], move, size));
        }
        for (int mode = 1; mode < MODES; mode++) {
            hit_mat3x4 again;
            mode_set(mode);
            const bool done = hit_mat3x4_invert(&m, &again);
            mode_set(0);
            assert_true(done);
            assert_memory_equal(&again, &inverse, sizeof again);
        }
        hit_mat3x4 alias = m;
        assert_true(hit_mat3x4_invert(&alias, &alias));
        assert_memory_equal(&alias, &inverse, sizeof alias);
    }
}

static void matrix_inverse_refused(void** state)
{
    const hit_mat3x4 canary = {{{7.0f, 7.0f, 7.0f, 7.0f}, {7.0f, 7.0f, 7.0f, 7.0f}, {7.0f, 7.0f, 7.0f, 7.0f}}};
    hit_mat3x4 m = hit_mat3x4_identity(), inverse = canary;
    (void)state;
    assert_false(hit_mat3x4_invert(NULL, &inverse));
    assert_false(hit_mat3x4_invert(&m, NULL));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            m = hit_mat3x4_identity();
            m.m[i][j] = NAN;
            assert_false(hit_mat3x4_invert(&m, &inverse));
            m.m[i][j] = -HUGE_VALF;
            assert_false(hit_mat3x4_invert(&m, &inverse));
        }
    }
    m = hit_mat3x4_identity();
    m.m[1][1] = 1e-39f; // the inverse is 1e39
    assert_false(hit_mat3x4_invert(&m, &inverse));
    // Singular: two rows are the same.
    const hit_mat3x4 flat = {{{16777215.0f, 3.0f, 0x1.fffffep-60f, 1.0f},
                              {-1.0f, 0x1.fffffep-40f, 0x1.fffffcp-60f, 2.0f},
                              {16777215.0f, 3.0f, 0x1.fffffep-60f, 3.0f}}};
    m = flat;
    assert_true(hit_mat3x4_determinant(&m) == 0.0);
    assert_false(hit_mat3x4_invert(&m, &inverse));
    assert_memory_equal(&inverse, &canary, sizeof canary);
    // One unit off singular is not singular.
    m.m[2][2] = nextafterf(m.m[2][2], 0.0f);
    assert_true(hit_mat3x4_determinant(&m) != 0.0);
}

// Scaled integers give singular matrices whose determinant does not cancel in double.
static void matrix_singular_is_exact(void** state)
{
    test_random r = test_random_make(test_seed() + 3);
    int garbage = 0;
    (void)state;
    for (int n = 0; n < 2000; n++) {
        hit_mat3x4 m = random_matrix(&r), inverse;
        // Row 2 = 2^a·row 0 - 2^b·row 1 with 20-bit entries: exact in float.
        const int a = (int)test_random_below(&r, 3), b = (int)test_random_below(&r, 3);
        for (int j = 0; j < 3; j++) {
            m.m[0][j] = (float)((int)test_random_below(&r, 1u << 20) - (1 << 19));
            m.m[1][j] = (float)((int)test_random_below(&r, 1u << 20) - (1 << 19));
            m.m[2][j] = ldexpf(m.m[0][j], a) - ldexpf(m.m[1][j], b);
        }
        // Columns of different size do not change that it is singular.
        for (int j = 0; j < 3; j++) {
            const int e = (int)test_random_below(&r, 60) - 30;
            for (int i = 0; i < 3; i++)
                m.m[i][j] = ldexpf(m.m[i][j], e);
        }
        double plain = 0.0;
        for (int k = 0; k < 3; k++)
            plain += m.m[0][k] * (double)cofactor(&m, 0, k);
        garbage += plain != 0.0;
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            const double det = hit_mat3x4_determinant(&m);
            const bool inverted = hit_mat3x4_invert(&m, &inverse);
            mode_set(0);
            assert_true(det == 0.0 && !inverted);
        }
    }
    assert_true(garbage > 200); // else the test shows nothing
}

static void matrix_null_is_nan(void** state)
{
    const hit_mat3x4 id = hit_mat3x4_identity();
    const hit_vec3 v = {1.0f, 2.0f, 3.0f};
    (void)state;
    assert_true(isnan(hit_mat3x4_mul(NULL, &id).m[0][0]) && isnan(hit_mat3x4_mul(&id, NULL).m[2][3]));
    assert_true(isnan(hit_mat3x4_determinant(NULL)));
    assert_true(isnan(hit_mat3x4_point(NULL, v).y));
    assert_true(isnan(hit_mat3x4_vector(NULL, v).z));
    assert_true(same_vec3(hit_mat3x4_normal(NULL, v), zero));
}

static void normals(void** state)
{
    test_random r = test_random_make(test_seed() + 4);
    int mirrored = 0, clearly = 0;
    (void)state;
    for (int n = 0; n < 20000; n++) {
        hit_mat3x4 m = random_matrix(&r);
        if (n % 4 == 0) {
            // Scales that differ by up to 2^40.
            for (int j = 0; j < 3; j++)
                for (int i = 0; i < 3; i++)
                    m.m[i][j] = ldexpf(m.m[i][j], (int)(n / 4 % 21) * (j - 1));
        }
        const hit_vec3 normal = hit_vec3_normalize(test_random_vec3(&r, -1.0f, 1.0f));
        const hit_vec3 other = test_random_vec3(&r, -1.0f, 1.0f);
        const hit_vec3 got = hit_mat3x4_normal(&m, normal);
        for (int mode = 1; mode < MODES; mode++) {
            mode_set(mode);
            const hit_vec3 again = hit_mat3x4_normal(&m, normal);
            mode_set(0);
            assert_true(same_vec3(again, got));
        }
        // A tangent in double: perpendicular to the float normal to 1e-16.
        const double t[3] = {(double)normal.y * other.z - (double)normal.z * other.y,
                             (double)normal.z * other.x - (double)normal.x * other.z,
                             (double)normal.x * other.y - (double)normal.y * other.x};
        quad mapped[3], dot = 0, along = 0, length = 0, reach = 0;
        for (int i = 0; i < 3; i++)
            mapped[i] = (quad)m.m[i][0] * t[0] + (quad)m.m[i][1] * t[1] + (quad)m.m[i][2] * t[2];
        const quad g[3] = {got.x, got.y, got.z}, d[3] = {normal.x, normal.y, normal.z};
        for (int i = 0; i < 3; i++) {
            dot += g[i] * mapped[i];
            length += mapped[i] * mapped[i];
            const quad image = m.m[i][0] * d[0] + m.m[i][1] * d[1] + m.m[i][2] * d[2];
            along += g[i] * image;
            reach += image * image;
        }
        assert_true(fabsq(dot) <= 2e-7 * sqrtq(length));
        assert_true(fabsq(g[0] * g[0] + g[1] * g[1] + g[2] * g[2] - 1) <= 4e-7);
        // What pointed outward still does, in a mirror too; to a rounding of `got` where the map shears hard.
        assert_true(along > -2e-7 * sqrtq(reach));
        clearly += along > 1e-3 * sqrtq(reach);
        mirrored += determinant(&m) < 0;
    }
    assert_true(mirrored > 1000 && clearly > 1000);
}

static void normals_of_special_maps(void** state)
{
    hit_mat3x4 m = hit_mat3x4_identity();
    const hit_vec3 x = {1.0f, 0.0f, 0.0f}, z = {0.0f, 0.0f, 1.0f};
    (void)state;
    m.m[0][0] = -1.0f; // a mirror: the outward normal of a sphere at +x becomes the one at -x
    assert_true(near_vec3(hit_mat3x4_normal(&m, x), -1.0f, 0.0f, 0.0f, 0.0f));
    assert_true(near_vec3(hit_mat3x4_normal(&m, z), 0.0f, 0.0f, 1.0f, 0.0f));
    m = hit_mat3x4_identity();
    m.m[2][2] = 0.0f; // flattened onto the plane z = 0: only that plane has a normal
    assert_true(near_vec3(hit_mat3x4_normal(&m, z), 0.0f, 0.0f, 1.0f, 0.0f));
    assert_true(same_vec3(hit_mat3x4_normal(&m, x), zero));
    m.m[1][1] = 0.0f; // rank 1
    assert_true(near_vec3(hit_mat3x4_normal(&m, z), 0.0f, 0.0f, 0.0f, 0.0f));
    // The ends of the range of float.
    m = hit_mat3x4_from_trs(x, hit_quat_normalize((hit_quat){0}), hit_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX));
    assert_true(near_vec3(hit_mat3x4_normal(&m, hit_vec3_make(0.0f, 0.0f, 1e38f)), 0.0f, 0.0f, 1.0f, 0.0f));
    m = hit_mat3x4_from_trs(x, hit_quat_normalize((hit_quat){0}), hit_vec3_make(1e-45f, 1e-45f, 1e-45f));
    assert_true(near_vec3(hit_mat3x4_normal(&m, hit_vec3_make(0.0f, 0.0f, 1e-45f)), 0.0f, 0.0f, 1.0f, 0.0f));
    assert_true(same_vec3(hit_mat3x4_normal(&m, hit_vec3_make(NAN, 0.0f, 1.0f)), zero));
    assert_true(same_vec3(hit_mat3x4_normal(&m, zero), zero));
    m.m[0][1] = HUGE_VALF;
    assert_true(same_vec3(hit_mat3x4_normal(&m, z), zero));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(quat_from_axis_angle),
        cmocka_unit_test(quat_bad_input),
        cmocka_unit_test(quat_random),
        cmocka_unit_test(matrix_basics),
        cmocka_unit_test(matrix_random),
        cmocka_unit_test(matrix_inverse_random),
        cmocka_unit_test(matrix_inverse_refused),
        cmocka_unit_test(matrix_singular_is_exact),
        cmocka_unit_test(matrix_null_is_nan),
        cmocka_unit_test(normals),
        cmocka_unit_test(normals_of_special_maps),
    };
    printf("HIT_SEED=%llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
