// The one source of the kernels. To be included with HIT_SIMD_* and KERNEL(name) defined.
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
#include "many/classify.h"

#include <float.h>

// A plane in all lanes. Made once per call: there are more of them than registers, and they are read from memory.
typedef struct wide_row {
    f32xn normal[3], size[3], pad, outside, inside;
} wide_row;

HIT_MANY_INLINE f32xn frustum_dot(const f32xn a[3], const f32xn b[3])
{
    return f32xn_add(f32xn_add(f32xn_mul(a[0], b[0]), f32xn_mul(a[1], b[1])), f32xn_mul(a[2], b[2]));
}

// As many boxes as a vector has lanes.
HIT_MANY_INLINE void frustum_classify(const void* shape, const f32xn face[6], unsigned* met, unsigned* inside)
{
    const wide_row* rows = shape;
    const f32xn *low = face, *high = face + 3, half = f32xn_splat(0.5f);
    const f32xn least = f32xn_min(low[0], f32xn_min(low[1], low[2])),
                most = f32xn_max(high[0], f32xn_max(high[1], high[2]));
    const f32xn m = f32xn_max(f32xn_abs(least), most); // of a box with min <= max
    f32xn_mask valid = f32xn_ge(f32xn_splat(FLT_MAX), m), out, in;
    f32xn c[3], h[3];

    for (int k = 0; k < 3; k++) {
        const f32xn a = f32xn_mul(half, low[k]), b = f32xn_mul(half, high[k]);
        valid = f32xn_mask_and(valid, f32xn_ge(high[k], low[k]));
        c[k] = f32xn_add(b, a);
        h[k] = f32xn_sub(b, a);
    }
    out = f32xn_gt(f32xn_splat(0.0f), f32xn_splat(0.0f));
    in = valid;
    for (int i = 0; i < 6; i++) {
        const f32xn center = frustum_dot(rows[i].normal, c);
        const f32xn wide = f32xn_add(frustum_dot(rows[i].size, h), f32xn_mul(rows[i].pad, m));
        out = f32xn_mask_or(out, f32xn_gt(rows[i].outside, f32xn_add(center, wide)));
        in = f32xn_mask_and(in, f32xn_ge(f32xn_sub(center, wide), rows[i].inside));
    }
    *met = f32xn_mask_bits(valid) & ~f32xn_mask_bits(out);
    *inside = f32xn_mask_bits(in);
}

void KERNEL(hit_frustum_mark)(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* met,
                              uint64_t* inside)
{
    wide_row wide[6];

    for (int i = 0; i < 6; i++) {
        const hit_frustum_row* row = &rows->row[i];
        for (int k = 0; k < 3; k++) {
            wide[i].normal[k] = f32xn_splat(row->normal[k]);
            wide[i].size[k] = f32xn_splat(fabsf(row->normal[k]));
        }
        wide[i].pad = f32xn_splat(row->pad);
        wide[i].outside = f32xn_splat(row->outside);
        wide[i].inside = f32xn_splat(row->inside);
    }
    hit_many_classify(frustum_classify, wide, boxes, met, inside);
}

#endif
