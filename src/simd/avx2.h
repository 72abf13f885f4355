// The vectors of 256 bits in registers of AVX2, with FMA; those of 128 bits are in sse4.h. portable.h says what each
// call does.
#ifndef HITSCAN_SIMD_AVX2_H
#define HITSCAN_SIMD_AVX2_H

#include "simd/sse4.h"

#include <immintrin.h>

typedef __m256 f32x8;
typedef __m256 f32x8_mask;
typedef __m256i f32x8_slots;
typedef __m256d f64x4;
typedef __m256d f64x4_mask;
typedef __m256i i32x8;
typedef __m256i u16x16;

// ---- Floats
SIMD_CALL(f32x8, f32x8_load, (const float* p), _mm256_loadu_ps(p))
SIMD_CALL(f32x8, f32x8_load_aligned, (const float* p), _mm256_load_ps(p))
SIMD_STORE(f32x8_store, (float* p, f32x8 a), _mm256_storeu_ps(p, a))
SIMD_STORE(f32x8_store_aligned, (float* p, f32x8 a), _mm256_store_ps(p, a))
SIMD_CALL(f32x8, f32x8_splat, (float x), _mm256_set1_ps(x))
SIMD_CALL(f32x8, f32x8_add, (f32x8 a, f32x8 b), _mm256_add_ps(a, b))
SIMD_CALL(f32x8, f32x8_sub, (f32x8 a, f32x8 b), _mm256_sub_ps(a, b))
SIMD_CALL(f32x8, f32x8_mul, (f32x8 a, f32x8 b), _mm256_mul_ps(a, b))
SIMD_CALL(f32x8, f32x8_div, (f32x8 a, f32x8 b), _mm256_div_ps(a, b))
SIMD_CALL(f32x8, f32x8_min, (f32x8 a, f32x8 b), _mm256_min_ps(a, b))
SIMD_CALL(f32x8, f32x8_max, (f32x8 a, f32x8 b), _mm256_max_ps(a, b))
SIMD_CALL(f32x8, f32x8_sqrt, (f32x8 a), _mm256_sqrt_ps(a))
SIMD_CALL(f32x8, f32x8_abs, (f32x8 a), _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a))
SIMD_CALL(f32x8, f32x8_negate, (f32x8 a), _mm256_xor_ps(_mm256_set1_ps(-0.0f), a))
SIMD_CALL(f32x8, f32x8_mul_sign, (f32x8 a, f32x8 b), _mm256_xor_ps(a, _mm256_and_ps(b, _mm256_set1_ps(-0.0f))))
SIMD_CALL(f32x8, f32x8_mul_add, (f32x8 a, f32x8 b, f32x8 c), _mm256_fmadd_ps(a, b, c))
SIMD_CALL(f32x8, f32x8_mul_sub, (f32x8 a, f32x8 b, f32x8 c), _mm256_fmsub_ps(a, b, c))
SIMD_CALL(f32x8, f32x8_sub_mul, (f32x8 c, f32x8 a, f32x8 b), _mm256_fnmadd_ps(a, b, c))
SIMD_CALL(f32x8_mask, f32x8_eq, (f32x8 a, f32x8 b), _mm256_cmp_ps(a, b, _CMP_EQ_OQ))
SIMD_CALL(f32x8_mask, f32x8_lt, (f32x8 a, f32x8 b), _mm256_cmp_ps(a, b, _CMP_LT_OQ))
SIMD_CALL(f32x8_mask, f32x8_le, (f32x8 a, f32x8 b), _mm256_cmp_ps(a, b, _CMP_LE_OQ))
SIMD_CALL(f32x8_mask, f32x8_gt, (f32x8 a, f32x8 b), _mm256_cmp_ps(a, b, _CMP_GT_OQ))
SIMD_CALL(f32x8_mask, f32x8_ge, (f32x8 a, f32x8 b), _mm256_cmp_ps(a, b, _CMP_GE_OQ))
SIMD_CALL(f32x8, f32x8_max_nonneg, (f32x8 a, f32x8 b),
          _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b))))
