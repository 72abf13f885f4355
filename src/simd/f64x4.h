// f64x4: four doubles side by side, for the closest hit so far, which is computed again in double. One register with
// AVX2, plain C elsewhere.
#ifndef HITSCAN_SIMD_F64X4_H
#define HITSCAN_SIMD_F64X4_H

#include "simd/f32x8.h"

// Eight vertices, aligned to 32.
typedef struct f64x4_vertices {
    const float *x, *y, *z;
} f64x4_vertices;

#if defined(HIT_SIMD_AVX2)

typedef __m256d f64x4;

SIMD_INLINE f64x4 f64x4_splat(double x)
{
    return _mm256_set1_pd(x);
}
SIMD_INLINE f64x4 f64x4_add(f64x4 a, f64x4 b)
{
    return _mm256_add_pd(a, b);
}
SIMD_INLINE f64x4 f64x4_sub(f64x4 a, f64x4 b)
{
    return _mm256_sub_pd(a, b);
}
SIMD_INLINE f64x4 f64x4_mul(f64x4 a, f64x4 b)
{
    return _mm256_mul_pd(a, b);
}
SIMD_INLINE f64x4 f64x4_abs(f64x4 a)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}
// May be fused or not: bounds hold either way.
SIMD_INLINE f64x4 f64x4_mul_add(f64x4 a, f64x4 b, f64x4 c)
{
    return _mm256_fmadd_pd(a, b, c);
}
SIMD_INLINE f64x4 f64x4_mul_sub(f64x4 a, f64x4 b, f64x4 c)
{
    return _mm256_fmsub_pd(a, b, c);
}
// a b c d to a b a b, to c d c d, and to b a d c.
SIMD_INLINE f64x4 f64x4_dup_low(f64x4 a)
{
    return _mm256_permute2f128_pd(a, a, 0x00);
}
SIMD_INLINE f64x4 f64x4_dup_high(f64x4 a)
{
    return _mm256_permute2f128_pd(a, a, 0x11);
}
SIMD_INLINE f64x4 f64x4_swap_pairs(f64x4 a)
{
    return _mm256_permute_pd(a, 5);
}
// One component in all lanes. (For y, two fast instructions instead of a slow one.)
SIMD_INLINE f64x4 f64x4_splat_x(f64x4 a)
{
    return _mm256_permute4x64_pd(a, 0x00);
}
SIMD_INLINE f64x4 f64x4_splat_y(f64x4 a)
{
    return f64x4_dup_low(_mm256_permute_pd(a, 15));
}
SIMD_INLINE f64x4 f64x4_splat_z(f64x4 a)
{
    return _mm256_permute4x64_pd(a, 0xaa);
}
// a, but for its second component, which is that of b.
SIMD_INLINE f64x4 f64x4_blend_second(f64x4 a, f64x4 b)
{
    return _mm256_blend_pd(a, b, 2);
}
SIMD_INLINE f64x4 f64x4_set(double x, double y, double z, double w)
{
    return _mm256_setr_pd(x, y, z, w);
}
SIMD_INLINE f64x4 f64x4_div(f64x4 a, f64x4 b)
{
    return _mm256_div_pd(a, b);
}
// Bit i is the sign of component i.
SIMD_INLINE unsigned f64x4_signs(f64x4 a)
{
    return (unsigned)_mm256_movemask_pd(a);
}
SIMD_INLINE double f64x4_first(f64x4 a)
{
    return _mm256_cvtsd_f64(a);
}
// Round to floats, with the last three in reverse order; true when those of a and b are equal. Zeros come out as +0.
SIMD_INLINE bool f64x4_round_equal(f64x4 a, f64x4 b, float out[4])
{
    const __m128 low = _mm256_cvtpd_ps(a), high = _mm256_cvtpd_ps(b);
    _mm_storeu_ps(out, _mm_add_ps(_mm_shuffle_ps(low, low, 0x6c), _mm_setzero_ps()));
    return _mm_movemask_ps(_mm_cmpeq_ps(low, high)) == 15;
}

