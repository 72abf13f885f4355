// Coherent rays: those of neighbouring pixels, of the next step of a lidar, of the next point of a shadow.
//
// They visit nearly the same nodes in nearly the same order, so a processor can predict the way, if only it is asked
// to: it predicts branches, not addresses. Where rays are coherent, traversals therefore find the next node by branches
// (ref_by_branches), and its planes are on their way before it is known that they are needed: rays of a camera are 10
// to 25 % faster. Where rays are not, most predictions would be wrong, and waiting is 10 % faster.
//
// Rays count as coherent when origins differ by less than 1/256 of the tree and directions by less than 1/256 of their
// size, an angle of 0.2 degrees: pictures from 200 pixels across on. Below that, one way is as good as the other. What
// counts for a mesh in a scene is how far apart rays are where it is: it may be far away, and small
// (scene/tlas/instance_kernel.h).
//
// Part of the kernels: see node.h.
#ifndef HITSCAN_BVH_COHERENCE_H
#define HITSCAN_BVH_COHERENCE_H

#include "bvh/traverse/traverse.h"
#include "simd/simd.h"

#define COHERENCE_LIMIT 0x1p-8f

// How a ray differs from the previous one of this thread, in whose place it comes.
typedef struct ray_delta {
    f32x3 origin_delta, direction_delta; ///< absolute values
    f32x3 size;                          ///< the largest component of the direction, in all lanes
} ray_delta;

SIMD_INLINE ray_delta delta_from_previous_ray(f32x3 origin, f32x3 direction)
{
    hit_bvh_coherence_hint* previous = &hit_bvh_coherence_ray;
    const ray_delta delta = {f32x3_abs(f32x3_sub(origin, f32x3_load(previous->origin))),
                             f32x3_abs(f32x3_sub(direction, f32x3_load(previous->direction))),
                             f32x3_hmax(f32x3_abs(direction))};
    f32x3_store(previous->origin, origin);
    f32x3_store(previous->direction, direction);
    return delta;
}

// Whether rays are coherent for a tree with this largest coordinate. False for a NaN.
SIMD_INLINE bool is_coherent(const ray_delta* delta, float max_abs)
{
    return f32x3_all_le2(delta->origin_delta, f32x3_splat(COHERENCE_LIMIT * max_abs), delta->direction_delta,
                         f32x3_mul(delta->size, f32x3_splat(COHERENCE_LIMIT)));
}

SIMD_INLINE bool is_coherent_with_previous(const hit_ray* ray, float max_abs)
{
    f32x3 origin, direction;

    f32x3_load_ray(ray, &origin, &direction);
    const ray_delta delta = delta_from_previous_ray(origin, direction);
    return is_coherent(&delta, max_abs);
}

#endif
