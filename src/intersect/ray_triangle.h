// A ray against triangles, for code that has set the environment of base/fpenv.h and compares hits.
#ifndef HITSCAN_INTERSECT_RAY_TRIANGLE_H
#define HITSCAN_INTERSECT_RAY_TRIANGLE_H

#include <hitscan/shapes.h>

// hit_ray_triangle_exact without the change of environment.
bool hit_ray_triangle_in_fpenv(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit);

// Whether the ray hits the triangle, exactly; if so, the exact t lies between range[0] and range[1].
bool hit_ray_triangle_range(const hit_ray* ray, const hit_triangle* triangle, double range[2]);

// Whether the line of the ray meets an edge of the triangle that it hits, exactly: a u that rounds to 0 need not be 0.
bool hit_ray_triangle_on_edge(const hit_ray* ray, const hit_triangle* triangle);

// The sign of t of the first triangle less t of the second: -1, 0 or 1. The line of the ray hits both.
int hit_ray_triangle_order(const hit_ray* ray, const hit_triangle* first, const hit_triangle* second);

#endif
