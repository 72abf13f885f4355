// Checks of lanes that are pieces of shared blocks: see format.h. For validate.c.
#ifndef HITSCAN_BVH_VALIDATE_PIECES_H
#define HITSCAN_BVH_VALIDATE_PIECES_H

#include "bvh/format/validate_leaf.h"

// Cut the shared blocks, which are known to be good, to know what lanes of them there must be. HIT_OK,
// HIT_ERROR_FORMAT when there are more pieces than a tree may have, or HIT_ERROR_MEMORY.
hit_status hit_bvh_expect_pieces(hit_bvh_checker* c, const hit_allocator* allocator);

// Check a lane with this box that refers to a shared block.
hit_status hit_bvh_check_piece(hit_bvh_checker* c, const uint32_t* ref, const hit_bvh_planes* lane);

// Check that no piece is missing.
hit_status hit_bvh_check_all_pieces(const hit_bvh_checker* c);

void hit_bvh_forget_pieces(hit_bvh_checker* c, const hit_allocator* allocator);

#endif
