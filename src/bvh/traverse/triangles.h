// The kernels for trees of triangles: see traverse.h for what they do, node.h for the traversal.
//
// Bounds of the triangle test (S. Woop, C. Benthin, I. Wald, Watertight ray/triangle intersection, 2013, as a filter
// only). Coordinates relative to the origin are sheared so that the ray runs along z: x' = x - (dx/dz)·z. With |dx/dz|
// <= 1, x' is off by at most 2u|x'| + 5u|z|. Let S be the largest extent of a triangle of the block. When the ray hits
// a triangle, all |x'|, |y'| <= 2S, since the projected triangle is at most 2S wide and contains the origin; and |z| <=
// |zA| + S for all corners. So each x', y' is off by f = 5u|zA| + 9uS, and an edge function, Cx·By - Cy·Bx, by 4·2S·f +
// 2f² and 4u·(2S + f)² for its own roundings. f may be larger than S: a triangle may be tiny and near zero, where
// floats are dense, and the ray come from far. With G = 2u·(max_abs + |oz|), which is at least 2u|zA|,
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
// A triangle that is hit at t >= 0 is not before the origin: s·sum >= 0, where sum = U·zA + V·zB + W·zC = det·t·dz and
// s is the sign of det·dz. With Z = |zA| + S, no |z| is larger, the computed sum is off by 3eZ from the weights; by
// 6u|det|Z from roundings of z and its own, where |det| <= 4S², so that this is less than 0.2eZ; and by 3eZ more where
// the computed det has the wrong sign, as |det| <= 3e then. So a triangle with s·sum < -6.6eZ is out. (What underflows
// is less than that, too: where Z < 2^-68, sum is 0.)
//
// Of what is left, mostly one triangle of a leaf at most, each is computed in double at once (triangle_double.h): that
// one is mostly the first hit already, and bounds in float, to put it off, cost as much.
//
// To be included with HIT_SIMD_* defined, and with KERNEL(name) for the kernels themselves; without, for their
// traversals.
#ifndef HITSCAN_BVH_TRIANGLES_H
#define HITSCAN_BVH_TRIANGLES_H

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
    f32x8 z, zA;
    f32x8 ax, ay, bx, by, cx, cy;
    f32x8_slots a, b, c;
    f32x8 u, v, w, low, high, error, extent;
} sheared;

// Which triangles may be hit, as bits.
SIMD_INLINE unsigned test_block(const hit_bvh_block* block, const hit_bvh_ray* ray, sheared* s)
{
    // x[8], y[8], z[8], one after the other
    const f32x8 z = f32x8_sub(f32x8_load_at(block->x, ray->column[2]), f32x8_splat(ray->origin[2]));
    const f32x8 x = f32x8_sub_mul(f32x8_sub(f32x8_load_at(block->x, ray->column[0]), f32x8_splat(ray->origin[0])),
                                  f32x8_splat(ray->shear[0]), z);
    const f32x8 y = f32x8_sub_mul(f32x8_sub(f32x8_load_at(block->x, ray->column[1]), f32x8_splat(ray->origin[1])),
                                  f32x8_splat(ray->shear[1]), z);
    const f32x8 extent = f32x8_splat_bfloat16(block->corner), size = f32x8_add(extent, f32x8_splat(ray->grain));

    s->a = f32x8_unpack_slots(block->corner[0]), s->b = f32x8_unpack_slots(block->corner[1]),
    s->c = f32x8_unpack_slots(block->corner[2]);
    s->ax = f32x8_permute(x, s->a), s->bx = f32x8_permute(x, s->b), s->cx = f32x8_permute(x, s->c);
    s->ay = f32x8_permute(y, s->a), s->by = f32x8_permute(y, s->b), s->cy = f32x8_permute(y, s->c);
    s->z = z;
    s->zA = f32x8_permute(z, s->a);
    s->u = f32x8_mul_sub(s->cx, s->by, f32x8_mul(s->cy, s->bx));
    s->v = f32x8_mul_sub(s->ax, s->cy, f32x8_mul(s->ay, s->cx));
    s->w = f32x8_mul_sub(s->bx, s->ay, f32x8_mul(s->by, s->ax));
    s->low = f32x8_min(f32x8_min(s->u, s->v), s->w);
    s->high = f32x8_max(f32x8_max(s->u, s->v), s->w);
    s->error = f32x8_mul_add(f32x8_mul(size, f32x8_splat(EDGE_ERROR)),
                             f32x8_mul_add(size, f32x8_splat(3.0f), f32x8_abs(s->zA)), f32x8_splat(UNDERFLOW));
    s->extent = extent;
    return f32x8_mask_bits(f32x8_le(f32x8_min(f32x8_negate(s->low), s->high), s->error)) & hit_bvh_block_mask(block);
}

