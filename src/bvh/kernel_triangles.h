// The kernels for trees of triangles: see kernel.h for what they do, kernel_trace.h for the walk.
//
// Bounds of the triangle test (S. Woop, C. Benthin, I. Wald, Watertight ray/triangle intersection, 2013, as a filter
// only). Coordinates relative to the origin are sheared so that the ray runs along z: x' = x - (dx/dz)·z. With |dx/dz|
// <= 1, x' is off by at most 2u|x'| + 5u|z|. Let S be the largest extent of a triangle of the block. When the ray hits
// a triangle, all |x'|, |y'| <= 2S, since the projected triangle is at most 2S wide and contains the origin; and |z| <=
// |zA| + S for all corners. So each x', y' is off by f = 5u|zA| + 9uS, and an edge function, Cx·By - Cy·Bx, by 4·2S·f +
// 2f² and 4u·(2S + f)² for its own roundings. f may be larger than S: a triangle may be tiny and near zero, where
// floats are dense, and the ray come from far. With G = 2u·(reach + |oz|), which is at least 2u|zA|,
//     e = 42u·(S + G)·(|zA| + 3(S + G)) + 2^-80 >= 42uS|zA| + 126uS² + 84u²zA² + 2^-80
// covers these 40uS|zA| + 88uS² + 50u²zA² and what is smaller; 2^-80 covers what underflows. A triangle is out when one
// edge function is below -e and another above e.
//
// A triangle is hit for certain when all edge functions are above 3e, or all below -3e, and |x'|, |y'| of the corner A
// are at most 2.5S, computed. Then those of the others are at most 4.5S + f, with f = 5u|zA| + 14uS, and an edge
// function is off by 4·4.5S·f + 6f², by 2u·(4.5S)² for the roundings of its products and by u·2·4.5S·2S for that of
// their difference: 90uS|zA| + 311uS² + 150u²zA² and smaller terms, less than 3e. (For a ray that hits, |x'| <= 2S + f.
// Where f > S/2, 3e is above 12S², more than any edge function is then, so nothing is lost by asking for 2.5S.) Then t
// = (U·zA + V·zB + W·zC)/(U + V + W)/dz is off by the weights' errors, at most 3·3e·S/|det|, and by 11 roundings of
// (|t·dz| + S).
//
// To be included with HIT_LANES_* defined, and with KERNEL(name) for the kernels themselves; without, for their walks.
#ifndef HITSCAN_BVH_KERNEL_TRIANGLES_H
#define HITSCAN_BVH_KERNEL_TRIANGLES_H

#include "bvh/kernel_trace.h"
#include "bvh/kernel_winner.h"

// 42u, 14u and the factors of the bounds above, 3.3 for the first 3.
#define EDGE_ERROR (42.0f * HIT_BVH_ULP)
#define T_ERROR (14.0f * HIT_BVH_ULP)
#define WEIGHT_ERROR 3.3f
#define FAR_ERROR 3.0f
#define UNDERFLOW 0x1p-80f

// The triangles of a block, sheared.
typedef struct sheared {
    lanes z, zA;
    lanes ax, ay, bx, by, cx, cy;
    lanes_slots a, b, c;
    lanes u, v, w, low, high, error;
    float extent;
} sheared;

