// Every call of src/simd, in every instruction set that this machine has, gives what portable.h gives: lane by lane, on
// random numbers, NaN, zeros of both signs, infinities, denormals and their neighbours.
#include "base/fpenv.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/simd/calls.h"

#include <float.h>
#include <hitscan/base.h>
#include <math.h>
#include <string.h>

static float special_float(test_random* r)
{
    static const float numbers[] = {0.0f,     -0.0f,   1.0f,     -1.0f,     HUGE_VALF, -HUGE_VALF, NAN,  FLT_MIN,
                                    -FLT_MIN, FLT_MAX, -FLT_MAX, 0x1p-149f, 0x1p-130f, 0.5f,       1.5f, 0x1p24f};
    switch (test_random_below(r, 4)) {
    case 0:
        return numbers[test_random_below(r, sizeof numbers / sizeof numbers[0])];
    case 1:
        return test_random_bits(r);
    default:
        return test_random_range(r, -2.0f, 2.0f);
    }
}

static double special_double(test_random* r)
{
    static const double numbers[] = {0x1p-1074, -0x1p-1050, DBL_MAX, -DBL_MAX, 0x1p1000, FLT_MAX * 2.0, 0x1p-150};
    uint64_t bits;
    double x;

    switch (test_random_below(r, 4)) {
    case 0:
        return numbers[test_random_below(r, sizeof numbers / sizeof numbers[0])];
    case 1:
        bits = test_random_next(r);
        memcpy(&x, &bits, sizeof x);
        return x;
    case 2:
        return (double)special_float(r) * (1.0 + ldexp((double)test_random_below(r, 3), -40));
    default:
        return (double)special_float(r);
    }
}

// Often the same number in both operands: comparisons are to meet equal ones.
static void make_input(test_random* r, call_domain domain, call_input* in)
{
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 8; i++) {
            float x = k > 0 && test_random_below(r, 4) == 0 ? in->f[k - 1][i] : special_float(r);
            if (domain == CALL_NONNEG)
                x = isnan(x) ? 1.0f : fabsf(x);
            if (domain == CALL_FITS)
                x = fabsf(x) < 0x1p20f ? x * (test_random_below(r, 2) ? 1.0f : 1000.0f) : -2.75f;
            in->f[k][i] = x;
        }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            in->d[k][i] = k > 0 && test_random_below(r, 4) == 0 ? in->d[k - 1][i] : special_double(r);
            if (domain == CALL_NONNEG)
                in->d[k][i] = isnan(in->d[k][i]) ? 1.0 : fabs(in->d[k][i]);
        }
        for (int i = 0; i < 8; i++) {
            static const int32_t numbers[] = {0, 1, -1, INT32_MAX, INT32_MIN, 255, 65535};
            const int32_t any = (int32_t)(uint32_t)test_random_next(r);
            const uint32_t kind = test_random_below(r, 3);
            in->i[k][i] = kind == 0 && k > 0 ? in->i[k - 1][i] : kind == 1 ? numbers[test_random_below(r, 7)] : any;
            if (domain == CALL_16_BITS)
                in->i[k][i] &= 65535;
        }
        for (int i = 0; i < 16; i++)
            in->u[k][i] = (uint16_t)(test_random_below(r, 4) == 0 ? 65535 * test_random_below(r, 2)
                                                                  : test_random_below(r, 65536));
    }
    for (int i = 0; i < 32; i++)
        in->from[i] = (uint8_t)(test_random_below(r, 4) == 0 ? 0x80 : test_random_below(r, 16));
    in->slots = test_random_below(r, 1u << 24);
    in->shift = (int)test_random_below(r, 32);
    in->lane = test_random_below(r, 3);
}

static bool same_float(float a, float b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static bool same_double(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

// a·b + c, a·b - c or c - a·b, by the name of the call, rounded once.
static double fused(const char* name, double a, double b, double c, bool is_float)
{
    const bool sub = strstr(name, "_mul_sub") != NULL, from = strstr(name, "_sub_mul") != NULL;
    if (from) {
        // c is the first argument.
        const double first = a, second = b, third = c;
        return is_float ? (double)fmaf((float)-second, (float)third, (float)first) : fma(-second, third, first);
    }
    return is_float ? (double)fmaf((float)a, (float)b, (float)(sub ? -c : c)) : fma(a, b, sub ? -c : c);
}

// The two doubles of an f64x2 are taken from an address that is no multiple of 16.
static bool agrees(const simd_call* call, const call_input* in, const call_output* want, const call_output* got)
{
    const int first = strncmp(call->name, "f64x2", 5) == 0;

    switch (call->result) {
    case CALL_BITS:
        return memcmp(want, got, sizeof *want) == 0;
    case CALL_FLOATS:
    case CALL_FUSED:
        for (int i = 0; i < 16; i++)
            if (!same_float(want->f[i], got->f[i]) &&
                (call->result == CALL_FLOATS || i >= 8 ||
                 !same_float(
                     (float)fused(call->name, (double)in->f[0][i], (double)in->f[1][i], (double)in->f[2][i], true),
                     got->f[i])))
                return false;
        return true;
    default:
        for (int i = 0; i < 8; i++)
            if (!same_double(want->d[i], got->d[i]) &&
                (call->result == CALL_DOUBLES || i >= 4 ||
                 !same_double(fused(call->name, in->d[0][i + first], in->d[1][i + first], in->d[2][i + first], false),
                              got->d[i])))
                return false;
        return true;
    }
}

static const simd_call* find(simd_calls calls, const char* name)
{
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(calls.at[i].name, name) == 0)
            return &calls.at[i];
    return NULL;
}

static void compare(simd_calls calls, const char* isa)
{
    const simd_calls portable = simd_calls_portable();
    const uint64_t cases = test_cases(20000);
    test_random r = test_random_make(test_seed());
    const hit_fpenv saved = hit_fpenv_enter();

    assert_true(calls.count > 0 && calls.count <= portable.count);
    for (size_t k = 0; k < calls.count; k++) {
        const simd_call *call = &calls.at[k], *definition = find(portable, call->name);
        assert_non_null(definition);
        for (uint64_t n = 0; n < cases; n++) {
            call_input in;
            call_output want, got;
            make_input(&r, call->domain, &in);
            memset(&want, 0, sizeof want);
            memset(&got, 0, sizeof got);
            definition->run(&in, &want);
            call->run(&in, &got);
            if (!agrees(call, &in, &want, &got))
                fail_msg("%s of %s differs from portable.h in case %llu", call->name, isa, (unsigned long long)n);
        }
    }
    hit_fpenv_leave(saved);
}

static void calls_are_those_of_portable(void** state)
{
    (void)state;
    compare(simd_calls_portable(), "portable.h"); // equal numbers are found equal
#if defined(HITSCAN_HAVE_SSE4)
    if (hit_cpu_best() >= HIT_CPU_SSE4)
        compare(simd_calls_sse4(), "sse4.h");
#endif
#if defined(HITSCAN_HAVE_AVX2)
    if (hit_cpu_best() >= HIT_CPU_AVX2)
        compare(simd_calls_avx2(), "avx2.h");
#endif
#if defined(HITSCAN_HAVE_NEON)
    compare(simd_calls_neon(), "neon.h");
#endif
#if defined(HITSCAN_HAVE_WASM)
    compare(simd_calls_wasm(), "wasm.h");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(calls_are_those_of_portable)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
