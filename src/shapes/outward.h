// Rounding that keeps promises: outward for bounds, once for values, and comparisons that no mode can bend.
//
// A bound is computed as an exact sum of a few doubles and then rounded to float away from the shape, so that it
// contains the shape for certain and is still the tightest float in all but contrived cases. What calls the functions
// on doubles runs under base/fpenv.h; the comparisons of floats read bit patterns and need no guard, since a compare
// treats denormals as zeros while DAZ is on.
#ifndef HITSCAN_SHAPES_OUTWARD_H
#define HITSCAN_SHAPES_OUTWARD_H

#include "exact/expansion.h"

#include <float.h>
#include <hitscan/shapes.h>
#include <string.h>

// The most terms that the sums below take.
#define OUTWARD_TERMS 8

// Integers instead of floats: no branches on random signs, and no mode has a say.
static inline int32_t float_bits(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_from_bits(int32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// An integer that is ordered as the floats are, the two zeros being equal: the magnitude with the sign of the float.
// NaNs lie beyond the infinities.
static inline int32_t float_order(float x)
{
    const int32_t bits = float_bits(x), magnitude = bits & INT32_MAX;
    return bits < 0 ? -magnitude : magnitude;
}

// low <= x <= high, with both ends finite, so that x is too.
static inline bool float_in_range(float x, float low, float high)
{
    const int32_t a = float_order(low), b = float_order(x), c = float_order(high);
    return a >= float_order(-FLT_MAX) && a <= b && b <= c && c <= float_order(FLT_MAX);
}

// Like the order above, but -0 comes before +0: a box then has the same bits in whatever order its points are added.
// The map is its own inverse.
static inline int32_t float_total_order(int32_t bits)
{
    // All bits but the sign are inverted when the sign is set. A compiler would branch on it, and random signs
    // mispredict.
    return bits ^ (int32_t)((0u - ((uint32_t)bits >> 31)) >> 1);
}

static inline float float_min(float a, float b)
{
    const int32_t p = float_total_order(float_bits(a)), q = float_total_order(float_bits(b));
    return float_from_bits(float_total_order(p < q ? p : q));
}

static inline float float_max(float a, float b)
{
    const int32_t p = float_total_order(float_bits(a)), q = float_total_order(float_bits(b));
    return float_from_bits(float_total_order(p > q ? p : q));
}

static inline hit_vec3 vec3_min(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(float_min(a.x, b.x), float_min(a.y, b.y), float_min(a.z, b.z));
}

static inline hit_vec3 vec3_max(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(float_max(a.x, b.x), float_max(a.y, b.y), float_max(a.z, b.z));
}

// The next float below a finite f or +inf. It is one step away in the bits.
static inline float float_next_down(float f)
{
    return f == 0.0f ? -0x1p-149f : float_from_bits(float_bits(f) + (f < 0.0f ? 1 : -1));
}

// The largest float <= x; -inf below -FLT_MAX. Right in any rounding mode, since the direction of the conversion is
// seen from its result.
static inline float round_down(double x)
{
    const float f = (float)x;
    return (double)f > x ? float_next_down(f) : f;
}

// The smallest float >= x; +inf above FLT_MAX.
static inline float round_up(double x)
{
    return -round_down(-x);
}

// The largest float <= a + b. The rounding error of the sum in double matters only when that sum is a float: else
// there is no float between it and the exact sum.
static inline float add_down(double a, double b)
{
    double sum;
    const double error = two_sum(a, b, &sum);
    const float f = round_down(sum);
    return error < 0.0 && (double)f == sum ? float_next_down(f) : f;
}

// The smallest float >= a + b.
static inline float add_up(double a, double b)
{
    return -add_down(-a, -b);
}

// The exact sum of n <= OUTWARD_TERMS doubles, rounded once to float: downward, upward, to nearest. NaN when a term
// is not finite.
float hit_sum_down(const double* terms, size_t n);
float hit_sum_up(const double* terms, size_t n);
float hit_sum_nearest(const double* terms, size_t n);

// A box from its sides. When one is NaN or overflowed there are no finite bounds: the empty box, as an infinite box
// is by definition.
hit_aabb hit_bounds_make(const float low[3], const float high[3]);

#endif
