// The vectors of 128 bits in registers of ARM64; pairs.h makes those of 256 bits of them. portable.h says what each
// call does.
#ifndef HITSCAN_SIMD_NEON_H
#define HITSCAN_SIMD_NEON_H

#include "simd/simd.h"

#include <arm_neon.h>

typedef float32x4_t f32x4;
typedef uint32x4_t f32x4_mask;
typedef int32x4_t i32x4;
typedef uint16x8_t u16x8;
typedef uint16x4_t u16x4;
typedef uint8x16_t u8x16;
typedef float64x2_t f64x2;
typedef uint64x2_t f64x2_mask;

#define NEON_F32(a) vreinterpretq_f32_u32(a)
#define NEON_U32(a) vreinterpretq_u32_f32(a)
#define NEON_S32(a) vreinterpretq_s32_f32(a)
#define NEON_U64(a) vreinterpretq_u64_f64(a)

// Bits of the signs of four lanes, or of two.
SIMD_INLINE unsigned neon_signs(uint32x4_t a)
{
    static const int32_t places[4] = {0, 1, 2, 3};
    return vaddvq_u32(vshlq_u32(vshrq_n_u32(a, 31), vld1q_s32(places)));
}
SIMD_CALL(unsigned, neon_signs2, (uint64x2_t a),
          (unsigned)(vgetq_lane_u64(a, 0) >> 63) | (unsigned)(vgetq_lane_u64(a, 1) >> 63) << 1)

// ---- Floats
SIMD_CALL(f32x4, f32x4_load, (const float* p), vld1q_f32(p))
SIMD_CALL(f32x4, f32x4_load_aligned, (const float* p), vld1q_f32(p))
SIMD_STORE(f32x4_store, (float* p, f32x4 a), vst1q_f32(p, a))
SIMD_STORE(f32x4_store_aligned, (float* p, f32x4 a), vst1q_f32(p, a))
SIMD_STORE(f32x4_store_two, (float* p, f32x4 a), vst1_f32(p, vget_low_f32(a)))
SIMD_CALL(f32x4, f32x4_splat, (float x), vdupq_n_f32(x))
SIMD_INLINE f32x4 f32x4_make(float x, float y, float z, float w)
{
    const float lanes[4] = {x, y, z, w};
    return vld1q_f32(lanes);
}
SIMD_CALL(f32x4, f32x4_add, (f32x4 a, f32x4 b), vaddq_f32(a, b))
SIMD_CALL(f32x4, f32x4_sub, (f32x4 a, f32x4 b), vsubq_f32(a, b))
SIMD_CALL(f32x4, f32x4_mul, (f32x4 a, f32x4 b), vmulq_f32(a, b))
SIMD_CALL(f32x4, f32x4_div, (f32x4 a, f32x4 b), vdivq_f32(a, b))
SIMD_CALL(f32x4, f32x4_min, (f32x4 a, f32x4 b), vbslq_f32(vcltq_f32(a, b), a, b))
SIMD_CALL(f32x4, f32x4_max, (f32x4 a, f32x4 b), vbslq_f32(vcgtq_f32(a, b), a, b))
SIMD_CALL(f32x4, f32x4_sqrt, (f32x4 a), vsqrtq_f32(a))
SIMD_CALL(f32x4, f32x4_abs, (f32x4 a), vabsq_f32(a))
SIMD_CALL(f32x4, f32x4_negate, (f32x4 a), vnegq_f32(a))
SIMD_CALL(f32x4, f32x4_mul_sign, (f32x4 a, f32x4 b),
          NEON_F32(veorq_u32(NEON_U32(a), vandq_u32(NEON_U32(b), vdupq_n_u32(0x80000000u)))))
