// The winner of a walk: t and the barycentrics of a triangle, correctly rounded, and whether there is a hit at all.
//
// As intersect/ray_triangle.c, whose names these are, but all volumes at once: one register holds x of a, b, s and d,
// others y and z, and each lane makes one volume, (b, a, d, s)·((s, d, s, d)×(a, b, a, b)), which is t·volume, volume, v
// and u. Where double does not suffice, that file decides.
//
// Bounds. A volume x·(y×z) carries 7 roundings of 2^-53 at most, fused or not, so it is off by less than 7/12 of E =
// 1.5·2^-50·|x||y||z|; w, the rest of volume, by the sum of three such and by roundings of 2^-53·(|volume| + 2|w|). For
// a number n with the error e, q = n/volume and r = (error of volume)/|volume|, q is off by (e/|volume| + |q|·r)/(1 - r).
// If E of volume is less than |volume|/2, then r < 7/24, and 7/12/(1 - r) < 0.83: the E of n and of volume in the stead
// of their errors cover that, and roundings of the bound itself; 2^-50·|q| + 2^-51 the roundings of quotient, w and sum.
// With u, v and w above their bounds, none of them is above 1, and w is above E/|volume|/(1 - E/|volume|), which is 1 or
// more if that E is not less than |volume|/2: so for a hit, that need not be asked.
#ifndef HITSCAN_BVH_KERNEL_WINNER_H
#define HITSCAN_BVH_KERNEL_WINNER_H

#include "bvh/traverse/traverse.h"
#include "simd/f64x4.h"
#include "intersect/verdict.h"

// The sum of the last two components, u and v.
LANES_INLINE quad quad_sum_last(quad a)
{
    const quad high = quad_high(a);
    return quad_add(high, quad_swapped(high));
}

// A triangle that may be hit: whether it is, and if so between which t, and what t and the barycentrics are.
// HIT_VERDICT_UNSURE leaves that to exact arithmetic.
LANES_INLINE hit_verdict measure_candidate(const hit_bvh* bvh, const hit_ray* ray, uint32_t place,
                                           hit_bvh_measured* found)
{
    quad row[3];
    quad_rows(&bvh->blocks[place >> 3], place & 7u, ray, row); // a b s d
    // s×a d×b s×a d×b, and with b a d s: t·volume, volume, v, u
    const quad ax = quad_low(row[0]), ay = quad_low(row[1]), az = quad_low(row[2]);
    const quad sx = quad_high(row[0]), sy = quad_high(row[1]), sz = quad_high(row[2]);
    const quad x = quad_mul_sub(sy, az, quad_mul(sz, ay));
    const quad y = quad_mul_sub(sz, ax, quad_mul(sx, az));
    const quad z = quad_mul_sub(sx, ay, quad_mul(sy, ax));
    const quad value =
        quad_mul_add(quad_swapped(row[0]), x, quad_mul_add(quad_swapped(row[1]), y, quad_mul(quad_swapped(row[2]), z)));
    const quad inverse = quad_div(quad_all(1.0), quad_second(value));
    const quad scaled = quad_mul(quad_with_second(value, quad_sub(value, quad_sum_last(value))), inverse); // t, w, v, u
    // The same with norms: what the errors are in proportion to.
    const quad norm = quad_add(quad_add(quad_abs(row[0]), quad_abs(row[1])), quad_abs(row[2]));
    const quad size = quad_mul(quad_mul(quad_low(norm), quad_high(norm)), quad_swapped(norm));
    const quad sizes = quad_with_second(size, quad_add(size, quad_sum_last(size)));
    const quad unit = quad_mul(quad_abs(inverse), quad_all(0x1.8p-50)),
               volume_noise = quad_mul(unit, quad_second(size));
    const quad noise = quad_mul_add(quad_abs(scaled), quad_add(volume_noise, quad_all(0x1p-50)),
                                    quad_mul_add(unit, sizes, quad_set(0.0, 0x1p-51, 0x1p-51, 0x1p-51)));
    const quad low = quad_sub(scaled, noise), high = quad_add(scaled, noise);
    const double t_low = quad_first_of(low), t_high = quad_first_of(high);

    // u, v and w have the sign of volume when the quotients are positive.
    if ((quad_signs(low) & 14u) != 0 || !(t_low >= ray->t_min && t_high <= ray->t_max)) {
        if (!(quad_first_of(volume_noise) < 0.5))
            return HIT_VERDICT_UNSURE;
        return (quad_signs(high) & 14u) != 0 || t_high < ray->t_min || t_low > ray->t_max ? HIT_VERDICT_MISS
                                                                                          : HIT_VERDICT_UNSURE;
    }
    found->place = place;
    found->side = (quad_signs(value) & 2u) != 0 ? HIT_SIDE_BACK : HIT_SIDE_FRONT;
    found->low = t_low;
    found->high = t_high;
    found->rounded = quad_round(low, high, found->value);
    return HIT_VERDICT_HIT;
}

#endif
