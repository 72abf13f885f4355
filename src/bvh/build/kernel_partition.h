// The builder's kernel for large sets: divides a set, and fills the bins of both sides on the way. Part of
// bvh/build/kernel_bins.h.
//
// The boxes of both sides and the bounds of their middles are known before the set is divided, so each fragment can go
// into the bins of its side while it is at hand. Neighbours tend to fall into the same bin, and would wait for each
// other: there are two sets of bins, for every other fragment. Without AVX2, or registers of 64 bits, it is one after the
// other, with the same result.
#ifndef HITSCAN_BVH_BUILD_KERNEL_AHEAD_H
#define HITSCAN_BVH_BUILD_KERNEL_AHEAD_H

#include "bvh/build/kernel.h"
#include "simd/u16x8.h"
#include "simd/u16x16.h"

#if defined(HIT_BUILD_X86) && defined(__AVX2__) && defined(__x86_64__)

// Each side has bins along two axes. In these vectors, twice the same four numbers for two fragments, the first two are
// for the left side and the others for the right one: where a fragment would fall is found for both sides at once.
typedef struct ahead_places {
    __m256i middles; ///< which bytes of the middles
    __m256i low;
    __m256 scale;
    __m256i offset;   ///< of the first bin along the axis, in bytes
    __m256i deciding; ///< which bytes of the middles are the one along the axis of the split
    __m256i plane;
} ahead_places;

BUILD_INLINE ahead_places ahead_begin(unsigned axis, uint32_t plane, const build_set side[2], const unsigned skip[2],
                                      const build_bins bins[2])
{
    _Alignas(16) uint8_t middles[16], deciding[16];
    int32_t low[4], offset[4];
    float scale[4];
    ahead_places places;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = skip[i / 2], at = i % 2 ? (k == 2 ? 1 : 2) : (k == 0 ? 1 : 0);
        low[i] = side[i / 2].middle_low[at];
        scale[i] = bins[i / 2].scale[at];
        offset[i] = (int32_t)(i / 2 * sizeof *bins + at * sizeof bins->side[0][0]);
        for (unsigned b = 0; b < 4; b++) {
            middles[4 * i + b] = (uint8_t)(b < 2 ? 2 * at + b : 0x80);
            deciding[4 * i + b] = (uint8_t)(b < 2 ? 2 * axis + b : 0x80);
        }
    }
    places.middles = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i*)(const void*)middles));
    places.deciding = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i*)(const void*)deciding));
    places.low = _mm256_broadcastsi128_si256(ints_load(low));
    places.offset = _mm256_broadcastsi128_si256(ints_load(offset));
    places.scale = four_both(four_load(scale), four_load(scale));
    places.plane = _mm256_set1_epi32((int32_t)plane);
    return places;
}

// Add a box to the bins at two offsets of 32 bits.
BUILD_INLINE void ahead_add(sides s, uint64_t offsets, unsigned char* bins)
{
    unsigned char *one = bins + (uint32_t)offsets, *other = bins + (offsets >> 32);
    sides_store(one, sides_count_one(sides_max(sides_load(one), s)));
    sides_store(other, sides_count_one(sides_max(sides_load(other), s)));
}

// Put a fragment to the left ones, which end at `left`, or to the right ones, which begin there, and have a gap at `at`.
BUILD_INLINE void ahead_put(sides s, build_fragment* left, build_fragment* at)
{
    sides_store(at, sides_load(left));
    sides_store(left, s);
}

// Take two fragments, or one that is there twice. Returns the end of the left ones.
BUILD_INLINE build_fragment* ahead_take(const ahead_places* p, sides_pair s, bool both, build_fragment* at,
                                        build_fragment* left, unsigned char* bins, unsigned char* others)
{
    const __m256i least = _mm256_xor_si256(s, _mm256_set1_epi32(-1)), most = _mm256_srli_si256(s, 6);
    const __m256i middle = _mm256_avg_epu16(least, most);
    const __m256i goes_left = _mm256_cmpgt_epi32(p->plane, _mm256_shuffle_epi8(middle, p->deciding));
    const __m256i distance = _mm256_sub_epi32(_mm256_shuffle_epi8(middle, p->middles), p->low);
    const __m256i bin = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(distance), p->scale));
    const __m256i offsets = _mm256_add_epi32(_mm256_slli_epi32(bin, 6), p->offset);
    const __m256i chosen = _mm256_blendv_epi8(_mm256_shuffle_epi32(offsets, 0x4e), offsets, goes_left);
    const unsigned bits = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(goes_left));
    const sides_pair box = sides_pair_without_id(s);

    ahead_put(sides_one(s), left, at);
    left += bits & 1u;
    ahead_add(sides_one(box), (uint64_t)_mm_cvtsi128_si64(ints_one(chosen)), bins);
    if (!both)
        return left;
    ahead_put(sides_other(s), left, at + 1);
    left += bits >> 4 & 1u;
    ahead_add(sides_other(box), (uint64_t)_mm_cvtsi128_si64(ints_other(chosen)), others);
    return left;
}

static uint32_t divide_ahead(build_fragment* f, uint32_t count, unsigned axis, uint32_t plane, const build_set side[2],
                             const unsigned skip[2], build_bins bins[2])
{
    build_bins others[2];
    build_fragment* left = f;
    ahead_places places;
    uint32_t i = 0;

    for (int k = 0; k < 2; k++) {
        others[k].count = bins[k].count;
        begin_bins(&side[k], &bins[k]);
        begin_bins(&side[k], &others[k]);
    }
    places = ahead_begin(axis, plane, side, skip, bins);
    for (; i + 1 < count; i += 2) {
        const sides_pair both = _mm256_loadu_si256((const __m256i*)(const void*)&f[i]);
        left = ahead_take(&places, both, true, &f[i], left, (unsigned char*)bins, (unsigned char*)others);
    }
    if (i < count) {
        const sides last = sides_load(&f[i]);
        left = ahead_take(&places, sides_both(last, last), false, &f[i], left, (unsigned char*)bins, NULL);
    }
    for (int k = 0; k < 2; k++)
        join_bins(&bins[k], &others[k]);
    return (uint32_t)(left - f);
}

#else

static uint32_t divide_ahead(build_fragment* f, uint32_t count, unsigned axis, uint32_t plane, const build_set side[2],
                             const unsigned skip[2], build_bins bins[2])
{
    build_set left = side[0], right = side[1];

    left.count = divide(f, count, axis, plane);
    right.count = count - left.count;
    fill_bins(f, &left, skip[0], &bins[0]);
    fill_bins(f + left.count, &right, skip[1], &bins[1]);
    return left.count;
}

#endif

#endif
