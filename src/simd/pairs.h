// The vectors of 256 bits as two of 128 bits, for instruction sets that have no wider registers: SSE4.1, NEON, SIMD128.
// portable.h says what each call does. Calls that only HIT_SIMD_WIDE makes worth while are here as well, so that what
// is written with them is right everywhere.
#ifndef HITSCAN_SIMD_PAIRS_H
#define HITSCAN_SIMD_PAIRS_H

#include "simd/simd.h"

// NOLINTBEGIN(bugprone-macro-parentheses): types need none
#define SIMD_PAIR(type, half)                                                                                          \
    typedef struct type {                                                                                              \
        half low, high;                                                                                                \
    } type;                                                                                                            \
    SIMD_INLINE type type##_from_halves(half low, half high)                                                           \
    {                                                                                                                  \
        const type r = {low, high};                                                                                    \
        return r;                                                                                                      \
    }                                                                                                                  \
    SIMD_CALL(half, type##_low, (type a), a.low)                                                                       \
    SIMD_CALL(half, type##_high, (type a), a.high)
// NOLINTEND(bugprone-macro-parentheses)

// What is done to each half by itself.
#define SIMD_PAIR_1(result, name, type, call)                                                                          \
    SIMD_CALL(result, name, (type a), result##_from_halves(call(a.low), call(a.high)))
#define SIMD_PAIR_2(result, name, type, call)                                                                          \
    SIMD_CALL(result, name, (type a, type b), result##_from_halves(call(a.low, b.low), call(a.high, b.high)))
#define SIMD_PAIR_3(result, name, one, type, call)                                                                     \
    SIMD_CALL(result, name, (one a, type b, type c),                                                                   \
              result##_from_halves(call(a.low, b.low, c.low), call(a.high, b.high, c.high)))

SIMD_PAIR(f32x8, f32x4)
SIMD_PAIR(f32x8_mask, f32x4_mask)
SIMD_PAIR(f64x4, f64x2)
SIMD_PAIR(f64x4_mask, f64x2_mask)
SIMD_PAIR(i32x8, i32x4)
SIMD_PAIR(u16x16, u16x8)
typedef uint32_t f32x8_slots;

// ---- Floats
SIMD_CALL(f32x8, f32x8_load, (const float* p), f32x8_from_halves(f32x4_load(p), f32x4_load(p + 4)))
SIMD_CALL(f32x8, f32x8_load_aligned, (const float* p),
          f32x8_from_halves(f32x4_load_aligned(p), f32x4_load_aligned(p + 4)))
SIMD_INLINE void f32x8_store(float* p, f32x8 a)
{
    f32x4_store(p, a.low);
    f32x4_store(p + 4, a.high);
}
SIMD_INLINE void f32x8_store_aligned(float* p, f32x8 a)
{
    f32x4_store_aligned(p, a.low);
    f32x4_store_aligned(p + 4, a.high);
}
SIMD_CALL(f32x8, f32x8_splat, (float x), f32x8_from_halves(f32x4_splat(x), f32x4_splat(x)))
SIMD_PAIR_2(f32x8, f32x8_add, f32x8, f32x4_add)
SIMD_PAIR_2(f32x8, f32x8_sub, f32x8, f32x4_sub)
SIMD_PAIR_2(f32x8, f32x8_mul, f32x8, f32x4_mul)
SIMD_PAIR_2(f32x8, f32x8_div, f32x8, f32x4_div)
SIMD_PAIR_2(f32x8, f32x8_min, f32x8, f32x4_min)
SIMD_PAIR_2(f32x8, f32x8_max, f32x8, f32x4_max)
SIMD_PAIR_1(f32x8, f32x8_sqrt, f32x8, f32x4_sqrt)
SIMD_PAIR_1(f32x8, f32x8_abs, f32x8, f32x4_abs)
SIMD_PAIR_1(f32x8, f32x8_negate, f32x8, f32x4_negate)
SIMD_PAIR_2(f32x8, f32x8_mul_sign, f32x8, f32x4_mul_sign)
SIMD_PAIR_3(f32x8, f32x8_mul_add, f32x8, f32x8, f32x4_mul_add)
SIMD_PAIR_3(f32x8, f32x8_mul_sub, f32x8, f32x8, f32x4_mul_sub)
SIMD_PAIR_3(f32x8, f32x8_sub_mul, f32x8, f32x8, f32x4_sub_mul)
SIMD_PAIR_2(f32x8_mask, f32x8_eq, f32x8, f32x4_eq)
SIMD_PAIR_2(f32x8_mask, f32x8_lt, f32x8, f32x4_lt)
SIMD_PAIR_2(f32x8_mask, f32x8_le, f32x8, f32x4_le)
SIMD_PAIR_2(f32x8_mask, f32x8_gt, f32x8, f32x4_gt)
SIMD_PAIR_2(f32x8_mask, f32x8_ge, f32x8, f32x4_ge)
SIMD_PAIR_2(f32x8, f32x8_max_nonneg, f32x8, f32x4_max_nonneg)
SIMD_PAIR_2(f32x8, f32x8_min_nonneg, f32x8, f32x4_min_nonneg)
SIMD_PAIR_2(f32x8_mask, f32x8_le_nonneg, f32x8, f32x4_le_nonneg)
SIMD_PAIR_2(f32x8_mask, f32x8_mask_and, f32x8_mask, f32x4_mask_and)
SIMD_PAIR_2(f32x8_mask, f32x8_mask_or, f32x8_mask, f32x4_mask_or)
SIMD_PAIR_3(f32x8, f32x8_select, f32x8_mask, f32x8, f32x4_select)
SIMD_CALL(unsigned, f32x8_mask_bits, (f32x8_mask a), f32x4_mask_bits_of_two(a.low, a.high))
SIMD_CALL(unsigned, f32x8_signs, (f32x8 a), f32x4_signs(a.low) | f32x4_signs(a.high) << 4)
SIMD_CALL(f32x8, f32x8_splat_x, (f32x4 a), f32x8_splat(f32x4_first(a)))
SIMD_CALL(f32x8, f32x8_splat_y, (f32x4 a), f32x8_splat(f32x4_first(f32x4_shuffle2(a, a, 1, 1, 1, 1))))
SIMD_CALL(f32x8, f32x8_splat_z, (f32x4 a), f32x8_splat(f32x4_first(f32x4_shuffle2(a, a, 2, 2, 2, 2))))
SIMD_CALL(float, f32x8_first, (f32x8 a), f32x4_first(a.low))
#define f32x8_shuffle2(a, b, i, j, k, l)                                                                               \
    f32x8_from_halves(f32x4_shuffle2((a).low, (b).low, i, j, k, l), f32x4_shuffle2((a).high, (b).high, i, j, k, l))
#define f32x8_blend(a, b, lanes)                                                                                       \
    f32x8_from_halves(f32x4_blend((a).low, (b).low, lanes), f32x4_blend((a).high, (b).high, lanes))
SIMD_CALL(f32x8_slots, f32x8_unpack_slots, (uint32_t word), word)
SIMD_CALL(f32x8, f32x8_pick, (const float table[8], f32x8_slots slots),
          f32x8_from_halves(f32x4_pick(table, slots), f32x4_pick(table, slots >> 12)))
SIMD_INLINE f32x8 f32x8_permute(f32x8 a, f32x8_slots slots)
{
    _Alignas(16) float from[8], to[8];
    f32x8_store_aligned(from, a);
    for (int i = 0; i < 8; i++)
        to[i] = from[slots >> 3 * i & 7u];
    return f32x8_load_aligned(to);
}
SIMD_INLINE unsigned u32x8_eq_bits(const uint32_t* numbers, uint32_t x)
{
    const i32x4 low = i32x4_load((const int32_t*)(const void*)numbers);
    const i32x4 high = i32x4_load((const int32_t*)(const void*)(numbers + 4)), one = i32x4_splat((int32_t)x);
    return i32x4_signs(i32x4_eq(low, one)) | i32x4_signs(i32x4_eq(high, one)) << 4;
}
SIMD_CALL(f32x8, f32x8_splat_bfloat16, (const uint32_t* words),
          f32x8_splat(float_of((words[2] & 0xff000000u) | (words[1] & 0xff000000u) >> 8)))

// ---- Doubles
SIMD_CALL(f64x4, f64x4_make, (double x, double y, double z, double w),
          f64x4_from_halves(f64x2_make(x, y), f64x2_make(z, w)))
SIMD_CALL(f64x4, f64x4_load, (const double* p), f64x4_from_halves(f64x2_load(p), f64x2_load(p + 2)))
SIMD_CALL(f64x4, f64x4_load3, (const double* p), f64x4_from_halves(f64x2_load(p), f64x2_make(p[2], 0.0)))
SIMD_INLINE void f64x4_store(double p[4], f64x4 a)
{
    f64x2_store(p, a.low);
    f64x2_store(p + 2, a.high);
}
SIMD_CALL(f64x4, f64x4_splat, (double x), f64x4_from_halves(f64x2_splat(x), f64x2_splat(x)))
SIMD_PAIR_2(f64x4, f64x4_add, f64x4, f64x2_add)
SIMD_PAIR_2(f64x4, f64x4_sub, f64x4, f64x2_sub)
SIMD_PAIR_2(f64x4, f64x4_mul, f64x4, f64x2_mul)
SIMD_PAIR_2(f64x4, f64x4_div, f64x4, f64x2_div)
SIMD_PAIR_2(f64x4, f64x4_min, f64x4, f64x2_min)
SIMD_PAIR_2(f64x4, f64x4_max, f64x4, f64x2_max)
SIMD_PAIR_1(f64x4, f64x4_abs, f64x4, f64x2_abs)
SIMD_PAIR_2(f64x4, f64x4_mul_sign, f64x4, f64x2_mul_sign)
SIMD_PAIR_3(f64x4, f64x4_mul_add, f64x4, f64x4, f64x2_mul_add)
SIMD_PAIR_3(f64x4, f64x4_mul_sub, f64x4, f64x4, f64x2_mul_sub)
SIMD_PAIR_2(f64x4_mask, f64x4_eq, f64x4, f64x2_eq)
SIMD_PAIR_2(f64x4_mask, f64x4_lt, f64x4, f64x2_lt)
SIMD_PAIR_2(f64x4_mask, f64x4_le, f64x4, f64x2_le)
SIMD_CALL(f64x4_mask, f64x4_gt, (f64x4 a, f64x4 b), f64x4_lt(b, a))
SIMD_CALL(f64x4_mask, f64x4_ge, (f64x4 a, f64x4 b), f64x4_le(b, a))
SIMD_PAIR_2(f64x4_mask, f64x4_ne, f64x4, f64x2_ne)
SIMD_PAIR_2(f64x4_mask, f64x4_mask_or, f64x4_mask, f64x2_mask_or)
SIMD_PAIR_3(f64x4, f64x4_select, f64x4_mask, f64x4, f64x2_select)
SIMD_PAIR_3(f64x4, f64x4_select_negative, f64x4, f64x4, f64x2_select_negative)
SIMD_CALL(unsigned, f64x4_mask_bits, (f64x4_mask a), f64x2_mask_bits(a.low) | f64x2_mask_bits(a.high) << 2)
SIMD_CALL(unsigned, f64x4_signs, (f64x4 a), f64x2_signs(a.low) | f64x2_signs(a.high) << 2)
SIMD_CALL(double, f64x4_first, (f64x4 a), f64x2_first(a.low))
SIMD_CALL(f64x4, f64x4_dup_low, (f64x4 a), f64x4_from_halves(a.low, a.low))
SIMD_CALL(f64x4, f64x4_dup_high, (f64x4 a), f64x4_from_halves(a.high, a.high))
SIMD_CALL(f64x4, f64x4_swap_halves, (f64x4 a), f64x4_from_halves(a.high, a.low))
SIMD_PAIR_1(f64x4, f64x4_swap_pairs, f64x4, f64x2_swap)
SIMD_CALL(f64x4, f64x4_splat_x, (f64x4 a), f64x4_dup_low(f64x4_from_halves(f64x2_zip_low(a.low, a.low), a.high)))
SIMD_CALL(f64x4, f64x4_splat_y, (f64x4 a), f64x4_dup_low(f64x4_from_halves(f64x2_zip_high(a.low, a.low), a.high)))
SIMD_CALL(f64x4, f64x4_splat_z, (f64x4 a), f64x4_dup_low(f64x4_from_halves(f64x2_zip_low(a.high, a.high), a.high)))
SIMD_CALL(f64x4, f64x4_blend_second, (f64x4 a, f64x4 b), f64x4_from_halves(f64x2_blend_second(a.low, b.low), a.high))
SIMD_CALL(f64x4, f64x4_yzx, (f64x4 a),
          f64x4_from_halves(f64x2_swap(f64x2_blend_second(a.high, a.low)), f64x2_blend_second(a.low, a.high)))
SIMD_CALL(f64x4, f64x4_from_f32x4, (f32x4 a), f64x4_from_halves(f64x2_from_f32x4_low(a), f64x2_from_f32x4_high(a)))
SIMD_CALL(f32x4, f32x4_from_f64x4, (f64x4 a), f32x4_from_f64x2(a.low, a.high))

// ---- Whole numbers
SIMD_CALL(i32x8, i32x8_splat, (int32_t x), i32x8_from_halves(i32x4_splat(x), i32x4_splat(x)))
SIMD_PAIR_2(i32x8, i32x8_sub, i32x8, i32x4_sub)
SIMD_PAIR_2(i32x8, i32x8_eq, i32x8, i32x4_eq)
SIMD_PAIR_2(i32x8, i32x8_and, i32x8, i32x4_and)
SIMD_PAIR_2(i32x8, i32x8_or, i32x8, i32x4_or)
SIMD_PAIR_1(f32x8, f32x8_from_i32x8, i32x8, f32x4_from_i32x4)
SIMD_PAIR_1(i32x8, i32x8_from_f32x8, f32x8, i32x4_from_f32x4)
SIMD_PAIR_1(f32x8, f32x8_of_bits, i32x8, f32x4_of_bits)
SIMD_PAIR_1(i32x8, i32x8_of_bits, f32x8, i32x4_of_bits)
SIMD_PAIR_2(i32x8, i32x8_zip_low, i32x8, i32x4_zip_low)
SIMD_PAIR_2(i32x8, i32x8_zip_high, i32x8, i32x4_zip_high)

SIMD_CALL(u16x16, u16x16_splat, (uint16_t x), u16x16_from_halves(u16x8_splat(x), u16x8_splat(x)))
SIMD_PAIR_2(u16x16, u16x16_add, u16x16, u16x8_add)
SIMD_PAIR_2(u16x16, u16x16_max, u16x16, u16x8_max)
SIMD_PAIR_2(u16x16, u16x16_average, u16x16, u16x8_average)
SIMD_PAIR_1(u16x16, u16x16_not, u16x16, u16x8_not)
SIMD_PAIR_1(u16x16, u16x16_drop_three, u16x16, u16x8_drop_three)
SIMD_PAIR_2(u16x16, u16x16_zip_low, u16x16, u16x8_zip_low)
SIMD_PAIR_2(u16x16, u16x16_blend_last, u16x16, u16x8_blend_last)
SIMD_PAIR_1(i32x8, i32x8_widen_low, u16x16, i32x4_widen_low)
SIMD_PAIR_1(i32x8, i32x8_widen_high, u16x16, i32x4_widen_high)
SIMD_PAIR_1(i32x8, i32x8_of_u16x16, u16x16, i32x4_of_u16x8)
SIMD_PAIR_1(u16x16, u16x16_of_i32x8, i32x8, u16x8_of_i32x4)

#endif
