// The vectors in plain C: what each type and each call means. The other headers give the same numbers in every lane,
// but for the bits of a NaN.
//
// What instruction sets do differently is settled here:
// - min and max are a < b ? a : b and a > b ? a : b: b where one of the two is NaN, or both are zeros.
// - mul_add, mul_sub and sub_mul round once or twice: bounds must hold either way. All else rounds once.
// - A comparison with a NaN is false, but for ne. Of floats it gives a mask: all lanes' bits, or none of them. Of whole
//   numbers it gives whole numbers: -1 or 0.
// - max_nonneg, min_nonneg and le_nonneg are max, min and le for numbers that are not negative, by their bits as
//   integers: that takes 1 cycle where floats take 4, and a traversal waits for each of them. Negative numbers, and -0,
//   are before all others; among themselves they are in no order. (Plain C compares floats.)
// - from_f32x4 and from_f32x8 round to zero, and want numbers that fit.
// - shift_left and shift_right take 0 to 31 places.
// - In vectors of 256 bits, shuffle, shuffle2, blend, zip, widen, drop_three and pick_bytes do to each half what the
//   call
//   of the same name does to a vector of 128 bits.
// - load and store take any address; load_aligned and store_aligned one that is a multiple of the size of a vector,
//   those of f32x8 of 16 where registers have 128 bits.
#ifndef HITSCAN_SIMD_PORTABLE_H
#define HITSCAN_SIMD_PORTABLE_H

#include "simd/simd.h"

typedef struct f32x4 {
    float at[4];
} f32x4;
typedef struct f32x8 {
    float at[8];
} f32x8;
typedef struct f64x2 {
    double at[2];
} f64x2;
typedef struct f64x4 {
    double at[4];
} f64x4;
typedef struct i32x4 {
    int32_t at[4];
} i32x4;
typedef struct i32x8 {
    int32_t at[8];
} i32x8;
typedef struct u16x4 {
    uint16_t at[4];
} u16x4;
typedef struct u16x8 {
    uint16_t at[8];
} u16x8;
typedef struct u16x16 {
    uint16_t at[16];
} u16x16;
typedef struct u8x16 {
    uint8_t at[16];
} u8x16;
typedef struct f32x4_mask {
    uint32_t at[4]; // all ones or all zeros
} f32x4_mask;
typedef struct f32x8_mask {
    uint32_t at[8];
} f32x8_mask;
typedef struct f64x2_mask {
    uint32_t at[2];
} f64x2_mask;
typedef struct f64x4_mask {
    uint32_t at[4];
} f64x4_mask;
typedef uint32_t f32x8_slots;

// The innermost loops of a build are in f32x4, i32x4 and u16x8: they are always inlined.
#define SIMD_INLINE_f32x4 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_i32x4 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_u16x8 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_u16x4 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_u8x16 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_f64x2 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_i32x8 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_u16x16 SIMD_ALWAYS_INLINE
#define SIMD_INLINE_f32x8 SIMD_INLINE
#define SIMD_INLINE_f64x4 SIMD_INLINE

// Of a type of n lanes, a call that is an expression of the lanes a, b and c of its arguments.
#define SIMD_EACH_1(type, n, lane, result, name, expression)                                                           \
    SIMD_INLINE_##type result name(type p)                                                                             \
    {                                                                                                                  \
        result r;                                                                                                      \
        for (int i = 0; i < (n); i++) {                                                                                \
            const lane a = p.at[i];                                                                                    \
            r.at[i] = (expression);                                                                                    \
        }                                                                                                              \
        return r;                                                                                                      \
    }
#define SIMD_EACH_2(type, n, lane, result, name, expression)                                                           \
    SIMD_INLINE_##type result name(type p, type q)                                                                     \
    {                                                                                                                  \
        result r;                                                                                                      \
        for (int i = 0; i < (n); i++) {                                                                                \
            const lane a = p.at[i], b = q.at[i];                                                                       \
            r.at[i] = (expression);                                                                                    \
        }                                                                                                              \
        return r;                                                                                                      \
    }
