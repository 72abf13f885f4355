// A ray as the kernels want it: see bvh/traverse/node.h for the bounds that rest on the pads.
//
// Part of bvh/traverse/node.h. The preparation of a ray is a fifth of the time of a short walk, so all axes are done at
// once.
#ifndef HITSCAN_BVH_KERNEL_RAY_H
#define HITSCAN_BVH_KERNEL_RAY_H

#include "bvh/traverse/traverse.h"
#include "simd/f32x3.h"

// The bounds hold for coordinates up to 2^40 and for directions whose largest component is in [2^-40, 2^40]. The
// largest number of the kernels is a sum of three edge functions times depths: depths are at most 2^41, sheared
// coordinates 2^42, edge functions 2^85, the sum 3·2^126.
#define WIDEST 0x1p40f
#define STEEPEST 0x1p40f
#define FLATTEST 0x1p-40f
// Components of the direction that are smaller than this, in proportion to the largest, are replaced.
#define SMALLEST 0x1p-24f

// Move t so that none is negative. |t| is at most (widest + reach)/steepest wherever the ray meets the bounds, so that
// a shift by twice that is enough even for a line. A shift costs roundings of its own size: the margin.
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

// Where the planes are in a node, in bytes, by the signs of a direction, x the lowest bit: those that the ray meets first
// and last along x, y, z.
#define PLANES(x, y, z)                                                                                                \
    {                                                                                                                  \
        32 * (x), 32 * (1 - (x)), 32 * (2 + (y)), 32 * (3 - (y)), 32 * (4 + (z)), 32 * (5 - (z)), 0, 0                 \
    }
static const uint32_t planes_by_signs[8][8] = {PLANES(0, 0, 0), PLANES(1, 0, 0), PLANES(0, 1, 0), PLANES(1, 1, 0),
                                               PLANES(0, 0, 1), PLANES(1, 0, 1), PLANES(0, 1, 1), PLANES(1, 1, 1)};
#undef PLANES

// Fill a ray whose t need not be shifted. `longest` are the axes along which the direction is largest, as bits.
LANES_INLINE void fill_ray(hit_bvh_ray* out, const hit_ray* ray, three origin, three direction, three inverse,
                           three pad, unsigned longest, float reach)
{
    static const uint32_t columns[3][4] = {{32, 64, 0, 0}, {64, 0, 32, 0}, {0, 32, 64, 0}};
    const three offset = three_mul(origin, inverse);
    const unsigned z = lowest_bit(longest);
    const three turned = three_turned(origin, z), inverse_z = three_third(three_turned(inverse, z));

    three_store(out->inverse, inverse);
    three_store(out->near_offset, three_add(offset, pad));
    three_store(out->far_offset, three_sub(offset, pad));
    three_store(out->origin, turned);
    three_store(out->shear, three_mul(three_turned(direction, z), inverse_z));
    memcpy(out->column, columns[z], sizeof out->column);
    out->octant = three_signs(inverse);
    memcpy(out->plane, planes_by_signs[out->octant], sizeof out->plane);
    out->inverse_z = three_first(inverse_z);
    out->grain = 2.0f * HIT_BVH_ULP * (three_first(three_third(three_abs(turned))) + reach);
    out->shift = 0.0f;
    // -0 becomes 0: walks compare the bits of a t.
    out->t_min = out->t_first = ray->t_min + 0.0f;
    out->t_max = out->t_last = ray->t_max + 0.0f;
}

// Not below 2^-60, so that a pad is at least 2^-121: it covers roundings of denormals, too.
LANES_INLINE float padded_reach(const hit_bvh* bvh)
{
    return bvh->header->reach + 0x1p-60f;
}

// Any ray. False when the ray or the tree is outside the range in which the bounds hold, or the ray is not valid.
static LANES_APART bool make_any_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out)
{
    const float reach = padded_reach(bvh);
    three origin, direction;

    three_load_ray(ray, &origin, &direction);
    const three speed = three_abs(direction), size = three_abs(origin);
    const three steepest = three_largest(speed), smallest = three_mul(steepest, three_all(SMALLEST));

    // All finite, all of a size that the bounds allow. A sum with a NaN is a NaN.
    if (!three_ordered(three_add(three_add(size, speed), three_all(reach)), three_all(WIDEST), three_all(FLATTEST),
                       steepest, steepest, steepest) ||
        !(ray->t_min <= ray->t_max))
        return false;
    const three inverse = three_div(three_all(1.0f), three_with_sign(three_max(speed, smallest), direction));
    const three span = three_add(three_where_below(speed, smallest, three_largest(size), size), three_all(reach));
    const three pad = three_mul(three_mul(three_abs(inverse), span), three_all(8.0f * HIT_BVH_ULP));

    fill_ray(out, ray, origin, direction, inverse, pad, three_at_most(steepest, speed), reach);
    if (ray->t_min < 0.0f)
        shift_ray(out, 2.0f * (three_first(three_largest(size)) + reach) * fabsf(out->inverse_z) + 0x1p-60f);
    return true;
}

// The same, and briefly for most rays: no component of their direction is tiny, and they do not begin before their
// origin.
LANES_INLINE bool make_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out)
{
    const float reach = padded_reach(bvh);
    three origin, direction;

    three_load_ray(ray, &origin, &direction);
    const three inverse = three_div(three_all(1.0f), direction);
    const three speed = three_abs(direction), steepest = three_largest(speed);
    const three span = three_add(three_abs(origin), three_all(reach));
    const three pad = three_mul(three_abs(inverse), three_mul(span, three_all(8.0f * HIT_BVH_ULP)));

    if (!three_ordered(three_add(span, speed), three_all(WIDEST), three_all(FLATTEST), steepest,
                       three_mul(steepest, three_all(SMALLEST)), speed) ||
        !(ray->t_min >= 0.0f && ray->t_min <= ray->t_max))
        return make_any_ray(bvh, ray, out);
    fill_ray(out, ray, origin, direction, inverse, pad, three_at_most(steepest, speed), reach);
    return true;
}

#endif