// Which triangles may be hit, as bits.
LANES_INLINE unsigned test_block(const hit_bvh_block* block, const hit_bvh_ray* ray, sheared* s)
{
    const float* coordinates = block->x; // x[8], y[8], z[8], one after the other
    const lanes z = lanes_sub(lanes_load(coordinates + 8 * ray->axis[2]), lanes_all(ray->origin[2]));
    const lanes x = lanes_less_mul(lanes_sub(lanes_load(coordinates + 8 * ray->axis[0]), lanes_all(ray->origin[0])),
                                   lanes_all(ray->shear[0]), z);
    const lanes y = lanes_less_mul(lanes_sub(lanes_load(coordinates + 8 * ray->axis[1]), lanes_all(ray->origin[1])),
                                   lanes_all(ray->shear[1]), z);
    const float extent = float_of(hit_bvh_block_extent_bits(block));
    const float size = extent + ray->grain;
    const float slope = EDGE_ERROR * size;

    s->a = lanes_unpack(block->corner[0]), s->b = lanes_unpack(block->corner[1]), s->c = lanes_unpack(block->corner[2]);
    s->ax = lanes_pick(x, s->a), s->bx = lanes_pick(x, s->b), s->cx = lanes_pick(x, s->c);
    s->ay = lanes_pick(y, s->a), s->by = lanes_pick(y, s->b), s->cy = lanes_pick(y, s->c);
    s->z = z;
    s->zA = lanes_pick(z, s->a);
    s->u = lanes_mul_sub(s->cx, s->by, lanes_mul(s->cy, s->bx));
    s->v = lanes_mul_sub(s->ax, s->cy, lanes_mul(s->ay, s->cx));
    s->w = lanes_mul_sub(s->bx, s->ay, lanes_mul(s->by, s->ax));
    s->low = lanes_min(lanes_min(s->u, s->v), s->w);
    s->high = lanes_max(lanes_max(s->u, s->v), s->w);
    s->error = lanes_mul_add(lanes_abs(s->zA), lanes_all(slope), lanes_all(3.0f * slope * size + UNDERFLOW));
    s->extent = extent;
    return lanes_bits(lanes_or(lanes_at_most(lanes_negate(s->error), s->low), lanes_at_most(s->high, s->error))) &
           hit_bvh_block_lanes(block);
}

// Bounds of t for the triangles that may be hit; which of them are hit for certain, as bits.
LANES_INLINE unsigned bound_hits(const hit_bvh_ray* ray, const sheared* s, unsigned candidates, lanes* t_low,
                                 lanes* t_high)
{
    const lanes zB = lanes_pick(s->z, s->b), zC = lanes_pick(s->z, s->c);
    const lanes iz = lanes_all(ray->inverse_z);
    const lanes error = lanes_mul(s->error, lanes_all(FAR_ERROR));
    const lanes_mask near_enough =
        lanes_at_most(lanes_max(lanes_abs(s->ax), lanes_abs(s->ay)), lanes_all(2.5f * s->extent));
    const lanes_mask inside = lanes_or(lanes_below(error, s->low), lanes_below(s->high, lanes_negate(error)));
    const lanes_mask sure = lanes_and(near_enough, inside);
    const lanes inverse = lanes_div(lanes_all(1.0f), lanes_add(lanes_add(s->u, s->v), s->w));
    const lanes sum = lanes_mul_add(s->u, s->zA, lanes_mul_add(s->v, zB, lanes_mul(s->w, zC)));
    const lanes t = lanes_mul(lanes_mul(sum, inverse), iz);
    const float depth = s->extent * fabsf(ray->inverse_z);
    const lanes t_error =
        lanes_mul_add(lanes_mul(error, lanes_abs(inverse)), lanes_all(WEIGHT_ERROR * depth),
                      lanes_mul(lanes_add(lanes_abs(t), lanes_all(depth + ray->shift)), lanes_all(T_ERROR)));
    const lanes middle = lanes_add(t, lanes_all(ray->shift));
    const unsigned certain = lanes_bits(sure) & candidates;

    *t_low = lanes_sub(middle, t_error);
    *t_high = lanes_add(middle, t_error);
    if (certain != candidates) {
        // Of the others all that is known is that a hit lies between the corners.
        const lanes ta = lanes_mul(s->zA, iz), tb = lanes_mul(zB, iz), tc = lanes_mul(zC, iz);
        const lanes first = lanes_min(lanes_min(ta, tb), tc), last = lanes_max(lanes_max(ta, tb), tc);
        const lanes margin =
            lanes_mul_add(lanes_add(lanes_max(lanes_abs(first), lanes_abs(last)), lanes_all(ray->shift)),
                          lanes_all(8.0f * HIT_BVH_ULP), lanes_all(0x1p-120f));
        const lanes shift = lanes_all(ray->shift);
        *t_low = lanes_choose(sure, *t_low, lanes_add(lanes_sub(first, margin), shift));
        *t_high = lanes_choose(sure, *t_high, lanes_add(lanes_add(last, margin), shift));
    }
    return certain;
}

