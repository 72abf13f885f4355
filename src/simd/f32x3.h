// f32x3: three floats side by side, for what is done once per ray. Half a register with SSE4 and AVX2, plain C
// elsewhere. The fourth lane of a register may hold anything.
//
// Operations have the same names for all types of src/simd: load, store, splat (one number in all lanes), splat_x (lane
// x in all lanes), add, sub, mul, div, mul_add, min, max, abs, le, select, signs (sign bits), hmax (the largest lane,
// in all lanes), first (lane 0 as a number).
#ifndef HITSCAN_SIMD_F32X3_H
#define HITSCAN_SIMD_F32X3_H

#include "simd/f32x8.h"

#if defined(HIT_SIMD_AVX2) || defined(HIT_SIMD_SSE4)

typedef __m128 f32x3;

// Origin and direction. A ray is loaded in two halves: what was stored in two halves just now, as structures are
// copied, can then be had before it has reached the cache.
SIMD_INLINE void f32x3_load_ray(const hit_ray* ray, f32x3* origin, f32x3* direction)
{
    const f32x3 low = _mm_loadu_ps(&ray->origin.x), high = _mm_loadu_ps(&ray->direction.y);
    *origin = low;
    *direction = _mm_shuffle_ps(_mm_shuffle_ps(low, high, 0x0f), high, 0x58);
}
// A vector. The number that comes after it in memory is read; the fourth lane becomes a copy of the third, so that
// whatever is done to it raises no exceptions of its own.
SIMD_INLINE f32x3 f32x3_load_vec(const hit_vec3* v)
{
    const f32x3 loaded = _mm_loadu_ps(&v->x);
    return _mm_shuffle_ps(loaded, loaded, 0xa4);
}
SIMD_INLINE f32x3 f32x3_splat(float x)
{
    return _mm_set1_ps(x);
}
SIMD_INLINE f32x3 f32x3_add(f32x3 a, f32x3 b)
{
    return _mm_add_ps(a, b);
}
SIMD_INLINE f32x3 f32x3_sub(f32x3 a, f32x3 b)
{
    return _mm_sub_ps(a, b);
}
SIMD_INLINE f32x3 f32x3_mul(f32x3 a, f32x3 b)
{
    return _mm_mul_ps(a, b);
}
SIMD_INLINE f32x3 f32x3_div(f32x3 a, f32x3 b)
{
    return _mm_div_ps(a, b);
}
SIMD_INLINE f32x3 f32x3_max(f32x3 a, f32x3 b)
{
    return _mm_max_ps(a, b);
}
SIMD_INLINE f32x3 f32x3_abs(f32x3 a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
// The size of a, which is not negative, with the sign of b.
SIMD_INLINE f32x3 f32x3_copysign(f32x3 a, f32x3 b)
{
    return _mm_or_ps(a, _mm_and_ps(_mm_set1_ps(-0.0f), b));
}
// Where a < b, c, else d.
SIMD_INLINE f32x3 f32x3_select_lt(f32x3 a, f32x3 b, f32x3 c, f32x3 d)
{
    return _mm_blendv_ps(d, c, _mm_cmplt_ps(a, b));
}
// Bits 0 to 2: a <= b; false for a NaN.
SIMD_INLINE unsigned f32x3_le(f32x3 a, f32x3 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmple_ps(a, b)) & 7u;
}
// Whether a <= b, c <= d and e <= f, in all three lanes; false for a NaN.
SIMD_INLINE bool f32x3_le3(f32x3 a, f32x3 b, f32x3 c, f32x3 d, f32x3 e, f32x3 f)
{
    const f32x3 both = _mm_and_ps(_mm_cmple_ps(a, b), _mm_cmple_ps(c, d));
    return (_mm_movemask_ps(_mm_and_ps(both, _mm_cmple_ps(e, f))) & 7) == 7;
}
// Bits 0 to 2: the signs.
SIMD_INLINE unsigned f32x3_signs(f32x3 a)
{
    return (unsigned)_mm_movemask_ps(a) & 7u;
}
// The largest of the three, in all lanes.
SIMD_INLINE f32x3 f32x3_hmax(f32x3 a)
{
    return _mm_max_ps(_mm_max_ps(a, _mm_shuffle_ps(a, a, 0xc9)), _mm_shuffle_ps(a, a, 0xd2));
}
SIMD_INLINE float f32x3_first(f32x3 a)
{
    return _mm_cvtss_f32(a);
}
SIMD_INLINE void f32x3_store(float out[4], f32x3 a)
{
    _mm_store_ps(out, a);
}
SIMD_INLINE f32x3 f32x3_load(const float in[4])
{
    return _mm_load_ps(in);
}
// Whether a <= b and c <= d, in all three lanes; false for a NaN.
SIMD_INLINE bool f32x3_le2(f32x3 a, f32x3 b, f32x3 c, f32x3 d)
{
    return (_mm_movemask_ps(_mm_and_ps(_mm_cmple_ps(a, b), _mm_cmple_ps(c, d))) & 7) == 7;
}
// One component in all lanes.
SIMD_INLINE f32x3 f32x3_splat_x(f32x3 a)
{
    return _mm_shuffle_ps(a, a, 0x00);
}
SIMD_INLINE f32x3 f32x3_splat_y(f32x3 a)
{
    return _mm_shuffle_ps(a, a, 0x55);
}
SIMD_INLINE f32x3 f32x3_splat_z(f32x3 a)
{
    return _mm_shuffle_ps(a, a, 0xaa);
}
// The largest numbers of a, b, c and d, none of them less than that of `least`.
SIMD_INLINE void f32x3_hmax4(f32x3 a, f32x3 b, f32x3 c, f32x3 d, const float least[4], float largest[4])
{
    const f32x3 ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);
    const f32x3 z = _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
    _mm_storeu_ps(largest, _mm_max_ps(_mm_max_ps(_mm_movelh_ps(ab, cd), _mm_movehl_ps(cd, ab)),
                                      _mm_max_ps(z, _mm_loadu_ps(least))));
}
// Rotated so that component `last` becomes the third.
SIMD_INLINE f32x3 f32x3_rotate(f32x3 a, unsigned last)
{
    static const uint32_t from[3][4] = {{0x07060504, 0x0b0a0908, 0x03020100, 0x0f0e0d0c},
                                        {0x0b0a0908, 0x03020100, 0x07060504, 0x0f0e0d0c},
                                        {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c}};
    return _mm_castsi128_ps(
        _mm_shuffle_epi8(_mm_castps_si128(a), _mm_loadu_si128((const __m128i*)(const void*)from[last])));
}

