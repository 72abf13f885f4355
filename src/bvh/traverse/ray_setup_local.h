// A ray that was moved to where it comes closest to a tree, as the kernels want it. Part of the kernels: see bvh/traverse/ray_setup.h.
//
// Nearly all such rays begin before their origin, so that t is shifted as shift_ray does it, but with all axes at once. The
// margin of the shift is there even if nothing is shifted: it does no harm.
#ifndef HITSCAN_BVH_KERNEL_NEAR_H
#define HITSCAN_BVH_KERNEL_NEAR_H

#include "bvh/traverse/ray_setup.h"

// The components of the direction are at most 2^20 in size, one is at least 2^-20, and those of the origin are at most
// 4 times the reach of the tree. False when the bounds do not hold, or there is nothing between t_min and t_max.
LANES_INLINE bool make_near_ray(const hit_bvh* bvh, three origin, three direction, float t_min, float t_max,
                                hit_bvh_ray* out)
{
    static const uint32_t columns[3][4] = {{32, 64, 0, 0}, {64, 0, 32, 0}, {0, 32, 64, 0}};
    const float reach = bvh->header->reach + 0x1p-60f;
    const three speed = three_abs(direction), steepest = three_largest(speed);
    const three span = three_add(three_largest(three_abs(origin)), three_all(reach));

    // Then the origin is at most 2^39.
    if (!(reach <= 0x1p37f && t_min <= t_max))
        return false;
    const three inverse = three_div(
        three_all(1.0f), three_with_sign(three_max(speed, three_mul(steepest, three_all(SMALLEST))), direction));
    const three offset = three_mul(origin, inverse);
    const three pad = three_mul(three_mul(three_abs(inverse), span), three_all(8.0f * HIT_BVH_ULP));
    const unsigned z = lowest_bit(three_at_most(steepest, speed));
    const three turned = three_turned(origin, z), inverse_z = three_third(three_turned(inverse, z));
    const float most = 2.0f * three_first(span) * fabsf(three_first(inverse_z)) + 0x1p-60f;
    const float back = -t_min < most ? -t_min : most, shift = back > 0.0f ? back : 0.0f;
    const float margin = 8.0f * HIT_BVH_ULP * shift + 0x1p-120f;
    const float begin = t_min + shift, last = t_max + shift, end = margin + 4.0f * HIT_BVH_ULP * fabsf(last);

    three_store(out->inverse, inverse);
    three_store(out->near_offset, three_add(three_add(offset, pad), three_all(margin - shift)));
    three_store(out->far_offset, three_sub(three_sub(offset, pad), three_all(margin + shift)));
    three_store(out->origin, turned);
    three_store(out->shear, three_mul(three_turned(direction, z), inverse_z));
    memcpy(out->column, columns[z], sizeof out->column);
    out->octant = three_signs(inverse);
    memcpy(out->plane, planes_by_signs[out->octant], sizeof out->plane);
    out->inverse_z = three_first(inverse_z);
    out->grain = 2.0f * HIT_BVH_ULP * three_first(span);
    out->shift = shift;
    // Where less was added than t_min is below 0, the ray is outside the bounds until 0.
    out->t_min = begin > 0.0f ? begin : 0.0f;
    out->t_first = out->t_min + margin;
    out->t_max = last + end;
    out->t_last = last < HUGE_VALF ? last - end : last;
    return true;
}

#endif
