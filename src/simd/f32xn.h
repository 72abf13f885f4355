// f32xn: as many floats as one register has, F32XN_LANES of them; one in plain C. For kernels that go through lists:
// vectors of more registers would be kept in memory. The calls are those of f32x8, f32x4 or, in plain C, of a float.
#ifndef HITSCAN_SIMD_F32XN_H
#define HITSCAN_SIMD_F32XN_H

#include "simd/simd.h"

#if defined(HIT_SIMD_WIDE)
enum { F32XN_LANES = 8 };
#define F32XN(name) f32x8##name
typedef f32x8_slots f32xn_slots;
SIMD_CALL(f32x8, f32x8_load_halves, (const float* low, const float* high),
          f32x8_from_halves(f32x4_load(low), f32x4_load(high)))
#define f32xn_blend(a, b, lanes) f32x8_blend(a, b, lanes)
#define f32xn_shuffle2(a, b, i, j, k, l) f32x8_shuffle2(a, b, i, j, k, l)
#elif defined(HIT_SIMD_REGISTERS)
enum { F32XN_LANES = 4 };
#define F32XN(name) f32x4##name
typedef uint32_t f32xn_slots;
SIMD_CALL(uint32_t, f32x4_unpack_slots, (uint32_t word), word)
// What there would be a second half for is left out.
SIMD_INLINE f32x4 f32x4_load_halves(const float* low, const float* high)
{
    (void)high;
    return f32x4_load(low);
}
#define f32xn_blend(a, b, lanes) f32x4_blend(a, b, lanes)
#define f32xn_shuffle2(a, b, i, j, k, l) f32x4_shuffle2(a, b, i, j, k, l)
#else
enum { F32XN_LANES = 1 };
#define F32XN(name) f32x1##name
typedef uint32_t f32xn_slots;
typedef float f32x1;
typedef unsigned f32x1_mask; // 0 or 1
#define SIMD_ONE(result, name, parameters, expression)                                                                 \
    SIMD_ALWAYS_INLINE result name parameters                                                                          \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
SIMD_ONE(f32x1, f32x1_splat, (float x), x)
SIMD_ONE(f32x1, f32x1_load, (const float* p), *p)
SIMD_STORE(f32x1_store, (float* p, f32x1 a), *p = a)
SIMD_ONE(f32x1, f32x1_add, (f32x1 a, f32x1 b), a + b)
SIMD_ONE(f32x1, f32x1_sub, (f32x1 a, f32x1 b), a - b)
SIMD_ONE(f32x1, f32x1_mul, (f32x1 a, f32x1 b), (a * b))
SIMD_ONE(f32x1, f32x1_div, (f32x1 a, f32x1 b), a / b)
SIMD_ONE(f32x1, f32x1_min, (f32x1 a, f32x1 b), a < b ? a : b)
SIMD_ONE(f32x1, f32x1_max, (f32x1 a, f32x1 b), a > b ? a : b)
SIMD_ONE(f32x1, f32x1_sqrt, (f32x1 a), sqrtf(a))
SIMD_ONE(f32x1, f32x1_abs, (f32x1 a), fabsf(a))
SIMD_ONE(f32x1_mask, f32x1_gt, (f32x1 a, f32x1 b), a > b)
SIMD_ONE(f32x1_mask, f32x1_ge, (f32x1 a, f32x1 b), a >= b)
SIMD_ONE(f32x1_mask, f32x1_mask_and, (f32x1_mask a, f32x1_mask b), (a & b))
SIMD_ONE(f32x1_mask, f32x1_mask_or, (f32x1_mask a, f32x1_mask b), a | b)
SIMD_ONE(unsigned, f32x1_mask_bits, (f32x1_mask a), a)
SIMD_ONE(f32x1, f32x1_select, (f32x1_mask mask, f32x1 a, f32x1 b), mask ? a : b)
SIMD_ONE(uint32_t, f32x1_unpack_slots, (uint32_t word), word)
SIMD_ONE(f32x1, f32x1_pick, (const float table[8], uint32_t slots), table[slots & 7u])
#endif

#define f32xn F32XN()
#define f32xn_mask F32XN(_mask)
#define f32xn_splat F32XN(_splat)
#define f32xn_load F32XN(_load)
#define f32xn_store F32XN(_store)
#define f32xn_add F32XN(_add)
#define f32xn_sub F32XN(_sub)
#define f32xn_mul F32XN(_mul)
#define f32xn_div F32XN(_div)
#define f32xn_min F32XN(_min)
#define f32xn_max F32XN(_max)
#define f32xn_sqrt F32XN(_sqrt)
#define f32xn_abs F32XN(_abs)
#define f32xn_gt F32XN(_gt)
#define f32xn_ge F32XN(_ge)
#define f32xn_mask_and F32XN(_mask_and)
#define f32xn_mask_or F32XN(_mask_or)
#define f32xn_mask_bits F32XN(_mask_bits)
#define f32xn_select F32XN(_select)
#define f32xn_load_halves F32XN(_load_halves)
#define f32xn_unpack_slots F32XN(_unpack_slots)
#define f32xn_pick F32XN(_pick)

#endif
