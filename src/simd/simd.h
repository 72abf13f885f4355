// Vectors: the one vocabulary that all kernels are written in, once for every instruction set.
//
// The translation unit chooses an instruction set by defining one of HIT_SIMD_PORTABLE, HIT_SIMD_SSE4, HIT_SIMD_AVX2,
// HIT_SIMD_NEON and HIT_SIMD_WASM; its compiler flags must allow it. Without one it gets what the compiler's baseline
// has: SSE2 (the calls of sse4.h above its line "SSE4.1"), NEON, SIMD128, or plain C, as HIT_NO_SIMD demands.
//
// portable.h defines what each type and each call means; the others give the same numbers, lane by lane
// (test/kernel/simd). What is new to portable.h is new to all. HIT_SIMD_REGISTERS is defined where a vector is a
// register, HIT_SIMD_WIDE where one of eight floats is.
//
// Names: the type, then what the call does. f32x4 and f32x8 are floats, f64x2 and f64x4 doubles, i32x4 and i32x8 whole
// numbers, u16x8 and u16x16 numbers without a sign, f32x3 three floats in an f32x4, and f32xn as many floats as one
// register has: F32XN_LANES.
#ifndef HITSCAN_SIMD_SIMD_H
#define HITSCAN_SIMD_SIMD_H

#include "base/bits.h"

#include <hitscan/shapes.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(HIT_SIMD_PORTABLE) && !defined(HIT_SIMD_SSE4) && !defined(HIT_SIMD_AVX2) && !defined(HIT_SIMD_NEON) &&    \
    !defined(HIT_SIMD_WASM)
#if defined(HIT_NO_SIMD)
#define HIT_SIMD_PORTABLE
#elif defined(__SSE2__) || defined(_M_X64)
#define HIT_SIMD_SSE2
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define HIT_SIMD_NEON
#elif defined(__wasm_simd128__)
#define HIT_SIMD_WASM
#else
#define HIT_SIMD_PORTABLE
#endif
#endif

#if !defined(HIT_SIMD_PORTABLE)
#define HIT_SIMD_REGISTERS
#endif
#if defined(HIT_SIMD_AVX2)
#define HIT_SIMD_WIDE
#endif

// Vector code must be inlined to stay in registers; larger functions in plain C are left to the compiler, the innermost
// loops are not.
#if defined(__GNUC__)
#define SIMD_ALWAYS_INLINE static inline __attribute__((always_inline, unused))
#else
#define SIMD_ALWAYS_INLINE static inline
#endif
#if defined(HIT_SIMD_REGISTERS)
#define SIMD_INLINE SIMD_ALWAYS_INLINE
#else
#define SIMD_INLINE static inline
#endif

// A function of its own, so that what it does costs the traversal around it no registers.
#if defined(__GNUC__)
#define SIMD_NOINLINE __attribute__((noinline))
#else
#define SIMD_NOINLINE
#endif

// A call that is one expression, and one that stores.
#define SIMD_CALL(result, name, parameters, expression)                                                                \
    SIMD_INLINE result name parameters                                                                                 \
    {                                                                                                                  \
        return expression;                                                                                             \
    }

#define SIMD_STORE(name, parameters, statement)                                                                        \
    SIMD_INLINE void name parameters                                                                                   \
    {                                                                                                                  \
        statement;                                                                                                     \
    }

SIMD_INLINE uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

SIMD_INLINE float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The same pointer. Compilers do not know that what it points to is what they know already, and load it anew instead of
// keeping it on the stack.
SIMD_INLINE const void* opaque_pointer(const void* p)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(p));
#endif
    return p;
}

#if defined(HIT_SIMD_AVX2)
#include "simd/sse4.h"
#include "simd/avx2.h"
#elif defined(HIT_SIMD_SSE4) || defined(HIT_SIMD_SSE2)
#include "simd/sse4.h"
#elif defined(HIT_SIMD_NEON)
#include "simd/neon.h"
#elif defined(HIT_SIMD_WASM)
#include "simd/wasm.h"
#else
#include "simd/portable.h"
#endif
#if defined(HIT_SIMD_SSE4) || defined(HIT_SIMD_NEON) || defined(HIT_SIMD_WASM)
#include "simd/pairs.h"
#endif
#if defined(HIT_SIMD_REGISTERS) && !defined(HIT_SIMD_SSE2)
#include "simd/threes.h"
#endif
#include "simd/f32xn.h"
#if !defined(HIT_SIMD_SSE2)
#include "simd/composed.h"
#endif

#endif
