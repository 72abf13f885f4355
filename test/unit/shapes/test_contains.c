// What is promised to be exact: points in boxes, oriented boxes and spheres, against GMP rationals.
//
// The points are made to lie on the boundary, one unit of float beside it, or beside it by less than a double can
// tell. How many cases a plain computation in double gets wrong is counted: were it none, the test would show
// nothing. Then the same answers are asked for in other floating-point modes.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <gmp.h>

static mpq_t q_sum, q_term, q_a, q_b;

static void q_difference(mpq_t out, float a, float b)
{
    mpq_set_d(out, a);
    mpq_set_d(q_b, b);
    mpq_sub(out, out, q_b);
}

static bool obb_oracle(const hit_obb* obb, hit_vec3 p)
{
    const float c[3] = {obb->center.x, obb->center.y, obb->center.z}, x[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++) {
        const float axis[3] = {obb->axis[i].x, obb->axis[i].y, obb->axis[i].z};
        mpq_set_ui(q_sum, 0, 1);
        for (int k = 0; k < 3; k++) {
            q_difference(q_term, x[k], c[k]);
            mpq_set_d(q_a, axis[k]);
            mpq_mul(q_term, q_term, q_a);
            mpq_add(q_sum, q_sum, q_term);
        }
        mpq_abs(q_sum, q_sum);
        mpq_set_d(q_a, obb->half[i]);
        if (mpq_cmp(q_sum, q_a) > 0)
            return false;
    }
    return true;
}

static bool obb_in_double(const hit_obb* obb, hit_vec3 p)
{
    for (int i = 0; i < 3; i++) {
        const double d = obb->axis[i].x * ((double)p.x - obb->center.x) +
                         obb->axis[i].y * ((double)p.y - obb->center.y) +
                         obb->axis[i].z * ((double)p.z - obb->center.z);
        if (fabs(d) > obb->half[i])
            return false;
    }
    return true;
}

static bool sphere_oracle(hit_sphere s, hit_vec3 p)
{
    const float c[3] = {s.center.x, s.center.y, s.center.z}, x[3] = {p.x, p.y, p.z};
    mpq_set_ui(q_sum, 0, 1);
    for (int k = 0; k < 3; k++) {
        q_difference(q_term, x[k], c[k]);
        mpq_mul(q_term, q_term, q_term);
        mpq_add(q_sum, q_sum, q_term);
    }
    mpq_set_d(q_a, s.radius);
    mpq_mul(q_a, q_a, q_a);
    return mpq_cmp(q_sum, q_a) <= 0;
}

static bool sphere_in_double(hit_sphere s, hit_vec3 p)
{
    const double x = (double)p.x - s.center.x, y = (double)p.y - s.center.y, z = (double)p.z - s.center.z;
    return x * x + y * y + z * z <= (double)s.radius * s.radius;
}

// One unit up or down, or not at all.
static float nudge(test_random* r, float x)
{
    const uint32_t choice = test_random_below(r, 3);
    return choice == 0 ? x : nextafterf(x, choice == 1 ? -HUGE_VALF : HUGE_VALF);
}

static float absolute(float x)
{
    return x < 0.0f ? -x : x;
}

