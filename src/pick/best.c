// The first k of many in some order: a heap in the caller's array with the last one on top, so that a better one can
// replace it when the array is full; sorted at the end. O(log k) for each item, and no memory.
#include "pick/best.h"

#include <string.h>

static char* item_at(const hit_bounded_heap* best, uint32_t i)
{
    return (char*)best->items + i * best->size;
}

static int order(const hit_bounded_heap* best, const void* a, const void* b)
{
    return best->order(best->context, a, b);
}

// Put an item where there is a hole in a heap of `count`, or below it.
static void sift_down(const hit_bounded_heap* best, uint32_t count, uint32_t hole, const void* item)
{
    // Not 2·hole + 1 < count, which may wrap.
    while (hole < count / 2) {
        uint32_t child = 2 * hole + 1;
        if (child + 1 < count && order(best, item_at(best, child), item_at(best, child + 1)) < 0)
            child++;
        if (order(best, item_at(best, child), item) < 0)
            break;
        memcpy(item_at(best, hole), item_at(best, child), best->size);
        hole = child;
    }
    memcpy(item_at(best, hole), item, best->size);
}

static void sift_up(const hit_bounded_heap* best, uint32_t hole, const void* item)
{
    while (hole > 0) {
        const uint32_t parent = (hole - 1) / 2;
        if (order(best, item, item_at(best, parent)) < 0)
            break;
        memcpy(item_at(best, hole), item_at(best, parent), best->size);
        hole = parent;
    }
    memcpy(item_at(best, hole), item, best->size);
}

void hit_bounded_heap_push(hit_bounded_heap* best, const void* item)
{
    best->total++;
    if (best->kept < best->capacity)
        sift_up(best, best->kept++, item);
    else if (best->kept > 0 && order(best, item, item_at(best, 0)) < 0)
        sift_down(best, best->kept, 0, item);
}

void hit_bounded_heap_sort(hit_bounded_heap* best)
{
    char last[HIT_BOUNDED_HEAP_ITEM_MAX];

    for (uint32_t n = best->kept; n > 1; n--) {
        memcpy(last, item_at(best, n - 1), best->size);
        memcpy(item_at(best, n - 1), item_at(best, 0), best->size);
        sift_down(best, n - 1, 0, last);
    }
}
