// The kernels, written once over lanes.h and compiled for each instruction set.
//
// A walk. A node's eight boxes are tested at once. Nothing hit: take the next from the stack. One hit: go on there without
// touching the stack. More: sort by distance, go on with the nearest, keep the others with the distance as key, so that they
// can be dropped when something nearer has been found meanwhile. (I. Wald et al., Getting rid of packets, 2008; M. Ernst and G.
// Greiner, Multi bounding volume hierarchies, 2008.)
//
// Bounds of the node test. u = 2^-24, o and d the ray's origin and direction on an axis, r = fl(1/d), M the tree's reach,
// |plane| <= M. The plane is truly crossed at (plane - o)/d. Computed, with or without fused operations, it is
// fl(fl(plane·r) - fl(o·r)): off by at most 4u·|r|·(|plane| + |o|). hit_bvh_ray_make adds 8u·|r|·(|o| + M) to the offsets, outward, and
// that covers it, its own roundings included. Where |d| is less than 2^-24 of the largest component it is replaced by that: the
// ray moves along the axis by less than 2^-24·T while |t| <= T = |o'| + M, the largest t at which it can be inside the bounds (o' along the
// largest component); 8u·(largest |o| + M) covers that too.
//
// Bounds of the triangle test (S. Woop, C. Benthin, I. Wald, Watertight ray/triangle intersection, 2013, as a filter only). Coordinates relative to
// the origin are sheared so that the ray runs along z: x' = x - (dx/dz)·z. With |dx/dz| <= 1, x' is off by at most 2u|x'| + 4u|z|.
// Let S be the largest extent of a triangle of the block. When the ray hits a triangle, all |x'|, |y'| <= 2S, since the
// projected triangle is at most 2S wide and contains the origin; and |z| <= |zA| + S for all corners. So each x', y' is off by
// 4u|zA| + 8uS, and an edge function, Cx·By - Cy·Bx, by 4·2S times that and 16u·S² for its own roundings:
//     e = 36u·S·(|zA| + 3S) + 2^-80,
// where 2^-80 covers what underflows. A triangle is out when one edge function is below -e and another above e. It is hit for certain
// when all are above e, or all below -e, and all |x'|, |y'| are at most 2S·(1 + 2^-9), computed, which is what the bound rests on.
// Then t = (U·zA + V·zB + W·zC)/(U + V + W)/dz is off by the weights' errors, 3e·S/|det|, and by 11 roundings of (|t·dz| + S).
//
// To be included with HIT_LANES_* and KERNEL(name) defined.
#ifndef HITSCAN_BVH_KERNEL_TRACE_H
#define HITSCAN_BVH_KERNEL_TRACE_H

#include "bvh/kernel.h"
#include "bvh/lanes.h"

// 36u and 14u of the bounds above, and 3.3 for 3.
#define EDGE_ERROR (36.0f * HIT_BVH_ULP)
#define T_ERROR (14.0f * HIT_BVH_ULP)
#define WEIGHT_ERROR 3.3f
#define UNDERFLOW 0x1p-80f

typedef struct stack {
    uint32_t size;
    uint32_t key[HIT_BVH_STACK];
    uint32_t ref[HIT_BVH_STACK];
} stack;

// The ray in registers: for nodes.
typedef struct slabs {
    lanes inverse[3], near_offset[3], far_offset[3], t_min;
    uint32_t near_plane[3];
} slabs;

LANES_INLINE uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

LANES_INLINE float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

LANES_INLINE unsigned lowest_bit(unsigned x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(x);
#else
    unsigned n = 0;
    for (; !(x & 1u); x >>= 1)
        n++;
    return n;
#endif
}

LANES_INLINE unsigned count_bits(unsigned x)
{
    unsigned n = 0;
    for (; x != 0; x &= x - 1)
        n++;
    return n;
}

LANES_INLINE void prefetch(const hit_bvh* bvh, uint32_t ref)
{
#if defined(__GNUC__)
    const char* p =
        ref & HIT_BVH_LEAF ? (const char*)&bvh->blocks[ref & HIT_BVH_BLOCK_INDEX] : (const char*)&bvh->nodes[ref];
    __builtin_prefetch(p);
    __builtin_prefetch(p + 64);
    if (!(ref & HIT_BVH_LEAF)) {
        __builtin_prefetch(p + 128);
        __builtin_prefetch(p + 192);
    }
#else
    (void)bvh;
    (void)ref;
#endif
}

