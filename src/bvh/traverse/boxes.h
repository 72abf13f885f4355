// The kernels for trees of boxes: see traverse.h for what they do, node.h for the traversal.
//
// The children of a node are nodes and boxes side by side. The first box is found as the first triangle is: boxes get
// bounds of the t at which they are entered, in float (box_bounds.h), those of a node before its inner nodes; one that
// is entered for certain shortens the ray; what bounds cannot order is undecided, and resolved exactly. In the end
// mostly one box is left, and it alone is computed in double (box_double.h). What finds each box lets boxes wait on the
// stack like nodes, and leaves it to the visitor to decide them.
//
// To be included with HIT_SIMD_* defined, and with KERNEL(name) for the kernels themselves; without, for their
// traversals.
#ifndef HITSCAN_BVH_BOXES_H
#define HITSCAN_BVH_BOXES_H

#include "bvh/traverse/box_bounds.h"
#include "bvh/traverse/box_double.h"

// Note that a box is about to be decided. `work` may be NULL.
SIMD_INLINE void count_box(hit_bvh_work* work)
{
    if (work != NULL)
        work->leaves++;
}

// A box that may be entered between two t, or is `sure` to be: the closest so far, undecided, or out.
SIMD_INLINE void add_box_candidate(hit_bvh_traversal* traversal, uint32_t slot, bool sure, float low, float high,
                                   float* limit)
{
    if (sure && high < traversal->best.low) {
        traversal->best = (hit_bvh_best){slot, low, high};
    } else if (low <= *limit) {
        if (traversal->undecided_count == HIT_BVH_UNDECIDED_MAX) {
            hit_bvh_resolve(traversal);
            *limit = traversal->best.high < *limit ? traversal->best.high : *limit;
        }
        traversal->double_hit.slot = HIT_BVH_NONE; // of no box; hit_bvh_resolve reads it
        HIT_ASSERT(traversal->undecided_count < HIT_BVH_UNDECIDED_MAX);
        traversal->undecided[traversal->undecided_count++] = (hit_bvh_undecided){slot, low};
    }
    if (sure && high < *limit)
        *limit = high;
}

// Test aligned boxes of a node, one or more, as bits.
SIMD_INLINE void test_aabbs(hit_bvh_traversal* traversal, uint32_t index, const slabs* s, unsigned boxes, f32x8 enter,
                            float* limit, hit_bvh_work* work)
{
    const hit_bvh_ray* ray = &traversal->prepared;
    _Alignas(32) float low[8], high[8];
    f32x8 enter_late;
    const unsigned sure = certain_box_hits(&traversal->bvh->nodes[index], s, f32x8_splat(ray->t_first),
                                           f32x8_splat(ray->t_last), &enter_late);
    HIT_ASSERT(boxes != 0);
    f32x8_store_aligned(low, enter);
    f32x8_store_aligned(high, enter_late);
    do {
        const unsigned child = lowest_bit(boxes);
        if (low[child] <= *limit)
            count_box(work);
        add_box_candidate(traversal, index << 3 | child, sure >> child & 1u, low[child], high[child], limit);
        boxes &= boxes - 1;
    } while (boxes != 0);
}

// Test oriented boxes of a node, one or more, as bits.
SIMD_INLINE void test_obbs(hit_bvh_traversal* traversal, uint32_t index, const obb_ray* r, unsigned boxes, f32x8 enter,
                           float* limit, hit_bvh_work* work)
{
    const hit_bvh_node* node = &traversal->bvh->nodes[index];
    _Alignas(32) float from[8];

    HIT_ASSERT(boxes != 0);
    f32x8_store_aligned(from, enter);
    do {
        const unsigned child = lowest_bit(boxes);
        float low = from[child], high;
        box_state state;
        boxes &= boxes - 1;
        if (!(low <= *limit))
            continue;
        count_box(work);
        state = bound_obb(&traversal->bvh->obbs[node->ref[child] & ~HIT_BVH_LEAF], r, &traversal->prepared, *limit,
                          &low, &high);
        if (state == BOX_MISSED)
            continue;
        add_box_candidate(traversal, index << 3 | child, state == BOX_HIT, low, high, limit);
        // Without bounds it is better resolved now: what comes later would be compared with nothing.
        if (high == HUGE_VALF) {
            hit_bvh_resolve(traversal);
            *limit = traversal->best.high < *limit ? traversal->best.high : *limit;
        }
    } while (boxes != 0);
}

