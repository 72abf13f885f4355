// The winner of a walk: t and the barycentrics of a triangle, correctly rounded, and whether there is a hit at all.
//
// As intersect/ray_triangle.c, whose names and bounds these are, but all dot products at once. Sums here are taken in
// another order, which the bounds do not care about. Where double does not suffice, that file decides.
#ifndef HITSCAN_BVH_KERNEL_WINNER_H
#define HITSCAN_BVH_KERNEL_WINNER_H

#include "bvh/kernel.h"
#include "bvh/quad.h"
#include "intersect/verdict.h"

LANES_INLINE quad quad_vertex(const hit_bvh_block* block, unsigned slot)
{
    return quad_make(block->x[slot], block->y[slot], block->z[slot]);
}

// x×y with its components turned: z x y.
LANES_INLINE quad quad_cross_turned(quad x, quad y)
{
    return quad_sub(quad_mul(x, quad_turn(y)), quad_mul(quad_turn(x), y));
}

// A triangle that may be hit: whether it is, and if so between which t, and what t and the barycentrics are.
// HIT_VERDICT_UNSURE leaves that to exact arithmetic.
LANES_INLINE hit_verdict measure_candidate(const hit_bvh* bvh, const hit_ray* ray, uint32_t place,
                                           hit_bvh_measured* found)
{
    const hit_bvh_block* block = &bvh->blocks[place >> 3];
    const unsigned shift = 3 * (place & 7u);
    const quad v0 = quad_vertex(block, block->corner[0] >> shift & 7u);
    const quad a = quad_sub(quad_vertex(block, block->corner[1] >> shift & 7u), v0);
    const quad b = quad_sub(quad_vertex(block, block->corner[2] >> shift & 7u), v0);
    const quad s = quad_sub(quad_make(ray->origin.x, ray->origin.y, ray->origin.z), v0);
    const quad d = quad_make(ray->direction.x, ray->direction.y, ray->direction.z);
    // Dot products do not mind when both factors are turned.
    const quad p = quad_turn(quad_cross_turned(d, b)), q = quad_turn(quad_cross_turned(s, a));
    const quad value =
        quad_sums(quad_mul(b, q), quad_mul(s, p), quad_mul(d, q), quad_mul(a, p)); // t·volume, u, v, volume
    const quad inverse = quad_div(quad_all(1.0), quad_last(value));
    const quad scaled = quad_mul(quad_rest(value), inverse); // t, u, v, w
    const double volume = quad_last_of(value);
    double norm[4];

    quad_store(norm, quad_sums(quad_abs(a), quad_abs(b), quad_abs(s), quad_abs(d)));
    const double products = norm[0] * norm[1];
    const double error = 0x1.8p-50 * norm[3] * (products + norm[2] * (norm[0] + norm[1]));
    // For t: 2·(2^-50·|a||b||s| + error·|t|)/|volume| + 2^-50·|t|; for the others 4·error/|volume| + 2^-50.
    const quad size = quad_abs(scaled);
    const quad fixed = quad_set(0x1p-49 * products * norm[2], 4.0 * error, 4.0 * error, 4.0 * error);
    const quad noise =
        quad_add(quad_mul(quad_abs(inverse), quad_add(fixed, quad_mul(quad_set(2.0 * error, 0.0, 0.0, 0.0), size))),
                 quad_add(quad_mul(quad_set(0x1p-50, 0.0, 0.0, 0.0), size), quad_set(0.0, 0x1p-50, 0x1p-50, 0x1p-50)));
    const quad low = quad_sub(scaled, noise), high = quad_add(scaled, noise);
    const double t_low = quad_first_of(low), t_high = quad_first_of(high);

    // The bounds rest on a volume that is not mostly noise.
    if (!(3.0 * error < fabs(volume)))
        return HIT_VERDICT_UNSURE;
    // u, v and w have the sign of volume when the quotients are positive.
    if ((quad_signs(low) & 14u) != 0 || !(t_low >= ray->t_min && t_high <= ray->t_max))
        return (quad_signs(high) & 14u) != 0 || t_high < ray->t_min || t_low > ray->t_max ? HIT_VERDICT_MISS
                                                                                          : HIT_VERDICT_UNSURE;
    found->place = place;
    found->side = volume > 0.0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK;
    found->low = t_low;
    found->high = t_high;
    found->rounded = quad_round(low, high, found->value);
    return HIT_VERDICT_HIT;
}

#endif
