// Interleaved rays: while one waits for memory, the others go on.
//
// Where a tree is larger than the caches, a traversal mostly waits for the next node. Here each ray makes one step,
// prefetches what it needs next, and lets the next ray have its turn. The steps are those of traverse_first in
// triangles.h and of traverse_boxes in boxes.h, so are the answers. (M. Hapala et al., Efficient stack-less BVH
// traversal, 2011, and others have the idea for GPUs; on CPUs it is known as software pipelining.)
//
// To be included after triangles.h and boxes.h.
#ifndef HITSCAN_BVH_INTERLEAVED_H
#define HITSCAN_BVH_INTERLEAVED_H

#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved_stack.h"
#include "bvh/traverse/triangles.h"

// What rays look for: the first of a kind, any triangle, or each.
typedef enum goal { FIRST_TRIANGLE, FIRST_AABB, FIRST_OBB, ANY_TRIANGLE, EACH_TRIANGLE } goal;

typedef struct interleaved_ray {
    hit_bvh_traversal traversal;
    slabs slabs;                        ///< boxes
    obb_ray oriented;                   ///< oriented boxes
    hit_bvh_candidate_visitor* visitor; ///< each triangle
    hit_bvh_pass pass;                  ///< the same
    size_t index;
    float limit;
    uint32_t ref;
    stack waiting;
} interleaved_ray;

SIMD_INLINE void step_node(const hit_bvh* bvh, const hit_bvh_ray* prepared, interleaved_ray* f)
{
    const slabs s = slabs_make(prepared);
    f32x8 enter;
    const child_hits hits = test_node(&bvh->nodes[f->ref], &s, f32x8_splat(f->limit), &enter);
    push_hits_in_order(&f->waiting, &bvh->nodes[f->ref], s.octant, hits, enter);
}

SIMD_INLINE void step_triangles(const hit_bvh* bvh, interleaved_ray* f)
{
    if (!(f->ref & HIT_BVH_LEAF))
        step_node(bvh, &f->traversal.prepared, f);
    else
        f->limit = test_leaf(&f->traversal, f->ref, f->limit);
}

// One step to each triangle, as in traverse_each. False when the visitor has enough, or all passes have come to their
// end.
SIMD_INLINE bool step_each(const hit_bvh* bvh, interleaved_ray* f)
{
    if (!(f->ref & HIT_BVH_LEAF))
        step_node(bvh, &f->visitor->prepared, f);
    else if (!hit_bvh_pass_skips(&f->pass, f->ref)) {
        if (!visit_leaf_candidates(f->visitor, f->ref))
            return false;
        f->limit = f->visitor->limit;
    }
    if (pop_next(&f->waiting, f->limit, &f->ref)) {
        prefetch(bvh, f->ref);
        return true;
    }
    if (!hit_bvh_pass_next(bvh, &f->pass))
        return false;
    f->ref = f->pass.root;
    stack_begin(&f->waiting);
    return true;
}

SIMD_INLINE void step_boxes(const hit_bvh* bvh, interleaved_ray* f, bool oriented)
{
    const hit_bvh_node* node = &bvh->nodes[f->ref];
    f32x8 enter;
    child_hits hits = test_node(node, &f->slabs, f32x8_splat(f->limit), &enter);
    const unsigned boxes = hits.bits & children_with_bit(node->ref, HIT_BVH_LEAF);
    if (boxes != 0) {
        if (oriented)
            test_obbs(&f->traversal, f->ref, &f->oriented, boxes, enter, &f->limit, NULL);
        else
            test_aabbs(&f->traversal, f->ref, &f->slabs, boxes, enter, &f->limit, NULL);
        hits = child_hits_from_bits(hits.bits & ~boxes & f32x8_mask_bits(f32x8_le(enter, f32x8_splat(f->limit))));
    }
    push_hits_in_order(&f->waiting, node, f->slabs.octant, hits, enter);
}

// One step. False when the traversal has come to its end; if that is because any triangle is hit, something waits on
// the stack, be it only its end.
SIMD_INLINE bool step(const hit_bvh* bvh, goal g, interleaved_ray* f)
{
    if (g == EACH_TRIANGLE)
        return step_each(bvh, f);
    if (g == ANY_TRIANGLE && (f->ref & HIT_BVH_LEAF)) {
        if (test_leaf_any(&f->traversal, f->ref))
            return false;
    } else if (g == FIRST_TRIANGLE || g == ANY_TRIANGLE)
        step_triangles(bvh, f);
    else
        step_boxes(bvh, f, g == FIRST_OBB);
    if (!pop_next(&f->waiting, f->limit, &f->ref))
        return false;
    prefetch(bvh, f->ref);
    if (g == FIRST_OBB)
        hit_bvh_prefetch_obbs(bvh, f->ref);
    return true;
}

