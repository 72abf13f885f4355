// Expansions and their quotients against GMP: every operation, on random and on hostile numbers.
#include "exact/expansion.h"
#include "exact/ratio.h"
#include "exact/vector.h"
#include "support/base/cmocka_all.h"
#include "support/oracle/gmp_oracle.h"
#include "support/base/random.h"

#include <float.h>

// A double as a rational. mpq_set_d is exact.
static void add_double(mpq_t sum, double x)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, x);
    mpq_add(sum, sum, q);
    mpq_clear(q);
}

static void value_of(mpq_t out, const double* a, size_t n)
{
    mpq_set_ui(out, 0, 1);
    for (size_t i = 0; i < n; i++)
        add_double(out, a[i]);
}

// The invariant: no zeros, ascending, and the bits of neighbours do not overlap.
static void check_invariant(const double* a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_true(a[i] != 0.0);
        if (i > 0) {
            int low_exponent; // lowest set bit of a[i] is at least 2^(exponent of a[i - 1])
            double x = fabs(a[i]);
            const double below = fabs(a[i - 1]);
            frexp(x, &low_exponent);
            while (fmod(x, ldexp(1.0, low_exponent)) != 0.0)
                low_exponent--;
            assert_true(below < ldexp(1.0, low_exponent));
        }
    }
}

// A double of a kind: ordinary, tiny integer, power of two, near a power of two, of any exponent that products can
// have.
static double hostile(test_random* r)
{
    const double mantissa = (double)(int64_t)(test_random_next(r) >> 11) * (test_random_below(r, 2) ? 1.0 : -1.0);

    switch (test_random_below(r, 6)) {
    case 0:
        return (double)test_random_below(r, 5) - 2.0;
    case 1:
        return ldexp(1.0, (int)test_random_below(r, 400) - 200);
    case 2:
        return ldexp(1.0 + ldexp(test_random_below(r, 2) ? 1.0 : -1.0, -(int)test_random_below(r, 53)),
                     (int)test_random_below(r, 200) - 100);
    case 3:
        return (double)test_random_bits(r);
    case 4:
        return (double)test_random_bits(r) * (double)test_random_bits(r);
    default:
        return ldexp(mantissa, (int)test_random_below(r, 60) - 80);
    }
}

// An expansion of up to `most` components, made of terms that often cancel.
static size_t make_expansion(test_random* r, size_t most, double* out)
{
    double terms[8];
    const size_t n = test_random_below(r, (uint32_t)most + 1);

    for (size_t i = 0; i < n; i++) {
        terms[i] = hostile(r);
        if (i > 0 && test_random_below(r, 3) == 0)
            terms[i] = -terms[i - 1] * (test_random_below(r, 2) ? 1.0 : 1.0 + 0x1p-52);
    }
    return hit_expansion_from_terms(terms, n, out);
}

typedef struct rationals {
    mpq_t a, b, expected, got;
} rationals;

static void check_equal(rationals* q, const double* got, size_t n)
{
    check_invariant(got, n);
    value_of(q->got, got, n);
    assert_true(mpq_equal(q->got, q->expected));
    assert_int_equal(hit_expansion_sign(got, n), mpq_sgn(q->expected));
    // The estimate is within a relative 2^-51.
    value_of(q->a, got, n);
    mpq_set_d(q->b, hit_expansion_estimate(got, n));
    mpq_sub(q->a, q->a, q->b);
    mpq_abs(q->a, q->a);
    mpq_abs(q->b, q->expected);
    mpq_div_2exp(q->b, q->b, 51);
    assert_true(mpq_cmp(q->a, q->b) <= 0);
}

