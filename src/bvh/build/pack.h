// The parts of packing: nodes and their order, and blocks of triangles.
#ifndef HITSCAN_BVH_BUILD_PACK_H
#define HITSCAN_BVH_BUILD_PACK_H

#include "bvh/build/kernel.h"

// Write the block of a leaf of triangles, and its ids from ids[first_id] on if it has a list of them.
void hit_build_pack_block(const build_input* in, const build_tree* tree, const build_kernel* kernel,
                          const build_node* leaf, uint32_t first_id, uint32_t* ids, hit_bvh_block* block);

// Ask for the memory that hit_build_pack_block reads. Each needs what the one before asked for.
void hit_build_prefetch_primrefs(const build_tree* tree, const build_node* leaf);
void hit_build_prefetch_corners(const build_input* in, const build_tree* tree, const build_node* leaf);
void hit_build_prefetch_vertices(const build_input* in, const build_tree* tree, const build_node* leaf);

#endif
