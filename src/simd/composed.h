// Calls that are made of others, in the same way for all instruction sets.
#ifndef HITSCAN_SIMD_COMPOSED_H
#define HITSCAN_SIMD_COMPOSED_H

#include "simd/simd.h"

// Bit i: a >= b in lane i; and a <= b in lanes 0 to 2.
SIMD_CALL(unsigned, f64x4_ge_bits, (f64x4 a, f64x4 b), f64x4_mask_bits(f64x4_ge(a, b)))
SIMD_CALL(unsigned, f64x4_le3_bits, (f64x4 a, f64x4 b), f64x4_mask_bits(f64x4_le(a, b)) & 7u)
// (x + y) + z
SIMD_INLINE double f64x4_sum3(f64x4 a)
{
    const f64x2 xy = f64x4_low(a);
    return f64x2_first(f64x2_add(f64x2_add(xy, f64x2_swap(xy)), f64x4_high(a)));
}
// The largest lane, in all lanes, and the smallest; none is a NaN.
SIMD_INLINE f64x4 f64x4_hmax(f64x4 a)
{
    const f64x4 pairs = f64x4_max(a, f64x4_swap_halves(a));
    return f64x4_max(pairs, f64x4_swap_pairs(pairs));
}
SIMD_INLINE f64x4 f64x4_hmin(f64x4 a)
{
    const f64x4 pairs = f64x4_min(a, f64x4_swap_halves(a));
    return f64x4_min(pairs, f64x4_swap_pairs(pairs));
}
// Four floats, one by one.
SIMD_CALL(f64x4, f64x4_from_floats, (float x, float y, float z, float w), f64x4_from_f32x4(f32x4_make(x, y, z, w)))

#endif
