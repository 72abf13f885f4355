// Four doubles side by side, for the winner of a walk: one register with AVX2, plain C elsewhere.
#ifndef HITSCAN_BVH_QUAD_H
#define HITSCAN_BVH_QUAD_H

#include "bvh/lanes.h"

#if defined(HIT_LANES_AVX2)

typedef __m256d quad;

LANES_INLINE quad quad_make(float x, float y, float z)
{
    return _mm256_cvtps_pd(_mm_setr_ps(x, y, z, 0.0f));
}
LANES_INLINE quad quad_all(double x)
{
    return _mm256_set1_pd(x);
}
LANES_INLINE quad quad_add(quad a, quad b)
{
    return _mm256_add_pd(a, b);
}
LANES_INLINE quad quad_sub(quad a, quad b)
{
    return _mm256_sub_pd(a, b);
}
LANES_INLINE quad quad_mul(quad a, quad b)
{
    return _mm256_mul_pd(a, b);
}
LANES_INLINE quad quad_abs(quad a)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}
// x y z to y z x.
LANES_INLINE quad quad_turn(quad a)
{
    return _mm256_permute4x64_pd(a, 0xc9);
}
// The sums of the components of four vectors.
LANES_INLINE quad quad_sums(quad a, quad b, quad c, quad d)
{
    const quad ab = _mm256_hadd_pd(a, b), cd = _mm256_hadd_pd(c, d);
    return _mm256_add_pd(_mm256_permute2f128_pd(ab, cd, 0x20), _mm256_permute2f128_pd(ab, cd, 0x31));
}
LANES_INLINE void quad_store(double out[4], quad a)
{
    _mm256_storeu_pd(out, a);
}
LANES_INLINE quad quad_set(double x, double y, double z, double w)
{
    return _mm256_setr_pd(x, y, z, w);
}
LANES_INLINE quad quad_div(quad a, quad b)
{
    return _mm256_div_pd(a, b);
}
// Bit i is the sign of component i.
LANES_INLINE unsigned quad_signs(quad a)
{
    return (unsigned)_mm256_movemask_pd(a);
}
LANES_INLINE double quad_first_of(quad a)
{
    return _mm256_cvtsd_f64(a);
}
// The last component in all places.
LANES_INLINE quad quad_last(quad a)
{
    return _mm256_permute4x64_pd(a, 0xff);
}
// a b c d to a b c (d - b - c).
LANES_INLINE quad quad_rest(quad a)
{
    const quad sum = _mm256_add_pd(_mm256_permute4x64_pd(a, 0x55), _mm256_permute4x64_pd(a, 0xaa));
    return _mm256_blend_pd(a, _mm256_sub_pd(a, sum), 8);
}
LANES_INLINE double quad_last_of(quad a)
{
    return _mm_cvtsd_f64(_mm_unpackhi_pd(_mm256_extractf128_pd(a, 1), _mm256_extractf128_pd(a, 1)));
}
// Round to floats; true when those of a and b are equal. Zeros come out as +0.
LANES_INLINE bool quad_round(quad a, quad b, float out[4])
{
    const __m128 low = _mm256_cvtpd_ps(a), high = _mm256_cvtpd_ps(b);
    _mm_storeu_ps(out, _mm_add_ps(low, _mm_setzero_ps()));
    return _mm_movemask_ps(_mm_cmpeq_ps(low, high)) == 15;
}

#else

typedef struct quad {
    double at[4];
} quad;

#define QUAD_EACH(name, expression)                                                                                    \
    LANES_INLINE quad name(quad p, quad q)                                                                             \
    {                                                                                                                  \
        for (int i = 0; i < 4; i++) {                                                                                  \
            const double a = p.at[i], b = q.at[i];                                                                     \
            p.at[i] = expression;                                                                                      \
        }                                                                                                              \
        return p;                                                                                                      \
    }

QUAD_EACH(quad_add, a + b)
QUAD_EACH(quad_sub, a - b)
QUAD_EACH(quad_mul, (a * b))

LANES_INLINE quad quad_make(float x, float y, float z)
{
    const quad r = {{x, y, z, 0.0}};
    return r;
}
LANES_INLINE quad quad_all(double x)
{
    const quad r = {{x, x, x, x}};
    return r;
}
LANES_INLINE quad quad_abs(quad a)
{
    for (int i = 0; i < 4; i++)
        a.at[i] = fabs(a.at[i]);
    return a;
}
LANES_INLINE quad quad_turn(quad a)
{
    const quad r = {{a.at[1], a.at[2], a.at[0], a.at[3]}};
    return r;
}
LANES_INLINE quad quad_sums(quad a, quad b, quad c, quad d)
{
    const quad r = {{(a.at[0] + a.at[1]) + (a.at[2] + a.at[3]), (b.at[0] + b.at[1]) + (b.at[2] + b.at[3]),
                     (c.at[0] + c.at[1]) + (c.at[2] + c.at[3]), (d.at[0] + d.at[1]) + (d.at[2] + d.at[3])}};
    return r;
}
LANES_INLINE void quad_store(double out[4], quad a)
{
    memcpy(out, a.at, sizeof a.at);
}
LANES_INLINE quad quad_set(double x, double y, double z, double w)
{
    const quad r = {{x, y, z, w}};
    return r;
}
QUAD_EACH(quad_div, a / b)
LANES_INLINE unsigned quad_signs(quad a)
{
    unsigned bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (unsigned)(signbit(a.at[i]) != 0) << i;
    return bits;
}
LANES_INLINE double quad_first_of(quad a)
{
    return a.at[0];
}
LANES_INLINE quad quad_last(quad a)
{
    return quad_all(a.at[3]);
}
LANES_INLINE quad quad_rest(quad a)
{
    a.at[3] -= a.at[1] + a.at[2];
    return a;
}
LANES_INLINE double quad_last_of(quad a)
{
    return a.at[3];
}
LANES_INLINE bool quad_round(quad a, quad b, float out[4])
{
    bool same = true;
    for (int i = 0; i < 4; i++) {
        out[i] = (float)a.at[i] + 0.0f;
        same = same && (float)a.at[i] == (float)b.at[i];
    }
    return same;
}

#endif

#endif
