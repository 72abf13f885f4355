// The one source of the kernels. To be included after choosing an instruction set for many/vec.h.
//
// A box is a centre c and half sizes h. Along a normal n its corners lie in n·c ± |n|·h (T. Akenine-Möller, Real-Time
// Rendering, 4th edition, 22.10): outside when the upper end is below the offset, inside when the lower end is not.
//
// Why no mark is wrong. Let u = 2^-24 and m the largest coordinate of the box in size. Halves of floats are exact but
// for denormals, so c and h are each off by u of themselves, the products by u more and each sum by 2u; since |c| + |h|
// <= m for each axis, n·c ± |n|·h is off by less than 6u·|n|·m, |n| being the sum of the components. The pad is
// 16u·|n|, which also covers its own rounding and that of the last sum. What denormals lose is less than 2^-145, and
// `outside` and `inside` are moved by 2^-140. Nothing overflows: |n| < 3/4, and m <= FLT_MAX.
//
// A NaN, an infinity, or min > max makes a box that is neither met nor inside.
#ifndef HITSCAN_FRUSTUM_MANY_KERNEL_H
#define HITSCAN_FRUSTUM_MANY_KERNEL_H

#include "frustum/many.h"
#include "many/vec.h"

#include <float.h>

// A plane in all lanes. Made once per call: there are more of them than registers, and they are read from memory.
typedef struct wide_row {
    vec normal[3], size[3], pad, outside, inside;
} wide_row;

HIT_MANY_INLINE vec dot(const vec a[3], const vec b[3])
{
    return vec_add(vec_add(vec_mul(a[0], b[0]), vec_mul(a[1], b[1])), vec_mul(a[2], b[2]));
}

// As many boxes as a vector has lanes.
HIT_MANY_INLINE void classify(const void* shape, const vec face[6], unsigned* met, unsigned* inside)
{
    const wide_row* rows = shape;
    const vec *low = face, *high = face + 3, half = vec_all(0.5f);
    const vec least = vec_min(low[0], vec_min(low[1], low[2])), most = vec_max(high[0], vec_max(high[1], high[2]));
    const vec m = vec_max(vec_abs(least), most); // of a box with min <= max
    vec_mask valid = vec_not_below(vec_all(FLT_MAX), m), out, in;
    vec c[3], h[3];

    for (int k = 0; k < 3; k++) {
        const vec a = vec_mul(half, low[k]), b = vec_mul(half, high[k]);
        valid = vec_and(valid, vec_not_below(high[k], low[k]));
        c[k] = vec_add(b, a);
        h[k] = vec_sub(b, a);
    }
    out = vec_above(vec_all(0.0f), vec_all(0.0f));
    in = valid;
    for (int i = 0; i < 6; i++) {
        const vec center = dot(rows[i].normal, c);
        const vec wide = vec_add(dot(rows[i].size, h), vec_mul(rows[i].pad, m));
        out = vec_or(out, vec_above(rows[i].outside, vec_add(center, wide)));
        in = vec_and(in, vec_not_below(vec_sub(center, wide), rows[i].inside));
    }
    *met = vec_bits(valid) & ~vec_bits(out);
    *inside = vec_bits(in);
}

HIT_MANY_INLINE void mark(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* met, uint64_t* inside)
{
    wide_row wide[6];

    for (int i = 0; i < 6; i++) {
        const hit_frustum_row* row = &rows->row[i];
        for (int k = 0; k < 3; k++) {
            wide[i].normal[k] = vec_all(row->normal[k]);
            wide[i].size[k] = vec_all(fabsf(row->normal[k]));
        }
        wide[i].pad = vec_all(row->pad);
        wide[i].outside = vec_all(row->outside);
        wide[i].inside = vec_all(row->inside);
    }
    vec_classify_boxes(classify, wide, boxes, met, inside);
}

#endif
