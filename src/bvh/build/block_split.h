// Split references: a block of triangles has several of them, each with the box of a part of it. See format/layout.h on
// shared blocks.
//
// What a block gives depends on the block and on the level alone, so that hit_bvh_validate can tell whether the boxes
// of a tree are right: it splits the blocks again.
#ifndef HITSCAN_BVH_BLOCK_SPLIT_H
#define HITSCAN_BVH_BLOCK_SPLIT_H

#include "bvh/format/layout.h"

enum {
    HIT_BVH_SPLIT_DEPTH_MAX = 7, ///< one after the other
    HIT_BVH_SPLIT_REFS_MAX = 1 << HIT_BVH_SPLIT_DEPTH_MAX,
    HIT_BVH_SPLIT_LEVEL_MAX = 20,    ///< the finest
    HIT_BVH_PRIMS_PER_SPLIT_REF = 64 ///< a tree may have one split reference for so many good primitives
};

typedef struct hit_bvh_split_ref {
    float low[3], high[3];
} hit_bvh_split_ref;

// Split a block: the boxes, together, contain each of its triangles; each lies in the box of the block.
//
// @param bounds  of the tree, as in its header
// @param level   boxes of less than 2^-level of the area of the bounds are not split further
// @return        the number of split references, at least 1
unsigned hit_bvh_split_block(const hit_bvh_block* block, const float bounds[6], uint32_t level,
                             hit_bvh_split_ref split_refs[HIT_BVH_SPLIT_REFS_MAX]);

// The box of the vertices of a block.
hit_bvh_split_ref hit_bvh_block_box(const hit_bvh_block* block);

#endif
