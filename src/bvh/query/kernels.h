// The kernels of volume and closest-point queries, written once over simd/simd.h and compiled for each instruction set,
// with the same bits from each. kernels_<isa>.c includes this file, with KERNEL(name) and an instruction set
// defined.
//
// Volumes. Why no mark is wrong, with u = 2^-24:
//   planes  A corner's value is a sum of three products, off by less than 4u·|n|·m, |n| being the sum of the components
//           and m the largest coordinate; products with denormals lose less than 2^-145. volume_shapes.c moves the
//           limits by four times that.
//   box     Comparisons do not round.
//   sphere  A difference, a square and two sums of what is not negative: off by less than 5u of the sum, and what
//           underflows is less than 2^-140. The limits leave room for both. What overflows is above any finite limit.
//   cone    Outside: as for many boxes, see cone/many_kernel.h. Inside: the depth of a point below the side of the cone
//           changes by no more than the point moves, so the depth of the centre less half the diagonal is a lower bound
//           of that of all points. It is off by twice what cone/many_kernel.h says of a length, half the pad.
// An empty box, from a child that is not in use, has its low planes above the high ones.
//
// Distances to boxes: products with the scale are exact but for denormals, a difference rounds once, its square and the
// two sums once more each; all terms are positive, so the sum is off by less than 5·2^-24 of itself, and by what
// underflows.
//
// Distances to triangles: any direction g gives a lower bound of the distance, the least g·s_k/|g| over the corners s_k
// relative to the point, as in closest_triangle.c; so g is computed without a care. With u = 2^-24 and r the largest
// |x| + |y| + |z| of the s_k, which are off by u of themselves, the products are off by less than 5u·|g|·r, the root
// and the quotient by 2u more; 16u·r is taken off. Where |g|² is so small that products may underflow, the bound is
// zero. Coordinates are at most 2^28 in size, so products of four of them do not overflow.
#ifndef HITSCAN_BVH_QUERY_KERNELS_H
#define HITSCAN_BVH_QUERY_KERNELS_H

#include "bvh/query/closest.h"
#include "bvh/query/volume.h"
#include "cone/many_kernel.h"

// One corner of the triangles of a block, from lane `first` on.
HIT_MANY_INLINE void block_corner(const hit_bvh_block* block, int corner, int first, f32xn out[3])
{
    const f32xn_slots slot = f32xn_unpack_slots(block->corner[corner] >> 3 * first);
    out[0] = f32xn_pick(block->x, slot);
    out[1] = f32xn_pick(block->y, slot);
    out[2] = f32xn_pick(block->z, slot);
}

// ---- Volumes --------------------------------------------------------------------------------------------------------

HIT_MANY_INLINE void cull_planes(const hit_volume_planes* planes, const f32xn face[6], unsigned* met, unsigned* inside)
{
    f32xn_mask out = f32xn_gt(face[0], face[3]), in = f32xn_ge(face[3], face[0]);

    for (int i = 0; i < 6; i++) {
        f32xn far = f32xn_splat(0.0f), near = far;
        for (int k = 0; k < 3; k++) {
            const f32xn n = f32xn_splat(planes->normal[i][k]);
            const int high = planes->high[i][k];
            far = f32xn_add(far, f32xn_mul(n, face[3 * high + k]));
            near = f32xn_add(near, f32xn_mul(n, face[3 - 3 * high + k]));
        }
        out = f32xn_mask_or(out, f32xn_gt(f32xn_splat(planes->outside[i]), far));
        in = f32xn_mask_and(in, f32xn_ge(near, f32xn_splat(planes->inside[i])));
    }
    *met = ~f32xn_mask_bits(out);
    *inside = f32xn_mask_bits(in);
}

HIT_MANY_INLINE void cull_box(const hit_aabb* box, const f32xn face[6], unsigned* met, unsigned* inside)
{
    const float low[3] = {box->min.x, box->min.y, box->min.z}, high[3] = {box->max.x, box->max.y, box->max.z};
    f32xn_mask meet = f32xn_ge(face[3], face[0]), in = meet;

    for (int k = 0; k < 3; k++) {
        const f32xn l = f32xn_splat(low[k]), h = f32xn_splat(high[k]);
        meet = f32xn_mask_and(meet, f32xn_mask_and(f32xn_ge(h, face[k]), f32xn_ge(face[3 + k], l)));
        in = f32xn_mask_and(in, f32xn_mask_and(f32xn_ge(face[k], l), f32xn_ge(h, face[3 + k])));
    }
    *met = f32xn_mask_bits(meet);
    *inside = f32xn_mask_bits(in);
}

