// Eight floats side by side, and eight boxes loaded into them: for kernels that are written once and compiled for each
// instruction set. The including file chooses one by defining HIT_VEC8_AVX2, HIT_VEC8_SSE4 or HIT_VEC8_PORTABLE.
//
// Every operation is one rounding of IEEE arithmetic, never fused, so that all three give the same bits. v8_max(a, b) is
// b when one of them is NaN; comparisons with a NaN are false.
#ifndef HITSCAN_MANY_VEC8_H
#define HITSCAN_MANY_VEC8_H

#include "many/kernel.h"

#include <math.h>

#if defined(HIT_VEC8_AVX2)

#include <immintrin.h>

typedef __m256 vec8;

HIT_MANY_INLINE vec8 v8_all(float x)
{
    return _mm256_set1_ps(x);
}
HIT_MANY_INLINE vec8 v8_add(vec8 a, vec8 b)
{
    return _mm256_add_ps(a, b);
}
HIT_MANY_INLINE vec8 v8_sub(vec8 a, vec8 b)
{
    return _mm256_sub_ps(a, b);
}
HIT_MANY_INLINE vec8 v8_mul(vec8 a, vec8 b)
{
    return _mm256_mul_ps(a, b);
}
HIT_MANY_INLINE vec8 v8_div(vec8 a, vec8 b)
{
    return _mm256_div_ps(a, b);
}
HIT_MANY_INLINE vec8 v8_sqrt(vec8 a)
{
    return _mm256_sqrt_ps(a);
}
HIT_MANY_INLINE vec8 v8_max(vec8 a, vec8 b)
{
    return _mm256_max_ps(a, b);
}
HIT_MANY_INLINE vec8 v8_min(vec8 a, vec8 b)
{
    return _mm256_min_ps(a, b);
}
HIT_MANY_INLINE vec8 v8_abs(vec8 a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
// Bit i is set when a > b in lane i.
HIT_MANY_INLINE unsigned v8_above(vec8 a, vec8 b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ));
}

// The faces of eight boxes: min.x min.y min.z max.x max.y max.z. Two overlapping loads cover a box, so that nothing
// outside of it is read; four of them side by side are turned about.
HIT_MANY_INLINE void v8_load_boxes(const unsigned char* p, size_t stride, vec8 face[6])
{
    vec8 low[4], high[4];
    for (int i = 0; i < 4; i++) {
        const unsigned char *a = p + (size_t)i * stride, *b = a + 4 * stride;
        low[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((const float*)(const void*)a)),
                                      _mm_loadu_ps((const float*)(const void*)b), 1);
        high[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((const float*)(const void*)(a + 8))),
                                       _mm_loadu_ps((const float*)(const void*)(b + 8)), 1);
    }
    const vec8 xy01 = _mm256_unpacklo_ps(low[0], low[1]), xy23 = _mm256_unpacklo_ps(low[2], low[3]);
    const vec8 zx01 = _mm256_unpacklo_ps(high[0], high[1]), zx23 = _mm256_unpacklo_ps(high[2], high[3]);
    const vec8 yz01 = _mm256_unpackhi_ps(high[0], high[1]), yz23 = _mm256_unpackhi_ps(high[2], high[3]);
    face[0] = _mm256_shuffle_ps(xy01, xy23, 0x44);
    face[1] = _mm256_shuffle_ps(xy01, xy23, 0xee);
    face[2] = _mm256_shuffle_ps(zx01, zx23, 0x44);
    face[3] = _mm256_shuffle_ps(zx01, zx23, 0xee);
    face[4] = _mm256_shuffle_ps(yz01, yz23, 0x44);
    face[5] = _mm256_shuffle_ps(yz01, yz23, 0xee);
}

#elif defined(HIT_VEC8_SSE4)

#include <smmintrin.h>

typedef struct vec8 {
    __m128 a, b;
} vec8;

HIT_MANY_INLINE vec8 v8_all(float x)
{
    const vec8 r = {_mm_set1_ps(x), _mm_set1_ps(x)};
    return r;
}
#define HIT_VEC8_OPERATION(name, instruction)                                                                          \
    HIT_MANY_INLINE vec8 name(vec8 a, vec8 b)                                                                          \
    {                                                                                                                  \
        const vec8 r = {instruction(a.a, b.a), instruction(a.b, b.b)};                                                 \
        return r;                                                                                                      \
    }