static void obb_case(test_random* r, hit_obb* obb, hit_vec3* p)
{
    const uint32_t kind = test_random_below(r, 6);
    *p = test_random_grid_vec3(r);
    obb->center = test_random_grid_vec3(r);
    for (int i = 0; i < 3; i++) {
        obb->axis[i] = test_random_grid_vec3(r);
        obb->half[i] = 1e6f;
    }
    if (kind == 1) { // an ordinary box and a point near it
        const hit_quat q = {test_random_range(r, -1.0f, 1.0f), test_random_range(r, -1.0f, 1.0f),
                            test_random_range(r, -1.0f, 1.0f), test_random_range(r, -1.0f, 1.0f)};
        *obb = hit_obb_make(test_random_vec3(r, -5.0f, 5.0f), q, hit_vec3_make(1e6f, 1e6f, 1e6f));
        *p = test_random_vec3(r, -5.0f, 5.0f);
    } else if (kind == 2) { // sizes far apart, so that p - c is no double
        const float side = test_random_below(r, 2) ? 1.0f : -1.0f;
        *p = hit_vec3_make(test_random_exponent(r, -4, 4), test_random_exponent(r, -149, -40), 0.0f);
        obb->center = hit_vec3_make(0.0f, 0.0f, test_random_exponent(r, -149, -40));
        obb->axis[0] = hit_vec3_make(side, 1.0f, test_random_below(r, 2) ? 1.0f : 0.0f);
    } else if (kind == 3) { // p - c across the axis, with a rest that double loses: the sign of the product is at stake
        const float a = test_random_range(r, -2.0f, 2.0f), b = test_random_range(r, -2.0f, 2.0f);
        obb->axis[0] = hit_vec3_make(a, test_random_exponent(r, -70, -48), b);
        obb->center = hit_vec3_make(0.0f, 0.0f, 0.0f);
        *p = hit_vec3_make(b, test_random_range(r, -1.0f, 1.0f), -a);
    } else if (kind == 4) { // the whole range of float
        *p = hit_vec3_make(test_random_bits(r), test_random_bits(r), test_random_bits(r));
        obb->center = hit_vec3_make(test_random_bits(r), test_random_bits(r), test_random_bits(r));
        obb->axis[0] = hit_vec3_make(test_random_bits(r), test_random_bits(r), test_random_bits(r));
    } else if (kind == 5) { // denormals
        *p = hit_vec3_make(test_random_exponent(r, -149, -120), 0.0f, test_random_exponent(r, -149, -120));
        obb->center = hit_vec3_make(0.0f, test_random_exponent(r, -149, -120), 0.0f);
        obb->axis[0] = hit_vec3_make(1.0f, 0.5f, -2.0f);
    }
    for (int i = 0; i < 3; i++) {
        // half := the product, rounded to float, or a unit beside it.
        const double d = obb->axis[i].x * ((double)p->x - obb->center.x) +
                         obb->axis[i].y * ((double)p->y - obb->center.y) +
                         obb->axis[i].z * ((double)p->z - obb->center.z);
        if (i == 0)
            obb->half[i] = absolute(nudge(r, (float)fabs(d)));
        else if (test_random_below(r, 2) == 0)
            obb->half[i] = nextafterf((float)fabs(d), HUGE_VALF);
        if (i == 0 && kind == 3 && test_random_below(r, 2) == 0)
            obb->half[i] = 0.0f;
        if (!isfinite(obb->half[i]))
            obb->half[i] = FLT_MAX;
    }
}

static void obb_exact(void** state)
{
    test_random r = test_random_make(test_seed() + 10);
    const uint64_t cases = test_cases(200000);
    uint64_t inside = 0, lost = 0;
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        hit_obb obb;
        hit_vec3 p;
        obb_case(&r, &obb, &p);
        const bool expected = obb_oracle(&obb, p);
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            const bool got = hit_obb_contains(&obb, p);
            mode_set(0);
            assert_int_equal(got, expected);
        }
        inside += expected;
        lost += obb_in_double(&obb, p) != expected;
    }
    printf("obb: %llu cases, %llu inside, plain double is wrong in %llu\n", (unsigned long long)cases,
           (unsigned long long)inside, (unsigned long long)lost);
    assert_true(cases < 2000 || (inside > cases / 5 && inside < cases - cases / 5 && lost > cases / 200));
}

