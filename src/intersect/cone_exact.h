// A ray against a cone in exact integers: the last word where ray_cone.c cannot vouch for its answer.
#ifndef HITSCAN_INTERSECT_CONE_EXACT_H
#define HITSCAN_INTERSECT_CONE_EXACT_H

#include <hitscan/shapes.h>

// hit_ray_cone for a ray and a cone that are known to be good. Requires round to nearest: see base/fpenv.h.
bool hit_ray_cone_exact(const hit_ray* ray, const hit_cone* cone, hit_span* span);

#endif
