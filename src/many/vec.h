// Floats side by side, VEC_LANES of them, and boxes loaded into them: for kernels that are written once and compiled
// for each instruction set. The including file chooses one by defining HIT_VEC_AVX2 (eight floats), HIT_VEC_SSE4 (four)
// or HIT_VEC_PORTABLE (one: plain C). A vec is one register each time; wider ones would be kept in memory.
//
// Every operation is one rounding of IEEE arithmetic, never fused, so that all three give the same bits. vec_max(a, b)
// is b when one of them is NaN; comparisons with a NaN are false.
#ifndef HITSCAN_MANY_VEC_H
#define HITSCAN_MANY_VEC_H

#include "many/boxes.h"

#include <math.h>

// Define a function of two vectors by an instruction or operation.
#define VEC_OPERATION(result, name, type, expression)                                                                  \
    HIT_MANY_INLINE result name(type a, type b)                                                                        \
    {                                                                                                                  \
        return expression;                                                                                             \
    }

#if defined(HIT_VEC_AVX2)

#include <immintrin.h>

enum { VEC_LANES = 8 };

typedef __m256 vec;
typedef __m256 vec_mask; // all ones or all zeros in each lane

VEC_OPERATION(vec, vec_add, vec, _mm256_add_ps(a, b))
VEC_OPERATION(vec, vec_sub, vec, _mm256_sub_ps(a, b))
VEC_OPERATION(vec, vec_mul, vec, _mm256_mul_ps(a, b))
VEC_OPERATION(vec, vec_div, vec, _mm256_div_ps(a, b))
VEC_OPERATION(vec, vec_max, vec, _mm256_max_ps(a, b))
VEC_OPERATION(vec, vec_min, vec, _mm256_min_ps(a, b))
VEC_OPERATION(vec_mask, vec_above, vec, _mm256_cmp_ps(a, b, _CMP_GT_OQ))
VEC_OPERATION(vec_mask, vec_not_below, vec, _mm256_cmp_ps(a, b, _CMP_GE_OQ))
VEC_OPERATION(vec_mask, vec_and, vec_mask, _mm256_and_ps(a, b))
VEC_OPERATION(vec_mask, vec_or, vec_mask, _mm256_or_ps(a, b))
HIT_MANY_INLINE vec vec_all(float x)
{
    return _mm256_set1_ps(x);
}
HIT_MANY_INLINE vec vec_sqrt(vec a)
{
    return _mm256_sqrt_ps(a);
}
HIT_MANY_INLINE vec vec_abs(vec a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
// Bit i is that of lane i.
HIT_MANY_INLINE unsigned vec_bits(vec_mask a)
{
    return (unsigned)_mm256_movemask_ps(a);
}

// VEC_LANES floats that lie side by side.
HIT_MANY_INLINE vec vec_from(const float* p)
{
    return _mm256_loadu_ps(p);
}
HIT_MANY_INLINE void vec_to(vec a, float* p)
{
    _mm256_storeu_ps(p, a);
}
// a where the mask is set, else b.
HIT_MANY_INLINE vec vec_select(vec_mask mask, vec a, vec b)
{
    return _mm256_blendv_ps(b, a, mask);
}
// VEC_LANES indices of three bits each, from the lowest bits of a word up; and the floats of a table of eight that they
// choose.
typedef __m256i vec_index;
HIT_MANY_INLINE vec_index vec_index_from(uint32_t word)
{
    return _mm256_srlv_epi32(_mm256_set1_epi32((int)word), _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21));
}
HIT_MANY_INLINE vec vec_pick(const float* table, vec_index index)
{
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), index);
}

HIT_MANY_INLINE vec vec_load_two(const unsigned char* low, const unsigned char* high)
{
    const __m128 a = _mm_loadu_ps((const float*)(const void*)low), b = _mm_loadu_ps((const float*)(const void*)high);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
}

