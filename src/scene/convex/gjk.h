// How far convex sets are apart, how far they max_l1, and whether they lie in half-spaces, balls and cones.
//
// All in double, with bounds: what is certain is said to be so, and the rest is closer to the border than HIT_CONVEX_EPSILON
// of the coordinates. All require the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_BODY_DISTANCE_H
#define HITSCAN_SCENE_BODY_DISTANCE_H

#include "scene/convex/convex.h"

// What double arithmetic may be wrong by here, as a part of the coordinates that go into a sum: some thirty roundings.
#define HIT_CONVEX_EPSILON 0x1p-48

// A convex set that can tell how far it reaches in any direction: the hull of points, and all within `radius` of it.
// With `has_discs`, there are two points, with discs of radius disc_radius[0] and disc_radius[1] about them, perpendicular to `axis`.
typedef struct hit_gjk_proxy {
    uint32_t count;
    const double* point; ///< 3·count coordinates; not copied
    bool has_discs;
    double axis[3]; ///< of unit length
    double disc_radius[2];
    double radius;
    double max_l1; ///< the largest |x| + |y| + |z| of a point of the set, or a little more
} hit_gjk_proxy;

// The distance of two sets is between `lower` and `upper`, both included. a and b are points of the first and of the
// second one that are `upper` apart, to a rounding. Sets that overlap, or are closer than HIT_CONVEX_EPSILON of their
// coordinates, have zero for both, and a and b are the same point but for roundings. Where `lower` is above zero, two
// planes across `normal`, a unit vector from the second set to the first, keep them apart by as much.
typedef struct hit_gjk_result {
    double lower, upper;
    double a[3], b[3];
    double normal[3];
} hit_gjk_result;

// A convex as such a set. It refers to the points of the convex.
hit_gjk_proxy hit_gjk_proxy_from_convex(const hit_convex_shape* convex);

// The hull of `count` points, 3·count coordinates that are not copied.
hit_gjk_proxy hit_gjk_proxy_from_points(const double* points, uint32_t count);

// The distance of two sets. Stops when it is certainly above `limit`, or certainly not; with a negative limit, and when
// it is close to the limit, `upper` and `lower` are as close to each other as double can tell.
hit_gjk_result hit_gjk_distance(const hit_gjk_proxy* a, const hit_gjk_proxy* b, double limit);

// The distance of two bodies: hit_gjk_distance with both.
hit_gjk_result hit_convex_distance(const hit_convex_shape* a, const hit_convex_shape* b, double limit);

// The distance from a convex to a point, and the point of the convex that is closest to it (`a` of the answer).
hit_gjk_result hit_convex_closest(const hit_convex_shape* convex, const double point[3]);

// The largest direction·x over the points x of a convex; `at`, unless it is NULL, is set to such an x.
double hit_convex_support(const hit_convex_shape* convex, const double direction[3], double at[3]);

// The part of a direction that is perpendicular to a unit vector; returns its length. Where the direction is so close to
// the unit vector that nothing but roundings is left of it, both are zero.
double hit_vector_rejection(const double direction[3], const double axis[3], double out[3]);

// A box around a convex. Its errors are a few roundings of the coordinates, which are added.
void hit_convex_bounds(const hit_convex_shape* convex, double low[3], double high[3]);

// The largest |x| + |y| + |z| of a point of a convex, or a little more: the measure of errors.
double hit_convex_size(const hit_convex_shape* convex);

// True when a convex is an axis-aligned box, flat ones included: `low` and `high` are its corners then, exactly.
bool hit_convex_is_aabb(const hit_convex_shape* convex, double low[3], double high[3]);

// The largest distance from a point to a point of a convex.
double hit_convex_farthest(const hit_convex_shape* convex, const double point[3]);

// A solid cone in double; see hit_cone.
typedef struct hit_dcone {
    double apex[3], axis[3]; ///< the axis is of unit length
    double tangent, sine, cosine;
    double h_min, h_max; ///< h_max may be infinite
} hit_dcone;

// How far a convex sticks out of a cone: not positive when it lies in it. For what sticks out, any positive number.
double hit_convex_beyond_cone(const hit_convex_shape* convex, const hit_dcone* cone);

#endif
