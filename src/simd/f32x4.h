// f32x4: four floats side by side in one register of SSE2, where the compiler's baseline has it. HIT_CONE_F32X4 is
// defined then; elsewhere there is nothing here, as plain C would be slower than what it is to save. (The builder's
// kernels have an f32x4 in plain C, too: u16x8_portable.h.)
//
// A number that goes with all four is held four times, which spares turning it into a vector again and again.
#ifndef HITSCAN_SIMD_F32X4_H
#define HITSCAN_SIMD_F32X4_H

#if defined(__SSE2__) || defined(_M_X64)

#if !defined(HIT_NO_SIMD)
#define HIT_CONE_F32X4
#endif

#include <emmintrin.h>
#include <stdbool.h>
#include <stddef.h>

typedef __m128 f32x4;
typedef __m128 f32x4_mask; // the first bit of each lane counts

// The lanes i, j, k, l of v.
#define F32X4_SHUFFLE(v, i, j, k, l) _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), _MM_SHUFFLE(l, k, j, i)))
// Lane i of v in all lanes.
#define f32x4_splat_lane(v, i) F32X4_SHUFFLE(v, i, i, i, i)

// The floats number `first` to `first` + 3 of an object.
static inline f32x4 f32x4_load_at(const void* object, size_t first)
{
    return _mm_loadu_ps((const float*)object + first);
}
static inline f32x4 f32x4_splat(float a)
{
    return _mm_set1_ps(a);
}
static inline f32x4 f32x4_add(f32x4 a, f32x4 b)
{
    return _mm_add_ps(a, b);
}
static inline f32x4 f32x4_sub(f32x4 a, f32x4 b)
{
    return _mm_sub_ps(a, b);
}
static inline f32x4 f32x4_mul(f32x4 a, f32x4 b)
{
    return _mm_mul_ps(a, b);
}
static inline f32x4 f32x4_div(f32x4 a, f32x4 b)
{
    return _mm_div_ps(a, b);
}
static inline f32x4 f32x4_sqrt(f32x4 a)
{
    return _mm_sqrt_ps(a);
}
static inline f32x4 f32x4_abs(f32x4 a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
// a with the other sign where b is negative, -0 included.
static inline f32x4 f32x4_flip_sign(f32x4 a, f32x4 b)
{
    return _mm_xor_ps(a, _mm_and_ps(b, _mm_set1_ps(-0.0f)));
}
// a > b ? a : b, and a < b ? a : b.
static inline f32x4 f32x4_max(f32x4 a, f32x4 b)
{
    return _mm_max_ps(a, b);
}
static inline f32x4 f32x4_min(f32x4 a, f32x4 b)
{
    return _mm_min_ps(a, b);
}
// From (a, b, c, d) make (b, c, d, 0).
static inline f32x4 f32x4_drop_first(f32x4 v)
{
    return _mm_castsi128_ps(_mm_srli_si128(_mm_castps_si128(v), 4));
}
// From (a, b, c, d) make (b, c, a, d).
static inline f32x4 f32x4_yzx(f32x4 v)
{
    return F32X4_SHUFFLE(v, 1, 2, 0, 3);
}
// The sum of the four lanes, in all lanes: (a + b) + (c + d).
static inline f32x4 f32x4_hsum(f32x4 v)
{
    const f32x4 pairs = _mm_add_ps(v, F32X4_SHUFFLE(v, 1, 0, 3, 2));
    return _mm_add_ps(pairs, F32X4_SHUFFLE(pairs, 2, 3, 0, 1));
}
// The first three columns of a matrix with three rows, of which the last has a 0 in lane 3; so have the columns.
static inline void f32x4_columns3(const f32x4 row[3], f32x4 column[3])
{
    const f32x4 low = _mm_unpacklo_ps(row[0], row[1]), high = _mm_unpackhi_ps(row[0], row[1]);
    column[0] = _mm_shuffle_ps(low, row[2], _MM_SHUFFLE(3, 0, 1, 0));
    column[1] = _mm_shuffle_ps(low, row[2], _MM_SHUFFLE(3, 1, 3, 2));
    column[2] = _mm_shuffle_ps(high, row[2], _MM_SHUFFLE(3, 2, 1, 0));
}
static inline f32x4_mask f32x4_gt(f32x4 a, f32x4 b)
{
    return _mm_cmpgt_ps(a, b);
}
// Whether the sign is +.
static inline f32x4_mask f32x4_sign_clear(f32x4 a)
{
    return _mm_xor_ps(a, _mm_set1_ps(-0.0f));
}
static inline f32x4_mask f32x4_mask_and(f32x4_mask a, f32x4_mask b)
{
    return _mm_and_ps(a, b);
}
static inline f32x4_mask f32x4_mask_or(f32x4_mask a, f32x4_mask b)
{
    return _mm_or_ps(a, b);
}
static inline bool f32x4_mask_all(f32x4_mask a)
{
    return _mm_movemask_ps(a) == 15;
}

#endif

#endif
