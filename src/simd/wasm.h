// The vectors of 128 bits in values of WebAssembly's SIMD128; pairs.h makes those of 256 bits of them. portable.h says
// what each call does.
#ifndef HITSCAN_SIMD_WASM_H
#define HITSCAN_SIMD_WASM_H

#include "simd/simd.h"

#include <wasm_simd128.h>

typedef v128_t f32x4;
typedef v128_t f32x4_mask;
typedef v128_t i32x4;
typedef v128_t u16x8;
typedef v128_t u16x4;
typedef v128_t u8x16;
typedef v128_t f64x2;
typedef v128_t f64x2_mask;

// ---- Floats
SIMD_CALL(f32x4, f32x4_load, (const float* p), wasm_v128_load(p))
SIMD_CALL(f32x4, f32x4_load_aligned, (const float* p), wasm_v128_load(p))
SIMD_STORE(f32x4_store, (float* p, f32x4 a), wasm_v128_store(p, a))
SIMD_STORE(f32x4_store_aligned, (float* p, f32x4 a), wasm_v128_store(p, a))
SIMD_STORE(f32x4_store_two, (float* p, f32x4 a), wasm_v128_store64_lane(p, a, 0))
SIMD_CALL(f32x4, f32x4_splat, (float x), wasm_f32x4_splat(x))
SIMD_CALL(f32x4, f32x4_make, (float x, float y, float z, float w), wasm_f32x4_make(x, y, z, w))
SIMD_CALL(f32x4, f32x4_add, (f32x4 a, f32x4 b), wasm_f32x4_add(a, b))
SIMD_CALL(f32x4, f32x4_sub, (f32x4 a, f32x4 b), wasm_f32x4_sub(a, b))
SIMD_CALL(f32x4, f32x4_mul, (f32x4 a, f32x4 b), wasm_f32x4_mul(a, b))
SIMD_CALL(f32x4, f32x4_div, (f32x4 a, f32x4 b), wasm_f32x4_div(a, b))
// pmin(b, a) is a < b ? a : b.
SIMD_CALL(f32x4, f32x4_min, (f32x4 a, f32x4 b), wasm_f32x4_pmin(b, a))
SIMD_CALL(f32x4, f32x4_max, (f32x4 a, f32x4 b), wasm_f32x4_pmax(b, a))
SIMD_CALL(f32x4, f32x4_sqrt, (f32x4 a), wasm_f32x4_sqrt(a))
SIMD_CALL(f32x4, f32x4_abs, (f32x4 a), wasm_f32x4_abs(a))
SIMD_CALL(f32x4, f32x4_negate, (f32x4 a), wasm_f32x4_neg(a))
SIMD_CALL(f32x4, f32x4_mul_sign, (f32x4 a, f32x4 b),
          wasm_v128_xor(a, wasm_v128_and(b, wasm_i32x4_const_splat(INT32_MIN))))
SIMD_CALL(f32x4, f32x4_copysign, (f32x4 a, f32x4 b),
          wasm_v128_or(a, wasm_v128_and(b, wasm_i32x4_const_splat(INT32_MIN))))