// Prefetch the node that comes next from the stack.
SIMD_INLINE void prefetch_next(const hit_bvh* bvh, const stack* waiting)
{
    HIT_ASSERT(waiting->size > 0);
    hit_prefetch(&bvh->nodes[waiting->ref[waiting->size - 1]], sizeof *bvh->nodes);
}

// Traverse until nothing is left that can be first. Boxes of a node are tested before its inner nodes: they may cull
// these. `oriented` and `coherent` are constants, as `work` is.
SIMD_INLINE void traverse_boxes(hit_bvh_traversal* traversal, const slabs* s, bool oriented, bool coherent,
                                hit_bvh_work* work)
{
    const hit_bvh* bvh = traversal->bvh;
    const hit_bvh_ray* ray = &traversal->prepared;
    obb_ray r;
    float limit = ray->t_max;
    uint32_t ref = 0;
    stack waiting;

    if (oriented)
        r = obb_ray_make(traversal->ray, ray);
    waiting.size = 0;
    do {
        if (waiting.size != 0)
            prefetch_next(bvh, &waiting);
        for (;;) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            f32x8 enter;
            if (oriented && !coherent)
                hit_bvh_prefetch_obbs(bvh, ref);
            child_hits hits = test_node(node, s, f32x8_splat(limit), &enter);
            const unsigned boxes = hits.bits & children_with_bit(node->ref, HIT_BVH_LEAF);
            count_visit(work, ref);
            if (boxes != 0) {
                if (oriented)
                    test_obbs(traversal, ref, &r, boxes, enter, &limit, work);
                else
                    test_aabbs(traversal, ref, s, boxes, enter, &limit, work);
                hits = child_hits_from_bits(hits.bits & ~boxes & f32x8_mask_bits(f32x8_le(enter, f32x8_splat(limit))));
            }
            if (hits.bits == 0)
                break;
            if ((hits.bits & (hits.bits - 1)) == 0) {
                ref = only_child(node, hits, coherent);
            } else {
                ordered_children ordered;
                order_children(&ordered, node->order[s->octant], node->ref);
                ref = push_in_order(bvh, &waiting, node, s->octant, &ordered, hits, enter, coherent);
            }
        }
    } while (pop(&waiting, limit, &ref));
}

SIMD_INLINE void begin_boxes(hit_bvh_traversal* traversal)
{
    traversal->best = (hit_bvh_best){HIT_BVH_NONE, HUGE_VALF, HUGE_VALF};
    traversal->undecided_count = 0;
}

// Describe what a traversal has found; `hit` may be NULL. False when that is nothing.
SIMD_INLINE bool finish_boxes(hit_bvh_traversal* traversal, bool oriented, hit_bvh_hit* hit)
{
    if (traversal->undecided_count == 0) {
        if (traversal->best.slot == HIT_BVH_NONE)
            return false;
        if (hit == NULL || (oriented ? describe_obb_double(traversal->bvh, traversal->ray, traversal->best.slot, hit)
                                     : describe_aabb_double(traversal->bvh, traversal->ray, traversal->best.slot, hit)))
            return true;
    }
    return hit_bvh_resolve_first(traversal, hit);
}

// Find the first box with a ray that is prepared.
SIMD_INLINE hit_bvh_answer find_first_with(hit_bvh_traversal* traversal, const slabs* s, bool oriented,
                                           hit_bvh_hit* hit, hit_bvh_work* work)
{
    begin_boxes(traversal);
    if (is_coherent_with_previous(traversal->ray, traversal->bvh->header->max_abs))
        traverse_boxes(traversal, s, oriented, true, work);
    else
        traverse_boxes(traversal, s, oriented, false, work);
    return finish_boxes(traversal, oriented, hit) ? HIT_BVH_YES : HIT_BVH_NO;
}