// Sums of scaled sums, as predicates make them: ((a + b)·f + a)·f - b. What a sum puts out must be fit for scaling,
// and the other way round.
static void check_chain(rationals* q, const double* a, size_t na, const double* b, size_t nb, double f)
{
    double x[12], y[24], z[30], w[60], last[66];
    size_t nx, ny, nz, nw, n;

    if (fabs(f) > 0x1p200 || (f != 0.0 && fabs(f) < 0x1p-200))
        return; // the product would leave the range of double
    nx = hit_expansion_sum(a, na, b, nb, x);
    ny = hit_expansion_scale(x, nx, f, y);
    nz = hit_expansion_sum(y, ny, a, na, z);
    nw = hit_expansion_scale(z, nz, f, w);
    n = hit_expansion_diff(w, nw, b, nb, last);
    value_of(q->a, a, na);
    value_of(q->b, b, nb);
    mpq_add(q->expected, q->a, q->b);
    mpq_set_d(q->got, f);
    mpq_mul(q->expected, q->expected, q->got);
    mpq_add(q->expected, q->expected, q->a);
    mpq_mul(q->expected, q->expected, q->got);
    mpq_sub(q->expected, q->expected, q->b);
    check_equal(q, last, n);
}

static void operations(void** state)
{
    const uint64_t cases = test_cases(400000) / 2;
    test_random r = test_random_make(test_seed() + 300);
    rationals q;

    (void)state;
    mpq_inits(q.a, q.b, q.expected, q.got, NULL);
    for (uint64_t i = 0; i < cases; i++) {
        double a[6], b[6], out[72], scratch[72];
        const size_t na = make_expansion(&r, 6, a), nb = make_expansion(&r, 6, b);
        const double factor = hostile(&r);
        size_t n;

        value_of(q.a, a, na);
        value_of(q.b, b, nb);
        mpq_add(q.expected, q.a, q.b);
        n = hit_expansion_sum(a, na, b, nb, out);
        check_equal(&q, out, n);

        value_of(q.a, a, na);
        value_of(q.b, b, nb);
        mpq_sub(q.expected, q.a, q.b);
        n = hit_expansion_diff(a, na, b, nb, out);
        check_equal(&q, out, n);

        value_of(q.a, a, na);
        value_of(q.b, b, nb);
        mpq_mul(q.expected, q.a, q.b);
        n = hit_expansion_product(a, na, b, nb, out, scratch);
        assert_true(n <= 2 * na * nb);
        check_equal(&q, out, n);

        value_of(q.a, a, na);
        mpq_set_d(q.b, factor);
        mpq_mul(q.expected, q.a, q.b);
        n = hit_expansion_scale(a, na, factor, out);
        check_equal(&q, out, n);
        check_chain(&q, a, na, b, nb, factor);
    }
    mpq_clears(q.a, q.b, q.expected, q.got, NULL);
}

static void error_free_transformations(void** state)
{
    const uint64_t cases = test_cases(400000);
    test_random r = test_random_make(test_seed() + 301);
    mpq_t a, b, expected, got;

    (void)state;
    mpq_inits(a, b, expected, got, NULL);
    for (uint64_t i = 0; i < cases; i++) {
        const double x = hostile(&r), y = hostile(&r);
        double high, low;

        mpq_set_d(a, x);
        mpq_set_d(b, y);
        low = two_sum(x, y, &high);
        mpq_add(expected, a, b);
        mpq_set_d(got, high);
        add_double(got, low);
        assert_true(mpq_equal(got, expected));
        assert_true(high == x + y);

        low = two_product(x, y, &high);
        mpq_mul(expected, a, b);
        mpq_set_d(got, high);
        add_double(got, low);
        assert_true(mpq_equal(got, expected));

        if (fabs(x) >= fabs(y)) {
            low = fast_two_sum(x, y, &high);
            mpq_add(expected, a, b);
            mpq_set_d(got, high);
            add_double(got, low);
            assert_true(mpq_equal(got, expected));
        }
    }
    mpq_clears(a, b, expected, got, NULL);
}

