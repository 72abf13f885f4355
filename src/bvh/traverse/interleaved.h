// Several rays in flight: while one waits for memory, the others go on.
//
// Where a tree is larger than the caches, a walk mostly waits for the next node. Here each ray makes one step, asks for
// what it needs next, and lets the next ray have its turn. The steps are those of walk_first in bvh/traverse/triangles.h and of
// walk_boxes in bvh/traverse/boxes.h, so are the answers. (M. Hapala et al., Efficient stack-less BVH traversal, 2011, and others
// have the idea for GPUs; on CPUs it is known as software pipelining.)
//
// To be included after bvh/traverse/triangles.h and bvh/traverse/boxes.h.
#ifndef HITSCAN_BVH_KERNEL_FLIGHT_H
#define HITSCAN_BVH_KERNEL_FLIGHT_H

#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved_stack.h"
#include "bvh/traverse/triangles.h"

enum { FLIGHT_RAYS = 8 };

// What rays look for: the first of a kind, or any triangle.
typedef enum goal { FIRST_TRIANGLE, FIRST_AABB, FIRST_OBB, ANY_TRIANGLE } goal;

typedef struct flight {
    hit_bvh_walk walk;
    slabs slabs;       ///< boxes
    turned_ray turned; ///< oriented boxes
    size_t index;
    float limit;
    uint32_t ref;
    stack waiting;
} flight;

LANES_INLINE void step_to_triangles(const hit_bvh* bvh, flight* f)
{
    if (!(f->ref & HIT_BVH_LEAF)) {
        const slabs s = slabs_make(&f->walk.prepared);
        lanes enter;
        const lanes_hits hits = test_node(&bvh->nodes[f->ref], &s, lanes_all(f->limit), &enter);
        push_hits_in_order(&f->waiting, &bvh->nodes[f->ref], s.octant, hits, enter);
    } else
        f->limit = test_leaf(&f->walk, f->ref, f->limit);
}

LANES_INLINE void step_to_boxes(const hit_bvh* bvh, flight* f, bool turned)
{
    const hit_bvh_node* node = &bvh->nodes[f->ref];
    lanes enter;
    lanes_hits hits = test_node(node, &f->slabs, lanes_all(f->limit), &enter);
    const unsigned boxes = hits.bits & lanes_with(node, HIT_BVH_LEAF);
    if (boxes != 0) {
        if (turned)
            take_obbs(&f->walk, f->ref, &f->turned, boxes, enter, &f->limit, NULL);
        else
            take_aabbs(&f->walk, f->ref, &f->slabs, boxes, enter, &f->limit, NULL);
        hits = lanes_hits_from(hits.bits & ~boxes & lanes_bits(lanes_at_most(enter, lanes_all(f->limit))));
    }
    push_hits_in_order(&f->waiting, node, f->slabs.octant, hits, enter);
}

// One step. False when the walk has come to its end; if that is where any triangle is hit, something waits in the stack,
// be it only its end.
LANES_INLINE bool step(const hit_bvh* bvh, goal g, flight* f)
{
    if (g == ANY_TRIANGLE && (f->ref & HIT_BVH_LEAF)) {
        if (test_leaf_any(&f->walk, f->ref))
            return false;
    } else if (g == FIRST_TRIANGLE || g == ANY_TRIANGLE)
        step_to_triangles(bvh, f);
    else
        step_to_boxes(bvh, f, g == FIRST_OBB);
    if (!pop_next(&f->waiting, f->limit, &f->ref))
        return false;
    prefetch(bvh, f->ref);
    if (g == FIRST_OBB)
        hit_bvh_ask_for_obbs(bvh, f->ref);
    return true;
}

// Make a ray ready to begin. False when it is not one for kernels.
LANES_INLINE bool prepare(const hit_bvh* bvh, goal g, const hit_ray* ray, flight* f)
{
    if (g == FIRST_TRIANGLE || g == ANY_TRIANGLE) {
        if (!make_ray(bvh, ray, &f->walk.prepared))
            return false;
        hit_bvh_walk_begin(&f->walk, bvh, ray);
        return true;
    }
    if (!make_plain_ray(bvh, ray, &f->walk.prepared, &f->slabs) &&
        !make_other_ray(bvh, ray, &f->walk.prepared, &f->slabs))
        return false;
    f->walk.bvh = bvh;
    f->walk.ray = ray;
    begin_boxes(&f->walk);
    if (g == FIRST_OBB)
        f->turned = turned_make(ray, &f->walk.prepared);
    return true;
}

// Let the next ray of a batch take off. False when there is none.
LANES_INLINE bool take_off(const hit_bvh_batch* batch, goal g, size_t* next, size_t end, flight* f)
{
    for (; *next < end; ++*next) {
        if (prepare(batch->bvh, g, hit_bvh_batch_ray(batch, *next), f)) {
            f->index = (*next)++;
            f->limit = f->walk.prepared.t_max;
            f->ref = 0;
            stack_begin(&f->waiting);
            return true;
        }
        if (g == ANY_TRIANGLE)
            hit_bvh_batch_any_one(batch, *next);
        else
            hit_bvh_batch_one(batch, *next);
    }
    return false;
}

LANES_INLINE void land(const hit_bvh_batch* batch, goal g, flight* f)
{
    if (g == ANY_TRIANGLE) {
        *hit_bvh_batch_answer(batch, f->index) =
            f->waiting.size != 0 || (f->walk.doubts != 0 && hit_bvh_settle_any(&f->walk));
    } else {
        hit_bvh_hit* hit = hit_bvh_batch_hit(batch, f->index);
        if (!(g == FIRST_TRIANGLE ? finish_first(&f->walk, hit) : finish_boxes(&f->walk, g == FIRST_OBB, hit)))
            *hit = hit_bvh_batch_miss;
    }
}

// The goal is a constant, so that each has a loop of its own.
LANES_INLINE void fly(const hit_bvh_batch* batch, goal g, size_t begin, size_t end)
{
    flight flights[FLIGHT_RAYS];
    flight* active[FLIGHT_RAYS];
    int count = 0;

    while (count < FLIGHT_RAYS && take_off(batch, g, &begin, end, &flights[count])) {
        active[count] = &flights[count];
        count++;
    }
    while (count > 0)
        for (int i = 0; i < count;) {
            flight* f = active[i];
            if (step(batch->bvh, g, f)) {
                i++;
                continue;
            }
            land(batch, g, f);
            if (take_off(batch, g, &begin, end, f))
                i++;
            else
                active[i] = active[--count];
        }
}

static LANES_APART void fly_to_triangles(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    fly(batch, FIRST_TRIANGLE, begin, end);
}

static LANES_APART void fly_to_aabbs(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    fly(batch, FIRST_AABB, begin, end);
}

static LANES_APART void fly_to_obbs(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    fly(batch, FIRST_OBB, begin, end);
}

static void KERNEL(first_many)(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    switch (batch->bvh->header->kind) {
    case HIT_BVH_TRIANGLES:
        fly_to_triangles(batch, begin, end);
        break;
    case HIT_BVH_AABBS:
        fly_to_aabbs(batch, begin, end);
        break;
    default:
        fly_to_obbs(batch, begin, end);
    }
}

static void KERNEL(any_many)(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    fly(batch, ANY_TRIANGLE, begin, end);
}

#endif