LANES_INLINE slabs slabs_make(const hit_bvh_ray* ray)
{
    slabs s;
    for (int k = 0; k < 3; k++) {
        s.inverse[k] = lanes_all(ray->inverse[k]);
        s.near_offset[k] = lanes_all(ray->near_offset[k]);
        s.far_offset[k] = lanes_all(ray->far_offset[k]);
        s.near_plane[k] = ray->near_plane[k];
    }
    s.t_min = lanes_all(ray->t_min);
    return s;
}

// Which boxes are hit, as bits, and where they are entered.
LANES_INLINE unsigned test_node(const hit_bvh_node* node, const slabs* s, lanes limit, lanes* enter)
{
    const lanes nx = lanes_load(node->plane[s->near_plane[0]]), fx = lanes_load(node->plane[s->near_plane[0] ^ 1u]);
    const lanes ny = lanes_load(node->plane[s->near_plane[1]]), fy = lanes_load(node->plane[s->near_plane[1] ^ 1u]);
    const lanes nz = lanes_load(node->plane[s->near_plane[2]]), fz = lanes_load(node->plane[s->near_plane[2] ^ 1u]);
    const lanes x0 = lanes_mul_sub(nx, s->inverse[0], s->near_offset[0]);
    const lanes y0 = lanes_mul_sub(ny, s->inverse[1], s->near_offset[1]);
    const lanes z0 = lanes_mul_sub(nz, s->inverse[2], s->near_offset[2]);
    const lanes x1 = lanes_mul_sub(fx, s->inverse[0], s->far_offset[0]);
    const lanes y1 = lanes_mul_sub(fy, s->inverse[1], s->far_offset[1]);
    const lanes z1 = lanes_mul_sub(fz, s->inverse[2], s->far_offset[2]);
    *enter = lanes_max(lanes_max(x0, y0), lanes_max(z0, s->t_min));
    return lanes_bits(lanes_at_most(*enter, lanes_min(lanes_min(x1, y1), lanes_min(z1, limit))));
}

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
    const float slope = EDGE_ERROR * extent;

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
    s->error = lanes_mul_add(lanes_abs(s->zA), lanes_all(slope), lanes_all(3.0f * slope * extent + UNDERFLOW));
    s->extent = extent;
    return lanes_bits(lanes_or(lanes_at_most(lanes_negate(s->error), s->low), lanes_at_most(s->high, s->error))) &
           hit_bvh_block_lanes(block);
}

LANES_INLINE lanes largest(lanes a, lanes b, lanes c)
{
    return lanes_max(lanes_max(lanes_abs(a), lanes_abs(b)), lanes_abs(c));
}

// Bounds of t for the triangles that may be hit; which of them are hit for certain, as bits.
LANES_INLINE unsigned bound_hits(const hit_bvh_ray* ray, const sheared* s, lanes* t_low, lanes* t_high)
{
    const lanes zB = lanes_pick(s->z, s->b), zC = lanes_pick(s->z, s->c);
    const lanes iz = lanes_all(ray->inverse_z), shift = lanes_all(ray->shift);
    const lanes wide = lanes_max(largest(s->ax, s->bx, s->cx), largest(s->ay, s->by, s->cy));
    const lanes_mask near_enough = lanes_at_most(wide, lanes_all(2.0f * (1.0f + 0x1p-9f) * s->extent));
    const lanes_mask sure =
        lanes_and(near_enough, lanes_or(lanes_below(s->error, s->low), lanes_below(s->high, lanes_negate(s->error))));
    const lanes inverse = lanes_div(lanes_all(1.0f), lanes_add(lanes_add(s->u, s->v), s->w));
    const lanes sum = lanes_mul_add(s->u, s->zA, lanes_mul_add(s->v, zB, lanes_mul(s->w, zC)));
    const lanes t = lanes_mul(lanes_mul(sum, inverse), iz);
    const float depth = s->extent * fabsf(ray->inverse_z);
    const lanes error =
        lanes_mul_add(lanes_mul(s->error, lanes_abs(inverse)), lanes_all(WEIGHT_ERROR * depth),
                      lanes_mul(lanes_add(lanes_abs(t), lanes_all(depth + ray->shift)), lanes_all(T_ERROR)));
    // Otherwise all that is known is that a hit lies between the corners.
    const lanes ta = lanes_mul(s->zA, iz), tb = lanes_mul(zB, iz), tc = lanes_mul(zC, iz);
    const lanes first = lanes_min(lanes_min(ta, tb), tc), last = lanes_max(lanes_max(ta, tb), tc);
    const lanes margin =
        lanes_mul(lanes_add(lanes_max(lanes_abs(first), lanes_abs(last)), shift), lanes_all(8.0f * HIT_BVH_ULP));
    *t_low = lanes_add(lanes_choose(sure, lanes_sub(t, error), lanes_sub(first, margin)), shift);
    *t_high = lanes_add(lanes_choose(sure, lanes_add(t, error), lanes_add(last, margin)), shift);
    return lanes_bits(sure);
}