#define SIMD_MASK_2(type, n, lane, name, expression)                                                                   \
    SIMD_EACH_2(type, n, lane, type##_mask, name, (expression) ? UINT32_MAX : 0)

// What all types have. load and store; one number in all lanes.
// NOLINTBEGIN(bugprone-macro-parentheses): types need none
#define SIMD_MEMORY(type, n, lane)                                                                                     \
    SIMD_INLINE_##type type type##_load(const lane* p)                                                                 \
    {                                                                                                                  \
        type r;                                                                                                        \
        memcpy(r.at, p, sizeof r.at);                                                                                  \
        return r;                                                                                                      \
    }                                                                                                                  \
    SIMD_INLINE_##type void type##_store(lane* p, type a)                                                              \
    {                                                                                                                  \
        memcpy(p, a.at, sizeof a.at);                                                                                  \
    }                                                                                                                  \
    SIMD_INLINE_##type type type##_splat(lane x)                                                                       \
    {                                                                                                                  \
        type r;                                                                                                        \
        for (int i = 0; i < (n); i++)                                                                                  \
            r.at[i] = x;                                                                                               \
        return r;                                                                                                      \
    }
// NOLINTEND(bugprone-macro-parentheses)
#define SIMD_MASKS(type, n)                                                                                            \
    SIMD_INLINE_##type type##_mask type##_mask_and(type##_mask a, type##_mask b)                                       \
    {                                                                                                                  \
        for (int i = 0; i < (n); i++)                                                                                  \
            a.at[i] &= b.at[i];                                                                                        \
        return a;                                                                                                      \
    }                                                                                                                  \
    SIMD_INLINE_##type type##_mask type##_mask_or(type##_mask a, type##_mask b)                                        \
    {                                                                                                                  \
        for (int i = 0; i < (n); i++)                                                                                  \
            a.at[i] |= b.at[i];                                                                                        \
        return a;                                                                                                      \
    }                                                                                                                  \
    /* Bit i is that of lane i. */                                                                                     \
    SIMD_INLINE_##type unsigned type##_mask_bits(type##_mask a)                                                        \
    {                                                                                                                  \
        unsigned bits = 0;                                                                                             \
        for (int i = 0; i < (n); i++)                                                                                  \
            bits |= (a.at[i] & 1u) << i;                                                                               \
        return bits;                                                                                                   \
    }                                                                                                                  \
    /* Where the mask is set, a, else b. */                                                                            \
    SIMD_INLINE_##type type type##_select(type##_mask mask, type a, type b)                                            \
    {                                                                                                                  \
        for (int i = 0; i < (n); i++)                                                                                  \
            b.at[i] = mask.at[i] ? a.at[i] : b.at[i];                                                                  \
        return b;                                                                                                      \
    }

// What all types of floats and doubles have.
#define SIMD_ARITHMETIC(type, n, lane)                                                                                 \
    SIMD_MEMORY(type, n, lane)                                                                                         \
    SIMD_MASKS(type, n)                                                                                                \
    SIMD_EACH_2(type, n, lane, type, type##_add, a + b)                                                                \
    SIMD_EACH_2(type, n, lane, type, type##_sub, a - b)                                                                \
    SIMD_EACH_2(type, n, lane, type, type##_mul, (a * b))                                                              \
    SIMD_EACH_2(type, n, lane, type, type##_div, a / b)                                                                \
    SIMD_EACH_2(type, n, lane, type, type##_min, a < b ? a : b)                                                        \
    SIMD_EACH_2(type, n, lane, type, type##_max, a > b ? a : b)                                                        \
    /* a times the sign of b. */                                                                                       \
    SIMD_EACH_2(type, n, lane, type, type##_mul_sign, signbit(b) ? -a : a)                                             \
    SIMD_MASK_2(type, n, lane, type##_eq, a == b)                                                                      \
    SIMD_MASK_2(type, n, lane, type##_lt, a < b)                                                                       \
    SIMD_MASK_2(type, n, lane, type##_le, a <= b)                                                                      \
    SIMD_MASK_2(type, n, lane, type##_gt, a > b)                                                                       \
    SIMD_MASK_2(type, n, lane, type##_ge, a >= b)                                                                      \
    SIMD_CALL(type, type##_mul_add, (type a, type b, type c), type##_add(type##_mul(a, b), c))                         \
    SIMD_CALL(type, type##_mul_sub, (type a, type b, type c), type##_sub(type##_mul(a, b), c))                         \
    /* Bit i is the sign of lane i, that of a zero or a NaN too. */                                                    \
    SIMD_INLINE_##type unsigned type##_signs(type a)                                                                   \
    {                                                                                                                  \
        unsigned bits = 0;                                                                                             \
        for (int i = 0; i < (n); i++)                                                                                  \
            bits |= (unsigned)(signbit(a.at[i]) != 0) << i;                                                            \
        return bits;                                                                                                   \
    }                                                                                                                  \
    /* Lane 0. */                                                                                                      \
    SIMD_INLINE_##type lane type##_first(type a)                                                                       \
    {                                                                                                                  \
        return a.at[0];                                                                                                \
    }

SIMD_ARITHMETIC(f32x4, 4, float)
SIMD_ARITHMETIC(f32x8, 8, float)
SIMD_ARITHMETIC(f64x2, 2, double)
SIMD_ARITHMETIC(f64x4, 4, double)

// ---- Floats ---------------------------------------------------------------------------------------------------------

#define SIMD_FLOATS(type, n)                                                                                           \
    SIMD_CALL(type, type##_load_aligned, (const float* p), type##_load(p))                                             \
    SIMD_STORE(type##_store_aligned, (float* p, type a), type##_store(p, a))                                           \
    SIMD_EACH_1(type, n, float, type, type##_sqrt, sqrtf(a))                                                           \
    SIMD_EACH_1(type, n, float, type, type##_abs, fabsf(a))                                                            \
    SIMD_EACH_1(type, n, float, type, type##_negate, -a)                                                               \
    SIMD_EACH_2(type, n, float, type, type##_max_nonneg, a > b ? a : b)                                                \
    SIMD_EACH_2(type, n, float, type, type##_min_nonneg, a < b ? a : b)                                                \
    SIMD_MASK_2(type, n, float, type##_le_nonneg, a <= b)                                                              \
    /* c - a·b */                                                                                                     \
    SIMD_CALL(type, type##_sub_mul, (type c, type a, type b), type##_sub(c, type##_mul(a, b)))

SIMD_FLOATS(f32x4, 4)
SIMD_FLOATS(f32x8, 8)

SIMD_ALWAYS_INLINE f32x4 f32x4_make(float x, float y, float z, float w)
{
    const f32x4 r = {{x, y, z, w}};
    return r;
}
// Three floats, and 0. No byte beyond them is read, or written.
SIMD_ALWAYS_INLINE f32x4 f32x4_load_point(const void* p)
{
    f32x4 a = {{0.0f, 0.0f, 0.0f, 0.0f}};
    memcpy(a.at, p, 3 * sizeof a.at[0]);
    return a;
}
SIMD_ALWAYS_INLINE void f32x4_store_point(float* p, f32x4 a)
{
    memcpy(p, a.at, 3 * sizeof a.at[0]);
}
// The first two lanes.
SIMD_ALWAYS_INLINE void f32x4_store_two(float* p, f32x4 a)
{
    memcpy(p, a.at, 2 * sizeof a.at[0]);
}
// The size of a, which is not negative, with the sign of b.
SIMD_EACH_2(f32x4, 4, float, f32x4, f32x4_copysign, copysignf(a, b))
// Whether the sign is +. For mask_and, mask_or, mask_all and mask_bits, not for select.
SIMD_EACH_1(f32x4, 4, float, f32x4_mask, f32x4_sign_clear, signbit(a) ? 0 : UINT32_MAX)
// Those of two, the first one's in bits 0 to 3.
SIMD_CALL(unsigned, f32x4_mask_bits_of_two, (f32x4_mask low, f32x4_mask high),
          f32x4_mask_bits(low) | f32x4_mask_bits(high) << 4)
SIMD_CALL(bool, f32x4_mask_all, (f32x4_mask a), f32x4_mask_bits(a) == 15)
// The lanes i, j, k, l of a; and the lanes i, j of a and k, l of b. All are constants.
#define f32x4_shuffle(a, i, j, k, l) f32x4_shuffle2(a, a, i, j, k, l)
#define f32x4_shuffle2(a, b, i, j, k, l) f32x4_make((a).at[i], (a).at[j], (b).at[k], (b).at[l])
// Bit i of a constant: lane i is that of b, else that of a.
#define f32x4_blend(a, b, lanes)                                                                                       \
    f32x4_make((lanes)&1 ? (b).at[0] : (a).at[0], (lanes)&2 ? (b).at[1] : (a).at[1],                                   \
               (lanes)&4 ? (b).at[2] : (a).at[2], (lanes)&8 ? (b).at[3] : (a).at[3])
// a0 b0 a1 b1; a2 b2 a3 b3; a0 a1 b0 b1; a2 a3 b2 b3.
SIMD_CALL(f32x4, f32x4_zip_low, (f32x4 a, f32x4 b), f32x4_make(a.at[0], b.at[0], a.at[1], b.at[1]))
SIMD_CALL(f32x4, f32x4_zip_high, (f32x4 a, f32x4 b), f32x4_make(a.at[2], b.at[2], a.at[3], b.at[3]))
SIMD_CALL(f32x4, f32x4_join_low, (f32x4 a, f32x4 b), f32x4_make(a.at[0], a.at[1], b.at[0], b.at[1]))
SIMD_CALL(f32x4, f32x4_join_high, (f32x4 a, f32x4 b), f32x4_make(a.at[2], a.at[3], b.at[2], b.at[3]))
// a1 a2 a3 0; and a0 a1 a2 x.
SIMD_CALL(f32x4, f32x4_drop_first, (f32x4 a), f32x4_make(a.at[1], a.at[2], a.at[3], 0.0f))
SIMD_CALL(f32x4, f32x4_with_last, (f32x4 a, float x), f32x4_make(a.at[0], a.at[1], a.at[2], x))
// The numbers of a table in four or eight slots: three bits each, from the lowest up.
SIMD_CALL(f32x4, f32x4_pick, (const float table[8], uint32_t slots),
          f32x4_make(table[slots & 7u], table[slots >> 3 & 7u], table[slots >> 6 & 7u], table[slots >> 9 & 7u]))
SIMD_ALWAYS_INLINE void f32x4_transpose(f32x4 row[4])
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) {
            const float kept = row[i].at[j];
            row[i].at[j] = row[j].at[i];
            row[j].at[i] = kept;
        }
}

SIMD_INLINE f32x8 f32x8_from_halves(f32x4 low, f32x4 high)
{
    f32x8 r;
    memcpy(r.at, low.at, sizeof low.at);
    memcpy(r.at + 4, high.at, sizeof high.at);
    return r;
}
SIMD_CALL(f32x4, f32x8_low, (f32x8 a), f32x4_load(a.at))
SIMD_CALL(f32x4, f32x8_high, (f32x8 a), f32x4_load(a.at + 4))
#define f32x8_shuffle2(a, b, i, j, k, l)                                                                               \
    f32x8_from_halves(f32x4_shuffle2(f32x8_low(a), f32x8_low(b), i, j, k, l),                                          \
                      f32x4_shuffle2(f32x8_high(a), f32x8_high(b), i, j, k, l))
#define f32x8_blend(a, b, lanes)                                                                                       \
    f32x8_from_halves(f32x4_blend(f32x8_low(a), f32x8_low(b), lanes), f32x4_blend(f32x8_high(a), f32x8_high(b), lanes))
// The eight slots, of three bits each, of a corner word or an order (bvh/format/layout.h), and the lanes in these
// slots.
SIMD_CALL(f32x8_slots, f32x8_unpack_slots, (uint32_t word), word)
SIMD_INLINE f32x8 f32x8_permute(f32x8 a, f32x8_slots slots)
{
    f32x8 r;
    for (int i = 0; i < 8; i++)
        r.at[i] = a.at[slots >> 3 * i & 7u];
    return r;
}
SIMD_CALL(f32x8, f32x8_pick, (const float table[8], f32x8_slots slots), f32x8_permute(f32x8_load(table), slots))
// The bfloat16 in the highest bytes of words[1] (its low byte) and words[2], in all lanes. Four words are read; aligned
// to 16.
SIMD_CALL(f32x8, f32x8_splat_bfloat16, (const uint32_t* words),
          f32x8_splat(float_of((words[2] & 0xff000000u) | (words[1] & 0xff000000u) >> 8)))
// Bit i: number i of eight, at any address, is x.
SIMD_INLINE unsigned u32x8_eq_bits(const uint32_t* numbers, uint32_t x)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= (unsigned)(numbers[i] == x) << i;
    return bits;
}

// ---- Doubles --------------------------------------------------------------------------------------------------------

SIMD_EACH_1(f64x2, 2, double, f64x2, f64x2_sqrt, sqrt(a))
SIMD_EACH_1(f64x2, 2, double, f64x2, f64x2_abs, fabs(a))
SIMD_EACH_1(f64x4, 4, double, f64x4, f64x4_abs, fabs(a))
SIMD_MASK_2(f64x2, 2, double, f64x2_ne, a != b)
SIMD_MASK_2(f64x4, 4, double, f64x4_ne, a != b)

SIMD_ALWAYS_INLINE f64x2 f64x2_make(double x, double y)
{
    const f64x2 r = {{x, y}};
    return r;
}
SIMD_CALL(f64x2, f64x2_swap, (f64x2 a), f64x2_make(a.at[1], a.at[0]))
SIMD_CALL(f64x2, f64x2_zip_low, (f64x2 a, f64x2 b), f64x2_make(a.at[0], b.at[0]))
SIMD_CALL(f64x2, f64x2_zip_high, (f64x2 a, f64x2 b), f64x2_make(a.at[1], b.at[1]))
SIMD_CALL(f64x2, f64x2_blend_second, (f64x2 a, f64x2 b), f64x2_make(a.at[0], b.at[1]))
// The first two lanes, or the others; and back, each rounded.
SIMD_CALL(f64x2, f64x2_from_f32x4_low, (f32x4 a), f64x2_make(a.at[0], a.at[1]))
SIMD_CALL(f64x2, f64x2_from_f32x4_high, (f32x4 a), f64x2_make(a.at[2], a.at[3]))
SIMD_CALL(f32x4, f32x4_from_f64x2, (f64x2 low, f64x2 high),
          f32x4_make((float)low.at[0], (float)low.at[1], (float)high.at[0], (float)high.at[1]))
// Where the sign is -, a, else b.
SIMD_CALL(f64x2, f64x2_select_negative, (f64x2 sign, f64x2 a, f64x2 b),
          f64x2_make(signbit(sign.at[0]) ? a.at[0] : b.at[0], signbit(sign.at[1]) ? a.at[1] : b.at[1]))

SIMD_INLINE f64x4 f64x4_make(double x, double y, double z, double w)
{
    const f64x4 r = {{x, y, z, w}};
    return r;
}
SIMD_CALL(f64x4, f64x4_from_halves, (f64x2 low, f64x2 high), f64x4_make(low.at[0], low.at[1], high.at[0], high.at[1]))
SIMD_CALL(f64x2, f64x4_low, (f64x4 a), f64x2_make(a.at[0], a.at[1]))
SIMD_CALL(f64x2, f64x4_high, (f64x4 a), f64x2_make(a.at[2], a.at[3]))
// Three numbers, and 0; the one after them may be read.
SIMD_CALL(f64x4, f64x4_load3, (const double* p), f64x4_make(p[0], p[1], p[2], 0.0))
SIMD_CALL(f64x4, f64x4_select_negative, (f64x4 sign, f64x4 a, f64x4 b),
          f64x4_make(signbit(sign.at[0]) ? a.at[0] : b.at[0], signbit(sign.at[1]) ? a.at[1] : b.at[1],
                     signbit(sign.at[2]) ? a.at[2] : b.at[2], signbit(sign.at[3]) ? a.at[3] : b.at[3]))
// a b c d to a b a b, to c d c d, to c d a b, to b a d c, and to b c a d.
SIMD_CALL(f64x4, f64x4_dup_low, (f64x4 a), f64x4_make(a.at[0], a.at[1], a.at[0], a.at[1]))
SIMD_CALL(f64x4, f64x4_dup_high, (f64x4 a), f64x4_make(a.at[2], a.at[3], a.at[2], a.at[3]))
SIMD_CALL(f64x4, f64x4_swap_halves, (f64x4 a), f64x4_make(a.at[2], a.at[3], a.at[0], a.at[1]))
SIMD_CALL(f64x4, f64x4_swap_pairs, (f64x4 a), f64x4_make(a.at[1], a.at[0], a.at[3], a.at[2]))
SIMD_CALL(f64x4, f64x4_yzx, (f64x4 a), f64x4_make(a.at[1], a.at[2], a.at[0], a.at[3]))
// One lane in all.
SIMD_CALL(f64x4, f64x4_splat_x, (f64x4 a), f64x4_splat(a.at[0]))
SIMD_CALL(f64x4, f64x4_splat_y, (f64x4 a), f64x4_splat(a.at[1]))
SIMD_CALL(f64x4, f64x4_splat_z, (f64x4 a), f64x4_splat(a.at[2]))
// a, but for lane 1, which is that of b.
SIMD_CALL(f64x4, f64x4_blend_second, (f64x4 a, f64x4 b), f64x4_make(a.at[0], b.at[1], a.at[2], a.at[3]))
SIMD_CALL(f64x4, f64x4_from_f32x4, (f32x4 a), f64x4_make(a.at[0], a.at[1], a.at[2], a.at[3]))
SIMD_CALL(f32x4, f32x4_from_f64x4, (f64x4 a),
          f32x4_make((float)a.at[0], (float)a.at[1], (float)a.at[2], (float)a.at[3]))

// ---- Whole numbers --------------------------------------------------------------------------------------------------

#define SIMD_WRAP(x) ((int32_t)(uint32_t)(x))
#define SIMD_INTEGERS(type, n, floats)                                                                                 \
    SIMD_EACH_2(type, n, int32_t, type, type##_add, SIMD_WRAP((uint32_t)a + (uint32_t)b))                              \
    SIMD_EACH_2(type, n, int32_t, type, type##_sub, SIMD_WRAP((uint32_t)a - (uint32_t)b))                              \
    SIMD_EACH_2(type, n, int32_t, type, type##_and, (a & b))                                                           \
    SIMD_EACH_2(type, n, int32_t, type, type##_or, a | b)                                                              \
    SIMD_EACH_2(type, n, int32_t, type, type##_and_not, (a & ~b))                                                      \
    SIMD_EACH_2(type, n, int32_t, type, type##_min, a < b ? a : b)                                                     \
    SIMD_EACH_2(type, n, int32_t, type, type##_max, a > b ? a : b)                                                     \
    SIMD_EACH_2(type, n, int32_t, type, type##_eq, a == b ? -1 : 0)                                                    \
    SIMD_EACH_2(type, n, int32_t, type, type##_lt, a < b ? -1 : 0)                                                     \
    SIMD_EACH_2(type, n, int32_t, type, type##_gt, a > b ? -1 : 0)                                                     \
    SIMD_EACH_1(type, n, int32_t, floats, floats##_from_##type, (float)a)                                              \
    SIMD_EACH_1(floats, n, float, type, type##_from_##floats, (int32_t)a)                                              \
    /* The same bits, as floats, and back; and the bits of a mask. */                                                  \
    SIMD_EACH_1(type, n, int32_t, floats, floats##_of_bits, float_of((uint32_t)a))                                     \
    SIMD_EACH_1(floats, n, float, type, type##_of_bits, (int32_t)bits_of(a))                                           \
    SIMD_INLINE_##type type type##_of_mask(floats##_mask a)                                                            \
    {                                                                                                                  \
        type r;                                                                                                        \
        memcpy(r.at, a.at, sizeof r.at);                                                                               \
        return r;                                                                                                      \
    }                                                                                                                  \
    SIMD_INLINE_##type type type##_shift_left(type a, int by)                                                          \
    {                                                                                                                  \
        for (int i = 0; i < (n); i++)                                                                                  \
            a.at[i] = SIMD_WRAP((uint32_t)a.at[i] << by);                                                              \
        return a;                                                                                                      \
    }                                                                                                                  \
    /* Bit i is the sign of lane i. */                                                                                 \
    SIMD_INLINE_##type unsigned type##_signs(type a)                                                                   \
    {                                                                                                                  \
        unsigned bits = 0;                                                                                             \
        for (int i = 0; i < (n); i++)                                                                                  \
            bits |= (unsigned)(a.at[i] < 0) << i;                                                                      \
        return bits;                                                                                                   \
    }                                                                                                                  \
    /* Where the mask is -1, a, and where it is 0, b. */                                                               \
    SIMD_INLINE_##type type type##_select(type mask, type a, type b)                                                   \
    {                                                                                                                  \
        for (int i = 0; i < (n); i++)                                                                                  \
            b.at[i] = mask.at[i] != 0 ? a.at[i] : b.at[i];                                                             \
        return b;                                                                                                      \
    }

SIMD_MEMORY(i32x4, 4, int32_t)
SIMD_INTEGERS(i32x4, 4, f32x4)
SIMD_EACH_2(i32x4, 4, int32_t, i32x4, i32x4_xor, a ^ b)
SIMD_EACH_2(i32x4, 4, int32_t, i32x4, i32x4_mul, SIMD_WRAP((uint32_t)a*(uint32_t)b))
SIMD_EACH_2(i32x4, 4, int32_t, i32x4, i32x4_min_unsigned, (uint32_t)a < (uint32_t)b ? a : b)
SIMD_EACH_1(i32x4, 4, int32_t, i32x4, i32x4_abs, a < 0 ? SIMD_WRAP(0u - (uint32_t)a) : a)

SIMD_ALWAYS_INLINE i32x4 i32x4_make(int32_t x, int32_t y, int32_t z, int32_t w)
{
    const i32x4 r = {{x, y, z, w}};
    return r;
}
SIMD_ALWAYS_INLINE i32x4 i32x4_shift_right(i32x4 a, int by)
{
    for (int i = 0; i < 4; i++)
        a.at[i] = SIMD_WRAP((uint32_t)a.at[i] >> by);
    return a;
}
SIMD_ALWAYS_INLINE i32x4 i32x4_with(i32x4 a, int lane, uint32_t x)
{
    a.at[lane] = (int32_t)x;
    return a;
}
// Lanes are constants.
#define i32x4_extract(a, lane) ((uint32_t)(a).at[lane])
#define i32x4_insert(a, lane, x) i32x4_with(a, lane, x)
#define i32x4_shuffle(a, i, j, k, l) i32x4_make((a).at[i], (a).at[j], (a).at[k], (a).at[l])
// Lane 0 in the low half, lane 1 in the high one.
SIMD_CALL(uint64_t, i32x4_first_two, (i32x4 a), (uint32_t)a.at[0] | (uint64_t)(uint32_t)a.at[1] << 32)
SIMD_CALL(i32x4, i32x4_zip_low, (i32x4 a, i32x4 b), i32x4_make(a.at[0], b.at[0], a.at[1], b.at[1]))
SIMD_CALL(i32x4, i32x4_zip_high, (i32x4 a, i32x4 b), i32x4_make(a.at[2], b.at[2], a.at[3], b.at[3]))
SIMD_CALL(i32x4, i32x4_join_low, (i32x4 a, i32x4 b), i32x4_make(a.at[0], a.at[1], b.at[0], b.at[1]))
SIMD_CALL(i32x4, i32x4_join_high, (i32x4 a, i32x4 b), i32x4_make(a.at[2], a.at[3], b.at[2], b.at[3]))

SIMD_MEMORY(u16x8, 8, uint16_t)
SIMD_CALL(u16x8, u16x8_load_aligned, (const void* p), u16x8_load((const uint16_t*)p))
SIMD_STORE(u16x8_store_aligned, (void* p, u16x8 a), u16x8_store((uint16_t*)p, a))
SIMD_EACH_2(u16x8, 8, uint16_t, u16x8, u16x8_max, a > b ? a : b)
SIMD_EACH_2(u16x8, 8, uint16_t, u16x8, u16x8_add, (uint16_t)(a + b))
// (a + b + 1) / 2, rounded down.
SIMD_EACH_2(u16x8, 8, uint16_t, u16x8, u16x8_average, (uint16_t)((a + b + 1) >> 1))
SIMD_EACH_1(u16x8, 8, uint16_t, u16x8, u16x8_not, (uint16_t)~a)
// a3 a4 a5 a6 a7 0 0 0
SIMD_ALWAYS_INLINE u16x8 u16x8_drop_three(u16x8 a)
{
    const u16x8 r = {{a.at[3], a.at[4], a.at[5], a.at[6], a.at[7], 0, 0, 0}};
    return r;
}
// a0 b0 a1 b1 a2 b2 a3 b3, and the same of the other lanes.
SIMD_ALWAYS_INLINE u16x8 u16x8_zip_low(u16x8 a, u16x8 b)
{
    const u16x8 r = {{a.at[0], b.at[0], a.at[1], b.at[1], a.at[2], b.at[2], a.at[3], b.at[3]}};
    return r;
}
SIMD_ALWAYS_INLINE u16x8 u16x8_zip_high(u16x8 a, u16x8 b)
{
    const u16x8 r = {{a.at[4], b.at[4], a.at[5], b.at[5], a.at[6], b.at[6], a.at[7], b.at[7]}};
    return r;
}
// a, but for the last two lanes, which are those of b.
SIMD_ALWAYS_INLINE u16x8 u16x8_blend_last(u16x8 a, u16x8 b)
{
    a.at[6] = b.at[6];
    a.at[7] = b.at[7];
    return a;
}
// a0 a1 a2 a4 a5 a6 a7 a7
SIMD_ALWAYS_INLINE u16x8 u16x8_close_gap(u16x8 a)
{
    memmove(a.at + 3, a.at + 4, 4 * sizeof a.at[0]);
    return a;
}
// Eight numbers below 65536; and back, four of eight.
SIMD_ALWAYS_INLINE u16x8 u16x8_narrow(i32x4 low, i32x4 high)
{
    u16x8 r;
    for (int i = 0; i < 4; i++) {
        r.at[i] = (uint16_t)low.at[i];
        r.at[4 + i] = (uint16_t)high.at[i];
    }
    return r;
}
SIMD_CALL(i32x4, i32x4_widen_low, (u16x8 a), i32x4_make(a.at[0], a.at[1], a.at[2], a.at[3]))
SIMD_CALL(i32x4, i32x4_widen_high, (u16x8 a), i32x4_make(a.at[4], a.at[5], a.at[6], a.at[7]))

// The same bytes.
#define SIMD_AS(to, name, from)                                                                                        \
    SIMD_ALWAYS_INLINE to name(from a)                                                                                 \
    {                                                                                                                  \
        to r;                                                                                                          \
        memcpy(r.at, a.at, sizeof r.at);                                                                               \
        return r;                                                                                                      \
    }
SIMD_AS(i32x4, i32x4_of_u16x8, u16x8)
SIMD_AS(u16x8, u16x8_of_i32x4, i32x4)
SIMD_AS(i32x4, i32x4_of_u8x16, u8x16)
SIMD_AS(u8x16, u8x16_of_i32x4, i32x4)
SIMD_AS(i32x8, i32x8_of_u16x16, u16x16)
SIMD_AS(u16x16, u16x16_of_i32x8, i32x8)
SIMD_AS(f32x4_mask, f32x4_mask_of, i32x4)

SIMD_CALL(u8x16, u8x16_load, (const void* p), u8x16_of_i32x4(i32x4_load((const int32_t*)p)))
// Byte from[i] of a for each i; 0 where from[i] is 0x80. No other numbers above 15.
SIMD_ALWAYS_INLINE u8x16 u8x16_pick(u8x16 a, u8x16 from)
{
    u8x16 r;
    for (int i = 0; i < 16; i++)
        r.at[i] = from.at[i] & 0x80u ? 0 : a.at[from.at[i] & 15u];
    return r;
}

// Three numbers of 16 bits, one for each axis, and a fourth without meaning.
SIMD_MEMORY(u16x4, 4, uint16_t)
SIMD_EACH_2(u16x4, 4, uint16_t, u16x4, u16x4_min, a < b ? a : b)
SIMD_EACH_2(u16x4, 4, uint16_t, u16x4, u16x4_max, a > b ? a : b)
SIMD_CALL(u16x4, u16x4_first_four, (u16x8 a), u16x4_load(a.at))
SIMD_ALWAYS_INLINE u16x4 u16x4_insert(u16x4 a, unsigned lane, uint32_t value)
{
    a.at[lane] = (uint16_t)value;
    return a;
}

SIMD_INTEGERS(i32x8, 8, f32x8)
#define SIMD_HALVES(type, half, n)                                                                                     \
    SIMD_ALWAYS_INLINE type type##_from_halves(half low, half high)                                                    \
    {                                                                                                                  \
        type r;                                                                                                        \
        memcpy(r.at, low.at, sizeof low.at);                                                                           \
        memcpy(r.at + (n), high.at, sizeof high.at);                                                                   \
        return r;                                                                                                      \
    }                                                                                                                  \
    SIMD_ALWAYS_INLINE half type##_low(type a)                                                                         \
    {                                                                                                                  \
        half r;                                                                                                        \
        memcpy(r.at, a.at, sizeof r.at);                                                                               \
        return r;                                                                                                      \
    }                                                                                                                  \
    SIMD_ALWAYS_INLINE half type##_high(type a)                                                                        \
    {                                                                                                                  \
        half r;                                                                                                        \
        memcpy(r.at, a.at + (n), sizeof r.at);                                                                         \
        return r;                                                                                                      \
    }
#define SIMD_BOTH_1(result, name, type, call)                                                                          \
    SIMD_CALL(result, name, (type a), result##_from_halves(call(type##_low(a)), call(type##_high(a))))
#define SIMD_BOTH_2(result, name, type, call)                                                                          \
    SIMD_CALL(result, name, (type a, type b),                                                                          \
              result##_from_halves(call(type##_low(a), type##_low(b)), call(type##_high(a), type##_high(b))))

SIMD_HALVES(i32x8, i32x4, 4)
SIMD_HALVES(u16x16, u16x8, 8)
SIMD_CALL(i32x8, i32x8_splat, (int32_t x), i32x8_from_halves(i32x4_splat(x), i32x4_splat(x)))
SIMD_CALL(u16x16, u16x16_splat, (uint16_t x), u16x16_from_halves(u16x8_splat(x), u16x8_splat(x)))
SIMD_BOTH_2(u16x16, u16x16_add, u16x16, u16x8_add)
SIMD_BOTH_2(u16x16, u16x16_max, u16x16, u16x8_max)
SIMD_BOTH_2(u16x16, u16x16_average, u16x16, u16x8_average)
SIMD_BOTH_1(u16x16, u16x16_not, u16x16, u16x8_not)
SIMD_BOTH_1(u16x16, u16x16_drop_three, u16x16, u16x8_drop_three)
SIMD_BOTH_2(u16x16, u16x16_zip_low, u16x16, u16x8_zip_low)
SIMD_BOTH_2(u16x16, u16x16_blend_last, u16x16, u16x8_blend_last)
SIMD_BOTH_1(i32x8, i32x8_widen_low, u16x16, i32x4_widen_low)
SIMD_BOTH_1(i32x8, i32x8_widen_high, u16x16, i32x4_widen_high)
SIMD_BOTH_2(i32x8, i32x8_zip_low, i32x8, i32x4_zip_low)
SIMD_BOTH_2(i32x8, i32x8_zip_high, i32x8, i32x4_zip_high)

// ---- Worth while with HIT_SIMD_WIDE only, and only here and there --------------------------------------------------

SIMD_ALWAYS_INLINE i32x8 i32x8_load(const void* p)
{
    i32x8 r;
    memcpy(r.at, p, sizeof r.at);
    return r;
}
SIMD_ALWAYS_INLINE void i32x8_store(void* p, i32x8 a)
{
    memcpy(p, a.at, sizeof a.at);
}
SIMD_CALL(i32x8, i32x8_load_aligned, (const void* p), i32x8_load(p))
SIMD_STORE(i32x8_store_aligned, (void* p, i32x8 a), i32x8_store(p, a))
SIMD_CALL(i32x8, i32x8_counting, (void), i32x8_from_halves(i32x4_make(0, 1, 2, 3), i32x4_make(4, 5, 6, 7)))
SIMD_EACH_2(i32x8, 8, int32_t, i32x8, i32x8_shift_left_each, SIMD_WRAP((uint32_t)a << b))
SIMD_CALL(i32x8, i32x8_dup_low, (i32x8 a), i32x8_from_halves(i32x8_low(a), i32x8_low(a)))
SIMD_CALL(i32x8, i32x8_dup_high, (i32x8 a), i32x8_from_halves(i32x8_high(a), i32x8_high(a)))
SIMD_CALL(i32x8, i32x8_swap_halves, (i32x8 a), i32x8_from_halves(i32x8_high(a), i32x8_low(a)))
SIMD_CALL(i32x8, i32x8_pick_bytes, (i32x8 a, i32x8 from),
          i32x8_from_halves(i32x4_of_u8x16(u8x16_pick(u8x16_of_i32x4(i32x8_low(a)), u8x16_of_i32x4(i32x8_low(from)))),
                            i32x4_of_u8x16(u8x16_pick(u8x16_of_i32x4(i32x8_high(a)),
                                                      u8x16_of_i32x4(i32x8_high(from))))))
// The lanes of a in four slots: the lowest three bits of four numbers.
SIMD_CALL(f32x4, f32x8_permute4, (f32x8 a, i32x4 slots),
          f32x4_make(a.at[slots.at[0] & 7], a.at[slots.at[1] & 7], a.at[slots.at[2] & 7], a.at[slots.at[3] & 7]))
// Slots from the lowest three bits of eight numbers.
SIMD_INLINE f32x8_slots f32x8_slots_of(i32x8 a)
{
    f32x8_slots slots = 0;
    for (int i = 0; i < 8; i++)
        slots |= ((uint32_t)a.at[i] & 7u) << 3 * i;
    return slots;
}
SIMD_CALL(i32x8, i32x8_permute, (i32x8 a, f32x8_slots slots), i32x8_of_bits(f32x8_permute(f32x8_of_bits(a), slots)))
SIMD_ALWAYS_INLINE i32x8 i32x8_choose(i32x8 a, i32x8 b, unsigned lanes)
{
    for (int i = 0; i < 8; i++)
        a.at[i] = lanes >> i & 1u ? b.at[i] : a.at[i];
    return a;
}
#define i32x8_shuffle(a, i, j, k, l)                                                                                   \
    i32x8_from_halves(i32x4_shuffle(i32x8_low(a), i, j, k, l), i32x4_shuffle(i32x8_high(a), i, j, k, l))
// Bit i of a constant of eight bits: lane i is that of b, else that of a.
#define i32x8_blend(a, b, lanes) i32x8_choose(a, b, lanes)

// ---- Three floats ---------------------------------------------------------------------------------------------------
//
// For what is done once per ray. The fourth lane of a register may hold anything.

typedef struct f32x3 {
    float at[3];
} f32x3;
#define SIMD_INLINE_f32x3 SIMD_INLINE

SIMD_EACH_2(f32x3, 3, float, f32x3, f32x3_add, a + b)
SIMD_EACH_2(f32x3, 3, float, f32x3, f32x3_sub, a - b)
SIMD_EACH_2(f32x3, 3, float, f32x3, f32x3_mul, (a * b))
SIMD_EACH_2(f32x3, 3, float, f32x3, f32x3_div, a / b)
SIMD_EACH_2(f32x3, 3, float, f32x3, f32x3_max, a > b ? a : b)
SIMD_EACH_1(f32x3, 3, float, f32x3, f32x3_abs, fabsf(a))
// The size of a, which is not negative, with the sign of b.
SIMD_EACH_2(f32x3, 3, float, f32x3, f32x3_copysign, copysignf(a, b))

SIMD_INLINE f32x3 f32x3_make(float x, float y, float z)
{
    const f32x3 r = {{x, y, z}};
    return r;
}
SIMD_CALL(f32x3, f32x3_splat, (float x), f32x3_make(x, x, x))
// From and to an array of four, aligned to 16.
SIMD_INLINE void f32x3_store(float out[4], f32x3 a)
{
    memcpy(out, a.at, sizeof a.at);
}
SIMD_CALL(f32x3, f32x3_load, (const float in[4]), f32x3_make(in[0], in[1], in[2]))
// A vector. The number that comes after it in memory may be read.
SIMD_CALL(f32x3, f32x3_load_vec, (const hit_vec3* v), f32x3_make(v->x, v->y, v->z))
// Origin and direction.
SIMD_INLINE void f32x3_load_ray(const hit_ray* ray, f32x3* origin, f32x3* direction)
{
    *origin = f32x3_load_vec(&ray->origin);
    *direction = f32x3_load_vec(&ray->direction);
}
SIMD_INLINE void f32x3_store_ray(hit_ray* out, f32x3 origin, f32x3 direction, float t_min, float t_max)
{
    memcpy(&out->origin, origin.at, sizeof out->origin);
    memcpy(&out->direction, direction.at, sizeof out->direction);
    out->t_min = t_min;
    out->t_max = t_max;
}
// Where a < b, c, else d.
SIMD_INLINE f32x3 f32x3_select_lt(f32x3 a, f32x3 b, f32x3 c, f32x3 d)
{
    for (int i = 0; i < 3; i++)
        d.at[i] = a.at[i] < b.at[i] ? c.at[i] : d.at[i];
    return d;
}
// Bits 0 to 2: a <= b; false for a NaN. The others: whether all pairs are so, in all three lanes.
SIMD_INLINE unsigned f32x3_le_bits(f32x3 a, f32x3 b)
{
    return (unsigned)(a.at[0] <= b.at[0]) | (unsigned)(a.at[1] <= b.at[1]) << 1 | (unsigned)(a.at[2] <= b.at[2]) << 2;
}
SIMD_CALL(bool, f32x3_all_le2, (f32x3 a, f32x3 b, f32x3 c, f32x3 d), (f32x3_le_bits(a, b) & f32x3_le_bits(c, d)) == 7u)
SIMD_CALL(bool, f32x3_all_le3, (f32x3 a, f32x3 b, f32x3 c, f32x3 d, f32x3 e, f32x3 f),
          (f32x3_le_bits(a, b) & f32x3_le_bits(c, d) & f32x3_le_bits(e, f)) == 7u)
// Bits 0 to 2: the signs.
SIMD_CALL(unsigned, f32x3_signs, (f32x3 a),
          bits_of(a.at[0]) >> 31 | bits_of(a.at[1]) >> 31 << 1 | bits_of(a.at[2]) >> 31 << 2)
SIMD_CALL(float, f32x3_first, (f32x3 a), a.at[0])
// One lane in all.
SIMD_CALL(f32x3, f32x3_splat_x, (f32x3 a), f32x3_splat(a.at[0]))
SIMD_CALL(f32x3, f32x3_splat_y, (f32x3 a), f32x3_splat(a.at[1]))
SIMD_CALL(f32x3, f32x3_splat_z, (f32x3 a), f32x3_splat(a.at[2]))
// The largest of the three, in all lanes. None is a NaN.
SIMD_INLINE f32x3 f32x3_hmax(f32x3 a)
{
    const float m = a.at[0] > a.at[1] ? a.at[0] : a.at[1];
    return f32x3_splat(m > a.at[2] ? m : a.at[2]);
}
// The largest numbers of a, b, c and d, none of them less than that of `least`.
SIMD_INLINE void f32x3_hmax4(f32x3 a, f32x3 b, f32x3 c, f32x3 d, const float least[4], float largest[4])
{
    const f32x3* const of[4] = {&a, &b, &c, &d};
    for (int i = 0; i < 4; i++) {
        const float most = f32x3_first(f32x3_hmax(*of[i]));
        largest[i] = most > least[i] ? most : least[i];
    }
}
// Rotated so that lane `last` becomes the third.
SIMD_CALL(f32x3, f32x3_rotate, (f32x3 a, unsigned last),
          f32x3_make(a.at[(last + 1) % 3], a.at[(last + 2) % 3], a.at[last]))
SIMD_CALL(f32x8, f32x8_splat_x, (f32x3 a), f32x8_splat(a.at[0]))
SIMD_CALL(f32x8, f32x8_splat_y, (f32x3 a), f32x8_splat(a.at[1]))
SIMD_CALL(f32x8, f32x8_splat_z, (f32x3 a), f32x8_splat(a.at[2]))
SIMD_INLINE void f32x8_splat_xyz(f32x8 out[3], f32x3 a)
{
    out[0] = f32x8_splat_x(a);
    out[1] = f32x8_splat_y(a);
    out[2] = f32x8_splat_z(a);
}
// The three numbers of a, and w; and back, rounded.
SIMD_CALL(f64x4, f64x4_from_f32x3, (f32x3 a, float w), f64x4_make(a.at[0], a.at[1], a.at[2], w))
SIMD_CALL(f32x3, f32x3_from_f64x4, (f64x4 a), f32x3_make((float)a.at[0], (float)a.at[1], (float)a.at[2]))

// An oriented box: its axes by coordinates, as a ray needs them. x has the x of all three axes, y their y, z their z.
typedef struct obb_columns {
    f32x3 center, x, y, z, half;
} obb_columns;

SIMD_INLINE obb_columns obb_load(const hit_obb* b)
{
    const obb_columns columns = {f32x3_load_vec(&b->center), f32x3_make(b->axis[0].x, b->axis[1].x, b->axis[2].x),
                                 f32x3_make(b->axis[0].y, b->axis[1].y, b->axis[2].y),
                                 f32x3_make(b->axis[0].z, b->axis[1].z, b->axis[2].z),
                                 f32x3_make(b->half[0], b->half[1], b->half[2])};
    return columns;
}

#endif