// Take the lanes of a block that may be hit into account.
LANES_INLINE void take_hits(hit_bvh_walk* walk, const hit_bvh_ray* ray, uint32_t block, unsigned candidates,
                            const sheared* s, float* limit)
{
    _Alignas(32) float low[8], high[8];
    lanes t_low, t_high;
    unsigned certain = bound_hits(ray, s, candidates, &t_low, &t_high);
    candidates &=
        lanes_bits(lanes_and(lanes_at_most(t_low, lanes_all(*limit)), lanes_at_most(lanes_all(ray->t_min), t_high)));
    if (candidates == 0)
        return;
    certain &= lanes_bits(
        lanes_and(lanes_at_most(lanes_all(ray->t_first), t_low), lanes_at_most(t_high, lanes_all(ray->t_last))));
    lanes_store(low, t_low);
    lanes_store(high, t_high);
    do {
        const unsigned lane = lowest_bit(candidates);
        const bool sure = certain >> lane & 1u;
        if (sure && high[lane] < walk->best.low) {
            walk->best = (hit_bvh_best){block << 3 | lane, low[lane], high[lane]};
        } else if (low[lane] <= *limit) {
            if (walk->doubts == HIT_BVH_DOUBTS) {
                hit_bvh_settle(walk);
                *limit = walk->best.high < *limit ? walk->best.high : *limit;
            }
            walk->doubt[walk->doubts++] = (hit_bvh_doubt){block << 3 | lane, low[lane]};
        }
        if (sure && high[lane] < *limit)
            *limit = high[lane];
        candidates &= candidates - 1;
    } while (candidates != 0);
}

// Take the triangles of a leaf into account.
// `last`: nothing waits after this leaf.
LANES_INLINE void test_leaf(hit_bvh_walk* walk, const hit_bvh_ray* ray, uint32_t ref, bool last, float* limit)
{
    const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
    for (uint32_t block = begin; block < begin + blocks; block++) {
        sheared triangles;
        const unsigned candidates = test_block(&walk->bvh->blocks[block], ray, &triangles);
        if (candidates == 0)
            continue;
        // A candidate that is the only one needs no bounds to be compared by: finish_first decides it.
        if (last && (candidates & (candidates - 1)) == 0 && walk->doubts == 0 && walk->best.place == HIT_BVH_NONE)
            walk->doubt[walk->doubts++] = (hit_bvh_doubt){block << 3 | lowest_bit(candidates), 0.0f};
        else
            take_hits(walk, ray, block, candidates, &triangles, limit);
    }
}

// Walk until nothing is left that can be first.
LANES_INLINE void walk_first(hit_bvh_walk* walk, hit_bvh_work* work)
{
    const hit_bvh* bvh = walk->bvh;
    const hit_bvh_ray* ray = &walk->prepared;
    const slabs s = slabs_make(ray);
    float limit = ray->t_max;
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    for (;;) {
        count_visit(work, ref);
        if (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            lanes enter;
            const unsigned hits = test_node(node, &s, lanes_all(limit), &enter);
            if (hits != 0) {
                ref = (hits & (hits - 1)) == 0 ? node->ref[lowest_bit(hits)]
                                               : push_children(bvh, &waiting, node->ref, hits, enter);
                continue;
            }
        } else
            test_leaf(walk, ray, ref, waiting.size == 0, &limit);
        if (!pop(&waiting, limit, &ref))
            return;
    }
}

// Describe what a walk has found; `hit` may be NULL. False when that is nothing.
LANES_INLINE bool finish_first(hit_bvh_walk* walk, hit_bvh_hit* hit)
{
    const bool known = walk->best.place != HIT_BVH_NONE;
    if (walk->doubts == 0 && !known)
        return false;
    if (walk->doubts + known == 1) {
        const uint32_t place = known ? walk->best.place : walk->doubt[0].place;
        const hit_verdict verdict = measure_winner(walk->bvh, walk->ray, place, known, hit);
        if (verdict != HIT_VERDICT_UNSURE)
            return verdict == HIT_VERDICT_HIT;
    }
    return hit_bvh_finish(walk, hit);
}

LANES_INLINE hit_bvh_answer find_first(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit, hit_bvh_work* work)
{
    hit_bvh_walk walk;
    if (!make_ray(bvh, ray, &walk.prepared))
        return HIT_BVH_UNABLE;
    hit_bvh_walk_begin(&walk, bvh, ray);
    walk_first(&walk, work);
    return finish_first(&walk, hit) ? HIT_BVH_YES : HIT_BVH_NO;
}

