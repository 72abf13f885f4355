// One child of a node: its box, and what it refers to.
#ifndef HITSCAN_BVH_LANE_H
#define HITSCAN_BVH_LANE_H

#include "base/prefetch.h"
#include "bvh/format/layout.h"

static inline hit_aabb hit_bvh_child_box(const hit_bvh_node* node, unsigned child)
{
    const hit_aabb box = {{node->plane[0][child], node->plane[2][child], node->plane[4][child]},
                          {node->plane[1][child], node->plane[3][child], node->plane[5][child]}};
    return box;
}

// Fetch what a reference refers to: it is used soon, and often not in the cache.
static inline void hit_bvh_prefetch(const hit_bvh* bvh, uint32_t ref)
{
    if (!(ref & HIT_BVH_LEAF))
        hit_prefetch(&bvh->nodes[ref], sizeof *bvh->nodes);
    else if (bvh->header->kind == HIT_BVH_TRIANGLES)
        hit_prefetch(&bvh->blocks[ref & HIT_BVH_BLOCK_INDEX], sizeof *bvh->blocks);
    else if (bvh->header->kind == HIT_BVH_OBBS)
        hit_prefetch(&bvh->obbs[ref & ~HIT_BVH_LEAF], sizeof *bvh->obbs);
    // All of an aligned box is in its node.
}

#endif
