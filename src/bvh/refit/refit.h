// What refit.c calls: blocks of triangles that get new vertices (refit_block.c), and trees that lose their split
// references (unshare.c).
#ifndef HITSCAN_BVH_REFIT_H
#define HITSCAN_BVH_REFIT_H

#include "bvh/build/stages.h"

// ---- Blocks ---------------------------------------------------------------------------------------------------------

// True when a triangle is a good one.
bool hit_refit_is_good(const build_input* in, uint32_t id);

// Tell whether a block can take the new positions of its triangles: all are good, and corners that share a vertex are
// in one position. With `all_good`, the first is known.
bool hit_refit_can_update(const hit_bvh* bvh, const build_input* in, bool all_good, const hit_bvh_block* block);

// Prefetch what some later blocks need from the caller's arrays, as block b is worked on: indices first, and with
// `vertices` the vertices that they stand for, later.
void hit_refit_prefetch(const hit_bvh* bvh, const build_input* in, uint64_t b, bool vertices);

// Give a block that can take them its new vertices, and its extent. Makes the box [low, high] include them.
void hit_refit_update(const hit_bvh* bvh, const build_input* in, hit_bvh_block* block, float low[3], float high[3]);

// ---- Shared blocks --------------------------------------------------------------------------------------------------

// The bytes that hit_bvh_unsplit works with: 0 when there are no shared blocks.
size_t hit_bvh_unsplit_scratch_size(const hit_bvh* bvh);

// Make each block be referred to once: split references go, and the tree of shared blocks comes below the root. After
// this, the boxes of children, the order of the root's and the checksum are not right. Only for trees that own their
// block.
void hit_bvh_unsplit(hit_bvh* bvh, uint32_t* room);

#endif