SIMD_CALL(f32x8, f32x8_min_nonneg, (f32x8 a, f32x8 b),
          _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b))))
SIMD_CALL(f32x8_mask, f32x8_le_nonneg, (f32x8 a, f32x8 b),
          _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(f32x8_max_nonneg(a, b)), _mm256_castps_si256(b))))
SIMD_CALL(f32x8_mask, f32x8_mask_and, (f32x8_mask a, f32x8_mask b), _mm256_and_ps(a, b))
SIMD_CALL(f32x8_mask, f32x8_mask_or, (f32x8_mask a, f32x8_mask b), _mm256_or_ps(a, b))
SIMD_CALL(f32x8, f32x8_select, (f32x8_mask mask, f32x8 a, f32x8 b), _mm256_blendv_ps(b, a, mask))
SIMD_CALL(unsigned, f32x8_mask_bits, (f32x8_mask a), (unsigned)_mm256_movemask_ps(a))
SIMD_CALL(unsigned, f32x8_signs, (f32x8 a), (unsigned)_mm256_movemask_ps(a))
SIMD_CALL(f32x8, f32x8_from_halves, (f32x4 low, f32x4 high), _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1))
SIMD_CALL(float, f32x8_first, (f32x8 a), _mm256_cvtss_f32(a))
SIMD_CALL(f32x4, f32x8_low, (f32x8 a), _mm256_castps256_ps128(a))
SIMD_CALL(f32x4, f32x8_high, (f32x8 a), _mm256_extractf128_ps(a, 1))
SIMD_CALL(f32x8, f32x8_splat_x, (f32x4 a), _mm256_broadcastss_ps(a))
SIMD_CALL(f32x8, f32x8_splat_y, (f32x4 a), _mm256_broadcastss_ps(_mm_movehdup_ps(a)))
SIMD_CALL(f32x8, f32x8_splat_z, (f32x4 a), _mm256_broadcastss_ps(_mm_unpackhi_ps(a, a)))
#define f32x8_shuffle2(a, b, i, j, k, l) _mm256_shuffle_ps(a, b, _MM_SHUFFLE(l, k, j, i))
#define f32x8_blend(a, b, lanes) _mm256_blend_ps(a, b, 0x11 * (lanes))
SIMD_CALL(f32x8_slots, f32x8_unpack_slots, (uint32_t word),
          _mm256_srlv_epi32(_mm256_set1_epi32((int)word), _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21)))
SIMD_CALL(f32x8, f32x8_permute, (f32x8 a, f32x8_slots slots), _mm256_permutevar8x32_ps(a, slots))
SIMD_CALL(f32x4, f32x8_permute4, (f32x8 a, i32x4 slots),
          _mm256_castps256_ps128(_mm256_permutevar8x32_ps(a, _mm256_castsi128_si256(slots))))
SIMD_CALL(f32x8, f32x8_pick, (const float table[8], f32x8_slots slots), f32x8_permute(f32x8_load(table), slots))
SIMD_CALL(unsigned, u32x8_eq_bits, (const uint32_t* numbers, uint32_t x),
          f32x8_signs(_mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i*)(const void*)numbers),
                                                             _mm256_set1_epi32((int)x)))))
SIMD_INLINE f32x8 f32x8_splat_bfloat16(const uint32_t* words)
{
    const __m128i four = _mm_load_si128((const __m128i*)(const void*)words);
    const __m256i bytes = _mm256_set1_epi32(0x0b078080); // the last of words 1 and 2 above zeros
    return _mm256_castsi256_ps(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(four), bytes));
}