// Bounds of t for the triangles that may be hit; which of them are hit for certain, as bits.
SIMD_INLINE unsigned bound_hits(const hit_bvh_ray* ray, const sheared* s, unsigned candidates, f32x8* t_low,
                                f32x8* t_high)
{
    const f32x8 zB = f32x8_permute(s->z, s->b), zC = f32x8_permute(s->z, s->c);
    const f32x8 iz = f32x8_splat(ray->inverse_z);
    const f32x8 error = f32x8_mul(s->error, f32x8_splat(FAR_ERROR));
    const f32x8_mask near_enough =
        f32x8_le(f32x8_max(f32x8_abs(s->ax), f32x8_abs(s->ay)), f32x8_mul(s->extent, f32x8_splat(2.5f)));
    const f32x8_mask inside = f32x8_mask_or(f32x8_lt(error, s->low), f32x8_lt(s->high, f32x8_negate(error)));
    const f32x8_mask sure = f32x8_mask_and(near_enough, inside);
    const f32x8 inverse = f32x8_div(f32x8_splat(1.0f), f32x8_add(f32x8_add(s->u, s->v), s->w));
    const f32x8 sum = f32x8_mul_add(s->u, s->zA, f32x8_mul_add(s->v, zB, f32x8_mul(s->w, zC)));
    const f32x8 t = f32x8_mul(f32x8_mul(sum, inverse), iz);
    const f32x8 depth = f32x8_mul(s->extent, f32x8_splat(fabsf(ray->inverse_z)));
    const f32x8 t_error = f32x8_mul_add(
        f32x8_mul(error, f32x8_abs(inverse)), f32x8_mul(depth, f32x8_splat(WEIGHT_ERROR)),
        f32x8_mul(f32x8_add(f32x8_abs(t), f32x8_add(depth, f32x8_splat(ray->shift))), f32x8_splat(T_ERROR)));
    const f32x8 shifted = f32x8_add(t, f32x8_splat(ray->shift));
    const unsigned certain = f32x8_mask_bits(sure) & candidates;

    *t_low = f32x8_sub(shifted, t_error);
    *t_high = f32x8_add(shifted, t_error);
    if (certain != candidates) {
        // Of the others all that is known is that a hit lies between the corners.
        const f32x8 ta = f32x8_mul(s->zA, iz), tb = f32x8_mul(zB, iz), tc = f32x8_mul(zC, iz);
        const f32x8 first = f32x8_min(f32x8_min(ta, tb), tc), last = f32x8_max(f32x8_max(ta, tb), tc);
        const f32x8 margin =
            f32x8_mul_add(f32x8_add(f32x8_max(f32x8_abs(first), f32x8_abs(last)), f32x8_splat(ray->shift)),
                          f32x8_splat(8.0f * HIT_BVH_ULP), f32x8_splat(0x1p-120f));
        const f32x8 shift = f32x8_splat(ray->shift);
        *t_low = f32x8_select(sure, *t_low, f32x8_add(f32x8_sub(first, margin), shift));
        *t_high = f32x8_select(sure, *t_high, f32x8_add(f32x8_add(last, margin), shift));
    }
    return certain;
}

// Which triangles the ray could only hit before its origin, as bits. A ray that leaves a surface has one in its first
// leaf.
SIMD_INLINE unsigned behind_origin(const hit_bvh_ray* ray, const sheared* s)
{
    const f32x8 zB = f32x8_permute(s->z, s->b), zC = f32x8_permute(s->z, s->c);
    const f32x8 sum = f32x8_mul_add(s->u, s->zA, f32x8_mul_add(s->v, zB, f32x8_mul(s->w, zC)));
    const f32x8 det = f32x8_add(f32x8_add(s->u, s->v), s->w);
    const f32x8 depth = f32x8_add(f32x8_abs(s->zA), s->extent);
    const f32x8 error = f32x8_mul(depth, f32x8_mul(s->error, f32x8_splat(-SIGN_ERROR)));
    const f32x8 along = f32x8_mul_sign(sum, f32x8_mul(det, f32x8_splat(ray->inverse_z)));
    return f32x8_mask_bits(f32x8_lt(along, error));
}