SIMD_CALL(f32x4, f32x4_copysign, (f32x4 a, f32x4 b), vbslq_f32(vdupq_n_u32(0x80000000u), b, a))
SIMD_CALL(f32x4, f32x4_mul_add, (f32x4 a, f32x4 b, f32x4 c), vfmaq_f32(c, a, b))
SIMD_CALL(f32x4, f32x4_mul_sub, (f32x4 a, f32x4 b, f32x4 c), vfmaq_f32(vnegq_f32(c), a, b))
SIMD_CALL(f32x4, f32x4_sub_mul, (f32x4 c, f32x4 a, f32x4 b), vfmsq_f32(c, a, b))
SIMD_CALL(f32x4_mask, f32x4_eq, (f32x4 a, f32x4 b), vceqq_f32(a, b))
SIMD_CALL(f32x4_mask, f32x4_lt, (f32x4 a, f32x4 b), vcltq_f32(a, b))
SIMD_CALL(f32x4_mask, f32x4_le, (f32x4 a, f32x4 b), vcleq_f32(a, b))
SIMD_CALL(f32x4_mask, f32x4_gt, (f32x4 a, f32x4 b), vcgtq_f32(a, b))
SIMD_CALL(f32x4_mask, f32x4_ge, (f32x4 a, f32x4 b), vcgeq_f32(a, b))
// By their bits as integers, which is one instruction, where min and max are two.
SIMD_CALL(f32x4, f32x4_max_nonneg, (f32x4 a, f32x4 b), vreinterpretq_f32_s32(vmaxq_s32(NEON_S32(a), NEON_S32(b))))
SIMD_CALL(f32x4, f32x4_min_nonneg, (f32x4 a, f32x4 b), vreinterpretq_f32_s32(vminq_s32(NEON_S32(a), NEON_S32(b))))
SIMD_CALL(f32x4_mask, f32x4_le_nonneg, (f32x4 a, f32x4 b), vcleq_s32(NEON_S32(a), NEON_S32(b)))
SIMD_CALL(f32x4_mask, f32x4_sign_clear, (f32x4 a), vcgezq_s32(NEON_S32(a)))
SIMD_CALL(f32x4_mask, f32x4_mask_and, (f32x4_mask a, f32x4_mask b), vandq_u32(a, b))
SIMD_CALL(f32x4_mask, f32x4_mask_or, (f32x4_mask a, f32x4_mask b), vorrq_u32(a, b))
SIMD_INLINE unsigned f32x4_mask_bits(f32x4_mask a)
{
    static const uint32_t bit[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a, vld1q_u32(bit)));
}
SIMD_INLINE unsigned f32x4_mask_bits_of_two(f32x4_mask low, f32x4_mask high)
{
    static const uint16_t bit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16(vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high)), vld1q_u16(bit)));
}
SIMD_CALL(bool, f32x4_mask_all, (f32x4_mask a), vminvq_u32(a) == UINT32_MAX)
SIMD_CALL(f32x4, f32x4_select, (f32x4_mask mask, f32x4 a, f32x4 b), vbslq_f32(mask, a, b))
SIMD_CALL(unsigned, f32x4_signs, (f32x4 a), neon_signs(NEON_U32(a)))
SIMD_CALL(float, f32x4_first, (f32x4 a), vgetq_lane_f32(a, 0))
SIMD_CALL(f32x4, f32x4_zip_low, (f32x4 a, f32x4 b), vzip1q_f32(a, b))
SIMD_CALL(f32x4, f32x4_zip_high, (f32x4 a, f32x4 b), vzip2q_f32(a, b))
SIMD_CALL(f32x4, f32x4_join_low, (f32x4 a, f32x4 b), vcombine_f32(vget_low_f32(a), vget_low_f32(b)))
SIMD_CALL(f32x4, f32x4_join_high, (f32x4 a, f32x4 b), vcombine_f32(vget_high_f32(a), vget_high_f32(b)))
SIMD_CALL(f32x4, f32x4_drop_first, (f32x4 a), vextq_f32(a, vdupq_n_f32(0.0f), 1))
#define f32x4_with_last(a, x) vsetq_lane_f32(x, a, 3)
#define f32x4_shuffle(a, i, j, k, l) __builtin_shufflevector(a, a, i, j, k, l)
#define f32x4_shuffle2(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, (k) + 4, (l) + 4)
#define f32x4_blend(a, b, lanes)                                                                                       \
    __builtin_shufflevector(a, b, (lanes)&1 ? 4 : 0, (lanes)&2 ? 5 : 1, (lanes)&4 ? 6 : 2, (lanes)&8 ? 7 : 3)
SIMD_CALL(f32x4, f32x4_pick, (const float table[8], uint32_t slots),
          f32x4_make(table[slots & 7u], table[slots >> 3 & 7u], table[slots >> 6 & 7u], table[slots >> 9 & 7u]))
