// Exact sums, rounded once. See outward.h.
//
// A plain sum with its error bound decides nearly always: when both ends of its interval round to the same float,
// that float is right. Otherwise the terms are summed without error (exact/expansion.h) and the total is first
// rounded to a double "to odd": when it is not a double, to that neighbour whose last bit is 1. This keeps the
// knowledge that something was cut off, so the second rounding, to float, cannot go wrong (S. Boldo, G. Melquiond,
// Emulation of FMA and correctly rounded sums, 2008: 53 bits are enough for 24). Cost: some 5 ns, and 50 ns when the
// exact sum is needed.
#include "shapes/outward.h"

#include "base/assert.h"

// A sum in double with a bound of its error: zero when no addition rounded, which whole numbers and identity maps
// make common. Else each of the n - 1 additions errs by at most 2^-53 of the sum of absolute values; n·2^-52 of it
// covers these, the rounding of the bound, and the rounding of sum ± error.
static double sum_estimate(const double* terms, size_t n, double* error)
{
    double sum = 0.0, size = 0.0, lost = 0.0;

    HIT_ASSERT(n <= OUTWARD_TERMS);
    for (size_t i = 0; i < n; i++) {
        lost += fabs(two_sum(sum, terms[i], &sum));
        size += fabs(terms[i]);
    }
    *error = lost == 0.0 ? 0.0 : (double)n * 0x1p-52 * size;
    return sum;
}

static bool last_bit(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 1;
}

// The exact sum, rounded to odd. From the largest component down: what does not fit into the running sum is at least
// one unit of the component that caused it, which is more than all components below it together. Thus the sign of the
// first remainder is the sign of all that is cut off, and the exact sum lies strictly between `sum` and its neighbour
// on that side.
static double sum_to_odd(const double* terms, size_t n)
{
    double part[OUTWARD_TERMS], sum, error;
    size_t count;

    if (!isfinite(sum_estimate(terms, n, &error)))
        return NAN;
    count = hit_expansion_from_terms(terms, n, part);
    if (count == 0)
        return 0.0;
    sum = part[count - 1];
    for (size_t i = count - 1; i-- > 0;) {
        const double rest = two_sum(sum, part[i], &sum);
        if (rest != 0.0)
            return last_bit(sum) ? sum : nextafter(sum, rest > 0.0 ? HUGE_VAL : -HUGE_VAL);
    }
    return sum;
}

float hit_sum_down(const double* terms, size_t n)
{
    double error;
    const double sum = sum_estimate(terms, n, &error);
    const float low = round_down(sum - error);
    return low == round_down(sum + error) ? low : round_down(sum_to_odd(terms, n));
}

float hit_sum_up(const double* terms, size_t n)
{
    double error;
    const double sum = sum_estimate(terms, n, &error);
    const float high = round_up(sum + error);
    return high == round_up(sum - error) ? high : round_up(sum_to_odd(terms, n));
}

float hit_sum_nearest(const double* terms, size_t n)
{
    double error;
    const double sum = sum_estimate(terms, n, &error);
    const float low = (float)(sum - error);
    return low == (float)(sum + error) ? low : (float)sum_to_odd(terms, n);
}

hit_aabb hit_bounds_make(const float low[3], const float high[3])
{
    const hit_aabb box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    return hit_vec3_is_finite(box.min) && hit_vec3_is_finite(box.max) ? box : hit_aabb_empty();
}
