// One lane of a node: its box, and what it refers to.
#ifndef HITSCAN_BVH_LANE_H
#define HITSCAN_BVH_LANE_H

#include "bvh/format.h"

static inline hit_aabb hit_bvh_lane_box(const hit_bvh_node* node, unsigned lane)
{
    const hit_aabb box = {{node->plane[0][lane], node->plane[2][lane], node->plane[4][lane]},
                          {node->plane[1][lane], node->plane[3][lane], node->plane[5][lane]}};
    return box;
}

// Fetch what a reference refers to: it is used soon, and often not in the cache.
static inline void hit_bvh_prefetch(const hit_bvh* bvh, uint32_t ref)
{
#if defined(__GNUC__)
    const char* p;
    size_t size;

    if (!(ref & HIT_BVH_LEAF)) {
        p = (const char*)(bvh->nodes + ref);
        size = sizeof(hit_bvh_node);
    } else if (bvh->header->kind == HIT_BVH_TRIANGLES) {
        p = (const char*)(bvh->blocks + (ref & HIT_BVH_BLOCK_INDEX));
        size = sizeof(hit_bvh_block);
    } else if (bvh->header->kind == HIT_BVH_OBBS) {
        p = (const char*)(bvh->obbs + (ref & ~HIT_BVH_LEAF));
        size = sizeof(hit_bvh_obb);
    } else {
        return; // all of an aligned box is in its node
    }
    for (size_t i = 0; i < size; i += 64)
        __builtin_prefetch(p + i);
#else
    (void)bvh;
    (void)ref;
#endif
}

#endif
