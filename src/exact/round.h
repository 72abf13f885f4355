// Round a double to float where its error leaves no doubt.
#ifndef HITSCAN_EXACT_ROUND_H
#define HITSCAN_EXACT_ROUND_H

#include <stdbool.h>

// The float to which all reals between lo and hi round; false when there are several. Rounding is monotone, so it
// suffices that the two ends agree. Zero comes out as +0. Requires the environment of base/fpenv.h.
static inline bool hit_round_interval(double lo, double hi, float* rounded)
{
    const float nearest = (float)lo;
    *rounded = nearest + 0.0f;
    return nearest == (float)hi;
}

#endif
