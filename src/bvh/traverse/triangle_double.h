// The closest hit of a traversal of triangles, in double: t and the barycentrics of a triangle, correctly rounded, and
// whether there is a hit at all.
//
// As intersect/ray_triangle.c, whose names these are, but all volumes at once: one register holds x of a, b, s and d,
// others y and z, and each lane makes one volume, (b, a, d, s)·((s, d, s, d)×(a, b, a, b)), which is t·volume, volume,
// v and u. Where double does not suffice, that file decides.
//
// Bounds. A volume x·(y×z) carries 7 roundings of 2^-53 at most, fused or not, so it is off by less than 7/12 of E =
// 1.5·2^-50·|x||y||z|; w, the rest of volume, by the sum of three such and by roundings of 2^-53·(|volume| + 2|w|). For
// a number n with the error e, q = n/volume and r = (error of volume)/|volume|, q is off by (e/|volume| + |q|·r)/(1 -
// r). If E of volume is less than |volume|/2, then r < 7/24, and 7/12/(1 - r) < 0.83: the E of n and of volume in the
// stead of their errors cover that, and roundings of the bound itself; 2^-50·|q| + 2^-51 the roundings of quotient, w
// and sum. With u, v and w above their bounds, none of them is above 1, and w is above E/|volume|/(1 - E/|volume|),
// which is 1 or more if that E is not less than |volume|/2: so for a hit, that need not be asked.
#ifndef HITSCAN_BVH_TRIANGLE_DOUBLE_H
#define HITSCAN_BVH_TRIANGLE_DOUBLE_H

#include "bvh/traverse/traverse.h"
#include "simd/simd.h"
#include "intersect/intersect.h"

// Of a triangle and a ray, v1 - v0, v2 - v0, the origin - v0, and the direction: their x, their y, and their z. Bits
// `shift` to `shift` + 2 of the first three words of the corners are the vertices v0, v1, v2.
#if defined(HIT_SIMD_WIDE)

// `ends` less (v0 v0 v0 0), where `corners` are v0 v1 v2.
SIMD_INLINE f64x4 edge_row(f32x4 corners, f32x4 ends)
{
    const f32x4 from = f32x4_blend(f32x4_shuffle2(corners, corners, 0, 0, 0, 0), f32x4_splat(0.0f), 8);
    return f64x4_sub(f64x4_from_f32x4(ends), f64x4_from_f32x4(from));
}

SIMD_INLINE void triangle_rows(const hit_bvh_block* block, unsigned shift, const hit_ray* ray, f64x4 row[3])
{
    // The slots of v0, v1, v2, and anything
    const i32x4 slots = i32x4_shift_right(i32x4_load((const int32_t*)block->corner), (int)shift);
    const f32x4 x = f32x8_permute4(f32x8_load_aligned(block->x), slots);
    const f32x4 y = f32x8_permute4(f32x8_load_aligned(block->y), slots);
    const f32x4 z = f32x8_permute4(f32x8_load_aligned(block->z), slots);
    // Origin x y z and direction x; origin y z and direction y z
    const f32x4 first = f32x4_load(&ray->origin.x);
    const f32x4 others = f32x4_shuffle2(first, f32x4_load(&ray->direction.y), 1, 2, 0, 1);
    row[0] = edge_row(x, f32x4_shuffle2(x, first, 1, 2, 0, 3));
    row[1] = edge_row(y, f32x4_shuffle2(y, others, 1, 2, 0, 2));
    row[2] = edge_row(z, f32x4_shuffle2(z, others, 1, 2, 1, 3));
}

#else

SIMD_INLINE void triangle_rows(const hit_bvh_block* block, unsigned shift, const hit_ray* ray, f64x4 row[3])
{
    const unsigned a = block->corner[0] >> shift & 7u, b = block->corner[1] >> shift & 7u,
                   c = block->corner[2] >> shift & 7u;
    const hit_vec3 o = ray->origin, d = ray->direction;
    const double x = block->x[a], y = block->y[a], z = block->z[a];
    row[0] = f64x4_make(block->x[b] - x, block->x[c] - x, o.x - x, d.x);
    row[1] = f64x4_make(block->y[b] - y, block->y[c] - y, o.y - y, d.y);
    row[2] = f64x4_make(block->z[b] - z, block->z[c] - z, o.z - z, d.z);
}

#endif

