// Several rays in flight: while one waits for memory, the others go on.
//
// Where a tree is larger than the caches, a walk mostly waits for the next node. Here each ray makes one step, asks for
// what it needs next, and lets the next ray have its turn. The steps are those of walk_first in kernel_triangles.h, so
// are the answers. (M. Hapala et al., Efficient stack-less BVH traversal, 2011, and others have the idea for GPUs; on
// CPUs it is known as software pipelining.)
//
// To be included after kernel_triangles.h.
#ifndef HITSCAN_BVH_KERNEL_FLIGHT_H
#define HITSCAN_BVH_KERNEL_FLIGHT_H

#include "bvh/kernel_triangles.h"

enum { FLIGHT_RAYS = 8 };

typedef struct flight {
    hit_bvh_walk walk;
    size_t index;
    float limit;
    uint32_t ref;
    stack waiting;
} flight;

// One step. False when the walk has come to its end. All children that are hit go to the stack, and the nearest one comes
// back from it at once: what a walk on its own must not wait for costs nothing here, as others go on meanwhile, while a
// branch on how many there are is one that is guessed wrong half of the time.
LANES_INLINE bool step(const hit_bvh* bvh, flight* f)
{
    stack* waiting = &f->waiting;
    uint32_t size = waiting->size, last;

    if (!(f->ref & HIT_BVH_LEAF)) {
        const hit_bvh_node* node = &bvh->nodes[f->ref];
        const slabs s = slabs_make(&f->walk.prepared);
        lanes enter;
        const unsigned hits = test_node(node, &s, lanes_all(f->limit), &enter);
        lanes_order(enter, hits, node->ref, waiting->key + size, waiting->ref + size);
        size += count_bits(hits);
    } else
        f->limit = test_leaf(&f->walk, f->ref, f->limit);
    // As pop, but for the end of the stack, whose key is after any limit.
    last = bits_of(f->limit) | 7u;
    do
        size--;
    while (waiting->key[size] > last && size != 0);
    waiting->size = size;
    f->ref = waiting->ref[size];
    if (size == 0)
        return false;
    prefetch(bvh, f->ref);
    return true;
}

// Let the next ray of a batch take off. False when there is none.
LANES_INLINE bool take_off(const hit_bvh_batch* batch, size_t* next, size_t end, flight* f)
{
    for (; *next < end; ++*next) {
        const hit_ray* ray = hit_bvh_batch_ray(batch, *next);
        if (make_ray(batch->bvh, ray, &f->walk.prepared)) {
            hit_bvh_walk_begin(&f->walk, batch->bvh, ray);
            f->index = (*next)++;
            f->limit = f->walk.prepared.t_max;
            f->ref = 0;
            f->waiting.size = 1;
            f->waiting.key[0] = UINT32_MAX;
            return true;
        }
        hit_bvh_batch_one(batch, *next);
    }
    return false;
}

static void KERNEL(first_many)(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    flight flights[FLIGHT_RAYS];
    flight* active[FLIGHT_RAYS];
    int count = 0;

    while (count < FLIGHT_RAYS && take_off(batch, &begin, end, &flights[count])) {
        active[count] = &flights[count];
        count++;
    }
    while (count > 0)
        for (int i = 0; i < count;) {
            flight* f = active[i];
            if (step(batch->bvh, f)) {
                i++;
                continue;
            }
            hit_bvh_hit* hit = hit_bvh_batch_hit(batch, f->index);
            if (!finish_first(&f->walk, hit))
                *hit = hit_bvh_batch_miss;
            if (take_off(batch, &begin, end, f))
                i++;
            else
                active[i] = active[--count];
        }
}

#endif
