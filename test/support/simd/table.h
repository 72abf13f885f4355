// The table of calls.h. To be included with HIT_SIMD_* and SIMD_CALLS, the name of the function that returns it,
// defined.
#include "simd/simd.h"
#include "support/simd/calls.h"

// The operands.
#define F4(n) f32x4_load(in->f[n])
#define F8(n) f32x8_load(in->f[n])
#define F3(n) f32x3_load(in->f[n])
#define D2(n) f64x2_load(in->d[n] + 1)
#define D4(n) f64x4_load(in->d[n])
#define I4(n) i32x4_load(in->i[n])
#define I8(n) i32x8_from_halves(i32x4_load(in->i[n]), i32x4_load(in->i[n] + 4))
#define U4(n) u16x4_load(in->u[n])
#define U8(n) u16x8_load_aligned(in->u[n])
#define U16(n) u16x16_from_halves(u16x8_load_aligned(in->u[n]), u16x8_load_aligned(in->u[n] + 8))
#define FROM8                                                                                                          \
    i32x8_from_halves(i32x4_load((const int32_t*)(const void*)in->from),                                               \
                      i32x4_load((const int32_t*)(const void*)(in->from + 16)))

// The results.
#define OUT_f32x4(a) f32x4_store(out->f, a)
#define OUT_f32x8(a) f32x8_store(out->f, a)
#define OUT_f32x3(a) f32x3_out(out->f, a)
#define OUT_f64x2(a) f64x2_store(out->d, a)
#define OUT_f64x4(a) f64x4_store(out->d, a)
#define OUT_i32x4(a) i32x4_store(out->i, a)
#define OUT_i32x8(a) i32x8_out(out->i, a)
#define OUT_u16x4(a) u16x4_store(out->u, a)
#define OUT_u16x8(a) u16x8_store_aligned(out->u, a)
#define OUT_u16x16(a) u16x16_out(out->u, a)
#define OUT_u8x16(a) i32x4_store(out->i, i32x4_of_u8x16(a))
#define OUT_f32x4_mask(a) out->bits[0] = f32x4_mask_bits(a)
#define OUT_f32x8_mask(a) out->bits[0] = f32x8_mask_bits(a)
#define OUT_f64x2_mask(a) out->bits[0] = f64x2_mask_bits(a)
#define OUT_f64x4_mask(a) out->bits[0] = f64x4_mask_bits(a)
#define OUT_unsigned(a) out->bits[0] = a
#define OUT_float(a) out->f[0] = a
#define OUT_double(a) out->d[0] = a

SIMD_INLINE void f32x3_out(float* p, f32x3 a)
{
    _Alignas(16) float four[4];
    f32x3_store(four, a);
    memcpy(p, four, 3 * sizeof(float));
}
SIMD_INLINE void i32x8_out(int32_t* p, i32x8 a)
{
    i32x4_store(p, i32x8_low(a));
    i32x4_store(p + 4, i32x8_high(a));
}
SIMD_INLINE void u16x16_out(uint16_t* p, u16x16 a)
{
    u16x8_store_aligned(p, u16x16_low(a));
    u16x8_store_aligned(p + 8, u16x16_high(a));
}

