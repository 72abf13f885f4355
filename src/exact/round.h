// Round a double to float where an interval of doubles leaves no doubt.
#ifndef HITSCAN_EXACT_ROUND_H
#define HITSCAN_EXACT_ROUND_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Round to the nearest float, in any rounding mode, when all reals strictly between lo and hi round to the same normal
// float; else return false. A double has 29 bits more than a float: adding half a unit and cutting these bits off rounds
// the magnitude, and the conversion that follows is exact, so the mode of the machine has no say.
static inline bool hit_round_sure(double lo, double hi, float* rounded)
{
    uint64_t a, b;
    double value;

    memcpy(&a, &lo, sizeof a);
    memcpy(&b, &hi, sizeof b);
    a = (a + 0x10000000u) & ~(uint64_t)0x1fffffffu;
    b = (b + 0x10000000u) & ~(uint64_t)0x1fffffffu;
    // Biased exponents 897 to 1150 are the normal floats, 2^-126 to 2^127.
    if (a != b || (uint32_t)((a >> 52) & 0x7ffu) - 897u > 253u)
        return false;
    memcpy(&value, &a, sizeof value);
    *rounded = (float)value;
    return true;
}

#endif