// ---- Doubles
SIMD_CALL(f64x4, f64x4_load, (const double* p), _mm256_loadu_pd(p))
SIMD_CALL(f64x4, f64x4_load3, (const double* p), _mm256_blend_pd(_mm256_loadu_pd(p), _mm256_setzero_pd(), 8))
SIMD_STORE(f64x4_store, (double p[4], f64x4 a), _mm256_storeu_pd(p, a))
SIMD_CALL(f64x4, f64x4_splat, (double x), _mm256_set1_pd(x))
SIMD_CALL(f64x4, f64x4_make, (double x, double y, double z, double w), _mm256_setr_pd(x, y, z, w))
SIMD_CALL(f64x4, f64x4_add, (f64x4 a, f64x4 b), _mm256_add_pd(a, b))
SIMD_CALL(f64x4, f64x4_sub, (f64x4 a, f64x4 b), _mm256_sub_pd(a, b))
SIMD_CALL(f64x4, f64x4_mul, (f64x4 a, f64x4 b), _mm256_mul_pd(a, b))
SIMD_CALL(f64x4, f64x4_div, (f64x4 a, f64x4 b), _mm256_div_pd(a, b))
SIMD_CALL(f64x4, f64x4_min, (f64x4 a, f64x4 b), _mm256_min_pd(a, b))
SIMD_CALL(f64x4, f64x4_max, (f64x4 a, f64x4 b), _mm256_max_pd(a, b))
SIMD_CALL(f64x4, f64x4_abs, (f64x4 a), _mm256_andnot_pd(_mm256_set1_pd(-0.0), a))
SIMD_CALL(f64x4, f64x4_mul_sign, (f64x4 a, f64x4 b), _mm256_xor_pd(a, _mm256_and_pd(b, _mm256_set1_pd(-0.0))))
SIMD_CALL(f64x4, f64x4_mul_add, (f64x4 a, f64x4 b, f64x4 c), _mm256_fmadd_pd(a, b, c))
SIMD_CALL(f64x4, f64x4_mul_sub, (f64x4 a, f64x4 b, f64x4 c), _mm256_fmsub_pd(a, b, c))
SIMD_CALL(f64x4_mask, f64x4_eq, (f64x4 a, f64x4 b), _mm256_cmp_pd(a, b, _CMP_EQ_OQ))
SIMD_CALL(f64x4_mask, f64x4_ne, (f64x4 a, f64x4 b), _mm256_cmp_pd(a, b, _CMP_NEQ_UQ))
SIMD_CALL(f64x4_mask, f64x4_lt, (f64x4 a, f64x4 b), _mm256_cmp_pd(a, b, _CMP_LT_OQ))
SIMD_CALL(f64x4_mask, f64x4_le, (f64x4 a, f64x4 b), _mm256_cmp_pd(a, b, _CMP_LE_OQ))
SIMD_CALL(f64x4_mask, f64x4_gt, (f64x4 a, f64x4 b), _mm256_cmp_pd(a, b, _CMP_GT_OQ))
SIMD_CALL(f64x4_mask, f64x4_ge, (f64x4 a, f64x4 b), _mm256_cmp_pd(a, b, _CMP_GE_OQ))
SIMD_CALL(f64x4_mask, f64x4_mask_or, (f64x4_mask a, f64x4_mask b), _mm256_or_pd(a, b))
SIMD_CALL(unsigned, f64x4_mask_bits, (f64x4_mask a), (unsigned)_mm256_movemask_pd(a))
SIMD_CALL(f64x4, f64x4_select, (f64x4_mask mask, f64x4 a, f64x4 b), _mm256_blendv_pd(b, a, mask))
SIMD_CALL(f64x4, f64x4_select_negative, (f64x4 sign, f64x4 a, f64x4 b), _mm256_blendv_pd(b, a, sign))
SIMD_CALL(unsigned, f64x4_signs, (f64x4 a), (unsigned)_mm256_movemask_pd(a))
SIMD_CALL(double, f64x4_first, (f64x4 a), _mm256_cvtsd_f64(a))
SIMD_CALL(f64x2, f64x4_low, (f64x4 a), _mm256_castpd256_pd128(a))
SIMD_CALL(f64x2, f64x4_high, (f64x4 a), _mm256_extractf128_pd(a, 1))
SIMD_CALL(f64x4, f64x4_dup_low, (f64x4 a), _mm256_permute2f128_pd(a, a, 0x00))
SIMD_CALL(f64x4, f64x4_dup_high, (f64x4 a), _mm256_permute2f128_pd(a, a, 0x11))
SIMD_CALL(f64x4, f64x4_swap_halves, (f64x4 a), _mm256_permute2f128_pd(a, a, 0x01))
SIMD_CALL(f64x4, f64x4_swap_pairs, (f64x4 a), _mm256_permute_pd(a, 5))
SIMD_CALL(f64x4, f64x4_yzx, (f64x4 a), _mm256_permute4x64_pd(a, 0xc9))
// For y, two fast instructions instead of a slow one.
SIMD_CALL(f64x4, f64x4_splat_x, (f64x4 a), _mm256_permute4x64_pd(a, 0x00))
SIMD_CALL(f64x4, f64x4_splat_y, (f64x4 a), f64x4_dup_low(_mm256_permute_pd(a, 15)))
SIMD_CALL(f64x4, f64x4_splat_z, (f64x4 a), _mm256_permute4x64_pd(a, 0xaa))
SIMD_CALL(f64x4, f64x4_blend_second, (f64x4 a, f64x4 b), _mm256_blend_pd(a, b, 2))
SIMD_CALL(f64x4, f64x4_from_f32x4, (f32x4 a), _mm256_cvtps_pd(a))
SIMD_CALL(f32x4, f32x4_from_f64x4, (f64x4 a), _mm256_cvtpd_ps(a))