#else

typedef struct f32x3 {
    float at[3];
} f32x3;

#define F32X3_EACH(name, expression)                                                                                   \
    SIMD_INLINE f32x3 name(f32x3 p, f32x3 q)                                                                           \
    {                                                                                                                  \
        for (int i = 0; i < 3; i++) {                                                                                  \
            const float a = p.at[i], b = q.at[i];                                                                      \
            p.at[i] = expression;                                                                                      \
        }                                                                                                              \
        return p;                                                                                                      \
    }

F32X3_EACH(f32x3_add, a + b)
F32X3_EACH(f32x3_sub, a - b)
F32X3_EACH(f32x3_mul, (a * b))
F32X3_EACH(f32x3_div, a / b)
F32X3_EACH(f32x3_max, a > b ? a : b)
F32X3_EACH(f32x3_copysign, copysignf(a, b))

SIMD_INLINE void f32x3_load_ray(const hit_ray* ray, f32x3* origin, f32x3* direction)
{
    *origin = (f32x3){{ray->origin.x, ray->origin.y, ray->origin.z}};
    *direction = (f32x3){{ray->direction.x, ray->direction.y, ray->direction.z}};
}
SIMD_INLINE f32x3 f32x3_load_vec(const hit_vec3* v)
{
    return (f32x3){{v->x, v->y, v->z}};
}
SIMD_INLINE f32x3 f32x3_splat(float x)
{
    return (f32x3){{x, x, x}};
}
SIMD_INLINE f32x3 f32x3_abs(f32x3 a)
{
    return (f32x3){{fabsf(a.at[0]), fabsf(a.at[1]), fabsf(a.at[2])}};
}
SIMD_INLINE f32x3 f32x3_select_lt(f32x3 a, f32x3 b, f32x3 c, f32x3 d)
{
    for (int i = 0; i < 3; i++)
        d.at[i] = a.at[i] < b.at[i] ? c.at[i] : d.at[i];
    return d;
}
SIMD_INLINE unsigned f32x3_le(f32x3 a, f32x3 b)
{
    return (unsigned)(a.at[0] <= b.at[0]) | (unsigned)(a.at[1] <= b.at[1]) << 1 | (unsigned)(a.at[2] <= b.at[2]) << 2;
}
SIMD_INLINE bool f32x3_le3(f32x3 a, f32x3 b, f32x3 c, f32x3 d, f32x3 e, f32x3 f)
{
    return (f32x3_le(a, b) & f32x3_le(c, d) & f32x3_le(e, f)) == 7u;
}
SIMD_INLINE unsigned f32x3_signs(f32x3 a)
{
    return bits_of(a.at[0]) >> 31 | bits_of(a.at[1]) >> 31 << 1 | bits_of(a.at[2]) >> 31 << 2;
}
SIMD_INLINE f32x3 f32x3_hmax(f32x3 a)
{
    const float m = a.at[0] > a.at[1] ? a.at[0] : a.at[1];
    return f32x3_splat(m > a.at[2] ? m : a.at[2]);
}
SIMD_INLINE float f32x3_first(f32x3 a)
{
    return a.at[0];
}
SIMD_INLINE void f32x3_store(float out[4], f32x3 a)
{
    memcpy(out, a.at, sizeof a.at);
}
SIMD_INLINE f32x3 f32x3_load(const float in[4])
{
    f32x3 a;
    memcpy(a.at, in, sizeof a.at);
    return a;
}
SIMD_INLINE bool f32x3_le2(f32x3 a, f32x3 b, f32x3 c, f32x3 d)
{
    return (f32x3_le(a, b) & f32x3_le(c, d)) == 7u;
}
SIMD_INLINE f32x3 f32x3_splat_x(f32x3 a)
{
    return f32x3_splat(a.at[0]);
}
SIMD_INLINE f32x3 f32x3_splat_y(f32x3 a)
{
    return f32x3_splat(a.at[1]);
}
SIMD_INLINE f32x3 f32x3_splat_z(f32x3 a)
{
    return f32x3_splat(a.at[2]);
}
SIMD_INLINE void f32x3_hmax4(f32x3 a, f32x3 b, f32x3 c, f32x3 d, const float least[4], float largest[4])
{
    const f32x3* of[4] = {&a, &b, &c, &d};
    for (int i = 0; i < 4; i++) {
        const float most = f32x3_first(f32x3_hmax(*of[i]));
        largest[i] = most > least[i] ? most : least[i];
    }
}
SIMD_INLINE f32x3 f32x3_rotate(f32x3 a, unsigned last)
{
    return (f32x3){{a.at[(last + 1) % 3], a.at[(last + 2) % 3], a.at[last]}};
}

