// Blocks of triangles cut into pieces, each with a box of its own: see format.h on shared blocks.
//
// What a block gives depends on the block and on the level alone, so that hit_bvh_validate can tell whether the boxes of
// a tree are right: it cuts the blocks again.
#ifndef HITSCAN_BVH_PIECES_H
#define HITSCAN_BVH_PIECES_H

#include "bvh/format/layout.h"

enum {
    HIT_BVH_PIECE_CUTS = 7, ///< one after the other
    HIT_BVH_PIECES_MAX = 1 << HIT_BVH_PIECE_CUTS,
    HIT_BVH_PIECE_LEVELS = 20, ///< the finest
    HIT_BVH_PIECE_EACH = 64    ///< for so many good primitives there may be one piece
};

typedef struct hit_bvh_piece {
    float low[3], high[3];
} hit_bvh_piece;

// Cut a block into pieces whose boxes, together, contain each of its triangles; each lies in the box of the block.
//
// @param bounds  of the tree, as in its header
// @param level   boxes of less than 2^-level of the area of the bounds are not cut further
// @return        the number of pieces, at least 1
unsigned hit_bvh_cut(const hit_bvh_block* block, const float bounds[6], uint32_t level,
                     hit_bvh_piece pieces[HIT_BVH_PIECES_MAX]);

// The box of the vertices of a block.
hit_bvh_piece hit_bvh_block_box(const hit_bvh_block* block);

#endif