#define ARITHMETIC(CALL, type, T, R, F)                                                                                \
    CALL(type##_add, CALL_ANY, R, OUT_##type(type##_add(T(0), T(1))))                                                  \
    CALL(type##_sub, CALL_ANY, R, OUT_##type(type##_sub(T(0), T(1))))                                                  \
    CALL(type##_mul, CALL_ANY, R, OUT_##type(type##_mul(T(0), T(1))))                                                  \
    CALL(type##_div, CALL_ANY, R, OUT_##type(type##_div(T(0), T(1))))                                                  \
    CALL(type##_min, CALL_ANY, R, OUT_##type(type##_min(T(0), T(1))))                                                  \
    CALL(type##_max, CALL_ANY, R, OUT_##type(type##_max(T(0), T(1))))                                                  \
    CALL(type##_abs, CALL_ANY, R, OUT_##type(type##_abs(T(0))))                                                        \
    CALL(type##_mul_sign, CALL_ANY, R, OUT_##type(type##_mul_sign(T(0), T(1))))                                        \
    CALL(type##_mul_add, CALL_ANY, F, OUT_##type(type##_mul_add(T(0), T(1), T(2))))                                    \
    CALL(type##_mul_sub, CALL_ANY, F, OUT_##type(type##_mul_sub(T(0), T(1), T(2))))                                    \
    CALL(type##_eq, CALL_ANY, CALL_BITS, OUT_##type##_mask(type##_eq(T(0), T(1))))                                     \
    CALL(type##_lt, CALL_ANY, CALL_BITS, OUT_##type##_mask(type##_lt(T(0), T(1))))                                     \
    CALL(type##_le, CALL_ANY, CALL_BITS, OUT_##type##_mask(type##_le(T(0), T(1))))                                     \
    CALL(type##_select, CALL_ANY, R, OUT_##type(type##_select(type##_lt(T(0), T(1)), T(1), T(2))))                     \
    CALL(type##_mask_or, CALL_ANY, CALL_BITS,                                                                          \
         OUT_##type##_mask(type##_mask_or(type##_lt(T(0), T(1)), type##_eq(T(1), T(2)))))                              \
    CALL(type##_splat, CALL_ANY, R, OUT_##type(type##_splat(type##_first(T(0)))))                                      \
    CALL(type##_signs, CALL_ANY, CALL_BITS, OUT_unsigned(type##_signs(T(0))))

#define FLOATS(CALL, type, T)                                                                                          \
    CALL(type##_sqrt, CALL_ANY, CALL_FLOATS, OUT_##type(type##_sqrt(T(0))))                                            \
    CALL(type##_negate, CALL_ANY, CALL_FLOATS, OUT_##type(type##_negate(T(0))))                                        \
    CALL(type##_sub_mul, CALL_ANY, CALL_FUSED, OUT_##type(type##_sub_mul(T(0), T(1), T(2))))                           \
    CALL(type##_max_nonneg, CALL_NONNEG, CALL_FLOATS, OUT_##type(type##_max_nonneg(T(0), T(1))))                       \
    CALL(type##_min_nonneg, CALL_NONNEG, CALL_FLOATS, OUT_##type(type##_min_nonneg(T(0), T(1))))                       \
    CALL(type##_le_nonneg, CALL_NONNEG, CALL_BITS, OUT_##type##_mask(type##_le_nonneg(T(0), T(1))))                    \
    CALL(type##_gt, CALL_ANY, CALL_BITS, OUT_##type##_mask(type##_gt(T(0), T(1))))                                     \
    CALL(type##_ge, CALL_ANY, CALL_BITS, OUT_##type##_mask(type##_ge(T(0), T(1))))                                     \
    CALL(type##_mask_and, CALL_ANY, CALL_BITS,                                                                         \
         OUT_##type##_mask(type##_mask_and(type##_le(T(0), T(1)), type##_le(T(1), T(2)))))                             \
    CALL(type##_load_aligned, CALL_ANY, CALL_FLOATS, OUT_##type(type##_load_aligned(in->f[1])))                        \
    CALL(type##_store_aligned, CALL_ANY, CALL_FLOATS, type##_store_aligned(out->f, T(1)))                              \
    CALL(type##_load, CALL_ANY, CALL_FLOATS, OUT_##type(type##_load(in->f[1] + 1)))                                    \
    CALL(type##_shuffle2, CALL_ANY, CALL_FLOATS, OUT_##type(type##_shuffle2(T(0), T(1), 2, 0, 3, 1)))                  \
    CALL(type##_shuffle2_other, CALL_ANY, CALL_FLOATS, OUT_##type(type##_shuffle2(T(0), T(1), 1, 3, 0, 2)))            \
    CALL(type##_blend, CALL_ANY, CALL_FLOATS, OUT_##type(type##_blend(T(0), T(1), 12)))                                \
    CALL(type##_blend_other, CALL_ANY, CALL_FLOATS, OUT_##type(type##_blend(T(0), T(1), 5)))

#define FOUR_FLOATS(CALL)                                                                                              \
    CALL(f32x4_make, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_make(in->f[0][1], in->f[0][2], in->f[0][3], in->f[0][0]))) \
    CALL(f32x4_load_point, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_load_point(in->f[0] + 1)))                           \
    CALL(f32x4_store_point, CALL_ANY, CALL_FLOATS, f32x4_store_point(out->f, F4(0)))                                   \
    CALL(f32x4_store_two, CALL_ANY, CALL_FLOATS, f32x4_store_two(out->f, F4(0)))                                       \
    CALL(f32x4_copysign, CALL_NONNEG, CALL_FLOATS, OUT_f32x4(f32x4_copysign(F4(0), F4(3))))                            \
    CALL(f32x4_sign_clear, CALL_ANY, CALL_BITS, OUT_f32x4_mask(f32x4_sign_clear(F4(0))))                               \
    CALL(f32x4_mask_all, CALL_ANY, CALL_BITS, OUT_unsigned(f32x4_mask_all(f32x4_le(F4(0), F4(1)))))                    \
    CALL(f32x4_mask_all_signs, CALL_ANY, CALL_BITS, OUT_unsigned(f32x4_mask_all(f32x4_sign_clear(F4(0)))))             \
    CALL(f32x4_mask_bits_of_two, CALL_ANY, CALL_BITS,                                                                  \
         OUT_unsigned(f32x4_mask_bits_of_two(f32x4_le(F4(0), F4(1)), f32x4_lt(F4(1), F4(2)))))                         \
    CALL(f32x4_first, CALL_ANY, CALL_FLOATS, OUT_float(f32x4_first(F4(0))))                                            \
    CALL(f32x4_shuffle, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_shuffle(F4(0), 2, 0, 3, 1)))                            \
    CALL(f32x4_zip_low, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_zip_low(F4(0), F4(1))))                                 \
    CALL(f32x4_zip_high, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_zip_high(F4(0), F4(1))))                               \
    CALL(f32x4_join_low, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_join_low(F4(0), F4(1))))                               \
    CALL(f32x4_join_high, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_join_high(F4(0), F4(1))))                             \
    CALL(f32x4_drop_first, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_drop_first(F4(0))))                                  \
    CALL(f32x4_with_last, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_with_last(F4(0), in->f[1][2])))                       \
    CALL(f32x4_pick, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_pick(in->f[0], in->slots)))                                \
    CALL(f32x4_transpose, CALL_ANY, CALL_FLOATS, transposed(in, out))                                                  \
    CALL(f32x8_from_halves, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_from_halves(F4(0), F4(1))))                         \
    CALL(f32x8_low, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x8_low(F8(0))))                                                \
    CALL(f32x8_high, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x8_high(F8(0))))                                              \
    CALL(f32x8_splat_x, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_splat_x(F3(0))))                                        \
    CALL(f32x8_splat_y, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_splat_y(F3(0))))                                        \
    CALL(f32x8_splat_z, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_splat_z(F3(0))))                                        \
    CALL(f32x8_permute, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_permute(F8(0), f32x8_unpack_slots(in->slots))))         \
    CALL(f32x8_pick, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_pick(in->f[1], f32x8_unpack_slots(in->slots))))            \
    CALL(f32x8_splat_bfloat16, CALL_ANY, CALL_FLOATS,                                                                  \
         OUT_f32x8(f32x8_splat_bfloat16((const uint32_t*)(const void*)in->i[0])))                                      \
    CALL(u32x8_eq_bits, CALL_ANY, CALL_BITS,                                                                           \
         OUT_unsigned(u32x8_eq_bits((const uint32_t*)(const void*)in->i[0], (uint32_t)in->i[1][0])))                   \
    CALL(f32x3_rotate, CALL_ANY, CALL_FLOATS, OUT_f32x3(f32x3_rotate(F3(0), in->lane)))                                \
    CALL(f32x3_hmax, CALL_NONNEG, CALL_FLOATS, OUT_f32x3(f32x3_hmax(F3(0))))                                           \
    CALL(f32x3_hmax4, CALL_NONNEG, CALL_FLOATS, f32x3_hmax4(F3(0), F3(1), F3(2), F3(0), in->f[2], out->f))             \
    CALL(f32x3_load_vec, CALL_ANY, CALL_FLOATS, OUT_f32x3(f32x3_load_vec((const hit_vec3*)(const void*)in->f[0])))     \
    CALL(f32x3_load_ray, CALL_ANY, CALL_FLOATS, ray_loaded(in, out))                                                   \
    CALL(f32x3_store_ray, CALL_ANY, CALL_FLOATS, ray_stored(in, out))                                                  \
    CALL(f32x3_select_lt, CALL_ANY, CALL_FLOATS, OUT_f32x3(f32x3_select_lt(F3(0), F3(1), F3(2), F3(0))))               \
    CALL(f32x3_le_bits, CALL_ANY, CALL_BITS, OUT_unsigned(f32x3_le_bits(F3(0), F3(1))))                                \
    CALL(f32x3_all_le2, CALL_ANY, CALL_BITS, OUT_unsigned(f32x3_all_le2(F3(0), F3(1), F3(1), F3(2))))                  \
    CALL(f32x3_all_le3, CALL_ANY, CALL_BITS, OUT_unsigned(f32x3_all_le3(F3(0), F3(1), F3(1), F3(2), F3(0), F3(2))))    \
    CALL(f32x3_signs, CALL_ANY, CALL_BITS, OUT_unsigned(f32x3_signs(F3(0))))                                           \
    CALL(f32x3_splat_x, CALL_ANY, CALL_FLOATS, OUT_f32x3(f32x3_splat_x(F3(0))))                                        \
    CALL(f32x3_splat_y, CALL_ANY, CALL_FLOATS, OUT_f32x3(f32x3_splat_y(F3(0))))                                        \
    CALL(f32x3_splat_z, CALL_ANY, CALL_FLOATS, OUT_f32x3(f32x3_splat_z(F3(0))))                                        \
    CALL(f32x3_from_f64x4, CALL_ANY, CALL_FLOATS, OUT_f32x3(f32x3_from_f64x4(D4(0))))                                  \
    CALL(f64x4_from_f32x3, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_from_f32x3(F3(0), in->f[1][1])))                    \
    CALL(obb_load, CALL_ANY, CALL_FLOATS, box_loaded(in, out))

#define DOUBLES(CALL)                                                                                                  \
    CALL(f64x2_sqrt, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_sqrt(D2(0))))                                             \
    CALL(f64x2_make, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_make(in->d[0][1], in->d[0][0])))                          \
    CALL(f64x2_ne, CALL_ANY, CALL_BITS, OUT_f64x2_mask(f64x2_ne(D2(0), D2(1))))                                        \
    CALL(f64x2_swap, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_swap(D2(0))))                                             \
    CALL(f64x2_zip_low, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_zip_low(D2(0), D2(1))))                                \
    CALL(f64x2_zip_high, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_zip_high(D2(0), D2(1))))                              \
    CALL(f64x2_blend_second, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_blend_second(D2(0), D2(1))))                      \
    CALL(f64x2_select_negative, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_select_negative(D2(0), D2(1), D2(2))))         \
    CALL(f64x2_from_f32x4_low, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_from_f32x4_low(F4(0))))                         \
    CALL(f64x2_from_f32x4_high, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x2_from_f32x4_high(F4(0))))                       \
    CALL(f32x4_from_f64x2, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_from_f64x2(D2(0), D2(1))))                           \
    CALL(f64x4_make, CALL_ANY, CALL_DOUBLES,                                                                           \
         OUT_f64x4(f64x4_make(in->d[0][1], in->d[0][2], in->d[0][3], in->d[0][0])))                                    \
    CALL(f64x4_load3, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_load3(in->d[0])))                                        \
    CALL(f64x4_gt, CALL_ANY, CALL_BITS, OUT_f64x4_mask(f64x4_gt(D4(0), D4(1))))                                        \
    CALL(f64x4_ge, CALL_ANY, CALL_BITS, OUT_f64x4_mask(f64x4_ge(D4(0), D4(1))))                                        \
    CALL(f64x4_ne, CALL_ANY, CALL_BITS, OUT_f64x4_mask(f64x4_ne(D4(0), D4(1))))                                        \
    CALL(f64x4_select_negative, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_select_negative(D4(0), D4(1), D4(2))))         \
    CALL(f64x4_low, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x4_low(D4(0))))                                               \
    CALL(f64x4_high, CALL_ANY, CALL_DOUBLES, OUT_f64x2(f64x4_high(D4(0))))                                             \
    CALL(f64x4_dup_low, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_dup_low(D4(0))))                                       \
    CALL(f64x4_dup_high, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_dup_high(D4(0))))                                     \
    CALL(f64x4_swap_halves, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_swap_halves(D4(0))))                               \
    CALL(f64x4_swap_pairs, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_swap_pairs(D4(0))))                                 \
    CALL(f64x4_yzx, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_yzx(D4(0))))                                               \
    CALL(f64x4_splat_x, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_splat_x(D4(0))))                                       \
    CALL(f64x4_splat_y, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_splat_y(D4(0))))                                       \
    CALL(f64x4_splat_z, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_splat_z(D4(0))))                                       \
    CALL(f64x4_blend_second, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_blend_second(D4(0), D4(1))))                      \
    CALL(f64x4_from_f32x4, CALL_ANY, CALL_DOUBLES, OUT_f64x4(f64x4_from_f32x4(F4(0))))                                 \
    CALL(f32x4_from_f64x4, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_from_f64x4(D4(0))))                                  \
    CALL(f64x4_sum3, CALL_ANY, CALL_DOUBLES, OUT_double(f64x4_sum3(D4(0))))                                            \
    CALL(f64x4_ge_bits, CALL_ANY, CALL_BITS, OUT_unsigned(f64x4_ge_bits(D4(0), D4(1))))                                \
    CALL(f64x4_le3_bits, CALL_ANY, CALL_BITS, OUT_unsigned(f64x4_le3_bits(D4(0), D4(1))))                              \
    CALL(f64x4_hmax, CALL_NONNEG, CALL_DOUBLES, OUT_f64x4(f64x4_hmax(D4(0))))                                          \
    CALL(f64x4_hmin, CALL_NONNEG, CALL_DOUBLES, OUT_f64x4(f64x4_hmin(D4(0))))

