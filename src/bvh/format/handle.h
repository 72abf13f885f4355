// The handle of a tree: what a block of bytes becomes for queries.
#ifndef HITSCAN_BVH_HANDLE_H
#define HITSCAN_BVH_HANDLE_H

#include "bvh/format/layout.h"

// Make a handle for a block that is known to be good. When `owned`, the block came from the same allocator, with its
// header's size and HIT_BVH_ALIGNMENT, and belongs to the tree from now on. NULL when there is no memory; the block is
// left alone then.
hit_bvh* hit_bvh_handle(const void* block, bool owned, const hit_allocator* allocator);

#endif
