// The closest hit of a traversal of boxes, in double: t and the face of a box that is known to be hit, correctly
// rounded.
//
// Where a box is entered is the largest of four numbers: where its three slabs are entered, and t_min. They are
// computed all at once, in double, each with a bound of its error; the largest is known when no other's bound reaches
// it. An aligned slab takes a difference of floats and a quotient, within 2^-52 of the exact one. For those of an
// oriented box see intersect/ray_obb.c and slabs.c, whose bounds these are. Where double does not suffice, the exact
// tests decide (candidate_box.c).
#ifndef HITSCAN_BVH_BOX_DOUBLE_H
#define HITSCAN_BVH_BOX_DOUBLE_H

#include "bvh/traverse/traverse.h"
#include "simd/simd.h"
#include "exact/ratio.h"

#include <float.h>

// The largest of four numbers, the last of which is t_min, that are t with an error below `noise`. False when it is
// undecided which one that is, or what it rounds to.
SIMD_INLINE bool choose_entry(f64x4 t, f64x4 noise, float t_min, unsigned* which, float* rounded)
{
    const f64x4 low = f64x4_sub(t, noise), high = f64x4_add(t, noise);
    const f64x4 largest = f64x4_hmax(low);
    const unsigned reaching = f64x4_ge_bits(high, largest);

    if (reaching == 0 || (reaching & (reaching - 1)) != 0)
        return false;
    *which = lowest_bit(reaching);
    HIT_ASSERT(*which < 4);
    *rounded = t_min;
    return *which == 3 || hit_round_interval(f64x4_first(largest), f64x4_first(f64x4_hmax(high)), rounded);
}

// t_min as a number to calculate with.
SIMD_INLINE float lowest_t(const hit_ray* ray)
{
    return ray->t_min > -FLT_MAX ? ray->t_min : -FLT_MAX;
}

SIMD_INLINE bool describe_aabb_double(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_bvh_hit* hit)
{
    const hit_bvh_node* node = &bvh->nodes[slot >> 3];
    const unsigned child = slot & 7u;
    HIT_ASSERT((node->ref[child] & HIT_BVH_LEAF) != 0 && node->ref[child] != HIT_BVH_NO_REF);
    f32x3 o, d;
    f32x3_load_ray(ray, &o, &d);
    const unsigned negative = f32x3_signs(d);
    const float* planes = node->plane[0] + child;
    const f64x4 plane = f64x4_from_floats(planes[8 * (negative & 1u)], planes[16 + 4 * (negative & 2u)],
                                          planes[32 + 2 * (negative & 4u)], lowest_t(ray));
    const f64x4 direction = f64x4_from_f32x3(d, 1.0f);
    const f64x4 quotient = f64x4_div(f64x4_sub(plane, f64x4_from_f32x3(o, 0.0f)), direction);
    // A parallel ray is in the slab always: it does hit the box.
    const f64x4 t = f64x4_select(f64x4_eq(direction, f64x4_splat(0.0)), f64x4_splat(-DBL_MAX), quotient);
    unsigned which;
    float rounded;

    if (!choose_entry(t, f64x4_mul(f64x4_abs(t), f64x4_splat(0x1p-51)), ray->t_min, &which, &rounded))
        return false;
    *hit = (hit_bvh_hit){rounded,
                         node->ref[child] & ~HIT_BVH_LEAF,
                         0.0f,
                         0.0f,
                         0.0f,
                         which == 3 ? HIT_SIDE_BACK : HIT_SIDE_FRONT,
                         which == 3 ? HIT_FACE_NONE : (int)(2 * which + (negative >> which & 1u)),
                         slot};
    return true;
}

SIMD_INLINE bool describe_obb_double(const hit_bvh* bvh, const hit_ray* ray, uint32_t slot, hit_bvh_hit* hit)
{
    const hit_bvh_obb* record = &bvh->obbs[bvh->nodes[slot >> 3].ref[slot & 7u] & ~HIT_BVH_LEAF];
    const obb_columns box = obb_load(&record->box);
    const hit_vec3 o = ray->origin, d = ray->direction, c = record->box.center;
    const f64x4 x = f64x4_from_f32x3(box.x, 0.0f), y = f64x4_from_f32x3(box.y, 0.0f), z = f64x4_from_f32x3(box.z, 0.0f);
    const f64x4 px = f64x4_mul(x, f64x4_splat((double)o.x - c.x)), qx = f64x4_mul(x, f64x4_splat(d.x));
    const f64x4 py = f64x4_mul(y, f64x4_splat((double)o.y - c.y)), qy = f64x4_mul(y, f64x4_splat(d.y));
    const f64x4 pz = f64x4_mul(z, f64x4_splat((double)o.z - c.z)), qz = f64x4_mul(z, f64x4_splat(d.z));
    const f64x4 p = f64x4_add(f64x4_add(px, py), pz);
    const f64x4 q = f64x4_add(f64x4_add(f64x4_add(qx, qy), qz), f64x4_make(0.0, 0.0, 0.0, 1.0));
    const f64x4 p_size = f64x4_add(f64x4_add(f64x4_abs(px), f64x4_abs(py)), f64x4_abs(pz));
    const f64x4 q_size = f64x4_add(f64x4_add(f64x4_abs(qx), f64x4_abs(qy)), f64x4_abs(qz));
    // A fourth slab, of half -t_min around p = 0 with q = 1, begins at t_min.
    const f64x4 half = f64x4_from_f32x3(box.half, -lowest_t(ray));
    const f64x4 inverse = f64x4_div(f64x4_splat(1.0), q), size = f64x4_abs(inverse);
    const f64x4 zero = f64x4_splat(0.0);
    const f64x4 t = f64x4_sub(f64x4_sub(zero, f64x4_mul(p, inverse)), f64x4_mul(half, size));
    const f64x4 noise = f64x4_mul(size, f64x4_add(f64x4_mul(f64x4_add(p_size, f64x4_abs(half)), f64x4_splat(0x1p-48)),
                                                  f64x4_mul(f64x4_mul(f64x4_abs(t), q_size), f64x4_splat(0x1p-49))));
    unsigned which;
    float rounded;

    if (f64x4_ge_bits(f64x4_splat(0x1p48), f64x4_mul(q_size, size)) != 15u ||
        !choose_entry(t, noise, ray->t_min, &which, &rounded))
        return false;
    *hit = (hit_bvh_hit){rounded,
                         record->id,
                         0.0f,
                         0.0f,
                         0.0f,
                         which == 3 ? HIT_SIDE_BACK : HIT_SIDE_FRONT,
                         which == 3 ? HIT_FACE_NONE : (int)(2 * which + (f64x4_signs(q) >> which & 1u)),
                         slot};
    return true;
}

#endif
