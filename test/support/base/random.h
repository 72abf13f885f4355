// Random input for tests: a fast generator, and floats of the kinds that break geometry code.
#ifndef HITSCAN_TEST_RANDOM_H
#define HITSCAN_TEST_RANDOM_H

#include <hitscan/hitscan.h>

// xoshiro256** by Blackman and Vigna, seeded by splitmix64.
typedef struct test_random {
    uint64_t s[4];
} test_random;

// The seed of this run: HIT_SEED, or a fixed default. Tests print it.
uint64_t test_seed(void);

// The number of cases to run: HIT_CASES, or `otherwise`; not more than HIT_CASES_MAX, which slow builds set.
uint64_t test_cases(uint64_t otherwise);

// The same for cases that take milliseconds: a fifth of them where HIT_CASES_MAX says that the build is slow.
uint64_t test_costly_cases(uint64_t otherwise);

// Note in the file HIT_REDUCED, where it is set, that this test had fewer cases than its own number of them. The tier
// that runs all cases then knows what is left to run.
void test_note_reduced(const char* kind, const char* name);

test_random test_random_make(uint64_t seed);
uint64_t test_random_next(test_random* r);

// Uniform in [0, n).
uint32_t test_random_below(test_random* r, uint32_t n);

// Uniform in [lo, hi).
float test_random_range(test_random* r, float lo, float hi);

// A multiple of 1/8 in [-4, 4]: coordinates that meet exactly.
float test_random_grid(test_random* r);

// Any finite float, all exponents alike: denormals and FLT_MAX included.
float test_random_bits(test_random* r);

// A float of random sign with an exponent uniform in [lo, hi].
float test_random_exponent(test_random* r, int lo, int hi);

// Vectors, their components drawn in the order x, y, z whatever the compiler.
hit_vec3 test_random_exponents(test_random* r, int lo, int hi);
hit_vec3 test_random_any_bits(test_random* r);
hit_quat test_random_quat(test_random* r);
hit_vec3 test_random_vec3(test_random* r, float lo, float hi);
hit_vec3 test_random_grid_vec3(test_random* r);

#endif