SIMD_CALL(f32x4, f32x4_mul_add, (f32x4 a, f32x4 b, f32x4 c), wasm_f32x4_add(wasm_f32x4_mul(a, b), c))
SIMD_CALL(f32x4, f32x4_mul_sub, (f32x4 a, f32x4 b, f32x4 c), wasm_f32x4_sub(wasm_f32x4_mul(a, b), c))
SIMD_CALL(f32x4, f32x4_sub_mul, (f32x4 c, f32x4 a, f32x4 b), wasm_f32x4_sub(c, wasm_f32x4_mul(a, b)))
SIMD_CALL(f32x4_mask, f32x4_eq, (f32x4 a, f32x4 b), wasm_f32x4_eq(a, b))
SIMD_CALL(f32x4_mask, f32x4_lt, (f32x4 a, f32x4 b), wasm_f32x4_lt(a, b))
SIMD_CALL(f32x4_mask, f32x4_le, (f32x4 a, f32x4 b), wasm_f32x4_le(a, b))
SIMD_CALL(f32x4_mask, f32x4_gt, (f32x4 a, f32x4 b), wasm_f32x4_gt(a, b))
SIMD_CALL(f32x4_mask, f32x4_ge, (f32x4 a, f32x4 b), wasm_f32x4_ge(a, b))
SIMD_CALL(f32x4, f32x4_max_nonneg, (f32x4 a, f32x4 b), wasm_i32x4_max(a, b))
SIMD_CALL(f32x4, f32x4_min_nonneg, (f32x4 a, f32x4 b), wasm_i32x4_min(a, b))
SIMD_CALL(f32x4_mask, f32x4_le_nonneg, (f32x4 a, f32x4 b), wasm_i32x4_le(a, b))
SIMD_CALL(f32x4_mask, f32x4_sign_clear, (f32x4 a), wasm_i32x4_ge(a, wasm_i32x4_const_splat(0)))
SIMD_CALL(f32x4_mask, f32x4_mask_and, (f32x4_mask a, f32x4_mask b), wasm_v128_and(a, b))
SIMD_CALL(f32x4_mask, f32x4_mask_or, (f32x4_mask a, f32x4_mask b), wasm_v128_or(a, b))
SIMD_CALL(unsigned, f32x4_mask_bits, (f32x4_mask a), (unsigned)wasm_i32x4_bitmask(a))
SIMD_CALL(unsigned, f32x4_mask_bits_of_two, (f32x4_mask low, f32x4_mask high),
          (unsigned)wasm_i16x8_bitmask(wasm_i16x8_narrow_i32x4(low, high)))
SIMD_CALL(bool, f32x4_mask_all, (f32x4_mask a), wasm_i32x4_all_true(a))
SIMD_CALL(f32x4, f32x4_select, (f32x4_mask mask, f32x4 a, f32x4 b), wasm_v128_bitselect(a, b, mask))
SIMD_CALL(unsigned, f32x4_signs, (f32x4 a), (unsigned)wasm_i32x4_bitmask(a))
SIMD_CALL(float, f32x4_first, (f32x4 a), wasm_f32x4_extract_lane(a, 0))
SIMD_CALL(f32x4, f32x4_zip_low, (f32x4 a, f32x4 b), wasm_i32x4_shuffle(a, b, 0, 4, 1, 5))
SIMD_CALL(f32x4, f32x4_zip_high, (f32x4 a, f32x4 b), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7))
SIMD_CALL(f32x4, f32x4_join_low, (f32x4 a, f32x4 b), wasm_i64x2_shuffle(a, b, 0, 2))
SIMD_CALL(f32x4, f32x4_join_high, (f32x4 a, f32x4 b), wasm_i64x2_shuffle(a, b, 1, 3))
SIMD_CALL(f32x4, f32x4_drop_first, (f32x4 a), wasm_i32x4_shuffle(a, wasm_i32x4_const_splat(0), 1, 2, 3, 4))
#define f32x4_with_last(a, x) wasm_f32x4_replace_lane(a, 3, x)
#define f32x4_shuffle(a, i, j, k, l) wasm_i32x4_shuffle(a, a, i, j, k, l)
#define f32x4_shuffle2(a, b, i, j, k, l) wasm_i32x4_shuffle(a, b, i, j, (k) + 4, (l) + 4)
#define f32x4_blend(a, b, lanes)                                                                                       \
    wasm_i32x4_shuffle(a, b, (lanes)&1 ? 4 : 0, (lanes)&2 ? 5 : 1, (lanes)&4 ? 6 : 2, (lanes)&8 ? 7 : 3)
SIMD_CALL(f32x4, f32x4_pick, (const float table[8], uint32_t slots),
          f32x4_make(table[slots & 7u], table[slots >> 3 & 7u], table[slots >> 6 & 7u], table[slots >> 9 & 7u]))
SIMD_CALL(f32x4, f32x4_load_point, (const void* p),
          wasm_v128_load32_lane((const char*)p + 8, wasm_v128_load64_zero(p), 2))