LANES_INLINE bool walk_any(hit_bvh_walk* walk)
{
    const hit_bvh* bvh = walk->bvh;
    const hit_bvh_ray* ray = &walk->prepared;
    const slabs s = slabs_make(ray);
    const lanes limit = lanes_all(ray->t_max);
    uint32_t waiting[HIT_BVH_STACK], size = 0, ref = 0;

    for (;;) {
        if (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            lanes enter;
            unsigned hits = test_node(node, &s, limit, &enter);
            if (hits != 0) {
                // Lanes are in descending order of area, and the largest is the likeliest to have a hit in it.
                const unsigned largest_lane = lowest_bit(hits);
                uint32_t end = size += count_bits(hits) - 1;
                for (hits &= hits - 1; hits != 0; hits &= hits - 1)
                    waiting[--end] = node->ref[lowest_bit(hits)];
                ref = node->ref[largest_lane];
                if (size != 0)
                    prefetch(bvh, waiting[size - 1]);
                continue;
            }
        } else {
            const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX,
                           blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
            for (uint32_t block = begin; block < begin + blocks; block++) {
                sheared triangles;
                lanes low, high;
                unsigned candidates = test_block(&bvh->blocks[block], ray, &triangles), sure;
                if (candidates == 0)
                    continue;
                sure = bound_hits(ray, &triangles, candidates, &low, &high);
                if (candidates & sure &
                    lanes_bits(lanes_and(lanes_at_most(lanes_all(ray->t_first), low),
                                         lanes_at_most(high, lanes_all(ray->t_last)))))
                    return true;
                candidates &= lanes_bits(lanes_and(lanes_at_most(low, limit), lanes_at_most(s.t_min, high)));
                for (; candidates != 0; candidates &= candidates - 1) {
                    if (walk->doubts == HIT_BVH_DOUBTS && hit_bvh_settle_any(walk))
                        return true;
                    walk->doubt[walk->doubts++] = (hit_bvh_doubt){block << 3 | lowest_bit(candidates), 0.0f};
                }
            }
        }
        if (size == 0)
            return walk->doubts != 0 && hit_bvh_settle_any(walk);
        ref = waiting[--size];
    }
}

LANES_INLINE hit_bvh_answer find_each(hit_bvh_sink* sink, hit_bvh_work* work)
{
    const hit_bvh* bvh = sink->bvh;
    const hit_bvh_ray* ray = &sink->prepared;
    uint32_t ref = 0;
    stack waiting;
    slabs s;

    if (!make_ray(bvh, sink->ray, &sink->prepared))
        return HIT_BVH_UNABLE;
    s = slabs_make(ray);
    sink->limit = ray->t_max;
    waiting.size = 0;
    for (;;) {
        count_visit(work, ref);
        if (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            lanes enter;
            const unsigned hits = test_node(node, &s, lanes_all(sink->limit), &enter);
            if (hits != 0) {
                ref = (hits & (hits - 1)) == 0 ? node->ref[lowest_bit(hits)]
                                               : push_children(bvh, &waiting, node->ref, hits, enter);
                continue;
            }
        } else {
            const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX,
                           blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
            for (uint32_t block = begin; block < begin + blocks; block++) {
                sheared triangles;
                lanes low, high;
                unsigned candidates = test_block(&bvh->blocks[block], ray, &triangles);
                if (candidates == 0)
                    continue;
                (void)bound_hits(ray, &triangles, candidates, &low, &high);
                candidates &=
                    lanes_bits(lanes_and(lanes_at_most(low, lanes_all(sink->limit)), lanes_at_most(s.t_min, high)));
                if (candidates != 0 && !sink->take(sink, block, candidates))
                    return HIT_BVH_YES;
            }
        }
        if (!pop(&waiting, sink->limit, &ref))
            return HIT_BVH_YES;
    }
}

#if defined(KERNEL)

static hit_bvh_answer KERNEL(first)(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit)
{
    return find_first(bvh, ray, hit, NULL);
}

static hit_bvh_answer KERNEL(any)(const hit_bvh* bvh, const hit_ray* ray)
{
    hit_bvh_walk walk;
    if (!make_ray(bvh, ray, &walk.prepared))
        return HIT_BVH_UNABLE;
    hit_bvh_walk_begin(&walk, bvh, ray);
    return walk_any(&walk) ? HIT_BVH_YES : HIT_BVH_NO;
}

static hit_bvh_answer KERNEL(each)(hit_bvh_sink* sink)
{
    return find_each(sink, NULL);
}

#endif

#endif