HIT_MANY_INLINE void cull_sphere(const hit_volume_scaled_sphere* sphere, const f32xn face[6], unsigned* met,
                                 unsigned* inside)
{
    const f32xn scale = f32xn_splat(sphere->scale);
    const f32xn_mask sound = f32xn_ge(face[3], face[0]);
    f32xn near = f32xn_splat(0.0f), far = near;

    for (int k = 0; k < 3; k++) {
        const f32xn c = f32xn_splat(sphere->center[k]);
        const f32xn below = f32xn_sub(f32xn_mul(face[k], scale), c),
                    above = f32xn_sub(c, f32xn_mul(face[3 + k], scale));
        const f32xn gap = f32xn_max(f32xn_max(below, above), f32xn_splat(0.0f));
        const f32xn most = f32xn_max(f32xn_abs(below), f32xn_abs(above));
        near = f32xn_add(near, f32xn_mul(gap, gap));
        far = f32xn_add(far, f32xn_mul(most, most));
    }
    *met = f32xn_mask_bits(sound) & ~f32xn_mask_bits(f32xn_gt(near, f32xn_splat(sphere->outside)));
    *inside = f32xn_mask_bits(f32xn_mask_and(sound, f32xn_gt(f32xn_splat(sphere->inside), far)));
}

// The boxes that are certainly inside a cone.
HIT_MANY_INLINE unsigned cone_inside(const hit_cone_many* cone, const f32xn face[6])
{
    f32xn size = f32xn_splat(0.0f), h = size, rise = size, half2 = size, r2 = size, c[3];

    for (int i = 0; i < 3; i++) {
        const f32xn axis = f32xn_splat(cone->axis[i]), apex = f32xn_splat(cone->apex[i]),
                    low = f32xn_sub(face[i], apex);
        const f32xn high = f32xn_sub(face[i + 3], apex), half = f32xn_mul(f32xn_sub(high, low), f32xn_splat(0.5f));
        c[i] = f32xn_mul(f32xn_add(low, high), f32xn_splat(0.5f));
        size = f32xn_add(size, f32xn_add(f32xn_abs(low), f32xn_abs(high)));
        h = f32xn_add(h, f32xn_mul(axis, c[i]));
        rise = f32xn_add(rise, f32xn_mul(f32xn_abs(axis), half));
        half2 = f32xn_add(half2, f32xn_mul(half, half));
    }
    for (int i = 0; i < 3; i++) {
        const f32xn across = f32xn_sub(c[i], f32xn_mul(h, f32xn_splat(cone->axis[i])));
        r2 = f32xn_add(r2, f32xn_mul(across, across));
    }
    const f32xn pad = f32xn_add(f32xn_mul(size, f32xn_splat(CONE_PAD)), f32xn_splat(CONE_TINY)),
                half_height = f32xn_add(rise, pad);
    const f32xn depth =
        f32xn_sub(f32xn_mul(h, f32xn_splat(cone->sine)), f32xn_mul(f32xn_sqrt(r2), f32xn_splat(cone->cosine)));
    const f32xn_mask between = f32xn_mask_and(f32xn_gt(f32xn_sub(h, half_height), f32xn_splat(cone->h0)),
                                              f32xn_gt(f32xn_splat(cone->h1), f32xn_add(h, half_height)));
    const f32xn_mask deep = f32xn_gt(f32xn_sub(depth, f32xn_sqrt(half2)), f32xn_add(pad, f32xn_splat(CONE_TINY_ROOT)));
    return f32xn_mask_bits(f32xn_mask_and(f32xn_mask_and(between, deep), f32xn_gt(f32xn_splat(FLT_MAX), size)));
}