SIMD_INLINE f32x4 f32x4_load_point(const void* p)
{
    const float* at = (const float*)p;
    return vcombine_f32(vld1_f32(at), vset_lane_f32(at[2], vdup_n_f32(0.0f), 0));
}
SIMD_INLINE void f32x4_store_point(float* p, f32x4 a)
{
    vst1_f32(p, vget_low_f32(a));
    vst1q_lane_f32(p + 2, a, 2);
}
SIMD_INLINE void f32x4_transpose(f32x4 row[4])
{
    const f32x4 low = f32x4_zip_low(row[0], row[2]), high = f32x4_zip_high(row[0], row[2]);
    const f32x4 low2 = f32x4_zip_low(row[1], row[3]), high2 = f32x4_zip_high(row[1], row[3]);
    row[0] = f32x4_zip_low(low, low2);
    row[1] = f32x4_zip_high(low, low2);
    row[2] = f32x4_zip_low(high, high2);
    row[3] = f32x4_zip_high(high, high2);
}

// ---- Doubles
SIMD_CALL(f64x2, f64x2_make, (double x, double y), vsetq_lane_f64(y, vdupq_n_f64(x), 1))
SIMD_CALL(f64x2, f64x2_splat, (double x), vdupq_n_f64(x))
SIMD_CALL(f64x2, f64x2_load, (const double* p), vld1q_f64(p))
SIMD_STORE(f64x2_store, (double* p, f64x2 a), vst1q_f64(p, a))
SIMD_CALL(f64x2, f64x2_add, (f64x2 a, f64x2 b), vaddq_f64(a, b))
SIMD_CALL(f64x2, f64x2_sub, (f64x2 a, f64x2 b), vsubq_f64(a, b))
SIMD_CALL(f64x2, f64x2_mul, (f64x2 a, f64x2 b), vmulq_f64(a, b))
SIMD_CALL(f64x2, f64x2_div, (f64x2 a, f64x2 b), vdivq_f64(a, b))
SIMD_CALL(f64x2, f64x2_min, (f64x2 a, f64x2 b), vbslq_f64(vcltq_f64(a, b), a, b))
SIMD_CALL(f64x2, f64x2_max, (f64x2 a, f64x2 b), vbslq_f64(vcgtq_f64(a, b), a, b))
SIMD_CALL(f64x2, f64x2_mul_add, (f64x2 a, f64x2 b, f64x2 c), vfmaq_f64(c, a, b))
SIMD_CALL(f64x2, f64x2_mul_sub, (f64x2 a, f64x2 b, f64x2 c), vfmaq_f64(vnegq_f64(c), a, b))
SIMD_CALL(f64x2, f64x2_sqrt, (f64x2 a), vsqrtq_f64(a))
SIMD_CALL(f64x2, f64x2_abs, (f64x2 a), vabsq_f64(a))
SIMD_CALL(f64x2, f64x2_mul_sign, (f64x2 a, f64x2 b),
          vreinterpretq_f64_u64(veorq_u64(NEON_U64(a), vandq_u64(NEON_U64(b), vdupq_n_u64(UINT64_C(1) << 63)))))
SIMD_CALL(f64x2_mask, f64x2_eq, (f64x2 a, f64x2 b), vceqq_f64(a, b))
SIMD_CALL(f64x2_mask, f64x2_ne, (f64x2 a, f64x2 b), veorq_u64(vceqq_f64(a, b), vdupq_n_u64(UINT64_MAX)))
SIMD_CALL(f64x2_mask, f64x2_lt, (f64x2 a, f64x2 b), vcltq_f64(a, b))
SIMD_CALL(f64x2_mask, f64x2_le, (f64x2 a, f64x2 b), vcleq_f64(a, b))
SIMD_CALL(f64x2_mask, f64x2_mask_or, (f64x2_mask a, f64x2_mask b), vorrq_u64(a, b))
SIMD_CALL(unsigned, f64x2_mask_bits, (f64x2_mask a), neon_signs2(a))
SIMD_CALL(f64x2, f64x2_select, (f64x2_mask mask, f64x2 a, f64x2 b), vbslq_f64(mask, a, b))
SIMD_CALL(f64x2, f64x2_select_negative, (f64x2 sign, f64x2 a, f64x2 b),
          vbslq_f64(vcltzq_s64(vreinterpretq_s64_f64(sign)), a, b))
SIMD_CALL(unsigned, f64x2_signs, (f64x2 a), neon_signs2(NEON_U64(a)))
SIMD_CALL(double, f64x2_first, (f64x2 a), vgetq_lane_f64(a, 0))
SIMD_CALL(f64x2, f64x2_swap, (f64x2 a), vextq_f64(a, a, 1))
SIMD_CALL(f64x2, f64x2_zip_low, (f64x2 a, f64x2 b), vzip1q_f64(a, b))
SIMD_CALL(f64x2, f64x2_zip_high, (f64x2 a, f64x2 b), vzip2q_f64(a, b))
SIMD_CALL(f64x2, f64x2_blend_second, (f64x2 a, f64x2 b), vcopyq_laneq_f64(a, 1, b, 1))
SIMD_CALL(f64x2, f64x2_from_f32x4_low, (f32x4 a), vcvt_f64_f32(vget_low_f32(a)))
SIMD_CALL(f64x2, f64x2_from_f32x4_high, (f32x4 a), vcvt_high_f64_f32(a))
SIMD_CALL(f32x4, f32x4_from_f64x2, (f64x2 low, f64x2 high), vcvt_high_f32_f64(vcvt_f32_f64(low), high))

