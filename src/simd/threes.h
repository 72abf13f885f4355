// Three floats in a register of four, for what is done once per ray; the fourth lane may hold anything. Written once
// for all registers. portable.h says what each call does.
#ifndef HITSCAN_SIMD_THREES_H
#define HITSCAN_SIMD_THREES_H

#include "simd/simd.h"

typedef f32x4 f32x3;

// A ray is loaded in two halves: what was stored in two halves just now, as structures are copied, can then be had
// before it has reached the cache.
SIMD_INLINE void f32x3_load_ray(const hit_ray* ray, f32x3* origin, f32x3* direction)
{
    const f32x3 low = f32x4_load(&ray->origin.x), high = f32x4_load(&ray->direction.y);
    *origin = low;
    *direction = f32x4_shuffle2(f32x4_shuffle2(low, high, 3, 3, 0, 0), high, 0, 2, 1, 1);
}
// Each fourth number is overwritten by what comes next.
SIMD_INLINE void f32x3_store_ray(hit_ray* out, f32x3 origin, f32x3 direction, float t_min, float t_max)
{
    f32x4_store(&out->origin.x, origin);
    f32x4_store(&out->direction.x, direction);
    out->t_min = t_min;
    out->t_max = t_max;
}
// The fourth lane becomes a copy of the third, so that whatever is done to it raises no exceptions of its own.
SIMD_INLINE f32x3 f32x3_load_vec(const hit_vec3* v)
{
    const f32x3 loaded = f32x4_load(&v->x);
    return f32x4_shuffle2(loaded, loaded, 0, 1, 2, 2);
}
SIMD_CALL(f32x3, f32x3_load, (const float in[4]), f32x4_load_aligned(in))
SIMD_STORE(f32x3_store, (float out[4], f32x3 a), f32x4_store_aligned(out, a))
SIMD_CALL(f32x3, f32x3_splat, (float x), f32x4_splat(x))
SIMD_CALL(f32x3, f32x3_add, (f32x3 a, f32x3 b), f32x4_add(a, b))
SIMD_CALL(f32x3, f32x3_sub, (f32x3 a, f32x3 b), f32x4_sub(a, b))
SIMD_CALL(f32x3, f32x3_mul, (f32x3 a, f32x3 b), f32x4_mul(a, b))
SIMD_CALL(f32x3, f32x3_div, (f32x3 a, f32x3 b), f32x4_div(a, b))
SIMD_CALL(f32x3, f32x3_max, (f32x3 a, f32x3 b), f32x4_max(a, b))
SIMD_CALL(f32x3, f32x3_abs, (f32x3 a), f32x4_abs(a))
SIMD_CALL(f32x3, f32x3_copysign, (f32x3 a, f32x3 b), f32x4_copysign(a, b))
SIMD_CALL(f32x3, f32x3_select_lt, (f32x3 a, f32x3 b, f32x3 c, f32x3 d), f32x4_select(f32x4_lt(a, b), c, d))
SIMD_CALL(unsigned, f32x3_le_bits, (f32x3 a, f32x3 b), f32x4_mask_bits(f32x4_le(a, b)) & 7u)
SIMD_CALL(bool, f32x3_all_le2, (f32x3 a, f32x3 b, f32x3 c, f32x3 d),
          (f32x4_mask_bits(f32x4_mask_and(f32x4_le(a, b), f32x4_le(c, d))) & 7u) == 7u)
SIMD_CALL(bool, f32x3_all_le3, (f32x3 a, f32x3 b, f32x3 c, f32x3 d, f32x3 e, f32x3 f),
          (f32x4_mask_bits(f32x4_mask_and(f32x4_mask_and(f32x4_le(a, b), f32x4_le(c, d)), f32x4_le(e, f))) & 7u) == 7u)
SIMD_CALL(unsigned, f32x3_signs, (f32x3 a), f32x4_signs(a) & 7u)
SIMD_CALL(float, f32x3_first, (f32x3 a), f32x4_first(a))
SIMD_CALL(f32x3, f32x3_splat_x, (f32x3 a), f32x4_shuffle2(a, a, 0, 0, 0, 0))
SIMD_CALL(f32x3, f32x3_splat_y, (f32x3 a), f32x4_shuffle2(a, a, 1, 1, 1, 1))
SIMD_CALL(f32x3, f32x3_splat_z, (f32x3 a), f32x4_shuffle2(a, a, 2, 2, 2, 2))
SIMD_CALL(f32x3, f32x3_hmax, (f32x3 a),
          f32x4_max(f32x4_max(a, f32x4_shuffle2(a, a, 1, 2, 0, 3)), f32x4_shuffle2(a, a, 2, 0, 1, 3)))
SIMD_INLINE void f32x3_hmax4(f32x3 a, f32x3 b, f32x3 c, f32x3 d, const float least[4], float largest[4])
{
    const f32x4 ab = f32x4_zip_low(a, b), cd = f32x4_zip_low(c, d);
    const f32x4 z = f32x4_join_low(f32x4_zip_high(a, b), f32x4_zip_high(c, d));
    f32x4_store(largest,
                f32x4_max(f32x4_max(f32x4_join_low(ab, cd), f32x4_join_high(ab, cd)), f32x4_max(z, f32x4_load(least))));
}
SIMD_INLINE f32x3 f32x3_rotate(f32x3 a, unsigned last)
{
    static const uint32_t from[3][4] = {{0x07060504, 0x0b0a0908, 0x03020100, 0x0f0e0d0c},
                                        {0x0b0a0908, 0x03020100, 0x07060504, 0x0f0e0d0c},
                                        {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c}};
    return f32x4_of_bits(i32x4_of_u8x16(u8x16_pick(u8x16_of_i32x4(i32x4_of_bits(a)), u8x16_load(from[last]))));
}
SIMD_INLINE void f32x8_splat_xyz(f32x8 out[3], f32x3 a)
{
    out[0] = f32x8_splat_x(a);
    out[1] = f32x8_splat_y(a);
    out[2] = f32x8_splat_z(a);
}
SIMD_CALL(f64x4, f64x4_from_f32x3, (f32x3 a, float w), f64x4_from_f32x4(f32x4_with_last(a, w)))
SIMD_CALL(f32x3, f32x3_from_f64x4, (f64x4 a), f32x4_from_f64x4(a))

typedef struct obb_columns {
    f32x3 center, x, y, z, half;
} obb_columns;

// The numbers are center, x of axis 0 | y z of axis 0, x y of axis 1 | z of axis 1, axis 2 | half, and one more that is
// read. Aligned to 16.
SIMD_INLINE obb_columns obb_load(const hit_obb* box)
{
    const float* numbers = &box->center.x;
    const f32x4 a = f32x4_load_aligned(numbers), b = f32x4_load_aligned(numbers + 4);
    const f32x4 c = f32x4_load_aligned(numbers + 8), half = f32x4_load_aligned(numbers + 12);
    const f32x4 ab = f32x4_shuffle2(a, b, 3, 3, 2, 2), bc = f32x4_shuffle2(b, c, 1, 1, 0, 3);
    const obb_columns columns = {a, f32x4_shuffle2(ab, c, 0, 2, 1, 1), f32x4_shuffle2(b, c, 0, 3, 2, 2),
                                 f32x4_shuffle2(bc, bc, 0, 2, 3, 3), f32x4_shuffle2(half, half, 0, 1, 2, 2)};
    return columns;
}

#endif
