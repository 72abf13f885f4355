// The vectors of 128 bits in registers of SSE2 and SSE4.1. portable.h says what each call does.
#ifndef HITSCAN_SIMD_SSE4_H
#define HITSCAN_SIMD_SSE4_H

#include "simd/simd.h"

#if defined(HIT_SIMD_SSE2)
#include <emmintrin.h>
#else
#include <smmintrin.h>
#endif

typedef __m128 f32x4;
typedef __m128 f32x4_mask;
typedef __m128i i32x4;
typedef __m128i u16x8;
typedef __m128i u16x4;
typedef __m128i u8x16;
typedef __m128d f64x2;
typedef __m128d f64x2_mask;

// ---- Floats
SIMD_CALL(f32x4, f32x4_load, (const float* p), _mm_loadu_ps(p))
SIMD_CALL(f32x4, f32x4_load_aligned, (const float* p), _mm_load_ps(p))
SIMD_STORE(f32x4_store, (float* p, f32x4 a), _mm_storeu_ps(p, a))
SIMD_STORE(f32x4_store_aligned, (float* p, f32x4 a), _mm_store_ps(p, a))
SIMD_CALL(f32x4, f32x4_splat, (float x), _mm_set1_ps(x))
SIMD_CALL(f32x4, f32x4_make, (float x, float y, float z, float w), _mm_setr_ps(x, y, z, w))
SIMD_CALL(f32x4, f32x4_add, (f32x4 a, f32x4 b), _mm_add_ps(a, b))
SIMD_CALL(f32x4, f32x4_sub, (f32x4 a, f32x4 b), _mm_sub_ps(a, b))
SIMD_CALL(f32x4, f32x4_mul, (f32x4 a, f32x4 b), _mm_mul_ps(a, b))
SIMD_CALL(f32x4, f32x4_div, (f32x4 a, f32x4 b), _mm_div_ps(a, b))
SIMD_CALL(f32x4, f32x4_min, (f32x4 a, f32x4 b), _mm_min_ps(a, b))
SIMD_CALL(f32x4, f32x4_max, (f32x4 a, f32x4 b), _mm_max_ps(a, b))
SIMD_CALL(f32x4, f32x4_sqrt, (f32x4 a), _mm_sqrt_ps(a))
SIMD_CALL(f32x4, f32x4_abs, (f32x4 a), _mm_andnot_ps(_mm_set1_ps(-0.0f), a))
SIMD_CALL(f32x4, f32x4_negate, (f32x4 a), _mm_xor_ps(_mm_set1_ps(-0.0f), a))
SIMD_CALL(f32x4, f32x4_mul_sign, (f32x4 a, f32x4 b), _mm_xor_ps(a, _mm_and_ps(b, _mm_set1_ps(-0.0f))))
SIMD_CALL(f32x4, f32x4_copysign, (f32x4 a, f32x4 b), _mm_or_ps(a, _mm_and_ps(_mm_set1_ps(-0.0f), b)))
SIMD_CALL(f32x4_mask, f32x4_eq, (f32x4 a, f32x4 b), _mm_cmpeq_ps(a, b))
SIMD_CALL(f32x4_mask, f32x4_lt, (f32x4 a, f32x4 b), _mm_cmplt_ps(a, b))
SIMD_CALL(f32x4_mask, f32x4_le, (f32x4 a, f32x4 b), _mm_cmple_ps(a, b))
SIMD_CALL(f32x4_mask, f32x4_gt, (f32x4 a, f32x4 b), _mm_cmpgt_ps(a, b))
SIMD_CALL(f32x4_mask, f32x4_ge, (f32x4 a, f32x4 b), _mm_cmpge_ps(a, b))
SIMD_CALL(f32x4_mask, f32x4_sign_clear, (f32x4 a), _mm_xor_ps(a, _mm_set1_ps(-0.0f)))
SIMD_CALL(f32x4_mask, f32x4_mask_and, (f32x4_mask a, f32x4_mask b), _mm_and_ps(a, b))
SIMD_CALL(f32x4_mask, f32x4_mask_or, (f32x4_mask a, f32x4_mask b), _mm_or_ps(a, b))
SIMD_CALL(unsigned, f32x4_mask_bits, (f32x4_mask a), (unsigned)_mm_movemask_ps(a))
SIMD_CALL(bool, f32x4_mask_all, (f32x4_mask a), _mm_movemask_ps(a) == 15)
SIMD_CALL(unsigned, f32x4_signs, (f32x4 a), (unsigned)_mm_movemask_ps(a))
SIMD_CALL(float, f32x4_first, (f32x4 a), _mm_cvtss_f32(a))
SIMD_CALL(f32x4, f32x4_zip_low, (f32x4 a, f32x4 b), _mm_unpacklo_ps(a, b))
SIMD_CALL(f32x4, f32x4_zip_high, (f32x4 a, f32x4 b), _mm_unpackhi_ps(a, b))
SIMD_CALL(f32x4, f32x4_join_low, (f32x4 a, f32x4 b), _mm_movelh_ps(a, b))
SIMD_CALL(f32x4, f32x4_join_high, (f32x4 a, f32x4 b), _mm_movehl_ps(b, a))
SIMD_CALL(f32x4, f32x4_drop_first, (f32x4 a), _mm_castsi128_ps(_mm_srli_si128(_mm_castps_si128(a), 4)))
#define f32x4_shuffle(a, i, j, k, l) _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(a), _MM_SHUFFLE(l, k, j, i)))
#define f32x4_shuffle2(a, b, i, j, k, l) _mm_shuffle_ps(a, b, _MM_SHUFFLE(l, k, j, i))