SIMD_INLINE f64x4 f64x4_from_floats(float x, float y, float z, float w)
{
    return _mm256_cvtps_pd(_mm_setr_ps(x, y, z, w));
}
// Where a is 0, b, else c.
SIMD_INLINE f64x4 f64x4_select_zero(f64x4 a, f64x4 b, f64x4 c)
{
    return _mm256_blendv_pd(c, b, _mm256_cmp_pd(a, _mm256_setzero_pd(), _CMP_EQ_OQ));
}
// The largest component, in all places; none is a NaN.
SIMD_INLINE f64x4 f64x4_hmax(f64x4 a)
{
    const f64x4 b = _mm256_max_pd(a, _mm256_permute4x64_pd(a, 0x4e));
    return _mm256_max_pd(b, _mm256_permute_pd(b, 0x5));
}
// Bit i: a >= b; not for a NaN.
SIMD_INLINE unsigned f64x4_ge(f64x4 a, f64x4 b)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GE_OQ));
}

// `ends` less (v0 v0 v0 0), where `corners` are v0 v1 v2.
SIMD_INLINE f64x4 f64x4_edge_row(__m128 corners, __m128 ends)
{
    const __m128 from = _mm_blend_ps(_mm_shuffle_ps(corners, corners, 0), _mm_setzero_ps(), 8);
    return _mm256_sub_pd(_mm256_cvtps_pd(ends), _mm256_cvtps_pd(from));
}

// Of a triangle and a ray, v1 - v0, v2 - v0, the origin - v0, and the direction: their x, their y, and their z. Bits
// `shift` to `shift` + 2 of the first three words of `corner` are the vertices v0, v1, v2; four words are read, aligned
// to 16.
SIMD_INLINE void f64x4_triangle_rows(f64x4_vertices v, const uint32_t* corner, unsigned shift, const hit_ray* ray,
                                     f64x4 row[3])
{
    // The slots of v0, v1, v2, and anything
    const __m128i words = _mm_load_si128((const __m128i*)(const void*)corner);
    const __m256i slots = _mm256_castsi128_si256(_mm_srl_epi32(words, _mm_cvtsi32_si128((int)shift)));
    const __m128 x = _mm256_castps256_ps128(_mm256_permutevar8x32_ps(_mm256_load_ps(v.x), slots));
    const __m128 y = _mm256_castps256_ps128(_mm256_permutevar8x32_ps(_mm256_load_ps(v.y), slots));
    const __m128 z = _mm256_castps256_ps128(_mm256_permutevar8x32_ps(_mm256_load_ps(v.z), slots));
    // Origin x y z and direction x; origin y z and direction y z
    const __m128 first = _mm_loadu_ps(&ray->origin.x);
    const __m128 others = _mm_shuffle_ps(first, _mm_loadu_ps(&ray->direction.y), 0x49);
    row[0] = f64x4_edge_row(x, _mm_shuffle_ps(x, first, 0xc9));
    row[1] = f64x4_edge_row(y, _mm_shuffle_ps(y, others, 0x89));
    row[2] = f64x4_edge_row(z, _mm_shuffle_ps(z, others, 0xd9));
}

#else

typedef struct f64x4 {
    double at[4];
} f64x4;

#define F64X4_EACH(name, expression)                                                                                   \
    SIMD_INLINE f64x4 name(f64x4 p, f64x4 q)                                                                           \
    {                                                                                                                  \
        for (int i = 0; i < 4; i++) {                                                                                  \
            const double a = p.at[i], b = q.at[i];                                                                     \
            p.at[i] = expression;                                                                                      \
        }                                                                                                              \
        return p;                                                                                                      \
    }

F64X4_EACH(f64x4_add, a + b)
F64X4_EACH(f64x4_sub, a - b)
F64X4_EACH(f64x4_mul, (a * b))