#define INTEGERS(CALL)                                                                                                 \
    CALL(i32x4_splat, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_splat(in->i[0][0])))                                        \
    CALL(i32x4_make, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_make(in->i[0][3], in->i[0][2], in->i[0][1], in->i[0][0])))   \
    CALL(i32x4_add, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_add(I4(0), I4(1))))                                           \
    CALL(i32x4_sub, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_sub(I4(0), I4(1))))                                           \
    CALL(i32x4_mul, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_mul(I4(0), I4(1))))                                           \
    CALL(i32x4_and, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_and(I4(0), I4(1))))                                           \
    CALL(i32x4_or, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_or(I4(0), I4(1))))                                             \
    CALL(i32x4_xor, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_xor(I4(0), I4(1))))                                           \
    CALL(i32x4_and_not, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_and_not(I4(0), I4(1))))                                   \
    CALL(i32x4_eq, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_eq(I4(0), I4(1))))                                             \
    CALL(i32x4_lt, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_lt(I4(0), I4(1))))                                             \
    CALL(i32x4_min, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_min(I4(0), I4(1))))                                           \
    CALL(i32x4_max, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_max(I4(0), I4(1))))                                           \
    CALL(i32x4_min_unsigned, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_min_unsigned(I4(0), I4(1))))                         \
    CALL(i32x4_abs, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_abs(I4(0))))                                                  \
    CALL(i32x4_shift_left, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_shift_left(I4(0), in->shift)))                         \
    CALL(i32x4_shift_right, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_shift_right(I4(0), in->shift)))                       \
    CALL(i32x4_signs, CALL_ANY, CALL_BITS, OUT_unsigned(i32x4_signs(I4(0))))                                           \
    CALL(i32x4_select, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_select(i32x4_lt(I4(0), I4(1)), I4(1), I4(2))))             \
    CALL(f32x4_from_i32x4, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_from_i32x4(I4(0))))                                  \
    CALL(i32x4_from_f32x4, CALL_FITS, CALL_BITS, OUT_i32x4(i32x4_from_f32x4(F4(0))))                                   \
    CALL(i32x4_of_bits, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_of_bits(F4(0))))                                          \
    CALL(f32x4_of_bits, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x4_of_bits(I4(0))))                                        \
    CALL(i32x4_of_mask, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_of_mask(f32x4_lt(F4(0), F4(1)))))                         \
    CALL(f32x4_mask_of, CALL_ANY, CALL_BITS, OUT_f32x4_mask(f32x4_mask_of(i32x4_lt(I4(0), I4(1)))))                    \
    CALL(i32x4_zip_low, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_zip_low(I4(0), I4(1))))                                   \
    CALL(i32x4_zip_high, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_zip_high(I4(0), I4(1))))                                 \
    CALL(i32x4_join_low, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_join_low(I4(0), I4(1))))                                 \
    CALL(i32x4_join_high, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_join_high(I4(0), I4(1))))                               \
    CALL(i32x4_shuffle, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_shuffle(I4(0), 2, 0, 3, 1)))                              \
    CALL(i32x4_extract, CALL_ANY, CALL_BITS, OUT_unsigned(i32x4_extract(I4(0), 2)))                                    \
    CALL(i32x4_insert, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_insert(I4(0), 2, in->slots)))                              \
    CALL(i32x4_first_two, CALL_ANY, CALL_BITS, OUT_unsigned(i32x4_first_two(I4(0))))                                   \
    CALL(i32x8_splat, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_splat(in->i[0][1])))                                        \
    CALL(i32x8_from_halves, CALL_ANY, CALL_BITS, OUT_i32x8(I8(0)))                                                     \
    CALL(i32x8_sub, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_sub(I8(0), I8(1))))                                           \
    CALL(i32x8_eq, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_eq(I8(0), I8(1))))                                             \
    CALL(i32x8_and, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_and(I8(0), I8(1))))                                           \
    CALL(i32x8_or, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_or(I8(0), I8(1))))                                             \
    CALL(f32x8_from_i32x8, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_from_i32x8(I8(0))))                                  \
    CALL(i32x8_from_f32x8, CALL_FITS, CALL_BITS, OUT_i32x8(i32x8_from_f32x8(F8(0))))                                   \
    CALL(f32x8_of_bits, CALL_ANY, CALL_FLOATS, OUT_f32x8(f32x8_of_bits(I8(0))))                                        \
    CALL(i32x8_of_bits, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_of_bits(F8(0))))                                          \
    CALL(i32x8_zip_low, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_zip_low(I8(0), I8(1))))                                   \
    CALL(i32x8_zip_high, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_zip_high(I8(0), I8(1))))                                 \
    CALL(u16x8_splat, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_splat(in->u[0][0])))                                        \
    CALL(u16x8_max, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_max(U8(0), U8(1))))                                           \
    CALL(u16x8_add, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_add(U8(0), U8(1))))                                           \
    CALL(u16x8_average, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_average(U8(0), U8(1))))                                   \
    CALL(u16x8_not, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_not(U8(0))))                                                  \
    CALL(u16x8_drop_three, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_drop_three(U8(0))))                                    \
    CALL(u16x8_zip_low, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_zip_low(U8(0), U8(1))))                                   \
    CALL(u16x8_zip_high, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_zip_high(U8(0), U8(1))))                                 \
    CALL(u16x8_blend_last, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_blend_last(U8(0), U8(1))))                             \
    CALL(u16x8_close_gap, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_close_gap(U8(0))))                                      \
    CALL(u16x8_narrow, CALL_16_BITS, CALL_BITS, OUT_u16x8(u16x8_narrow(I4(0), I4(1))))                                 \
    CALL(i32x4_widen_low, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_widen_low(U8(0))))                                      \
    CALL(i32x4_widen_high, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_widen_high(U8(0))))                                    \
    CALL(i32x4_of_u16x8, CALL_ANY, CALL_BITS, OUT_i32x4(i32x4_of_u16x8(U8(0))))                                        \
    CALL(u16x8_of_i32x4, CALL_ANY, CALL_BITS, OUT_u16x8(u16x8_of_i32x4(I4(0))))                                        \
    CALL(u8x16_pick, CALL_ANY, CALL_BITS, OUT_u8x16(u8x16_pick(u8x16_of_i32x4(I4(0)), u8x16_load(in->from))))          \
    CALL(u16x4_min, CALL_ANY, CALL_BITS, OUT_u16x4(u16x4_min(U4(0), U4(1))))                                           \
    CALL(u16x4_max, CALL_ANY, CALL_BITS, OUT_u16x4(u16x4_max(U4(0), U4(1))))                                           \
    CALL(u16x4_first_four, CALL_ANY, CALL_BITS, OUT_u16x4(u16x4_first_four(U8(0))))                                    \
    CALL(u16x4_insert, CALL_ANY, CALL_BITS, OUT_u16x4(u16x4_insert(U4(0), in->lane, in->u[1][0])))                     \
    CALL(u16x16_splat, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_splat(in->u[0][0])))                                     \
    CALL(u16x16_from_halves, CALL_ANY, CALL_BITS, OUT_u16x16(U16(0)))                                                  \
    CALL(u16x16_add, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_add(U16(0), U16(1))))                                      \
    CALL(u16x16_max, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_max(U16(0), U16(1))))                                      \
    CALL(u16x16_average, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_average(U16(0), U16(1))))                              \
    CALL(u16x16_not, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_not(U16(0))))                                              \
    CALL(u16x16_drop_three, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_drop_three(U16(0))))                                \
    CALL(u16x16_zip_low, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_zip_low(U16(0), U16(1))))                              \
    CALL(u16x16_blend_last, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_blend_last(U16(0), U16(1))))                        \
    CALL(i32x8_widen_low, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_widen_low(U16(0))))                                     \
    CALL(i32x8_widen_high, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_widen_high(U16(0))))                                   \
    CALL(i32x8_of_u16x16, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_of_u16x16(U16(0))))                                     \
    CALL(u16x16_of_i32x8, CALL_ANY, CALL_BITS, OUT_u16x16(u16x16_of_i32x8(I8(0))))