// Prepare a ray. False when it is not one for kernels.
SIMD_INLINE bool prepare(const hit_bvh* bvh, goal g, const hit_ray* ray, interleaved_ray* f)
{
    if (g == FIRST_TRIANGLE || g == ANY_TRIANGLE) {
        if (!make_ray(bvh, ray, &f->traversal.prepared))
            return false;
        hit_bvh_traversal_begin(&f->traversal, bvh, ray);
        return true;
    }
    if (!make_plain_ray(bvh, ray, &f->traversal.prepared, &f->slabs) &&
        !make_general_ray(bvh, ray, &f->traversal.prepared, &f->slabs))
        return false;
    f->traversal.bvh = bvh;
    f->traversal.ray = ray;
    begin_boxes(&f->traversal);
    if (g == FIRST_OBB)
        f->oriented = obb_ray_make(ray, &f->traversal.prepared);
    return true;
}

// The same for a ray to each triangle, in a room of its own.
SIMD_INLINE bool prepare_each(const hit_bvh_batch* batch, hit_bvh_batch_each* each, uint32_t room, size_t i,
                              interleaved_ray* f)
{
    f->visitor = each->begin(each, room, i);
    if (!make_ray(batch->bvh, f->visitor->ray, &f->visitor->prepared))
        return false;
    f->visitor->limit = f->visitor->prepared.t_max;
    f->pass = hit_bvh_pass_first(batch->bvh);
    return true;
}

// Start the next ray of a batch. False when there is none. `each` is NULL but for EACH_TRIANGLE.
SIMD_INLINE bool start_next(const hit_bvh_batch* batch, hit_bvh_batch_each* each, goal g, uint32_t room, size_t* next,
                            size_t end, interleaved_ray* f)
{
    for (; *next < end; ++*next) {
        if (g == EACH_TRIANGLE ? prepare_each(batch, each, room, *next, f)
                               : prepare(batch->bvh, g, hit_bvh_batch_ray(batch, *next), f)) {
            f->index = (*next)++;
            f->limit = g == EACH_TRIANGLE ? f->visitor->limit : f->traversal.prepared.t_max;
            f->ref = 0;
            stack_begin(&f->waiting);
            return true;
        }
        if (g == EACH_TRIANGLE)
            each->one(each, *next);
        else if (g == ANY_TRIANGLE)
            hit_bvh_batch_any_one(batch, *next);
        else
            hit_bvh_batch_one(batch, *next);
    }
    return false;
}

// Store the answer of a ray whose traversal has come to its end.
SIMD_INLINE void retire(const hit_bvh_batch* batch, hit_bvh_batch_each* each, goal g, uint32_t room, interleaved_ray* f)
{
    if (g == EACH_TRIANGLE)
        each->end(each, room);
    else if (g == ANY_TRIANGLE) {
        *hit_bvh_batch_answer(batch, f->index) =
            f->waiting.size != 0 || (f->traversal.undecided_count != 0 && hit_bvh_resolve_any(&f->traversal));
    } else {
        hit_bvh_hit* hit = hit_bvh_batch_hit(batch, f->index);
        if (!(g == FIRST_TRIANGLE ? finish_first(&f->traversal, hit)
                                  : finish_boxes(&f->traversal, g == FIRST_OBB, hit)))
            *hit = hit_bvh_batch_miss;
    }
}

// The goal is a constant, so that each has a loop of its own.
SIMD_INLINE void interleave(const hit_bvh_batch* batch, hit_bvh_batch_each* each, goal g, size_t begin, size_t end)
{
    interleaved_ray rays[HIT_BVH_INTERLEAVED];
    interleaved_ray* active[HIT_BVH_INTERLEAVED];
    int count = 0;

    while (count < HIT_BVH_INTERLEAVED && start_next(batch, each, g, (uint32_t)count, &begin, end, &rays[count])) {
        active[count] = &rays[count];
        count++;
    }
    while (count > 0)
        for (int i = 0; i < count;) {
            interleaved_ray* f = active[i];
            HIT_ASSERT(f->index < end);
            if (step(batch->bvh, g, f)) {
                i++;
                continue;
            }
            const uint32_t room = (uint32_t)(f - rays);
            retire(batch, each, g, room, f);
            if (start_next(batch, each, g, room, &begin, end, f))
                i++;
            else
                active[i] = active[--count];
        }
}

static SIMD_NOINLINE void interleave_triangles(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    interleave(batch, NULL, FIRST_TRIANGLE, begin, end);
}

static SIMD_NOINLINE void interleave_aabbs(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    interleave(batch, NULL, FIRST_AABB, begin, end);
}

static SIMD_NOINLINE void interleave_obbs(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    interleave(batch, NULL, FIRST_OBB, begin, end);
}

static void KERNEL(first_many)(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    switch (batch->bvh->header->kind) {
    case HIT_BVH_TRIANGLES:
        interleave_triangles(batch, begin, end);
        break;
    case HIT_BVH_AABBS:
        interleave_aabbs(batch, begin, end);
        break;
    default:
        interleave_obbs(batch, begin, end);
    }
}

static void KERNEL(any_many)(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    interleave(batch, NULL, ANY_TRIANGLE, begin, end);
}

static void KERNEL(each_many)(const hit_bvh_batch* batch, hit_bvh_batch_each* each, size_t begin, size_t end)
{
    interleave(batch, each, EACH_TRIANGLE, begin, end);
}

#endif
