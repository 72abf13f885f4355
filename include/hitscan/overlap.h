// Do two shapes touch, does one contain the other? Boxes, spheres and triangles against each other, exactly.
//
// Each call is true when the two closed sets have a common point, or when the first contains the second, as real
// arithmetic on the given floats decides it: shapes that share no more than a corner touch, and the boundary counts as
// inside. A shape that is the empty set, and NULL, touches nothing, contains nothing and is in nothing. Answers do
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

// ---- Touching --------------------------------------------------------------------------------------------------

/// Two axis-aligned boxes.
HIT_API bool hit_aabb_aabb(hit_aabb a, hit_aabb b);

/// An axis-aligned and an oriented box.
HIT_API bool hit_aabb_obb(hit_aabb box, const hit_obb* obb);

/// Two oriented boxes.
HIT_API bool hit_obb_obb(const hit_obb* a, const hit_obb* b);

/// An axis-aligned box and a triangle.
HIT_API bool hit_aabb_triangle(hit_aabb box, const hit_triangle* triangle);

/// An oriented box and a triangle.
HIT_API bool hit_obb_triangle(const hit_obb* obb, const hit_triangle* triangle);

/// Two spheres.
HIT_API bool hit_sphere_sphere(hit_sphere a, hit_sphere b);

/// A sphere and an axis-aligned box.
HIT_API bool hit_sphere_aabb(hit_sphere sphere, hit_aabb box);

/// A sphere and an oriented box.
HIT_API bool hit_sphere_obb(hit_sphere sphere, const hit_obb* obb);

/// A sphere and a triangle.
HIT_API bool hit_sphere_triangle(hit_sphere sphere, const hit_triangle* triangle);

// ---- Containing ------------------------------------------------------------------------------------------------

// For an axis-aligned box in another: hit_aabb_contains_aabb in shapes.h. For cones and frusta: cone.h and frustum.h.

/// True when the whole oriented box lies in the axis-aligned one.
HIT_API bool hit_aabb_contains_obb(hit_aabb box, const hit_obb* obb);

/// True when the whole triangle lies in the axis-aligned box.
HIT_API bool hit_aabb_contains_triangle(hit_aabb box, const hit_triangle* triangle);

/// True when the whole axis-aligned box lies in the oriented one.
HIT_API bool hit_obb_contains_aabb(const hit_obb* obb, hit_aabb box);

/// True when the whole of `inner` lies in `outer`.
HIT_API bool hit_obb_contains_obb(const hit_obb* outer, const hit_obb* inner);

/// True when the whole triangle lies in the oriented box.
HIT_API bool hit_obb_contains_triangle(const hit_obb* obb, const hit_triangle* triangle);

/// True when the whole axis-aligned box lies in the sphere.
HIT_API bool hit_sphere_contains_aabb(hit_sphere sphere, hit_aabb box);

/// True when the whole oriented box lies in the sphere.
HIT_API bool hit_sphere_contains_obb(hit_sphere sphere, const hit_obb* obb);

/// True when the whole triangle lies in the sphere.
HIT_API bool hit_sphere_contains_triangle(hit_sphere sphere, const hit_triangle* triangle);

#ifdef __cplusplus
}
#endif

#endif
