// What kernels for boxes need of an instruction set beyond simd/f64x2.h, simd/f32x3.h and simd/f64x4.h.
#ifndef HITSCAN_BVH_LANES_BOXES_H
#define HITSCAN_BVH_LANES_BOXES_H

#include "simd/f64x4.h"
#include "simd/f32x3.h"

// The axes of an oriented box by coordinates: x has the x of all f32x3. `half` has no more than f32x3 numbers that
// count, as all of these.
typedef struct obb_columns {
    f32x3 center, x, y, z, half;
} obb_columns;

#if defined(HIT_SIMD_AVX2) || defined(HIT_SIMD_SSE4)

// A component in all places.
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

// The largest number of each of a, b, c and d, but not less than that of `least`.
SIMD_INLINE void f32x3_hmax4(f32x3 a, f32x3 b, f32x3 c, f32x3 d, const float least[4], float largest[4])
{
    const f32x3 ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);
    const f32x3 z = _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
    _mm_storeu_ps(largest, _mm_max_ps(_mm_max_ps(_mm_movelh_ps(ab, cd), _mm_movehl_ps(cd, ab)),
                                      _mm_max_ps(z, _mm_loadu_ps(least))));
}

// The record is center, x of axis 0 | y z of axis 0, x y of axis 1 | z of axis 1, axis 2 | half, id.
SIMD_INLINE obb_columns obb_load(const hit_bvh_obb* record)
{
    const float* numbers = &record->box.center.x;
    const f32x3 a = _mm_load_ps(numbers), b = _mm_load_ps(numbers + 4), c = _mm_load_ps(numbers + 8);
    const f32x3 half = _mm_load_ps(numbers + 12);
    const f32x3 ab = _mm_shuffle_ps(a, b, 0xaf), bc = _mm_shuffle_ps(b, c, 0xc5);
    const obb_columns columns = {a, _mm_shuffle_ps(ab, c, 0x58), _mm_shuffle_ps(b, c, 0xac),
                                 _mm_shuffle_ps(bc, bc, 0xf8), _mm_shuffle_ps(half, half, 0xa4)};
    return columns;
}

#else

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

SIMD_INLINE obb_columns obb_load(const hit_bvh_obb* record)
{
    const hit_obb* b = &record->box;
    const obb_columns columns = {{{b->center.x, b->center.y, b->center.z}},
                                 {{b->axis[0].x, b->axis[1].x, b->axis[2].x}},
                                 {{b->axis[0].y, b->axis[1].y, b->axis[2].y}},
                                 {{b->axis[0].z, b->axis[1].z, b->axis[2].z}},
                                 {{b->half[0], b->half[1], b->half[2]}}};
    return columns;
}

#endif

// A component in all f32x8.
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

#if defined(HIT_SIMD_AVX2)

SIMD_INLINE f64x4 f64x4_from_floats(float x, float y, float z, float w)
{
    return _mm256_cvtps_pd(_mm_setr_ps(x, y, z, w));
}
// The f32x3 numbers of a, and w.
SIMD_INLINE f64x4 f64x4_from_f32x3(f32x3 a, float w)
{
    return _mm256_cvtps_pd(_mm_insert_ps(a, _mm_set_ss(w), 0x30));
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

#else

SIMD_INLINE f64x4 f64x4_from_floats(float x, float y, float z, float w)
{
    const f64x4 r = {{x, y, z, w}};
    return r;
}
SIMD_INLINE f64x4 f64x4_from_f32x3(f32x3 a, float w)
{
    _Alignas(16) float at[4];
    f32x3_store(at, a);
    return f64x4_from_floats(at[0], at[1], at[2], w);
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

#endif

#endif
