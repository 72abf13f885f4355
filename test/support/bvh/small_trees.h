// Small trees written by hand, byte by byte, with one of each thing that a tree can have: to be damaged by tests.
#ifndef HITSCAN_TEST_SMALL_TREES_H
#define HITSCAN_TEST_SMALL_TREES_H

#include "bvh/format/layout.h"

typedef enum small_tree_kind {
    SMALL_EMPTY,
    SMALL_ONE,       ///< one triangle
    SMALL_TRIANGLES, ///< three nodes, five blocks: ids by difference, in a list and in runs; a child with two blocks
    SMALL_AABBS,     ///< two nodes, three boxes
    SMALL_OBBS,      ///< two nodes, three boxes
    SMALL_KINDS
} small_tree_kind;

// A block of bytes that is a good tree. Free it with free.
hit_bvh_header* small_tree_make(small_tree_kind kind);

// Give a block that was changed the right checksum again.
void small_tree_seal(hit_bvh_header* block);

// Parts of a block that may be changed.
hit_bvh_node* small_tree_nodes(hit_bvh_header* block);
hit_bvh_block* small_tree_blocks(hit_bvh_header* block);
hit_bvh_obb* small_tree_obbs(hit_bvh_header* block);
uint32_t* small_tree_ids(hit_bvh_header* block);
uint32_t* small_tree_first_leaves(hit_bvh_header* block);

#endif
