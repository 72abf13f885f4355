// The one source of the kernels. To be included after choosing an instruction set for many/vec.h.
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
#include "many/vec.h"

#include <float.h>

#define PAD 0x1p-19f
// Above all that underflows: in products, and in squares and their roots.
#define TINY 0x1p-120f
#define TINY_ROOT 0x1p-60f

// As many boxes as a vector has lanes.
HIT_MANY_INLINE void cone_classify(const void* shape, const vec face[6], unsigned* certain, unsigned* undecided)
{
    const hit_cone_many* cone = shape;
    vec c[3], half[3], low[3], high[3];
    vec size = vec_all(0.0f), h = vec_all(0.0f), rise = vec_all(0.0f);
    vec_mask inverted = vec_above(h, h);
    for (int i = 0; i < 3; i++) {
        const vec axis = vec_all(cone->axis[i]);
        low[i] = vec_sub(face[i], vec_all(cone->apex[i]));
        high[i] = vec_sub(face[i + 3], vec_all(cone->apex[i]));
        c[i] = vec_mul(vec_add(low[i], high[i]), vec_all(0.5f));
        half[i] = vec_mul(vec_sub(high[i], low[i]), vec_all(0.5f));
        size = vec_add(size, vec_add(vec_abs(low[i]), vec_abs(high[i])));
        h = vec_add(h, vec_mul(axis, c[i]));
        rise = vec_add(rise, vec_mul(vec_abs(axis), half[i]));
        inverted = vec_or(inverted, vec_above(face[i], face[i + 3]));
    }
    const vec pad = vec_add(vec_mul(size, vec_all(PAD)), vec_all(TINY)), h0 = vec_all(cone->h0), h1 = vec_all(cone->h1);
    const vec reach = vec_add(rise, pad);
    const vec_mask beyond =
        vec_or(vec_above(vec_all(cone->bottom), vec_add(h, reach)), vec_above(vec_sub(h, reach), vec_all(cone->top)));

    // The side: N = cosine·p/r - sine·axis separates when N·c - Σ|N_i|·half_i > 0. The direction p/r is off by as much
    // more as the size is larger than r.
    const vec across[3] = {vec_sub(c[0], vec_mul(h, vec_all(cone->axis[0]))),
                           vec_sub(c[1], vec_mul(h, vec_all(cone->axis[1]))),
                           vec_sub(c[2], vec_mul(h, vec_all(cone->axis[2])))};
    const vec r = vec_sqrt(
        vec_add(vec_add(vec_mul(across[0], across[0]), vec_mul(across[1], across[1])), vec_mul(across[2], across[2])));
    const vec out = vec_div(vec_all(cone->cosine), r);
    vec gap = vec_all(0.0f);
    for (int i = 0; i < 3; i++) {
        const vec n = vec_sub(vec_mul(out, across[i]), vec_all(cone->sine * cone->axis[i]));
        gap = vec_add(gap, vec_sub(vec_mul(n, c[i]), vec_mul(vec_abs(n), half[i])));
    }
    const vec error = vec_add(vec_mul(vec_mul(size, size), vec_all(2.0f * PAD)), vec_all(TINY_ROOT));
    const vec_mask beside = vec_above(vec_mul(gap, r), error);

    // The centre in the cone.
    const vec margin = vec_sub(vec_mul(h, vec_all(cone->sine)), vec_mul(r, vec_all(cone->cosine)));
    const vec_mask between = vec_and(vec_above(vec_sub(h, pad), h0), vec_above(h1, vec_add(h, pad)));
    const vec_mask centred = vec_and(vec_above(margin, vec_add(pad, vec_all(TINY_ROOT))), between);

    // The axis through a box that is smaller on all sides by the pad; a NaN, from a slab that ends at 0 and an axis
    // parallel to it, is dropped by the maximum and minimum.
    vec first = h0, last = h1;
    for (int i = 0; i < 3; i++) {
        const bool forward = cone->inverse[i] > 0.0f;
        const vec enter = forward ? vec_add(low[i], pad) : vec_sub(high[i], pad);
        const vec leave = forward ? vec_sub(high[i], pad) : vec_add(low[i], pad);
        first = vec_max(vec_mul(enter, vec_all(cone->inverse[i])), first);
        last = vec_min(vec_mul(leave, vec_all(cone->inverse[i])), last);
    }
    const vec_mask pierced = vec_above(last, first);

    const unsigned good = vec_bits(vec_above(vec_all(FLT_MAX), size)) & ~vec_bits(inverted);
    const unsigned separate = vec_bits(vec_or(beyond, beside));
    *certain = vec_bits(vec_or(centred, pierced)) & good & ~separate;
    *undecided = ~(*certain | separate) & ((1u << VEC_LANES) - 1u);
}

HIT_MANY_INLINE void mark(const hit_cone_many* cone, const hit_many_boxes* boxes, uint64_t* certain,
                          uint64_t* undecided)
{
    const hit_cone_many local = *cone;
    vec_classify_boxes(cone_classify, &local, boxes, certain, undecided);
}

#endif
