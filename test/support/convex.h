// Convex sets with GMP rationals: is there a common point, and how far is it?
//
// Both answers come from one idea (R. Seidel, Small-dimensional linear programming, 1991): take the constraints one after
// the other and keep a point that is right for those so far; where the next one is violated, the new point lies on its
// boundary, which is the same problem in one dimension less. Nothing is shared with the library but its types.
#ifndef HITSCAN_TEST_CONVEX_H
#define HITSCAN_TEST_CONVEX_H

#include <gmp.h>
#include <hitscan/hitscan.h>

enum { CONVEX_ROWS = 16 };

// The points x with a[i]·x >= b[i], in at most three dimensions.
typedef struct convex_set {
    int count;
    mpq_t a[CONVEX_ROWS][3], b[CONVEX_ROWS];
} convex_set;

void convex_init(convex_set* set);
void convex_clear(convex_set* set);

void convex_add_plane(convex_set* set, hit_plane plane);
void convex_add_frustum(convex_set* set, const hit_frustum* frustum);
void convex_add_aabb(convex_set* set, hit_aabb box);
void convex_add_obb(convex_set* set, const hit_obb* obb);

// True when the set has a point.
bool convex_has_point(const convex_set* set);

// True when the set has a point within the ball.
bool convex_meets_ball(const convex_set* set, hit_sphere ball);

// The square of the distance from a point to the set; false when the set is empty. `square` is initialised.
bool convex_distance2(const convex_set* set, hit_vec3 point, mpq_t square);

// True when the set has a point in the triangle, as a set of weights of its corners.
bool convex_meets_triangle(const convex_set* set, const hit_triangle* triangle);

// True when the first `count` constraints hold for the whole of a shape.
bool convex_holds_aabb(const convex_set* set, hit_aabb box);
bool convex_holds_obb(const convex_set* set, const hit_obb* obb);
bool convex_holds_ball(const convex_set* set, hit_sphere ball);
bool convex_holds_triangle(const convex_set* set, const hit_triangle* triangle);

// True when the whole of an oriented box, whose axes span space, lies in a ball.
bool convex_ball_holds_obb(hit_sphere ball, const hit_obb* obb);

#endif
