// Prefetching: memory that is needed soon is asked for now, since objects, nodes and vertices lie anywhere.
#ifndef HITSCAN_BASE_PREFETCH_H
#define HITSCAN_BASE_PREFETCH_H

#include <stddef.h>

// The cache line that holds this byte. Any address will do.
static inline void hit_prefetch_line(const void* memory)
{
#if defined(__GNUC__)
    __builtin_prefetch(memory);
#else
    (void)memory;
#endif
}

// All of `size` bytes.
static inline void hit_prefetch(const void* memory, size_t size)
{
    for (size_t i = 0; i < size; i += 64)
        hit_prefetch_line((const char*)memory + i);
}

#endif
