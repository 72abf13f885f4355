// A ray as the kernels want it: see kernel_trace.h for the bounds that rest on the pads.
//
// Part of kernel_trace.h, and written like it over lanes.h. The preparation of a ray is a fifth of the time of a short walk, so all
// axes are done at once; a hit_ray is eight floats, and is loaded as such: origin, direction, t_min, t_max.
#ifndef HITSCAN_BVH_KERNEL_RAY_H
#define HITSCAN_BVH_KERNEL_RAY_H

#include "bvh/kernel.h"
#include "bvh/lanes.h"

// The bounds hold for coordinates up to 2^60, so that a product of two stays below 2^124, and for directions whose largest component is
// in [2^-40, 2^40].
#define WIDEST 0x1p60f
#define STEEPEST 0x1p40f
#define FLATTEST 0x1p-40f
// Components of the direction that are smaller than this, in proportion to the largest, are replaced.
#define SMALLEST 0x1p-24f

// Eight slots as lanes_unpack wants them.
#define SLOTS(a, b, c, d, e, f, g, h)                                                                                  \
    ((uint32_t)(a) | (uint32_t)(b) << 3 | (uint32_t)(c) << 6 | (uint32_t)(d) << 9 | (uint32_t)(e) << 12 |              \
     (uint32_t)(f) << 15 | (uint32_t)(g) << 18 | (uint32_t)(h) << 21)

_Static_assert(sizeof(hit_ray) == 8 * sizeof(float), "a ray is loaded as eight floats");

// The largest of the first three lanes, in each of them.
LANES_INLINE lanes largest_of_three(lanes a)
{
    const lanes b = lanes_pick(a, lanes_unpack(SLOTS(1, 2, 0, 0, 0, 0, 0, 0)));
    const lanes c = lanes_pick(a, lanes_unpack(SLOTS(2, 0, 1, 0, 0, 0, 0, 0)));
    return lanes_max(lanes_max(a, b), c);
}

// Move t so that none is negative. |t| is at most (widest + reach)/steepest wherever the ray meets the bounds, so that a shift by
// twice that is enough even for a line. A shift costs roundings of its own size: the margin.
static void shift_ray(hit_bvh_ray* ray, float most)
{
    const float shift = -ray->t_min < most ? -ray->t_min : most;
    const float margin = 8.0f * HIT_BVH_ULP * shift + 0x1p-120f;
    const float last = ray->t_max + shift;
    for (int k = 0; k < 3; k++) {
        ray->near_offset[k] += margin - shift;
        ray->far_offset[k] -= margin + shift;
    }
    ray->shift = shift;
    ray->t_min = 0.0f;
    ray->t_first = margin;
    ray->t_max = last + margin + 4.0f * HIT_BVH_ULP * fabsf(last);
    ray->t_last = last < HUGE_VALF ? last - margin - 4.0f * HIT_BVH_ULP * fabsf(last) : last;
}

// False when the ray or the tree is outside the range in which the bounds hold, or the ray is not valid.
LANES_INLINE bool make_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out)
{
    static const uint32_t others[3][2] = {{1, 2}, {2, 0}, {0, 1}};
    const float* numbers = &ray->origin.x;
    const lanes all = lanes_load_unaligned(numbers), size = lanes_abs(all);
    const lanes direction = lanes_pick(all, lanes_unpack(SLOTS(3, 4, 5, 3, 4, 5, 3, 4)));
    const lanes speed = lanes_abs(direction);
    const lanes steepest = largest_of_three(speed), widest = largest_of_three(size);
    const lanes smallest = lanes_mul(steepest, lanes_all(SMALLEST));
    const lanes reach = lanes_all(bvh->header->reach);
    const lanes inverse = lanes_div(lanes_all(1.0f), lanes_with_sign(lanes_max(speed, smallest), direction));
    const lanes offset = lanes_mul(all, inverse);
    const lanes span = lanes_add(lanes_choose(lanes_below(speed, smallest), widest, size), reach);
    const lanes pad = lanes_mul(lanes_mul(lanes_abs(inverse), span), lanes_all(8.0f * HIT_BVH_ULP));
    const unsigned negative = lanes_bits(lanes_below(inverse, lanes_all(0.0f)));
    uint32_t z;

    // All finite; the direction of a size that the bounds allow.
    if ((lanes_bits(lanes_at_most(size, lanes_all(WIDEST))) & 63u) != 63u || !(bvh->header->reach <= WIDEST) ||
        !(lanes_bits(
              lanes_and(lanes_at_most(lanes_all(FLATTEST), steepest), lanes_at_most(steepest, lanes_all(STEEPEST)))) &
          1u) ||
        !(ray->t_min <= ray->t_max))
        return false;
    lanes_store(out->inverse, inverse);
    lanes_store(out->near_offset, lanes_add(offset, pad));
    lanes_store(out->far_offset, lanes_sub(offset, pad));
    out->near_plane[0] = negative & 1u;
    out->near_plane[1] = 2u + (negative >> 1 & 1u);
    out->near_plane[2] = 4u + (negative >> 2 & 1u);
    out->shift = 0.0f;
    out->t_min = out->t_first = ray->t_min;
    out->t_max = out->t_last = ray->t_max;

    z = lowest_bit(lanes_bits(lanes_at_most(steepest, speed)) & 7u);
    out->axis[0] = others[z][0];
    out->axis[1] = others[z][1];
    out->axis[2] = z;
    out->inverse_z = out->inverse[z];
    for (int k = 0; k < 3; k++)
        out->origin[k] = numbers[out->axis[k]];
    out->shear[0] = numbers[3 + out->axis[0]] * out->inverse_z;
    out->shear[1] = numbers[3 + out->axis[1]] * out->inverse_z;
    if (ray->t_min < 0.0f)
        shift_ray(out, 2.0f * (lanes_first(widest) + bvh->header->reach) * fabsf(out->inverse_z) + 0x1p-60f);
    return true;
}

#endif
