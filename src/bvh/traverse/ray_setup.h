// A ray as the kernels want it: see node.h for the bounds that rest on the pads.
//
// Part of node.h. The preparation of a ray is a fifth of the time of a short traversal, so all axes are done at once.
#ifndef HITSCAN_BVH_RAY_SETUP_H
#define HITSCAN_BVH_RAY_SETUP_H

#include "bvh/traverse/traverse.h"
#include "simd/simd.h"

// The bounds hold for coordinates up to 2^40 and for directions whose largest component is in [2^-40, 2^40]. The
// largest number of the kernels is a sum of three edge functions times depths: depths are at most 2^41, sheared
// coordinates 2^42, edge functions 2^85, the sum 3·2^126.
#define MAX_COORDINATE 0x1p40f
#define MIN_DIRECTION 0x1p-40f
// Components of the direction that are smaller than this, in proportion to the largest, are replaced.
#define MIN_COMPONENT_RATIO 0x1p-24f

// Shift t so that none is negative. |t| is at most (largest |o| + max_abs)/(largest |d|) wherever the ray is within the
// bounds, so that a shift by twice that is enough even for a line. A shift costs roundings of its own size: the margin.
static void shift_ray(hit_bvh_ray* ray, float most)
{
    const float shift = -ray->t_min < most ? -ray->t_min : most;
    const float margin = 8.0f * HIT_BVH_ULP * shift + 0x1p-120f;
    const float last = ray->t_max + shift;

    HIT_ASSERT(ray->t_min < 0.0f && shift > 0.0f);
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

// Where the planes are in a node, in bytes, by the signs of a direction, x the lowest bit: those that the ray crosses
// first and last along x, y, z.
#define PLANES(x, y, z)                                                                                                \
    {                                                                                                                  \
        32 * (x), 32 * (1 - (x)), 32 * (2 + (y)), 32 * (3 - (y)), 32 * (4 + (z)), 32 * (5 - (z)), 0, 0                 \
    }
static const uint32_t planes_by_signs[8][8] = {PLANES(0, 0, 0), PLANES(1, 0, 0), PLANES(0, 1, 0), PLANES(1, 1, 0),
                                               PLANES(0, 0, 1), PLANES(1, 0, 1), PLANES(0, 1, 1), PLANES(1, 1, 1)};
#undef PLANES

// Where x, y and z begin in a block, in bytes, rotated so that axis z comes last.
static const uint32_t columns_by_axis[3][4] = {{32, 64, 0, 0}, {64, 0, 32, 0}, {0, 32, 64, 0}};

// Fill a ray whose t need not be shifted. `longest` are the axes along which the direction is largest, as bits.
SIMD_INLINE void fill_ray(hit_bvh_ray* out, const hit_ray* ray, f32x3 origin, f32x3 direction, f32x3 inverse, f32x3 pad,
                          unsigned longest, float max_abs)
{
    HIT_ASSERT((longest & 7u) != 0);
    const f32x3 offset = f32x3_mul(origin, inverse);
    const unsigned z = lowest_bit(longest);
    const f32x3 rotated = f32x3_rotate(origin, z), inverse_z = f32x3_splat_z(f32x3_rotate(inverse, z));

    f32x3_store(out->inverse, inverse);
    f32x3_store(out->near_offset, f32x3_add(offset, pad));
    f32x3_store(out->far_offset, f32x3_sub(offset, pad));
    f32x3_store(out->origin, rotated);
    f32x3_store(out->shear, f32x3_mul(f32x3_rotate(direction, z), inverse_z));
    memcpy(out->column, columns_by_axis[z], sizeof out->column);
    out->octant = f32x3_signs(inverse);
    memcpy(out->plane, planes_by_signs[out->octant], sizeof out->plane);
    out->inverse_z = f32x3_first(inverse_z);
    out->grain = 2.0f * HIT_BVH_ULP * (f32x3_first(f32x3_splat_z(f32x3_abs(rotated))) + max_abs);
    out->shift = 0.0f;
    // -0 becomes 0: traversals compare the bits of a t.
    out->t_min = out->t_first = ray->t_min + 0.0f;
    out->t_max = out->t_last = ray->t_max + 0.0f;
}

// Not below 2^-60, so that a pad is at least 2^-121: it covers roundings of denormals, too.
SIMD_INLINE float padded_max_abs(const hit_bvh* bvh)
{
    return bvh->header->max_abs + 0x1p-60f;
}

// Any ray. False when the ray or the tree is outside the range in which the bounds hold, or the ray is not valid.
static SIMD_NOINLINE bool make_any_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out)
{
    const float max_abs = padded_max_abs(bvh);
    f32x3 origin, direction;

    f32x3_load_ray(ray, &origin, &direction);
    const f32x3 speed = f32x3_abs(direction), size = f32x3_abs(origin);
    const f32x3 steepest = f32x3_hmax(speed), smallest = f32x3_mul(steepest, f32x3_splat(MIN_COMPONENT_RATIO));

    // All finite, all of a size that the bounds allow. A sum with a NaN is a NaN.
    if (!f32x3_all_le3(f32x3_add(f32x3_add(size, speed), f32x3_splat(max_abs)), f32x3_splat(MAX_COORDINATE),
                       f32x3_splat(MIN_DIRECTION), steepest, steepest, steepest) ||
        !(ray->t_min <= ray->t_max))
        return false;
    const f32x3 inverse = f32x3_div(f32x3_splat(1.0f), f32x3_copysign(f32x3_max(speed, smallest), direction));
    const f32x3 span = f32x3_add(f32x3_select_lt(speed, smallest, f32x3_hmax(size), size), f32x3_splat(max_abs));
    const f32x3 pad = f32x3_mul(f32x3_mul(f32x3_abs(inverse), span), f32x3_splat(8.0f * HIT_BVH_ULP));

    fill_ray(out, ray, origin, direction, inverse, pad, f32x3_le_bits(steepest, speed), max_abs);
    if (ray->t_min < 0.0f)
        shift_ray(out, 2.0f * (f32x3_first(f32x3_hmax(size)) + max_abs) * fabsf(out->inverse_z) + 0x1p-60f);
    return true;
}

// The same, and briefly for most rays: no component of their direction is tiny, and they do not begin before their
// origin.
SIMD_INLINE bool make_ray(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out)
{
    const float max_abs = padded_max_abs(bvh);
    f32x3 origin, direction;

    f32x3_load_ray(ray, &origin, &direction);
    const f32x3 inverse = f32x3_div(f32x3_splat(1.0f), direction);
    const f32x3 speed = f32x3_abs(direction), steepest = f32x3_hmax(speed);
    const f32x3 span = f32x3_add(f32x3_abs(origin), f32x3_splat(max_abs));
    const f32x3 pad = f32x3_mul(f32x3_abs(inverse), f32x3_mul(span, f32x3_splat(8.0f * HIT_BVH_ULP)));

    if (!f32x3_all_le3(f32x3_add(span, speed), f32x3_splat(MAX_COORDINATE), f32x3_splat(MIN_DIRECTION), steepest,
                       f32x3_mul(steepest, f32x3_splat(MIN_COMPONENT_RATIO)), speed) ||
        !(ray->t_min >= 0.0f && ray->t_min <= ray->t_max))
        return make_any_ray(bvh, ray, out);
    fill_ray(out, ray, origin, direction, inverse, pad, f32x3_le_bits(steepest, speed), max_abs);
    return true;
}

#endif
