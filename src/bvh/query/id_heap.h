// Indices sorted in place, without memory.
#ifndef HITSCAN_BVH_VOLUME_SORT_H
#define HITSCAN_BVH_VOLUME_SORT_H

#include <stdint.h>

// Arrange an array as a heap: the largest on top, at ids[0].
void hit_ids_make_heap(uint32_t* ids, uint32_t count);

// Replace the top of a heap that is not empty.
void hit_ids_replace_top(uint32_t* ids, uint32_t count, uint32_t id);

// Ascending. All must be different.
void hit_ids_sort(uint32_t* ids, uint32_t count);

#endif
