// Pairs of the vectors of simd/u16x8.h: the same operation on two of them, in one register of AVX2 where there is one.
#ifndef HITSCAN_SIMD_U16X16_H
#define HITSCAN_SIMD_U16X16_H

#include "simd/u16x8.h"

#if defined(HIT_SIMD_AVX2)

typedef __m256 f32x4_pair;
typedef __m256i i32x4_pair;
typedef __m256i u16x8_pair;

BUILD_INLINE u16x8_pair u16x8_combine(u16x8 a, u16x8 b)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
}

BUILD_INLINE u16x8 u16x8_pair_low(u16x8_pair a)
{
    return _mm256_castsi256_si128(a);
}

BUILD_INLINE u16x8 u16x8_pair_high(u16x8_pair a)
{
    return _mm256_extracti128_si256(a, 1);
}

BUILD_INLINE i32x4_pair i32x4_combine(i32x4 a, i32x4 b)
{
    return u16x8_combine(a, b);
}

BUILD_INLINE f32x4_pair f32x4_combine(f32x4 a, f32x4 b)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
}

// The sum of both.
BUILD_INLINE f32x4 f32x4_pair_sum(f32x4_pair a)
{
    return _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
}

BUILD_INLINE u16x8_pair u16x8_pair_without_id(u16x8_pair a)
{
    return _mm256_blend_epi16(a, _mm256_setzero_si256(), 0xc0);
}

// trunc((centroid - low)·scale) of each.
BUILD_INLINE i32x4_pair u16x8_pair_bins(u16x8_pair a, i32x4 low, f32x4 scale)
{
    const __m256i least = _mm256_xor_si256(a, _mm256_set1_epi32(-1)), most = _mm256_srli_si256(a, 6);
    const __m256i centroid = _mm256_unpacklo_epi16(_mm256_avg_epu16(least, most), _mm256_setzero_si256());
    const __m256 distance = _mm256_cvtepi32_ps(_mm256_sub_epi32(centroid, i32x4_combine(low, low)));
    return _mm256_cvttps_epi32(_mm256_mul_ps(distance, f32x4_combine(scale, scale)));
}

BUILD_INLINE i32x4 i32x4_pair_low(i32x4_pair a)
{
    return _mm256_castsi256_si128(a);
}

BUILD_INLINE i32x4 i32x4_pair_high(i32x4_pair a)
{
    return _mm256_extracti128_si256(a, 1);
}

// As u16x8_areas.
BUILD_INLINE f32x4_pair u16x8_pair_areas(u16x8_pair a, u16x8_pair b, u16x8_pair c)
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
BUILD_INLINE f32x4_pair f32x4_pair_costs(f32x4_pair areas, i32x4_pair counts, float each, float more)
{
    const __m256 filled = _mm256_mul_ps(_mm256_cvtepi32_ps(counts), _mm256_set1_ps(each));
    const __m256 blocks = _mm256_cvtepi32_ps(_mm256_cvttps_epi32(_mm256_add_ps(filled, _mm256_set1_ps(more))));
    const __m256i none = _mm256_cmpeq_epi32(counts, _mm256_setzero_si256());
    const __m256 infinite = _mm256_castsi256_ps(_mm256_and_si256(none, _mm256_set1_epi32(0x7f800000)));
    return _mm256_or_ps(_mm256_mul_ps(areas, blocks), infinite);
}

#else

typedef struct f32x4_pair {
    f32x4 one, other;
} f32x4_pair;
typedef struct i32x4_pair {
    i32x4 one, other;
} i32x4_pair;
typedef struct u16x8_pair {
    u16x8 one, other;
} u16x8_pair;

BUILD_INLINE u16x8_pair u16x8_combine(u16x8 a, u16x8 b)
{
    const u16x8_pair r = {a, b};
    return r;
}

BUILD_INLINE u16x8 u16x8_pair_low(u16x8_pair a)
{
    return a.one;
}

BUILD_INLINE u16x8 u16x8_pair_high(u16x8_pair a)
{
    return a.other;
}

BUILD_INLINE i32x4_pair i32x4_combine(i32x4 a, i32x4 b)
{
    const i32x4_pair r = {a, b};
    return r;
}

BUILD_INLINE f32x4 f32x4_pair_sum(f32x4_pair a)
{
    return f32x4_add(a.one, a.other);
}

BUILD_INLINE u16x8_pair u16x8_pair_without_id(u16x8_pair a)
{
    return u16x8_combine(u16x8_without_id(a.one), u16x8_without_id(a.other));
}

BUILD_INLINE i32x4 u16x8_bins(u16x8 a, i32x4 low, f32x4 scale)
{
    return i32x4_from_f32x4(f32x4_mul(f32x4_from_i32x4(i32x4_sub(u16x8_centroids(a), low)), scale));
}

BUILD_INLINE i32x4_pair u16x8_pair_bins(u16x8_pair a, i32x4 low, f32x4 scale)
{
    return i32x4_combine(u16x8_bins(a.one, low, scale), u16x8_bins(a.other, low, scale));
}

BUILD_INLINE i32x4 i32x4_pair_low(i32x4_pair a)
{
    return a.one;
}

BUILD_INLINE i32x4 i32x4_pair_high(i32x4_pair a)
{
    return a.other;
}

BUILD_INLINE f32x4_pair u16x8_pair_areas(u16x8_pair a, u16x8_pair b, u16x8_pair c)
{
    const f32x4_pair r = {u16x8_areas(a.one, b.one, c.one), u16x8_areas(a.other, b.other, c.other)};
    return r;
}

BUILD_INLINE f32x4 f32x4_costs(f32x4 areas, i32x4 counts, float each, float more)
{
    const f32x4 filled = f32x4_mul(f32x4_from_i32x4(counts), f32x4_splat(each));
    const f32x4 blocks = f32x4_from_i32x4(i32x4_from_f32x4(f32x4_add(filled, f32x4_splat(more))));
    return f32x4_or_infinite(f32x4_mul(areas, blocks), counts);
}

BUILD_INLINE f32x4_pair f32x4_pair_costs(f32x4_pair areas, i32x4_pair counts, float each, float more)
{
    const f32x4_pair r = {f32x4_costs(areas.one, counts.one, each, more),
                          f32x4_costs(areas.other, counts.other, each, more)};
    return r;
}

#endif

#endif
