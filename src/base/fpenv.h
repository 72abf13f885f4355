// The floating-point environment that exact code needs: round to nearest, denormals kept.
//
// Callers may run with flush-to-zero, denormals-are-zero or another rounding mode (audio code, physics engines and
// -ffast-math start-up code do). Error-free transformations are wrong then, so every function that relies on them
// runs between hit_fpenv_enter and hit_fpenv_leave. Entering costs a read of the control register; it is written only
// when it differs. Masked exceptions and sticky flags of the caller are kept.
//
// A compiler does not know that arithmetic depends on the control register and may move it across these calls.
// Therefore the arithmetic must sit in a function of its own, marked HIT_NOINLINE, called between the two.
//
// A function whose name ends in _in_fpenv is the public call without the change of environment: its caller has entered.
#ifndef HITSCAN_BASE_FPENV_H
#define HITSCAN_BASE_FPENV_H

#include <stdint.h>

// noipa rather than noinline: gcc may otherwise find that a function only computes, and move its call.
#if defined(__clang__)
#define HIT_NOINLINE __attribute__((noinline))
#elif defined(__GNUC__)
#define HIT_NOINLINE __attribute__((noipa))
#else
#define HIT_NOINLINE
#endif

#if defined(__SSE2__) || defined(_M_X64)

#include <xmmintrin.h>

typedef unsigned int hit_fpenv;

// MXCSR: bits 13-14 rounding, bit 15 flush to zero, bit 6 denormals are zero.
#define HIT_MXCSR_MODES 0xe040u

static inline hit_fpenv hit_fpenv_enter(void)
{
    const hit_fpenv saved = _mm_getcsr();
    if (saved & HIT_MXCSR_MODES)
        _mm_setcsr(saved & ~HIT_MXCSR_MODES);
    return saved;
}

static inline void hit_fpenv_leave(hit_fpenv saved)
{
    if (saved & HIT_MXCSR_MODES)
        _mm_setcsr((_mm_getcsr() & ~HIT_MXCSR_MODES) | (saved & HIT_MXCSR_MODES));
}

#elif defined(__aarch64__)

typedef uint64_t hit_fpenv;

// FPCR: bits 22-23 rounding, bit 24 flush to zero, bits 0-1 the alternate handling of denormals.
#define HIT_FPCR_MODES ((uint64_t)0x1c00003u)

static inline hit_fpenv hit_fpenv_enter(void)
{
    hit_fpenv saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
    if (saved & HIT_FPCR_MODES)
        __asm__ volatile("msr fpcr, %0" : : "r"(saved & ~HIT_FPCR_MODES));
    return saved;
}

static inline void hit_fpenv_leave(hit_fpenv saved)
{
    if (saved & HIT_FPCR_MODES)
        __asm__ volatile("msr fpcr, %0" : : "r"(saved));
}

#else

// No modes to guard against that we know of (WebAssembly has none); elsewhere at least the rounding is set.
#include <fenv.h>

typedef int hit_fpenv;

static inline hit_fpenv hit_fpenv_enter(void)
{
#if defined(FE_TONEAREST) && !defined(__wasm__)
    const hit_fpenv saved = fegetround();
    if (saved != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    return saved;
#else
    return 0;
#endif
}

static inline void hit_fpenv_leave(hit_fpenv saved)
{
#if defined(FE_TONEAREST) && !defined(__wasm__)
    if (saved != FE_TONEAREST)
        fesetround(saved);
#else
    (void)saved;
#endif
}

#endif

#endif
