// f32x8: eight floats side by side, what the kernels of the tree are written in, once for all instruction sets.
//
// The including file chooses one by defining HIT_SIMD_AVX2 (one register), HIT_SIMD_SSE4 (two registers) or
// HIT_SIMD_PORTABLE (plain C, which compilers may vectorise). f32x8_max(a, b) and f32x8_min(a, b) are b where one of
// the two is NaN or both are zero. f32x8_mul_add may be fused or not: kernels only discard what certainly does not
// count, by bounds that hold either way.
//
// f32x8_max_nonneg, f32x8_min_nonneg and f32x8_le_nonneg are f32x8_max, f32x8_min and f32x8_le for numbers that are not
// negative, by their bits, as integers: that takes 1 cycle where floats take 4, and a traversal waits for each of them.
// Negative numbers, and -0, are before all others; among themselves they are in no order. (Plain C compares floats.)
#ifndef HITSCAN_SIMD_F32X8_H
#define HITSCAN_SIMD_F32X8_H

#include "base/bits.h"

#include <hitscan/shapes.h>

#include <math.h>
#include <string.h>

// Vector code must be inlined to stay in registers; plain C is left to the compiler.
#if defined(__GNUC__) && (defined(HIT_SIMD_AVX2) || defined(HIT_SIMD_SSE4))
#define SIMD_INLINE static inline __attribute__((always_inline))
#else
#define SIMD_INLINE static inline
#endif

SIMD_INLINE uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

SIMD_INLINE float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// A function of its own, so that what it does costs the traversal around it no registers.
#if defined(__GNUC__)
#define SIMD_NOINLINE __attribute__((noinline))
#else
#define SIMD_NOINLINE
#endif

// The same pointer. Compilers do not know that what it points to is what they know already, and load it anew instead of
// keeping it on the stack.
SIMD_INLINE const void* opaque_pointer(const void* p)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(p));
#endif
    return p;
}

#if defined(HIT_SIMD_AVX2)

#include <immintrin.h>

typedef __m256 f32x8;
typedef __m256 f32x8_mask; // all ones or all zeros in each lane
typedef __m256i f32x8_slots;

