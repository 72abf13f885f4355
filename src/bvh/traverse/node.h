// What the kernels share: the test of a node, and the stack of a traversal. Written once over src/simd, compiled for
// each instruction set.
//
// A traversal. A node's eight boxes are tested at once. Nothing hit: take the next from the stack. One hit: go on there
// without touching the stack. More: go on with the first one in the order of the node (bvh/build/child_order.h), keep
// the others with the distance as key, so that they can be dropped when something nearer has been found meanwhile. (I.
// Wald et al., Getting rid of packets, 2008; M. Ernst and G. Greiner, Multi bounding volume hierarchies, 2008.)
//
// Bounds of the node test. u = 2^-24, o and d the ray's origin and direction on an axis, r = fl(1/d), M the tree's
// max_abs, |plane| <= M. The plane is truly crossed at (plane - o)/d. Computed, with or without fused operations, it is
// fl(fl(plane·r) - fl(o·r)): off by at most 4u·|r|·(|plane| + |o|). make_ray adds 8u·|r|·(|o| + M) to the offsets,
// outward, and that covers it, its own roundings included; M is at least 2^-60 there, which covers roundings of
// denormals. Where |d| is less than 2^-24 of the largest component it is replaced by that: the ray moves along the axis
// by less than 2^-24·T while |t| <= T = |o'| + M, the largest t at which it can be inside the bounds (o' along the
// largest component); 8u·(largest |o| + M) covers that too.
//
// Where a ray is in a box is compared by the bits of t (f32x8_max_nonneg and so on), which is right although planes are
// crossed at negative t, too. No t of interest is negative: `first` is 0 or more, and never -0, and a box is not
// entered before it. A box that is left at a negative t, or at -0, is not hit: for one that is hit, the far planes are
// computed to be crossed after the truth, which is not below 0, by a third of the pad or more. A limit is never -0
// either, as 0 or something positive is added to all of them; where it is negative, or a NaN (of a ray that begins and
// ends at -inf), nothing can be hit. Planes give no NaN: inverses are finite and not 0, so that the infinite planes of
// empty children stay so.
//
// Traversals take a `work` to count what they visit in. The kernels give NULL, a constant: nothing is left of the
// counting after inlining.
//
// Part of the kernels: see triangles.h and boxes.h.
#ifndef HITSCAN_BVH_NODE_H
#define HITSCAN_BVH_NODE_H

#include "bvh/traverse/leaf_prefetch.h"
#include "bvh/traverse/coherence.h"
#include "bvh/traverse/ray_setup.h"
#include "bvh/traverse/child_hits.h"

typedef struct stack {
    uint32_t size;
    uint32_t key[HIT_BVH_STACK_SIZE];
    uint32_t ref[HIT_BVH_STACK_SIZE];
} stack;

// The ray in registers: for nodes.
typedef struct slabs {
    f32x8 inverse[3], near_offset[3], far_offset[3], t_min;
    size_t plane[6]; // near and far x, y, z
    uint32_t octant;
} slabs;

// hit_bvh_prefetch for trees of triangles.
SIMD_INLINE void prefetch(const hit_bvh* bvh, uint32_t ref)
{
    if (ref & HIT_BVH_LEAF)
        hit_prefetch(&bvh->blocks[ref & HIT_BVH_BLOCK_INDEX], sizeof *bvh->blocks);
    else
        hit_prefetch(&bvh->nodes[ref], sizeof *bvh->nodes);
}

SIMD_INLINE slabs slabs_make(const hit_bvh_ray* ray)
{
    slabs s;
    for (int k = 0; k < 3; k++) {
        s.inverse[k] = f32x8_splat(ray->inverse[k]);
        s.near_offset[k] = f32x8_splat(ray->near_offset[k]);
        s.far_offset[k] = f32x8_splat(ray->far_offset[k]);
    }
    for (int k = 0; k < 6; k++)
        s.plane[k] = ray->plane[k];
    s.octant = ray->octant;
    s.t_min = f32x8_splat(ray->t_min);
    return s;
}

// Eight floats so many bytes after the beginning.
SIMD_INLINE f32x8 f32x8_load_at(const void* begin, size_t bytes)
{
    return f32x8_load_aligned((const float*)(const void*)((const char*)begin + bytes));
}

