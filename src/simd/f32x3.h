// Three floats side by side, for what is done once per ray: half a register with SSE4 and AVX2, plain C elsewhere.
//
// A fourth lane is there, and may hold anything.
#ifndef HITSCAN_BVH_THREE_H
#define HITSCAN_BVH_THREE_H

#include "simd/f32x8.h"

#if defined(HIT_LANES_AVX2) || defined(HIT_LANES_SSE4)

typedef __m128 three;

// Origin and direction. A ray is loaded in two halves: what was stored in two halves just now, as structures are
// copied, can then be had before it has reached the cache.
LANES_INLINE void three_load_ray(const hit_ray* ray, three* origin, three* direction)
{
    const three low = _mm_loadu_ps(&ray->origin.x), high = _mm_loadu_ps(&ray->direction.y);
    *origin = low;
    *direction = _mm_shuffle_ps(_mm_shuffle_ps(low, high, 0x0f), high, 0x58);
}
// A vector; another number comes after it, and is read. The fourth lane is the third, so that whatever is done to it raises
// no exceptions of its own.
LANES_INLINE three three_load_vec(const hit_vec3* v)
{
    const three loaded = _mm_loadu_ps(&v->x);
    return _mm_shuffle_ps(loaded, loaded, 0xa4);
}
LANES_INLINE three three_all(float x)
{
    return _mm_set1_ps(x);
}
LANES_INLINE three three_add(three a, three b)
{
    return _mm_add_ps(a, b);
}
LANES_INLINE three three_sub(three a, three b)
{
    return _mm_sub_ps(a, b);
}
LANES_INLINE three three_mul(three a, three b)
{
    return _mm_mul_ps(a, b);
}
LANES_INLINE three three_div(three a, three b)
{
    return _mm_div_ps(a, b);
}
LANES_INLINE three three_max(three a, three b)
{
    return _mm_max_ps(a, b);
}
LANES_INLINE three three_abs(three a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
// The size of a, which is not negative, with the sign of b.
LANES_INLINE three three_with_sign(three a, three b)
{
    return _mm_or_ps(a, _mm_and_ps(_mm_set1_ps(-0.0f), b));
}
// Where a < b, c, else d.
LANES_INLINE three three_where_below(three a, three b, three c, three d)
{
    return _mm_blendv_ps(d, c, _mm_cmplt_ps(a, b));
}
// Bits 0 to 2: a <= b; false for a NaN.
LANES_INLINE unsigned three_at_most(three a, three b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmple_ps(a, b)) & 7u;
}
// Whether a <= b, c <= d and e <= f, in all places; false for a NaN.
LANES_INLINE bool three_ordered(three a, three b, three c, three d, three e, three f)
{
    const three both = _mm_and_ps(_mm_cmple_ps(a, b), _mm_cmple_ps(c, d));
    return (_mm_movemask_ps(_mm_and_ps(both, _mm_cmple_ps(e, f))) & 7) == 7;
}
// Bits 0 to 2: the signs.
LANES_INLINE unsigned three_signs(three a)
{
    return (unsigned)_mm_movemask_ps(a) & 7u;
}
// The largest of the three, in each place.
LANES_INLINE three three_largest(three a)
{
    return _mm_max_ps(_mm_max_ps(a, _mm_shuffle_ps(a, a, 0xc9)), _mm_shuffle_ps(a, a, 0xd2));
}
LANES_INLINE float three_first(three a)
{
    return _mm_cvtss_f32(a);
}
LANES_INLINE void three_store(float out[4], three a)
{
    _mm_store_ps(out, a);
}
LANES_INLINE three three_load(const float in[4])
{
    return _mm_load_ps(in);
}
// True when the first three numbers of a are at most those of b, and those of c at most those of d.
LANES_INLINE bool three_both_at_most(three a, three b, three c, three d)
{
    return (_mm_movemask_ps(_mm_and_ps(_mm_cmple_ps(a, b), _mm_cmple_ps(c, d))) & 7) == 7;
}
// The third in each place.
LANES_INLINE three three_third(three a)
{
    return _mm_shuffle_ps(a, a, 0xaa);
}
// Turned round so that component `last` becomes the third.
LANES_INLINE three three_turned(three a, unsigned last)
{
    static const uint32_t from[3][4] = {{0x07060504, 0x0b0a0908, 0x03020100, 0x0f0e0d0c},
                                        {0x0b0a0908, 0x03020100, 0x07060504, 0x0f0e0d0c},
                                        {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c}};
    return _mm_castsi128_ps(
        _mm_shuffle_epi8(_mm_castps_si128(a), _mm_loadu_si128((const __m128i*)(const void*)from[last])));
}

