// Rounding that keeps promises: outward for bounds, once for values, and comparisons that no mode can bend.
//
// A bound is computed as an exact sum of a few doubles and then rounded to float away from the shape, so that it contains
// the shape for certain and is still the tightest float in all but contrived cases. What calls the functions on doubles runs
// under base/fpenv.h; the comparisons of floats read bit patterns and need no guard, since a compare treats denormals as
// zeros while DAZ is on.
#ifndef HITSCAN_SHAPES_OUTWARD_H
#define HITSCAN_SHAPES_OUTWARD_H

#include <hitscan/shapes.h>
#include <string.h>

// The most terms that the sums below take.
#define OUTWARD_TERMS 8

static inline int32_t float_bits(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// An integer that is ordered as the floats are, the two zeros being equal. NaNs have no place in it.
static inline int32_t float_order(float x)
{
    const int32_t bits = float_bits(x);
    return bits < 0 ? INT32_MIN - bits : bits;
}

static inline bool float_in_range(float x, float low, float high)
{
    return float_order(low) <= float_order(x) && float_order(x) <= float_order(high);
}

// Like float_order, but -0 comes before +0: a box has the same bits in whatever order its points are added.
static inline int32_t float_total_order(float x)
{
    const int32_t bits = float_bits(x);
    return bits < 0 ? bits ^ INT32_MAX : bits;
}

static inline float float_min(float a, float b)
{
    return float_total_order(b) < float_total_order(a) ? b : a;
}

static inline float float_max(float a, float b)
{
    return float_total_order(b) > float_total_order(a) ? b : a;
}

// The largest float <= x; -inf below -FLT_MAX. Right in any rounding mode, since the direction of the conversion is seen
// from its result.
static inline float round_down(double x)
{
    const float f = (float)x;
    return (double)f > x ? nextafterf(f, -HUGE_VALF) : f;
}

// The smallest float >= x; +inf above FLT_MAX.
static inline float round_up(double x)
{
    const float f = (float)x;
    return (double)f < x ? nextafterf(f, HUGE_VALF) : f;
}

// The exact sum of n <= OUTWARD_TERMS doubles, rounded once to float: downward, upward, to nearest. NaN when a term is not
// finite.
float hit_sum_down(const double* terms, size_t n);
float hit_sum_up(const double* terms, size_t n);
float hit_sum_nearest(const double* terms, size_t n);

static inline float add_down(double a, double b)
{
    const double terms[2] = {a, b};
    return hit_sum_down(terms, 2);
}

static inline float add_up(double a, double b)
{
    const double terms[2] = {a, b};
    return hit_sum_up(terms, 2);
}

// A box from its sides. When one is NaN or overflowed there are no finite bounds: the empty box, as an infinite box is by
// definition.
hit_aabb hit_bounds_make(const float low[3], const float high[3]);

#endif
