// The winner of a walk: t and the barycentrics of a triangle that is known to be hit, correctly rounded.
//
// As intersect/ray_triangle.c, whose names and bounds these are, but all dot products at once, and without deciding again whether there is a hit.
// Sums here are taken in another order, which the bounds do not care about. Where two floats are possible, that file decides.
#ifndef HITSCAN_BVH_KERNEL_WINNER_H
#define HITSCAN_BVH_KERNEL_WINNER_H

#include "bvh/kernel.h"
#include "bvh/quad.h"

LANES_INLINE quad quad_vertex(const hit_bvh_block* block, unsigned slot)
{
    return quad_make(block->x[slot], block->y[slot], block->z[slot]);
}

// x×y with its components turned: z x y.
LANES_INLINE quad quad_cross_turned(quad x, quad y)
{
    return quad_sub(quad_mul(x, quad_turn(y)), quad_mul(quad_turn(x), y));
}

// False when double does not suffice.
LANES_INLINE bool describe_winner(const hit_bvh* bvh, const hit_ray* ray, uint32_t place, hit_bvh_hit* hit)
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
    double value[4], norm[4], scaled[4], noise[4];
    float rounded[4];

    quad_store(value, quad_sums(quad_mul(b, q), quad_mul(s, p), quad_mul(d, q), quad_mul(a, p)));
    quad_store(norm, quad_sums(quad_abs(a), quad_abs(b), quad_abs(s), quad_abs(d)));
    const double inverse = 1.0 / value[3], size = fabs(inverse);
    const double products = norm[0] * norm[1], error = 0x1.8p-50 * norm[3] * (products + norm[2] * (norm[0] + norm[1]));
    const double b_noise = 4.0 * size * error + 0x1p-50;
    scaled[0] = value[0] * inverse;
    scaled[1] = value[1] * inverse;
    scaled[2] = value[2] * inverse;
    scaled[3] = (value[3] - value[1] - value[2]) * inverse;
    noise[0] = 2.0 * size * (0x1p-50 * products * norm[2] + error * fabs(scaled[0])) + 0x1p-50 * fabs(scaled[0]);
    noise[1] = noise[2] = noise[3] = b_noise;
    // The bounds rest on a volume that is not mostly noise.
    if (!(3.0 * error < fabs(value[3])) || !quad_round(quad_sub(quad_load(scaled), quad_load(noise)),
                                                       quad_add(quad_load(scaled), quad_load(noise)), rounded))
        return false;
    *hit = (hit_bvh_hit){rounded[0], hit_bvh_block_ids(bvh, block, place & 7u).first, rounded[1],    rounded[2],
                         rounded[3], value[3] > 0.0 ? HIT_SIDE_FRONT : HIT_SIDE_BACK, HIT_FACE_NONE, place};
    return true;
}

#endif