SIMD_INLINE void f32x4_store_point(float* p, f32x4 a)
{
    wasm_v128_store64_lane(p, a, 0);
    wasm_v128_store32_lane(p + 2, a, 2);
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
SIMD_CALL(f64x2, f64x2_make, (double x, double y), wasm_f64x2_make(x, y))
SIMD_CALL(f64x2, f64x2_splat, (double x), wasm_f64x2_splat(x))
SIMD_CALL(f64x2, f64x2_load, (const double* p), wasm_v128_load(p))
SIMD_STORE(f64x2_store, (double* p, f64x2 a), wasm_v128_store(p, a))
SIMD_CALL(f64x2, f64x2_add, (f64x2 a, f64x2 b), wasm_f64x2_add(a, b))
SIMD_CALL(f64x2, f64x2_sub, (f64x2 a, f64x2 b), wasm_f64x2_sub(a, b))
SIMD_CALL(f64x2, f64x2_mul, (f64x2 a, f64x2 b), wasm_f64x2_mul(a, b))
SIMD_CALL(f64x2, f64x2_div, (f64x2 a, f64x2 b), wasm_f64x2_div(a, b))
SIMD_CALL(f64x2, f64x2_min, (f64x2 a, f64x2 b), wasm_f64x2_pmin(b, a))
SIMD_CALL(f64x2, f64x2_max, (f64x2 a, f64x2 b), wasm_f64x2_pmax(b, a))
SIMD_CALL(f64x2, f64x2_mul_add, (f64x2 a, f64x2 b, f64x2 c), wasm_f64x2_add(wasm_f64x2_mul(a, b), c))
SIMD_CALL(f64x2, f64x2_mul_sub, (f64x2 a, f64x2 b, f64x2 c), wasm_f64x2_sub(wasm_f64x2_mul(a, b), c))
SIMD_CALL(f64x2, f64x2_sqrt, (f64x2 a), wasm_f64x2_sqrt(a))
SIMD_CALL(f64x2, f64x2_abs, (f64x2 a), wasm_f64x2_abs(a))
SIMD_CALL(f64x2, f64x2_mul_sign, (f64x2 a, f64x2 b),
          wasm_v128_xor(a, wasm_v128_and(b, wasm_i64x2_const_splat(INT64_MIN))))
SIMD_CALL(f64x2_mask, f64x2_eq, (f64x2 a, f64x2 b), wasm_f64x2_eq(a, b))
SIMD_CALL(f64x2_mask, f64x2_ne, (f64x2 a, f64x2 b), wasm_f64x2_ne(a, b))
SIMD_CALL(f64x2_mask, f64x2_lt, (f64x2 a, f64x2 b), wasm_f64x2_lt(a, b))
SIMD_CALL(f64x2_mask, f64x2_le, (f64x2 a, f64x2 b), wasm_f64x2_le(a, b))
SIMD_CALL(f64x2_mask, f64x2_mask_or, (f64x2_mask a, f64x2_mask b), wasm_v128_or(a, b))
SIMD_CALL(unsigned, f64x2_mask_bits, (f64x2_mask a), (unsigned)wasm_i64x2_bitmask(a))
SIMD_CALL(f64x2, f64x2_select, (f64x2_mask mask, f64x2 a, f64x2 b), wasm_v128_bitselect(a, b, mask))
SIMD_CALL(f64x2, f64x2_select_negative, (f64x2 sign, f64x2 a, f64x2 b),
          wasm_v128_bitselect(a, b, wasm_i64x2_shr(sign, 63)))
SIMD_CALL(unsigned, f64x2_signs, (f64x2 a), (unsigned)wasm_i64x2_bitmask(a))
SIMD_CALL(double, f64x2_first, (f64x2 a), wasm_f64x2_extract_lane(a, 0))
SIMD_CALL(f64x2, f64x2_swap, (f64x2 a), wasm_i64x2_shuffle(a, a, 1, 0))
SIMD_CALL(f64x2, f64x2_zip_low, (f64x2 a, f64x2 b), wasm_i64x2_shuffle(a, b, 0, 2))
SIMD_CALL(f64x2, f64x2_zip_high, (f64x2 a, f64x2 b), wasm_i64x2_shuffle(a, b, 1, 3))
SIMD_CALL(f64x2, f64x2_blend_second, (f64x2 a, f64x2 b), wasm_i64x2_shuffle(a, b, 0, 3))
SIMD_CALL(f64x2, f64x2_from_f32x4_low, (f32x4 a), wasm_f64x2_promote_low_f32x4(a))
SIMD_CALL(f64x2, f64x2_from_f32x4_high, (f32x4 a), wasm_f64x2_promote_low_f32x4(wasm_i64x2_shuffle(a, a, 1, 1)))
SIMD_CALL(f32x4, f32x4_from_f64x2, (f64x2 low, f64x2 high),
          wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 2))

