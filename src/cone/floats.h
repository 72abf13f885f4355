// Four floats side by side in one register. HIT_CONE_FLOATS is defined where the compiler's baseline has such; elsewhere
// there is nothing here, as plain C would be slower than what it is to save.
//
// A number that goes with all four is held four times, which spares turning it into a vector again and again.
#ifndef HITSCAN_CONE_FLOATS_H
#define HITSCAN_CONE_FLOATS_H

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(HIT_NO_SIMD)

#define HIT_CONE_FLOATS

#include <emmintrin.h>
#include <stdbool.h>
#include <stddef.h>

typedef __m128 hit_floats;
typedef __m128 hit_flags; // the first bit of each lane counts

// The lanes i, j, k, l of v.
#define FLOATS_PICK(v, i, j, k, l) _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), _MM_SHUFFLE(l, k, j, i)))
// Lane i of v in all lanes.
#define floats_lane(v, i) FLOATS_PICK(v, i, i, i, i)

// The floats number `first` to `first` + 3 of an object.
static inline hit_floats floats_at(const void* object, size_t first)
{
    return _mm_loadu_ps((const float*)object + first);
}
static inline hit_floats floats_all(float a)
{
    return _mm_set1_ps(a);
}
static inline hit_floats floats_add(hit_floats a, hit_floats b)
{
    return _mm_add_ps(a, b);
}
static inline hit_floats floats_sub(hit_floats a, hit_floats b)
{
    return _mm_sub_ps(a, b);
}
static inline hit_floats floats_mul(hit_floats a, hit_floats b)
{
    return _mm_mul_ps(a, b);
}
static inline hit_floats floats_div(hit_floats a, hit_floats b)
{
    return _mm_div_ps(a, b);
}
static inline hit_floats floats_sqrt(hit_floats a)
{
    return _mm_sqrt_ps(a);
}
static inline hit_floats floats_abs(hit_floats a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
// a with the other sign where b is negative, -0 included.
static inline hit_floats floats_flip(hit_floats a, hit_floats b)
{
    return _mm_xor_ps(a, _mm_and_ps(b, _mm_set1_ps(-0.0f)));
}
// a > b ? a : b, and a < b ? a : b.
static inline hit_floats floats_max(hit_floats a, hit_floats b)
{
    return _mm_max_ps(a, b);
}
static inline hit_floats floats_min(hit_floats a, hit_floats b)
{
    return _mm_min_ps(a, b);
}
// From (a, b, c, d) make (b, c, d, 0).
static inline hit_floats floats_rest(hit_floats v)
{
    return _mm_castsi128_ps(_mm_srli_si128(_mm_castps_si128(v), 4));
}
// From (a, b, c, d) make (b, c, a, d).
static inline hit_floats floats_turn(hit_floats v)
{
    return FLOATS_PICK(v, 1, 2, 0, 3);
}
// The sum of the four lanes, in all lanes: (a + b) + (c + d).
static inline hit_floats floats_sum(hit_floats v)
{
    const hit_floats pairs = _mm_add_ps(v, FLOATS_PICK(v, 1, 0, 3, 2));
    return _mm_add_ps(pairs, FLOATS_PICK(pairs, 2, 3, 0, 1));
}
// The first three columns of a matrix with three rows, of which the last has a 0 in lane 3; so have the columns.
static inline void floats_columns(const hit_floats row[3], hit_floats column[3])
{
    const hit_floats low = _mm_unpacklo_ps(row[0], row[1]), high = _mm_unpackhi_ps(row[0], row[1]);
    column[0] = _mm_shuffle_ps(low, row[2], _MM_SHUFFLE(3, 0, 1, 0));
    column[1] = _mm_shuffle_ps(low, row[2], _MM_SHUFFLE(3, 1, 3, 2));
    column[2] = _mm_shuffle_ps(high, row[2], _MM_SHUFFLE(3, 2, 1, 0));
}
static inline hit_flags floats_above(hit_floats a, hit_floats b)
{
    return _mm_cmpgt_ps(a, b);
}
// Whether the sign is +.
static inline hit_flags floats_unsigned(hit_floats a)
{
    return _mm_xor_ps(a, _mm_set1_ps(-0.0f));
}
static inline hit_flags flags_and(hit_flags a, hit_flags b)
{
    return _mm_and_ps(a, b);
}
static inline hit_flags flags_or(hit_flags a, hit_flags b)
{
    return _mm_or_ps(a, b);
}
static inline bool flags_all(hit_flags a)
{
    return _mm_movemask_ps(a) == 15;
}

#endif

#endif
