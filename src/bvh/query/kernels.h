// The kernels of volume and closest-point queries, written once over many/vec.h and compiled for each instruction set,
// with the same bits from each. kernels_<isa>.c includes this file, with KERNEL(name) and a vector for many/vec.h
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
HIT_MANY_INLINE void block_corner(const hit_bvh_block* block, int corner, int first, vec out[3])
{
    const vec_index slot = vec_index_from(block->corner[corner] >> 3 * first);
    out[0] = vec_pick(block->x, slot);
    out[1] = vec_pick(block->y, slot);
    out[2] = vec_pick(block->z, slot);
}

// ---- Volumes --------------------------------------------------------------------------------------------------------

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

HIT_MANY_INLINE void cull_sphere(const hit_volume_scaled_sphere* sphere, const vec face[6], unsigned* met,
                                 unsigned* inside)
{
    const vec scale = vec_all(sphere->scale);
    const vec_mask sound = vec_not_below(face[3], face[0]);
    vec near = vec_all(0.0f), far = near;

    for (int k = 0; k < 3; k++) {
        const vec c = vec_all(sphere->center[k]);
        const vec below = vec_sub(vec_mul(face[k], scale), c), above = vec_sub(c, vec_mul(face[3 + k], scale));
        const vec gap = vec_max(vec_max(below, above), vec_all(0.0f));
        const vec most = vec_max(vec_abs(below), vec_abs(above));
        near = vec_add(near, vec_mul(gap, gap));
        far = vec_add(far, vec_mul(most, most));
    }
    *met = vec_bits(sound) & ~vec_bits(vec_above(near, vec_all(sphere->outside)));
    *inside = vec_bits(vec_and(sound, vec_above(vec_all(sphere->inside), far)));
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
        cull_sphere(&culler->u.sphere, face, met, inside);
    } else if (culler->kind == HIT_VOLUME_CONE) {
        cone_classify(&culler->u.cone, face, &sure, met);
        *met = (*met | sure) & vec_bits(vec_not_below(face[3], face[0]));
        *inside = cone_inside(&culler->u.cone, face) & *met;
    } else {
        cull_planes(&culler->u.planes, face, met, inside);
    }
    *met &= (1u << VEC_LANES) - 1u;
}

