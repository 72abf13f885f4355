// The one source of the kernels. To be included after choosing an instruction set for many/vec.h.
//
// Boxes: products with the scale are exact but for denormals, a difference rounds once, its square and the two sums
// once more each; all terms are positive, so the sum is off by less than 5·2^-24 of itself, and by what underflows.
//
// Triangles: any direction g gives a lower bound of the distance, the least g·s_k/|g| over the corners s_k relative to
// the point, as in closest_triangle.c; so g is computed without a care. With u = 2^-24 and r the largest |x| + |y| +
// |z| of the s_k, which are off by u of themselves, the products are off by less than 5u·|g|·r, the root and the
// quotient by 2u more; 16u·r is taken off. Where |g|² is so small that products may underflow, the bound is zero.
// Coordinates are at most 2^28 in size, so products of four of them do not overflow.
#ifndef HITSCAN_BVH_CLOSEST_KERNEL_H
#define HITSCAN_BVH_CLOSEST_KERNEL_H

#include "bvh/format/block_simd.h"
#include "bvh/query/closest.h"

HIT_MANY_INLINE void child_squares(const hit_closest_point* point, const float plane[6][HIT_BVH_WIDTH],
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
HIT_MANY_INLINE vec3v direction(const vec3v s[3])
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

HIT_MANY_INLINE void block_squares(const hit_closest_point* point, const hit_bvh_block* block,
                                   float square[HIT_BVH_WIDTH])
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
        const vec3v g = direction(s);
        const vec g2 = dot3v(g, g);
        const vec least = vec_min(dot3v(g, s[0]), vec_min(dot3v(g, s[1]), dot3v(g, s[2])));
        const vec low = vec_sub(vec_div(least, vec_sqrt(g2)), vec_mul(max_norm1, vec_all(0x1p-20f)));
        const vec bound = vec_select(vec_above(g2, vec_all(0x1p-60f)), vec_max(low, zero), zero);
        vec_to(vec_mul(bound, bound), square + first);
    }
}

#endif