#endif

// ---- To f32x8: one component in all eight lanes ---------------------------------------------------------------------

#if defined(HIT_SIMD_AVX2)
SIMD_INLINE f32x8 f32x8_splat_x(f32x3 a)
{
    return _mm256_broadcastss_ps(a);
}
SIMD_INLINE f32x8 f32x8_splat_y(f32x3 a)
{
    return _mm256_broadcastss_ps(_mm_movehdup_ps(a));
}
SIMD_INLINE f32x8 f32x8_splat_z(f32x3 a)
{
    return _mm256_broadcastss_ps(_mm_unpackhi_ps(a, a));
}
#else
SIMD_INLINE f32x8 f32x8_splat_x(f32x3 a)
{
    return f32x8_splat(f32x3_first(a));
}
SIMD_INLINE f32x8 f32x8_splat_y(f32x3 a)
{
    return f32x8_splat(f32x3_first(f32x3_splat_y(a)));
}
SIMD_INLINE f32x8 f32x8_splat_z(f32x3 a)
{
    return f32x8_splat(f32x3_first(f32x3_splat_z(a)));
}
#endif

SIMD_INLINE void f32x8_splat_xyz(f32x8 out[3], f32x3 a)
{
    out[0] = f32x8_splat_x(a);
    out[1] = f32x8_splat_y(a);
    out[2] = f32x8_splat_z(a);
}

#endif