SIMD_STORE(f32x4_store_two, (float* p, f32x4 a), _mm_storel_pi((__m64*)(void*)p, a))
SIMD_INLINE void f32x4_store_point(float* p, f32x4 a)
{
    _mm_storel_pi((__m64*)(void*)p, a);
    _mm_store_ss(p + 2, _mm_movehl_ps(a, a));
}
SIMD_INLINE void f32x4_transpose(f32x4 row[4])
{
    _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
}

// ---- Doubles
SIMD_CALL(f64x2, f64x2_make, (double x, double y), _mm_set_pd(y, x))
SIMD_CALL(f64x2, f64x2_splat, (double x), _mm_set1_pd(x))
SIMD_CALL(f64x2, f64x2_load, (const double* p), _mm_loadu_pd(p))
SIMD_STORE(f64x2_store, (double* p, f64x2 a), _mm_storeu_pd(p, a))
SIMD_CALL(f64x2, f64x2_add, (f64x2 a, f64x2 b), _mm_add_pd(a, b))
SIMD_CALL(f64x2, f64x2_sub, (f64x2 a, f64x2 b), _mm_sub_pd(a, b))
SIMD_CALL(f64x2, f64x2_mul, (f64x2 a, f64x2 b), _mm_mul_pd(a, b))
SIMD_CALL(f64x2, f64x2_div, (f64x2 a, f64x2 b), _mm_div_pd(a, b))
SIMD_CALL(f64x2, f64x2_min, (f64x2 a, f64x2 b), _mm_min_pd(a, b))
SIMD_CALL(f64x2, f64x2_max, (f64x2 a, f64x2 b), _mm_max_pd(a, b))
SIMD_CALL(f64x2, f64x2_mul_add, (f64x2 a, f64x2 b, f64x2 c), _mm_add_pd(_mm_mul_pd(a, b), c))
SIMD_CALL(f64x2, f64x2_mul_sub, (f64x2 a, f64x2 b, f64x2 c), _mm_sub_pd(_mm_mul_pd(a, b), c))
SIMD_CALL(f64x2, f64x2_sqrt, (f64x2 a), _mm_sqrt_pd(a))
SIMD_CALL(f64x2, f64x2_abs, (f64x2 a), _mm_andnot_pd(_mm_set1_pd(-0.0), a))
SIMD_CALL(f64x2, f64x2_mul_sign, (f64x2 a, f64x2 b), _mm_xor_pd(a, _mm_and_pd(b, _mm_set1_pd(-0.0))))
SIMD_CALL(f64x2_mask, f64x2_eq, (f64x2 a, f64x2 b), _mm_cmpeq_pd(a, b))
SIMD_CALL(f64x2_mask, f64x2_lt, (f64x2 a, f64x2 b), _mm_cmplt_pd(a, b))
SIMD_CALL(f64x2_mask, f64x2_le, (f64x2 a, f64x2 b), _mm_cmple_pd(a, b))
SIMD_CALL(f64x2_mask, f64x2_ne, (f64x2 a, f64x2 b), _mm_cmpneq_pd(a, b))
SIMD_CALL(f64x2_mask, f64x2_mask_or, (f64x2_mask a, f64x2_mask b), _mm_or_pd(a, b))
SIMD_CALL(unsigned, f64x2_mask_bits, (f64x2_mask a), (unsigned)_mm_movemask_pd(a))
SIMD_CALL(unsigned, f64x2_signs, (f64x2 a), (unsigned)_mm_movemask_pd(a))
SIMD_CALL(double, f64x2_first, (f64x2 a), _mm_cvtsd_f64(a))
SIMD_CALL(f64x2, f64x2_swap, (f64x2 a), _mm_shuffle_pd(a, a, 1))
SIMD_CALL(f64x2, f64x2_zip_low, (f64x2 a, f64x2 b), _mm_unpacklo_pd(a, b))
SIMD_CALL(f64x2, f64x2_zip_high, (f64x2 a, f64x2 b), _mm_unpackhi_pd(a, b))
SIMD_CALL(f64x2, f64x2_blend_second, (f64x2 a, f64x2 b), _mm_shuffle_pd(a, b, 2))
SIMD_CALL(f64x2, f64x2_from_f32x4_low, (f32x4 a), _mm_cvtps_pd(a))
SIMD_CALL(f64x2, f64x2_from_f32x4_high, (f32x4 a), _mm_cvtps_pd(_mm_movehl_ps(a, a)))
SIMD_CALL(f32x4, f32x4_from_f64x2, (f64x2 low, f64x2 high), _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high)))