// Rays that are not plain have a function of their own, so that plain ones can stay in registers.
static HIT_NOINLINE hit_bvh_answer find_first_general(const hit_bvh* bvh, const hit_ray* ray, bool oriented,
                                                      hit_bvh_hit* hit, hit_bvh_work* work)
{
    hit_bvh_traversal traversal;
    slabs s;

    traversal.bvh = bvh;
    traversal.ray = ray;
    if (!make_general_ray(bvh, ray, &traversal.prepared, &s))
        return HIT_BVH_UNDECIDED;
    return find_first_with(&traversal, &s, oriented, hit, work);
}

SIMD_INLINE hit_bvh_answer find_first_of(const hit_bvh* bvh, const hit_ray* ray, bool oriented, hit_bvh_hit* hit,
                                         hit_bvh_work* work)
{
    hit_bvh_traversal traversal;
    slabs s;

    if (!make_plain_ray(bvh, ray, &traversal.prepared, &s))
        return find_first_general(bvh, ray, oriented, hit, work);
    traversal.bvh = bvh;
    traversal.ray = ray;
    return find_first_with(&traversal, &s, oriented, hit, work);
}

static SIMD_NOINLINE hit_bvh_answer find_first_obb(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit,
                                                   hit_bvh_work* work)
{
    return find_first_of(bvh, ray, true, hit, work);
}

static SIMD_NOINLINE hit_bvh_answer find_first_aabb(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit,
                                                    hit_bvh_work* work)
{
    return find_first_of(bvh, ray, false, hit, work);
}

SIMD_INLINE hit_bvh_answer find_first_box(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit, hit_bvh_work* work)
{
    return bvh->header->kind == HIT_BVH_OBBS ? find_first_obb(bvh, ray, hit, work)
                                             : find_first_aabb(bvh, ray, hit, work);
}

// The references of a node of boxes, with the slots of boxes instead of their indices.
SIMD_INLINE void box_refs(const hit_bvh_node* node, uint32_t index, uint32_t ref[8])
{
    for (uint32_t i = 0; i < HIT_BVH_WIDTH; i++)
        ref[i] = node->ref[i] & HIT_BVH_LEAF ? HIT_BVH_LEAF | index << 3 | i : node->ref[i];
}

// The trees of scenes come here, too: these have no orders.
SIMD_INLINE hit_bvh_answer find_each_box(hit_bvh_candidate_visitor* visitor, hit_bvh_work* work)
{
    const hit_bvh* bvh = visitor->bvh;
    uint32_t ref = 0;
    stack waiting;
    slabs s;

    if (!make_ray(bvh, visitor->ray, &visitor->prepared))
        return HIT_BVH_UNDECIDED;
    s = slabs_make(&visitor->prepared);
    visitor->limit = visitor->prepared.t_max;
    waiting.size = 0;
    do {
        while (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            _Alignas(32) uint32_t refs[8];
            f32x8 enter;
            hit_bvh_prefetch_obbs(bvh, ref);
            const child_hits hits = test_node(node, &s, f32x8_splat(visitor->limit), &enter);
            count_visit(work, ref);
            if (hits.bits == 0)
                break;
            box_refs(node, ref, refs);
            ref = (hits.bits & (hits.bits - 1)) == 0 ? refs[lowest_bit(hits.bits)]
                                                     : push_by_distance(&waiting, refs, hits, enter, false);
        }
        if (ref & HIT_BVH_LEAF) {
            count_box(work);
            HIT_ASSERT((ref & ~HIT_BVH_LEAF) >> 3 < bvh->header->nodes.count);
            if (!visitor->take(visitor, (ref & ~HIT_BVH_LEAF) >> 3, 1u << (ref & 7u)))
                return HIT_BVH_YES;
        }
    } while (pop(&waiting, visitor->limit, &ref));
    return HIT_BVH_YES;
}