static void sphere_case(test_random* r, hit_sphere* s, hit_vec3* p)
{
    // Whole distances: 1²+2²+2² = 3², 2²+3²+6² = 7², 1²+4²+8² = 9², 2²+6²+9² = 11².
    static const float quadruples[4][4] = {{1, 2, 2, 3}, {2, 3, 6, 7}, {1, 4, 8, 9}, {2, 6, 9, 11}};
    const float* q = quadruples[test_random_below(r, 4)];
    const uint32_t kind = test_random_below(r, 6);
    const float k = ldexpf((float)test_random_below(r, 1u << 18), (int)test_random_below(r, 200) - 130);
    if (kind == 0) { // exactly on the surface, or a unit beside it
        s->center = hit_vec3_make(0.0f, k * q[1], -k);
        *p = hit_vec3_make(nudge(r, k * q[0]), s->center.y - k * q[1], s->center.z + k * q[2]);
        s->radius = nudge(r, k * q[3]);
    } else if (kind == 1) { // far out on one axis, next to nothing on another
        s->center = hit_vec3_make(0.0f, test_random_grid(r), 0.0f);
        s->radius = test_random_exponent(r, -20, 20);
        *p = hit_vec3_make(absolute(s->radius), s->center.y, test_random_exponent(r, -149, -20));
    } else if (kind == 2) { // the difference is no double
        s->center = hit_vec3_make(test_random_exponent(r, -149, -30), 0.0f, 0.0f);
        s->radius = test_random_exponent(r, -2, 2);
        *p = hit_vec3_make(s->radius, 0.0f, test_random_below(r, 2) ? 0.0f : test_random_exponent(r, -149, -60));
    } else if (kind == 3) { // anything
        s->center = hit_vec3_make(test_random_bits(r), test_random_bits(r), test_random_bits(r));
        *p = hit_vec3_make(test_random_bits(r), test_random_bits(r), test_random_bits(r));
        s->radius = absolute(test_random_bits(r));
    } else if (kind == 4) { // differences of 48 bits whose squares sum to r² but for the last bits of double
        s->radius = test_random_range(r, 1.0f, 2.0f);
        *p = hit_vec3_make(s->radius * test_random_range(r, 0.97f, 0.99f), 0.0f, 0.0f);
        s->center = hit_vec3_make(test_random_range(r, -0x1p-24f, 0x1p-24f), 0.0f, 0.0f);
        const long double x = (long double)p->x - s->center.x, square = (long double)s->radius * s->radius - x * x;
        p->z = (float)sqrtl(square);
        s->center.z = (float)(p->z - sqrtl(square));
    } else { // an ordinary ball and the nearest points to its surface
        s->center = test_random_vec3(r, -2.0f, 2.0f);
        *p = test_random_vec3(r, -2.0f, 2.0f);
        const double x = (double)p->x - s->center.x, y = (double)p->y - s->center.y, z = (double)p->z - s->center.z;
        s->radius = nudge(r, (float)sqrt(x * x + y * y + z * z));
    }
    s->radius = absolute(s->radius);
    if (!isfinite(s->radius))
        s->radius = FLT_MAX;
}

static void sphere_exact(void** state)
{
    test_random r = test_random_make(test_seed() + 11);
    const uint64_t cases = test_cases(200000);
    uint64_t inside = 0, lost = 0;
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        hit_sphere s;
        hit_vec3 p;
        sphere_case(&r, &s, &p);
        const bool expected = sphere_oracle(s, p);
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            const bool got = hit_sphere_contains(s, p);
            mode_set(0);
            assert_int_equal(got, expected);
        }
        inside += expected;
        lost += sphere_in_double(s, p) != expected;
    }
    printf("sphere: %llu cases, %llu inside, plain double is wrong in %llu\n", (unsigned long long)cases,
           (unsigned long long)inside, (unsigned long long)lost);
    assert_true(cases < 2000 || (inside > cases / 5 && inside < cases - cases / 5 && lost > cases / 200));
}

// Values that meet: zeros of both signs, neighbours, denormals, the ends.
static float special(test_random* r)
{
    static const float values[] = {0.0f,  -0.0f,   1e-45f,   -1e-45f, FLT_MIN, -FLT_MIN,       1.0f,
                                   -1.0f, FLT_MAX, -FLT_MAX, 3e-45f,  -3e-45f, 1.17549421e-38f};
    return values[test_random_below(r, sizeof values / sizeof values[0])];
}

