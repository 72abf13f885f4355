// The marks of kernel_portable.c with AVX2: eight boxes at a time.
//
// Boxes are loaded as in many/kernel_avx2.c: four of them into (min.x, min.y), (min.z, max.x), (max.y, max.z) of each,
// then six shuffles, each with its face of eight boxes. The planes are broadcast once per call and come from the first
// level of the cache. No FMA: the marks are those of the portable kernel, bit by bit. Cost: about 2 ns a box.
#include "frustum/kernel.h"

#include <float.h>
#include <immintrin.h>

typedef struct constants {
    __m256 normal[6][3], size[6][3], pad[6], outside[6], inside[6];
} constants;

// Four boxes.
typedef struct four {
    __m256 a, b, c;
} four;

HIT_MANY_INLINE __m256 load_two(const unsigned char* low, const unsigned char* high)
{
    const __m128 a = _mm_loadu_ps((const float*)(const void*)low), b = _mm_loadu_ps((const float*)(const void*)high);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
}

// The boxes at p, p + stride, p + 4·stride and p + 5·stride.
HIT_MANY_INLINE four load_strided(const unsigned char* p, size_t stride)
{
    const unsigned char* q = p + 4 * stride;
    const __m256d low0 = _mm256_castps_pd(load_two(p, q)), low1 = _mm256_castps_pd(load_two(p + stride, q + stride));
    const __m256d high0 = _mm256_castps_pd(load_two(p + 8, q + 8));
    const __m256d high1 = _mm256_castps_pd(load_two(p + stride + 8, q + stride + 8));
    const four boxes = {_mm256_castpd_ps(_mm256_unpacklo_pd(low0, low1)),
                        _mm256_castpd_ps(_mm256_unpackhi_pd(low0, low1)),
                        _mm256_castpd_ps(_mm256_unpackhi_pd(high0, high1))};
    return boxes;
}

// The same for boxes without gaps, two of which are three loads.
HIT_MANY_INLINE four load_packed(const unsigned char* p)
{
    const __m256 w0 = load_two(p, p + 96), w1 = load_two(p + 16, p + 112), w2 = load_two(p + 32, p + 128);
    const four boxes = {_mm256_blend_ps(w0, w1, 0xcc), _mm256_shuffle_ps(w0, w2, 0x4e), _mm256_blend_ps(w1, w2, 0xcc)};
    return boxes;
}

HIT_MANY_INLINE __m256 even(__m256 first, __m256 last)
{
    return _mm256_shuffle_ps(first, last, 0x88);
}

HIT_MANY_INLINE __m256 odd(__m256 first, __m256 last)
{
    return _mm256_shuffle_ps(first, last, 0xdd);
}

HIT_MANY_INLINE __m256 dot(const __m256 n[3], const __m256 v[3])
{
    return _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(n[0], v[0]), _mm256_mul_ps(n[1], v[1])),
                         _mm256_mul_ps(n[2], v[2]));
}

// The marks of eight boxes: p holds 0, 1, 4, 5, q holds 2, 3, 6, 7.
HIT_MANY_INLINE unsigned marks_of(const constants* planes, four p, four q)
{
    const __m256 low[3] = {even(p.a, q.a), odd(p.a, q.a), even(p.b, q.b)};
    const __m256 high[3] = {odd(p.b, q.b), even(p.c, q.c), odd(p.c, q.c)};
    const __m256 half = _mm256_set1_ps(0.5f), sign = _mm256_set1_ps(-0.0f);
    const __m256 least = _mm256_min_ps(low[0], _mm256_min_ps(low[1], low[2]));
    const __m256 most = _mm256_max_ps(high[0], _mm256_max_ps(high[1], high[2]));
    const __m256 m = _mm256_max_ps(_mm256_xor_ps(sign, least), most);
    __m256 sound = _mm256_cmp_ps(m, _mm256_set1_ps(FLT_MAX), _CMP_LE_OQ), outside, inside, c[3], h[3];

    for (int k = 0; k < 3; k++) {
        const __m256 a = _mm256_mul_ps(half, low[k]), b = _mm256_mul_ps(half, high[k]);
        sound = _mm256_and_ps(sound, _mm256_cmp_ps(low[k], high[k], _CMP_LE_OQ));
        c[k] = _mm256_add_ps(b, a);
        h[k] = _mm256_sub_ps(b, a);
    }
    outside = _mm256_setzero_ps();
    inside = sound;
    for (int i = 0; i < 6; i++) {
        const __m256 middle = dot(planes->normal[i], c);
        const __m256 wide = _mm256_add_ps(dot(planes->size[i], h), _mm256_mul_ps(planes->pad[i], m));
        outside = _mm256_or_ps(outside, _mm256_cmp_ps(_mm256_add_ps(middle, wide), planes->outside[i], _CMP_LT_OQ));
        inside = _mm256_and_ps(inside, _mm256_cmp_ps(_mm256_sub_ps(middle, wide), planes->inside[i], _CMP_GE_OQ));
    }
    return (unsigned)_mm256_movemask_ps(_mm256_andnot_ps(outside, sound)) | (unsigned)_mm256_movemask_ps(inside) << 8;
}

HIT_MANY_INLINE unsigned group(const constants* planes, const unsigned char* p, size_t stride, bool packed)
{
    if (packed)
        return marks_of(planes, load_packed(p), load_packed(p + 48));
    return marks_of(planes, load_strided(p, stride), load_strided(p + 2 * stride, stride));
}

HIT_MANY_INLINE void prepare(const hit_frustum_rows* rows, constants* out)
{
    for (int i = 0; i < 6; i++) {
        const hit_frustum_row* row = &rows->row[i];
        for (int k = 0; k < 3; k++) {
            out->normal[i][k] = _mm256_set1_ps(row->normal[k]);
            out->size[i][k] = _mm256_set1_ps(row->size[k]);
        }
        out->pad[i] = _mm256_set1_ps(row->pad);
        out->outside[i] = _mm256_set1_ps(row->outside);
        out->inside[i] = _mm256_set1_ps(row->inside);
    }
}

#include "frustum/kernel_loops.h"

void hit_frustum_mark_avx2(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* touching,
                           uint64_t* inside)
{
    mark_any(rows, boxes, touching, inside);
}
