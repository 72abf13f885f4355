// Two doubles side by side: one register where the compiler's baseline has such, plain C elsewhere, the same bits on
// both. Compilers do not find these vectors by themselves.
#ifndef HITSCAN_CONE_LANES_H
#define HITSCAN_CONE_LANES_H

#include <math.h>

#if defined(__SSE2__) || defined(_M_X64)

#include <emmintrin.h>

typedef __m128d hit_lanes;

static inline hit_lanes lanes_make(double first, double second)
{
    return _mm_set_pd(second, first);
}
static inline hit_lanes lanes_all(double a)
{
    return _mm_set1_pd(a);
}
static inline void lanes_store(hit_lanes v, double out[2])
{
    _mm_storeu_pd(out, v);
}
static inline hit_lanes lanes_add(hit_lanes a, hit_lanes b)
{
    return _mm_add_pd(a, b);
}
static inline hit_lanes lanes_sub(hit_lanes a, hit_lanes b)
{
    return _mm_sub_pd(a, b);
}
static inline hit_lanes lanes_mul(hit_lanes a, hit_lanes b)
{
    return _mm_mul_pd(a, b);
}
static inline hit_lanes lanes_abs(hit_lanes a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}
static inline hit_lanes lanes_sqrt(hit_lanes a)
{
    return _mm_sqrt_pd(a);
}
// a > b ? a : b, and a < b ? a : b.
static inline hit_lanes lanes_max(hit_lanes a, hit_lanes b)
{
    return _mm_max_pd(a, b);
}
static inline hit_lanes lanes_min(hit_lanes a, hit_lanes b)
{
    return _mm_min_pd(a, b);
}

#else

typedef struct hit_lanes {
    double v[2];
} hit_lanes;

static inline hit_lanes lanes_make(double first, double second)
{
    const hit_lanes r = {{first, second}};
    return r;
}
static inline hit_lanes lanes_all(double a)
{
    return lanes_make(a, a);
}
static inline void lanes_store(hit_lanes v, double out[2])
{
    out[0] = v.v[0];
    out[1] = v.v[1];
}
static inline hit_lanes lanes_add(hit_lanes a, hit_lanes b)
{
    return lanes_make(a.v[0] + b.v[0], a.v[1] + b.v[1]);
}
static inline hit_lanes lanes_sub(hit_lanes a, hit_lanes b)
{
    return lanes_make(a.v[0] - b.v[0], a.v[1] - b.v[1]);
}
static inline hit_lanes lanes_mul(hit_lanes a, hit_lanes b)
{
    return lanes_make(a.v[0] * b.v[0], a.v[1] * b.v[1]);
}
static inline hit_lanes lanes_abs(hit_lanes a)
{
    return lanes_make(fabs(a.v[0]), fabs(a.v[1]));
}
static inline hit_lanes lanes_sqrt(hit_lanes a)
{
    return lanes_make(sqrt(a.v[0]), sqrt(a.v[1]));
}
static inline hit_lanes lanes_max(hit_lanes a, hit_lanes b)
{
    return lanes_make(a.v[0] > b.v[0] ? a.v[0] : b.v[0], a.v[1] > b.v[1] ? a.v[1] : b.v[1]);
}
static inline hit_lanes lanes_min(hit_lanes a, hit_lanes b)
{
    return lanes_make(a.v[0] < b.v[0] ? a.v[0] : b.v[0], a.v[1] < b.v[1] ? a.v[1] : b.v[1]);
}

#endif

#endif
