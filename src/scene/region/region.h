// A region of space by which objects are sorted: a cone, a frustum, a box, a ball, an area of the screen.
//
// One interface, so that one traversal over the scene serves them all (scene/region/visit.h). All coordinates are relative to `at`, in
// double.
#ifndef HITSCAN_SCENE_SIEVE_H
#define HITSCAN_SCENE_SIEVE_H

#include "scene/convex/convex.h"

#include <hitscan/frustum.h>
#include <hitscan/world.h>

typedef struct hit_cull_region {
    hit_dvec3 at;
    const void* context; ///< the first argument of both
    /// Sort an axis-aligned box, quickly: HIT_OUTSIDE and HIT_INSIDE are certain, HIT_CROSSING means nothing.
    hit_cull (*box)(const void* context, const double low[3], const double high[3]);
    /// Sort a convex: HIT_OUTSIDE when it has no point in common with the region, HIT_INSIDE when it lies in it, closed
    /// sets. What is closer to the border than the margin of the region may be on either side, but what touches is
    /// never HIT_OUTSIDE.
    hit_cull (*convex)(const void* context, const hit_convex_shape* convex);
    /// Half-spaces that hold the region, for a quick look at many boxes: plane·(x, y, z, 1) >= 0. May be 0.
    uint32_t plane_count;
    double plane[6][4];
    bool planes_are_all; ///< what lies in all the planes lies in the region
} hit_cull_region;

#endif