// Which triangles of a block may be hit, as bits, but for those that could only be before the origin.
SIMD_INLINE unsigned block_candidates(const hit_bvh_block* block, const hit_bvh_ray* ray)
{
    sheared triangles;
    const unsigned candidates = test_block(block, ray, &triangles);

    if (candidates != 0 && ray->shift == 0.0f &&
        f32x8_signs(f32x8_mul_sign(triangles.z, f32x8_splat(ray->inverse_z))) != 0)
        return candidates & ~behind_origin(ray, &triangles);
    return candidates;
}

// A triangle that may be hit: the closest so far, undecided, or out. Returns the limit, perhaps a lower one.
static SIMD_NOINLINE float add_triangle_candidate(hit_bvh_traversal* traversal, uint32_t slot, float limit)
{
    hit_bvh_double_hit found;
    hit_verdict verdict;

    // A block that several children refer to may come again.
    if (slot == traversal->double_hit.slot)
        return limit;
    verdict = test_triangle_double(traversal->bvh, traversal->ray, slot, &found);
    if (verdict == HIT_VERDICT_MISS)
        return limit;
    if (verdict == HIT_VERDICT_HIT) {
        if (found.high < traversal->double_hit.low) {
            const float high = hit_bvh_ray_up(&traversal->prepared, found.high);
            traversal->double_hit = found;
            traversal->best = (hit_bvh_best){slot, 0.0f, high};
            return high;
        }
        if (found.low > traversal->double_hit.high)
            return limit;
    }
    if (traversal->undecided_count == HIT_BVH_UNDECIDED_MAX) {
        hit_bvh_resolve(traversal);
        limit = traversal->best.high < limit ? traversal->best.high : limit;
    }
    hit_bvh_add_undecided(traversal, slot);
    return limit;
}

// Test the triangles of a leaf. Returns the limit, perhaps a lower one.
SIMD_INLINE float test_leaf(hit_bvh_traversal* traversal, uint32_t ref, float limit)
{
    const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = hit_bvh_ref_blocks(ref);
    HIT_ASSERT(begin + blocks <= traversal->bvh->header->blocks.count);
    for (uint32_t block = begin; block < begin + blocks; block++) {
        unsigned candidates = block_candidates(&traversal->bvh->blocks[block], &traversal->prepared);
        for (; candidates != 0; candidates &= candidates - 1)
            limit = add_triangle_candidate(traversal, block << 3 | lowest_bit(candidates), limit);
    }
    return limit;
}

// Traverse until nothing is left that can be first. `coherent` is a constant, as `work` is.
SIMD_INLINE void traverse_first(hit_bvh_traversal* traversal, bool coherent, hit_bvh_work* work)
{
    const hit_bvh_node* nodes = traversal->bvh->nodes;
    float limit = traversal->prepared.t_max;
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    do {
        if (!(ref & HIT_BVH_LEAF)) {
            const slabs s = slabs_make(opaque_pointer(&traversal->prepared));
            const f32x8 farthest = f32x8_splat(limit);
            do {
                const hit_bvh_node* node = &nodes[ref];
                ordered_children ordered;
                f32x8 enter;
                if (!coherent)
                    hit_bvh_prefetch_blocks(traversal->bvh, ref);
                // Before it is known whether that is needed: so it is there in time.
                order_children(&ordered, node->order[s.octant], node->ref);
                count_visit(work, ref);
                const child_hits hits = test_node(node, &s, farthest, &enter);
                if (hits.bits != 0)
                    ref = (hits.bits & (hits.bits - 1)) == 0 ? only_child(node, hits, coherent)
                                                             : push_in_order(traversal->bvh, &waiting, node, s.octant,
                                                                             &ordered, hits, enter, coherent);
                else if (!pop(&waiting, limit, &ref))
                    return;
            } while (!(ref & HIT_BVH_LEAF));
        }
        count_visit(work, ref);
        limit = test_leaf(traversal, ref, limit);
    } while (pop(&waiting, limit, &ref));
}

// Apart, so that the traversal of rays that are not coherent is what it would be without.
static SIMD_NOINLINE void traverse_first_coherent(hit_bvh_traversal* traversal, hit_bvh_work* work)
{
    traverse_first(traversal, true, work);
}

