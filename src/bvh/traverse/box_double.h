// The winner of a walk: t and the face of a box that is known to be hit, correctly rounded.
//
// Where a box is entered is the largest of four numbers: where its three slabs are, and t_min. They are made all at
// once, in double, each with a bound of its error; the winner among them is known when no other's bound reaches it. An
// aligned slab takes a difference of floats and a quotient, within 2^-52 of the exact one. For those of an oriented
// box see intersect/ray_obb.c and slabs.c, whose bounds these are. Where double does not suffice, the exact tests
// decide (bvh/traverse/candidate_box.h).
#ifndef HITSCAN_BVH_KERNEL_BOXES_WINNER_H
#define HITSCAN_BVH_KERNEL_BOXES_WINNER_H

#include "bvh/traverse/traverse.h"
#include "simd/f32x8_flags.h"
#include "exact/round.h"

#include <float.h>

// The largest of four numbers, the last of which is t_min, that are t with an error below `noise`. False when it is in
// doubt which one that is, or what it rounds to.
LANES_INLINE bool choose_entry(quad t, quad noise, float t_min, unsigned* which, float* rounded)
{
    const quad low = quad_sub(t, noise), high = quad_add(t, noise);
    const quad largest = quad_largest(low);
    const unsigned reach = quad_at_least(high, largest);

    if (reach == 0 || (reach & (reach - 1)) != 0)
        return false;
    *which = lowest_bit(reach);
    *rounded = t_min;
    return *which == 3 || hit_round_sure(quad_first_of(largest), quad_first_of(quad_largest(high)), rounded);
}

// t_min as a number to calculate with.
LANES_INLINE float lowest_t(const hit_ray* ray)
{
    return ray->t_min > -FLT_MAX ? ray->t_min : -FLT_MAX;
}

LANES_INLINE bool measure_aabb(const hit_bvh* bvh, const hit_ray* ray, uint32_t place, hit_bvh_hit* hit)
{
    const hit_bvh_node* node = &bvh->nodes[place >> 3];
    const unsigned lane = place & 7u;
    three o, d;
    three_load_ray(ray, &o, &d);
    const unsigned negative = three_signs(d);
    const float* planes = node->plane[0] + lane;
    const quad plane = quad_floats(planes[8 * (negative & 1u)], planes[16 + 4 * (negative & 2u)],
                                   planes[32 + 2 * (negative & 4u)], lowest_t(ray));
    const quad direction = quad_three(d, 1.0f);
    const quad quotient = quad_div(quad_sub(plane, quad_three(o, 0.0f)), direction);
    // A parallel ray is in the slab always: it does hit the box.
    const quad t = quad_where_zero(direction, quad_all(-DBL_MAX), quotient);
    unsigned which;
    float rounded;

    if (!choose_entry(t, quad_mul(quad_abs(t), quad_all(0x1p-51)), ray->t_min, &which, &rounded))
        return false;
    *hit = (hit_bvh_hit){rounded,
                         node->ref[lane] & ~HIT_BVH_LEAF,
                         0.0f,
                         0.0f,
                         0.0f,
                         which == 3 ? HIT_SIDE_BACK : HIT_SIDE_FRONT,
                         which == 3 ? HIT_FACE_NONE : (int)(2 * which + (negative >> which & 1u)),
                         place};
    return true;
}

LANES_INLINE bool measure_obb(const hit_bvh* bvh, const hit_ray* ray, uint32_t place, hit_bvh_hit* hit)
{
    const hit_bvh_obb* record = &bvh->obbs[bvh->nodes[place >> 3].ref[place & 7u] & ~HIT_BVH_LEAF];
    const obb_columns box = obb_load(record);
    const hit_vec3 o = ray->origin, d = ray->direction, c = record->box.center;
    const quad x = quad_three(box.x, 0.0f), y = quad_three(box.y, 0.0f), z = quad_three(box.z, 0.0f);
    const quad px = quad_mul(x, quad_all((double)o.x - c.x)), qx = quad_mul(x, quad_all(d.x));
    const quad py = quad_mul(y, quad_all((double)o.y - c.y)), qy = quad_mul(y, quad_all(d.y));
    const quad pz = quad_mul(z, quad_all((double)o.z - c.z)), qz = quad_mul(z, quad_all(d.z));
    const quad p = quad_add(quad_add(px, py), pz);
    const quad q = quad_add(quad_add(quad_add(qx, qy), qz), quad_set(0.0, 0.0, 0.0, 1.0));
    const quad p_size = quad_add(quad_add(quad_abs(px), quad_abs(py)), quad_abs(pz));
    const quad q_size = quad_add(quad_add(quad_abs(qx), quad_abs(qy)), quad_abs(qz));
    // A fourth slab, of half -t_min around p = 0 with q = 1, begins at t_min.
    const quad half = quad_three(box.half, -lowest_t(ray));
    const quad inverse = quad_div(quad_all(1.0), q), size = quad_abs(inverse);
    const quad zero = quad_all(0.0);
    const quad t = quad_sub(quad_sub(zero, quad_mul(p, inverse)), quad_mul(half, size));
    const quad noise = quad_mul(size, quad_add(quad_mul(quad_add(p_size, quad_abs(half)), quad_all(0x1p-48)),
                                               quad_mul(quad_mul(quad_abs(t), q_size), quad_all(0x1p-49))));
    unsigned which;
    float rounded;

    if (quad_at_least(quad_all(0x1p48), quad_mul(q_size, size)) != 15u ||
        !choose_entry(t, noise, ray->t_min, &which, &rounded))
        return false;
    *hit = (hit_bvh_hit){rounded,
                         record->id,
                         0.0f,
                         0.0f,
                         0.0f,
                         which == 3 ? HIT_SIDE_BACK : HIT_SIDE_FRONT,
                         which == 3 ? HIT_FACE_NONE : (int)(2 * which + (quad_signs(q) >> which & 1u)),
                         place};
    return true;
}

#endif
