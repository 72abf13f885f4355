#include "support/base/random.h"

#include <stdio.h>
#include <stdlib.h>

static bool reduced;

uint64_t test_seed(void)
{
    const char* text = getenv("HIT_SEED");
    return text != NULL ? strtoull(text, NULL, 0) : 20260101u;
}

// A number of the environment, 1e9 for example; `otherwise` when there is none.
static uint64_t number_of(const char* name, uint64_t otherwise)
{
    const char* text = getenv(name);
    const double number = text != NULL ? strtod(text, NULL) : 0.0;
    return number >= 1.0 ? (uint64_t)number : otherwise;
}

uint64_t test_cases(uint64_t otherwise)
{
    const uint64_t cases = number_of("HIT_CASES", otherwise), most = number_of("HIT_CASES_MAX", UINT64_MAX);
    reduced |= cases < otherwise || most < otherwise;
    return cases < most ? cases : most;
}

uint64_t test_costly_cases(uint64_t otherwise)
{
    const bool fewer = getenv("HIT_CASES_MAX") != NULL;
    reduced |= fewer;
    return test_cases(fewer ? otherwise / 5 : otherwise);
}

void test_note_reduced(const char* kind, const char* name)
{
    const char* path = getenv("HIT_REDUCED");
    FILE* file = reduced && path != NULL ? fopen(path, "a") : NULL;
    if (file != NULL) {
        fprintf(file, "%s/%s\n", kind, name);
        fclose(file);
    }
}

test_random test_random_make(uint64_t seed)
{
    test_random r;
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        r.s[i] = z ^ (z >> 31);
    }
    return r;
}

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t test_random_next(test_random* r)
{
    const uint64_t result = rotate(r->s[1] * 5, 7) * 9, t = r->s[1] << 17;
    r->s[2] ^= r->s[0];
    r->s[3] ^= r->s[1];
    r->s[1] ^= r->s[2];
    r->s[0] ^= r->s[3];
    r->s[2] ^= t;
    r->s[3] = rotate(r->s[3], 45);
    return result;
}

uint32_t test_random_below(test_random* r, uint32_t n)
{
    return (uint32_t)(((test_random_next(r) >> 32) * n) >> 32);
}

float test_random_range(test_random* r, float lo, float hi)
{
    const double unit = (double)(test_random_next(r) >> 11) * 0x1p-53;
    return (float)((double)lo + unit * ((double)hi - (double)lo));
}

float test_random_grid(test_random* r)
{
    return (float)((int)test_random_below(r, 65) - 32) / 8.0f;
}

float test_random_bits(test_random* r)
{
    union {
        uint32_t u;
        float f;
    } x;
    do {
        x.u = (uint32_t)(test_random_next(r) >> 32);
    } while (((x.u >> 23) & 0xffu) == 0xffu);
    return x.f;
}

float test_random_exponent(test_random* r, int lo, int hi)
{
    const int exponent = lo + (int)test_random_below(r, (uint32_t)(hi - lo + 1));
    const float mantissa = test_random_range(r, 1.0f, 1.9999f);
    const float value = ldexpf(mantissa, exponent);
    return test_random_below(r, 2) ? value : -value;
}

hit_vec3 test_random_exponents(test_random* r, int lo, int hi)
{
    const float x = test_random_exponent(r, lo, hi);
    const float y = test_random_exponent(r, lo, hi);
    const float z = test_random_exponent(r, lo, hi);
    return hit_vec3_make(x, y, z);
}

hit_vec3 test_random_any_bits(test_random* r)
{
    const float x = test_random_bits(r);
    const float y = test_random_bits(r);
    const float z = test_random_bits(r);
    return hit_vec3_make(x, y, z);
}

hit_quat test_random_quat(test_random* r)
{
    const hit_vec3 v = test_random_vec3(r, -1.0f, 1.0f);
    const hit_quat q = {v.x, v.y, v.z, test_random_range(r, -1.0f, 1.0f)};
    return q;
}

hit_vec3 test_random_vec3(test_random* r, float lo, float hi)
{
    const float x = test_random_range(r, lo, hi), y = test_random_range(r, lo, hi), z = test_random_range(r, lo, hi);
    return hit_vec3_make(x, y, z);
}

hit_vec3 test_random_grid_vec3(test_random* r)
{
    const float x = test_random_grid(r), y = test_random_grid(r), z = test_random_grid(r);
    return hit_vec3_make(x, y, z);
}