#else

typedef struct three {
    float at[3];
} three;

#define THREE_EACH(name, expression)                                                                                   \
    LANES_INLINE three name(three p, three q)                                                                          \
    {                                                                                                                  \
        for (int i = 0; i < 3; i++) {                                                                                  \
            const float a = p.at[i], b = q.at[i];                                                                      \
            p.at[i] = expression;                                                                                      \
        }                                                                                                              \
        return p;                                                                                                      \
    }

THREE_EACH(three_add, a + b)
THREE_EACH(three_sub, a - b)
THREE_EACH(three_mul, (a * b))
THREE_EACH(three_div, a / b)
THREE_EACH(three_max, a > b ? a : b)
THREE_EACH(three_with_sign, copysignf(a, b))

LANES_INLINE void three_load_ray(const hit_ray* ray, three* origin, three* direction)
{
    *origin = (three){{ray->origin.x, ray->origin.y, ray->origin.z}};
    *direction = (three){{ray->direction.x, ray->direction.y, ray->direction.z}};
}
LANES_INLINE three three_load_vec(const hit_vec3* v)
{
    return (three){{v->x, v->y, v->z}};
}
LANES_INLINE three three_all(float x)
{
    return (three){{x, x, x}};
}
LANES_INLINE three three_abs(three a)
{
    return (three){{fabsf(a.at[0]), fabsf(a.at[1]), fabsf(a.at[2])}};
}
LANES_INLINE three three_where_below(three a, three b, three c, three d)
{
    for (int i = 0; i < 3; i++)
        d.at[i] = a.at[i] < b.at[i] ? c.at[i] : d.at[i];
    return d;
}
LANES_INLINE unsigned three_at_most(three a, three b)
{
    return (unsigned)(a.at[0] <= b.at[0]) | (unsigned)(a.at[1] <= b.at[1]) << 1 | (unsigned)(a.at[2] <= b.at[2]) << 2;
}
LANES_INLINE bool three_ordered(three a, three b, three c, three d, three e, three f)
{
    return (three_at_most(a, b) & three_at_most(c, d) & three_at_most(e, f)) == 7u;
}
LANES_INLINE unsigned three_signs(three a)
{
    return bits_of(a.at[0]) >> 31 | bits_of(a.at[1]) >> 31 << 1 | bits_of(a.at[2]) >> 31 << 2;
}
LANES_INLINE three three_largest(three a)
{
    const float m = a.at[0] > a.at[1] ? a.at[0] : a.at[1];
    return three_all(m > a.at[2] ? m : a.at[2]);
}
LANES_INLINE float three_first(three a)
{
    return a.at[0];
}
LANES_INLINE void three_store(float out[4], three a)
{
    memcpy(out, a.at, sizeof a.at);
}
LANES_INLINE three three_load(const float in[4])
{
    three a;
    memcpy(a.at, in, sizeof a.at);
    return a;
}
LANES_INLINE bool three_both_at_most(three a, three b, three c, three d)
{
    return (three_at_most(a, b) & three_at_most(c, d)) == 7u;
}
LANES_INLINE three three_third(three a)
{
    return three_all(a.at[2]);
}
LANES_INLINE three three_turned(three a, unsigned last)
{
    return (three){{a.at[(last + 1) % 3], a.at[(last + 2) % 3], a.at[last]}};
}

#endif

#endif
