// The children of a node that are hit, as bits and masks of f32x8, and the order in which a traversal goes on to them:
// compacted in one of the node's orders, or sorted by distance.
//
// Keys are the bits of distances, which are not negative; their lowest three bits may be those of something else.
#ifndef HITSCAN_BVH_CHILD_HITS_H
#define HITSCAN_BVH_CHILD_HITS_H

#include "simd/simd.h"

// Bit i: the reference of child i has this one bit. With HIT_BVH_LEAF: the child is a leaf, or empty. Aligned to 32.
SIMD_INLINE unsigned children_with_bit(const uint32_t ref[8], uint32_t bit)
{
#if defined(HIT_SIMD_WIDE)
    return i32x8_signs(i32x8_shift_left(i32x8_load_aligned(ref), 31 - (int)lowest_bit(bit)));
#elif defined(HIT_SIMD_REGISTERS)
    const int32_t* numbers = (const int32_t*)ref;
    const int up = 31 - (int)lowest_bit(bit);
    return i32x4_signs(i32x4_shift_left(i32x4_load(numbers), up)) |
           i32x4_signs(i32x4_shift_left(i32x4_load(numbers + 4), up)) << 4;
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= (unsigned)((ref[i] & bit) != 0) << i;
    return bits;
#endif
}

#if defined(HIT_SIMD_WIDE)

// Which children are hit: as bits, and as a mask, which is where sorting begins.
typedef struct child_hits {
    unsigned bits;
    i32x8 mask;
} child_hits;

