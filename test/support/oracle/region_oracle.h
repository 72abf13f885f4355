// The oracle of areas of the screen: how a convex lies to the region over a polygon, in __float128.
//
// Flat shapes: their faces are clipped by the near and the far plane, projected, and the hull of that is compared with
// the polygon. Round ones: the least distance of their axis from the region, by projections onto sets of its planes and
// a search along the axis; from the walls over the sides of a polygon where the region is not convex.
#ifndef HITSCAN_TEST_REGION_ORACLE_H
#define HITSCAN_TEST_REGION_ORACLE_H

#include "scene/convex/convex.h"

#include <hitscan/camera.h>
#include <hitscan/frustum.h>

enum { REGION_CORNERS_MAX = 32 };

typedef struct region_area {
    const hit_camera* camera;
    uint32_t count;
    double point[REGION_CORNERS_MAX][2];
    bool rectangle;
    double margin; ///< what is closer to a border, in pixels, may be on either side of it
} region_area;

// What the truth demands of an answer. None of them: it is too close to tell.
typedef struct region_demand {
    bool touch, miss;         ///< the convex has a point in the region; is farther from it than the margin
    bool hold, must_not_hold; ///< the convex lies in the region; reaches out of it farther than the margin
} region_demand;

region_demand region_truth_flat(const region_area* area, const hit_convex_shape* convex);
region_demand region_truth_round(const region_area* area, const hit_convex_shape* convex);

// Even-odd for a point, exactly for points off the border.
bool region_truth_is_odd(const region_area* area, const double point[2]);

#endif
