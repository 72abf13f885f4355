// The builder's kernel for large sets: partitions a set, and fills the bins of both sides on the way. Part of
// kernel_bins.h.
//
// The boxes of both sides and the bounds of their centroids are known before the set is partitioned, so each primref
// can go into the bins of its side while it is at hand. Neighbours tend to fall into the same bin, and would wait for
// each other: there are two sets of bins, for every other primref. Without AVX2, or registers of 64 bits, it is one
// after the other, with the same result.
#ifndef HITSCAN_BVH_BUILD_KERNEL_PARTITION_H
#define HITSCAN_BVH_BUILD_KERNEL_PARTITION_H

#include "bvh/build/kernel.h"
#include "simd/u16x8.h"
#include "simd/u16x16.h"

#if defined(HIT_SIMD_AVX2) && defined(__x86_64__)

// Each side has bins along two axes. In these vectors, twice the same four numbers for two primrefs, the first two are
// for the left side and the others for the right one: the bin of a primref is found for both sides at once.
typedef struct partition_lookup {
    __m256i centroids; ///< which bytes of the centroids
    __m256i low;
    __m256 scale;
    __m256i offset;   ///< of the first bin along the axis, in bytes
    __m256i deciding; ///< which bytes of the centroids are the one along the axis of the split
    __m256i plane;
} partition_lookup;

BUILD_INLINE partition_lookup partition_lookup_make(unsigned axis, uint32_t plane, const build_set side[2],
                                                    const unsigned skip[2], const build_bins bins[2])
{
    _Alignas(16) uint8_t centroids[16], deciding[16];
    int32_t low[4], offset[4];
    float scale[4];
    partition_lookup lookup;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = skip[i / 2], at = i % 2 ? (k == 2 ? 1 : 2) : (k == 0 ? 1 : 0);
        low[i] = side[i / 2].centroid_low[at];
        scale[i] = bins[i / 2].scale[at];
        offset[i] = (int32_t)(i / 2 * sizeof *bins + at * sizeof bins->side[0][0]);
        for (unsigned b = 0; b < 4; b++) {
            centroids[4 * i + b] = (uint8_t)(b < 2 ? 2 * at + b : 0x80);
            deciding[4 * i + b] = (uint8_t)(b < 2 ? 2 * axis + b : 0x80);
        }
    }
    lookup.centroids = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i*)(const void*)centroids));
    lookup.deciding = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i*)(const void*)deciding));
    lookup.low = _mm256_broadcastsi128_si256(i32x4_load(low));
    lookup.offset = _mm256_broadcastsi128_si256(i32x4_load(offset));
    lookup.scale = f32x4_combine(f32x4_load(scale), f32x4_load(scale));
    lookup.plane = _mm256_set1_epi32((int32_t)plane);
    return lookup;
}

// Add a box to the bins at two offsets of 32 bits.
BUILD_INLINE void partition_add_to_bins(u16x8 s, uint64_t offsets, unsigned char* bins)
{
    unsigned char *one = bins + (uint32_t)offsets, *other = bins + (offsets >> 32);
    u16x8_store(one, u16x8_count_one(u16x8_max(u16x8_load(one), s)));
    u16x8_store(other, u16x8_count_one(u16x8_max(u16x8_load(other), s)));
}

// Put a primref to the left ones, which end at `left`, or to the right ones, which begin there and have a gap at `at`.
BUILD_INLINE void partition_put(u16x8 s, build_primref* left, build_primref* at)
{
    u16x8_store(at, u16x8_load(left));
    u16x8_store(left, s);
}

// Take two primrefs, or one that is there twice. Returns the end of the left ones.
BUILD_INLINE build_primref* partition_take(const partition_lookup* p, u16x8_pair s, bool both, build_primref* at,
                                           build_primref* left, unsigned char* bins, unsigned char* others)
{
    const __m256i least = _mm256_xor_si256(s, _mm256_set1_epi32(-1)), most = _mm256_srli_si256(s, 6);
    const __m256i centroid = _mm256_avg_epu16(least, most);
    const __m256i goes_left = _mm256_cmpgt_epi32(p->plane, _mm256_shuffle_epi8(centroid, p->deciding));
    const __m256i distance = _mm256_sub_epi32(_mm256_shuffle_epi8(centroid, p->centroids), p->low);
    const __m256i bin = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(distance), p->scale));
    const __m256i offsets = _mm256_add_epi32(_mm256_slli_epi32(bin, 6), p->offset);
    const __m256i chosen = _mm256_blendv_epi8(_mm256_shuffle_epi32(offsets, 0x4e), offsets, goes_left);
    const unsigned bits = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(goes_left));
    const u16x8_pair box = u16x8_pair_without_id(s);

    partition_put(u16x8_pair_low(s), left, at);
    left += bits & 1u;
    partition_add_to_bins(u16x8_pair_low(box), (uint64_t)_mm_cvtsi128_si64(i32x4_pair_low(chosen)), bins);
    if (!both)
        return left;
    partition_put(u16x8_pair_high(s), left, at + 1);
    left += bits >> 4 & 1u;
    partition_add_to_bins(u16x8_pair_high(box), (uint64_t)_mm_cvtsi128_si64(i32x4_pair_high(chosen)), others);
    return left;
}

static uint32_t partition_and_bin(build_primref* f, uint32_t count, unsigned axis, uint32_t plane,
                                  const build_set side[2], const unsigned skip[2], build_bins bins[2])
{
    build_bins others[2];
    build_primref* left = f;
    partition_lookup lookup;
    uint32_t i = 0;

    for (int k = 0; k < 2; k++) {
        others[k].count = bins[k].count;
        begin_bins(&side[k], &bins[k]);
        begin_bins(&side[k], &others[k]);
    }
    lookup = partition_lookup_make(axis, plane, side, skip, bins);
    for (; i + 1 < count; i += 2) {
        const u16x8_pair both = _mm256_loadu_si256((const __m256i*)(const void*)&f[i]);
        left = partition_take(&lookup, both, true, &f[i], left, (unsigned char*)bins, (unsigned char*)others);
    }
    if (i < count) {
        const u16x8 last = u16x8_load(&f[i]);
        left = partition_take(&lookup, u16x8_combine(last, last), false, &f[i], left, (unsigned char*)bins, NULL);
    }
    HIT_ASSERT(left >= f && left <= f + count);
    for (int k = 0; k < 2; k++)
        join_bins(&bins[k], &others[k]);
    return (uint32_t)(left - f);
}

#else

static uint32_t partition_and_bin(build_primref* f, uint32_t count, unsigned axis, uint32_t plane,
                                  const build_set side[2], const unsigned skip[2], build_bins bins[2])
{
    build_set left = side[0], right = side[1];

    left.count = partition(f, count, axis, plane);
    right.count = count - left.count;
    fill_bins(f, &left, skip[0], &bins[0]);
    fill_bins(f + left.count, &right, skip[1], &bins[1]);
    return left.count;
}

#endif

#endif
