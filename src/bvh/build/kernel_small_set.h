// The builder's kernel for small sets: bins and the best split at once. Part of kernel_bins.h.
//
// The boxes of four bins along each of three axes fit in registers of AVX2, two in one: each primref is joined to all
// of them, as nothing to those that it is not in. So nothing waits for what was stored a moment ago, as with bins in
// memory. Without such registers it is these, with the same result.
#ifndef HITSCAN_BVH_BUILD_KERNEL_SMALL_SET_H
#define HITSCAN_BVH_BUILD_KERNEL_SMALL_SET_H

#include "bvh/build/kernel.h"
#include "simd/u16x8.h"
#include "simd/u16x16.h"

#if defined(HIT_SIMD_AVX2)

// The boxes of bins 0 and 1, and of 2 and 3, along each axis.
typedef struct small_set_boxes {
    __m256i bins[3][2];
} small_set_boxes;

// Join a primref, twice in `s`, to the bins that it is in, twice in `at`.
BUILD_INLINE void small_set_add(__m256i s, __m256i at, small_set_boxes* boxes)
{
    const __m256i bins[2] = {i32x4_combine(_mm_setzero_si128(), _mm_set1_epi32(1)),
                             i32x4_combine(_mm_set1_epi32(2), _mm_set1_epi32(3))};
    const __m256i axis[3] = {_mm256_shuffle_epi32(at, 0x00), _mm256_shuffle_epi32(at, 0x55),
                             _mm256_shuffle_epi32(at, 0xaa)};

    for (int k = 0; k < 3; k++)
        for (int b = 0; b < 2; b++) {
            const __m256i in = _mm256_and_si256(s, _mm256_cmpeq_epi32(axis[k], bins[b]));
            boxes->bins[k][b] = _mm256_max_epu16(boxes->bins[k][b], in);
        }
}

// Join two primrefs, or the first of them only. The numbers of primrefs in the bins of an axis are the bytes of one
// whole number: there are few.
BUILD_INLINE void small_set_add_two(u16x8_pair s, i32x4 low, f32x4 scale, bool both, small_set_boxes* boxes,
                                    i32x4* counts)
{
    const __m256i at = u16x8_pair_bins(s, low, scale);
    const __m256i ones = _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_slli_epi32(at, 3));

    *counts = i32x4_add(*counts, i32x4_pair_low(ones));
    small_set_add(_mm256_permute2x128_si256(s, s, 0x00), _mm256_permute2x128_si256(at, at, 0x00), boxes);
    if (!both)
        return;
    *counts = i32x4_add(*counts, i32x4_pair_high(ones));
    small_set_add(_mm256_permute2x128_si256(s, s, 0x11), _mm256_permute2x128_si256(at, at, 0x11), boxes);
}

// The boxes of both sides of the splits before bins 1, 2 and 3, along each axis.
BUILD_INLINE void small_set_sides(const small_set_boxes* boxes, u16x8_pair split[3][3])
{
    for (int k = 0; k < 3; k++) {
        const u16x8 first = u16x8_pair_low(boxes->bins[k][0]), second = u16x8_pair_high(boxes->bins[k][0]);
        const u16x8 third = u16x8_pair_low(boxes->bins[k][1]), last = u16x8_pair_high(boxes->bins[k][1]);
        const u16x8 two = u16x8_max(first, second), other_two = u16x8_max(third, last);
        split[0][k] = u16x8_combine(first, u16x8_max(second, other_two));
        split[1][k] = u16x8_combine(two, other_two);
        split[2][k] = u16x8_combine(u16x8_max(two, third), last);
    }
}

static build_split split_small_set(const build_primref* f, const build_set* set, build_bins* bins)
{
    const int32_t first[4] = {set->centroid_low[0], set->centroid_low[1], set->centroid_low[2], 0};
    const i32x4 low = i32x4_load(first);
    best_splits best = no_splits();
    i32x4 counts = i32x4_splat(0);
    u16x8_pair both[3][3];
    small_set_boxes boxes;
    build_split split;
    f32x4 scale;

    HIT_ASSERT(set->count <= BUILD_SMALL_SET && bins->count == 4);
    scale_bins(set, bins);
    scale = f32x4_load(bins->scale);
    for (int k = 0; k < 3; k++)
        boxes.bins[k][0] = boxes.bins[k][1] = _mm256_setzero_si256();
    for (uint32_t i = 0; i + 1 < set->count; i += 2)
        small_set_add_two(u16x8_combine(u16x8_load(&f[i]), u16x8_load(&f[i + 1])), low, scale, true, &boxes, &counts);
    if (set->count & 1) {
        const u16x8 last = u16x8_load(&f[set->count - 1]);
        small_set_add_two(u16x8_combine(last, last), low, scale, false, &boxes, &counts);
    }
    small_set_sides(&boxes, both);
    // Byte b becomes the sum of bytes 0 to b: the primrefs before bin b + 1.
    counts = _mm_mullo_epi32(counts, _mm_set1_epi32(0x01010101));
    for (int b = 0; b < 3; b++) {
        consider(both[b], _mm_and_si128(counts, _mm_set1_epi32(255)), set, bins->blocks_per_prim, (unsigned)b + 1,
                 &best);
        counts = _mm_srli_epi32(counts, 8);
    }
    split = cheapest(&best);
    if (split.left != 0) {
        u16x8_store(bins->left, u16x8_pair_low(both[split.bin - 1][split.axis]));
        u16x8_store(bins->right, u16x8_pair_high(both[split.bin - 1][split.axis]));
    }
    return split;
}

#else

static build_split split_small_set(const build_primref* f, const build_set* set, build_bins* bins)
{
    fill_bins(f, set, 3, bins);
    return best_split(set, bins);
}

#endif

#endif
