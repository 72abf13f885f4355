// The checksum of a tree's block of bytes, and of other ones: see checksum.c.
#ifndef HITSCAN_BVH_CHECKSUM_H
#define HITSCAN_BVH_CHECKSUM_H

#include "bvh/format/layout.h"

// The checksum of everything after the header's field for it. The header's `size` says where the block ends; it must be
// right, and a multiple of 8.
uint64_t hit_bvh_checksum(const hit_bvh_header* header);

// The same number, computed on the threads of a pool; NULL means the calling thread.
uint64_t hit_bvh_checksum_tasks(const hit_bvh_header* header, const hit_task_pool* pool);

// The checksum of any bytes; their number is a multiple of 8.
uint64_t hit_checksum(const void* bytes, uint64_t size);

#endif