// ---- Whole numbers
SIMD_CALL(i32x8, i32x8_load, (const void* p), _mm256_loadu_si256((const __m256i*)p))
SIMD_CALL(i32x8, i32x8_load_aligned, (const void* p), _mm256_load_si256((const __m256i*)p))
SIMD_STORE(i32x8_store, (void* p, i32x8 a), _mm256_storeu_si256((__m256i*)p, a))
SIMD_STORE(i32x8_store_aligned, (void* p, i32x8 a), _mm256_store_si256((__m256i*)p, a))
SIMD_CALL(i32x8, i32x8_splat, (int32_t x), _mm256_set1_epi32(x))
SIMD_CALL(i32x8, i32x8_counting, (void), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
SIMD_CALL(i32x8, i32x8_add, (i32x8 a, i32x8 b), _mm256_add_epi32(a, b))
SIMD_CALL(i32x8, i32x8_sub, (i32x8 a, i32x8 b), _mm256_sub_epi32(a, b))
SIMD_CALL(i32x8, i32x8_and, (i32x8 a, i32x8 b), _mm256_and_si256(a, b))
SIMD_CALL(i32x8, i32x8_or, (i32x8 a, i32x8 b), _mm256_or_si256(a, b))
SIMD_CALL(i32x8, i32x8_and_not, (i32x8 a, i32x8 b), _mm256_andnot_si256(b, a))
SIMD_CALL(i32x8, i32x8_eq, (i32x8 a, i32x8 b), _mm256_cmpeq_epi32(a, b))
SIMD_CALL(i32x8, i32x8_gt, (i32x8 a, i32x8 b), _mm256_cmpgt_epi32(a, b))
SIMD_CALL(i32x8, i32x8_min, (i32x8 a, i32x8 b), _mm256_min_epi32(a, b))
SIMD_CALL(i32x8, i32x8_max, (i32x8 a, i32x8 b), _mm256_max_epi32(a, b))
SIMD_CALL(i32x8, i32x8_select, (i32x8 mask, i32x8 a, i32x8 b), _mm256_blendv_epi8(b, a, mask))
SIMD_CALL(i32x8, i32x8_shift_left, (i32x8 a, int by), _mm256_slli_epi32(a, by))
SIMD_CALL(i32x8, i32x8_shift_left_each, (i32x8 a, i32x8 by), _mm256_sllv_epi32(a, by))
SIMD_CALL(unsigned, i32x8_signs, (i32x8 a), (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a)))
SIMD_CALL(f32x8, f32x8_from_i32x8, (i32x8 a), _mm256_cvtepi32_ps(a))
SIMD_CALL(i32x8, i32x8_from_f32x8, (f32x8 a), _mm256_cvttps_epi32(a))
SIMD_CALL(i32x8, i32x8_of_bits, (f32x8 a), _mm256_castps_si256(a))
SIMD_CALL(f32x8, f32x8_of_bits, (i32x8 a), _mm256_castsi256_ps(a))
SIMD_CALL(i32x8, i32x8_of_mask, (f32x8_mask a), _mm256_castps_si256(a))
SIMD_CALL(i32x8, i32x8_from_halves, (i32x4 low, i32x4 high),
          _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1))
