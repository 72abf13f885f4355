// Making frusta: what from_matrix.c, from_view.c, corners.c and the cameras of src/pick share.
//
// A plane is computed in double, its normal is brought to unit length and rounded to float, and only then is the offset
// computed, for the normal as rounded: so the plane goes through the point that it should go through (the eye, a
// corner) to one rounding, however far from the origin that is. Only the planes of a matrix have no such point.
#ifndef HITSCAN_FRUSTUM_MAKE_H
#define HITSCAN_FRUSTUM_MAKE_H

#include <hitscan/frustum.h>

#include "base/fpenv.h"
#include "shapes/linear3.h"

static inline bool plane_is_finite(hit_plane p)
{
    return hit_vec3_is_finite(p.normal) && isfinite(p.offset);
}

// False, with `out` untouched, where a plane has overflowed.
static inline bool planes_store(const hit_frustum* made, hit_frustum* out)
{
    for (int i = 0; i < 6; i++)
        if (!plane_is_finite(made->plane[i]))
            return false;
    *out = *made;
    return true;
}

// No constraint.
static inline hit_plane no_plane(void)
{
    const hit_plane p = {{0.0f, 0.0f, 0.0f}, 0.0f};
    return p;
}

// To unit length; false for a vector without direction.
static inline bool normalize(double v[3])
{
    const double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    double length;

    if (!(largest > 0.0) || !isfinite(largest))
        return false;
    // Squares of products of floats may underflow: scale first.
    for (int k = 0; k < 3; k++)
        v[k] /= largest;
    length = sqrt(dot3(v, v));
    for (int k = 0; k < 3; k++)
        v[k] /= length;
    return true;
}

#endif
