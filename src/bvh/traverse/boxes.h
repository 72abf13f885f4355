// The kernels for trees of boxes: see kernel.h for what they do, bvh/traverse/node.h for the walk.
//
// The lanes of a node hold nodes and boxes side by side. What finds the first box is as what finds the first triangle:
// boxes get bounds of the t at which they are entered, in float (bvh/traverse/box_bounds.h), those of a node before its inner
// nodes; one that is entered for certain shortens the ray; what bounds cannot order is in doubt, and settled exactly.
// In the end mostly one box is left, and it alone is measured in double (bvh/traverse/box_double.h). What finds each box
// lets boxes wait in the stack like nodes, and leaves it to the sink to decide them.
//
// To be included with HIT_LANES_* defined, and with KERNEL(name) for the kernels themselves; without, for their walks.
#ifndef HITSCAN_BVH_KERNEL_BOXES_H
#define HITSCAN_BVH_KERNEL_BOXES_H

#include "bvh/traverse/box_bounds.h"
#include "bvh/traverse/box_double.h"

// Note that a box is about to be decided. `work` may be NULL.
LANES_INLINE void count_box(hit_bvh_work* work)
{
    if (work != NULL)
        work->leaves++;
}

// Take a box into account that may be entered between two t, or is `sure` to be.
LANES_INLINE void take_box(hit_bvh_walk* walk, uint32_t place, bool sure, float low, float high, float* limit)
{
    if (sure && high < walk->best.low) {
        walk->best = (hit_bvh_best){place, low, high};
    } else if (low <= *limit) {
        if (walk->doubts == HIT_BVH_DOUBTS) {
            hit_bvh_settle(walk);
            *limit = walk->best.high < *limit ? walk->best.high : *limit;
        }
        walk->measured.place = HIT_BVH_NONE; // nothing is measured on the way, but settling asks
        walk->doubt[walk->doubts++] = (hit_bvh_doubt){place, low};
    }
    if (sure && high < *limit)
        *limit = high;
}

// Take aligned boxes of a node into account.
LANES_INLINE void take_aabbs(hit_bvh_walk* walk, uint32_t index, const slabs* s, unsigned boxes, lanes enter,
                             float* limit, hit_bvh_work* work)
{
    const hit_bvh_ray* ray = &walk->prepared;
    _Alignas(32) float low[8], high[8];
    lanes enter_late;
    const unsigned sure =
        surely_hit(&walk->bvh->nodes[index], s, lanes_all(ray->t_first), lanes_all(ray->t_last), &enter_late);
    lanes_store(low, enter);
    lanes_store(high, enter_late);
    do {
        const unsigned lane = lowest_bit(boxes);
        if (low[lane] <= *limit)
            count_box(work);
        take_box(walk, index << 3 | lane, sure >> lane & 1u, low[lane], high[lane], limit);
        boxes &= boxes - 1;
    } while (boxes != 0);
}

// Take oriented boxes of a node into account.
LANES_INLINE void take_obbs(hit_bvh_walk* walk, uint32_t index, const turned_ray* r, unsigned boxes, lanes enter,
                            float* limit, hit_bvh_work* work)
{
    const hit_bvh_node* node = &walk->bvh->nodes[index];
    _Alignas(32) float from[8];

    lanes_store(from, enter);
    do {
        const unsigned lane = lowest_bit(boxes);
        float low = from[lane], high;
        box_state state;
        boxes &= boxes - 1;
        if (!(low <= *limit))
            continue;
        count_box(work);
        state = bound_obb(&walk->bvh->obbs[node->ref[lane] & ~HIT_BVH_LEAF], r, &walk->prepared, *limit, &low, &high);
        if (state == BOX_MISSED)
            continue;
        take_box(walk, index << 3 | lane, state == BOX_HIT, low, high, limit);
        // Without bounds it is better known now: what comes later would be compared with nothing.
        if (high == HUGE_VALF) {
            hit_bvh_settle(walk);
            *limit = walk->best.high < *limit ? walk->best.high : *limit;
        }
    } while (boxes != 0);
}

// Ask for the node that comes next from the stack, so that it is there when it is needed.
LANES_INLINE void fetch_next(const hit_bvh* bvh, const stack* waiting)
{
    hit_fetch(&bvh->nodes[waiting->ref[waiting->size - 1]], sizeof *bvh->nodes);
}

