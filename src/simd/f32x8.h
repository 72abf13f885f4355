// Eight floats side by side: what the kernels of the tree are written in, once for all instruction sets.
//
// The including file chooses one by defining HIT_LANES_AVX2 (one register), HIT_LANES_SSE4 (two registers) or
// HIT_LANES_PORTABLE (plain C, which compilers may vectorise). lanes_max(a, b) and lanes_min(a, b) are b where one of
// the two is NaN or both are zero. lanes_mul_add may be fused or not: kernels only discard what certainly does not
// count, by bounds that hold either way.
//
// lanes_later, lanes_sooner and lanes_not_after are lanes_max, lanes_min and lanes_at_most for numbers that are not
// negative, by their bits, as integers: that takes 1 cycle where floats take 4, and a walk waits for each of them. Negative
// numbers, and -0, are before all others; among themselves they are in no order. (Plain C compares floats.)
#ifndef HITSCAN_BVH_LANES_H
#define HITSCAN_BVH_LANES_H

#include "bvh/format/layout.h"

#include <math.h>
#include <string.h>

// Vector code must be inlined to stay in registers; plain C is left to the compiler.
#if defined(__GNUC__) && (defined(HIT_LANES_AVX2) || defined(HIT_LANES_SSE4))
#define LANES_INLINE static inline __attribute__((always_inline))
#else
#define LANES_INLINE static inline
#endif

LANES_INLINE uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

LANES_INLINE float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// A function of its own, so that what it does costs the walk around it no registers.
#if defined(__GNUC__)
#define LANES_APART __attribute__((noinline))
#else
#define LANES_APART
#endif

// The same pointer. Compilers do not know that what it points to is what they know already, and load it anew instead of
// keeping it on the stack.
LANES_INLINE const void* lanes_anew(const void* p)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(p));
#endif
    return p;
}

// The number of zeros below the lowest bit of x, which is not 0.
LANES_INLINE unsigned lowest_bit(unsigned x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(x);
#else
    unsigned n = 0;
    for (; !(x & 1u); x >>= 1)
        n++;
    return n;
#endif
}

LANES_INLINE unsigned count_bits(unsigned x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_popcount(x);
#else
    unsigned n = 0;
    for (; x != 0; x &= x - 1)
        n++;
    return n;
#endif
}

#if defined(HIT_LANES_AVX2)

#include <immintrin.h>

typedef __m256 lanes;
typedef __m256 lanes_mask; // all ones or all zeros in each lane
typedef __m256i lanes_slots;

LANES_INLINE lanes lanes_load(const float* p)
{
    return _mm256_load_ps(p);
}
LANES_INLINE void lanes_store(float* p, lanes a)
{
    _mm256_store_ps(p, a);
}
LANES_INLINE lanes lanes_all(float x)
{
    return _mm256_set1_ps(x);
}
LANES_INLINE lanes lanes_add(lanes a, lanes b)
{
    return _mm256_add_ps(a, b);
}
LANES_INLINE lanes lanes_sub(lanes a, lanes b)
{
    return _mm256_sub_ps(a, b);
}
LANES_INLINE lanes lanes_mul(lanes a, lanes b)
{
    return _mm256_mul_ps(a, b);
}
LANES_INLINE lanes lanes_div(lanes a, lanes b)
{
    return _mm256_div_ps(a, b);
}
LANES_INLINE lanes lanes_mul_add(lanes a, lanes b, lanes c)
{
    return _mm256_fmadd_ps(a, b, c);
}
LANES_INLINE lanes lanes_mul_sub(lanes a, lanes b, lanes c)
{
    return _mm256_fmsub_ps(a, b, c);
}
// c - a·b
LANES_INLINE lanes lanes_less_mul(lanes c, lanes a, lanes b)
{
    return _mm256_fnmadd_ps(a, b, c);
}
LANES_INLINE lanes lanes_max(lanes a, lanes b)
{
    return _mm256_max_ps(a, b);
}
LANES_INLINE lanes lanes_min(lanes a, lanes b)
{
    return _mm256_min_ps(a, b);
}
LANES_INLINE lanes lanes_abs(lanes a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
// a times the sign of b
LANES_INLINE lanes lanes_times_sign(lanes a, lanes b)
{
    return _mm256_xor_ps(a, _mm256_and_ps(b, _mm256_set1_ps(-0.0f)));
}
LANES_INLINE lanes lanes_negate(lanes a)
{
    return _mm256_xor_ps(_mm256_set1_ps(-0.0f), a);
}
LANES_INLINE lanes_mask lanes_at_most(lanes a, lanes b)
{
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}
LANES_INLINE lanes_mask lanes_below(lanes a, lanes b)
{
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
LANES_INLINE lanes_mask lanes_or(lanes_mask a, lanes_mask b)
{
    return _mm256_or_ps(a, b);
}
LANES_INLINE lanes_mask lanes_and(lanes_mask a, lanes_mask b)
{
    return _mm256_and_ps(a, b);
}
LANES_INLINE lanes lanes_later(lanes a, lanes b)
{
    return _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
LANES_INLINE lanes lanes_sooner(lanes a, lanes b)
{
    return _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
LANES_INLINE lanes_mask lanes_not_after(lanes a, lanes b)
{
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(lanes_later(a, b)), _mm256_castps_si256(b)));
}
// Where the mask is set, a, else b.
LANES_INLINE lanes lanes_choose(lanes_mask mask, lanes a, lanes b)
{
    return _mm256_blendv_ps(b, a, mask);
}
// Bit i is that of lane i.
LANES_INLINE unsigned lanes_bits(lanes_mask a)
{
    return (unsigned)_mm256_movemask_ps(a);
}
// Bit i is the sign of lane i.
LANES_INLINE unsigned lanes_signs(lanes a)
{
    return (unsigned)_mm256_movemask_ps(a);
}
// The eight numbers, of three bits each, of a corner word or an order (format.h), and the values that lie in these slots.
LANES_INLINE lanes_slots lanes_unpack(uint32_t word)
{
    return _mm256_srlv_epi32(_mm256_set1_epi32((int)word), _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21));
}
LANES_INLINE lanes lanes_pick(lanes a, lanes_slots slots)
{
    return _mm256_permutevar8x32_ps(a, slots);
}
// The largest extent of a triangle of a block (format.h).
LANES_INLINE lanes lanes_extent(const hit_bvh_block* block)
{
    const __m128i* words = (const __m128i*)(const void*)((const char*)block + sizeof block->x * 3);
    const __m256i bytes = _mm256_set1_epi32(0x0b078080); // the last of words 1 and 2 above zeros
    return _mm256_castsi256_ps(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_load_si128(words)), bytes));
}

