// The floating-point environment of the caller has no say: the same bits with flush-to-zero, denormals-are-zero and in
// every rounding mode; and it is as it was after every call.
#include "support/cases/battery.h"
#include "support/base/cmocka_all.h"

#include <fenv.h>

#if defined(__x86_64__)

#include <xmmintrin.h>

typedef unsigned int mode_bits;
typedef struct mode {
    const char* name;
    mode_bits bits;
} mode;

static const mode modes[] = {
    {"flush to zero", 0x8000u},      {"denormals are zero", 0x0040u}, {"both", 0x8040u},
    {"round down", 0x2000u},         {"round up", 0x4000u},           {"round to zero", 0x6000u},
    {"both, and round up", 0xc040u},
};

static void set(mode_bits bits)
{
    _mm_setcsr((_mm_getcsr() & ~0xe040u) | bits);
}

static mode_bits get(void)
{
    return _mm_getcsr() & 0xe040u;
}

#else

typedef int mode_bits;
typedef struct mode {
    const char* name;
    mode_bits bits;
} mode;

#if defined(FE_UPWARD)
static const mode modes[] = {{"round down", FE_DOWNWARD}, {"round up", FE_UPWARD}, {"round to zero", FE_TOWARDZERO}};
#else
static const mode modes[] = {{"the only one", FE_TONEAREST}}; // WebAssembly
#endif

static void set(mode_bits bits)
{
    fesetround(bits);
}

static mode_bits get(void)
{
    return fegetround();
}

#endif

static void same_bits_in_every_mode(void** state)
{
    const size_t count = (size_t)test_cases(10000) < 10000 ? (size_t)test_cases(10000) : 10000;
    battery_case* cases = calloc(count, sizeof *cases);
    uint64_t expected[BATTERY_KINDS], got[BATTERY_KINDS];
    int wrong = 0;

    (void)state;
    assert_non_null(cases);
    battery_make(cases, count, test_seed() + 600);
    battery_run(cases, count, expected);
    for (size_t m = 0; m < sizeof modes / sizeof modes[0]; m++) {
        const mode_bits normal = get();
        mode_bits after;

        set(modes[m].bits);
        battery_run(cases, count, got);
        after = get();
        set(normal);
        assert_true(after == modes[m].bits);
        for (int k = 0; k < BATTERY_KINDS; k++) {
            if (got[k] != expected[k]) {
                wrong++;
                printf("%s: %s differs\n", modes[m].name, battery_names[k]);
            }
        }
    }
    free(cases);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits_in_every_mode)};

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
