// The vectors of simd/u16x8.h in registers of SSE4.1.
#ifndef HITSCAN_SIMD_U16X8_X86_H
#define HITSCAN_SIMD_U16X8_X86_H

#include "simd/f32x4.h"
#include "simd/u16x8.h"

#include <smmintrin.h>

typedef __m128i i32x4;
typedef __m128i u16x8;

#define BUILD_OPERATION(result, name, type, expression)                                                                \
    BUILD_INLINE result name(type a, type b)                                                                           \
    {                                                                                                                  \
        return expression;                                                                                             \
    }

BUILD_OPERATION(i32x4, i32x4_add, i32x4, _mm_add_epi32(a, b))
BUILD_OPERATION(i32x4, i32x4_sub, i32x4, _mm_sub_epi32(a, b))
BUILD_OPERATION(u16x8, u16x8_max, u16x8, _mm_max_epu16(a, b))

BUILD_INLINE f32x4 f32x4_load(const float* p)
{
    return _mm_loadu_ps(p);
}

BUILD_INLINE void f32x4_store(float* p, f32x4 a)
{
    _mm_storeu_ps(p, a);
}

// Three floats, and 0. No byte beyond them is read.
BUILD_INLINE f32x4 f32x4_point(const void* p)
{
    const __m128i xy = _mm_loadl_epi64((const __m128i*)p);
    int32_t z;
    memcpy(&z, (const char*)p + 8, sizeof z);
    return _mm_castsi128_ps(_mm_insert_epi32(xy, z, 2));
}

BUILD_INLINE void f32x4_store_point(float* p, f32x4 a)
{
    _mm_storel_pi((__m64*)(void*)p, a);
    _mm_store_ss(p + 2, _mm_movehl_ps(a, a));
}

BUILD_INLINE bool f32x4_all_zero(f32x4 a)
{
    return _mm_movemask_ps(_mm_cmpeq_ps(a, _mm_setzero_ps())) == 15;
}

// Bit i: a[i] <= b[i].
BUILD_INLINE unsigned f32x4_le(f32x4 a, f32x4 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmple_ps(a, b));
}

BUILD_INLINE i32x4 i32x4_splat(int32_t x)
{
    return _mm_set1_epi32(x);
}

BUILD_INLINE i32x4 i32x4_load(const int32_t* p)
{
    return _mm_loadu_si128((const __m128i*)(const void*)p);
}

BUILD_INLINE void i32x4_store(int32_t* p, i32x4 a)
{
    _mm_storeu_si128((__m128i*)(void*)p, a);
}

#define i32x4_extract(a, place) ((uint32_t)_mm_extract_epi32(a, place))

BUILD_INLINE i32x4 i32x4_abs(i32x4 a)
{
    return _mm_abs_epi32(a);
}

BUILD_INLINE f32x4 f32x4_from_i32x4(i32x4 a)
{
    return _mm_cvtepi32_ps(a);
}

// Rounded to zero.
BUILD_INLINE i32x4 i32x4_from_f32x4(f32x4 a)
{
    return _mm_cvttps_epi32(a);
}

// Infinite where n is 0, else a; a is 0 where n is.
BUILD_INLINE f32x4 f32x4_or_infinite(f32x4 a, i32x4 n)
{
    const __m128i none = _mm_cmpeq_epi32(n, _mm_setzero_si128());
    return _mm_or_ps(a, _mm_castsi128_ps(_mm_and_si128(none, _mm_set1_epi32(0x7f800000))));
}

BUILD_INLINE u16x8 u16x8_load(const void* p)
{
    return _mm_load_si128((const __m128i*)p);
}

BUILD_INLINE void u16x8_store(void* p, u16x8 a)
{
    _mm_store_si128((__m128i*)p, a);
}

BUILD_INLINE u16x8 u16x8_zero(void)
{
    return _mm_setzero_si128();
}

// Three numbers of 16 bits, one for each axis, and a fourth without meaning.
typedef __m128i u16x4;

BUILD_OPERATION(u16x4, u16x4_min, u16x4, _mm_min_epu16(a, b))
BUILD_OPERATION(u16x4, u16x4_max, u16x4, _mm_max_epu16(a, b))

BUILD_INLINE u16x4 u16x4_load(const uint16_t* p)
{
    return _mm_loadl_epi64((const __m128i*)(const void*)p);
}

BUILD_INLINE void u16x4_store(uint16_t* p, u16x4 a)
{
    _mm_storel_epi64((__m128i*)(void*)p, a);
}

BUILD_INLINE u16x4 u16x4_insert(u16x4 a, unsigned axis, uint32_t value)
{
    const __m128i place = _mm_cmpeq_epi16(_mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7), _mm_set1_epi16((short)axis));
    return _mm_blendv_epi8(a, _mm_set1_epi16((short)value), place);
}

