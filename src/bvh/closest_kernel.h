// The one source of the kernels. To be included after choosing an instruction set for many/vec.h.
//
// Products with the scale are exact but for denormals, a difference rounds once, its square and the two sums once more
// each; all terms are positive, so the sum is off by less than 5·2^-24 of itself, and by what underflows.
#ifndef HITSCAN_BVH_CLOSEST_KERNEL_H
#define HITSCAN_BVH_CLOSEST_KERNEL_H

#include "bvh/closest.h"
#include "many/vec.h"

HIT_MANY_INLINE void lane_squares(const hit_closest_point* point, const float plane[6][HIT_BVH_LANES],
                                  float square[HIT_BVH_LANES])
{
    const vec scale = vec_all(point->scale), zero = vec_all(0.0f);

    for (int first = 0; first < HIT_BVH_LANES; first += VEC_LANES) {
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

#endif
