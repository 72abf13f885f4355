// The one source of the kernels. To be included after choosing an instruction set for many/vec8.h.
//
// The cheap tests of cone_box.c in float. A number that stands for a length is off by less than 2^-21 of `size`, the sum
// of all coordinates relative to the apex in size: some eight roundings of 2^-24, those of the cone included. The tests
// here ask for four times that, so that the same tests in double, with bounds that are smaller by 2^20, come out the
// same way. An overflow or a NaN makes the size infinite or NaN, and then all comparisons fail: nothing is certain.
#ifndef HITSCAN_CONE_MANY_KERNEL_H
#define HITSCAN_CONE_MANY_KERNEL_H

#include "cone/many.h"
#include "many/vec8.h"

#include <float.h>

#define PAD 0x1p-19f
// Above all that underflows: in products, and in squares and their roots.
#define TINY 0x1p-120f
#define TINY_ROOT 0x1p-60f

// Eight boxes.
HIT_MANY_INLINE void classify(const hit_cone_many* cone, const unsigned char* p, size_t stride, unsigned* sure,
                              unsigned* maybe)
{
    vec8 face[6], c[3], half[3], low[3], high[3];
    v8_load_boxes(p, stride, face);

    vec8 size = v8_all(0.0f), h = v8_all(0.0f), rise = v8_all(0.0f);
    unsigned inverted = 0;
    for (int i = 0; i < 3; i++) {
        const vec8 axis = v8_all(cone->axis[i]);
        low[i] = v8_sub(face[i], v8_all(cone->apex[i]));
        high[i] = v8_sub(face[i + 3], v8_all(cone->apex[i]));
        c[i] = v8_mul(v8_add(low[i], high[i]), v8_all(0.5f));
        half[i] = v8_mul(v8_sub(high[i], low[i]), v8_all(0.5f));
        size = v8_add(size, v8_add(v8_abs(low[i]), v8_abs(high[i])));
        h = v8_add(h, v8_mul(axis, c[i]));
        rise = v8_add(rise, v8_mul(v8_abs(axis), half[i]));
        inverted |= v8_above(face[i], face[i + 3]);
    }
    const vec8 pad = v8_add(v8_mul(size, v8_all(PAD)), v8_all(TINY)), h0 = v8_all(cone->h0), h1 = v8_all(cone->h1);
    const vec8 reach = v8_add(rise, pad);
    const unsigned beyond =
        v8_above(v8_all(cone->bottom), v8_add(h, reach)) | v8_above(v8_sub(h, reach), v8_all(cone->top));

    // The side: N = cosine·p/r - sine·axis separates when N·c - Σ|N_i|·half_i > 0. The direction p/r is off by as much
    // more as the size is larger than r.
    const vec8 across[3] = {v8_sub(c[0], v8_mul(h, v8_all(cone->axis[0]))),
                            v8_sub(c[1], v8_mul(h, v8_all(cone->axis[1]))),
                            v8_sub(c[2], v8_mul(h, v8_all(cone->axis[2])))};
    const vec8 r = v8_sqrt(
        v8_add(v8_add(v8_mul(across[0], across[0]), v8_mul(across[1], across[1])), v8_mul(across[2], across[2])));
    const vec8 out = v8_div(v8_all(cone->cosine), r);
    vec8 gap = v8_all(0.0f);
    for (int i = 0; i < 3; i++) {
        const vec8 n = v8_sub(v8_mul(out, across[i]), v8_all(cone->sine * cone->axis[i]));
        gap = v8_add(gap, v8_sub(v8_mul(n, c[i]), v8_mul(v8_abs(n), half[i])));
    }
    const vec8 doubt = v8_add(v8_mul(v8_mul(size, size), v8_all(2.0f * PAD)), v8_all(TINY_ROOT));
    const unsigned beside = v8_above(v8_mul(gap, r), doubt);

    // The centre in the cone.
    const vec8 margin = v8_sub(v8_mul(h, v8_all(cone->sine)), v8_mul(r, v8_all(cone->cosine)));
    const unsigned centred =
        v8_above(margin, v8_add(pad, v8_all(TINY_ROOT))) & v8_above(v8_sub(h, pad), h0) & v8_above(h1, v8_add(h, pad));

    // The axis through a box that is smaller on all sides by the pad; a NaN, from a slab that ends at 0 and an axis
    // parallel to it, is dropped by the maximum and minimum.
    vec8 first = h0, last = h1;
    for (int i = 0; i < 3; i++) {
        const bool forward = cone->inverse[i] > 0.0f;
        const vec8 enter = forward ? v8_add(low[i], pad) : v8_sub(high[i], pad);
        const vec8 leave = forward ? v8_sub(high[i], pad) : v8_add(low[i], pad);
        first = v8_max(v8_mul(enter, v8_all(cone->inverse[i])), first);
        last = v8_min(v8_mul(leave, v8_all(cone->inverse[i])), last);
    }
    const unsigned pierced = v8_above(last, first);

    const unsigned good = v8_above(v8_all(FLT_MAX), size) & ~inverted;
    const unsigned separate = beyond | beside;
    *sure = (centred | pierced) & good & ~separate;
    *maybe = ~(*sure | separate) & 0xffu;
}

HIT_MANY_INLINE void mark(const hit_cone_many* cone, const hit_many_boxes* boxes, uint64_t* sure, uint64_t* maybe)
{
    const hit_cone_many local = *cone;
    for (size_t first = 0; first < boxes->count; first += 64) {
        const size_t n = boxes->count - first < 64 ? boxes->count - first : 64;
        uint64_t all_sure = 0, all_maybe = 0;
        for (size_t i = 0; i < n; i += 8) {
            const unsigned char* p = boxes->data + (first + i) * boxes->stride;
            unsigned is_sure, is_maybe;
            if (n - i >= 8) {
                classify(&local, p, boxes->stride, &is_sure, &is_maybe);
            } else {
                // The last few, with empty boxes after them.
                hit_aabb rest[8];
                memset(rest, 0xff, sizeof rest);
                for (size_t k = 0; k < n - i; k++)
                    rest[k] = hit_many_box(boxes, first + i + k);
                classify(&local, (const unsigned char*)rest, sizeof rest[0], &is_sure, &is_maybe);
                is_sure &= (1u << (n - i)) - 1u;
                is_maybe &= (1u << (n - i)) - 1u;
            }
            all_sure |= (uint64_t)is_sure << i;
            all_maybe |= (uint64_t)is_maybe << i;
        }
        sure[first / 64] = all_sure;
        maybe[first / 64] = all_maybe;
    }
}

#endif