// ---- Whole numbers
SIMD_CALL(i32x4, i32x4_load, (const int32_t* p), _mm_loadu_si128((const __m128i*)(const void*)p))
SIMD_STORE(i32x4_store, (int32_t * p, i32x4 a), _mm_storeu_si128((__m128i*)(void*)p, a))
SIMD_CALL(i32x4, i32x4_splat, (int32_t x), _mm_set1_epi32(x))
SIMD_CALL(i32x4, i32x4_make, (int32_t x, int32_t y, int32_t z, int32_t w), _mm_setr_epi32(x, y, z, w))
SIMD_CALL(i32x4, i32x4_add, (i32x4 a, i32x4 b), _mm_add_epi32(a, b))
SIMD_CALL(i32x4, i32x4_sub, (i32x4 a, i32x4 b), _mm_sub_epi32(a, b))
SIMD_CALL(i32x4, i32x4_and, (i32x4 a, i32x4 b), _mm_and_si128(a, b))
SIMD_CALL(i32x4, i32x4_or, (i32x4 a, i32x4 b), _mm_or_si128(a, b))
SIMD_CALL(i32x4, i32x4_xor, (i32x4 a, i32x4 b), _mm_xor_si128(a, b))
SIMD_CALL(i32x4, i32x4_and_not, (i32x4 a, i32x4 b), _mm_andnot_si128(b, a))
SIMD_CALL(i32x4, i32x4_eq, (i32x4 a, i32x4 b), _mm_cmpeq_epi32(a, b))
SIMD_CALL(i32x4, i32x4_lt, (i32x4 a, i32x4 b), _mm_cmplt_epi32(a, b))
SIMD_CALL(i32x4, i32x4_shift_left, (i32x4 a, int by), _mm_slli_epi32(a, by))
SIMD_CALL(i32x4, i32x4_shift_right, (i32x4 a, int by), _mm_srli_epi32(a, by))
SIMD_CALL(unsigned, i32x4_signs, (i32x4 a), (unsigned)_mm_movemask_ps(_mm_castsi128_ps(a)))
SIMD_CALL(f32x4, f32x4_from_i32x4, (i32x4 a), _mm_cvtepi32_ps(a))
SIMD_CALL(i32x4, i32x4_from_f32x4, (f32x4 a), _mm_cvttps_epi32(a))
SIMD_CALL(i32x4, i32x4_of_bits, (f32x4 a), _mm_castps_si128(a))
SIMD_CALL(f32x4, f32x4_of_bits, (i32x4 a), _mm_castsi128_ps(a))
SIMD_CALL(i32x4, i32x4_of_mask, (f32x4_mask a), _mm_castps_si128(a))
SIMD_CALL(f32x4_mask, f32x4_mask_of, (i32x4 a), _mm_castsi128_ps(a))
SIMD_CALL(i32x4, i32x4_zip_low, (i32x4 a, i32x4 b), _mm_unpacklo_epi32(a, b))
SIMD_CALL(i32x4, i32x4_zip_high, (i32x4 a, i32x4 b), _mm_unpackhi_epi32(a, b))
SIMD_CALL(i32x4, i32x4_join_low, (i32x4 a, i32x4 b), _mm_unpacklo_epi64(a, b))
SIMD_CALL(i32x4, i32x4_join_high, (i32x4 a, i32x4 b), _mm_unpackhi_epi64(a, b))
#define i32x4_shuffle(a, i, j, k, l) _mm_shuffle_epi32(a, _MM_SHUFFLE(l, k, j, i))