// Describe what a traversal has found; `hit` may be NULL. False when that is nothing.
SIMD_INLINE bool finish_first(hit_bvh_traversal* traversal, hit_bvh_hit* hit)
{
    const hit_bvh_double_hit* found = &traversal->double_hit;

    if (traversal->undecided_count != 0)
        return hit_bvh_resolve_first(traversal, hit);
    if (found->slot == HIT_BVH_NONE)
        return false;
    if (hit == NULL)
        return true;
    if (!found->rounded)
        return hit_bvh_resolve_first(traversal, hit);
    const hit_bvh_block* block = &traversal->bvh->blocks[found->slot >> 3];
    *hit = hit_bvh_double_hit_describe(found, hit_bvh_block_ids(traversal->bvh, block, found->slot & 7u).first);
    return true;
}

SIMD_INLINE hit_bvh_answer find_first(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit, hit_bvh_work* work)
{
    hit_bvh_traversal traversal;
    if (!make_ray(bvh, ray, &traversal.prepared))
        return HIT_BVH_UNDECIDED;
    hit_bvh_traversal_begin(&traversal, bvh, ray);
    if (is_coherent_with_previous(ray, bvh->header->max_abs))
        traverse_first_coherent(&traversal, work);
    else
        traverse_first(&traversal, false, work);
    return finish_first(&traversal, hit) ? HIT_BVH_YES : HIT_BVH_NO;
}

// Whether a triangle of a leaf is hit for certain. Others that may be hit become undecided, and are resolved when there
// are too many of them.
SIMD_INLINE bool test_leaf_any(hit_bvh_traversal* traversal, uint32_t ref)
{
    const hit_bvh_ray* ray = &traversal->prepared;
    const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = hit_bvh_ref_blocks(ref);

    for (uint32_t block = begin; block < begin + blocks; block++) {
        sheared triangles;
        f32x8 low, high;
        unsigned candidates = test_block(&traversal->bvh->blocks[block], ray, &triangles), sure;
        if (candidates == 0)
            continue;
        sure = bound_hits(ray, &triangles, candidates, &low, &high);
        if (candidates & sure &
            f32x8_mask_bits(
                f32x8_mask_and(f32x8_le(f32x8_splat(ray->t_first), low), f32x8_le(high, f32x8_splat(ray->t_last)))))
            return true;
        candidates &= f32x8_mask_bits(
            f32x8_mask_and(f32x8_le(low, f32x8_splat(ray->t_max)), f32x8_le(f32x8_splat(ray->t_min), high)));
        for (; candidates != 0; candidates &= candidates - 1) {
            if (traversal->undecided_count == HIT_BVH_UNDECIDED_MAX && hit_bvh_resolve_any(traversal))
                return true;
            hit_bvh_add_undecided(traversal, block << 3 | lowest_bit(candidates));
        }
    }
    return false;
}

// `coherent` is a constant.
SIMD_INLINE bool traverse_any(hit_bvh_traversal* traversal, bool coherent)
{
    const hit_bvh* bvh = traversal->bvh;
    uint32_t waiting[HIT_BVH_STACK_SIZE], size = 1;

    waiting[0] = 0;
    while (size != 0) {
        uint32_t ref = waiting[--size];
        if (!(ref & HIT_BVH_LEAF)) {
            const slabs s = slabs_make(opaque_pointer(&traversal->prepared));
            const f32x8 limit = f32x8_splat(traversal->prepared.t_max);
            do {
                const hit_bvh_node* node = &bvh->nodes[ref];
                f32x8 enter;
                if (!coherent)
                    hit_bvh_prefetch_blocks(bvh, ref);
                const unsigned hits = test_node(node, &s, limit, &enter).bits;
                if (hits != 0) {
                    // Children are in descending order of area, and the largest is the likeliest to have a hit in it.
                    compact_refs(hits, node->ref, waiting + size);
                    size += count_bits(hits) - 1;
                    HIT_ASSERT(size + 8 <= HIT_BVH_STACK_SIZE);
                    ref = coherent ? ref_by_branches(node->ref, lowest_bit(hits)) : node->ref[lowest_bit(hits)];
                    if (size != 0)
                        prefetch(bvh, waiting[size - 1]);
                } else if (size == 0)
                    return traversal->undecided_count != 0 && hit_bvh_resolve_any(traversal);
                else
                    ref = waiting[--size];
            } while (!(ref & HIT_BVH_LEAF));
        }
        if (test_leaf_any(traversal, ref))
            return true;
    }
    return traversal->undecided_count != 0 && hit_bvh_resolve_any(traversal);
}