// Walk until nothing is left that can be first. Boxes of a node are looked at before its inner nodes: they may spare
// these. `turned` and `guess` are constants, as `work` is.
LANES_INLINE void walk_boxes(hit_bvh_walk* walk, const slabs* s, bool turned, bool guess, hit_bvh_work* work)
{
    const hit_bvh* bvh = walk->bvh;
    const hit_bvh_ray* ray = &walk->prepared;
    turned_ray r;
    float limit = ray->t_max;
    uint32_t ref = 0;
    stack waiting;

    if (turned)
        r = turned_make(walk->ray, ray);
    waiting.size = 0;
    do {
        if (waiting.size != 0)
            fetch_next(bvh, &waiting);
        for (;;) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            lanes enter;
            if (turned && !guess)
                hit_bvh_ask_for_obbs(bvh, ref);
            lanes_hits hits = test_node(node, s, lanes_all(limit), &enter);
            const unsigned boxes = hits.bits & lanes_with(node, HIT_BVH_LEAF);
            count_visit(work, ref);
            if (boxes != 0) {
                if (turned)
                    take_obbs(walk, ref, &r, boxes, enter, &limit, work);
                else
                    take_aabbs(walk, ref, s, boxes, enter, &limit, work);
                hits = lanes_hits_from(hits.bits & ~boxes & lanes_bits(lanes_at_most(enter, lanes_all(limit))));
            }
            if (hits.bits == 0)
                break;
            if ((hits.bits & (hits.bits - 1)) == 0) {
                ref = only_child(node, hits, guess);
            } else {
                lanes_ordered ordered;
                lanes_order(&ordered, node->order[s->octant], node->ref);
                ref = push_in_order(bvh, &waiting, node, s->octant, &ordered, hits, enter, guess);
            }
        }
    } while (pop(&waiting, limit, &ref));
}

LANES_INLINE void begin_boxes(hit_bvh_walk* walk)
{
    walk->best = (hit_bvh_best){HIT_BVH_NONE, HUGE_VALF, HUGE_VALF};
    walk->doubts = 0;
}

// Describe what a walk has found; `hit` may be NULL. False when that is nothing.
LANES_INLINE bool finish_boxes(hit_bvh_walk* walk, bool turned, hit_bvh_hit* hit)
{
    if (walk->doubts == 0) {
        if (walk->best.place == HIT_BVH_NONE)
            return false;
        if (hit == NULL || (turned ? measure_obb(walk->bvh, walk->ray, walk->best.place, hit)
                                   : measure_aabb(walk->bvh, walk->ray, walk->best.place, hit)))
            return true;
    }
    return hit_bvh_finish(walk, hit);
}

// Find the first box with a ray that is prepared.
LANES_INLINE hit_bvh_answer find_first_with(hit_bvh_walk* walk, const slabs* s, bool turned, hit_bvh_hit* hit,
                                            hit_bvh_work* work)
{
    begin_boxes(walk);
    if (is_like_previous(walk->ray, walk->bvh->header->reach))
        walk_boxes(walk, s, turned, true, work);
    else
        walk_boxes(walk, s, turned, false, work);
    return finish_boxes(walk, turned, hit) ? HIT_BVH_YES : HIT_BVH_NO;
}

// Rays that are not plain have a function of their own, so that plain ones can stay in registers.
static HIT_NOINLINE hit_bvh_answer find_first_other(const hit_bvh* bvh, const hit_ray* ray, bool turned,
                                                    hit_bvh_hit* hit, hit_bvh_work* work)
{
    hit_bvh_walk walk;
    slabs s;

    walk.bvh = bvh;
    walk.ray = ray;
    if (!make_other_ray(bvh, ray, &walk.prepared, &s))
        return HIT_BVH_UNABLE;
    return find_first_with(&walk, &s, turned, hit, work);
}

LANES_INLINE hit_bvh_answer find_first_of(const hit_bvh* bvh, const hit_ray* ray, bool turned, hit_bvh_hit* hit,
                                          hit_bvh_work* work)
{
    hit_bvh_walk walk;
    slabs s;

    if (!make_plain_ray(bvh, ray, &walk.prepared, &s))
        return find_first_other(bvh, ray, turned, hit, work);
    walk.bvh = bvh;
    walk.ray = ray;
    return find_first_with(&walk, &s, turned, hit, work);
}

static LANES_APART hit_bvh_answer find_first_obb(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit,
                                                 hit_bvh_work* work)
{
    return find_first_of(bvh, ray, true, hit, work);
}

static LANES_APART hit_bvh_answer find_first_aabb(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit,
                                                  hit_bvh_work* work)
{
    return find_first_of(bvh, ray, false, hit, work);
}

