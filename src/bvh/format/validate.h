// The checks that stand between bytes and queries: see validate.c for the header and the nodes, validate_leaf.c for
// blocks, boxes and ids, validate_shared.c for split references.
#ifndef HITSCAN_BVH_VALIDATE_H
#define HITSCAN_BVH_VALIDATE_H

#include "bvh/build/block_split.h"

// What to do about a block that is not right.
#define HIT_BVH_ADVICE ": build the tree and save it again"

// Check a header, alone: that a block of `size` bytes can begin with it, and that its sections lie in these bytes.
hit_status hit_bvh_check_header(const hit_bvh_header* header, uint64_t size, hit_error* error);

// Check a whole block: the header, the checksum, and everything that queries rely on. `bytes` may hold anything; it is
// aligned to HIT_BVH_ALIGNMENT. Returns HIT_OK, HIT_ERROR_FORMAT, or HIT_ERROR_MEMORY when there is none for notes of
// what was seen: a byte for each node and a bit for each leaf and primitive.
hit_status hit_bvh_check(const void* bytes, size_t size, const hit_allocator* allocator, hit_error* error);

// ---- For the three files of the checks ------------------------------------------------------------------------------

// A block that is being checked, and what was seen of it.
typedef struct hit_bvh_checker {
    const char* bytes;
    const hit_bvh_header* header;
    const hit_bvh_node* nodes;
    const hit_bvh_block* blocks;
    const hit_bvh_obb* obbs;
    const uint32_t* ids;
    const uint32_t* first_leaf;
    uint8_t* depth;      // of each node: nodes on the path from the root; 0 when nothing has referred to it
    uint8_t* leaf_seen;  // a bit for each block or oriented box
    uint8_t* id_seen;    // a bit for each primitive
    uint32_t leaves;     // how many bits of leaf_seen are set
    uint32_t primitives; // how many bits of id_seen are set
    uint64_t ids_used;   // elements of the section of ids
    bool shared;         // the tree of shared blocks is being checked
    hit_bvh_split_ref* split_refs;
    uint32_t* split_ref_begin; // of each shared block: its first split reference; and the end
    uint8_t* split_ref_seen;   // of each split reference: whether a child has it
    uint32_t split_ref_count;
    hit_error* error; // may be NULL
} hit_bvh_checker;

// Low and high planes in the order of hit_bvh_node.plane.
typedef struct hit_bvh_planes {
    float at[6];
} hit_bvh_planes;

// An empty box: +inf and -inf.
hit_bvh_planes hit_bvh_planes_empty(void);

// The offset in the block of something that lies in it.
uint64_t hit_bvh_byte_offset(const hit_bvh_checker* c, const void* part);

// Check what a leaf reference refers to, and find the smallest box around it. For an aligned box and for a split
// reference, `planes` is the box of the child already, and left alone.
hit_status hit_bvh_check_leaf(hit_bvh_checker* c, const uint32_t* ref, hit_bvh_planes* planes);

// Split the shared blocks, which are known to be good, to know which children there must be. HIT_OK, HIT_ERROR_FORMAT
// when there are more split references than a tree may have, or HIT_ERROR_MEMORY.
hit_status hit_bvh_expect_split_refs(hit_bvh_checker* c, const hit_allocator* allocator);

// Check a child with this box that refers to a shared block.
hit_status hit_bvh_check_split_ref(hit_bvh_checker* c, const uint32_t* ref, const hit_bvh_planes* child);

// Check that no split reference is missing.
hit_status hit_bvh_check_all_split_refs(const hit_bvh_checker* c);

void hit_bvh_free_split_refs(hit_bvh_checker* c, const hit_allocator* allocator);

#endif