HIT_MANY_INLINE void cull_faces(const hit_volume_culler* culler, const f32xn face[6], unsigned* met, unsigned* inside)
{
    unsigned sure;

    if (culler->kind == HIT_VOLUME_AABB) {
        cull_box(&culler->u.box, face, met, inside);
    } else if (culler->kind == HIT_VOLUME_SPHERE) {
        cull_sphere(&culler->u.sphere, face, met, inside);
    } else if (culler->kind == HIT_VOLUME_CONE) {
        cone_classify(&culler->u.cone, face, &sure, met);
        *met = (*met | sure) & f32xn_mask_bits(f32xn_ge(face[3], face[0]));
        *inside = cone_inside(&culler->u.cone, face) & *met;
    } else {
        cull_planes(&culler->u.planes, face, met, inside);
    }
    *met &= (1u << F32XN_LANES) - 1u;
}

static void cull_node(const hit_volume_culler* culler, const float plane[6][HIT_BVH_WIDTH], unsigned* met,
                      unsigned* inside)
{
    *met = *inside = 0;
    for (int first = 0; first < HIT_BVH_WIDTH; first += F32XN_LANES) {
        unsigned some_met, some_inside;
        f32xn face[6];
        for (int k = 0; k < 3; k++) {
            face[k] = f32xn_load(plane[2 * k] + first);
            face[k + 3] = f32xn_load(plane[2 * k + 1] + first);
        }
        cull_faces(culler, face, &some_met, &some_inside);
        *met |= some_met << first;
        *inside |= some_inside << first;
    }
}

static void cull_block(const hit_volume_culler* culler, const hit_bvh_block* block, unsigned* met, unsigned* inside)
{
    *met = *inside = 0;
    for (int first = 0; first < HIT_BVH_WIDTH; first += F32XN_LANES) {
        unsigned some_met, some_inside;
        f32xn face[6], a[3], b[3], c[3];
        block_corner(block, 0, first, a);
        block_corner(block, 1, first, b);
        block_corner(block, 2, first, c);
        for (int k = 0; k < 3; k++) {
            face[k] = f32xn_min(a[k], f32xn_min(b[k], c[k]));
            face[k + 3] = f32xn_max(a[k], f32xn_max(b[k], c[k]));
        }
        cull_faces(culler, face, &some_met, &some_inside);
        *met |= some_met << first;
        *inside |= some_inside << first;
    }
}

const hit_volume_kernel KERNEL(hit_volume_kernel) = {cull_node, cull_block};

// ---- Closest points -------------------------------------------------------------------------------------------------

static void child_squares(const hit_closest_point* point, const float plane[6][HIT_BVH_WIDTH],
                          float square[HIT_BVH_WIDTH])
{
    const f32xn scale = f32xn_splat(point->scale), zero = f32xn_splat(0.0f);

    for (int first = 0; first < HIT_BVH_WIDTH; first += F32XN_LANES) {
        f32xn sum = zero;
        for (int k = 0; k < 3; k++) {
            const f32xn p = f32xn_splat(point->at[k]);
            const f32xn below = f32xn_sub(f32xn_mul(f32xn_load(plane[2 * k] + first), scale), p);
            const f32xn above = f32xn_sub(p, f32xn_mul(f32xn_load(plane[2 * k + 1] + first), scale));
            const f32xn gap = f32xn_max(f32xn_max(below, above), zero);
            sum = f32xn_add(sum, f32xn_mul(gap, gap));
        }
        f32xn_store(square + first, sum);
    }
}

typedef struct vec3v {
    f32xn x, y, z;
} vec3v;

HIT_MANY_INLINE vec3v sub3v(vec3v a, vec3v b)
{
    const vec3v r = {f32xn_sub(a.x, b.x), f32xn_sub(a.y, b.y), f32xn_sub(a.z, b.z)};
    return r;
}

HIT_MANY_INLINE f32xn dot3v(vec3v a, vec3v b)
{
    return f32xn_add(f32xn_add(f32xn_mul(a.x, b.x), f32xn_mul(a.y, b.y)), f32xn_mul(a.z, b.z));
}

HIT_MANY_INLINE vec3v cross3v(vec3v a, vec3v b)
{
    const vec3v r = {f32xn_sub(f32xn_mul(a.y, b.z), f32xn_mul(a.z, b.y)),
                     f32xn_sub(f32xn_mul(a.z, b.x), f32xn_mul(a.x, b.z)),
                     f32xn_sub(f32xn_mul(a.x, b.y), f32xn_mul(a.y, b.x))};
    return r;
}