// ---- Whole numbers
SIMD_CALL(i32x4, i32x4_load, (const int32_t* p), wasm_v128_load(p))
SIMD_STORE(i32x4_store, (int32_t * p, i32x4 a), wasm_v128_store(p, a))
SIMD_CALL(i32x4, i32x4_splat, (int32_t x), wasm_i32x4_splat(x))
SIMD_CALL(i32x4, i32x4_make, (int32_t x, int32_t y, int32_t z, int32_t w), wasm_i32x4_make(x, y, z, w))
SIMD_CALL(i32x4, i32x4_add, (i32x4 a, i32x4 b), wasm_i32x4_add(a, b))
SIMD_CALL(i32x4, i32x4_sub, (i32x4 a, i32x4 b), wasm_i32x4_sub(a, b))
SIMD_CALL(i32x4, i32x4_mul, (i32x4 a, i32x4 b), wasm_i32x4_mul(a, b))
SIMD_CALL(i32x4, i32x4_and, (i32x4 a, i32x4 b), wasm_v128_and(a, b))
SIMD_CALL(i32x4, i32x4_or, (i32x4 a, i32x4 b), wasm_v128_or(a, b))
SIMD_CALL(i32x4, i32x4_xor, (i32x4 a, i32x4 b), wasm_v128_xor(a, b))
SIMD_CALL(i32x4, i32x4_and_not, (i32x4 a, i32x4 b), wasm_v128_andnot(a, b))
SIMD_CALL(i32x4, i32x4_eq, (i32x4 a, i32x4 b), wasm_i32x4_eq(a, b))
SIMD_CALL(i32x4, i32x4_lt, (i32x4 a, i32x4 b), wasm_i32x4_lt(a, b))
SIMD_CALL(i32x4, i32x4_min, (i32x4 a, i32x4 b), wasm_i32x4_min(a, b))
SIMD_CALL(i32x4, i32x4_max, (i32x4 a, i32x4 b), wasm_i32x4_max(a, b))
SIMD_CALL(i32x4, i32x4_min_unsigned, (i32x4 a, i32x4 b), wasm_u32x4_min(a, b))
SIMD_CALL(i32x4, i32x4_abs, (i32x4 a), wasm_i32x4_abs(a))
SIMD_CALL(i32x4, i32x4_shift_left, (i32x4 a, int by), wasm_i32x4_shl(a, (uint32_t)by))
SIMD_CALL(i32x4, i32x4_shift_right, (i32x4 a, int by), wasm_u32x4_shr(a, (uint32_t)by))
SIMD_CALL(unsigned, i32x4_signs, (i32x4 a), (unsigned)wasm_i32x4_bitmask(a))
SIMD_CALL(i32x4, i32x4_select, (i32x4 mask, i32x4 a, i32x4 b), wasm_v128_bitselect(a, b, mask))
SIMD_CALL(f32x4, f32x4_from_i32x4, (i32x4 a), wasm_f32x4_convert_i32x4(a))
SIMD_CALL(i32x4, i32x4_from_f32x4, (f32x4 a), wasm_i32x4_trunc_sat_f32x4(a))
SIMD_CALL(i32x4, i32x4_of_bits, (f32x4 a), a)
SIMD_CALL(f32x4, f32x4_of_bits, (i32x4 a), a)
SIMD_CALL(i32x4, i32x4_of_mask, (f32x4_mask a), a)
SIMD_CALL(f32x4_mask, f32x4_mask_of, (i32x4 a), a)
SIMD_CALL(i32x4, i32x4_zip_low, (i32x4 a, i32x4 b), wasm_i32x4_shuffle(a, b, 0, 4, 1, 5))
SIMD_CALL(i32x4, i32x4_zip_high, (i32x4 a, i32x4 b), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7))
SIMD_CALL(i32x4, i32x4_join_low, (i32x4 a, i32x4 b), wasm_i64x2_shuffle(a, b, 0, 2))
SIMD_CALL(i32x4, i32x4_join_high, (i32x4 a, i32x4 b), wasm_i64x2_shuffle(a, b, 1, 3))
SIMD_CALL(uint64_t, i32x4_first_two, (i32x4 a), (uint64_t)wasm_i64x2_extract_lane(a, 0))
#define i32x4_shuffle(a, i, j, k, l) wasm_i32x4_shuffle(a, a, i, j, k, l)
#define i32x4_extract(a, lane) ((uint32_t)wasm_i32x4_extract_lane(a, lane))
#define i32x4_insert(a, lane, x) wasm_i32x4_replace_lane(a, lane, (int32_t)(x))

