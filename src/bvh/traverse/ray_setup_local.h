// A ray that was moved to where it comes closest to a tree, as the kernels want it. Part of the kernels: see
// ray_setup.h.
//
// Nearly all such rays begin before their origin, so that t is shifted as shift_ray does it, but with all axes at once.
// The margin of the shift is there even if nothing is shifted: it does no harm.
#ifndef HITSCAN_BVH_RAY_SETUP_LOCAL_H
#define HITSCAN_BVH_RAY_SETUP_LOCAL_H

#include "bvh/traverse/ray_setup.h"

// The components of the direction are at most 2^20 in size, one is at least 2^-20, and those of the origin are at most
// 4 times the largest coordinate of the tree. False when the bounds do not hold, or there is nothing between t_min and
// t_max.
SIMD_INLINE bool make_local_ray(const hit_bvh* bvh, f32x3 origin, f32x3 direction, float t_min, float t_max,
                                hit_bvh_ray* out)
{
    const float max_abs = bvh->header->max_abs + 0x1p-60f;
    const f32x3 speed = f32x3_abs(direction), steepest = f32x3_hmax(speed);
    const f32x3 span = f32x3_add(f32x3_hmax(f32x3_abs(origin)), f32x3_splat(max_abs));

    // Then the origin is at most 2^39.
    if (!(max_abs <= 0x1p37f && t_min <= t_max))
        return false;
    const f32x3 inverse =
        f32x3_div(f32x3_splat(1.0f),
                  f32x3_copysign(f32x3_max(speed, f32x3_mul(steepest, f32x3_splat(MIN_COMPONENT_RATIO))), direction));
    const f32x3 offset = f32x3_mul(origin, inverse);
    const f32x3 pad = f32x3_mul(f32x3_mul(f32x3_abs(inverse), span), f32x3_splat(8.0f * HIT_BVH_ULP));
    const unsigned z = lowest_bit(f32x3_le_bits(steepest, speed));
    const f32x3 rotated = f32x3_rotate(origin, z), inverse_z = f32x3_splat_z(f32x3_rotate(inverse, z));
    const float most = 2.0f * f32x3_first(span) * fabsf(f32x3_first(inverse_z)) + 0x1p-60f;
    const float back = -t_min < most ? -t_min : most, shift = back > 0.0f ? back : 0.0f;
    const float margin = 8.0f * HIT_BVH_ULP * shift + 0x1p-120f;
    const float begin = t_min + shift, last = t_max + shift, end = margin + 4.0f * HIT_BVH_ULP * fabsf(last);

    f32x3_store(out->inverse, inverse);
    f32x3_store(out->near_offset, f32x3_add(f32x3_add(offset, pad), f32x3_splat(margin - shift)));
    f32x3_store(out->far_offset, f32x3_sub(f32x3_sub(offset, pad), f32x3_splat(margin + shift)));
    f32x3_store(out->origin, rotated);
    f32x3_store(out->shear, f32x3_mul(f32x3_rotate(direction, z), inverse_z));
    memcpy(out->column, columns_by_axis[z], sizeof out->column);
    out->octant = f32x3_signs(inverse);
    memcpy(out->plane, planes_by_signs[out->octant], sizeof out->plane);
    out->inverse_z = f32x3_first(inverse_z);
    out->grain = 2.0f * HIT_BVH_ULP * f32x3_first(span);
    out->shift = shift;
    // Where less was added than t_min is below 0, the ray is outside the bounds until 0.
    out->t_min = begin > 0.0f ? begin : 0.0f;
    HIT_ASSERT(shift >= 0.0f && out->t_min >= 0.0f);
    out->t_first = out->t_min + margin;
    out->t_max = last + end;
    out->t_last = last < HUGE_VALF ? last - end : last;
    return true;
}

#endif
