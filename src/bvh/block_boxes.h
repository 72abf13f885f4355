// The boxes of a block's triangles, and of a node's lanes.
#ifndef HITSCAN_BVH_BLOCK_BOXES_H
#define HITSCAN_BVH_BLOCK_BOXES_H

#include "bvh/format.h"

// Laid out as in a node; empty where a lane is not in use.
static inline void hit_bvh_block_boxes(const hit_bvh_block* block, float plane[6][HIT_BVH_LANES])
{
    const float* const vertex[3] = {block->x, block->y, block->z};
    const unsigned lanes = hit_bvh_block_lanes(block);

    for (unsigned lane = 0; lane < HIT_BVH_LANES; lane++) {
        const unsigned a = block->corner[0] >> 3 * lane & 7u, b = block->corner[1] >> 3 * lane & 7u,
                       c = block->corner[2] >> 3 * lane & 7u;
        const bool used = (lanes >> lane & 1u) != 0;
        for (int k = 0; k < 3; k++) {
            const float p = vertex[k][a], q = vertex[k][b], r = vertex[k][c];
            const float low = p < q ? p : q, high = p < q ? q : p;
            plane[2 * k][lane] = used ? (low < r ? low : r) : HUGE_VALF;
            plane[2 * k + 1][lane] = used ? (high > r ? high : r) : -HUGE_VALF;
        }
    }
}

static inline hit_aabb hit_bvh_lane_box(const hit_bvh_node* node, unsigned lane)
{
    const hit_aabb box = {{node->plane[0][lane], node->plane[2][lane], node->plane[4][lane]},
                          {node->plane[1][lane], node->plane[3][lane], node->plane[5][lane]}};
    return box;
}

#endif
