// A ray against triangles and boxes, for code inside the library that has set the environment of base/fpenv.h, compares
// hits, or places boxes in a world of doubles. All of it requires that environment.
#ifndef HITSCAN_INTERSECT_INTERSECT_H
#define HITSCAN_INTERSECT_INTERSECT_H

#include <hitscan/world.h>

// What a filter can say.
typedef enum hit_verdict {
    HIT_VERDICT_MISS,
    HIT_VERDICT_HIT,
    HIT_VERDICT_UNDECIDED // the next, more exact stage has to decide
} hit_verdict;

// ---- Triangles: ray_triangle.c --------------------------------------------------------------------------------------

// hit_ray_triangle_exact without the change of environment.
bool hit_ray_triangle_in_fpenv(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit);

// Whether the ray hits the triangle, exactly; if so, the exact t lies between range[0] and range[1].
bool hit_ray_triangle_range(const hit_ray* ray, const hit_triangle* triangle, double range[2]);

// Whether the line of the ray meets an edge of the triangle that it hits, exactly: a u that rounds to 0 need not be 0.
bool hit_ray_triangle_on_edge_in_fpenv(const hit_ray* ray, const hit_triangle* triangle);

// The sign of t of the first triangle less t of the second: -1, 0 or 1. The line of the ray hits both.
int hit_ray_triangle_order(const hit_ray* ray, const hit_triangle* first, const hit_triangle* second);

// ---- Boxes in their placements: ray_box_affine.c, ray_box_flat.c, ray_box_order.c -----------------------------------

// As hit_ray_box_affine. The ray is valid, the box not empty, the placement valid, the origins are multiples of 2^-149.
// `axis_aligned` says that the matrix is diagonal, without a zero there: that is faster. `span` may be NULL; written on
// a hit only.
bool hit_ray_box_placed(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, bool axis_aligned,
                        hit_span* span);

// Where a ray enters a box: what hit_ray_box_placed found. A NULL box stands for the number t.
typedef struct hit_box_entry {
    const hit_aabb* box;
    const hit_placement* placement;
    int face; ///< through which it is entered; HIT_FACE_NONE: the ray starts inside, and t is its t_min
    double t; ///< for a NULL box; a multiple of 2^-149 of at most 2^128 in size
} hit_box_entry;

// The order of two entries of a ray, exactly: negative, 0 or positive.
int hit_ray_box_placed_order(const hit_dray* ray, const hit_box_entry* first, const hit_box_entry* second);

// hit_ray_box_placed for a singular matrix, exactly: the image of the box is a flat polygon. The determinant of the
// linear part of m is known to be zero, ray, box and m are known to be valid. False for a ray parallel to the plane of
// the image, or within it, and for an image that is a segment or a point. `span` may be NULL.
bool hit_ray_box_flat(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, hit_span* span);

#endif
