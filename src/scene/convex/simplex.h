// The point of a simplex that is nearest to the origin: the inner step of scene/convex/gjk.c.
#ifndef HITSCAN_SCENE_BODY_SIMPLEX_H
#define HITSCAN_SCENE_BODY_SIMPLEX_H

#include <stdbool.h>

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
