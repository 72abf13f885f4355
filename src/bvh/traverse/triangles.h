// The kernels for trees of triangles: see kernel.h for what they do, bvh/traverse/node.h for the walk.
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
// A triangle that is hit at t >= 0 is not before the origin: s·sum >= 0, where sum = U·zA + V·zB + W·zC = det·t·dz and s
// is the sign of det·dz. With Z = |zA| + S, no |z| is larger, the computed sum is off by 3eZ from the weights; by 6u|det|Z
// from roundings of z and its own, where |det| <= 4S², so that this is less than 0.2eZ; and by 3eZ more where the
// computed det has the wrong sign, as |det| <= 3e then. So a triangle with s·sum < -6.6eZ is out. (What underflows is
// less than that, too: where Z < 2^-68, sum is 0.)
//
// Of what is left, mostly one triangle of a leaf at most, each is measured in double at once (bvh/traverse/triangle_double.h): that one
// is mostly the first hit already, and bounds in float, to put it off, cost as much.
//
// To be included with HIT_LANES_* defined, and with KERNEL(name) for the kernels themselves; without, for their walks.
#ifndef HITSCAN_BVH_KERNEL_TRIANGLES_H
#define HITSCAN_BVH_KERNEL_TRIANGLES_H

#include "bvh/traverse/node.h"
#include "bvh/traverse/triangle_double.h"

// 42u, 14u and the factors of the bounds above, 3.3 for the first 3.
#define EDGE_ERROR (42.0f * HIT_BVH_ULP)
#define T_ERROR (14.0f * HIT_BVH_ULP)
#define WEIGHT_ERROR 3.3f
#define FAR_ERROR 3.0f
#define SIGN_ERROR 6.6f
#define UNDERFLOW 0x1p-80f

// The triangles of a block, sheared.
typedef struct sheared {
    lanes z, zA;
    lanes ax, ay, bx, by, cx, cy;
    lanes_slots a, b, c;
    lanes u, v, w, low, high, error, extent;
} sheared;

// Which triangles may be hit, as bits.
LANES_INLINE unsigned test_block(const hit_bvh_block* block, const hit_bvh_ray* ray, sheared* s)
{
    // x[8], y[8], z[8], one after the other
    const lanes z = lanes_sub(lanes_at(block->x, ray->column[2]), lanes_all(ray->origin[2]));
    const lanes x = lanes_less_mul(lanes_sub(lanes_at(block->x, ray->column[0]), lanes_all(ray->origin[0])),
                                   lanes_all(ray->shear[0]), z);
    const lanes y = lanes_less_mul(lanes_sub(lanes_at(block->x, ray->column[1]), lanes_all(ray->origin[1])),
                                   lanes_all(ray->shear[1]), z);
    const lanes extent = lanes_extent(block), size = lanes_add(extent, lanes_all(ray->grain));

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
    s->error = lanes_mul_add(lanes_mul(size, lanes_all(EDGE_ERROR)),
                             lanes_mul_add(size, lanes_all(3.0f), lanes_abs(s->zA)), lanes_all(UNDERFLOW));
    s->extent = extent;
    return lanes_bits(lanes_at_most(lanes_min(lanes_negate(s->low), s->high), s->error)) & hit_bvh_block_lanes(block);
}