SIMD_INLINE child_hits child_hits_from_mask(f32x8_mask mask)
{
    const child_hits hits = {f32x8_mask_bits(mask), i32x8_of_mask(mask)};
    return hits;
}
SIMD_INLINE child_hits child_hits_from_bits(unsigned bits)
{
    static const _Alignas(32) int32_t each[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const i32x8 bit = i32x8_load_aligned(each);
    const child_hits hits = {bits, i32x8_eq(i32x8_and(i32x8_splat((int32_t)bits), bit), bit)};
    return hits;
}

// Bits of distances, with the number of the child in the lowest three.
SIMD_INLINE i32x8 distance_keys(f32x8 distance)
{
    return i32x8_or(i32x8_and_not(i32x8_of_bits(distance), i32x8_splat(7)), i32x8_counting());
}

// The child, of those that are hit, with the least distance; the lowest bits of distances may be ignored.
SIMD_INLINE unsigned nearest_child(f32x8 distance, child_hits hits)
{
    const i32x8 k = i32x8_or(distance_keys(distance), i32x8_and_not(i32x8_splat(-1), hits.mask));
    i32x4 least = i32x4_min_unsigned(i32x8_low(k), i32x8_high(k));
    least = i32x4_min_unsigned(least, i32x4_shuffle(least, 2, 3, 0, 1));
    least = i32x4_min_unsigned(least, i32x4_shuffle(least, 1, 0, 3, 2));
    return i32x4_extract(least, 0) & 7u;
}

// One step of a sorting network: each lane is compared with that of `partner`; lanes of `keep_low` keep the smaller of
// the two, the others the larger.
#define SORT_EXCHANGE(keys, partner, keep_low) i32x8_blend(i32x8_max(keys, partner), i32x8_min(keys, partner), keep_low)

// Sort the children that are hit by distance, the farthest first: their keys and their references. There is room for
// eight of both. Here, the keys of other children are 0 and so come last. Batcher's bitonic network.
SIMD_INLINE void sort_hits_by_distance(f32x8 distance, child_hits hits, const uint32_t* ref, uint32_t* keys_out,
                                       uint32_t* refs_out)
{
    i32x8 k = i32x8_and(distance_keys(distance), hits.mask);
    k = SORT_EXCHANGE(k, i32x8_shuffle(k, 1, 0, 3, 2), 0x66);
    k = SORT_EXCHANGE(k, i32x8_shuffle(k, 2, 3, 0, 1), 0x3c);
    k = SORT_EXCHANGE(k, i32x8_shuffle(k, 1, 0, 3, 2), 0x5a);
    k = SORT_EXCHANGE(k, i32x8_swap_halves(k), 0xf0);
    k = SORT_EXCHANGE(k, i32x8_shuffle(k, 2, 3, 0, 1), 0xcc);
    k = SORT_EXCHANGE(k, i32x8_shuffle(k, 1, 0, 3, 2), 0xaa);
    i32x8_store(keys_out, k);
    i32x8_store(refs_out, i32x8_permute(i32x8_load_aligned(ref), f32x8_slots_of(k)));
}

// The bits of a number that are set, the highest first, three bits each as in an order (layout.h). BITS_n(word, count)
// are those of all numbers below 2^(n + 1), after what `word` has of higher bits already.
#define BITS_0(word, count) (word), (word)
#define BITS_1(word, count) BITS_0(word, count), BITS_0((word) | 1u << 3 * (count), (count) + 1)
#define BITS_2(word, count) BITS_1(word, count), BITS_1((word) | 2u << 3 * (count), (count) + 1)
#define BITS_3(word, count) BITS_2(word, count), BITS_2((word) | 3u << 3 * (count), (count) + 1)
#define BITS_4(word, count) BITS_3(word, count), BITS_3((word) | 4u << 3 * (count), (count) + 1)
#define BITS_5(word, count) BITS_4(word, count), BITS_4((word) | 5u << 3 * (count), (count) + 1)
#define BITS_6(word, count) BITS_5(word, count), BITS_5((word) | 6u << 3 * (count), (count) + 1)
#define BITS_7(word, count) BITS_6(word, count), BITS_6((word) | 7u << 3 * (count), (count) + 1)
static const uint32_t compaction_table[256] = {BITS_7(0u, 0)};

// Write the references of some children, the highest one first. There is room for eight.
SIMD_INLINE void compact_refs(unsigned child_bits, const uint32_t* ref, uint32_t* refs_out)
{
    const f32x8_slots set = f32x8_unpack_slots(compaction_table[child_bits]);
    i32x8_store(refs_out, i32x8_permute(i32x8_load_aligned(ref), set));
}

// References in an order (layout.h).
typedef struct ordered_children {
    _Alignas(32) uint32_t ref[8];
    f32x8_slots child;
} ordered_children;

SIMD_INLINE void order_children(ordered_children* ordered, uint32_t order, const uint32_t* ref)
{
    ordered->child = f32x8_unpack_slots(order);
    i32x8_store_aligned(ordered->ref, i32x8_permute(i32x8_load_aligned(ref), ordered->child));
}

// Which ranks of an order are hit, as bits.
SIMD_INLINE unsigned hit_order_ranks(const ordered_children* ordered, child_hits hits)
{
    return i32x8_signs(i32x8_permute(hits.mask, ordered->child));
}

// The reference of the first child that is hit, of one or more: sooner than compact_hits_in_order has written it.
SIMD_INLINE uint32_t first_hit_ref(const ordered_children* ordered, child_hits hits)
{
    return ordered->ref[lowest_bit(hit_order_ranks(ordered, hits))];
}

// That child, of the order that `ordered` was made with.
SIMD_INLINE unsigned first_hit_child(const ordered_children* ordered, uint32_t order, child_hits hits)
{
    return order >> 3 * lowest_bit(hit_order_ranks(ordered, hits)) & 7u;
}

// ref[child], found by branches on the child, which compilers must keep: a processor that predicts them right has the
// reference before it knows the child.
#if defined(__GNUC__)
#define KEEP_BRANCH() __asm__ volatile("")
#else
#define KEEP_BRANCH() ((void)0)
#endif

SIMD_INLINE uint32_t ref_by_branches_of_two(const uint32_t* ref, unsigned child)
{
    if (child & 1u) {
        KEEP_BRANCH();
        return ref[1];
    }
    KEEP_BRANCH();
    return ref[0];
}
SIMD_INLINE uint32_t ref_by_branches_of_four(const uint32_t* ref, unsigned child)
{
    return child & 2u ? ref_by_branches_of_two(ref + 2, child) : ref_by_branches_of_two(ref, child);
}
SIMD_INLINE uint32_t ref_by_branches(const uint32_t* ref, unsigned child)
{
    return child & 4u ? ref_by_branches_of_four(ref + 4, child) : ref_by_branches_of_four(ref, child);
}

// Write the keys and the references of the children that are hit in an order, the first one last. There is room for
// eight of both.
SIMD_INLINE void compact_hits_in_order(const ordered_children* ordered, child_hits hits, f32x8 distance,
                                       uint32_t* keys_out, uint32_t* refs_out)
{
    const f32x8_slots rank = f32x8_unpack_slots(compaction_table[hit_order_ranks(ordered, hits)]);
    const i32x8 key = i32x8_permute(i32x8_of_bits(distance), ordered->child);

    i32x8_store(keys_out, i32x8_permute(key, rank));
    i32x8_store(refs_out, i32x8_permute(i32x8_load_aligned(ordered->ref), rank));
}

#else

typedef struct child_hits {
    unsigned bits;
} child_hits;

SIMD_INLINE child_hits child_hits_from_mask(f32x8_mask mask)
{
    const child_hits hits = {f32x8_mask_bits(mask)};
    return hits;
}
SIMD_INLINE child_hits child_hits_from_bits(unsigned bits)
{
    const child_hits hits = {bits};
    return hits;
}

SIMD_INLINE unsigned nearest_child(f32x8 distance, child_hits hits)
{
    _Alignas(16) float from[8];
    unsigned nearest = 0;
    uint32_t least = UINT32_MAX;
    f32x8_store_aligned(from, distance);
    for (unsigned i = 0, bits = hits.bits; bits != 0; bits >>= 1, i++) {
        const uint32_t key = (bits_of(from[i]) & ~7u) | i;
        if ((bits & 1u) && key < least) {
            least = key;
            nearest = i;
        }
    }
    return nearest;
}

SIMD_INLINE void sort_hits_by_distance(f32x8 distance, child_hits hits, const uint32_t* ref, uint32_t* keys_out,
                                       uint32_t* refs_out)
{
    _Alignas(16) float from[8];
    int n = 0;
    f32x8_store_aligned(from, distance);
    for (uint32_t i = 0, bits = hits.bits; bits != 0; bits >>= 1, i++) {
        const uint32_t key = (bits_of(from[i]) & ~7u) | i;
        int at = n;
        if (!(bits & 1u))
            continue;
        for (; at > 0 && keys_out[at - 1] < key; at--) {
            keys_out[at] = keys_out[at - 1];
            refs_out[at] = refs_out[at - 1];
        }
        keys_out[at] = key;
        refs_out[at] = ref[i];
        n++;
    }
}

SIMD_INLINE void compact_refs(unsigned child_bits, const uint32_t* ref, uint32_t* refs_out)
{
    for (unsigned left = count_bits(child_bits); child_bits != 0; child_bits &= child_bits - 1)
        refs_out[--left] = ref[lowest_bit(child_bits)];
}

typedef struct ordered_children {
    uint32_t order;
    const uint32_t* ref;
} ordered_children;

SIMD_INLINE void order_children(ordered_children* ordered, uint32_t order, const uint32_t* ref)
{
    ordered->order = order;
    ordered->ref = ref;
}

SIMD_INLINE unsigned first_hit_child(const ordered_children* ordered, uint32_t order, child_hits hits)
{
    (void)ordered;
    while (!(hits.bits >> (order & 7u) & 1u))
        order >>= 3;
    return order & 7u;
}

SIMD_INLINE uint32_t first_hit_ref(const ordered_children* ordered, child_hits hits)
{
    return ordered->ref[first_hit_child(ordered, ordered->order, hits)];
}

// What finds the first child is full of branches already.
SIMD_INLINE uint32_t ref_by_branches(const uint32_t* ref, unsigned child)
{
    return ref[child];
}

SIMD_INLINE void compact_hits_in_order(const ordered_children* ordered, child_hits hits, f32x8 distance,
                                       uint32_t* keys_out, uint32_t* refs_out)
{
    uint32_t order = ordered->order;
    _Alignas(16) float from[8];

    f32x8_store_aligned(from, distance);
    for (unsigned left = count_bits(hits.bits); left != 0; order >>= 3) {
        const unsigned child = order & 7u;
        if (!(hits.bits >> child & 1u))
            continue;
        left--;
        keys_out[left] = bits_of(from[child]);
        refs_out[left] = ordered->ref[child];
    }
}

#endif

#endif
