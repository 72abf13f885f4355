// A ray against the image of a box under a singular map: a flat polygon.
#ifndef HITSCAN_INTERSECT_RAY_BOX_FLAT_H
#define HITSCAN_INTERSECT_RAY_BOX_FLAT_H

#include <hitscan/world.h>

// Exact. The determinant of the linear part of m is known to be zero, ray, box and m are known to make sense. False
// for a ray parallel to the plane of the image, or within it, and for an image that is a segment or a point. `span`
// may be NULL. Requires the environment of base/fpenv.h.
bool hit_ray_box_flat(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, hit_span* span);

#endif
