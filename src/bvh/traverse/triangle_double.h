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
#include "simd/f64x4.h"
#include "intersect/intersect.h"

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
    const f64x4_vertices vertices = {block->x, block->y, block->z};
    f64x4 row[3];
    HIT_ASSERT(slot >> 3 < bvh->header->blocks.count);
    f64x4_triangle_rows(vertices, block->corner, 3 * (slot & 7u), ray, row); // a b s d
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
                                      f64x4_mul_add(unit, sizes, f64x4_set(0.0, 0x1p-51, 0x1p-51, 0x1p-51)));
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
    found->rounded = f64x4_round_equal(low, high, found->value);
    return HIT_VERDICT_HIT;
}

#endif
