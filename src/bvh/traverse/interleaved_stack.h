// The stack of a traversal that is interleaved with others (interleaved.h, scene/tlas/interleaved_kernel.h).
//
// All children that are hit go to the stack, and the first one comes back from it at once: what a traversal on its own
// must not wait for costs nothing here, as others go on meanwhile, while a branch on how many there are is mispredicted
// half of the time. The stack ends in an entry that is before any limit, so that what looks for the next one stops
// there.
#ifndef HITSCAN_BVH_INTERLEAVED_STACK_H
#define HITSCAN_BVH_INTERLEAVED_STACK_H

#include "bvh/traverse/node.h"

SIMD_INLINE void stack_begin(stack* waiting)
{
    waiting->size = 1;
    waiting->key[0] = 0;
    waiting->ref[0] = 0;
}

// Push the children of a node that are hit: by distance, or, where it has orders, in one of these.
SIMD_INLINE void push_hits_by_distance(stack* waiting, const hit_bvh_node* node, child_hits hits, f32x8 enter)
{
    sort_hits_by_distance(enter, hits, node->ref, waiting->key + waiting->size, waiting->ref + waiting->size);
    waiting->size += count_bits(hits.bits);
    HIT_ASSERT(waiting->size + 8 <= HIT_BVH_STACK_SIZE);
}

SIMD_INLINE void push_hits_in_order(stack* waiting, const hit_bvh_node* node, uint32_t octant, child_hits hits,
                                    f32x8 enter)
{
    ordered_children ordered;
    order_children(&ordered, node->order[octant], node->ref);
    compact_hits_in_order(&ordered, hits, enter, waiting->key + waiting->size, waiting->ref + waiting->size);
    waiting->size += count_bits(hits.bits);
    HIT_ASSERT(waiting->size + 8 <= HIT_BVH_STACK_SIZE);
}

// As pop: take the next that is not after the limit. False when there is none.
SIMD_INLINE bool pop_next(stack* waiting, float limit, uint32_t* ref)
{
    const uint32_t last = bits_of(limit) | 7u;
    uint32_t size = waiting->size - 1;

    HIT_ASSERT(waiting->size > 0 && waiting->key[0] == 0);
    while (waiting->key[size] > last)
        size--;
    waiting->size = size;
    *ref = waiting->ref[size];
    return size != 0;
}

#endif
