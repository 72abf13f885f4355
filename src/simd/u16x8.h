// The vectors of the builder's kernels beside f32x8: f32x4 (four floats), i32x4 (four whole numbers), u16x8 (a box on
// the grid and its id: a primref) and u16x4 (a number for each axis). Registers of SSE4.1 where HIT_SIMD_SSE4 or
// HIT_SIMD_AVX2 is defined; else plain C, with the same results bit by bit: every operation is one rounding, minima and
// maxima of zeros and the like are those of minps.
#ifndef HITSCAN_SIMD_U16X8_H
#define HITSCAN_SIMD_U16X8_H

#include "simd/f32x8.h"

// Always inlined, in plain C as well: these are the innermost loops of a build.
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