static void aabb_exact(void** state)
{
    test_random r = test_random_make(test_seed() + 12);
    uint64_t inside = 0, flushed = 0;
    (void)state;
    for (int n = 0; n < 200000; n++) {
        float v[9];
        for (int k = 0; k < 9; k++)
            v[k] = special(&r);
        const hit_aabb box = {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
        const hit_vec3 p = {v[6], v[7], v[8]};
        bool empty = false, expected = true;
        for (int k = 0; k < 3; k++) {
            empty |= v[k] > v[3 + k];
            expected &= v[k] <= v[6 + k] && v[6 + k] <= v[3 + k];
        }
        const hit_aabb grown = hit_aabb_union(box, hit_aabb_make(p, p));
        const hit_aabb twin = hit_aabb_union(hit_aabb_make(p, p), box);
        assert_memory_equal(&grown, &twin, sizeof grown);
        assert_true(hit_aabb_contains(grown, p));
        for (int mode = 0; mode < MODES; mode++) {
            mode_set(mode);
            const bool got = hit_aabb_contains(box, p), is_empty = hit_aabb_is_empty(box);
            const hit_aabb now = hit_aabb_union(box, hit_aabb_make(p, p));
            const bool plain = p.x <= box.max.x && p.y <= box.max.y && p.z <= box.max.z && p.x >= box.min.x &&
                               p.y >= box.min.y && p.z >= box.min.z;
            mode_set(0);
            assert_int_equal(got, expected);
            assert_int_equal(is_empty, empty);
            assert_memory_equal(&now, &grown, sizeof now);
            flushed += plain != expected;
        }
        inside += expected;
    }
    assert_true(inside > 1000);
    assert_true(MODES == 1 || flushed > 1000); // DAZ does mislead plain compares
}

static void bad_input(void** state)
{
    const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF};
    const hit_vec3 origin = {0.0f, 0.0f, 0.0f};
    const hit_quat unrotated = {0.0f, 0.0f, 0.0f, 1.0f};
    const hit_obb unit = hit_obb_make(origin, unrotated, hit_vec3_make(1.0f, 1.0f, 1.0f));
    (void)state;
    assert_true(hit_obb_contains(&unit, origin));
    assert_false(hit_obb_contains(NULL, origin));
    for (int i = 0; i < 3; i++) {
        const hit_vec3 points[3] = {{bad[i], 0.0f, 0.0f}, {0.0f, bad[i], 0.0f}, {0.0f, 0.0f, bad[i]}};
        for (int k = 0; k < 3; k++) {
            hit_obb obb = unit;
            assert_false(hit_obb_contains(&unit, points[k]));
            assert_false(hit_sphere_contains(hit_sphere_make(origin, 1.0f), points[k]));
            assert_false(hit_sphere_contains(hit_sphere_make(points[k], 1.0f), origin));
            obb.center = points[k];
            assert_false(hit_obb_contains(&obb, origin));
            obb = unit;
            obb.axis[k] = points[k];
            assert_false(hit_obb_contains(&obb, origin));
            obb = unit;
            obb.half[k] = bad[i];
            assert_false(hit_obb_contains(&obb, origin));
            obb.half[k] = -1e-45f; // negative, were it ever so little
            assert_false(hit_obb_contains(&obb, origin));
            obb.half[k] = -0.0f; // zero is flat, not empty
            assert_true(hit_obb_contains(&obb, origin));
        }
        assert_false(hit_sphere_contains(hit_sphere_make(origin, bad[i]), origin));
    }
    assert_false(hit_sphere_contains(hit_sphere_make(origin, -1e-45f), origin));
    assert_true(hit_sphere_contains(hit_sphere_make(origin, 0.0f), origin));
    assert_true(hit_sphere_contains(hit_sphere_make(origin, -0.0f), origin));
    assert_false(hit_sphere_contains(hit_sphere_make(origin, 0.0f), hit_vec3_make(0.0f, 1e-45f, 0.0f)));
    // A zero axis constrains nothing.
    hit_obb slab = unit;
    slab.axis[1] = origin;
    assert_true(hit_obb_contains(&slab, hit_vec3_make(1.0f, FLT_MAX, -1.0f)));
    assert_false(hit_obb_contains(&slab, hit_vec3_make(1.0f, FLT_MAX, -1.0000001f)));
}

static int setup(void** state)
{
    (void)state;
    mpq_inits(q_sum, q_term, q_a, q_b, NULL);
    return 0;
}

static int teardown(void** state)
{
    (void)state;
    mpq_clears(q_sum, q_term, q_a, q_b, NULL);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obb_exact),
        cmocka_unit_test(sphere_exact),
        cmocka_unit_test(aabb_exact),
        cmocka_unit_test(bad_input),
    };
    printf("HIT_SEED=%llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, setup, teardown);
}
