// The one source of the kernels. To be included with HIT_SIMD_* and KERNEL(name) defined.
//
// The cheap tests of cone_box.c in float. A number that stands for a length is off by less than 2^-21 of `size`, the
// sum of all coordinates relative to the apex in size: some eight roundings of 2^-24, those of the cone included. The
// tests here ask for four times that, so that the same tests in double, with bounds that are smaller by 2^20, come out
// the same way. (What is beside the cone has r > 2^-18·size, so that the double test has a tilt below 2^-31; for cones
// with a cosine below 2^-30, which might not allow that, hit_cone_many_make makes it NaN.) An overflow or a NaN makes
// the size infinite or NaN, and then all comparisons fail: nothing is certain.
#ifndef HITSCAN_CONE_MANY_KERNEL_H
#define HITSCAN_CONE_MANY_KERNEL_H

#include "cone/many.h"
#include "many/classify.h"

#include <float.h>

#define CONE_PAD 0x1p-19f
// Above all that underflows: in products, and in squares and their roots.
#define CONE_TINY 0x1p-120f
#define CONE_TINY_ROOT 0x1p-60f

// As many boxes as a vector has lanes.
HIT_MANY_INLINE void cone_classify(const void* shape, const f32xn face[6], unsigned* certain, unsigned* undecided)
{
    const hit_cone_many* cone = shape;
    f32xn c[3], half[3], low[3], high[3];
    f32xn size = f32xn_splat(0.0f), h = f32xn_splat(0.0f), rise = f32xn_splat(0.0f);
    f32xn_mask inverted = f32xn_gt(h, h);
    for (int i = 0; i < 3; i++) {
        const f32xn axis = f32xn_splat(cone->axis[i]);
        low[i] = f32xn_sub(face[i], f32xn_splat(cone->apex[i]));
        high[i] = f32xn_sub(face[i + 3], f32xn_splat(cone->apex[i]));
        c[i] = f32xn_mul(f32xn_add(low[i], high[i]), f32xn_splat(0.5f));
        half[i] = f32xn_mul(f32xn_sub(high[i], low[i]), f32xn_splat(0.5f));
        size = f32xn_add(size, f32xn_add(f32xn_abs(low[i]), f32xn_abs(high[i])));
        h = f32xn_add(h, f32xn_mul(axis, c[i]));
        rise = f32xn_add(rise, f32xn_mul(f32xn_abs(axis), half[i]));
        inverted = f32xn_mask_or(inverted, f32xn_gt(face[i], face[i + 3]));
    }
    const f32xn pad = f32xn_add(f32xn_mul(size, f32xn_splat(CONE_PAD)), f32xn_splat(CONE_TINY)),
                h0 = f32xn_splat(cone->h0), h1 = f32xn_splat(cone->h1);
    const f32xn reach = f32xn_add(rise, pad);
    const f32xn_mask beyond = f32xn_mask_or(f32xn_gt(f32xn_splat(cone->bottom), f32xn_add(h, reach)),
                                            f32xn_gt(f32xn_sub(h, reach), f32xn_splat(cone->top)));

    // The side: N = cosine·p/r - sine·axis separates when N·c - Σ|N_i|·half_i > 0. The direction p/r is off by as much
    // more as the size is larger than r.
    const f32xn across[3] = {f32xn_sub(c[0], f32xn_mul(h, f32xn_splat(cone->axis[0]))),
                             f32xn_sub(c[1], f32xn_mul(h, f32xn_splat(cone->axis[1]))),
                             f32xn_sub(c[2], f32xn_mul(h, f32xn_splat(cone->axis[2])))};
    const f32xn r = f32xn_sqrt(f32xn_add(f32xn_add(f32xn_mul(across[0], across[0]), f32xn_mul(across[1], across[1])),
                                         f32xn_mul(across[2], across[2])));
    const f32xn out = f32xn_div(f32xn_splat(cone->cosine), r);
    f32xn gap = f32xn_splat(0.0f);
    for (int i = 0; i < 3; i++) {
        const f32xn n = f32xn_sub(f32xn_mul(out, across[i]), f32xn_splat(cone->sine * cone->axis[i]));
        gap = f32xn_add(gap, f32xn_sub(f32xn_mul(n, c[i]), f32xn_mul(f32xn_abs(n), half[i])));
    }
    const f32xn error =
        f32xn_add(f32xn_mul(f32xn_mul(size, size), f32xn_splat(2.0f * CONE_PAD)), f32xn_splat(CONE_TINY_ROOT));
    const f32xn_mask beside = f32xn_gt(f32xn_mul(gap, r), error);

    // The centre in the cone.
    const f32xn margin = f32xn_sub(f32xn_mul(h, f32xn_splat(cone->sine)), f32xn_mul(r, f32xn_splat(cone->cosine)));
    const f32xn_mask between = f32xn_mask_and(f32xn_gt(f32xn_sub(h, pad), h0), f32xn_gt(h1, f32xn_add(h, pad)));
    const f32xn_mask centred = f32xn_mask_and(f32xn_gt(margin, f32xn_add(pad, f32xn_splat(CONE_TINY_ROOT))), between);

    // The axis through a box that is smaller on all sides by the pad; a NaN, from a slab that ends at 0 and an axis
    // parallel to it, is dropped by the maximum and minimum.
    f32xn first = h0, last = h1;
    for (int i = 0; i < 3; i++) {
        const bool forward = cone->inverse[i] > 0.0f;
        const f32xn enter = forward ? f32xn_add(low[i], pad) : f32xn_sub(high[i], pad);
        const f32xn leave = forward ? f32xn_sub(high[i], pad) : f32xn_add(low[i], pad);
        first = f32xn_max(f32xn_mul(enter, f32xn_splat(cone->inverse[i])), first);
        last = f32xn_min(f32xn_mul(leave, f32xn_splat(cone->inverse[i])), last);
    }
    const f32xn_mask pierced = f32xn_gt(last, first);

    const unsigned good = f32xn_mask_bits(f32xn_gt(f32xn_splat(FLT_MAX), size)) & ~f32xn_mask_bits(inverted);
    const unsigned separate = f32xn_mask_bits(f32xn_mask_or(beyond, beside));
    *certain = f32xn_mask_bits(f32xn_mask_or(centred, pierced)) & good & ~separate;
    *undecided = ~(*certain | separate) & ((1u << F32XN_LANES) - 1u);
}

void KERNEL(hit_cone_mark)(const hit_cone_many* cone, const hit_many_boxes* boxes, uint64_t* certain,
                           uint64_t* undecided)
{
    const hit_cone_many local = *cone;
    hit_many_classify(cone_classify, &local, boxes, certain, undecided);
}

#endif