#if defined(HIT_SIMD_WIDE) || defined(HIT_SIMD_PORTABLE)
#define WIDE(CALL)                                                                                                     \
    CALL(i32x8_load, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_load(in->i[0] + 1)))                                         \
    CALL(i32x8_load_aligned, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_load_aligned(in->i[0])))                             \
    CALL(i32x8_store, CALL_ANY, CALL_BITS, i32x8_store(out->i + 1, I8(0)))                                             \
    CALL(i32x8_store_aligned, CALL_ANY, CALL_BITS, i32x8_store_aligned(out->i, I8(0)))                                 \
    CALL(i32x8_counting, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_counting()))                                             \
    CALL(i32x8_add, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_add(I8(0), I8(1))))                                           \
    CALL(i32x8_and_not, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_and_not(I8(0), I8(1))))                                   \
    CALL(i32x8_gt, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_gt(I8(0), I8(1))))                                             \
    CALL(i32x8_min, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_min(I8(0), I8(1))))                                           \
    CALL(i32x8_max, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_max(I8(0), I8(1))))                                           \
    CALL(i32x8_select, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_select(i32x8_gt(I8(0), I8(1)), I8(1), I8(2))))             \
    CALL(i32x8_shift_left, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_shift_left(I8(0), in->shift)))                         \
    CALL(i32x8_shift_left_each, CALL_ANY, CALL_BITS,                                                                   \
         OUT_i32x8(i32x8_shift_left_each(I8(0), i32x8_and(I8(1), i32x8_splat(31)))))                                   \
    CALL(i32x8_signs, CALL_ANY, CALL_BITS, OUT_unsigned(i32x8_signs(I8(0))))                                           \
    CALL(i32x8_of_mask, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_of_mask(f32x8_lt(F8(0), F8(1)))))                         \
    CALL(i32x8_dup_low, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_dup_low(I8(0))))                                          \
    CALL(i32x8_dup_high, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_dup_high(I8(0))))                                        \
    CALL(i32x8_swap_halves, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_swap_halves(I8(0))))                                  \
    CALL(i32x8_pick_bytes, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_pick_bytes(I8(0), FROM8)))                             \
    CALL(i32x8_permute, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_permute(I8(0), f32x8_unpack_slots(in->slots))))           \
    CALL(f32x8_slots_of, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_permute(I8(0), f32x8_slots_of(I8(1)))))                  \
    CALL(f32x8_permute4, CALL_ANY, CALL_FLOATS, OUT_f32x4(f32x8_permute4(F8(0), I4(0))))                               \
    CALL(i32x8_shuffle, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_shuffle(I8(0), 2, 0, 3, 1)))                              \
    CALL(i32x8_blend, CALL_ANY, CALL_BITS, OUT_i32x8(i32x8_blend(I8(0), I8(1), 0x66)))