// ---- SSE4.1
#if !defined(HIT_SIMD_SSE2)
SIMD_CALL(f32x4, f32x4_select, (f32x4_mask mask, f32x4 a, f32x4 b), _mm_blendv_ps(b, a, mask))
SIMD_CALL(unsigned, f32x4_mask_bits_of_two, (f32x4_mask low, f32x4_mask high),
          (unsigned)_mm_movemask_ps(low) | (unsigned)_mm_movemask_ps(high) << 4)
#define f32x4_blend(a, b, lanes) _mm_blend_ps(a, b, lanes)
SIMD_CALL(f32x4, f32x4_max_nonneg, (f32x4 a, f32x4 b),
          _mm_castsi128_ps(_mm_max_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))
SIMD_CALL(f32x4, f32x4_min_nonneg, (f32x4 a, f32x4 b),
          _mm_castsi128_ps(_mm_min_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))
SIMD_CALL(f32x4_mask, f32x4_le_nonneg, (f32x4 a, f32x4 b),
          _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(f32x4_max_nonneg(a, b)), _mm_castps_si128(b))))
SIMD_CALL(f32x4, f32x4_mul_add, (f32x4 a, f32x4 b, f32x4 c), _mm_add_ps(_mm_mul_ps(a, b), c))
SIMD_CALL(f32x4, f32x4_mul_sub, (f32x4 a, f32x4 b, f32x4 c), _mm_sub_ps(_mm_mul_ps(a, b), c))
SIMD_CALL(f32x4, f32x4_sub_mul, (f32x4 c, f32x4 a, f32x4 b), _mm_sub_ps(c, _mm_mul_ps(a, b)))
SIMD_CALL(f64x2, f64x2_select, (f64x2_mask mask, f64x2 a, f64x2 b), _mm_blendv_pd(b, a, mask))
SIMD_CALL(f64x2, f64x2_select_negative, (f64x2 sign, f64x2 a, f64x2 b), _mm_blendv_pd(b, a, sign))
SIMD_CALL(i32x4, i32x4_select, (i32x4 mask, i32x4 a, i32x4 b), _mm_blendv_epi8(b, a, mask))
SIMD_CALL(i32x4, i32x4_abs, (i32x4 a), _mm_abs_epi32(a))
SIMD_CALL(i32x4, i32x4_mul, (i32x4 a, i32x4 b), _mm_mullo_epi32(a, b))
SIMD_CALL(i32x4, i32x4_min, (i32x4 a, i32x4 b), _mm_min_epi32(a, b))
SIMD_CALL(i32x4, i32x4_max, (i32x4 a, i32x4 b), _mm_max_epi32(a, b))
SIMD_CALL(i32x4, i32x4_min_unsigned, (i32x4 a, i32x4 b), _mm_min_epu32(a, b))
#define i32x4_extract(a, lane) ((uint32_t)_mm_extract_epi32(a, lane))
#define i32x4_insert(a, lane, x) _mm_insert_epi32(a, (int32_t)(x), lane)
SIMD_CALL(uint64_t, i32x4_first_two, (i32x4 a), (uint64_t)_mm_cvtsi128_si64(a))

