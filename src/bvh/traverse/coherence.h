// Rays that are alike: those of neighbouring pixels, of the next step of a lidar, of the next point of a shadow.
//
// They visit nearly the same nodes in nearly the same order, so a processor can guess the way, if only it is asked to: it
// guesses branches, not addresses. Where rays are alike, walks therefore find the next node by branches (lanes_guess), and
// its planes are on their way before it is known that they are needed: rays of a camera are 10 to 25 % faster. Where rays
// are not alike, most guesses would be wrong, and waiting is 10 % faster.
//
// Rays count as alike when origins differ by less than 1/256 of the tree and directions by less than 1/256 of their size, an
// angle of 0.2 degrees: pictures from 200 pixels across on. Below that, one way is as good as the other. What counts for a
// mesh in a scene is how far apart rays are where it is: it may be far away, and small (scene/tlas/instance_kernel.h).
//
// Part of the kernels: see bvh/traverse/node.h.
#ifndef HITSCAN_BVH_KERNEL_ALIKE_H
#define HITSCAN_BVH_KERNEL_ALIKE_H

#include "bvh/traverse/coherence_hint.h"
#include "simd/f32x3.h"

#define ALIKE 0x1p-8f

// How a ray differs from the previous one of this thread; it is that now.
typedef struct ray_change {
    three aside, turned; ///< of the origin, of the direction: absolute values
    three size;          ///< the largest component of the direction, in all places
} ray_change;

LANES_INLINE ray_change change_since_previous(three origin, three direction)
{
    hit_bvh_previous_ray* previous = &hit_bvh_previous;
    const ray_change change = {three_abs(three_sub(origin, three_load(previous->origin))),
                               three_abs(three_sub(direction, three_load(previous->direction))),
                               three_largest(three_abs(direction))};
    three_store(previous->origin, origin);
    three_store(previous->direction, direction);
    return change;
}

// Whether rays are alike for a tree of such a reach. False for a NaN.
LANES_INLINE bool is_alike(const ray_change* change, float reach)
{
    return three_both_at_most(change->aside, three_all(ALIKE * reach), change->turned,
                              three_mul(change->size, three_all(ALIKE)));
}

LANES_INLINE bool is_like_previous(const hit_ray* ray, float reach)
{
    three origin, direction;

    three_load_ray(ray, &origin, &direction);
    const ray_change change = change_since_previous(origin, direction);
    return is_alike(&change, reach);
}

#endif
