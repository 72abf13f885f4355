// A whole block of bytes: its handle, which is what it becomes for queries, and its checksum.
#ifndef HITSCAN_BVH_HANDLE_H
#define HITSCAN_BVH_HANDLE_H

#include "bvh/format/layout.h"

// Make a handle for a block that has been checked. When `owned`, the block came from the same allocator, with its
// header's size and HIT_BVH_ALIGNMENT, and belongs to the tree from now on. NULL when there is no memory; the block is
// left alone then.
hit_bvh* hit_bvh_handle(const void* block, bool owned, const hit_allocator* allocator);

// The checksum of everything after the header's field for it. The header's `size` says where the block ends; it must be
// right, and a multiple of 8.
uint64_t hit_bvh_checksum(const hit_bvh_header* header);

// The same number, computed on the threads of a pool; NULL means the calling thread.
uint64_t hit_bvh_checksum_tasks(const hit_bvh_header* header, const hit_task_pool* pool);

// The checksum of any bytes; their number is a multiple of 8.
uint64_t hit_checksum(const void* bytes, uint64_t size);

#endif
