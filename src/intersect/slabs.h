// The slab method, exactly: a ray against the intersection of three slabs.
//
// A slab is a pair of parallel planes; along a ray it is {t : lo <= d·t <= hi}. Axis-aligned, oriented and affine
// boxes are each an intersection of three slabs and differ only in how lo, hi and d are made. One filter in double
// and one exact decision serve all of them.
#ifndef HITSCAN_INTERSECT_SLABS_H
#define HITSCAN_INTERSECT_SLABS_H

#include "intersect/intersect.h"

#include <hitscan/shapes.h>

// {t : lo <= d·t <= hi} in double, with bounds on the errors: the true lo and hi are within lo_error and hi_error,
// the true d within d_error. Errors of 0 say that the numbers are exact.
typedef struct hit_slab {
    double lo, hi, d;
    double lo_error, hi_error, d_error;
} hit_slab;

// {t : lo <= d·t <= hi} as expansions (exact/expansion.h), with lo <= hi. The arrays belong to the caller.
typedef struct hit_slab_exact {
    const double *lo, *hi, *d;
    size_t n_lo, n_hi, n_d;
} hit_slab_exact;

// Decide if double suffices to decide everything: hit or miss, both faces, both ends rounded. The slabs are known not
// to be empty (true lo <= true hi), t_min <= t_max. Requires the environment of base/fpenv.h. `span` may be NULL;
// written on a hit only.
hit_verdict hit_slabs_filter(const hit_slab slabs[3], float t_min, float t_max, hit_span* span);

// Decide. Requires the environment of base/fpenv.h and t_min <= t_max, t_min < inf, t_max > -inf. `span` as above.
bool hit_slabs_exact(const hit_slab_exact slabs[3], float t_min, float t_max, hit_span* span);

#endif
