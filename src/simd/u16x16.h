// Pairs of the vectors of simd/u16x8.h: the same operation on two of them, in one register of AVX2 where there is.
#ifndef HITSCAN_BVH_BUILD_VEC_PAIR_H
#define HITSCAN_BVH_BUILD_VEC_PAIR_H

#include "simd/u16x8.h"

#if defined(HIT_BUILD_X86) && defined(__AVX2__)

typedef __m256 four_pair;
typedef __m256i ints_pair;
typedef __m256i sides_pair;

BUILD_INLINE sides_pair sides_both(sides a, sides b)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
}

BUILD_INLINE sides sides_one(sides_pair a)
{
    return _mm256_castsi256_si128(a);
}

BUILD_INLINE sides sides_other(sides_pair a)
{
    return _mm256_extracti128_si256(a, 1);
}

BUILD_INLINE ints_pair ints_both(ints a, ints b)
{
    return sides_both(a, b);
}

BUILD_INLINE four_pair four_both(four a, four b)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
}

// The sum of both.
BUILD_INLINE four four_pair_sum(four_pair a)
{
    return _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
}

BUILD_INLINE sides_pair sides_pair_without_id(sides_pair a)
{
    return _mm256_blend_epi16(a, _mm256_setzero_si256(), 0xc0);
}

// trunc((middle - low)·scale) of each.
BUILD_INLINE ints_pair sides_pair_bins(sides_pair a, ints low, four scale)
{
    const __m256i least = _mm256_xor_si256(a, _mm256_set1_epi32(-1)), most = _mm256_srli_si256(a, 6);
    const __m256i middle = _mm256_unpacklo_epi16(_mm256_avg_epu16(least, most), _mm256_setzero_si256());
    const __m256 distance = _mm256_cvtepi32_ps(_mm256_sub_epi32(middle, ints_both(low, low)));
    return _mm256_cvttps_epi32(_mm256_mul_ps(distance, four_both(scale, scale)));
}

BUILD_INLINE ints ints_one(ints_pair a)
{
    return _mm256_castsi256_si128(a);
}

BUILD_INLINE ints ints_other(ints_pair a)
{
    return _mm256_extracti128_si256(a, 1);
}

// As sides_areas.
BUILD_INLINE four_pair sides_pair_areas(sides_pair a, sides_pair b, sides_pair c)
{
    const __m256i one = _mm256_set1_epi16(1), zero = _mm256_setzero_si256();
    const __m256i ea = _mm256_add_epi16(_mm256_add_epi16(a, _mm256_srli_si256(a, 6)), one);
    const __m256i eb = _mm256_add_epi16(_mm256_add_epi16(b, _mm256_srli_si256(b, 6)), one);
    const __m256i ec = _mm256_add_epi16(_mm256_add_epi16(c, _mm256_srli_si256(c, 6)), one);
    const __m256i ab = _mm256_unpacklo_epi16(ea, eb), c0 = _mm256_unpacklo_epi16(ec, zero);
    const __m256i xy = _mm256_unpacklo_epi32(ab, c0), zz = _mm256_unpackhi_epi32(ab, c0);
    const __m256 x = _mm256_cvtepi32_ps(_mm256_unpacklo_epi16(xy, zero));
    const __m256 y = _mm256_cvtepi32_ps(_mm256_unpackhi_epi16(xy, zero));
    const __m256 z = _mm256_cvtepi32_ps(_mm256_unpacklo_epi16(zz, zero));
    return _mm256_add_ps(_mm256_mul_ps(x, y), _mm256_mul_ps(_mm256_add_ps(x, y), z));
}

// areas·trunc(counts·each + more), infinite where a count is 0.
BUILD_INLINE four_pair four_pair_costs(four_pair areas, ints_pair counts, float each, float more)
{
    const __m256 filled = _mm256_mul_ps(_mm256_cvtepi32_ps(counts), _mm256_set1_ps(each));
    const __m256 blocks = _mm256_cvtepi32_ps(_mm256_cvttps_epi32(_mm256_add_ps(filled, _mm256_set1_ps(more))));
    const __m256i none = _mm256_cmpeq_epi32(counts, _mm256_setzero_si256());
    const __m256 infinite = _mm256_castsi256_ps(_mm256_and_si256(none, _mm256_set1_epi32(0x7f800000)));
    return _mm256_or_ps(_mm256_mul_ps(areas, blocks), infinite);
}

#else

typedef struct four_pair {
    four one, other;
} four_pair;
typedef struct ints_pair {
    ints one, other;
} ints_pair;
typedef struct sides_pair {
    sides one, other;
} sides_pair;

BUILD_INLINE sides_pair sides_both(sides a, sides b)
{
    const sides_pair r = {a, b};
    return r;
}

BUILD_INLINE sides sides_one(sides_pair a)
{
    return a.one;
}

BUILD_INLINE sides sides_other(sides_pair a)
{
    return a.other;
}

BUILD_INLINE ints_pair ints_both(ints a, ints b)
{
    const ints_pair r = {a, b};
    return r;
}

BUILD_INLINE four four_pair_sum(four_pair a)
{
    return four_add(a.one, a.other);
}

BUILD_INLINE sides_pair sides_pair_without_id(sides_pair a)
{
    return sides_both(sides_without_id(a.one), sides_without_id(a.other));
}

BUILD_INLINE ints sides_bins(sides a, ints low, four scale)
{
    return ints_from_four(four_mul(four_from_ints(ints_sub(sides_middles(a), low)), scale));
}

BUILD_INLINE ints_pair sides_pair_bins(sides_pair a, ints low, four scale)
{
    return ints_both(sides_bins(a.one, low, scale), sides_bins(a.other, low, scale));
}

BUILD_INLINE ints ints_one(ints_pair a)
{
    return a.one;
}

BUILD_INLINE ints ints_other(ints_pair a)
{
    return a.other;
}

BUILD_INLINE four_pair sides_pair_areas(sides_pair a, sides_pair b, sides_pair c)
{
    const four_pair r = {sides_areas(a.one, b.one, c.one), sides_areas(a.other, b.other, c.other)};
    return r;
}

BUILD_INLINE four four_costs(four areas, ints counts, float each, float more)
{
    const four filled = four_mul(four_from_ints(counts), four_all(each));
    const four blocks = four_from_ints(ints_from_four(four_add(filled, four_all(more))));
    return four_or_infinite(four_mul(areas, blocks), counts);
}

BUILD_INLINE four_pair four_pair_costs(four_pair areas, ints_pair counts, float each, float more)
{
    const four_pair r = {four_costs(areas.one, counts.one, each, more),
                         four_costs(areas.other, counts.other, each, more)};
    return r;
}

#endif

#endif