#elif defined(HIT_LANES_SSE4)

#include <smmintrin.h>

typedef struct lanes {
    __m128 low, high;
} lanes;
typedef lanes lanes_mask;
typedef uint32_t lanes_slots;

#define LANES_EACH(result, name, expression)                                                                           \
    LANES_INLINE result name(lanes p, lanes q)                                                                         \
    {                                                                                                                  \
        __m128 a = p.low, b = q.low;                                                                                   \
        lanes r;                                                                                                       \
        r.low = expression;                                                                                            \
        a = p.high, b = q.high;                                                                                        \
        r.high = expression;                                                                                           \
        return r;                                                                                                      \
    }

LANES_EACH(lanes, lanes_add, _mm_add_ps(a, b))
LANES_EACH(lanes, lanes_sub, _mm_sub_ps(a, b))
LANES_EACH(lanes, lanes_mul, _mm_mul_ps(a, b))
LANES_EACH(lanes, lanes_div, _mm_div_ps(a, b))
LANES_EACH(lanes, lanes_max, _mm_max_ps(a, b))
LANES_EACH(lanes, lanes_min, _mm_min_ps(a, b))
LANES_EACH(lanes_mask, lanes_at_most, _mm_cmple_ps(a, b))
LANES_EACH(lanes_mask, lanes_below, _mm_cmplt_ps(a, b))
LANES_EACH(lanes_mask, lanes_or, _mm_or_ps(a, b))
LANES_EACH(lanes_mask, lanes_and, _mm_and_ps(a, b))
LANES_EACH(lanes, lanes_and_not, _mm_andnot_ps(a, b))
LANES_EACH(lanes, lanes_xor, _mm_xor_ps(a, b))
LANES_EACH(lanes, lanes_later, _mm_castsi128_ps(_mm_max_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))
LANES_EACH(lanes, lanes_sooner, _mm_castsi128_ps(_mm_min_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))
LANES_EACH(lanes, lanes_same, _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(a), _mm_castps_si128(b))))

LANES_INLINE lanes_mask lanes_not_after(lanes a, lanes b)
{
    return lanes_same(lanes_later(a, b), b);
}

LANES_INLINE lanes lanes_load(const float* p)
{
    const lanes r = {_mm_load_ps(p), _mm_load_ps(p + 4)};
    return r;
}
LANES_INLINE void lanes_store(float* p, lanes a)
{
    _mm_store_ps(p, a.low);
    _mm_store_ps(p + 4, a.high);
}
LANES_INLINE lanes lanes_all(float x)
{
    const lanes r = {_mm_set1_ps(x), _mm_set1_ps(x)};
    return r;
}
LANES_INLINE lanes lanes_abs(lanes a)
{
    return lanes_and_not(lanes_all(-0.0f), a);
}
LANES_INLINE lanes lanes_times_sign(lanes a, lanes b)
{
    return lanes_xor(a, lanes_and(b, lanes_all(-0.0f)));
}
LANES_INLINE lanes lanes_negate(lanes a)
{
    return lanes_xor(lanes_all(-0.0f), a);
}
LANES_INLINE lanes lanes_choose(lanes_mask mask, lanes a, lanes b)
{
    const lanes r = {_mm_blendv_ps(b.low, a.low, mask.low), _mm_blendv_ps(b.high, a.high, mask.high)};
    return r;
}
LANES_INLINE unsigned lanes_bits(lanes_mask a)
{
    return (unsigned)_mm_movemask_ps(a.low) | (unsigned)_mm_movemask_ps(a.high) << 4;
}
LANES_INLINE unsigned lanes_signs(lanes a)
{
    return lanes_bits(a);
}

