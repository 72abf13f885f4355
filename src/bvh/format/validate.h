// The checks that stand between bytes and queries: see validate.c.
#ifndef HITSCAN_BVH_VALIDATE_H
#define HITSCAN_BVH_VALIDATE_H

#include "bvh/format/layout.h"

// What to do about a block that is not right.
#define HIT_BVH_ADVICE ": build the tree and save it again"

// Check a header, alone: that a block of `size` bytes can begin with it, and that its sections lie in these bytes.
hit_status hit_bvh_check_header(const hit_bvh_header* header, uint64_t size, hit_error* error);

// Check a whole block: the header, the checksum, and everything that queries rely on. `bytes` may hold anything; it is
// aligned to HIT_BVH_ALIGNMENT. Returns HIT_OK, HIT_ERROR_FORMAT, or HIT_ERROR_MEMORY for want of a note of what was
// seen: a byte for each node and a bit for each leaf and primitive.
hit_status hit_bvh_check(const void* bytes, size_t size, const hit_allocator* allocator, hit_error* error);

#endif
