// The children of a node that are hit, as bits and masks of f32x8, and the order in which a traversal goes on to them:
// compacted in one of the node's orders, or sorted by distance.
//
// Keys are the bits of distances, which are not negative; their lowest three bits may be those of something else.
#ifndef HITSCAN_SIMD_F32X8_COMPACT_H
#define HITSCAN_SIMD_F32X8_COMPACT_H

#include "simd/f32x8.h"

// Bit i: the reference of child i has this one bit. With HIT_BVH_LEAF: the child is a leaf, or empty. Aligned to 32.
SIMD_INLINE unsigned children_with_bit(const uint32_t ref[8], uint32_t bit)
{
#if defined(HIT_SIMD_AVX2)
    const __m256i all = _mm256_load_si256((const __m256i*)(const void*)ref);
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32(all, 31 - (int)lowest_bit(bit))));
#elif defined(HIT_SIMD_SSE4)
    const __m128i* four = (const __m128i*)(const void*)ref;
    const int up = 31 - (int)lowest_bit(bit);
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(_mm_load_si128(four), up))) |
           (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(_mm_load_si128(four + 1), up))) << 4;
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= (unsigned)((ref[i] & bit) != 0) << i;
    return bits;
#endif
}

#if defined(HIT_SIMD_AVX2)

// Which children are hit: as bits, and as a mask, which is where sorting begins.
typedef struct child_hits {
    unsigned bits;
    __m256i mask;
} child_hits;

SIMD_INLINE child_hits child_hits_from_mask(f32x8_mask mask)
{
    const child_hits hits = {f32x8_mask_bits(mask), _mm256_castps_si256(mask)};
    return hits;
}
SIMD_INLINE child_hits child_hits_from_bits(unsigned bits)
{
    const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const child_hits hits = {bits, _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)bits), bit), bit)};
    return hits;
}

// Bits of distances, with the number of the child in the lowest three.
SIMD_INLINE __m256i distance_keys(f32x8 distance)
{
    return _mm256_or_si256(_mm256_andnot_si256(_mm256_set1_epi32(7), _mm256_castps_si256(distance)),
                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

// The child, of those that are hit, with the least distance; the lowest bits of distances may be ignored.
SIMD_INLINE unsigned nearest_child(f32x8 distance, child_hits hits)
{
    const __m256i k = _mm256_or_si256(distance_keys(distance), _mm256_xor_si256(hits.mask, _mm256_set1_epi32(-1)));
    __m128i least = _mm_min_epu32(_mm256_castsi256_si128(k), _mm256_extracti128_si256(k, 1));
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0x4e));
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0xb1));
    return (unsigned)_mm_cvtsi128_si32(least) & 7u;
}

// One step of a sorting network: each lane is compared with that of `partner`; lanes of `keep_low` keep the smaller of
// the two, the others the larger.
#define SORT_EXCHANGE(keys, partner, keep_low)                                                                         \
    _mm256_blend_epi32(_mm256_max_epi32((keys), (partner)), _mm256_min_epi32((keys), (partner)), (keep_low))

// Sort the children that are hit by distance, the farthest first: their keys and their references. There is room for
// eight of both. Here, the keys of other children are 0 and so come last. Batcher's bitonic network.
SIMD_INLINE void sort_hits_by_distance(f32x8 distance, child_hits hits, const uint32_t* ref, uint32_t* keys_out,
                                       uint32_t* refs_out)
{
    __m256i k = _mm256_and_si256(distance_keys(distance), hits.mask);
    k = SORT_EXCHANGE(k, _mm256_shuffle_epi32(k, 0xb1), 0x66);
    k = SORT_EXCHANGE(k, _mm256_shuffle_epi32(k, 0x4e), 0x3c);
    k = SORT_EXCHANGE(k, _mm256_shuffle_epi32(k, 0xb1), 0x5a);
    k = SORT_EXCHANGE(k, _mm256_permute2x128_si256(k, k, 1), 0xf0);
    k = SORT_EXCHANGE(k, _mm256_shuffle_epi32(k, 0x4e), 0xcc);
    k = SORT_EXCHANGE(k, _mm256_shuffle_epi32(k, 0xb1), 0xaa);
    _mm256_storeu_si256((__m256i*)(void*)keys_out, k);
    _mm256_storeu_si256((__m256i*)(void*)refs_out,
                        _mm256_permutevar8x32_epi32(_mm256_load_si256((const __m256i*)(const void*)ref), k));
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
    const __m256i all = _mm256_load_si256((const __m256i*)(const void*)ref);
    _mm256_storeu_si256((__m256i*)(void*)refs_out,
                        _mm256_permutevar8x32_epi32(all, f32x8_unpack_slots(compaction_table[child_bits])));
}

// References in an order (layout.h).
typedef struct ordered_children {
    _Alignas(32) uint32_t ref[8];
    __m256i child;
} ordered_children;

SIMD_INLINE void order_children(ordered_children* ordered, uint32_t order, const uint32_t* ref)
{
    ordered->child = f32x8_unpack_slots(order);
    _mm256_store_si256(
        (__m256i*)(void*)ordered->ref,
        _mm256_permutevar8x32_epi32(_mm256_load_si256((const __m256i*)(const void*)ref), ordered->child));
}

// Which ranks of an order are hit, as bits.
SIMD_INLINE unsigned hit_order_ranks(const ordered_children* ordered, child_hits hits)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(hits.mask, ordered->child)));
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
    const __m256i rank = f32x8_unpack_slots(compaction_table[hit_order_ranks(ordered, hits)]);
    const __m256i key = _mm256_permutevar8x32_epi32(_mm256_castps_si256(distance), ordered->child);
    const __m256i ref = _mm256_load_si256((const __m256i*)(const void*)ordered->ref);

    _mm256_storeu_si256((__m256i*)(void*)keys_out, _mm256_permutevar8x32_epi32(key, rank));
    _mm256_storeu_si256((__m256i*)(void*)refs_out, _mm256_permutevar8x32_epi32(ref, rank));
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
    f32x8_store(from, distance);
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
    f32x8_store(from, distance);
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

    f32x8_store(from, distance);
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
