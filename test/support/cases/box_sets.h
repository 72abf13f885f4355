// Boxes for tests of the tree, aligned and oriented, and a mesh with their corners, at which rays can be aimed.
#ifndef HITSCAN_TEST_BOX_SCENES_H
#define HITSCAN_TEST_BOX_SCENES_H

#include "support/cases/meshes.h"

typedef enum test_box_kind {
    BOXES_NONE,
    BOXES_SCATTERED,
    BOXES_GRID,   ///< corners on a coarse grid: they touch, overlap and repeat
    BOXES_CITY,   ///< side by side, without gaps
    BOXES_NESTED, ///< each in the next
    BOXES_FLAT,   ///< plates, needles and points
    BOXES_COPIES,
    BOXES_FAR,   ///< small ones at 1e4
    BOXES_MIXED, ///< sizes from 2^-30 to 2^30
    BOXES_HUGE,  ///< near the largest float
    BOXES_DENORMAL,
    BOXES_ANY_BITS,
    BOXES_KINDS
} test_box_kind;

extern const char* const test_box_names[BOXES_KINDS];

// Fill `count` boxes; some kinds include empty and non-finite ones.
void test_boxes_aligned(test_box_kind kind, hit_aabb* boxes, uint32_t count, uint64_t seed);

// The same boxes, each turned: by a right angle, by any angle, or with axes that are neither unit nor perpendicular.
void test_boxes_oriented(test_box_kind kind, hit_obb* boxes, uint32_t count, uint64_t seed);

// Triangles through the corners of the boxes, for test_mesh_ray.
test_mesh test_boxes_targets(const hit_aabb* boxes, uint32_t count);
test_mesh test_obbs_targets(const hit_obb* boxes, uint32_t count);

#endif