// Take the lanes of a block that may be hit into account.
LANES_INLINE void take_hits(hit_bvh_walk* walk, const hit_bvh_ray* ray, uint32_t block, unsigned candidates,
                            const sheared* s, float* limit)
{
    _Alignas(32) float low[8], high[8];
    lanes t_low, t_high;
    const unsigned sure = bound_hits(ray, s, &t_low, &t_high);
    candidates &=
        lanes_bits(lanes_and(lanes_at_most(t_low, lanes_all(*limit)), lanes_at_most(lanes_all(ray->t_min), t_high)));
    if (candidates == 0)
        return;
    lanes_store(low, t_low);
    lanes_store(high, t_high);
    for (; candidates != 0; candidates &= candidates - 1) {
        const unsigned lane = lowest_bit(candidates);
        const bool certain = (sure >> lane & 1u) && low[lane] >= ray->t_first && high[lane] <= ray->t_last;
        if (certain && (walk->best.place == HIT_BVH_NONE || high[lane] < walk->best.low)) {
            walk->best = (hit_bvh_best){block << 3 | lane, low[lane], high[lane]};
        } else if (low[lane] <= *limit) {
            if (walk->doubts == HIT_BVH_DOUBTS) {
                hit_bvh_settle(walk);
                if (walk->best.place != HIT_BVH_NONE && walk->best.high < *limit)
                    *limit = walk->best.high;
            }
            walk->doubt[walk->doubts++] = (hit_bvh_doubt){block << 3 | lane, low[lane]};
        }
        if (certain && high[lane] < *limit)
            *limit = high[lane];
    }
}

// Push the children that are hit, two or more, but for the nearest, which is returned.
LANES_INLINE uint32_t push_children(const hit_bvh* bvh, stack* waiting, const uint32_t* ref, unsigned hits, lanes enter)
{
    const unsigned first = lowest_bit(hits), rest = hits & (hits - 1), second = lowest_bit(rest);
    if ((rest & (rest - 1)) == 0) {
        _Alignas(32) float distance[8];
        lanes_store(distance, enter);
        const bool swapped = distance[second] < distance[first];
        const unsigned far_lane = swapped ? first : second;
        waiting->key[waiting->size] = bits_of(distance[far_lane]);
        waiting->ref[waiting->size] = ref[far_lane];
        if (bvh != NULL)
            prefetch(bvh, ref[far_lane]);
        waiting->size++;
        return ref[swapped ? second : first];
    }
    lanes_order(enter, hits, ref, waiting->key + waiting->size, waiting->ref + waiting->size);
    waiting->size += count_bits(hits) - 1;
    return waiting->ref[waiting->size];
}

// Take the next from the stack that is not after the limit. False when there is none.
LANES_INLINE bool pop(stack* waiting, float limit, uint32_t* ref)
{
    // The lowest bits of a key may hold its lane.
    const uint32_t last = bits_of(limit) | 7u;
    while (waiting->size != 0) {
        waiting->size--;
        if (waiting->key[waiting->size] <= last) {
            *ref = waiting->ref[waiting->size];
            return true;
        }
    }
    return false;
}

static void KERNEL(first)(hit_bvh_walk* walk)
{
    const hit_bvh* bvh = walk->bvh;
    const hit_bvh_ray* ray = &walk->scaled;
    const slabs s = slabs_make(ray);
    float limit = ray->t_max;
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    walk->best.place = HIT_BVH_NONE;
    walk->doubts = 0;
    for (;;) {
        if (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            lanes enter;
            const unsigned hits = test_node(node, &s, lanes_all(limit), &enter);
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
                const unsigned candidates = test_block(&bvh->blocks[block], ray, &triangles);
                if (candidates != 0)
                    take_hits(walk, ray, block, candidates, &triangles, &limit);
            }
        }
        if (!pop(&waiting, limit, &ref))
            return;
    }
}