static void cull_node(const hit_volume_culler* culler, const float plane[6][HIT_BVH_WIDTH], unsigned* met,
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

static void cull_block(const hit_volume_culler* culler, const hit_bvh_block* block, unsigned* met, unsigned* inside)
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

const hit_volume_kernel KERNEL(hit_volume_kernel) = {cull_node, cull_block};

// ---- Closest points -------------------------------------------------------------------------------------------------

static void child_squares(const hit_closest_point* point, const float plane[6][HIT_BVH_WIDTH],
                          float square[HIT_BVH_WIDTH])
{
    const vec scale = vec_all(point->scale), zero = vec_all(0.0f);

    for (int first = 0; first < HIT_BVH_WIDTH; first += VEC_LANES) {
        vec sum = zero;
        for (int k = 0; k < 3; k++) {
            const vec p = vec_all(point->at[k]);
            const vec below = vec_sub(vec_mul(vec_from(plane[2 * k] + first), scale), p);
            const vec above = vec_sub(p, vec_mul(vec_from(plane[2 * k + 1] + first), scale));
            const vec gap = vec_max(vec_max(below, above), zero);
            sum = vec_add(sum, vec_mul(gap, gap));
        }
        vec_to(sum, square + first);
    }
}

typedef struct vec3v {
    vec x, y, z;
} vec3v;

HIT_MANY_INLINE vec3v sub3v(vec3v a, vec3v b)
{
    const vec3v r = {vec_sub(a.x, b.x), vec_sub(a.y, b.y), vec_sub(a.z, b.z)};
    return r;
}

HIT_MANY_INLINE vec dot3v(vec3v a, vec3v b)
{
    return vec_add(vec_add(vec_mul(a.x, b.x), vec_mul(a.y, b.y)), vec_mul(a.z, b.z));
}

HIT_MANY_INLINE vec3v cross3v(vec3v a, vec3v b)
{
    const vec3v r = {vec_sub(vec_mul(a.y, b.z), vec_mul(a.z, b.y)), vec_sub(vec_mul(a.z, b.x), vec_mul(a.x, b.z)),
                     vec_sub(vec_mul(a.x, b.y), vec_mul(a.y, b.x))};
    return r;
}

// a + t·b
HIT_MANY_INLINE vec3v along3v(vec3v a, vec t, vec3v b)
{
    const vec3v r = {vec_add(a.x, vec_mul(t, b.x)), vec_add(a.y, vec_mul(t, b.y)), vec_add(a.z, vec_mul(t, b.z))};
    return r;
}

HIT_MANY_INLINE vec3v select3v(vec_mask mask, vec3v a, vec3v b)
{
    const vec3v r = {vec_select(mask, a.x, b.x), vec_select(mask, a.y, b.y), vec_select(mask, a.z, b.z)};
    return r;
}

// From the point toward the triangle, more or less the shortest way.
HIT_MANY_INLINE vec3v toward_triangle(const vec3v s[3])
{
    const vec zero = vec_all(0.0f), one = vec_all(1.0f);
    const vec3v e[3] = {sub3v(s[1], s[0]), sub3v(s[2], s[1]), sub3v(s[0], s[2])}, n = cross3v(e[0], e[1]);
    const vec height = dot3v(n, s[0]);
    vec_mask over = vec_not_below(zero, zero);
    vec3v best = s[0];
    vec best2 = dot3v(s[0], s[0]);

    for (int k = 0; k < 3; k++) {
        // An edge without length has a NaN here, which the maximum drops.
        const vec t = vec_div(vec_sub(zero, dot3v(s[k], e[k])), dot3v(e[k], e[k]));
        const vec3v g = along3v(s[k], vec_min(vec_max(t, zero), one), e[k]);
        const vec g2 = dot3v(g, g);
        const vec_mask closer = vec_above(best2, g2);
        best = select3v(closer, g, best);
        best2 = vec_select(closer, g2, best2);
        over = vec_and(over, vec_above(dot3v(cross3v(s[k], e[k]), n), zero));
    }
    const vec3v down = {vec_mul(height, n.x), vec_mul(height, n.y), vec_mul(height, n.z)};
    return select3v(over, down, best);
}

static void block_squares(const hit_closest_point* point, const hit_bvh_block* block, float square[HIT_BVH_WIDTH])
{
    const vec scale = vec_all(point->scale), zero = vec_all(0.0f);
    const vec3v p = {vec_all(point->at[0]), vec_all(point->at[1]), vec_all(point->at[2])};

    for (int first = 0; first < HIT_BVH_WIDTH; first += VEC_LANES) {
        vec max_norm1 = zero;
        vec3v s[3];
        for (int corner = 0; corner < 3; corner++) {
            vec at[3];
            block_corner(block, corner, first, at);
            const vec3v v = {vec_mul(at[0], scale), vec_mul(at[1], scale), vec_mul(at[2], scale)};
            s[corner] = sub3v(v, p);
            max_norm1 =
                vec_max(max_norm1, vec_add(vec_add(vec_abs(s[corner].x), vec_abs(s[corner].y)), vec_abs(s[corner].z)));
        }
        const vec3v g = toward_triangle(s);
        const vec g2 = dot3v(g, g);
        const vec least = vec_min(dot3v(g, s[0]), vec_min(dot3v(g, s[1]), dot3v(g, s[2])));
        const vec low = vec_sub(vec_div(least, vec_sqrt(g2)), vec_mul(max_norm1, vec_all(0x1p-20f)));
        const vec bound = vec_select(vec_above(g2, vec_all(0x1p-60f)), vec_max(low, zero), zero);
        vec_to(vec_mul(bound, bound), square + first);
    }
}

const hit_closest_kernel KERNEL(hit_closest_kernel) = {child_squares, block_squares};

#endif
