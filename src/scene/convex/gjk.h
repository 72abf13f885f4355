// The distance of convex sets by GJK, with bounds from above and from below.
//
// All in double: what is certain is said to be so, and the rest is closer to the border than HIT_CONVEX_EPSILON of the
// coordinates. All require the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_CONVEX_GJK_H
#define HITSCAN_SCENE_CONVEX_GJK_H

#include "scene/convex/convex.h"

// A convex set that GJK asks for its support in any direction: the hull of points, and all within `radius` of it. With
// `has_discs`, there are two points, with discs of radius disc_radius[0] and disc_radius[1] about them, perpendicular
// to `axis`.
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

// A convex shape as such a set. It refers to the points of the shape.
hit_gjk_proxy hit_gjk_proxy_from_convex(const hit_convex_shape* convex);

// The hull of `count` points, 3·count coordinates that are not copied.
hit_gjk_proxy hit_gjk_proxy_from_points(const double* points, uint32_t count);

// The distance of two sets. Stops when it is certainly above `limit`, or certainly not; with a negative limit, and when
// it is close to the limit, `upper` and `lower` are as close to each other as double can tell.
hit_gjk_result hit_gjk_distance(const hit_gjk_proxy* a, const hit_gjk_proxy* b, double limit);

// The distance of two convex shapes: hit_gjk_distance with both.
hit_gjk_result hit_convex_distance(const hit_convex_shape* a, const hit_convex_shape* b, double limit);

// The distance from a shape to a point, and the point of the shape that is closest to it (`a` of the answer).
hit_gjk_result hit_convex_closest(const hit_convex_shape* convex, const double point[3]);

// ---- The inner step: the point of a simplex that is nearest to the origin -------------------------------------------

// Up to four points, each the difference of a point a of one set and a point b of another one; with room for one more.
typedef struct hit_simplex {
    int count;
    double point[5][3];
    double a[5][3], b[5][3];
    double weight[4]; ///< of the nearest point: not negative, and 1 in sum
} hit_simplex;

// Reduce a simplex to those of its points whose weight in the nearest point is positive. `nearest` is that point:
// always a mean of the points with the weights, to a few roundings, so that it belongs to the simplex even where the
// simplex is so flat that there are nearer points. `normal` has its direction, without the roundings of the mean: where
// the simplex comes close to the origin, those would turn it. It is zero only if nothing is known of it.
void hit_simplex_nearest(hit_simplex* simplex, double nearest[3], double normal[3]);

// The same in double-double: `nearest` has a good direction as it is. Costs some 3 us.
void hit_simplex_nearest_double_double(hit_simplex* simplex, double nearest[3]);

#endif
