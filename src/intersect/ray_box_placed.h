// A ray against a box in its placement, with origins in double: what scenes ask. Exact.
#ifndef HITSCAN_INTERSECT_RAY_BOX_PLACED_H
#define HITSCAN_INTERSECT_RAY_BOX_PLACED_H

#include <hitscan/world.h>

// As hit_ray_box_affine. The ray is valid, the box not empty, the placement valid, the origins are multiples of 2^-149.
// `axis_aligned` says that the matrix is diagonal, without a zero there: that is faster. `span` may be NULL; written on a hit
// only. Requires the environment of base/fpenv.h.
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

#endif
