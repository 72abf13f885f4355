// The first k of many in some order, kept in the caller's array.
#ifndef HITSCAN_PICK_BEST_H
#define HITSCAN_PICK_BEST_H

#include <stddef.h>
#include <stdint.h>

// Negative when a comes before b; never 0 for two different items.
typedef int hit_bounded_heap_order(const void* context, const void* a, const void* b);

typedef struct hit_bounded_heap {
    void* items;       ///< room for `capacity` of them; may be NULL when that is 0
    size_t size;       ///< of an item in bytes, at most HIT_BOUNDED_HEAP_ITEM_MAX
    uint32_t capacity; ///< set this to 0 to count only
    hit_bounded_heap_order* order;
    const void* context; ///< the first argument of `order`
    uint32_t kept;       ///< a heap of so many, the last one on top
    uint32_t total;      ///< that were offered
} hit_bounded_heap;

enum { HIT_BOUNDED_HEAP_ITEM_MAX = 128 };

// Keep a copy of an item if it is one of the first so far.
void hit_bounded_heap_push(hit_bounded_heap* best, const void* item);

// Put the kept ones in order, after the last offer.
void hit_bounded_heap_sort(hit_bounded_heap* best);

#endif
