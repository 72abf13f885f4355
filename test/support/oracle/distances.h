// Distances from a point with GMP rationals. Nothing is shared with the library but its types.
#ifndef HITSCAN_TEST_DISTANCES_H
#define HITSCAN_TEST_DISTANCES_H

#include <gmp.h>
#include <hitscan/hitscan.h>

// The squares of the distances, exactly. `square` is initialised. The shapes are not empty.
void distance2_triangle(hit_vec3 point, const hit_triangle* triangle, mpq_t square);
void distance2_aabb(hit_vec3 point, hit_aabb box, mpq_t square);
void distance2_obb(hit_vec3 point, const hit_obb* obb, mpq_t square);

// The sign of the root of `square` less a finite d >= 0.
int distance_compare(const mpq_t square, float d);

// The root of `square`, rounded to the nearest float, ties to even; infinite beyond FLT_MAX.
float distance_round(const mpq_t square);

#endif
