// A binary heap (J. W. J. Williams, Heapsort, 1964) in an array that somebody else owns, for items of any type: written
// once, compiled and inlined where it is used. For queries that keep the best k of many in the caller's array: the
// worst of them is on top, at index 0, and the next better one replaces it. O(log k) for each, and nothing is
// allocated.
//
// The including file defines, and may do so once:
//   HIT_HEAP                   the type of what holds the items: `HIT_HEAP* heap` goes to the macros below
//   HIT_HEAP_ITEM              the type of an item
//   HIT_HEAP_GET(heap, i)      item i, as a value
//   HIT_HEAP_SET(heap, i, x)   makes x item i
//   HIT_HEAP_BELOW(heap, a, b) whether the item *a belongs below *b; without ties the result depends on the items alone
#ifndef HITSCAN_BASE_HEAP_H
#define HITSCAN_BASE_HEAP_H

#include "base/assert.h"

#include <stdint.h>

// Put an item where a heap of `count` items has a hole, or below it.
static inline void heap_sift_down(HIT_HEAP* heap, uint32_t count, uint32_t hole, HIT_HEAP_ITEM item)
{
    HIT_ASSERT(hole < count);
    while (hole < count / 2) { // there is a child; 2·hole + 1 < count could wrap
        uint32_t child = 2 * hole + 1;
        HIT_HEAP_ITEM next = HIT_HEAP_GET(heap, child);
        if (child + 1 < count) {
            HIT_HEAP_ITEM other = HIT_HEAP_GET(heap, child + 1);
            if (HIT_HEAP_BELOW(heap, &next, &other)) {
                next = other;
                child++;
            }
        }
        if (!HIT_HEAP_BELOW(heap, &item, &next))
            break;
        HIT_HEAP_SET(heap, hole, next);
        hole = child;
    }
    HIT_HEAP_SET(heap, hole, item);
}

// Put an item where a heap has a hole, mostly behind its last item, or above it.
static inline void heap_sift_up(HIT_HEAP* heap, uint32_t hole, HIT_HEAP_ITEM item)
{
    while (hole > 0) {
        const uint32_t parent = (hole - 1) / 2;
        HIT_HEAP_ITEM above = HIT_HEAP_GET(heap, parent);
        if (!HIT_HEAP_BELOW(heap, &above, &item))
            break;
        HIT_HEAP_SET(heap, hole, above);
        hole = parent;
    }
    HIT_HEAP_SET(heap, hole, item);
}

// Make a heap of items in any order.
static inline void heap_make(HIT_HEAP* heap, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        heap_sift_down(heap, count, i, HIT_HEAP_GET(heap, i));
}

// Sort the items of a heap: what was on top comes last.
static inline void heap_sort(HIT_HEAP* heap, uint32_t count)
{
    for (uint32_t n = count; n > 1; n--) {
        HIT_HEAP_ITEM top = HIT_HEAP_GET(heap, 0), last = HIT_HEAP_GET(heap, n - 1);
        HIT_HEAP_SET(heap, n - 1, top);
        heap_sift_down(heap, n - 1, 0, last);
    }
}

#endif