SIMD_CALL(i32x4, i32x8_low, (i32x8 a), _mm256_castsi256_si128(a))
SIMD_CALL(i32x4, i32x8_high, (i32x8 a), _mm256_extracti128_si256(a, 1))
SIMD_CALL(i32x8, i32x8_dup_low, (i32x8 a), _mm256_permute2x128_si256(a, a, 0x00))
SIMD_CALL(i32x8, i32x8_dup_high, (i32x8 a), _mm256_permute2x128_si256(a, a, 0x11))
SIMD_CALL(i32x8, i32x8_swap_halves, (i32x8 a), _mm256_permute2x128_si256(a, a, 0x01))
SIMD_CALL(i32x8, i32x8_permute, (i32x8 a, f32x8_slots slots), _mm256_permutevar8x32_epi32(a, slots))
SIMD_CALL(i32x8, i32x8_zip_low, (i32x8 a, i32x8 b), _mm256_unpacklo_epi32(a, b))
SIMD_CALL(i32x8, i32x8_zip_high, (i32x8 a, i32x8 b), _mm256_unpackhi_epi32(a, b))
SIMD_CALL(i32x8, i32x8_pick_bytes, (i32x8 a, i32x8 from), _mm256_shuffle_epi8(a, from))
#define i32x8_shuffle(a, i, j, k, l) _mm256_shuffle_epi32(a, _MM_SHUFFLE(l, k, j, i))
#define i32x8_blend(a, b, lanes) _mm256_blend_epi32(a, b, lanes)
SIMD_CALL(f32x8_slots, f32x8_slots_of, (i32x8 a), a)

SIMD_CALL(u16x16, u16x16_splat, (uint16_t x), _mm256_set1_epi16((int16_t)x))
SIMD_CALL(u16x16, u16x16_add, (u16x16 a, u16x16 b), _mm256_add_epi16(a, b))
SIMD_CALL(u16x16, u16x16_max, (u16x16 a, u16x16 b), _mm256_max_epu16(a, b))
SIMD_CALL(u16x16, u16x16_average, (u16x16 a, u16x16 b), _mm256_avg_epu16(a, b))
SIMD_CALL(u16x16, u16x16_not, (u16x16 a), _mm256_xor_si256(a, _mm256_set1_epi32(-1)))
SIMD_CALL(u16x16, u16x16_drop_three, (u16x16 a), _mm256_srli_si256(a, 6))
SIMD_CALL(u16x16, u16x16_zip_low, (u16x16 a, u16x16 b), _mm256_unpacklo_epi16(a, b))
SIMD_CALL(i32x8, i32x8_widen_low, (u16x16 a), _mm256_unpacklo_epi16(a, _mm256_setzero_si256()))
SIMD_CALL(i32x8, i32x8_widen_high, (u16x16 a), _mm256_unpackhi_epi16(a, _mm256_setzero_si256()))
SIMD_CALL(i32x8, i32x8_of_u16x16, (u16x16 a), a)
SIMD_CALL(u16x16, u16x16_of_i32x8, (i32x8 a), a)
SIMD_CALL(u16x16, u16x16_from_halves, (u16x8 low, u16x8 high),
          _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1))
SIMD_CALL(u16x8, u16x16_low, (u16x16 a), _mm256_castsi256_si128(a))
SIMD_CALL(u16x8, u16x16_high, (u16x16 a), _mm256_extracti128_si256(a, 1))
#define u16x16_blend_last(a, b) _mm256_blend_epi16(a, b, 0xc0)

#endif