HIT_VEC8_OPERATION(v8_add, _mm_add_ps)
HIT_VEC8_OPERATION(v8_sub, _mm_sub_ps)
HIT_VEC8_OPERATION(v8_mul, _mm_mul_ps)
HIT_VEC8_OPERATION(v8_div, _mm_div_ps)
HIT_VEC8_OPERATION(v8_max, _mm_max_ps)
HIT_VEC8_OPERATION(v8_min, _mm_min_ps)
HIT_MANY_INLINE vec8 v8_sqrt(vec8 a)
{
    const vec8 r = {_mm_sqrt_ps(a.a), _mm_sqrt_ps(a.b)};
    return r;
}
HIT_MANY_INLINE vec8 v8_abs(vec8 a)
{
    const vec8 r = {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.a), _mm_andnot_ps(_mm_set1_ps(-0.0f), a.b)};
    return r;
}
HIT_MANY_INLINE unsigned v8_above(vec8 a, vec8 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(a.a, b.a)) | (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(a.b, b.b)) << 4;
}

// The faces of four boxes, as above.
HIT_MANY_INLINE void v8_load_half(const unsigned char* p, size_t stride, __m128 face[6])
{
    __m128 low[4], high[4];
    for (int i = 0; i < 4; i++) {
        const unsigned char* a = p + (size_t)i * stride;
        low[i] = _mm_loadu_ps((const float*)(const void*)a);
        high[i] = _mm_loadu_ps((const float*)(const void*)(a + 8));
    }
    const __m128 xy01 = _mm_unpacklo_ps(low[0], low[1]), xy23 = _mm_unpacklo_ps(low[2], low[3]);
    const __m128 zx01 = _mm_unpacklo_ps(high[0], high[1]), zx23 = _mm_unpacklo_ps(high[2], high[3]);
    const __m128 yz01 = _mm_unpackhi_ps(high[0], high[1]), yz23 = _mm_unpackhi_ps(high[2], high[3]);
    face[0] = _mm_movelh_ps(xy01, xy23);
    face[1] = _mm_movehl_ps(xy23, xy01);
    face[2] = _mm_movelh_ps(zx01, zx23);
    face[3] = _mm_movehl_ps(zx23, zx01);
    face[4] = _mm_movelh_ps(yz01, yz23);
    face[5] = _mm_movehl_ps(yz23, yz01);
}

HIT_MANY_INLINE void v8_load_boxes(const unsigned char* p, size_t stride, vec8 face[6])
{
    __m128 a[6], b[6];
    v8_load_half(p, stride, a);
    v8_load_half(p + 4 * stride, stride, b);
    for (int i = 0; i < 6; i++)
        face[i].a = a[i], face[i].b = b[i];
}

#elif defined(HIT_VEC8_PORTABLE)

typedef struct vec8 {
    float lane[8];
} vec8;

HIT_MANY_INLINE vec8 v8_all(float x)
{
    const vec8 r = {{x, x, x, x, x, x, x, x}};
    return r;
}
#define HIT_VEC8_OPERATION(name, expression)                                                                           \
    HIT_MANY_INLINE vec8 name(vec8 a, vec8 b)                                                                          \
    {                                                                                                                  \
        vec8 r;                                                                                                        \
        for (int i = 0; i < 8; i++) {                                                                                  \
            const float x = a.lane[i], y = b.lane[i];                                                                  \
            r.lane[i] = (expression);                                                                                  \
        }                                                                                                              \
        return r;                                                                                                      \
    }
HIT_VEC8_OPERATION(v8_add, x + y)
HIT_VEC8_OPERATION(v8_sub, x - y)
HIT_VEC8_OPERATION(v8_mul, x* y)
HIT_VEC8_OPERATION(v8_div, x / y)
HIT_VEC8_OPERATION(v8_max, x > y ? x : y)
HIT_VEC8_OPERATION(v8_min, x < y ? x : y)
HIT_MANY_INLINE vec8 v8_sqrt(vec8 a)
{
    vec8 r;
    for (int i = 0; i < 8; i++)
        r.lane[i] = sqrtf(a.lane[i]);
    return r;
}
HIT_MANY_INLINE vec8 v8_abs(vec8 a)
{
    vec8 r;
    for (int i = 0; i < 8; i++)
        r.lane[i] = fabsf(a.lane[i]);
    return r;
}
HIT_MANY_INLINE unsigned v8_above(vec8 a, vec8 b)
{
    unsigned mask = 0;
    for (int i = 0; i < 8; i++)
        mask |= (unsigned)(a.lane[i] > b.lane[i]) << i;
    return mask;
}
HIT_MANY_INLINE void v8_load_boxes(const unsigned char* p, size_t stride, vec8 face[6])
{
    for (size_t i = 0; i < 8; i++) {
        float box[6];
        memcpy(box, p + i * stride, sizeof box);
        for (int k = 0; k < 6; k++)
            face[k].lane[i] = box[k];
    }
}

#endif

#endif
