// Do two shapes touch? Boxes, balls and triangles against each other, exactly.
//
// Each call is true when the two closed sets have a common point, as real arithmetic on the given floats decides it:
// shapes that share no more than a corner touch. A shape that is the empty set, and NULL, touches nothing. Answers do
// not depend on the rounding mode, on FTZ/DAZ, on the CPU, on the compiler or on earlier calls; nothing is kept or
// allocated, and any number of threads may call at once.
//
// Oriented boxes are the sets that hit_obb defines, whatever their axes; axes that do not span space make the empty set
// here. A degenerate triangle is a segment or a point.
#ifndef HITSCAN_OVERLAP_H
#define HITSCAN_OVERLAP_H

#include <hitscan/shapes.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Two axis-aligned boxes.
HIT_API bool hit_aabb_aabb(hit_aabb a, hit_aabb b);

/// An axis-aligned and an oriented box.
HIT_API bool hit_aabb_obb(hit_aabb box, const hit_obb* obb);

/// Two oriented boxes.
HIT_API bool hit_obb_obb(const hit_obb* a, const hit_obb* b);

/// An axis-aligned box and a triangle.
HIT_API bool hit_aabb_triangle(hit_aabb box, const hit_triangle* triangle);

/// Two balls.
HIT_API bool hit_sphere_sphere(hit_sphere a, hit_sphere b);

/// A ball and an axis-aligned box.
HIT_API bool hit_sphere_aabb(hit_sphere sphere, hit_aabb box);

/// A ball and an oriented box.
HIT_API bool hit_sphere_obb(hit_sphere sphere, const hit_obb* obb);

/// A ball and a triangle.
HIT_API bool hit_sphere_triangle(hit_sphere sphere, const hit_triangle* triangle);

#ifdef __cplusplus
}
#endif

#endif