// Bounds of t for the triangles that may be hit; which of them are hit for certain, as bits.
LANES_INLINE unsigned bound_hits(const hit_bvh_ray* ray, const sheared* s, unsigned candidates, lanes* t_low,
                                 lanes* t_high)
{
    const lanes zB = lanes_pick(s->z, s->b), zC = lanes_pick(s->z, s->c);
    const lanes iz = lanes_all(ray->inverse_z);
    const lanes error = lanes_mul(s->error, lanes_all(FAR_ERROR));
    const lanes_mask near_enough =
        lanes_at_most(lanes_max(lanes_abs(s->ax), lanes_abs(s->ay)), lanes_mul(s->extent, lanes_all(2.5f)));
    const lanes_mask inside = lanes_or(lanes_below(error, s->low), lanes_below(s->high, lanes_negate(error)));
    const lanes_mask sure = lanes_and(near_enough, inside);
    const lanes inverse = lanes_div(lanes_all(1.0f), lanes_add(lanes_add(s->u, s->v), s->w));
    const lanes sum = lanes_mul_add(s->u, s->zA, lanes_mul_add(s->v, zB, lanes_mul(s->w, zC)));
    const lanes t = lanes_mul(lanes_mul(sum, inverse), iz);
    const lanes depth = lanes_mul(s->extent, lanes_all(fabsf(ray->inverse_z)));
    const lanes t_error =
        lanes_mul_add(lanes_mul(error, lanes_abs(inverse)), lanes_mul(depth, lanes_all(WEIGHT_ERROR)),
                      lanes_mul(lanes_add(lanes_abs(t), lanes_add(depth, lanes_all(ray->shift))), lanes_all(T_ERROR)));
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

// Which triangles the ray could only meet before its origin, as bits. A ray that leaves a surface has one in its first
// leaf.
LANES_INLINE unsigned behind(const hit_bvh_ray* ray, const sheared* s)
{
    const lanes zB = lanes_pick(s->z, s->b), zC = lanes_pick(s->z, s->c);
    const lanes sum = lanes_mul_add(s->u, s->zA, lanes_mul_add(s->v, zB, lanes_mul(s->w, zC)));
    const lanes det = lanes_add(lanes_add(s->u, s->v), s->w);
    const lanes depth = lanes_add(lanes_abs(s->zA), s->extent);
    const lanes error = lanes_mul(depth, lanes_mul(s->error, lanes_all(-SIGN_ERROR)));
    const lanes along = lanes_times_sign(sum, lanes_mul(det, lanes_all(ray->inverse_z)));
    return lanes_bits(lanes_below(along, error));
}

// Take a triangle that may be hit into account. Returns the limit, perhaps a lower one.
static LANES_APART float take_candidate(hit_bvh_walk* walk, uint32_t place, float limit)
{
    hit_bvh_measured found;
    hit_verdict verdict;

    // A block that several lanes refer to may come again.
    if (place == walk->measured.place)
        return limit;
    verdict = measure_candidate(walk->bvh, walk->ray, place, &found);
    if (verdict == HIT_VERDICT_MISS)
        return limit;
    if (verdict == HIT_VERDICT_HIT) {
        if (found.high < walk->measured.low) {
            const float high = hit_bvh_ray_up(&walk->prepared, found.high);
            walk->measured = found;
            walk->best = (hit_bvh_best){place, 0.0f, high};
            return high;
        }
        if (found.low > walk->measured.high)
            return limit;
    }
    if (walk->doubts == HIT_BVH_DOUBTS) {
        hit_bvh_settle(walk);
        limit = walk->best.high < limit ? walk->best.high : limit;
    }
    hit_bvh_walk_doubt(walk, place);
    return limit;
}

// Take the triangles of a leaf into account. Returns the limit, perhaps a lower one.
LANES_INLINE float test_leaf(hit_bvh_walk* walk, uint32_t ref, float limit)
{
    const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
    for (uint32_t block = begin; block < begin + blocks; block++) {
        sheared triangles;
        unsigned candidates = test_block(&walk->bvh->blocks[block], &walk->prepared, &triangles);
        if (candidates != 0 && walk->prepared.shift == 0.0f &&
            lanes_signs(lanes_times_sign(triangles.z, lanes_all(walk->prepared.inverse_z))) != 0)
            candidates &= ~behind(&walk->prepared, &triangles);
        for (; candidates != 0; candidates &= candidates - 1)
            limit = take_candidate(walk, block << 3 | lowest_bit(candidates), limit);
    }
    return limit;
}

// Walk until nothing is left that can be first. `guess` is a constant, as `work` is.
LANES_INLINE void walk_first(hit_bvh_walk* walk, bool guess, hit_bvh_work* work)
{
    const hit_bvh_node* nodes = walk->bvh->nodes;
    float limit = walk->prepared.t_max;
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    do {
        if (!(ref & HIT_BVH_LEAF)) {
            const slabs s = slabs_make(lanes_anew(&walk->prepared));
            const lanes farthest = lanes_all(limit);
            do {
                const hit_bvh_node* node = &nodes[ref];
                lanes_ordered ordered;
                lanes enter;
                if (!guess)
                    hit_bvh_ask_for_blocks(walk->bvh, ref);
                // Before it is known whether that is needed: so what it takes is there in time.
                lanes_order(&ordered, node->order[s.octant], node->ref);
                count_visit(work, ref);
                const lanes_hits hits = test_node(node, &s, farthest, &enter);
                if (hits.bits != 0)
                    ref = (hits.bits & (hits.bits - 1)) == 0
                              ? only_child(node, hits, guess)
                              : push_in_order(walk->bvh, &waiting, node, s.octant, &ordered, hits, enter, guess);
                else if (!pop(&waiting, limit, &ref))
                    return;
            } while (!(ref & HIT_BVH_LEAF));
        }
        count_visit(work, ref);
        limit = test_leaf(walk, ref, limit);
    } while (pop(&waiting, limit, &ref));
}

// Apart, so that the walk of rays that are not alike is what it would be without.
static LANES_APART void walk_first_alike(hit_bvh_walk* walk, hit_bvh_work* work)
{
    walk_first(walk, true, work);
}

// Describe what a walk has found; `hit` may be NULL. False when that is nothing.
LANES_INLINE bool finish_first(hit_bvh_walk* walk, hit_bvh_hit* hit)
{
    const hit_bvh_measured* found = &walk->measured;

    if (walk->doubts != 0)
        return hit_bvh_finish(walk, hit);
    if (found->place == HIT_BVH_NONE)
        return false;
    if (hit == NULL)
        return true;
    if (!found->rounded)
        return hit_bvh_finish(walk, hit);
    const hit_bvh_block* block = &walk->bvh->blocks[found->place >> 3];
    *hit = (hit_bvh_hit){found->value[0], hit_bvh_block_ids(walk->bvh, block, found->place & 7u).first,
                         found->value[1], found->value[2],
                         found->value[3], found->side,
                         HIT_FACE_NONE,   found->place};
    return true;
}

LANES_INLINE hit_bvh_answer find_first(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit, hit_bvh_work* work)
{
    hit_bvh_walk walk;
    if (!make_ray(bvh, ray, &walk.prepared))
        return HIT_BVH_UNABLE;
    hit_bvh_walk_begin(&walk, bvh, ray);
    if (is_like_previous(ray, bvh->header->reach))
        walk_first_alike(&walk, work);
    else
        walk_first(&walk, false, work);
    return finish_first(&walk, hit) ? HIT_BVH_YES : HIT_BVH_NO;
}

// Whether a triangle of a leaf is hit for certain. Others that may be hit become doubts, and are decided when there are
// too many of them.
LANES_INLINE bool test_leaf_any(hit_bvh_walk* walk, uint32_t ref)
{
    const hit_bvh_ray* ray = &walk->prepared;
    const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;

    for (uint32_t block = begin; block < begin + blocks; block++) {
        sheared triangles;
        lanes low, high;
        unsigned candidates = test_block(&walk->bvh->blocks[block], ray, &triangles), sure;
        if (candidates == 0)
            continue;
        sure = bound_hits(ray, &triangles, candidates, &low, &high);
        if (candidates & sure &
            lanes_bits(
                lanes_and(lanes_at_most(lanes_all(ray->t_first), low), lanes_at_most(high, lanes_all(ray->t_last)))))
            return true;
        candidates &= lanes_bits(
            lanes_and(lanes_at_most(low, lanes_all(ray->t_max)), lanes_at_most(lanes_all(ray->t_min), high)));
        for (; candidates != 0; candidates &= candidates - 1) {
            if (walk->doubts == HIT_BVH_DOUBTS && hit_bvh_settle_any(walk))
                return true;
            hit_bvh_walk_doubt(walk, block << 3 | lowest_bit(candidates));
        }
    }
    return false;
}

// `guess` is a constant.
LANES_INLINE bool walk_any(hit_bvh_walk* walk, bool guess)
{
    const hit_bvh* bvh = walk->bvh;
    uint32_t waiting[HIT_BVH_STACK], size = 1;

    waiting[0] = 0;
    while (size != 0) {
        uint32_t ref = waiting[--size];
        if (!(ref & HIT_BVH_LEAF)) {
            const slabs s = slabs_make(lanes_anew(&walk->prepared));
            const lanes limit = lanes_all(walk->prepared.t_max);
            do {
                const hit_bvh_node* node = &bvh->nodes[ref];
                lanes enter;
                if (!guess)
                    hit_bvh_ask_for_blocks(bvh, ref);
                const unsigned hits = test_node(node, &s, limit, &enter).bits;
                if (hits != 0) {
                    // Lanes are in descending order of area, and the largest is the likeliest to have a hit in it.
                    lanes_chosen(hits, node->ref, waiting + size);
                    size += count_bits(hits) - 1;
                    ref = guess ? lanes_guess(node->ref, lowest_bit(hits)) : node->ref[lowest_bit(hits)];
                    if (size != 0)
                        prefetch(bvh, waiting[size - 1]);
                } else if (size == 0)
                    return walk->doubts != 0 && hit_bvh_settle_any(walk);
                else
                    ref = waiting[--size];
            } while (!(ref & HIT_BVH_LEAF));
        }
        if (test_leaf_any(walk, ref))
            return true;
    }
    return walk->doubts != 0 && hit_bvh_settle_any(walk);
}

// Give the triangles of a leaf that may be hit to the sink. False when it has enough.
LANES_INLINE bool give_leaf(hit_bvh_sink* sink, uint32_t ref)
{
    const hit_bvh_ray* ray = &sink->prepared;
    const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;

    for (uint32_t block = begin; block < begin + blocks; block++) {
        sheared triangles;
        lanes low, high;
        unsigned candidates = test_block(&sink->bvh->blocks[block], ray, &triangles);
        if (candidates == 0)
            continue;
        (void)bound_hits(ray, &triangles, candidates, &low, &high);
        candidates &= lanes_bits(
            lanes_and(lanes_at_most(low, lanes_all(sink->limit)), lanes_at_most(lanes_all(ray->t_min), high)));
        if (candidates != 0 && !sink->take(sink, block, candidates))
            return false;
    }
    return true;
}

// One turn of a walk that meets each triangle once. False when the sink has enough.
LANES_INLINE bool walk_each(hit_bvh_sink* sink, const hit_bvh_turn* turn, hit_bvh_work* work)
{
    const hit_bvh* bvh = sink->bvh;
    const slabs s = slabs_make(&sink->prepared);
    uint32_t ref = turn->root;
    stack waiting;

    waiting.size = 0;
    for (;;) {
        if (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            lanes_ordered ordered;
            lanes enter;
            hit_bvh_ask_for_blocks(bvh, ref);
            lanes_order(&ordered, node->order[s.octant], node->ref);
            count_visit(work, ref);
            const lanes_hits hits = test_node(node, &s, lanes_all(sink->limit), &enter);
            if (hits.bits != 0) {
                ref = (hits.bits & (hits.bits - 1)) == 0
                          ? only_child(node, hits, false)
                          : push_in_order(bvh, &waiting, node, s.octant, &ordered, hits, enter, false);
                continue;
            }
        } else if (!hit_bvh_turn_skips(turn, ref)) {
            count_visit(work, ref);
            if (!give_leaf(sink, ref))
                return false;
        }
        if (!pop(&waiting, sink->limit, &ref))
            return true;
    }
}

LANES_INLINE hit_bvh_answer find_each(hit_bvh_sink* sink, hit_bvh_work* work)
{
    const hit_bvh* bvh = sink->bvh;
    hit_bvh_turn turn = hit_bvh_turn_first(bvh);

    if (!make_ray(bvh, sink->ray, &sink->prepared))
        return HIT_BVH_UNABLE;
    sink->limit = sink->prepared.t_max;
    while (walk_each(sink, &turn, work) && hit_bvh_turn_next(bvh, &turn))
        ;
    return HIT_BVH_YES;
}

#if defined(KERNEL)

static hit_bvh_answer KERNEL(first)(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit)
{
    return find_first(bvh, ray, hit, NULL);
}

static LANES_APART bool walk_any_alike(hit_bvh_walk* walk)
{
    return walk_any(walk, true);
}

static hit_bvh_answer KERNEL(any)(const hit_bvh* bvh, const hit_ray* ray)
{
    hit_bvh_walk walk;
    if (!make_ray(bvh, ray, &walk.prepared))
        return HIT_BVH_UNABLE;
    hit_bvh_walk_begin(&walk, bvh, ray);
    if (is_like_previous(ray, bvh->header->reach) ? walk_any_alike(&walk) : walk_any(&walk, false))
        return HIT_BVH_YES;
    return HIT_BVH_NO;
}

static hit_bvh_answer KERNEL(each)(hit_bvh_sink* sink)
{
    return find_each(sink, NULL);
}

#endif

#endif