// Which boxes are crossed between `first` and `last`, and where they are entered. The offsets are those of the planes
// that the ray crosses first and last: padded outward, no box is lost; inward, which is the other way round, none is
// added.
SIMD_INLINE f32x8_mask cross_slabs(const hit_bvh_node* node, const slabs* s, const f32x8* near_offset,
                                   const f32x8* far_offset, f32x8 first, f32x8 last, f32x8* enter)
{
    const f32x8 x0 = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[0]), s->inverse[0], near_offset[0]);
    const f32x8 x1 = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[1]), s->inverse[0], far_offset[0]);
    const f32x8 y0 = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[2]), s->inverse[1], near_offset[1]);
    const f32x8 y1 = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[3]), s->inverse[1], far_offset[1]);
    const f32x8 z0 = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[4]), s->inverse[2], near_offset[2]);
    const f32x8 z1 = f32x8_mul_sub(f32x8_load_at(node->plane, s->plane[5]), s->inverse[2], far_offset[2]);
    *enter = f32x8_max_nonneg(f32x8_max_nonneg(x0, y0), f32x8_max_nonneg(z0, first));
    return f32x8_le_nonneg(*enter, f32x8_min_nonneg(f32x8_min_nonneg(x1, y1), f32x8_min_nonneg(z1, last)));
}

// Which boxes may be hit, and where they are entered at the earliest.
SIMD_INLINE child_hits test_node(const hit_bvh_node* node, const slabs* s, f32x8 limit, f32x8* enter)
{
    return child_hits_from_mask(cross_slabs(node, s, s->near_offset, s->far_offset, s->t_min, limit, enter));
}

// The one child that is hit. With `coherent`, by branches: see coherence.h.
SIMD_INLINE uint32_t only_child(const hit_bvh_node* node, child_hits hits, bool coherent)
{
    const unsigned child = lowest_bit(hits.bits);
    HIT_ASSERT((hits.bits & (hits.bits - 1)) == 0);
    return coherent ? ref_by_branches(node->ref, child) : node->ref[child];
}

// Push the children that are hit, two or more, but for the first in the order of the node, which is returned.
SIMD_INLINE uint32_t push_in_order(const hit_bvh* bvh, stack* waiting, const hit_bvh_node* node, uint32_t octant,
                                   const ordered_children* ordered, child_hits hits, f32x8 enter, bool coherent)
{
    const uint32_t first = coherent ? ref_by_branches(node->ref, first_hit_child(ordered, node->order[octant], hits))
                                    : first_hit_ref(ordered, hits);
    compact_hits_in_order(ordered, hits, enter, waiting->key + waiting->size, waiting->ref + waiting->size);
    waiting->size += count_bits(hits.bits) - 1;
    HIT_ASSERT(waiting->size > 0 && waiting->size + 8 <= HIT_BVH_STACK_SIZE);
    prefetch(bvh, waiting->ref[waiting->size - 1]);
    return first;
}

// The same by distance, for the trees of scenes, which have no orders: the nearest is returned. Which of two is nearer
// is as good as random, so there is no branch on it; of more, the nearest is found first, since the traversal waits for
// it, and then the others are sorted.
SIMD_INLINE uint32_t push_by_distance(stack* waiting, const uint32_t* ref, child_hits hits, f32x8 enter, bool coherent)
{
    const unsigned first = lowest_bit(hits.bits), rest = hits.bits & (hits.bits - 1), second = lowest_bit(rest);
    if ((rest & (rest - 1)) == 0) {
        _Alignas(32) float distance[8];
        f32x8_store_aligned(distance, enter);
        const uint32_t one = bits_of(distance[first]), two = bits_of(distance[second]);
        const unsigned swap = (first ^ second) & (0u - (unsigned)(two < one));
        const unsigned far_child = second ^ swap;
        waiting->key[waiting->size] = two < one ? one : two;
        waiting->ref[waiting->size] = ref[far_child];
        waiting->size++;
        return coherent ? ref_by_branches(ref, first ^ swap) : ref[first ^ swap];
    }
    const unsigned child = nearest_child(enter, hits);
    const uint32_t nearest = coherent ? ref_by_branches(ref, child) : ref[child];
    sort_hits_by_distance(enter, hits, ref, waiting->key + waiting->size, waiting->ref + waiting->size);
    waiting->size += count_bits(hits.bits) - 1;
    HIT_ASSERT(waiting->size + 8 <= HIT_BVH_STACK_SIZE);
    return nearest;
}

// Note that a node, or the blocks of a leaf of triangles, are about to be tested. `work` may be NULL.
SIMD_INLINE void count_visit(hit_bvh_work* work, uint32_t ref)
{
    if (work == NULL)
        return;
    if (!(ref & HIT_BVH_LEAF))
        work->nodes++;
    else
        work->leaves += hit_bvh_ref_blocks(ref);
}

// Take the next from the stack that is not after the limit. False when there is none.
SIMD_INLINE bool pop(stack* waiting, float limit, uint32_t* ref)
{
    // The lowest bits of a key may hold its child.
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

#endif
