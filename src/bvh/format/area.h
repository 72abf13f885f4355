// The area of a child's box: what children are sorted by, and what a tree's cost is counted in.
#ifndef HITSCAN_BVH_AREA_H
#define HITSCAN_BVH_AREA_H

#include "bvh/format/layout.h"

// Half the surface of a box with these sides. Differences of floats, squared, neither overflow nor vanish in double.
static inline double hit_half_area(double x, double y, double z)
{
    return x * y + y * z + z * x;
}

// Half the surface of a child that is in use.
static inline double hit_bvh_child_area(const hit_bvh_node* node, unsigned child)
{
    return hit_half_area((double)node->plane[1][child] - node->plane[0][child],
                         (double)node->plane[3][child] - node->plane[2][child],
                         (double)node->plane[5][child] - node->plane[4][child]);
}

#endif
