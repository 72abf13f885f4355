// Memory from the caller's allocator, or from malloc.
#ifndef HITSCAN_BASE_MEMORY_H
#define HITSCAN_BASE_MEMORY_H

#include <hitscan/base.h>

// The allocator to use where a caller gave this one; NULL is allowed.
hit_allocator hit_allocator_or_default(const hit_allocator* allocator);

// `size` bytes aligned to `alignment`, a power of two; NULL when there are none, and for a size of 0.
void* hit_allocate(const hit_allocator* allocator, size_t size, size_t alignment);

// Free what hit_allocate gave for this size and alignment; NULL is allowed.
void hit_release(const hit_allocator* allocator, void* memory, size_t size, size_t alignment);

#endif
