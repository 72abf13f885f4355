// The kernels for trees of boxes: see kernel.h for what they do, kernel_trace.h for the walk.
//
// The lanes of a node hold nodes and boxes side by side. A box that may be hit waits in the stack like a node, so that
// what is nearer is decided first; most rays decide one or two.
//
// To be included with HIT_LANES_* defined, and with KERNEL(name) for the kernels themselves; without, for their walks.
#ifndef HITSCAN_BVH_KERNEL_BOXES_H
#define HITSCAN_BVH_KERNEL_BOXES_H

#include "bvh/kernel_trace.h"

// The references of a node of boxes, with the places of boxes in the stead of their numbers.
LANES_INLINE void references(const hit_bvh_node* node, uint32_t index, uint32_t ref[8])
{
    for (uint32_t i = 0; i < HIT_BVH_LANES; i++)
        ref[i] = node->ref[i] & HIT_BVH_LEAF ? HIT_BVH_LEAF | index << 3 | i : node->ref[i];
}

// Note that a box is about to be decided. `work` may be NULL.
LANES_INLINE void count_box(hit_bvh_work* work)
{
    if (work != NULL)
        work->leaves++;
}

LANES_INLINE hit_bvh_answer find_first_box(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit, hit_bvh_work* work)
{
    hit_bvh_walk walk;
    uint32_t ref = 0;
    stack waiting;
    float limit;
    slabs s;

    if (!make_ray(bvh, ray, &walk.prepared))
        return HIT_BVH_UNABLE;
    hit_bvh_walk_begin(&walk, bvh, ray);
    s = slabs_make(&walk.prepared);
    limit = walk.prepared.t_max;
    waiting.size = 0;
    do {
        while (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            _Alignas(32) uint32_t refs[8];
            lanes enter;
            const unsigned hits = test_node(node, &s, lanes_all(limit), &enter);
            count_visit(work, ref);
            if (hits == 0)
                break;
            references(node, ref, refs);
            ref = (hits & (hits - 1)) == 0 ? refs[lowest_bit(hits)] : push_children(NULL, &waiting, refs, hits, enter);
        }
        if (ref & HIT_BVH_LEAF) {
            count_box(work);
            limit = hit_bvh_settle_box(&walk, ref & ~HIT_BVH_LEAF);
        }
    } while (pop(&waiting, limit, &ref));
    if (walk.best.place == HIT_BVH_NONE)
        return HIT_BVH_NO;
    if (hit != NULL)
        *hit = walk.found_box;
    return HIT_BVH_YES;
}

LANES_INLINE hit_bvh_answer find_each_box(hit_bvh_sink* sink, hit_bvh_work* work)
{
    const hit_bvh* bvh = sink->bvh;
    uint32_t ref = 0;
    stack waiting;
    slabs s;

    if (!make_ray(bvh, sink->ray, &sink->prepared))
        return HIT_BVH_UNABLE;
    s = slabs_make(&sink->prepared);
    sink->limit = sink->prepared.t_max;
    waiting.size = 0;
    do {
        while (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            _Alignas(32) uint32_t refs[8];
            lanes enter;
            const unsigned hits = test_node(node, &s, lanes_all(sink->limit), &enter);
            count_visit(work, ref);
            if (hits == 0)
                break;
            references(node, ref, refs);
            ref = (hits & (hits - 1)) == 0 ? refs[lowest_bit(hits)] : push_children(NULL, &waiting, refs, hits, enter);
        }
        if (ref & HIT_BVH_LEAF) {
            count_box(work);
            if (!sink->take(sink, (ref & ~HIT_BVH_LEAF) >> 3, 1u << (ref & 7u)))
                return HIT_BVH_YES;
        }
    } while (pop(&waiting, sink->limit, &ref));
    return HIT_BVH_YES;
}

#if defined(KERNEL)

static hit_bvh_answer KERNEL(first_box)(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit)
{
    return find_first_box(bvh, ray, hit, NULL);
}

static hit_bvh_answer KERNEL(any_box)(const hit_bvh* bvh, const hit_ray* ray)
{
    uint32_t waiting[HIT_BVH_STACK], size = 0;
    hit_bvh_ray prepared;
    slabs s;

    if (!make_ray(bvh, ray, &prepared))
        return HIT_BVH_UNABLE;
    s = slabs_make(&prepared);
    waiting[size++] = 0;
    while (size != 0) {
        const uint32_t index = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[index];
        hit_bvh_spot spot;
        lanes enter;
        unsigned hits = test_node(node, &s, lanes_all(prepared.t_max), &enter);
        for (; hits != 0; hits &= hits - 1) {
            const uint32_t lane = lowest_bit(hits);
            if (!(node->ref[lane] & HIT_BVH_LEAF))
                waiting[size++] = node->ref[lane];
            else if (hit_bvh_spot_make(bvh, ray, index << 3 | lane, &spot))
                return HIT_BVH_YES;
        }
    }
    return HIT_BVH_NO;
}

static hit_bvh_answer KERNEL(each_box)(hit_bvh_sink* sink)
{
    return find_each_box(sink, NULL);
}

#endif

#endif
