// f64x2: two doubles side by side, one register where the compiler's baseline has SSE2, plain C elsewhere, with the
// same bits from both. Compilers do not find these vectors by themselves.
#ifndef HITSCAN_SIMD_F64X2_H
#define HITSCAN_SIMD_F64X2_H

#include <math.h>

#if defined(__SSE2__) || defined(_M_X64)

#include <emmintrin.h>

typedef __m128d f64x2;

static inline f64x2 f64x2_make(double first, double second)
{
    return _mm_set_pd(second, first);
}
static inline f64x2 f64x2_splat(double a)
{
    return _mm_set1_pd(a);
}
static inline void f64x2_store(f64x2 v, double out[2])
{
    _mm_storeu_pd(out, v);
}
static inline f64x2 f64x2_add(f64x2 a, f64x2 b)
{
    return _mm_add_pd(a, b);
}
static inline f64x2 f64x2_sub(f64x2 a, f64x2 b)
{
    return _mm_sub_pd(a, b);
}
static inline f64x2 f64x2_mul(f64x2 a, f64x2 b)
{
    return _mm_mul_pd(a, b);
}
static inline f64x2 f64x2_abs(f64x2 a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}
static inline f64x2 f64x2_sqrt(f64x2 a)
{
    return _mm_sqrt_pd(a);
}
// a > b ? a : b, and a < b ? a : b.
static inline f64x2 f64x2_max(f64x2 a, f64x2 b)
{
    return _mm_max_pd(a, b);
}
static inline f64x2 f64x2_min(f64x2 a, f64x2 b)
{
    return _mm_min_pd(a, b);
}

#else

typedef struct f64x2 {
    double v[2];
} f64x2;

static inline f64x2 f64x2_make(double first, double second)
{
    const f64x2 r = {{first, second}};
    return r;
}
static inline f64x2 f64x2_splat(double a)
{
    return f64x2_make(a, a);
}
static inline void f64x2_store(f64x2 v, double out[2])
{
    out[0] = v.v[0];
    out[1] = v.v[1];
}
static inline f64x2 f64x2_add(f64x2 a, f64x2 b)
{
    return f64x2_make(a.v[0] + b.v[0], a.v[1] + b.v[1]);
}
static inline f64x2 f64x2_sub(f64x2 a, f64x2 b)
{
    return f64x2_make(a.v[0] - b.v[0], a.v[1] - b.v[1]);
}
static inline f64x2 f64x2_mul(f64x2 a, f64x2 b)
{
    return f64x2_make(a.v[0] * b.v[0], a.v[1] * b.v[1]);
}
static inline f64x2 f64x2_abs(f64x2 a)
{
    return f64x2_make(fabs(a.v[0]), fabs(a.v[1]));
}
static inline f64x2 f64x2_sqrt(f64x2 a)
{
    return f64x2_make(sqrt(a.v[0]), sqrt(a.v[1]));
}
static inline f64x2 f64x2_max(f64x2 a, f64x2 b)
{
    return f64x2_make(a.v[0] > b.v[0] ? a.v[0] : b.v[0], a.v[1] > b.v[1] ? a.v[1] : b.v[1]);
}
static inline f64x2 f64x2_min(f64x2 a, f64x2 b)
{
    return f64x2_make(a.v[0] < b.v[0] ? a.v[0] : b.v[0], a.v[1] < b.v[1] ? a.v[1] : b.v[1]);
}

#endif

#endif