#else

typedef struct lanes {
    float at[8];
} lanes;
typedef struct lanes_mask {
    uint32_t at[8]; // all ones or all zeros
} lanes_mask;
typedef uint32_t lanes_slots;

#define LANES_EACH(name, expression)                                                                                   \
    LANES_INLINE lanes name(lanes p, lanes q)                                                                          \
    {                                                                                                                  \
        lanes r;                                                                                                       \
        for (int i = 0; i < 8; i++) {                                                                                  \
            const float a = p.at[i], b = q.at[i];                                                                      \
            r.at[i] = expression;                                                                                      \
        }                                                                                                              \
        return r;                                                                                                      \
    }
#define LANES_COMPARE(name, expression)                                                                                \
    LANES_INLINE lanes_mask name(lanes p, lanes q)                                                                     \
    {                                                                                                                  \
        lanes_mask r;                                                                                                  \
        for (int i = 0; i < 8; i++) {                                                                                  \
            const float a = p.at[i], b = q.at[i];                                                                      \
            r.at[i] = (expression) ? UINT32_MAX : 0;                                                                   \
        }                                                                                                              \
        return r;                                                                                                      \
    }

LANES_EACH(lanes_add, a + b)
LANES_EACH(lanes_sub, a - b)
LANES_EACH(lanes_mul, (a * b))
LANES_EACH(lanes_div, a / b)
LANES_EACH(lanes_max, a > b ? a : b)
LANES_EACH(lanes_min, a < b ? a : b)
LANES_COMPARE(lanes_at_most, a <= b)
LANES_COMPARE(lanes_below, a < b)
LANES_EACH(lanes_later, a > b ? a : b)
LANES_EACH(lanes_sooner, a < b ? a : b)
LANES_COMPARE(lanes_not_after, a <= b)

LANES_INLINE lanes lanes_load(const float* p)
{
    lanes r;
    memcpy(r.at, p, sizeof r.at);
    return r;
}
LANES_INLINE void lanes_store(float* p, lanes a)
{
    memcpy(p, a.at, sizeof a.at);
}
LANES_INLINE lanes lanes_all(float x)
{
    lanes r;
    for (int i = 0; i < 8; i++)
        r.at[i] = x;
    return r;
}
LANES_INLINE lanes lanes_abs(lanes a)
{
    for (int i = 0; i < 8; i++)
        a.at[i] = fabsf(a.at[i]);
    return a;
}
LANES_INLINE lanes lanes_times_sign(lanes a, lanes b)
{
    for (int i = 0; i < 8; i++)
        a.at[i] = signbit(b.at[i]) ? -a.at[i] : a.at[i];
    return a;
}
LANES_INLINE lanes lanes_negate(lanes a)
{
    for (int i = 0; i < 8; i++)
        a.at[i] = -a.at[i];
    return a;
}
LANES_INLINE lanes_mask lanes_or(lanes_mask a, lanes_mask b)
{
    for (int i = 0; i < 8; i++)
        a.at[i] |= b.at[i];
    return a;
}
LANES_INLINE lanes_mask lanes_and(lanes_mask a, lanes_mask b)
{
    for (int i = 0; i < 8; i++)
        a.at[i] &= b.at[i];
    return a;
}
LANES_INLINE lanes lanes_choose(lanes_mask mask, lanes a, lanes b)
{
    for (int i = 0; i < 8; i++)
        b.at[i] = mask.at[i] ? a.at[i] : b.at[i];
    return b;
}
LANES_INLINE unsigned lanes_bits(lanes_mask a)
{
    unsigned bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= (a.at[i] & 1u) << i;
    return bits;
}
LANES_INLINE unsigned lanes_signs(lanes a)
{
    unsigned bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= bits_of(a.at[i]) >> 31 << i;
    return bits;
}

#endif

#if !defined(HIT_LANES_AVX2)

LANES_INLINE lanes lanes_mul_add(lanes a, lanes b, lanes c)
{
    return lanes_add(lanes_mul(a, b), c);
}
LANES_INLINE lanes lanes_mul_sub(lanes a, lanes b, lanes c)
{
    return lanes_sub(lanes_mul(a, b), c);
}
LANES_INLINE lanes lanes_less_mul(lanes c, lanes a, lanes b)
{
    return lanes_sub(c, lanes_mul(a, b));
}
LANES_INLINE lanes_slots lanes_unpack(uint32_t word)
{
    return word;
}
LANES_INLINE lanes lanes_extent(const hit_bvh_block* block)
{
    return lanes_all(float_of(hit_bvh_block_extent_bits(block)));
}
LANES_INLINE lanes lanes_pick(lanes a, lanes_slots slots)
{
    _Alignas(16) float from[8], to[8];
    lanes_store(from, a);
    for (int i = 0; i < 8; i++)
        to[i] = from[slots >> 3 * i & 7u];
    return lanes_load(to);
}

#endif

#endif
