// What a ray needs to go through a matrix of doubles: three of them in a quad, and the way from there to simd/f32x3.h. The fourth
// component may be anything.
#ifndef HITSCAN_BVH_QUAD_MATRIX_H
#define HITSCAN_BVH_QUAD_MATRIX_H

#include "bvh/traverse/traverse.h"
#include "simd/f64x4.h"
#include "simd/f32x3.h"

#if defined(HIT_LANES_AVX2)

// Three doubles of an array; another one comes after them, and is read.
LANES_INLINE quad quad_load(const double* p)
{
    return _mm256_loadu_pd(p);
}
// The same, where that may be no number.
LANES_INLINE quad quad_load_three(const double* p)
{
    return _mm256_blend_pd(_mm256_loadu_pd(p), _mm256_setzero_pd(), 8);
}
LANES_INLINE void quad_store(double p[4], quad a)
{
    _mm256_storeu_pd(p, a);
}
LANES_INLINE quad quad_corner(const hit_bvh_block* block, unsigned slot)
{
    return _mm256_cvtps_pd(_mm_setr_ps(block->x[slot], block->y[slot], block->z[slot], 0.0f));
}
LANES_INLINE quad quad_x(quad a)
{
    return _mm256_permute4x64_pd(a, 0x00);
}
LANES_INLINE quad quad_y(quad a)
{
    return _mm256_permute4x64_pd(a, 0x55);
}
LANES_INLINE quad quad_z(quad a)
{
    return _mm256_permute4x64_pd(a, 0xaa);
}
// x y z to y z x.
LANES_INLINE quad quad_yzx(quad a)
{
    return _mm256_permute4x64_pd(a, 0xc9);
}
// (x + y) + z
LANES_INLINE double quad_xyz_sum(quad a)
{
    const __m128d low = _mm256_castpd256_pd128(a), z = _mm256_extractf128_pd(a, 1);
    return _mm_cvtsd_f64(_mm_add_sd(_mm_add_sd(low, _mm_unpackhi_pd(low, low)), z));
}
// Bits 0 to 2: a <= b; false for a NaN.
LANES_INLINE unsigned quad_at_most(quad a, quad b)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LE_OQ)) & 7u;
}

#else

LANES_INLINE quad quad_load(const double* p)
{
    return quad_set(p[0], p[1], p[2], 0.0);
}
LANES_INLINE quad quad_load_three(const double* p)
{
    return quad_load(p);
}
LANES_INLINE void quad_store(double p[4], quad a)
{
    memcpy(p, a.at, sizeof a.at);
}
LANES_INLINE quad quad_corner(const hit_bvh_block* block, unsigned slot)
{
    return quad_set(block->x[slot], block->y[slot], block->z[slot], 0.0);
}
LANES_INLINE quad quad_x(quad a)
{
    return quad_all(a.at[0]);
}
LANES_INLINE quad quad_y(quad a)
{
    return quad_all(a.at[1]);
}
LANES_INLINE quad quad_z(quad a)
{
    return quad_all(a.at[2]);
}
LANES_INLINE quad quad_yzx(quad a)
{
    return quad_set(a.at[1], a.at[2], a.at[0], a.at[3]);
}
LANES_INLINE double quad_xyz_sum(quad a)
{
    return a.at[0] + a.at[1] + a.at[2];
}
LANES_INLINE unsigned quad_at_most(quad a, quad b)
{
    return (unsigned)(a.at[0] <= b.at[0]) | (unsigned)(a.at[1] <= b.at[1]) << 1 | (unsigned)(a.at[2] <= b.at[2]) << 2;
}

#endif

// Rounded to floats; and a ray of such vectors.
#if defined(HIT_LANES_AVX2) || defined(HIT_LANES_SSE4)
LANES_INLINE three quad_rounded(quad a)
{
#if defined(HIT_LANES_AVX2)
    return _mm256_cvtpd_ps(a);
#else
    return _mm_setr_ps((float)a.at[0], (float)a.at[1], (float)a.at[2], 0.0f);
#endif
}
LANES_INLINE void three_store_ray(hit_ray* out, three origin, three direction, float t_min, float t_max)
{
    // Each fourth number is overwritten by what comes next.
    _mm_storeu_ps(&out->origin.x, origin);
    _mm_storeu_ps(&out->direction.x, direction);
    out->t_min = t_min;
    out->t_max = t_max;
}
#else
LANES_INLINE three quad_rounded(quad a)
{
    return (three){{(float)a.at[0], (float)a.at[1], (float)a.at[2]}};
}
LANES_INLINE void three_store_ray(hit_ray* out, three origin, three direction, float t_min, float t_max)
{
    memcpy(&out->origin, origin.at, sizeof out->origin);
    memcpy(&out->direction, direction.at, sizeof out->direction);
    out->t_min = t_min;
    out->t_max = t_max;
}
#endif

#endif