SIMD_CALL(u16x8, u16x8_load_aligned, (const void* p), wasm_v128_load(p))
SIMD_STORE(u16x8_store_aligned, (void* p, u16x8 a), wasm_v128_store(p, a))
SIMD_CALL(u16x8, u16x8_splat, (uint16_t x), wasm_i16x8_splat((int16_t)x))
SIMD_CALL(u16x8, u16x8_max, (u16x8 a, u16x8 b), wasm_u16x8_max(a, b))
SIMD_CALL(u16x8, u16x8_add, (u16x8 a, u16x8 b), wasm_i16x8_add(a, b))
SIMD_CALL(u16x8, u16x8_average, (u16x8 a, u16x8 b), wasm_u16x8_avgr(a, b))
SIMD_CALL(u16x8, u16x8_not, (u16x8 a), wasm_v128_not(a))
SIMD_CALL(u16x8, u16x8_drop_three, (u16x8 a), wasm_i16x8_shuffle(a, wasm_i32x4_const_splat(0), 3, 4, 5, 6, 7, 8, 8, 8))
SIMD_CALL(u16x8, u16x8_zip_low, (u16x8 a, u16x8 b), wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11))
SIMD_CALL(u16x8, u16x8_zip_high, (u16x8 a, u16x8 b), wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15))
SIMD_CALL(u16x8, u16x8_narrow, (i32x4 low, i32x4 high), wasm_u16x8_narrow_i32x4(low, high))
SIMD_CALL(i32x4, i32x4_widen_low, (u16x8 a), wasm_u32x4_extend_low_u16x8(a))
SIMD_CALL(i32x4, i32x4_widen_high, (u16x8 a), wasm_u32x4_extend_high_u16x8(a))
SIMD_CALL(i32x4, i32x4_of_u16x8, (u16x8 a), a)
SIMD_CALL(u16x8, u16x8_of_i32x4, (i32x4 a), a)
SIMD_CALL(u16x8, u16x8_blend_last, (u16x8 a, u16x8 b), wasm_i32x4_shuffle(a, b, 0, 1, 2, 7))
SIMD_CALL(u16x8, u16x8_close_gap, (u16x8 a), wasm_i16x8_shuffle(a, a, 0, 1, 2, 4, 5, 6, 7, 7))
SIMD_CALL(u8x16, u8x16_load, (const void* p), wasm_v128_load(p))
SIMD_CALL(u8x16, u8x16_pick, (u8x16 a, u8x16 from), wasm_i8x16_swizzle(a, from))
SIMD_CALL(u8x16, u8x16_of_i32x4, (i32x4 a), a)
SIMD_CALL(i32x4, i32x4_of_u8x16, (u8x16 a), a)

SIMD_CALL(u16x4, u16x4_load, (const uint16_t* p), wasm_v128_load64_zero(p))
SIMD_STORE(u16x4_store, (uint16_t * p, u16x4 a), wasm_v128_store64_lane(p, a, 0))
SIMD_CALL(u16x4, u16x4_min, (u16x4 a, u16x4 b), wasm_u16x8_min(a, b))
SIMD_CALL(u16x4, u16x4_max, (u16x4 a, u16x4 b), wasm_u16x8_max(a, b))
SIMD_CALL(u16x4, u16x4_first_four, (u16x8 a), a)
SIMD_CALL(u16x4, u16x4_insert, (u16x4 a, unsigned lane, uint32_t value),
          wasm_v128_bitselect(wasm_i16x8_splat((int16_t)value), a,
                              wasm_i16x8_eq(wasm_i16x8_const(0, 1, 2, 3, 4, 5, 6, 7), wasm_i16x8_splat((int16_t)lane))))

#endif