#if defined(KERNEL)

static hit_bvh_answer KERNEL(first_box)(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit)
{
    return find_first_box(bvh, ray, hit, NULL);
}

// Tell whether any of some boxes of a node is hit.
SIMD_INLINE bool hits_any_of(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_ray* prepared, const slabs* s,
                             bool oriented, const obb_ray* r, uint32_t index, unsigned boxes)
{
    const hit_bvh_node* node = &bvh->nodes[index];
    hit_bvh_candidate candidate;
    f32x8 late;

    if (!oriented &&
        (boxes & certain_box_hits(node, s, f32x8_splat(prepared->t_first), f32x8_splat(prepared->t_last), &late)) != 0)
        return true;
    for (; boxes != 0; boxes &= boxes - 1) {
        const unsigned child = lowest_bit(boxes);
        float low = prepared->t_min, high;
        const box_state state = oriented ? bound_obb(&bvh->obbs[node->ref[child] & ~HIT_BVH_LEAF], r, prepared,
                                                     prepared->t_max, &low, &high)
                                         : BOX_UNDECIDED;
        if (state == BOX_HIT ||
            (state == BOX_UNDECIDED && hit_bvh_candidate_make(bvh, ray, index << 3 | child, &candidate)))
            return true;
    }
    return false;
}

// Tell whether any box is hit by a ray that is prepared.
SIMD_INLINE hit_bvh_answer find_any_with(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_ray* prepared,
                                         const slabs* s, bool oriented)
{
    uint32_t waiting[HIT_BVH_STACK_SIZE], size = 0;
    obb_ray r;

    if (oriented)
        r = obb_ray_make(ray, prepared);
    waiting[size++] = 0;
    while (size != 0) {
        const uint32_t index = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[index];
        f32x8 enter;
        if (oriented)
            hit_bvh_prefetch_obbs(bvh, index);
        unsigned hits = test_node(node, s, f32x8_splat(prepared->t_max), &enter).bits;
        const unsigned boxes = hits & children_with_bit(node->ref, HIT_BVH_LEAF);
        if (boxes != 0 && hits_any_of(bvh, ray, prepared, s, oriented, &r, index, boxes))
            return HIT_BVH_YES;
        for (hits &= ~boxes; hits != 0; hits &= hits - 1)
            waiting[size++] = node->ref[lowest_bit(hits)];
        HIT_ASSERT(size <= HIT_BVH_STACK_SIZE);
    }
    return HIT_BVH_NO;
}

static HIT_NOINLINE hit_bvh_answer find_any_general(const hit_bvh* bvh, const hit_ray* ray, bool oriented)
{
    hit_bvh_ray prepared;
    slabs s;

    return make_general_ray(bvh, ray, &prepared, &s) ? find_any_with(bvh, ray, &prepared, &s, oriented)
                                                     : HIT_BVH_UNDECIDED;
}

SIMD_INLINE hit_bvh_answer find_any_of(const hit_bvh* bvh, const hit_ray* ray, bool oriented)
{
    hit_bvh_ray prepared;
    slabs s;

    return make_plain_ray(bvh, ray, &prepared, &s) ? find_any_with(bvh, ray, &prepared, &s, oriented)
                                                   : find_any_general(bvh, ray, oriented);
}

static SIMD_NOINLINE hit_bvh_answer find_any_obb(const hit_bvh* bvh, const hit_ray* ray)
{
    return find_any_of(bvh, ray, true);
}

static hit_bvh_answer KERNEL(any_box)(const hit_bvh* bvh, const hit_ray* ray)
{
    return bvh->header->kind == HIT_BVH_OBBS ? find_any_obb(bvh, ray) : find_any_of(bvh, ray, false);
}

static hit_bvh_answer KERNEL(each_box)(hit_bvh_candidate_visitor* visitor)
{
    return find_each_box(visitor, NULL);
}

#endif

#endif
