// Quotients of expansions: compared and rounded without error. And rounding a double whose error is known.
//
// Every t that the library reports is such a quotient, num/den. Cheap estimates decide almost always; products of
// expansions are formed only for ties and near-ties. Requires the environment of base/fpenv.h.
#ifndef HITSCAN_EXACT_RATIO_H
#define HITSCAN_EXACT_RATIO_H

#include <stdbool.h>
#include <stddef.h>

enum {
    HIT_RATIO_NUM_MAX = 288, ///< components of a numerator; a barycentric coordinate needs the most
    HIT_RATIO_DEN_MAX = 96,  ///< components of a denominator; a triangle needs the most
    HIT_RATIO_CROSS_MAX =
        2 * 48 * 12 ///< components of a cross product num·den in hit_ratio_compare; affine boxes need the most
};

// The number num/den; den is not zero, and may be negative. The arrays belong to the caller.
typedef struct hit_ratio {
    const double* num;
    const double* den;
    size_t n_num, n_den;
} hit_ratio;

// The sign of a - b: -1, 0 or 1. The cross products must fit HIT_RATIO_CROSS_MAX.
int hit_ratio_compare(hit_ratio a, hit_ratio b);

// The sign of a - t for a finite t.
int hit_ratio_compare_float(hit_ratio a, float t);

// a rounded to the nearest float, ties to even, beyond FLT_MAX to infinity; zero is +0.
float hit_ratio_round(hit_ratio a);

// The float to which all reals between lo and hi round; false when there are several. Rounding is monotone, so it
// suffices that the two ends agree. Zero comes out as +0.
static inline bool hit_round_interval(double lo, double hi, float* rounded)
{
    const float nearest = (float)lo;
    *rounded = nearest + 0.0f;
    return nearest == (float)hi;
}

#endif
