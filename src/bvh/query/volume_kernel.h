// The one source of the kernels. To be included after choosing an instruction set for many/vec.h.
//
// Why no mark is wrong, with u = 2^-24:
//   planes  A corner's value is a sum of three products, off by less than 4u·|n|·m, |n| being the sum of the components
//           and m the largest coordinate; products with denormals lose less than 2^-145. volume_shapes.c moves the
//           limits by four times that.
//   box     Comparisons do not round.
//   scaled_sphere    A difference, a square and two sums of what is not negative: off by less than 5u of the sum, and what
//           underflows is less than 2^-140. The limits leave room for both. What overflows is above any finite limit.
//   cone    Outside: as for many boxes, see cone/many_kernel.h. Inside: the depth of a point below the side of the cone
//           changes by no more than the point moves, so the depth of the centre less half the diagonal is a lower bound
//           of that of all points. It is off by twice what cone/many_kernel.h says of a length, half the pad.
// An empty box, from a lane that is not in use, has its low planes above the high ones.
#ifndef HITSCAN_BVH_VOLUME_KERNEL_H
#define HITSCAN_BVH_VOLUME_KERNEL_H

#include "bvh/format/block_simd.h"
#include "bvh/query/volume.h"
#include "cone/many_kernel.h"

HIT_MANY_INLINE void cull_planes(const hit_volume_planes* planes, const vec face[6], unsigned* met, unsigned* inside)
{
    vec_mask out = vec_above(face[0], face[3]), in = vec_not_below(face[3], face[0]);

    for (int i = 0; i < 6; i++) {
        vec far = vec_all(0.0f), near = far;
        for (int k = 0; k < 3; k++) {
            const vec n = vec_all(planes->normal[i][k]);
            const int high = planes->high[i][k];
            far = vec_add(far, vec_mul(n, face[3 * high + k]));
            near = vec_add(near, vec_mul(n, face[3 - 3 * high + k]));
        }
        out = vec_or(out, vec_above(vec_all(planes->outside[i]), far));
        in = vec_and(in, vec_not_below(near, vec_all(planes->inside[i])));
    }
    *met = ~vec_bits(out);
    *inside = vec_bits(in);
}

HIT_MANY_INLINE void cull_box(const hit_aabb* box, const vec face[6], unsigned* met, unsigned* inside)
{
    const float low[3] = {box->min.x, box->min.y, box->min.z}, high[3] = {box->max.x, box->max.y, box->max.z};
    vec_mask meet = vec_not_below(face[3], face[0]), in = meet;

    for (int k = 0; k < 3; k++) {
        const vec l = vec_all(low[k]), h = vec_all(high[k]);
        meet = vec_and(meet, vec_and(vec_not_below(h, face[k]), vec_not_below(face[3 + k], l)));
        in = vec_and(in, vec_and(vec_not_below(face[k], l), vec_not_below(h, face[3 + k])));
    }
    *met = vec_bits(meet);
    *inside = vec_bits(in);
}

HIT_MANY_INLINE void cull_sphere(const hit_volume_scaled_sphere* scaled_sphere, const vec face[6], unsigned* met,
                                 unsigned* inside)
{
    const vec scale = vec_all(scaled_sphere->scale);
    const vec_mask sound = vec_not_below(face[3], face[0]);
    vec near = vec_all(0.0f), far = near;

    for (int k = 0; k < 3; k++) {
        const vec c = vec_all(scaled_sphere->center[k]);
        const vec below = vec_sub(vec_mul(face[k], scale), c), above = vec_sub(c, vec_mul(face[3 + k], scale));
        const vec gap = vec_max(vec_max(below, above), vec_all(0.0f));
        const vec most = vec_max(vec_abs(below), vec_abs(above));
        near = vec_add(near, vec_mul(gap, gap));
        far = vec_add(far, vec_mul(most, most));
    }
    *met = vec_bits(sound) & ~vec_bits(vec_above(near, vec_all(scaled_sphere->outside)));
    *inside = vec_bits(vec_and(sound, vec_above(vec_all(scaled_sphere->inside), far)));
}

