// Memory that is needed soon is asked for now: objects and nodes are anywhere.
#ifndef HITSCAN_BASE_FETCH_H
#define HITSCAN_BASE_FETCH_H

#include <stddef.h>

static inline void hit_prefetch(const void* memory, size_t size)
{
#if defined(__GNUC__)
    for (size_t i = 0; i < size; i += 64)
        __builtin_prefetch((const char*)memory + i);
#else
    (void)memory;
    (void)size;
#endif
}

#endif