static bool KERNEL(any)(hit_bvh_walk* walk)
{
    const hit_bvh* bvh = walk->bvh;
    const hit_bvh_ray* ray = &walk->scaled;
    const slabs s = slabs_make(ray);
    const lanes limit = lanes_all(ray->t_max), t_min = lanes_all(ray->t_min);
    const lanes first = lanes_all(ray->t_first), last = lanes_all(ray->t_last);
    uint32_t waiting[HIT_BVH_STACK], size = 0, ref = 0;

    walk->best.place = HIT_BVH_NONE;
    walk->doubts = 0;
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
                sure = bound_hits(ray, &triangles, &low, &high);
                if (candidates & sure & lanes_bits(lanes_and(lanes_at_most(first, low), lanes_at_most(high, last))))
                    return true;
                candidates &= lanes_bits(lanes_and(lanes_at_most(low, limit), lanes_at_most(t_min, high)));
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

static void KERNEL(each)(hit_bvh_sink* sink)
{
    const hit_bvh* bvh = sink->bvh;
    const hit_bvh_ray* ray = &sink->scaled;
    const slabs s = slabs_make(ray);
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    for (;;) {
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
                (void)bound_hits(ray, &triangles, &low, &high);
                candidates &=
                    lanes_bits(lanes_and(lanes_at_most(low, lanes_all(sink->limit)), lanes_at_most(s.t_min, high)));
                if (candidates != 0 && !sink->take(sink, block, candidates))
                    return;
            }
        }
        if (!pop(&waiting, sink->limit, &ref))
            return;
    }
}

// The references of a node of boxes, with the places of boxes in the stead of their numbers.
LANES_INLINE void references(const hit_bvh_node* node, uint32_t index, uint32_t ref[8])
{
    for (uint32_t i = 0; i < HIT_BVH_LANES; i++)
        ref[i] = node->ref[i] & HIT_BVH_LEAF ? HIT_BVH_LEAF | index << 3 | i : node->ref[i];
}

static void KERNEL(first_box)(hit_bvh_walk* walk)
{
    const hit_bvh* bvh = walk->bvh;
    const slabs s = slabs_make(&walk->scaled);
    float limit = walk->scaled.t_max;
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    walk->best.place = HIT_BVH_NONE;
    walk->doubts = 0;
    do {
        while (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            _Alignas(32) uint32_t refs[8];
            lanes enter;
            const unsigned hits = test_node(node, &s, lanes_all(limit), &enter);
            if (hits == 0)
                break;
            references(node, ref, refs);
            ref = (hits & (hits - 1)) == 0 ? refs[lowest_bit(hits)] : push_children(NULL, &waiting, refs, hits, enter);
        }
        if (ref & HIT_BVH_LEAF) {
            const float lower = hit_bvh_settle_box(walk, ref & ~HIT_BVH_LEAF);
            limit = lower < limit ? lower : limit;
        }
    } while (pop(&waiting, limit, &ref));
}

static bool KERNEL(any_box)(hit_bvh_walk* walk)
{
    const hit_bvh* bvh = walk->bvh;
    const slabs s = slabs_make(&walk->scaled);
    const lanes limit = lanes_all(walk->scaled.t_max);
    uint32_t waiting[HIT_BVH_STACK], size = 0;

    waiting[size++] = 0;
    while (size != 0) {
        const uint32_t index = waiting[--size];
        const hit_bvh_node* node = &bvh->nodes[index];
        hit_bvh_spot spot;
        lanes enter;
        unsigned hits = test_node(node, &s, limit, &enter);
        for (; hits != 0; hits &= hits - 1) {
            const uint32_t lane = lowest_bit(hits);
            if (!(node->ref[lane] & HIT_BVH_LEAF))
                waiting[size++] = node->ref[lane];
            else if (hit_bvh_spot_make(bvh, walk->ray, index << 3 | lane, &spot))
                return true;
        }
    }
    return false;
}

static void KERNEL(each_box)(hit_bvh_sink* sink)
{
    const hit_bvh* bvh = sink->bvh;
    const slabs s = slabs_make(&sink->scaled);
    uint32_t ref = 0;
    stack waiting;

    waiting.size = 0;
    do {
        while (!(ref & HIT_BVH_LEAF)) {
            const hit_bvh_node* node = &bvh->nodes[ref];
            _Alignas(32) uint32_t refs[8];
            lanes enter;
            const unsigned hits = test_node(node, &s, lanes_all(sink->limit), &enter);
            if (hits == 0)
                break;
            references(node, ref, refs);
            ref = (hits & (hits - 1)) == 0 ? refs[lowest_bit(hits)] : push_children(NULL, &waiting, refs, hits, enter);
        }
        if ((ref & HIT_BVH_LEAF) && !sink->take(sink, (ref & ~HIT_BVH_LEAF) >> 3, 1u << (ref & 7u)))
            return;
    } while (pop(&waiting, sink->limit, &ref));
}

#define KERNEL_TABLE                                                                                                   \
    {                                                                                                                  \
        KERNEL(first), KERNEL(any), KERNEL(each), KERNEL(first_box), KERNEL(any_box), KERNEL(each_box)                 \
    }

#endif
