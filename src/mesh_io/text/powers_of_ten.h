// Powers of ten in 128 bits, and the products that reading and writing numbers need. All in integers: the caller's
// floating-point environment has no say.
#ifndef HITSCAN_MESH_IO_TEXT_POWERS_OF_TEN_H
#define HITSCAN_MESH_IO_TEXT_POWERS_OF_TEN_H

#include <stdbool.h>
#include <stdint.h>

enum { HIT_TEXT_POWER_MIN = -342, HIT_TEXT_POWER_MAX = 324 };

// 10^q is between t and t + 1 times 2^(hit_text_log2_power(q) - 127), t being 2^64 times the first number of row
// q - HIT_TEXT_POWER_MIN plus the second, and at least 2^127. It is exactly t for q from 0 to 55.
extern const uint64_t hit_text_powers[HIT_TEXT_POWER_MAX - HIT_TEXT_POWER_MIN + 1][2];

// floor(log2(10^q)), for |q| up to 1233.
static inline int32_t hit_text_log2_power(int32_t q)
{
    return (int32_t)(((int64_t)q * 1741647) >> 19);
}

// The 128 bits of a product; returns the lower ones.
static inline uint64_t hit_text_multiply(uint64_t a, uint64_t b, uint64_t* high)
{
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return (other << 32) | (uint32_t)low;
#endif
}

// How many zero bits precede the first one; not for 0.
static inline int hit_text_leading_zeros(uint64_t w)
{
#if defined(__GNUC__)
    return __builtin_clzll(w);
#else
    int n = 0;
    for (int step = 32; step > 0; step /= 2)
        if (w >> (64 - step) == 0) {
            n += step;
            w <<= step;
        }
    return n;
#endif
}

#endif
