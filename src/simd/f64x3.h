// Three doubles in an f64x4, for rays that go through a matrix of doubles, and the way from there to f32x3 and back.
// The fourth component may be anything.
#ifndef HITSCAN_SIMD_F64X3_H
#define HITSCAN_SIMD_F64X3_H

#include "simd/f64x4.h"
#include "simd/f32x3.h"

#if defined(HIT_SIMD_AVX2)

// Three doubles of an array; the one that comes after them is read.
SIMD_INLINE f64x4 f64x4_load(const double* p)
{
    return _mm256_loadu_pd(p);
}
// The same, where the one after them may be a NaN.
SIMD_INLINE f64x4 f64x4_load3(const double* p)
{
    return _mm256_blend_pd(_mm256_loadu_pd(p), _mm256_setzero_pd(), 8);
}
SIMD_INLINE void f64x4_store(double p[4], f64x4 a)
{
    _mm256_storeu_pd(p, a);
}
SIMD_INLINE f64x4 f64x4_point(float x, float y, float z)
{
    return _mm256_cvtps_pd(_mm_setr_ps(x, y, z, 0.0f));
}
// x y z to y z x.
SIMD_INLINE f64x4 f64x4_yzx(f64x4 a)
{
    return _mm256_permute4x64_pd(a, 0xc9);
}
// (x + y) + z
SIMD_INLINE double f64x4_sum3(f64x4 a)
{
    const __m128d low = _mm256_castpd256_pd128(a), z = _mm256_extractf128_pd(a, 1);
    return _mm_cvtsd_f64(_mm_add_sd(_mm_add_sd(low, _mm_unpackhi_pd(low, low)), z));
}
// Bits 0 to 2: a <= b; false for a NaN.
SIMD_INLINE unsigned f64x4_le3(f64x4 a, f64x4 b)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LE_OQ)) & 7u;
}

// The three numbers of a, and w.
SIMD_INLINE f64x4 f64x4_from_f32x3(f32x3 a, float w)
{
    return _mm256_cvtps_pd(_mm_insert_ps(a, _mm_set_ss(w), 0x30));
}

#else

SIMD_INLINE f64x4 f64x4_load(const double* p)
{
    return f64x4_set(p[0], p[1], p[2], 0.0);
}
SIMD_INLINE f64x4 f64x4_load3(const double* p)
{
    return f64x4_load(p);
}
SIMD_INLINE void f64x4_store(double p[4], f64x4 a)
{
    memcpy(p, a.at, sizeof a.at);
}
SIMD_INLINE f64x4 f64x4_point(float x, float y, float z)
{
    return f64x4_set(x, y, z, 0.0);
}
SIMD_INLINE f64x4 f64x4_yzx(f64x4 a)
{
    return f64x4_set(a.at[1], a.at[2], a.at[0], a.at[3]);
}
SIMD_INLINE double f64x4_sum3(f64x4 a)
{
    return a.at[0] + a.at[1] + a.at[2];
}
SIMD_INLINE unsigned f64x4_le3(f64x4 a, f64x4 b)
{
    return (unsigned)(a.at[0] <= b.at[0]) | (unsigned)(a.at[1] <= b.at[1]) << 1 | (unsigned)(a.at[2] <= b.at[2]) << 2;
}

SIMD_INLINE f64x4 f64x4_from_f32x3(f32x3 a, float w)
{
    _Alignas(16) float at[4];
    f32x3_store(at, a);
    return f64x4_from_floats(at[0], at[1], at[2], w);
}

#endif

// Rounded to floats; and a ray of such vectors.
#if defined(HIT_SIMD_AVX2) || defined(HIT_SIMD_SSE4)
SIMD_INLINE f32x3 f64x4_to_f32x3(f64x4 a)
{
#if defined(HIT_SIMD_AVX2)
    return _mm256_cvtpd_ps(a);
#else
    return _mm_setr_ps((float)a.at[0], (float)a.at[1], (float)a.at[2], 0.0f);
#endif
}
SIMD_INLINE void f32x3_store_ray(hit_ray* out, f32x3 origin, f32x3 direction, float t_min, float t_max)
{
    // Each fourth number is overwritten by what comes next.
    _mm_storeu_ps(&out->origin.x, origin);
    _mm_storeu_ps(&out->direction.x, direction);
    out->t_min = t_min;
    out->t_max = t_max;
}
#else
SIMD_INLINE f32x3 f64x4_to_f32x3(f64x4 a)
{
    return (f32x3){{(float)a.at[0], (float)a.at[1], (float)a.at[2]}};
}
SIMD_INLINE void f32x3_store_ray(hit_ray* out, f32x3 origin, f32x3 direction, float t_min, float t_max)
{
    memcpy(&out->origin, origin.at, sizeof out->origin);
    memcpy(&out->direction, direction.at, sizeof out->direction);
    out->t_min = t_min;
    out->t_max = t_max;
}
#endif

#endif