// The boxes that are certainly inside a cone.
HIT_MANY_INLINE unsigned cone_inside(const hit_cone_many* cone, const vec face[6])
{
    vec size = vec_all(0.0f), h = size, rise = size, half2 = size, r2 = size, c[3];

    for (int i = 0; i < 3; i++) {
        const vec axis = vec_all(cone->axis[i]), apex = vec_all(cone->apex[i]), low = vec_sub(face[i], apex);
        const vec high = vec_sub(face[i + 3], apex), half = vec_mul(vec_sub(high, low), vec_all(0.5f));
        c[i] = vec_mul(vec_add(low, high), vec_all(0.5f));
        size = vec_add(size, vec_add(vec_abs(low), vec_abs(high)));
        h = vec_add(h, vec_mul(axis, c[i]));
        rise = vec_add(rise, vec_mul(vec_abs(axis), half));
        half2 = vec_add(half2, vec_mul(half, half));
    }
    for (int i = 0; i < 3; i++) {
        const vec across = vec_sub(c[i], vec_mul(h, vec_all(cone->axis[i])));
        r2 = vec_add(r2, vec_mul(across, across));
    }
    const vec pad = vec_add(vec_mul(size, vec_all(PAD)), vec_all(TINY)), half_height = vec_add(rise, pad);
    const vec depth = vec_sub(vec_mul(h, vec_all(cone->sine)), vec_mul(vec_sqrt(r2), vec_all(cone->cosine)));
    const vec_mask between = vec_and(vec_above(vec_sub(h, half_height), vec_all(cone->h0)),
                                     vec_above(vec_all(cone->h1), vec_add(h, half_height)));
    const vec_mask deep = vec_above(vec_sub(depth, vec_sqrt(half2)), vec_add(pad, vec_all(TINY_ROOT)));
    return vec_bits(vec_and(vec_and(between, deep), vec_above(vec_all(FLT_MAX), size)));
}

HIT_MANY_INLINE void cull_faces(const hit_volume_culler* culler, const vec face[6], unsigned* met, unsigned* inside)
{
    unsigned sure;

    if (culler->kind == HIT_VOLUME_AABB) {
        cull_box(&culler->u.box, face, met, inside);
    } else if (culler->kind == HIT_VOLUME_SPHERE) {
        cull_sphere(&culler->u.scaled_sphere, face, met, inside);
    } else if (culler->kind == HIT_VOLUME_CONE) {
        cone_classify(&culler->u.cone, face, &sure, met);
        *met = (*met | sure) & vec_bits(vec_not_below(face[3], face[0]));
        *inside = cone_inside(&culler->u.cone, face) & *met;
    } else {
        cull_planes(&culler->u.planes, face, met, inside);
    }
    *met &= (1u << VEC_LANES) - 1u;
}

HIT_MANY_INLINE void cull_children(const hit_volume_culler* culler, const float plane[6][HIT_BVH_WIDTH], unsigned* met,
                                   unsigned* inside)
{
    *met = *inside = 0;
    for (int first = 0; first < HIT_BVH_WIDTH; first += VEC_LANES) {
        unsigned some_met, some_inside;
        vec face[6];
        for (int k = 0; k < 3; k++) {
            face[k] = vec_from(plane[2 * k] + first);
            face[k + 3] = vec_from(plane[2 * k + 1] + first);
        }
        cull_faces(culler, face, &some_met, &some_inside);
        *met |= some_met << first;
        *inside |= some_inside << first;
    }
}

HIT_MANY_INLINE void cull_triangles(const hit_volume_culler* culler, const hit_bvh_block* block, unsigned* met,
                                    unsigned* inside)
{
    *met = *inside = 0;
    for (int first = 0; first < HIT_BVH_WIDTH; first += VEC_LANES) {
        unsigned some_met, some_inside;
        vec face[6], a[3], b[3], c[3];
        block_corner(block, 0, first, a);
        block_corner(block, 1, first, b);
        block_corner(block, 2, first, c);
        for (int k = 0; k < 3; k++) {
            face[k] = vec_min(a[k], vec_min(b[k], c[k]));
            face[k + 3] = vec_max(a[k], vec_max(b[k], c[k]));
        }
        cull_faces(culler, face, &some_met, &some_inside);
        *met |= some_met << first;
        *inside |= some_inside << first;
    }
}

#endif
