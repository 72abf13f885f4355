// One ray against many boxes, for programs with a few hundred objects that need no tree.
//
// The boxes are the caller's array: nothing is built, nothing is copied. SIMD code discards the boxes that are
// certainly missed or certainly behind the best hit; what float bounds cannot tell apart is decided exactly, and so
// is the first hit. The answers are those of a plain loop over hit_ray_aabb, on every CPU.
#ifndef HITSCAN_MANY_H
#define HITSCAN_MANY_H

#include <hitscan/shapes.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Find the first of many boxes that a ray hits.
///
/// The box with the smallest exact t_enter wins; among equals (boxes that all contain the ray's start, or share a face)
/// the one with the lowest index.
///
/// @param boxes   `count` boxes; NULL is allowed when count is 0
/// @param stride  bytes from one box to the next, at least sizeof(hit_aabb) and a multiple of 4; 0 means
///                sizeof(hit_aabb)
/// @param index   set to the index of that box on a hit, else untouched; may be NULL
/// @param span    filled with the span of that box on a hit, else untouched; may be NULL
/// @return  false when no box is hit, or when boxes is NULL or stride is neither 0 nor as above
/// @threads  any number of threads at once; allocates nothing
HIT_API bool hit_ray_aabb_first(hit_ray ray, const hit_aabb* boxes, size_t stride, uint32_t count, uint32_t* index,
                                hit_span* span);

/// Tell which of many boxes a ray hits.
///
/// @param boxes   as for hit_ray_aabb_first
/// @param stride  as for hit_ray_aabb_first
/// @param mask   (count + 31) / 32 words, all written: bit i % 32 of word i / 32 is set when box i is hit; may be NULL
///               to count only
/// @return  the number of boxes hit; 0, with the mask cleared, when boxes is NULL or stride is not valid
/// @threads  any number of threads at once; allocates nothing
HIT_API uint32_t hit_ray_aabb_mask(hit_ray ray, const hit_aabb* boxes, size_t stride, uint32_t count, uint32_t* mask);

#ifdef __cplusplus
}
#endif

#endif