SIMD_INLINE f32x4 f32x4_load_point(const void* p)
{
    const __m128i xy = _mm_loadl_epi64((const __m128i*)p);
    int32_t z;
    memcpy(&z, (const char*)p + 8, sizeof z);
    return _mm_castsi128_ps(_mm_insert_epi32(xy, z, 2));
}
#define f32x4_with_last(a, x) _mm_insert_ps(a, _mm_set_ss(x), 0x30)
SIMD_INLINE f32x4 f32x4_pick(const float table[8], uint32_t slots)
{
    return _mm_setr_ps(table[slots & 7u], table[slots >> 3 & 7u], table[slots >> 6 & 7u], table[slots >> 9 & 7u]);
}

SIMD_CALL(u16x8, u16x8_load_aligned, (const void* p), _mm_load_si128((const __m128i*)p))
SIMD_STORE(u16x8_store_aligned, (void* p, u16x8 a), _mm_store_si128((__m128i*)p, a))
SIMD_CALL(u16x8, u16x8_splat, (uint16_t x), _mm_set1_epi16((int16_t)x))
SIMD_CALL(u16x8, u16x8_max, (u16x8 a, u16x8 b), _mm_max_epu16(a, b))
SIMD_CALL(u16x8, u16x8_add, (u16x8 a, u16x8 b), _mm_add_epi16(a, b))
SIMD_CALL(u16x8, u16x8_average, (u16x8 a, u16x8 b), _mm_avg_epu16(a, b))
SIMD_CALL(u16x8, u16x8_not, (u16x8 a), _mm_xor_si128(a, _mm_set1_epi32(-1)))
SIMD_CALL(u16x8, u16x8_drop_three, (u16x8 a), _mm_srli_si128(a, 6))
SIMD_CALL(u16x8, u16x8_zip_low, (u16x8 a, u16x8 b), _mm_unpacklo_epi16(a, b))
SIMD_CALL(u16x8, u16x8_zip_high, (u16x8 a, u16x8 b), _mm_unpackhi_epi16(a, b))
SIMD_CALL(u16x8, u16x8_narrow, (i32x4 low, i32x4 high), _mm_packus_epi32(low, high))
SIMD_CALL(i32x4, i32x4_widen_low, (u16x8 a), _mm_cvtepu16_epi32(a))
SIMD_CALL(i32x4, i32x4_widen_high, (u16x8 a), _mm_unpackhi_epi16(a, _mm_setzero_si128()))
SIMD_CALL(i32x4, i32x4_of_u16x8, (u16x8 a), a)
SIMD_CALL(u16x8, u16x8_of_i32x4, (i32x4 a), a)
#define u16x8_blend_last(a, b) _mm_blend_epi16(a, b, 0xc0)
#define u16x8_close_gap(a) _mm_shuffle_epi8(a, _mm_setr_epi8(0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 14, 15))
SIMD_CALL(u8x16, u8x16_load, (const void* p), _mm_loadu_si128((const __m128i*)p))
SIMD_CALL(u8x16, u8x16_pick, (u8x16 a, u8x16 from), _mm_shuffle_epi8(a, from))
SIMD_CALL(u8x16, u8x16_of_i32x4, (i32x4 a), a)
SIMD_CALL(i32x4, i32x4_of_u8x16, (u8x16 a), a)

SIMD_CALL(u16x4, u16x4_load, (const uint16_t* p), _mm_loadl_epi64((const __m128i*)(const void*)p))
SIMD_STORE(u16x4_store, (uint16_t * p, u16x4 a), _mm_storel_epi64((__m128i*)(void*)p, a))
SIMD_CALL(u16x4, u16x4_min, (u16x4 a, u16x4 b), _mm_min_epu16(a, b))
SIMD_CALL(u16x4, u16x4_max, (u16x4 a, u16x4 b), _mm_max_epu16(a, b))
SIMD_CALL(u16x4, u16x4_first_four, (u16x8 a), a)
SIMD_INLINE u16x4 u16x4_insert(u16x4 a, unsigned lane, uint32_t value)
{
    const __m128i place = _mm_cmpeq_epi16(_mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7), _mm_set1_epi16((short)lane));
    return _mm_blendv_epi8(a, _mm_set1_epi16((short)value), place);
}
#endif

#endif