// A quotient close to a float, to the middle of two floats, or anywhere; and its neighbours.
static void quotients(void** state)
{
    const uint64_t cases = test_cases(400000);
    test_random r = test_random_make(test_seed() + 302);
    mpq_t a, b, c, d, left, right;

    (void)state;
    mpq_inits(a, b, c, d, left, right, NULL);
    for (uint64_t i = 0; i < cases; i++) {
        double den[2], num[8], other[8], scratch[8], shifted[8];
        const double den_terms[2] = {(double)test_random_bits(&r),
                                     test_random_below(&r, 2) ? (double)test_random_bits(&r) : 0.0};
        const size_t n_den = hit_expansion_from_terms(den_terms, 2, den);
        float f = test_random_bits(&r);
        double middle;
        size_t n_num, n_other;
        hit_ratio x, y;
        int expected;
        float rounded;

        if (n_den == 0)
            continue;
        if (test_random_below(&r, 16) == 0)
            f = test_random_below(&r, 2) ? FLT_MAX : 0x1p-149f * (float)test_random_below(&r, 4);
        middle = f == FLT_MAX ? 0x1.ffffffp127 : ((double)f + (double)nextafterf(f, HUGE_VALF)) / 2.0;
        // num = den·(f or the middle), exactly, and then perhaps off by the smallest amount there is
        n_num = hit_expansion_scale(den, n_den, test_random_below(&r, 2) ? middle : (double)f, num);
        if (test_random_below(&r, 2)) {
            const double tiny = test_random_below(&r, 2) ? 0x1p-298 : -0x1p-298;
            n_num = hit_expansion_sum(num, n_num, &tiny, 1, shifted);
            memcpy(num, shifted, n_num * sizeof num[0]);
        }
        x = (hit_ratio){num, den, n_num, n_den};
        value_of(a, num, n_num);
        value_of(b, den, n_den);

        // round
        rounded = hit_ratio_round(x);
        mpq_div(left, a, b);
        assert_true(rounded == oracle_round(mpq_numref(left), mpq_denref(left)));
        assert_true(rounded != 0.0f || !signbit(rounded)); // never -0

        // compare with a float
        mpq_set_d(right, (double)f);
        expected = mpq_cmp(left, right);
        assert_int_equal(hit_ratio_compare_float(x, f), (expected > 0) - (expected < 0));

        // compare with another quotient: x over -1/-1, x scaled, x moved
        n_other = hit_expansion_scale(num, n_num, -3.0, other);
        hit_expansion_scale(den, n_den, -3.0, scratch);
        y = (hit_ratio){other, scratch, n_other, hit_expansion_scale(den, n_den, -3.0, scratch)};
        assert_int_equal(hit_ratio_compare(x, y), 0);
        assert_int_equal(hit_ratio_compare(y, x), 0);
        y = (hit_ratio){num, den_terms, n_num, 1};
        if (den_terms[0] != 0.0) {
            mpq_set_d(d, den_terms[0]);
            mpq_div(right, a, d);
            expected = mpq_cmp(left, right);
            assert_int_equal(hit_ratio_compare(x, y), (expected > 0) - (expected < 0));
        }
    }
    mpq_clears(a, b, c, d, left, right, NULL);
}

static void vectors(void** state)
{
    const uint64_t cases = test_cases(400000) / 4;
    test_random r = test_random_make(test_seed() + 303);
    mpq_t sum, x, y;

    (void)state;
    mpq_inits(sum, x, y, NULL);
    for (uint64_t i = 0; i < cases; i++) {
        float p[4][3];
        hit_vec3 v[4];
        hit_exact_vec3 a, b;
        double out[24];
        size_t n;

        for (int k = 0; k < 4; k++) {
            for (int j = 0; j < 3; j++)
                p[k][j] = test_random_below(&r, 2) ? test_random_bits(&r) : test_random_grid(&r);
            v[k] = hit_vec3_make(p[k][0], p[k][1], p[k][2]);
        }
        a = hit_exact_difference(v[0], v[1]);
        b = hit_exact_difference(v[2], v[3]);
        n = hit_exact_dot(&a, &b, out);
        assert_true(n <= 24);
        mpq_set_ui(sum, 0, 1);
        for (int j = 0; j < 3; j++) {
            mpq_set_ui(x, 0, 1);
            mpq_set_ui(y, 0, 1);
            add_double(x, (double)p[1][j]);
            add_double(x, -(double)p[0][j]);
            add_double(y, (double)p[3][j]);
            add_double(y, -(double)p[2][j]);
            mpq_mul(x, x, y);
            mpq_add(sum, sum, x);
        }
        value_of(x, out, n);
        assert_true(mpq_equal(x, sum));
    }
    mpq_clears(sum, x, y, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_free_transformations),
        cmocka_unit_test(operations),
        cmocka_unit_test(quotients),
        cmocka_unit_test(vectors),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
