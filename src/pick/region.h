// An area of the screen as a region of space: what lies between the near and the far plane and projects into it.
//
// The area is a polygon, even-odd, with its border; a rectangle is one of four corners. Points of space are relative to
// the camera's eye. All but the making requires the environment of base/fpenv.h.
//
// What is called outside is certainly so. What is found without touching is closer to the area than 1e-9 of the
// screen's size (docs/picking.md says when it is more).
#ifndef HITSCAN_PICK_REGION_H
#define HITSCAN_PICK_REGION_H

#include "base/assert.h"
#include "scene/region/visit.h"
#include "shapes/linear3.h"

#include <hitscan/pick.h>

// What double arithmetic may be wrong by here, as a part of the terms of a sum: some thirty roundings.
#define HIT_REGION_NOISE 0x1p-48

// The planes by number: left, right, lower y, upper y, near and, if there is one, far.
enum { HIT_REGION_SIDES = 4, HIT_REGION_NEAR = 4, HIT_REGION_FAR = 5, HIT_REGION_PLANES = 6 };

// It refers to the points of a lasso, or to its own corners: it must stay where it was made.
typedef struct hit_region {
    const hit_camera* camera;
    bool rectangle;
    const double (*points)[2]; ///< of the polygon
    uint32_t count;
    double corner[4][2]; ///< of a rectangle
    double low[2], high[2];
    double limit[2][2]; ///< coordinates are taken as if they were between these: far beyond the screen
    double noise;       ///< what distances of corners may be wrong by
    double margin;      ///< by which the area is enlarged, in pixels
    uint32_t plane_count;
    double plane[HIT_REGION_PLANES][4]; ///< of the bounds of the area, enlarged by the margin
    double eye_plane[4]; ///< of a perspective camera: before the eye, and before all of the region; one can divide by w
    double ray[3][3]; ///< perspective: X·ray[0] + Y·ray[1] + ray[2] projects to (X, Y), at w = 1; orthographic: that
                      ///< point of the line of sight which is closest to the eye
} hit_region;

// A rectangle, its corners in any order. False when a number is not finite, the camera is not one, or nothing can be
// seen in the area.
bool hit_region_from_rect(const hit_camera* camera, double x0, double y0, double x1, double y1, hit_region* region);

// A polygon: at least three points. False as above.
bool hit_region_from_lasso(const hit_camera* camera, const double (*points)[2], uint32_t count, hit_region* region);

// The region as the traversals over a scene want it. It refers to the region.
hit_cull_region hit_region_as_cull_region(const hit_region* region);

// True when a point of the screen lies in the area, its border left aside: even-odd.
bool hit_region_is_odd(const hit_region* region, const double point[2]);

// Classify an axis-aligned box, quickly; classify a convex shape. See scene/region/region.h.
hit_cull hit_region_box(const hit_region* region, const double low[3], const double high[3]);
hit_cull hit_region_convex(const hit_region* region, const hit_convex_shape* convex);

// ---- What of an area is seen (visible.c) ----------------------------------------------------------------------------

// An area of the screen, and what the caller wants of it.
typedef struct hit_screen_area {
    const hit_scene* scene;
    const hit_camera* camera;
    const hit_area_options* options;
    const hit_cull_region* cull_region; ///< the area as a region of space
    bool flush;                         ///< that ends at the near and far plane: what a ray hits in it is in the region
    double low[2], high[2];             ///< bounds of the area
    /// Whether a point within the bounds lies in the area; NULL: all do.
    bool (*holds)(const void* context, const double at[2]);
    const void* context; ///< the first argument of `holds`
} hit_screen_area;

// Find the objects that are the first hit of a ray through the area, at options->step: the lowest `capacity` ids,
// ascending. Returns the number of all. Under base/fpenv.h.
uint32_t hit_pick_visible(const hit_screen_area* area, hit_id* ids, uint32_t capacity);

// ---- For the files of the region ------------------------------------------------------------------------------------

// The value of a plane at a point.
static inline double hit_region_value(const double plane[4], const double p[3])
{
    return plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] + plane[3];
}

// What that value may be wrong by, for points whose coordinates are at most `most`.
static inline double hit_region_noise(const double plane[4], const double most[3])
{
    return HIT_REGION_NOISE *
           (fabs(plane[0]) * most[0] + fabs(plane[1]) * most[1] + fabs(plane[2]) * most[2] + fabs(plane[3]));
}

// The largest absolute coordinates of a convex shape, its radius included.
void hit_region_max_abs(const hit_convex_shape* convex, double most[3]);

// A corner of the area, brought within the limits.
static inline void hit_region_corner(const hit_region* region, uint32_t i, double corner[2])
{
    HIT_ASSERT(i < region->count);
    for (int k = 0; k < 2; k++)
        corner[k] = min2(max2(region->points[i][k], region->limit[0][k]), region->limit[1][k]);
}

// Convex shapes that the planes cannot decide. `whole`: it lies between the near and the far plane. A flat one is the
// hull of its points, with a radius that is lost in the margin; a round one has one or two points.
hit_cull hit_region_flat(const hit_region* region, const hit_convex_shape* convex, bool whole);
hit_cull hit_region_round(const hit_region* region, const hit_convex_shape* convex, bool whole);

#endif
