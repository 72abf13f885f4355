// From a tree with shared blocks to one without: see format.h.
#ifndef HITSCAN_BVH_UNCUT_H
#define HITSCAN_BVH_UNCUT_H

#include "bvh/format/layout.h"

// The bytes that hit_bvh_unsplit works with: 0 when there are no shared blocks.
size_t hit_bvh_unsplit_scratch_size(const hit_bvh* bvh);

// Make each block be referred to once: pieces go, and the tree of shared blocks gets below the root. The boxes of children and
// the order of the root's are not right after this, nor is the checksum. Only for trees that own their block.
void hit_bvh_unsplit(hit_bvh* bvh, uint32_t* room);

#endif
