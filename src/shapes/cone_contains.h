// The point test of cones, for callers that ask for many points.
#ifndef HITSCAN_SHAPES_CONE_HOLDS_H
#define HITSCAN_SHAPES_CONE_HOLDS_H

#include <hitscan/shapes.h>

// hit_cone_contains for a cone that is known to be valid and a finite point, without the change of floating-point
// environment: call it under base/fpenv.h.
bool hit_cone_contains_in_fpenv(const hit_cone* cone, hit_vec3 point);

#endif