SIMD_INLINE f32x8 f32x8_load(const float* p)
{
    return _mm256_load_ps(p);
}
SIMD_INLINE void f32x8_store(float* p, f32x8 a)
{
    _mm256_store_ps(p, a);
}
// The same at any address.
SIMD_INLINE f32x8 f32x8_load_unaligned(const float* p)
{
    return _mm256_loadu_ps(p);
}
SIMD_INLINE void f32x8_store_unaligned(float* p, f32x8 a)
{
    _mm256_storeu_ps(p, a);
}
SIMD_INLINE f32x8 f32x8_splat(float x)
{
    return _mm256_set1_ps(x);
}
SIMD_INLINE f32x8 f32x8_add(f32x8 a, f32x8 b)
{
    return _mm256_add_ps(a, b);
}
SIMD_INLINE f32x8 f32x8_sub(f32x8 a, f32x8 b)
{
    return _mm256_sub_ps(a, b);
}
SIMD_INLINE f32x8 f32x8_mul(f32x8 a, f32x8 b)
{
    return _mm256_mul_ps(a, b);
}
SIMD_INLINE f32x8 f32x8_div(f32x8 a, f32x8 b)
{
    return _mm256_div_ps(a, b);
}
SIMD_INLINE f32x8 f32x8_mul_add(f32x8 a, f32x8 b, f32x8 c)
{
    return _mm256_fmadd_ps(a, b, c);
}
SIMD_INLINE f32x8 f32x8_mul_sub(f32x8 a, f32x8 b, f32x8 c)
{
    return _mm256_fmsub_ps(a, b, c);
}
// c - a·b
SIMD_INLINE f32x8 f32x8_sub_mul(f32x8 c, f32x8 a, f32x8 b)
{
    return _mm256_fnmadd_ps(a, b, c);
}
SIMD_INLINE f32x8 f32x8_max(f32x8 a, f32x8 b)
{
    return _mm256_max_ps(a, b);
}
SIMD_INLINE f32x8 f32x8_min(f32x8 a, f32x8 b)
{
    return _mm256_min_ps(a, b);
}
SIMD_INLINE f32x8 f32x8_abs(f32x8 a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
// a times the sign of b
SIMD_INLINE f32x8 f32x8_mul_sign(f32x8 a, f32x8 b)
{
    return _mm256_xor_ps(a, _mm256_and_ps(b, _mm256_set1_ps(-0.0f)));
}
SIMD_INLINE f32x8 f32x8_negate(f32x8 a)
{
    return _mm256_xor_ps(_mm256_set1_ps(-0.0f), a);
}
SIMD_INLINE f32x8_mask f32x8_le(f32x8 a, f32x8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}
SIMD_INLINE f32x8_mask f32x8_lt(f32x8 a, f32x8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
SIMD_INLINE f32x8_mask f32x8_eq(f32x8 a, f32x8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}
SIMD_INLINE f32x8_mask f32x8_or(f32x8_mask a, f32x8_mask b)
{
    return _mm256_or_ps(a, b);
}
SIMD_INLINE f32x8_mask f32x8_and(f32x8_mask a, f32x8_mask b)
{
    return _mm256_and_ps(a, b);
}
SIMD_INLINE f32x8 f32x8_max_nonneg(f32x8 a, f32x8 b)
{
    return _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
SIMD_INLINE f32x8 f32x8_min_nonneg(f32x8 a, f32x8 b)
{
    return _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
SIMD_INLINE f32x8_mask f32x8_le_nonneg(f32x8 a, f32x8 b)
{
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(f32x8_max_nonneg(a, b)), _mm256_castps_si256(b)));
}
// Where the mask is set, a, else b.
SIMD_INLINE f32x8 f32x8_select(f32x8_mask mask, f32x8 a, f32x8 b)
{
    return _mm256_blendv_ps(b, a, mask);
}
// Bit i is that of lane i.
SIMD_INLINE unsigned f32x8_mask_bits(f32x8_mask a)
{
    return (unsigned)_mm256_movemask_ps(a);
}
// Bit i is the sign of lane i.
SIMD_INLINE unsigned f32x8_signs(f32x8 a)
{
    return (unsigned)_mm256_movemask_ps(a);
}
// Bit i: number i of eight, at any address, is x.
SIMD_INLINE unsigned u32x8_eq_bits(const uint32_t* numbers, uint32_t x)
{
    const __m256i all = _mm256_loadu_si256((const __m256i*)(const void*)numbers);
    return f32x8_signs(_mm256_castsi256_ps(_mm256_cmpeq_epi32(all, _mm256_set1_epi32((int)x))));
}
// The eight numbers, of three bits each, of a corner word or an order (layout.h), and the values in these slots.
SIMD_INLINE f32x8_slots f32x8_unpack_slots(uint32_t word)
{
    return _mm256_srlv_epi32(_mm256_set1_epi32((int)word), _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21));
}
SIMD_INLINE f32x8 f32x8_permute(f32x8 a, f32x8_slots slots)
{
    return _mm256_permutevar8x32_ps(a, slots);
}
// The bfloat16 in the highest bytes of words[1] (its low byte) and words[2]. Four words are read; aligned to 16.
SIMD_INLINE f32x8 f32x8_splat_bfloat16(const uint32_t* words)
{
    const __m128i four = _mm_load_si128((const __m128i*)(const void*)words);
    const __m256i bytes = _mm256_set1_epi32(0x0b078080); // the last of words 1 and 2 above zeros
    return _mm256_castsi256_ps(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(four), bytes));
}

#elif defined(HIT_SIMD_SSE4)

#include <smmintrin.h>

typedef struct f32x8 {
    __m128 low, high;
} f32x8;
typedef f32x8 f32x8_mask;
typedef uint32_t f32x8_slots;

#define F32X8_EACH(result, name, expression)                                                                           \
    SIMD_INLINE result name(f32x8 p, f32x8 q)                                                                          \
    {                                                                                                                  \
        __m128 a = p.low, b = q.low;                                                                                   \
        f32x8 r;                                                                                                       \
        r.low = expression;                                                                                            \
        a = p.high, b = q.high;                                                                                        \
        r.high = expression;                                                                                           \
        return r;                                                                                                      \
    }

F32X8_EACH(f32x8, f32x8_add, _mm_add_ps(a, b))
F32X8_EACH(f32x8, f32x8_sub, _mm_sub_ps(a, b))
F32X8_EACH(f32x8, f32x8_mul, _mm_mul_ps(a, b))
F32X8_EACH(f32x8, f32x8_div, _mm_div_ps(a, b))
F32X8_EACH(f32x8, f32x8_max, _mm_max_ps(a, b))
F32X8_EACH(f32x8, f32x8_min, _mm_min_ps(a, b))
F32X8_EACH(f32x8_mask, f32x8_le, _mm_cmple_ps(a, b))
F32X8_EACH(f32x8_mask, f32x8_lt, _mm_cmplt_ps(a, b))
F32X8_EACH(f32x8_mask, f32x8_eq, _mm_cmpeq_ps(a, b))
F32X8_EACH(f32x8_mask, f32x8_or, _mm_or_ps(a, b))
F32X8_EACH(f32x8_mask, f32x8_and, _mm_and_ps(a, b))
F32X8_EACH(f32x8, f32x8_and_not, _mm_andnot_ps(a, b))
F32X8_EACH(f32x8, f32x8_xor, _mm_xor_ps(a, b))
F32X8_EACH(f32x8, f32x8_max_nonneg, _mm_castsi128_ps(_mm_max_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))
F32X8_EACH(f32x8, f32x8_min_nonneg, _mm_castsi128_ps(_mm_min_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))
F32X8_EACH(f32x8, f32x8_eq_bits, _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))

