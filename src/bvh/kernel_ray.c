// A ray in the units of the kernels: see kernel.h for the units and kernel_trace.h for the bounds that rest on the pads.
#include "bvh/kernel.h"

#include <float.h>
#include <string.h>

// The bounds hold for coordinates up to 2^60: products of two sheared coordinates stay below 2^124.
#define WIDEST 0x1p60f
// Directions are scaled by a normal power of two whose inverse is one as well.
enum { EXPONENT_MIN = 1, EXPONENT_MAX = 253 };
// Components of the scaled direction below this are replaced by it.
#define SMALLEST 0x1p-24f

static float float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline float largest3(const float v[3])
{
    const float m = fabsf(v[0]) > fabsf(v[1]) ? fabsf(v[0]) : fabsf(v[1]);
    return m > fabsf(v[2]) ? m : fabsf(v[2]);
}

bool hit_bvh_ray_make(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_ray* out)
{
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const float reach = bvh->header->reach, widest = largest3(o), steepest = largest3(d);
    uint32_t exponent, z;
    float shrink, shift = 0.0f, first, last, margin;

    memcpy(&exponent, &steepest, sizeof exponent);
    exponent >>= 23;
    if (!(reach <= WIDEST && widest <= WIDEST) || exponent < EXPONENT_MIN || exponent > EXPONENT_MAX)
        return false;
    out->scale = float_from_bits(exponent << 23);
    shrink = float_from_bits((254 - exponent) << 23);

    // The ends of the ray. t in the new units is below widest + reach in size wherever the ray meets the bounds, so a shift by twice that is
    // enough even for a line. The ends are scaled without error but for underflow, and shifted with two roundings.
    first = ray->t_min * out->scale;
    last = ray->t_max * out->scale;
    if (first < 0.0f) {
        const float most = 2.0f * (widest + reach) + 1.0f;
        shift = -first < most ? -first : most;
        first = 0.0f;
    }
    out->shift = shift;
    last += shift;
    margin = 4.0f * HIT_BVH_ULP * shift + 0x1p-120f;
    out->t_min = first - margin > 0.0f ? first - margin : 0.0f;
    out->t_first = first + margin;
    out->t_max = last + margin + 4.0f * HIT_BVH_ULP * fabsf(last);
    out->t_last = last - margin - 4.0f * HIT_BVH_ULP * fabsf(last);
    if (last > FLT_MAX)
        out->t_max = out->t_last = HUGE_VALF;

    for (int k = 0; k < 3; k++) {
        const float scaled = d[k] * shrink;
        const bool tiny = fabsf(scaled) < SMALLEST;
        const float inverse = 1.0f / (tiny ? copysignf(SMALLEST, d[k]) : scaled);
        const float offset = o[k] * inverse;
        const float pad = 8.0f * HIT_BVH_ULP * fabsf(inverse) * ((tiny ? widest : fabsf(o[k])) + reach) + margin;
        out->inverse[k] = inverse;
        out->near_offset[k] = offset + pad - shift;
        out->far_offset[k] = offset - pad - shift;
        out->near_plane[k] = 2u * (uint32_t)k + (inverse < 0.0f);
    }

    z = fabsf(d[1]) > fabsf(d[0]) ? 1 : 0;
    z = fabsf(d[2]) > fabsf(d[z]) ? 2 : z;
    out->axis[0] = z == 2 ? 0 : z + 1;
    out->axis[1] = z == 0 ? 2 : z - 1;
    out->axis[2] = z;
    for (int k = 0; k < 3; k++)
        out->origin[k] = o[out->axis[k]];
    out->shear[0] = d[out->axis[0]] / d[z];
    out->shear[1] = d[out->axis[1]] / d[z];
    out->inverse_z = out->inverse[z];
    return true;
}
