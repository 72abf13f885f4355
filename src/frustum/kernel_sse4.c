// The marks of kernel_portable.c with SSE4.1: four boxes at a time, two times per group. As kernel_avx2.c, halved. Cost:
// about 4 ns a box.
#include "frustum/kernel.h"

#include <float.h>
#include <smmintrin.h>

typedef struct constants {
    __m128 normal[6][3], size[6][3], pad[6], outside[6], inside[6];
} constants;

// Two boxes.
typedef struct two {
    __m128 a, b, c;
} two;

HIT_MANY_INLINE __m128 load(const void* at)
{
    return _mm_loadu_ps((const float*)at);
}

HIT_MANY_INLINE two load_strided(const unsigned char* p, size_t stride)
{
    const __m128d low0 = _mm_castps_pd(load(p)), low1 = _mm_castps_pd(load(p + stride));
    const __m128d high0 = _mm_castps_pd(load(p + 8)), high1 = _mm_castps_pd(load(p + stride + 8));
    const two boxes = {_mm_castpd_ps(_mm_unpacklo_pd(low0, low1)), _mm_castpd_ps(_mm_unpackhi_pd(low0, low1)),
                       _mm_castpd_ps(_mm_unpackhi_pd(high0, high1))};
    return boxes;
}

HIT_MANY_INLINE two load_packed(const unsigned char* p)
{
    const __m128 v0 = load(p), v1 = load(p + 16), v2 = load(p + 32);
    const two boxes = {_mm_blend_ps(v0, v1, 0xc), _mm_shuffle_ps(v0, v2, 0x4e), _mm_blend_ps(v1, v2, 0xc)};
    return boxes;
}

HIT_MANY_INLINE __m128 even(__m128 first, __m128 last)
{
    return _mm_shuffle_ps(first, last, 0x88);
}

HIT_MANY_INLINE __m128 odd(__m128 first, __m128 last)
{
    return _mm_shuffle_ps(first, last, 0xdd);
}

HIT_MANY_INLINE __m128 dot(const __m128 n[3], const __m128 v[3])
{
    return _mm_add_ps(_mm_add_ps(_mm_mul_ps(n[0], v[0]), _mm_mul_ps(n[1], v[1])), _mm_mul_ps(n[2], v[2]));
}

// The marks of four boxes, bits 0 to 3 and 8 to 11.
HIT_MANY_INLINE unsigned marks_of(const constants* planes, two p, two q)
{
    const __m128 low[3] = {even(p.a, q.a), odd(p.a, q.a), even(p.b, q.b)};
    const __m128 high[3] = {odd(p.b, q.b), even(p.c, q.c), odd(p.c, q.c)};
    const __m128 half = _mm_set1_ps(0.5f), sign = _mm_set1_ps(-0.0f);
    const __m128 least = _mm_min_ps(low[0], _mm_min_ps(low[1], low[2]));
    const __m128 most = _mm_max_ps(high[0], _mm_max_ps(high[1], high[2]));
    const __m128 m = _mm_max_ps(_mm_xor_ps(sign, least), most);
    __m128 sound = _mm_cmple_ps(m, _mm_set1_ps(FLT_MAX)), outside, inside, c[3], h[3];

    for (int k = 0; k < 3; k++) {
        const __m128 a = _mm_mul_ps(half, low[k]), b = _mm_mul_ps(half, high[k]);
        sound = _mm_and_ps(sound, _mm_cmple_ps(low[k], high[k]));
        c[k] = _mm_add_ps(b, a);
        h[k] = _mm_sub_ps(b, a);
    }
    outside = _mm_setzero_ps();
    inside = sound;
    for (int i = 0; i < 6; i++) {
        const __m128 middle = dot(planes->normal[i], c);
        const __m128 wide = _mm_add_ps(dot(planes->size[i], h), _mm_mul_ps(planes->pad[i], m));
        outside = _mm_or_ps(outside, _mm_cmplt_ps(_mm_add_ps(middle, wide), planes->outside[i]));
        inside = _mm_and_ps(inside, _mm_cmpge_ps(_mm_sub_ps(middle, wide), planes->inside[i]));
    }
    return (unsigned)_mm_movemask_ps(_mm_andnot_ps(outside, sound)) | (unsigned)_mm_movemask_ps(inside) << 8;
}

HIT_MANY_INLINE unsigned group(const constants* planes, const unsigned char* p, size_t stride, bool packed)
{
    const unsigned char* q = p + 4 * stride;

    if (packed)
        return marks_of(planes, load_packed(p), load_packed(p + 48)) |
               marks_of(planes, load_packed(p + 96), load_packed(p + 144)) << 4;
    return marks_of(planes, load_strided(p, stride), load_strided(p + 2 * stride, stride)) |
           marks_of(planes, load_strided(q, stride), load_strided(q + 2 * stride, stride)) << 4;
}

HIT_MANY_INLINE void prepare(const hit_frustum_rows* rows, constants* out)
{
    for (int i = 0; i < 6; i++) {
        const hit_frustum_row* row = &rows->row[i];
        for (int k = 0; k < 3; k++) {
            out->normal[i][k] = _mm_set1_ps(row->normal[k]);
            out->size[i][k] = _mm_set1_ps(row->size[k]);
        }
        out->pad[i] = _mm_set1_ps(row->pad);
        out->outside[i] = _mm_set1_ps(row->outside);
        out->inside[i] = _mm_set1_ps(row->inside);
    }
}

#include "frustum/kernel_loops.h"

void hit_frustum_mark_sse4(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* touching,
                           uint64_t* inside)
{
    mark_any(rows, boxes, touching, inside);
}