// Give a triangle that may be hit to the visitor, unless it is out. False when that has enough.
static SIMD_NOINLINE bool visit_triangle_candidate(hit_bvh_candidate_visitor* visitor, uint32_t slot)
{
    hit_bvh_double_hit found;
    const hit_verdict verdict = test_triangle_double(visitor->bvh, visitor->ray, slot, &found);

    if (verdict == HIT_VERDICT_MISS || (verdict == HIT_VERDICT_HIT && found.low > visitor->limit_exact))
        return true;
    if (verdict == HIT_VERDICT_HIT && found.rounded)
        return visitor->take_hit(visitor, &found);
    return visitor->take(visitor, slot >> 3, 1u << (slot & 7u));
}

// Give the triangles of a leaf that may be hit to the visitor. False when it has enough.
SIMD_INLINE bool visit_leaf_candidates(hit_bvh_candidate_visitor* visitor, uint32_t ref)
{
    const uint32_t begin = ref & HIT_BVH_BLOCK_INDEX, blocks = hit_bvh_ref_blocks(ref);

    for (uint32_t block = begin; block < begin + blocks; block++) {
        unsigned candidates = block_candidates(&visitor->bvh->blocks[block], &visitor->prepared);
        for (; candidates != 0; candidates &= candidates - 1)
            if (!visit_triangle_candidate(visitor, block << 3 | lowest_bit(candidates)))
                return false;
    }
    return true;
}

// One pass of a traversal that meets each triangle once. False when the visitor has enough.
SIMD_INLINE bool traverse_each(hit_bvh_candidate_visitor* visitor, const hit_bvh_pass* pass, hit_bvh_work* work)
{
    const hit_bvh* bvh = visitor->bvh;
    const slabs s = slabs_make(&visitor->prepared);
    uint32_t ref = pass->root;
    stack waiting;

    waiting.size = 0;
    for (;;) {
        if (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            ordered_children ordered;
            f32x8 enter;
            hit_bvh_prefetch_blocks(bvh, ref);
            order_children(&ordered, node->order[s.octant], node->ref);
            count_visit(work, ref);
            const child_hits hits = test_node(node, &s, f32x8_splat(visitor->limit), &enter);
            if (hits.bits != 0) {
                ref = (hits.bits & (hits.bits - 1)) == 0
                          ? only_child(node, hits, false)
                          : push_in_order(bvh, &waiting, node, s.octant, &ordered, hits, enter, false);
                continue;
            }
        } else if (!hit_bvh_pass_skips(pass, ref)) {
            count_visit(work, ref);
            if (!visit_leaf_candidates(visitor, ref))
                return false;
        }
        if (!pop(&waiting, visitor->limit, &ref))
            return true;
    }
}

SIMD_INLINE hit_bvh_answer find_each(hit_bvh_candidate_visitor* visitor, hit_bvh_work* work)
{
    const hit_bvh* bvh = visitor->bvh;
    hit_bvh_pass pass = hit_bvh_pass_first(bvh);

    if (!make_ray(bvh, visitor->ray, &visitor->prepared))
        return HIT_BVH_UNDECIDED;
    visitor->limit = visitor->prepared.t_max;
    while (traverse_each(visitor, &pass, work) && hit_bvh_pass_next(bvh, &pass))
        ;
    return HIT_BVH_YES;
}

#if defined(KERNEL)

static hit_bvh_answer KERNEL(first)(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit)
{
    return find_first(bvh, ray, hit, NULL);
}

static SIMD_NOINLINE bool traverse_any_coherent(hit_bvh_traversal* traversal)
{
    return traverse_any(traversal, true);
}

static hit_bvh_answer KERNEL(any)(const hit_bvh* bvh, const hit_ray* ray)
{
    hit_bvh_traversal traversal;
    if (!make_ray(bvh, ray, &traversal.prepared))
        return HIT_BVH_UNDECIDED;
    hit_bvh_traversal_begin(&traversal, bvh, ray);
    if (is_coherent_with_previous(ray, bvh->header->max_abs) ? traverse_any_coherent(&traversal)
                                                             : traverse_any(&traversal, false))
        return HIT_BVH_YES;
    return HIT_BVH_NO;
}

static hit_bvh_answer KERNEL(each)(hit_bvh_candidate_visitor* visitor)
{
    return find_each(visitor, NULL);
}

#endif

#endif