// The faces of VEC_LANES boxes: min.x min.y min.z max.x max.y max.z. In each half of a register, two boxes become the
// pairs (min.x, min.y), (min.z, max.x) and (max.y, max.z) of both, and the pairs of four boxes become faces. Nothing
// outside of the boxes is read: of boxes without gaps, three loads are two boxes; of others, two loads that overlap are
// one.
HIT_MANY_INLINE void vec_load_boxes(const unsigned char* p, size_t stride, vec face[6])
{
    vec pair[2][3];
    for (int i = 0; i < 2; i++) {
        const unsigned char *a = p + (size_t)(2 * i) * stride, *b = a + 4 * stride;
        if (stride == sizeof(hit_aabb)) {
            const vec w0 = vec_load_two(a, b), w1 = vec_load_two(a + 16, b + 16), w2 = vec_load_two(a + 32, b + 32);
            pair[i][0] = _mm256_blend_ps(w0, w1, 0xcc);
            pair[i][1] = _mm256_shuffle_ps(w0, w2, 0x4e);
            pair[i][2] = _mm256_blend_ps(w1, w2, 0xcc);
        } else {
            const unsigned char *c = a + stride, *d = b + stride;
            const vec low0 = vec_load_two(a, b), high0 = vec_load_two(a + 8, b + 8);
            const vec low1 = vec_load_two(c, d), high1 = vec_load_two(c + 8, d + 8);
            pair[i][0] = _mm256_shuffle_ps(low0, low1, 0x44);
            pair[i][1] = _mm256_shuffle_ps(low0, low1, 0xee);
            pair[i][2] = _mm256_shuffle_ps(high0, high1, 0xee);
        }
    }
    for (int k = 0; k < 3; k++) {
        face[2 * k] = _mm256_shuffle_ps(pair[0][k], pair[1][k], 0x88);
        face[2 * k + 1] = _mm256_shuffle_ps(pair[0][k], pair[1][k], 0xdd);
    }
}

#elif defined(HIT_VEC_SSE4)

#include <smmintrin.h>

enum { VEC_LANES = 4 };

typedef __m128 vec;
typedef __m128 vec_mask;