// a + t·b
HIT_MANY_INLINE vec3v along3v(vec3v a, f32xn t, vec3v b)
{
    const vec3v r = {f32xn_add(a.x, f32xn_mul(t, b.x)), f32xn_add(a.y, f32xn_mul(t, b.y)),
                     f32xn_add(a.z, f32xn_mul(t, b.z))};
    return r;
}

HIT_MANY_INLINE vec3v select3v(f32xn_mask mask, vec3v a, vec3v b)
{
    const vec3v r = {f32xn_select(mask, a.x, b.x), f32xn_select(mask, a.y, b.y), f32xn_select(mask, a.z, b.z)};
    return r;
}

// From the point toward the triangle, more or less the shortest way.
HIT_MANY_INLINE vec3v toward_triangle(const vec3v s[3])
{
    const f32xn zero = f32xn_splat(0.0f), one = f32xn_splat(1.0f);
    const vec3v e[3] = {sub3v(s[1], s[0]), sub3v(s[2], s[1]), sub3v(s[0], s[2])}, n = cross3v(e[0], e[1]);
    const f32xn height = dot3v(n, s[0]);
    f32xn_mask over = f32xn_ge(zero, zero);
    vec3v best = s[0];
    f32xn best2 = dot3v(s[0], s[0]);

    for (int k = 0; k < 3; k++) {
        // An edge without length has a NaN here, which the maximum drops.
        const f32xn t = f32xn_div(f32xn_sub(zero, dot3v(s[k], e[k])), dot3v(e[k], e[k]));
        const vec3v g = along3v(s[k], f32xn_min(f32xn_max(t, zero), one), e[k]);
        const f32xn g2 = dot3v(g, g);
        const f32xn_mask closer = f32xn_gt(best2, g2);
        best = select3v(closer, g, best);
        best2 = f32xn_select(closer, g2, best2);
        over = f32xn_mask_and(over, f32xn_gt(dot3v(cross3v(s[k], e[k]), n), zero));
    }
    const vec3v down = {f32xn_mul(height, n.x), f32xn_mul(height, n.y), f32xn_mul(height, n.z)};
    return select3v(over, down, best);
}

static void block_squares(const hit_closest_point* point, const hit_bvh_block* block, float square[HIT_BVH_WIDTH])
{
    const f32xn scale = f32xn_splat(point->scale), zero = f32xn_splat(0.0f);
    const vec3v p = {f32xn_splat(point->at[0]), f32xn_splat(point->at[1]), f32xn_splat(point->at[2])};

    for (int first = 0; first < HIT_BVH_WIDTH; first += F32XN_LANES) {
        f32xn max_norm1 = zero;
        vec3v s[3];
        for (int corner = 0; corner < 3; corner++) {
            f32xn at[3];
            block_corner(block, corner, first, at);
            const vec3v v = {f32xn_mul(at[0], scale), f32xn_mul(at[1], scale), f32xn_mul(at[2], scale)};
            s[corner] = sub3v(v, p);
            max_norm1 = f32xn_max(max_norm1, f32xn_add(f32xn_add(f32xn_abs(s[corner].x), f32xn_abs(s[corner].y)),
                                                       f32xn_abs(s[corner].z)));
        }
        const vec3v g = toward_triangle(s);
        const f32xn g2 = dot3v(g, g);
        const f32xn least = f32xn_min(dot3v(g, s[0]), f32xn_min(dot3v(g, s[1]), dot3v(g, s[2])));
        const f32xn low = f32xn_sub(f32xn_div(least, f32xn_sqrt(g2)), f32xn_mul(max_norm1, f32xn_splat(0x1p-20f)));
        const f32xn bound = f32xn_select(f32xn_gt(g2, f32xn_splat(0x1p-60f)), f32xn_max(low, zero), zero);
        f32xn_store(square + first, f32xn_mul(bound, bound));
    }
}

const hit_closest_kernel KERNEL(hit_closest_kernel) = {child_squares, block_squares};

#endif