SIMD_INLINE f32x8_mask f32x8_le_nonneg(f32x8 a, f32x8 b)
{
    return f32x8_eq_bits(f32x8_max_nonneg(a, b), b);
}

SIMD_INLINE f32x8 f32x8_load(const float* p)
{
    const f32x8 r = {_mm_load_ps(p), _mm_load_ps(p + 4)};
    return r;
}
SIMD_INLINE void f32x8_store(float* p, f32x8 a)
{
    _mm_store_ps(p, a.low);
    _mm_store_ps(p + 4, a.high);
}
SIMD_INLINE f32x8 f32x8_load_unaligned(const float* p)
{
    const f32x8 r = {_mm_loadu_ps(p), _mm_loadu_ps(p + 4)};
    return r;
}
SIMD_INLINE void f32x8_store_unaligned(float* p, f32x8 a)
{
    _mm_storeu_ps(p, a.low);
    _mm_storeu_ps(p + 4, a.high);
}
SIMD_INLINE f32x8 f32x8_splat(float x)
{
    const f32x8 r = {_mm_set1_ps(x), _mm_set1_ps(x)};
    return r;
}
SIMD_INLINE f32x8 f32x8_abs(f32x8 a)
{
    return f32x8_and_not(f32x8_splat(-0.0f), a);
}
SIMD_INLINE f32x8 f32x8_mul_sign(f32x8 a, f32x8 b)
{
    return f32x8_xor(a, f32x8_and(b, f32x8_splat(-0.0f)));
}
SIMD_INLINE f32x8 f32x8_negate(f32x8 a)
{
    return f32x8_xor(f32x8_splat(-0.0f), a);
}
SIMD_INLINE f32x8 f32x8_select(f32x8_mask mask, f32x8 a, f32x8 b)
{
    const f32x8 r = {_mm_blendv_ps(b.low, a.low, mask.low), _mm_blendv_ps(b.high, a.high, mask.high)};
    return r;
}
SIMD_INLINE unsigned f32x8_mask_bits(f32x8_mask a)
{
    return (unsigned)_mm_movemask_ps(a.low) | (unsigned)_mm_movemask_ps(a.high) << 4;
}
SIMD_INLINE unsigned f32x8_signs(f32x8 a)
{
    return f32x8_mask_bits(a);
}
SIMD_INLINE unsigned u32x8_eq_bits(const uint32_t* numbers, uint32_t x)
{
    const __m128i* all = (const __m128i*)(const void*)numbers;
    const __m128i one = _mm_set1_epi32((int)x);
    const f32x8_mask same = {_mm_castsi128_ps(_mm_cmpeq_epi32(_mm_loadu_si128(all), one)),
                             _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_loadu_si128(all + 1), one))};
    return f32x8_mask_bits(same);
}

#else

typedef struct f32x8 {
    float at[8];
} f32x8;
typedef struct f32x8_mask {
    uint32_t at[8]; // all ones or all zeros
} f32x8_mask;
typedef uint32_t f32x8_slots;

#define F32X8_EACH(name, expression)                                                                                   \
    SIMD_INLINE f32x8 name(f32x8 p, f32x8 q)                                                                           \
    {                                                                                                                  \
        f32x8 r;                                                                                                       \
        for (int i = 0; i < 8; i++) {                                                                                  \
            const float a = p.at[i], b = q.at[i];                                                                      \
            r.at[i] = expression;                                                                                      \
        }                                                                                                              \
        return r;                                                                                                      \
    }
#define F32X8_COMPARE(name, expression)                                                                                \
    SIMD_INLINE f32x8_mask name(f32x8 p, f32x8 q)                                                                      \
    {                                                                                                                  \
        f32x8_mask r;                                                                                                  \
        for (int i = 0; i < 8; i++) {                                                                                  \
            const float a = p.at[i], b = q.at[i];                                                                      \
            r.at[i] = (expression) ? UINT32_MAX : 0;                                                                   \
        }                                                                                                              \
        return r;                                                                                                      \
    }

