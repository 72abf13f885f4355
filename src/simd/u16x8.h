// The vectors of the builder's kernels: four floats, four whole numbers, and the sides of a box on the grid. The
// including file defines HIT_BUILD_X86 to have them in registers of SSE4.1; else they are plain C, with the same
// results bit by bit: every operation is one rounding, minima and maxima of zeros and the like are those of minps.
#ifndef HITSCAN_BVH_BUILD_VEC_H
#define HITSCAN_BVH_BUILD_VEC_H

#include "base/bits.h"
#include "bvh/build/build.h"

#if defined(__GNUC__)
#define BUILD_INLINE static inline __attribute__((always_inline, unused))
#else
#define BUILD_INLINE static inline
#endif

#if defined(HIT_SIMD_AVX2) || defined(HIT_SIMD_SSE4)
#include "simd/u16x8_x86.h"
#else
#include "simd/u16x8_portable.h"
#endif

#endif