#else
#define WIDE(CALL)
#endif

SIMD_INLINE void transposed(const call_input* in, call_output* out)
{
    f32x4 row[4] = {F4(0), F4(1), F4(2), F4(3)};
    f32x4_transpose(row);
    for (int i = 0; i < 4; i++)
        f32x4_store(out->f + 4 * i, row[i]);
}

SIMD_INLINE void ray_loaded(const call_input* in, call_output* out)
{
    hit_ray ray;
    f32x3 origin, direction;
    memcpy(&ray, in->f[0], sizeof ray);
    f32x3_load_ray(&ray, &origin, &direction);
    f32x3_out(out->f, origin);
    f32x3_out(out->f + 3, direction);
}

SIMD_INLINE void ray_stored(const call_input* in, call_output* out)
{
    hit_ray ray;
    f32x3_store_ray(&ray, F3(0), F3(1), in->f[2][0], in->f[2][1]);
    memcpy(out->f, &ray, sizeof ray);
}

SIMD_INLINE void box_loaded(const call_input* in, call_output* out)
{
    _Alignas(16) struct {
        hit_obb box;
        float after;
    } padded;
    obb_columns columns;
    memcpy(&padded, in->f, sizeof padded);
    columns = obb_load(&padded.box);
    f32x3_out(out->f, columns.center);
    f32x3_out(out->f + 3, columns.x);
    f32x3_out(out->f + 6, columns.y);
    f32x3_out(out->f + 9, columns.z);
    f32x3_out(out->f + 12, columns.half);
}