// Round to floats, with the last three in reverse order; true when those of a and b are equal. Zeros come out as +0.
SIMD_INLINE bool round_equal(f64x4 a, f64x4 b, float out[4])
{
    const f32x4 low = f32x4_from_f64x4(a), high = f32x4_from_f64x4(b);
    f32x4_store(out, f32x4_add(f32x4_shuffle2(low, low, 0, 3, 2, 1), f32x4_splat(0.0f)));
    return f32x4_mask_all(f32x4_eq(low, high));
}

// The sum of the last two components, u and v.
SIMD_INLINE f64x4 f64x4_sum_last(f64x4 a)
{
    const f64x4 high = f64x4_dup_high(a);
    return f64x4_add(high, f64x4_swap_pairs(high));
}

// A triangle that may be hit: whether it is, and if so between which t, and what t and the barycentrics are.
// HIT_VERDICT_UNDECIDED leaves that to exact arithmetic.
SIMD_INLINE hit_verdict test_triangle_double(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot,
                                             hit_bvh_double_hit* found)
{
    const hit_bvh_block* block = &bvh->blocks[slot >> 3];
    f64x4 row[3];
    HIT_ASSERT(slot >> 3 < bvh->header->blocks.count);
    triangle_rows(block, 3 * (slot & 7u), ray, row); // a b s d
    // s×a d×b s×a d×b, and with b a d s: t·volume, volume, v, u
    const f64x4 ax = f64x4_dup_low(row[0]), ay = f64x4_dup_low(row[1]), az = f64x4_dup_low(row[2]);
    const f64x4 sx = f64x4_dup_high(row[0]), sy = f64x4_dup_high(row[1]), sz = f64x4_dup_high(row[2]);
    const f64x4 x = f64x4_mul_sub(sy, az, f64x4_mul(sz, ay));
    const f64x4 y = f64x4_mul_sub(sz, ax, f64x4_mul(sx, az));
    const f64x4 z = f64x4_mul_sub(sx, ay, f64x4_mul(sy, ax));
    const f64x4 value =
        f64x4_mul_add(f64x4_swap_pairs(row[0]), x,
                      f64x4_mul_add(f64x4_swap_pairs(row[1]), y, f64x4_mul(f64x4_swap_pairs(row[2]), z)));
    const f64x4 inverse = f64x4_div(f64x4_splat(1.0), f64x4_splat_y(value));
    const f64x4 scaled =
        f64x4_mul(f64x4_blend_second(value, f64x4_sub(value, f64x4_sum_last(value))), inverse); // t, w, v, u
    // The same with norms: what the errors are in proportion to.
    const f64x4 norm = f64x4_add(f64x4_add(f64x4_abs(row[0]), f64x4_abs(row[1])), f64x4_abs(row[2]));
    const f64x4 size = f64x4_mul(f64x4_mul(f64x4_dup_low(norm), f64x4_dup_high(norm)), f64x4_swap_pairs(norm));
    const f64x4 sizes = f64x4_blend_second(size, f64x4_add(size, f64x4_sum_last(size)));
    const f64x4 unit = f64x4_mul(f64x4_abs(inverse), f64x4_splat(0x1.8p-50)),
                volume_noise = f64x4_mul(unit, f64x4_splat_y(size));
    const f64x4 noise = f64x4_mul_add(f64x4_abs(scaled), f64x4_add(volume_noise, f64x4_splat(0x1p-50)),
                                      f64x4_mul_add(unit, sizes, f64x4_make(0.0, 0x1p-51, 0x1p-51, 0x1p-51)));
    const f64x4 low = f64x4_sub(scaled, noise), high = f64x4_add(scaled, noise);
    const double t_low = f64x4_first(low), t_high = f64x4_first(high);

    // u, v and w have the sign of volume when the quotients are positive.
    if ((f64x4_signs(low) & 14u) != 0 || !(t_low >= ray->t_min && t_high <= ray->t_max)) {
        if (!(f64x4_first(volume_noise) < 0.5))
            return HIT_VERDICT_UNDECIDED;
        return (f64x4_signs(high) & 14u) != 0 || t_high < ray->t_min || t_low > ray->t_max ? HIT_VERDICT_MISS
                                                                                           : HIT_VERDICT_UNDECIDED;
    }
    HIT_ASSERT(t_low <= t_high);
    found->slot = slot;
    found->side = (f64x4_signs(value) & 2u) != 0 ? HIT_SIDE_BACK : HIT_SIDE_FRONT;
    found->low = t_low;
    found->high = t_high;
    found->rounded = round_equal(low, high, found->value);
    return HIT_VERDICT_HIT;
}

#endif
