// Sine, cosine, tangent and arc tangent against those of 113 bits, and the same bits on every machine.
#include "shapes/trig.h"
#include "base/fpenv.h"
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/base/random.h"

#include <float.h>

// Half an ulp, and what is left to the last rounding.
static void assert_rounded(double got, quad exact, const char* what, double x)
{
    int exponent;
    frexp(got, &exponent);
    const double unit = ldexp(1.0, exponent - DBL_MANT_DIG < -1074 ? -1074 : exponent - DBL_MANT_DIG);
    const quad error = fabsq((quad)got - exact) / unit;
    if (!(error <= (quad)0.5 + (quad)0x1p-40))
        fail_msg("%s(%a) = %a, wrong by %g ulp", what, x, got, (double)error);
}

static void check(double x)
{
    double sine, cosine;
    hit_sincos(x, &sine, &cosine);
    assert_rounded(sine, sinq((quad)x), "sin", x);
    assert_rounded(cosine, cosq((quad)x), "cos", x);
    assert_rounded(hit_tan(x), tanq((quad)x), "tan", x);
    if (x > 0.0)
        assert_rounded(hit_atan(x), atanq((quad)x), "atan", x);
}

static void special_angles(void** state)
{
    (void)state;
    // Around the eighths of the circle, where the quarters change; and the float nearest to a multiple of pi/2.
    const float angles[] = {0.0f,
                            -0.0f,
                            0x1p-149f,
                            FLT_MIN,
                            1e-20f,
                            0x1p-12f,
                            0x1.921fb4p-1f,
                            0x1.921fb6p-1f,
                            0x1.921fb4p+0f,
                            0x1.921fb6p+0f,
                            0x1.2d97c8p+1f,
                            0x1.921fb6p+1f,
                            0x1.921fb6p+2f,
                            0x1p24f,
                            0x1.fffffep24f,
                            0x1p25f,
                            0x1.000002p25f,
                            0x1p26f,
                            16367173.0f * 0x1p72f,
                            0x1p127f,
                            FLT_MAX};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        check(angles[i]);
        check(-(double)angles[i]);
        check(0.5 * (double)angles[i]);
    }
    double sine, cosine;
    hit_sincos(0.0, &sine, &cosine);
    assert_true(sine == 0.0 && cosine == 1.0);
}

static void random_angles(void** state)
{
    (void)state;
    test_random r = test_random_make(test_seed());
    const uint64_t count = test_cases(20000);
    for (uint64_t i = 0; i < count; i++) {
        check((double)test_random_bits(&r));
        check((double)test_random_range(&r, -10.0f, 10.0f));
        check(0.5 * (double)test_random_exponent(&r, 20, 30));
    }
}

// The hash of what came out on x86-64.
static void same_everywhere(void** state)
{
    (void)state;
    test_random r = test_random_make(1);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < 2000; i++) {
        const double x = (double)test_random_bits(&r);
        double value[4] = {0.0, 0.0, hit_tan(x), hit_atan(fabs(x))};
        hit_sincos(x, &value[0], &value[1]);
        for (int k = 0; k < 4; k++) {
            uint64_t bits;
            memcpy(&bits, &value[k], sizeof bits);
            hash = (hash ^ bits) * UINT64_C(0x100000001b3);
        }
    }
    if (hash != UINT64_C(0x7ade08290614a394))
        fail_msg("the hash is 0x%llx", (unsigned long long)hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_angles),
        cmocka_unit_test(random_angles),
        cmocka_unit_test(same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