LANES_INLINE hit_bvh_answer find_first_box(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit, hit_bvh_work* work)
{
    return bvh->header->kind == HIT_BVH_OBBS ? find_first_obb(bvh, ray, hit, work)
                                             : find_first_aabb(bvh, ray, hit, work);
}

// The references of a node of boxes, with the places of boxes in the stead of their numbers.
LANES_INLINE void references(const hit_bvh_node* node, uint32_t index, uint32_t ref[8])
{
    for (uint32_t i = 0; i < HIT_BVH_LANES; i++)
        ref[i] = node->ref[i] & HIT_BVH_LEAF ? HIT_BVH_LEAF | index << 3 | i : node->ref[i];
}

// Trees of scenes come here, too: these have no orders.
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
            hit_bvh_ask_for_obbs(bvh, ref);
            const lanes_hits hits = test_node(node, &s, lanes_all(sink->limit), &enter);
            count_visit(work, ref);
            if (hits.bits == 0)
                break;
            references(node, ref, refs);
            ref = (hits.bits & (hits.bits - 1)) == 0 ? refs[lowest_bit(hits.bits)]
                                                     : push_by_distance(&waiting, refs, hits, enter, false);
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

// Tell whether any of some boxes of a node is hit.
LANES_INLINE bool hits_any_of(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_ray* prepared, const slabs* s,
                              bool turned, const turned_ray* r, uint32_t index, unsigned boxes)
{
    const hit_bvh_node* node = &bvh->nodes[index];
    hit_bvh_spot spot;
    lanes late;

    if (!turned && (boxes & surely_hit(node, s, lanes_all(prepared->t_first), lanes_all(prepared->t_last), &late)) != 0)
        return true;
    for (; boxes != 0; boxes &= boxes - 1) {
        const unsigned lane = lowest_bit(boxes);
        float low = prepared->t_min, high;
        const box_state state =
            turned ? bound_obb(&bvh->obbs[node->ref[lane] & ~HIT_BVH_LEAF], r, prepared, prepared->t_max, &low, &high)
                   : BOX_DOUBTFUL;
        if (state == BOX_HIT || (state == BOX_DOUBTFUL && hit_bvh_spot_make(bvh, ray, index << 3 | lane, &spot)))
            return true;
    }
    return false;
}

// Tell whether any box is hit by a ray that is prepared.
LANES_INLINE hit_bvh_answer find_any_with(const hit_bvh* bvh, const hit_ray* ray, const hit_bvh_ray* prepared,
                                          const slabs* s, bool turned)
{
    uint32_t waiting[HIT_BVH_STACK], size = 0;
    turned_ray r;

    if (turned)
        r = turned_make(ray, prepared);
    waiting[size++] = 0;
    while (size != 0) {
        const uint32_t index = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[index];
        lanes enter;
        if (turned)
            hit_bvh_ask_for_obbs(bvh, index);
        unsigned hits = test_node(node, s, lanes_all(prepared->t_max), &enter).bits;
        const unsigned boxes = hits & lanes_with(node, HIT_BVH_LEAF);
        if (boxes != 0 && hits_any_of(bvh, ray, prepared, s, turned, &r, index, boxes))
            return HIT_BVH_YES;
        for (hits &= ~boxes; hits != 0; hits &= hits - 1)
            waiting[size++] = node->ref[lowest_bit(hits)];
    }
    return HIT_BVH_NO;
}

static HIT_NOINLINE hit_bvh_answer find_any_other(const hit_bvh* bvh, const hit_ray* ray, bool turned)
{
    hit_bvh_ray prepared;
    slabs s;

    return make_other_ray(bvh, ray, &prepared, &s) ? find_any_with(bvh, ray, &prepared, &s, turned) : HIT_BVH_UNABLE;
}

LANES_INLINE hit_bvh_answer find_any_of(const hit_bvh* bvh, const hit_ray* ray, bool turned)
{
    hit_bvh_ray prepared;
    slabs s;

    return make_plain_ray(bvh, ray, &prepared, &s) ? find_any_with(bvh, ray, &prepared, &s, turned)
                                                   : find_any_other(bvh, ray, turned);
}

static LANES_APART hit_bvh_answer find_any_obb(const hit_bvh* bvh, const hit_ray* ray)
{
    return find_any_of(bvh, ray, true);
}

static hit_bvh_answer KERNEL(any_box)(const hit_bvh* bvh, const hit_ray* ray)
{
    return bvh->header->kind == HIT_BVH_OBBS ? find_any_obb(bvh, ray) : find_any_of(bvh, ray, false);
}

static hit_bvh_answer KERNEL(each_box)(hit_bvh_sink* sink)
{
    return find_each_box(sink, NULL);
}

#endif

#endif
