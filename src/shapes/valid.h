// What the other rooms ask of shapes: whether a shape is one, and the point test of cones for many points.
//
// A shape that is not valid is the empty set: nothing hits it, and it contains nothing. Validity is decided on bit
// patterns (outward.h), so that every floating-point environment gives the same answer.
#ifndef HITSCAN_SHAPES_VALID_H
#define HITSCAN_SHAPES_VALID_H

#include "shapes/outward.h"

static inline bool sphere_is_valid(hit_sphere s)
{
    return hit_vec3_is_finite(s.center) && isfinite(s.radius) && float_order(s.radius) >= 0;
}

// Whether the axes span space is another question: see hit_obb_is_solid.
static inline bool obb_is_valid(const hit_obb* obb)
{
    if (!hit_vec3_is_finite(obb->center))
        return false;
    for (int i = 0; i < 3; i++)
        if (!hit_vec3_is_finite(obb->axis[i]) || !isfinite(obb->half[i]) || float_order(obb->half[i]) < 0)
            return false;
    return true;
}

// hit_cone_contains for a cone that is known to be valid and a finite point, without the change of floating-point
// environment: call it under base/fpenv.h.
bool hit_cone_contains_in_fpenv(const hit_cone* cone, hit_vec3 point);

#endif