SIMD_INLINE f64x4 f64x4_splat(double x)
{
    const f64x4 r = {{x, x, x, x}};
    return r;
}
SIMD_INLINE f64x4 f64x4_abs(f64x4 a)
{
    for (int i = 0; i < 4; i++)
        a.at[i] = fabs(a.at[i]);
    return a;
}
SIMD_INLINE f64x4 f64x4_mul_add(f64x4 a, f64x4 b, f64x4 c)
{
    return f64x4_add(f64x4_mul(a, b), c);
}
SIMD_INLINE f64x4 f64x4_mul_sub(f64x4 a, f64x4 b, f64x4 c)
{
    return f64x4_sub(f64x4_mul(a, b), c);
}
SIMD_INLINE f64x4 f64x4_dup_low(f64x4 a)
{
    const f64x4 r = {{a.at[0], a.at[1], a.at[0], a.at[1]}};
    return r;
}
SIMD_INLINE f64x4 f64x4_dup_high(f64x4 a)
{
    const f64x4 r = {{a.at[2], a.at[3], a.at[2], a.at[3]}};
    return r;
}
SIMD_INLINE f64x4 f64x4_swap_pairs(f64x4 a)
{
    const f64x4 r = {{a.at[1], a.at[0], a.at[3], a.at[2]}};
    return r;
}
SIMD_INLINE f64x4 f64x4_splat_x(f64x4 a)
{
    return f64x4_splat(a.at[0]);
}
SIMD_INLINE f64x4 f64x4_splat_y(f64x4 a)
{
    return f64x4_splat(a.at[1]);
}
SIMD_INLINE f64x4 f64x4_splat_z(f64x4 a)
{
    return f64x4_splat(a.at[2]);
}
SIMD_INLINE f64x4 f64x4_blend_second(f64x4 a, f64x4 b)
{
    a.at[1] = b.at[1];
    return a;
}
SIMD_INLINE f64x4 f64x4_set(double x, double y, double z, double w)
{
    const f64x4 r = {{x, y, z, w}};
    return r;
}
F64X4_EACH(f64x4_div, a / b)
SIMD_INLINE unsigned f64x4_signs(f64x4 a)
{
    unsigned bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (unsigned)(signbit(a.at[i]) != 0) << i;
    return bits;
}
SIMD_INLINE double f64x4_first(f64x4 a)
{
    return a.at[0];
}
SIMD_INLINE bool f64x4_round_equal(f64x4 a, f64x4 b, float out[4])
{
    bool same = true;
    for (int i = 0; i < 4; i++) {
        out[-i & 3] = (float)a.at[i] + 0.0f;
        same = same && (float)a.at[i] == (float)b.at[i];
    }
    return same;
}

SIMD_INLINE f64x4 f64x4_from_floats(float x, float y, float z, float w)
{
    const f64x4 r = {{x, y, z, w}};
    return r;
}
SIMD_INLINE f64x4 f64x4_select_zero(f64x4 a, f64x4 b, f64x4 c)
{
    for (int i = 0; i < 4; i++)
        c.at[i] = a.at[i] == 0.0 ? b.at[i] : c.at[i];
    return c;
}
SIMD_INLINE f64x4 f64x4_hmax(f64x4 a)
{
    const double x = a.at[0] > a.at[1] ? a.at[0] : a.at[1], y = a.at[2] > a.at[3] ? a.at[2] : a.at[3];
    return f64x4_splat(x > y ? x : y);
}
SIMD_INLINE unsigned f64x4_ge(f64x4 a, f64x4 b)
{
    unsigned bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (unsigned)(a.at[i] >= b.at[i]) << i;
    return bits;
}

SIMD_INLINE void f64x4_triangle_rows(f64x4_vertices v, const uint32_t* corner, unsigned shift, const hit_ray* ray,
                                     f64x4 row[3])
{
    const unsigned a = corner[0] >> shift & 7u, b = corner[1] >> shift & 7u, c = corner[2] >> shift & 7u;
    const hit_vec3 o = ray->origin, d = ray->direction;
    row[0] = (f64x4){{(double)v.x[b] - v.x[a], (double)v.x[c] - v.x[a], (double)o.x - v.x[a], d.x}};
    row[1] = (f64x4){{(double)v.y[b] - v.y[a], (double)v.y[c] - v.y[a], (double)o.y - v.y[a], d.y}};
    row[2] = (f64x4){{(double)v.z[b] - v.z[a], (double)v.z[c] - v.z[a], (double)o.z - v.z[a], d.z}};
}

#endif

#endif
