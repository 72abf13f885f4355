// The area of a lane's box: what lanes are sorted by, and what a tree's cost is counted in.
#ifndef HITSCAN_BVH_AREA_H
#define HITSCAN_BVH_AREA_H

#include "bvh/format/layout.h"

// Half the surface of a box with these sides. Differences of floats, squared, neither overflow nor vanish in double.
static inline double hit_half_area(double x, double y, double z)
{
    return x * y + y * z + z * x;
}

// Half the surface of a lane that is in use.
static inline double hit_bvh_lane_area(const hit_bvh_node* node, unsigned lane)
{
    return hit_half_area((double)node->plane[1][lane] - node->plane[0][lane],
                         (double)node->plane[3][lane] - node->plane[2][lane],
                         (double)node->plane[5][lane] - node->plane[4][lane]);
}

#endif
