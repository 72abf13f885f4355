// Blocks of triangles in a refit: see refit_block.c.
#ifndef HITSCAN_BVH_REFIT_BLOCK_H
#define HITSCAN_BVH_REFIT_BLOCK_H

#include "bvh/build/input.h"

// True when a triangle is a good one.
bool hit_refit_is_good(const build_input* in, uint32_t id);

// Tell whether a block can take the new places of its triangles: all are good, and corners that share a vertex are in
// one place. With `all_good`, the first is known.
bool hit_refit_can_update(const hit_bvh* bvh, const build_input* in, bool all_good, const hit_bvh_block* block);

// Bring what some later blocks need from the caller's arrays on its way into the caches, as block b is worked on:
// indices first, and with `vertices` the vertices that they stand for, later.
void hit_refit_prefetch(const hit_bvh* bvh, const build_input* in, uint64_t b, bool vertices);

// Give a block that can take them its new vertices, and its extent. Makes the box [low, high] include them.
void hit_refit_update(const hit_bvh* bvh, const build_input* in, hit_bvh_block* block, float low[3], float high[3]);

#endif