#define ALL_CALLS(CALL)                                                                                                \
    ARITHMETIC(CALL, f32x4, F4, CALL_FLOATS, CALL_FUSED)                                                               \
    ARITHMETIC(CALL, f32x8, F8, CALL_FLOATS, CALL_FUSED)                                                               \
    ARITHMETIC(CALL, f64x2, D2, CALL_DOUBLES, CALL_FUSED_DOUBLES)                                                      \
    ARITHMETIC(CALL, f64x4, D4, CALL_DOUBLES, CALL_FUSED_DOUBLES)                                                      \
    FLOATS(CALL, f32x4, F4) FLOATS(CALL, f32x8, F8) FOUR_FLOATS(CALL) DOUBLES(CALL) INTEGERS(CALL) WIDE(CALL)

#define RUN(name, domain, result, statement)                                                                           \
    static void run_##name(const call_input* in, call_output* out)                                                     \
    {                                                                                                                  \
        (void)in;                                                                                                      \
        statement;                                                                                                     \
    }
ALL_CALLS(RUN)

simd_calls SIMD_CALLS(void)
{
#define ENTRY(name, domain, result, statement) {#name, domain, result, run_##name},
    static const simd_call table[] = {ALL_CALLS(ENTRY)};
    const simd_calls calls = {table, sizeof table / sizeof table[0]};
    return calls;
}
