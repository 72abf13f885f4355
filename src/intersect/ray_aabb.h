// A ray against an axis-aligned box: what the files of this test share. All require the environment of base/fpenv.h.
#ifndef HITSCAN_INTERSECT_RAY_AABB_H
#define HITSCAN_INTERSECT_RAY_AABB_H

#include "base/fpenv.h"

#include <hitscan/inline.h>

// Decide without a filter, for any numbers.
bool hit_ray_aabb_decide_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span);

#ifdef HIT_SSE2_
// The kernel for AVX2. The arguments are those of hit_ray_aabb_sse2_.
bool hit_ray_aabb_avx2(__m128 origin, __m128 direction_t_min, __m128 min, __m128 max, float t_max, hit_span* span);
#endif

#endif