// ---- Whole numbers
SIMD_CALL(i32x4, i32x4_load, (const int32_t* p), vld1q_s32(p))
SIMD_STORE(i32x4_store, (int32_t * p, i32x4 a), vst1q_s32(p, a))
SIMD_CALL(i32x4, i32x4_splat, (int32_t x), vdupq_n_s32(x))
SIMD_INLINE i32x4 i32x4_make(int32_t x, int32_t y, int32_t z, int32_t w)
{
    const int32_t lanes[4] = {x, y, z, w};
    return vld1q_s32(lanes);
}
SIMD_CALL(i32x4, i32x4_add, (i32x4 a, i32x4 b), vaddq_s32(a, b))
SIMD_CALL(i32x4, i32x4_sub, (i32x4 a, i32x4 b), vsubq_s32(a, b))
SIMD_CALL(i32x4, i32x4_mul, (i32x4 a, i32x4 b), vmulq_s32(a, b))
SIMD_CALL(i32x4, i32x4_and, (i32x4 a, i32x4 b), vandq_s32(a, b))
SIMD_CALL(i32x4, i32x4_or, (i32x4 a, i32x4 b), vorrq_s32(a, b))
SIMD_CALL(i32x4, i32x4_xor, (i32x4 a, i32x4 b), veorq_s32(a, b))
SIMD_CALL(i32x4, i32x4_and_not, (i32x4 a, i32x4 b), vbicq_s32(a, b))
SIMD_CALL(i32x4, i32x4_eq, (i32x4 a, i32x4 b), vreinterpretq_s32_u32(vceqq_s32(a, b)))
SIMD_CALL(i32x4, i32x4_lt, (i32x4 a, i32x4 b), vreinterpretq_s32_u32(vcltq_s32(a, b)))
SIMD_CALL(i32x4, i32x4_min, (i32x4 a, i32x4 b), vminq_s32(a, b))
SIMD_CALL(i32x4, i32x4_max, (i32x4 a, i32x4 b), vmaxq_s32(a, b))
SIMD_CALL(i32x4, i32x4_min_unsigned, (i32x4 a, i32x4 b),
          vreinterpretq_s32_u32(vminq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b))))
SIMD_CALL(i32x4, i32x4_abs, (i32x4 a), vabsq_s32(a))
SIMD_CALL(i32x4, i32x4_shift_left, (i32x4 a, int by), vshlq_s32(a, vdupq_n_s32(by)))
SIMD_CALL(i32x4, i32x4_shift_right, (i32x4 a, int by),
          vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), vdupq_n_s32(-by))))
SIMD_CALL(unsigned, i32x4_signs, (i32x4 a), neon_signs(vreinterpretq_u32_s32(a)))
SIMD_CALL(i32x4, i32x4_select, (i32x4 mask, i32x4 a, i32x4 b), vbslq_s32(vreinterpretq_u32_s32(mask), a, b))
SIMD_CALL(f32x4, f32x4_from_i32x4, (i32x4 a), vcvtq_f32_s32(a))
SIMD_CALL(i32x4, i32x4_from_f32x4, (f32x4 a), vcvtq_s32_f32(a))
SIMD_CALL(i32x4, i32x4_of_bits, (f32x4 a), NEON_S32(a))
SIMD_CALL(f32x4, f32x4_of_bits, (i32x4 a), vreinterpretq_f32_s32(a))
SIMD_CALL(i32x4, i32x4_of_mask, (f32x4_mask a), vreinterpretq_s32_u32(a))
SIMD_CALL(f32x4_mask, f32x4_mask_of, (i32x4 a), vreinterpretq_u32_s32(a))
SIMD_CALL(i32x4, i32x4_zip_low, (i32x4 a, i32x4 b), vzip1q_s32(a, b))
SIMD_CALL(i32x4, i32x4_zip_high, (i32x4 a, i32x4 b), vzip2q_s32(a, b))
SIMD_CALL(i32x4, i32x4_join_low, (i32x4 a, i32x4 b), vcombine_s32(vget_low_s32(a), vget_low_s32(b)))
SIMD_CALL(i32x4, i32x4_join_high, (i32x4 a, i32x4 b), vcombine_s32(vget_high_s32(a), vget_high_s32(b)))
SIMD_CALL(uint64_t, i32x4_first_two, (i32x4 a), vgetq_lane_u64(vreinterpretq_u64_s32(a), 0))
#define i32x4_shuffle(a, i, j, k, l) __builtin_shufflevector(a, a, i, j, k, l)
#define i32x4_extract(a, lane) ((uint32_t)vgetq_lane_s32(a, lane))
#define i32x4_insert(a, lane, x) vsetq_lane_s32((int32_t)(x), a, lane)

