// Numbers with the same bits on every machine: random ones by index, sine and cosine.
#ifndef TOOL_GEN_PORTABLE_MATH_H
#define TOOL_GEN_PORTABLE_MATH_H

#include <stdint.h>

// ---- Random numbers -------------------------------------------------------------------------------------------------
// By index: the same index has the same number, whatever was asked before.

/// Scrambles 64 bits, one to one (the finaliser of splitmix64: Steele, Lea, Flood, 2014).
static inline uint64_t hash_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/// A number for each pair.
static inline uint64_t hash_random_at(uint64_t seed, uint64_t index)
{
    return hash_mix(hash_mix(seed + 0x9e3779b97f4a7c15u) + index * 0x9e3779b97f4a7c15u);
}

/// From 0 to below 1.
static inline double hash_random_unit(uint64_t number)
{
    return (double)(number >> 40) * 0x1p-24;
}

/// A row of numbers.
typedef struct hash_random {
    uint64_t seed, next;
} hash_random;

static inline hash_random hash_random_make(uint64_t seed, uint64_t index)
{
    const hash_random d = {hash_random_at(seed, index), 0};
    return d;
}

static inline double hash_random_between(hash_random* d, double low, double high)
{
    return low + (high - low) * hash_random_unit(hash_random_at(d->seed, d->next++));
}

// ---- Angles ---------------------------------------------------------------------------------------------------------
// The C library's differ in their last bits from system to system; files that are made with these do not.

/// Sine and cosine of an angle in degrees, to 2e-16; exact for multiples of 90. The angle is reduced exactly, however
/// large it is; both are 0 for one that is not finite.
void trig_sincos_degrees(double degrees, double* sine, double* cosine);

/// The angle of a vector with the x axis, in degrees from -180 to 180; 0 for the zero vector. To 1e-13.
double trig_atan2_degrees(double y, double x);

#endif