VEC_OPERATION(vec, vec_add, vec, _mm_add_ps(a, b))
VEC_OPERATION(vec, vec_sub, vec, _mm_sub_ps(a, b))
VEC_OPERATION(vec, vec_mul, vec, _mm_mul_ps(a, b))
VEC_OPERATION(vec, vec_div, vec, _mm_div_ps(a, b))
VEC_OPERATION(vec, vec_max, vec, _mm_max_ps(a, b))
VEC_OPERATION(vec, vec_min, vec, _mm_min_ps(a, b))
VEC_OPERATION(vec_mask, vec_above, vec, _mm_cmpgt_ps(a, b))
VEC_OPERATION(vec_mask, vec_not_below, vec, _mm_cmpge_ps(a, b))
VEC_OPERATION(vec_mask, vec_and, vec_mask, _mm_and_ps(a, b))
VEC_OPERATION(vec_mask, vec_or, vec_mask, _mm_or_ps(a, b))
HIT_MANY_INLINE vec vec_all(float x)
{
    return _mm_set1_ps(x);
}
HIT_MANY_INLINE vec vec_sqrt(vec a)
{
    return _mm_sqrt_ps(a);
}
HIT_MANY_INLINE vec vec_abs(vec a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
HIT_MANY_INLINE unsigned vec_bits(vec_mask a)
{
    return (unsigned)_mm_movemask_ps(a);
}

HIT_MANY_INLINE vec vec_from(const float* p)
{
    return _mm_loadu_ps(p);
}
HIT_MANY_INLINE void vec_to(vec a, float* p)
{
    _mm_storeu_ps(p, a);
}
HIT_MANY_INLINE vec vec_select(vec_mask mask, vec a, vec b)
{
    return _mm_blendv_ps(b, a, mask);
}
typedef uint32_t vec_index;
HIT_MANY_INLINE vec_index vec_index_from(uint32_t word)
{
    return word;
}
HIT_MANY_INLINE vec vec_pick(const float* table, vec_index index)
{
    return _mm_setr_ps(table[index & 7u], table[index >> 3 & 7u], table[index >> 6 & 7u], table[index >> 9 & 7u]);
}

HIT_MANY_INLINE vec vec_load(const unsigned char* p)
{
    return _mm_loadu_ps((const float*)(const void*)p);
}

// As above, halved.
HIT_MANY_INLINE void vec_load_boxes(const unsigned char* p, size_t stride, vec face[6])
{
    vec pair[2][3];
    for (int i = 0; i < 2; i++) {
        const unsigned char *a = p + (size_t)(2 * i) * stride, *b = a + stride;
        if (stride == sizeof(hit_aabb)) {
            const vec w0 = vec_load(a), w1 = vec_load(a + 16), w2 = vec_load(a + 32);
            pair[i][0] = _mm_blend_ps(w0, w1, 0xc);
            pair[i][1] = _mm_shuffle_ps(w0, w2, 0x4e);
            pair[i][2] = _mm_blend_ps(w1, w2, 0xc);
        } else {
            const vec low0 = vec_load(a), high0 = vec_load(a + 8), low1 = vec_load(b), high1 = vec_load(b + 8);
            pair[i][0] = _mm_shuffle_ps(low0, low1, 0x44);
            pair[i][1] = _mm_shuffle_ps(low0, low1, 0xee);
            pair[i][2] = _mm_shuffle_ps(high0, high1, 0xee);
        }
    }
    for (int k = 0; k < 3; k++) {
        face[2 * k] = _mm_shuffle_ps(pair[0][k], pair[1][k], 0x88);
        face[2 * k + 1] = _mm_shuffle_ps(pair[0][k], pair[1][k], 0xdd);
    }
}

#elif defined(HIT_VEC_PORTABLE)

enum { VEC_LANES = 1 };

typedef float vec;
typedef unsigned vec_mask; // 0 or 1

VEC_OPERATION(vec, vec_add, vec, a + b)
VEC_OPERATION(vec, vec_sub, vec, a - b)
VEC_OPERATION(vec, vec_mul, vec, (a * b))
VEC_OPERATION(vec, vec_div, vec, a / b)
VEC_OPERATION(vec, vec_max, vec, a > b ? a : b)
VEC_OPERATION(vec, vec_min, vec, a < b ? a : b)
VEC_OPERATION(vec_mask, vec_above, vec, a > b)
VEC_OPERATION(vec_mask, vec_not_below, vec, a >= b)
VEC_OPERATION(vec_mask, vec_and, vec_mask, (a & b))
VEC_OPERATION(vec_mask, vec_or, vec_mask, a | b)
HIT_MANY_INLINE vec vec_all(float x)
{
    return x;
}
HIT_MANY_INLINE vec vec_sqrt(vec a)
{
    return sqrtf(a);
}
HIT_MANY_INLINE vec vec_abs(vec a)
{
    return fabsf(a);
}
HIT_MANY_INLINE unsigned vec_bits(vec_mask a)
{
    return a;
}
HIT_MANY_INLINE vec vec_from(const float* p)
{
    return *p;
}
HIT_MANY_INLINE void vec_to(vec a, float* p)
{
    *p = a;
}
HIT_MANY_INLINE vec vec_select(vec_mask mask, vec a, vec b)
{
    return mask ? a : b;
}
typedef uint32_t vec_index;
HIT_MANY_INLINE vec_index vec_index_from(uint32_t word)
{
    return word;
}
HIT_MANY_INLINE vec vec_pick(const float* table, vec_index index)
{
    return table[index & 7u];
}
HIT_MANY_INLINE void vec_load_boxes(const unsigned char* p, size_t stride, vec face[6])
{
    (void)stride;
    memcpy(face, p, sizeof(hit_aabb));
}

#endif

// Sort VEC_LANES boxes into two sets, given as bits.
typedef void vec_classify(const void* shape, const vec face[6], unsigned* first, unsigned* second);

HIT_MANY_INLINE void vec_classify_strided(vec_classify* classify, const void* shape, const hit_many_boxes* boxes,
                                          size_t stride, uint64_t* first, uint64_t* second)
{
    const unsigned char* p = boxes->data;
    for (size_t begin = 0; begin < boxes->count; begin += 64) {
        const size_t n = boxes->count - begin < 64 ? boxes->count - begin : 64;
        uint64_t all_first = 0, all_second = 0;
        unsigned in_first, in_second;
        vec face[6];
        size_t i = 0;
        for (; i + VEC_LANES <= n; i += VEC_LANES, p += VEC_LANES * stride) {
            vec_load_boxes(p, stride, face);
            classify(shape, face, &in_first, &in_second);
            all_first |= (uint64_t)in_first << i;
            all_second |= (uint64_t)in_second << i;
        }
        if (i < n) {
            // The last few, with empty boxes after them.
            hit_aabb rest[VEC_LANES];
            memset(rest, 0xff, sizeof rest); // NaN
            for (size_t k = i; k < n; k++)
                rest[k - i] = hit_many_box(boxes, begin + k);
            vec_load_boxes((const unsigned char*)rest, sizeof rest[0], face);
            classify(shape, face, &in_first, &in_second);
            all_first |= (uint64_t)(in_first & ((1u << (n - i)) - 1u)) << i;
            all_second |= (uint64_t)(in_second & ((1u << (n - i)) - 1u)) << i;
        }
        first[begin / 64] = all_first;
        second[begin / 64] = all_second;
    }
}

// Classify all boxes: bit i % 64 of word i / 64 stands for box i, and all (count + 63) / 64 words are written.
// `classify` is to be a function that can be inlined: into two loops, one of them for boxes without gaps.
HIT_MANY_INLINE void vec_classify_boxes(vec_classify* classify, const void* shape, const hit_many_boxes* boxes,
                                        uint64_t* first, uint64_t* second)
{
    if (boxes->stride == sizeof(hit_aabb))
        vec_classify_strided(classify, shape, boxes, sizeof(hit_aabb), first, second);
    else
        vec_classify_strided(classify, shape, boxes, boxes->stride, first, second);
}

#endif