SIMD_CALL(u16x8, u16x8_load_aligned, (const void* p), vld1q_u16((const uint16_t*)p))
SIMD_STORE(u16x8_store_aligned, (void* p, u16x8 a), vst1q_u16((uint16_t*)p, a))
SIMD_CALL(u16x8, u16x8_splat, (uint16_t x), vdupq_n_u16(x))
SIMD_CALL(u16x8, u16x8_max, (u16x8 a, u16x8 b), vmaxq_u16(a, b))
SIMD_CALL(u16x8, u16x8_add, (u16x8 a, u16x8 b), vaddq_u16(a, b))
SIMD_CALL(u16x8, u16x8_average, (u16x8 a, u16x8 b), vrhaddq_u16(a, b))
SIMD_CALL(u16x8, u16x8_not, (u16x8 a), vmvnq_u16(a))
SIMD_CALL(u16x8, u16x8_drop_three, (u16x8 a), vextq_u16(a, vdupq_n_u16(0), 3))
SIMD_CALL(u16x8, u16x8_zip_low, (u16x8 a, u16x8 b), vzip1q_u16(a, b))
SIMD_CALL(u16x8, u16x8_zip_high, (u16x8 a, u16x8 b), vzip2q_u16(a, b))
SIMD_CALL(u16x8, u16x8_narrow, (i32x4 low, i32x4 high), vcombine_u16(vqmovun_s32(low), vqmovun_s32(high)))
SIMD_CALL(i32x4, i32x4_widen_low, (u16x8 a), vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(a))))
SIMD_CALL(i32x4, i32x4_widen_high, (u16x8 a), vreinterpretq_s32_u32(vmovl_high_u16(a)))
SIMD_CALL(i32x4, i32x4_of_u16x8, (u16x8 a), vreinterpretq_s32_u16(a))
SIMD_CALL(u16x8, u16x8_of_i32x4, (i32x4 a), vreinterpretq_u16_s32(a))
SIMD_CALL(u16x8, u16x8_blend_last, (u16x8 a, u16x8 b),
          vreinterpretq_u16_u32(vcopyq_laneq_u32(vreinterpretq_u32_u16(a), 3, vreinterpretq_u32_u16(b), 3)))
#define u16x8_close_gap(a) __builtin_shufflevector(a, a, 0, 1, 2, 4, 5, 6, 7, 7)
SIMD_CALL(u8x16, u8x16_load, (const void* p), vld1q_u8((const uint8_t*)p))
SIMD_CALL(u8x16, u8x16_pick, (u8x16 a, u8x16 from), vqtbl1q_u8(a, from))
SIMD_CALL(u8x16, u8x16_of_i32x4, (i32x4 a), vreinterpretq_u8_s32(a))
SIMD_CALL(i32x4, i32x4_of_u8x16, (u8x16 a), vreinterpretq_s32_u8(a))

SIMD_CALL(u16x4, u16x4_load, (const uint16_t* p), vld1_u16(p))
SIMD_STORE(u16x4_store, (uint16_t * p, u16x4 a), vst1_u16(p, a))
SIMD_CALL(u16x4, u16x4_min, (u16x4 a, u16x4 b), vmin_u16(a, b))
SIMD_CALL(u16x4, u16x4_max, (u16x4 a, u16x4 b), vmax_u16(a, b))
SIMD_CALL(u16x4, u16x4_first_four, (u16x8 a), vget_low_u16(a))
SIMD_INLINE u16x4 u16x4_insert(u16x4 a, unsigned lane, uint32_t value)
{
    static const uint16_t lanes[4] = {0, 1, 2, 3};
    return vbsl_u16(vceq_u16(vld1_u16(lanes), vdup_n_u16((uint16_t)lane)), vdup_n_u16((uint16_t)value), a);
}

#endif
