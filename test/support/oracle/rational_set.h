// Convex sets with GMP rationals: is there a common point, and how far is it?
//
// Both answers come from one idea (R. Seidel, Small-dimensional linear programming, 1991): take the constraints one
// after the other and keep a point that is right for those so far; where the next one is violated, the new point lies
// on its boundary, which is the same problem in one dimension less. Nothing is shared with the library but its types.
#ifndef HITSCAN_TEST_CONVEX_H
#define HITSCAN_TEST_CONVEX_H

#include <gmp.h>
#include <hitscan/hitscan.h>

enum { RATIONAL_SET_ROWS = 16 };

// The points x with a[i]·x >= b[i], in at most three dimensions.
typedef struct rational_set {
    int count;
    mpq_t a[RATIONAL_SET_ROWS][3], b[RATIONAL_SET_ROWS];
} rational_set;

void rational_set_init(rational_set* set);
void rational_set_clear(rational_set* set);

void rational_set_add_plane(rational_set* set, hit_plane plane);
void rational_set_add_frustum(rational_set* set, const hit_frustum* frustum);
void rational_set_add_aabb(rational_set* set, hit_aabb box);
void rational_set_add_obb(rational_set* set, const hit_obb* obb);

// True when the set has a point.
bool rational_set_has_point(const rational_set* set);

// True when the set has a point within the sphere.
bool rational_set_meets_sphere(const rational_set* set, hit_sphere sphere);

// The square of the distance from a point to the set; false when the set is empty. `square` is initialised.
bool rational_set_distance2(const rational_set* set, hit_vec3 point, mpq_t square);

// True when the set has a point in the triangle, as a set of weights of its corners.
bool rational_set_meets_triangle(const rational_set* set, const hit_triangle* triangle);

// True when the first `count` constraints hold for the whole of a shape.
bool rational_set_contains_aabb(const rational_set* set, hit_aabb box);
bool rational_set_contains_obb(const rational_set* set, const hit_obb* obb);
bool rational_set_contains_sphere(const rational_set* set, hit_sphere sphere);
bool rational_set_contains_triangle(const rational_set* set, const hit_triangle* triangle);

// True when the whole of an oriented box, whose axes span space, lies in a sphere.
bool rational_sphere_contains_obb(hit_sphere sphere, const hit_obb* obb);

#endif
