// The corners of a block's triangles in the lanes of registers. To be included after choosing an instruction set for
// many/vec.h.
#ifndef HITSCAN_BVH_BLOCK_LANES_H
#define HITSCAN_BVH_BLOCK_LANES_H

#include "bvh/format/layout.h"
#include "many/vec.h"

// One corner of the triangles from lane `first` on.
HIT_MANY_INLINE void block_corner(const hit_bvh_block* block, int corner, int first, vec out[3])
{
    const vec_index slot = vec_index_from(block->corner[corner] >> 3 * first);
    out[0] = vec_pick(block->x, slot);
    out[1] = vec_pick(block->y, slot);
    out[2] = vec_pick(block->z, slot);
}

#endif
