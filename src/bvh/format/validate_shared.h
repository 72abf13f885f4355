// Checks of lanes that are split_refs of shared blocks: see format.h. For validate.c.
#ifndef HITSCAN_BVH_VALIDATE_PIECES_H
#define HITSCAN_BVH_VALIDATE_PIECES_H

#include "bvh/format/validate_leaf.h"

// Cut the shared blocks, which are known to be good, to know what lanes of them there must be. HIT_OK,
// HIT_ERROR_FORMAT when there are more split_refs than a tree may have, or HIT_ERROR_MEMORY.
hit_status hit_bvh_expect_split_refs(hit_bvh_checker* c, const hit_allocator* allocator);

// Check a child with this box that refers to a shared block.
hit_status hit_bvh_check_split_ref(hit_bvh_checker* c, const uint32_t* ref, const hit_bvh_planes* child);

// Check that no piece is missing.
hit_status hit_bvh_check_all_split_refs(const hit_bvh_checker* c);

void hit_bvh_free_split_refs(hit_bvh_checker* c, const hit_allocator* allocator);

#endif