BUILD_INLINE u16x4 u16x8_low(u16x8 a)
{
    return _mm_xor_si128(a, _mm_set1_epi32(-1));
}

BUILD_INLINE u16x4 u16x8_high(u16x8 a)
{
    return _mm_srli_si128(a, 6);
}

// The primref of a box on the grid: whole numbers below 65536.
BUILD_INLINE u16x8 u16x8_make(i32x4 low, i32x4 high, uint32_t id)
{
    // 65535 - low is ~low in 16 bits. The two packed are l0 l1 l2 * h0 h1 h2 *, of which the h move one down.
    const __m128i packed = _mm_packus_epi32(_mm_xor_si128(low, _mm_set1_epi32(65535)), high);
    const __m128i order = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 14, 15);
    return _mm_insert_epi32(_mm_shuffle_epi8(packed, order), (int32_t)id, 3);
}

// A box without its id, which leaves room for a count.
BUILD_INLINE u16x8 u16x8_without_id(u16x8 a)
{
    return _mm_blend_epi16(a, _mm_setzero_si128(), 0xc0);
}

// One more in the count of a box.
BUILD_INLINE u16x8 u16x8_count_one(u16x8 a)
{
    return _mm_add_epi32(a, _mm_setr_epi32(0, 0, 0, 1));
}

// The union of two boxes, and the sum of their counts.
BUILD_INLINE u16x8 u16x8_merge_bins(u16x8 a, u16x8 b)
{
    return _mm_blend_epi16(_mm_max_epu16(a, b), _mm_add_epi32(a, b), 0xc0);
}

// The counts of three boxes, and that of the third again.
BUILD_INLINE i32x4 u16x8_counts(u16x8 a, u16x8 b, u16x8 c)
{
    return _mm_unpackhi_epi64(_mm_unpackhi_epi32(a, b), _mm_shuffle_epi32(c, 0xff));
}

// The centroids of a box along x, y and z; the fourth has no meaning.
BUILD_INLINE i32x4 u16x8_centroids(u16x8 a)
{
    const __m128i low = _mm_xor_si128(a, _mm_set1_epi32(-1)), high = _mm_srli_si128(a, 6);
    return _mm_cvtepu16_epi32(_mm_avg_epu16(low, high));
}

// Half the surface areas of three boxes, and any number.
BUILD_INLINE f32x4 u16x8_areas(u16x8 a, u16x8 b, u16x8 c)
{
    // high - low = high + (65535 - low) + 1 in 16 bits: x y z and garbage of each box, then x y z of all boxes.
    const __m128i one = _mm_set1_epi16(1);
    const __m128i ea = _mm_add_epi16(_mm_add_epi16(a, _mm_srli_si128(a, 6)), one);
    const __m128i eb = _mm_add_epi16(_mm_add_epi16(b, _mm_srli_si128(b, 6)), one);
    const __m128i ec = _mm_add_epi16(_mm_add_epi16(c, _mm_srli_si128(c, 6)), one);
    const __m128i ab = _mm_unpacklo_epi16(ea, eb), c0 = _mm_unpacklo_epi16(ec, _mm_setzero_si128());
    const __m128i xy = _mm_unpacklo_epi32(ab, c0), zz = _mm_unpackhi_epi32(ab, c0);
    const __m128 x = _mm_cvtepi32_ps(_mm_cvtepu16_epi32(xy));
    const __m128 y = _mm_cvtepi32_ps(_mm_unpackhi_epi16(xy, _mm_setzero_si128()));
    const __m128 z = _mm_cvtepi32_ps(_mm_cvtepu16_epi32(zz));
    return _mm_add_ps(_mm_mul_ps(x, y), _mm_mul_ps(_mm_add_ps(x, y), z));
}

// Where `cost` is below `best`, or equal and `uneven` below `best_uneven`, take these, `left` and `bin`.
BUILD_INLINE void i32x4_keep_cheaper(f32x4 cost, i32x4 uneven, i32x4 left, i32x4 bin, f32x4* best, i32x4* best_uneven,
                                     i32x4* best_left, i32x4* best_bin)
{
    const __m128i less = _mm_castps_si128(_mm_cmplt_ps(cost, *best));
    const __m128i same = _mm_castps_si128(_mm_cmpeq_ps(cost, *best));
    const __m128i take = _mm_or_si128(less, _mm_and_si128(same, _mm_cmplt_epi32(uneven, *best_uneven)));
    *best = _mm_blendv_ps(*best, cost, _mm_castsi128_ps(take));
    *best_uneven = _mm_blendv_epi8(*best_uneven, uneven, take);
    *best_left = _mm_blendv_epi8(*best_left, left, take);
    *best_bin = _mm_blendv_epi8(*best_bin, bin, take);
}

#endif
