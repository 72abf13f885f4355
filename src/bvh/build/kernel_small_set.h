// The builder's kernel for small sets: bins and the best split at once. Part of bvh/build/kernel_bins.h.
//
// The boxes of four bins along each of three axes fit in registers of AVX2, two in one: each fragment is joined to all of
// them, to those that it is not in as nothing. So nothing waits for what was stored a moment ago, as with bins in memory.
// Without such registers it is these, with the same result.
#ifndef HITSCAN_BVH_BUILD_KERNEL_FEW_H
#define HITSCAN_BVH_BUILD_KERNEL_FEW_H

#include "bvh/build/kernel.h"
#include "simd/u16x8.h"
#include "simd/u16x16.h"

#if defined(HIT_BUILD_X86) && defined(__AVX2__)

// The boxes of bins 0 and 1, and of 2 and 3, along each axis.
typedef struct few_boxes {
    __m256i bins[3][2];
} few_boxes;

// Join a fragment, twice in `s`, to the bins that it is in, twice in `at`.
BUILD_INLINE void join_few(__m256i s, __m256i at, few_boxes* boxes)
{
    const __m256i bins[2] = {ints_both(_mm_setzero_si128(), _mm_set1_epi32(1)),
                             ints_both(_mm_set1_epi32(2), _mm_set1_epi32(3))};
    const __m256i axis[3] = {_mm256_shuffle_epi32(at, 0x00), _mm256_shuffle_epi32(at, 0x55),
                             _mm256_shuffle_epi32(at, 0xaa)};

    for (int k = 0; k < 3; k++)
        for (int b = 0; b < 2; b++) {
            const __m256i in = _mm256_and_si256(s, _mm256_cmpeq_epi32(axis[k], bins[b]));
            boxes->bins[k][b] = _mm256_max_epu16(boxes->bins[k][b], in);
        }
}

// Join two fragments, or the first of them only. The numbers of fragments in the bins of an axis are the bytes of one
// whole number: there are few.
BUILD_INLINE void join_both(sides_pair s, ints low, four scale, bool both, few_boxes* boxes, ints* counts)
{
    const __m256i at = sides_pair_bins(s, low, scale);
    const __m256i ones = _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_slli_epi32(at, 3));

    *counts = ints_add(*counts, ints_one(ones));
    join_few(_mm256_permute2x128_si256(s, s, 0x00), _mm256_permute2x128_si256(at, at, 0x00), boxes);
    if (!both)
        return;
    *counts = ints_add(*counts, ints_other(ones));
    join_few(_mm256_permute2x128_si256(s, s, 0x11), _mm256_permute2x128_si256(at, at, 0x11), boxes);
}

// The boxes of both sides of the splits before bins 1, 2 and 3, along each axis.
BUILD_INLINE void sides_of_few(const few_boxes* boxes, sides_pair split[3][3])
{
    for (int k = 0; k < 3; k++) {
        const sides first = sides_one(boxes->bins[k][0]), second = sides_other(boxes->bins[k][0]);
        const sides third = sides_one(boxes->bins[k][1]), last = sides_other(boxes->bins[k][1]);
        const sides two = sides_max(first, second), other_two = sides_max(third, last);
        split[0][k] = sides_both(first, sides_max(second, other_two));
        split[1][k] = sides_both(two, other_two);
        split[2][k] = sides_both(sides_max(two, third), last);
    }
}

static build_split split_few(const build_fragment* f, const build_set* set, build_bins* bins)
{
    const int32_t first[4] = {set->middle_low[0], set->middle_low[1], set->middle_low[2], 0};
    const ints low = ints_load(first);
    best_splits best = no_splits();
    ints counts = ints_all(0);
    sides_pair both[3][3];
    few_boxes boxes;
    build_split split;
    four scale;

    scale_bins(set, bins);
    scale = four_load(bins->scale);
    for (int k = 0; k < 3; k++)
        boxes.bins[k][0] = boxes.bins[k][1] = _mm256_setzero_si256();
    for (uint32_t i = 0; i + 1 < set->count; i += 2)
        join_both(sides_both(sides_load(&f[i]), sides_load(&f[i + 1])), low, scale, true, &boxes, &counts);
    if (set->count & 1) {
        const sides last = sides_load(&f[set->count - 1]);
        join_both(sides_both(last, last), low, scale, false, &boxes, &counts);
    }
    sides_of_few(&boxes, both);
    // Byte b becomes the sum of bytes 0 to b: the fragments before bin b + 1.
    counts = _mm_mullo_epi32(counts, _mm_set1_epi32(0x01010101));
    for (int b = 0; b < 3; b++) {
        consider(both[b], _mm_and_si128(counts, _mm_set1_epi32(255)), set, bins->blocks_each, (unsigned)b + 1, &best);
        counts = _mm_srli_epi32(counts, 8);
    }
    split = cheapest(&best);
    if (split.left != 0) {
        sides_store(bins->left, sides_one(both[split.bin - 1][split.axis]));
        sides_store(bins->right, sides_other(both[split.bin - 1][split.axis]));
    }
    return split;
}

#else

static build_split split_few(const build_fragment* f, const build_set* set, build_bins* bins)
{
    fill_bins(f, set, 3, bins);
    return best_split(set, bins);
}

#endif

#endif