F32X8_EACH(f32x8_add, a + b)
F32X8_EACH(f32x8_sub, a - b)
F32X8_EACH(f32x8_mul, (a * b))
F32X8_EACH(f32x8_div, a / b)
F32X8_EACH(f32x8_max, a > b ? a : b)
F32X8_EACH(f32x8_min, a < b ? a : b)
F32X8_COMPARE(f32x8_le, a <= b)
F32X8_COMPARE(f32x8_lt, a < b)
F32X8_COMPARE(f32x8_eq, a == b)
F32X8_EACH(f32x8_max_nonneg, a > b ? a : b)
F32X8_EACH(f32x8_min_nonneg, a < b ? a : b)
F32X8_COMPARE(f32x8_le_nonneg, a <= b)

SIMD_INLINE f32x8 f32x8_load(const float* p)
{
    f32x8 r;
    memcpy(r.at, p, sizeof r.at);
    return r;
}
SIMD_INLINE void f32x8_store(float* p, f32x8 a)
{
    memcpy(p, a.at, sizeof a.at);
}
SIMD_INLINE f32x8 f32x8_load_unaligned(const float* p)
{
    return f32x8_load(p);
}
SIMD_INLINE void f32x8_store_unaligned(float* p, f32x8 a)
{
    f32x8_store(p, a);
}
SIMD_INLINE f32x8 f32x8_splat(float x)
{
    f32x8 r;
    for (int i = 0; i < 8; i++)
        r.at[i] = x;
    return r;
}
SIMD_INLINE f32x8 f32x8_abs(f32x8 a)
{
    for (int i = 0; i < 8; i++)
        a.at[i] = fabsf(a.at[i]);
    return a;
}
SIMD_INLINE f32x8 f32x8_mul_sign(f32x8 a, f32x8 b)
{
    for (int i = 0; i < 8; i++)
        a.at[i] = signbit(b.at[i]) ? -a.at[i] : a.at[i];
    return a;
}
SIMD_INLINE f32x8 f32x8_negate(f32x8 a)
{
    for (int i = 0; i < 8; i++)
        a.at[i] = -a.at[i];
    return a;
}
SIMD_INLINE f32x8_mask f32x8_or(f32x8_mask a, f32x8_mask b)
{
    for (int i = 0; i < 8; i++)
        a.at[i] |= b.at[i];
    return a;
}
SIMD_INLINE f32x8_mask f32x8_and(f32x8_mask a, f32x8_mask b)
{
    for (int i = 0; i < 8; i++)
        a.at[i] &= b.at[i];
    return a;
}
SIMD_INLINE f32x8 f32x8_select(f32x8_mask mask, f32x8 a, f32x8 b)
{
    for (int i = 0; i < 8; i++)
        b.at[i] = mask.at[i] ? a.at[i] : b.at[i];
    return b;
}
SIMD_INLINE unsigned f32x8_mask_bits(f32x8_mask a)
{
    unsigned bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= (a.at[i] & 1u) << i;
    return bits;
}
SIMD_INLINE unsigned f32x8_signs(f32x8 a)
{
    unsigned bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= bits_of(a.at[i]) >> 31 << i;
    return bits;
}
SIMD_INLINE unsigned u32x8_eq_bits(const uint32_t* numbers, uint32_t x)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= (unsigned)(numbers[i] == x) << i;
    return bits;
}

#endif

#if !defined(HIT_SIMD_AVX2)

SIMD_INLINE f32x8 f32x8_mul_add(f32x8 a, f32x8 b, f32x8 c)
{
    return f32x8_add(f32x8_mul(a, b), c);
}
SIMD_INLINE f32x8 f32x8_mul_sub(f32x8 a, f32x8 b, f32x8 c)
{
    return f32x8_sub(f32x8_mul(a, b), c);
}
SIMD_INLINE f32x8 f32x8_sub_mul(f32x8 c, f32x8 a, f32x8 b)
{
    return f32x8_sub(c, f32x8_mul(a, b));
}
SIMD_INLINE f32x8_slots f32x8_unpack_slots(uint32_t word)
{
    return word;
}
SIMD_INLINE f32x8 f32x8_splat_bfloat16(const uint32_t* words)
{
    return f32x8_splat(float_of((words[2] & 0xff000000u) | (words[1] & 0xff000000u) >> 8));
}
SIMD_INLINE f32x8 f32x8_permute(f32x8 a, f32x8_slots slots)
{
    _Alignas(16) float from[8], to[8];
    f32x8_store(from, a);
    for (int i = 0; i < 8; i++)
        to[i] = from[slots >> 3 * i & 7u];
    return f32x8_load(to);
}

#endif

#endif
