// What kernels for boxes need of an instruction set beyond lanes.h, simd/f32x3.h and simd/f64x4.h.
#ifndef HITSCAN_BVH_LANES_BOXES_H
#define HITSCAN_BVH_LANES_BOXES_H

#include "simd/f64x4.h"
#include "simd/f32x3.h"

// The axes of an oriented box by coordinates: x has the x of all three. `half` has no more than three numbers that
// count, as all of these.
typedef struct obb_columns {
    three center, x, y, z, half;
} obb_columns;

#if defined(HIT_LANES_AVX2) || defined(HIT_LANES_SSE4)

// A component in all places.
LANES_INLINE three three_all_x(three a)
{
    return _mm_shuffle_ps(a, a, 0x00);
}
LANES_INLINE three three_all_y(three a)
{
    return _mm_shuffle_ps(a, a, 0x55);
}
LANES_INLINE three three_all_z(three a)
{
    return _mm_shuffle_ps(a, a, 0xaa);
}

// The largest number of each of a, b, c and d, but not less than that of `least`.
LANES_INLINE void three_largest_four(three a, three b, three c, three d, const float least[4], float largest[4])
{
    const three ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);
    const three z = _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
    _mm_storeu_ps(largest, _mm_max_ps(_mm_max_ps(_mm_movelh_ps(ab, cd), _mm_movehl_ps(cd, ab)),
                                      _mm_max_ps(z, _mm_loadu_ps(least))));
}

// The record is center, x of axis 0 | y z of axis 0, x y of axis 1 | z of axis 1, axis 2 | half, id.
LANES_INLINE obb_columns obb_load(const hit_bvh_obb* record)
{
    const float* numbers = &record->box.center.x;
    const three a = _mm_load_ps(numbers), b = _mm_load_ps(numbers + 4), c = _mm_load_ps(numbers + 8);
    const three half = _mm_load_ps(numbers + 12);
    const three ab = _mm_shuffle_ps(a, b, 0xaf), bc = _mm_shuffle_ps(b, c, 0xc5);
    const obb_columns columns = {a, _mm_shuffle_ps(ab, c, 0x58), _mm_shuffle_ps(b, c, 0xac),
                                 _mm_shuffle_ps(bc, bc, 0xf8), _mm_shuffle_ps(half, half, 0xa4)};
    return columns;
}

#else

LANES_INLINE three three_all_x(three a)
{
    return three_all(a.at[0]);
}
LANES_INLINE three three_all_y(three a)
{
    return three_all(a.at[1]);
}
LANES_INLINE three three_all_z(three a)
{
    return three_all(a.at[2]);
}

LANES_INLINE void three_largest_four(three a, three b, three c, three d, const float least[4], float largest[4])
{
    const three* of[4] = {&a, &b, &c, &d};
    for (int i = 0; i < 4; i++) {
        const float most = three_first(three_largest(*of[i]));
        largest[i] = most > least[i] ? most : least[i];
    }
}

LANES_INLINE obb_columns obb_load(const hit_bvh_obb* record)
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

// A component in all lanes.
#if defined(HIT_LANES_AVX2)
LANES_INLINE lanes lanes_all_x(three a)
{
    return _mm256_broadcastss_ps(a);
}
LANES_INLINE lanes lanes_all_y(three a)
{
    return _mm256_broadcastss_ps(_mm_movehdup_ps(a));
}
LANES_INLINE lanes lanes_all_z(three a)
{
    return _mm256_broadcastss_ps(_mm_unpackhi_ps(a, a));
}
#else
LANES_INLINE lanes lanes_all_x(three a)
{
    return lanes_all(three_first(a));
}
LANES_INLINE lanes lanes_all_y(three a)
{
    return lanes_all(three_first(three_all_y(a)));
}
LANES_INLINE lanes lanes_all_z(three a)
{
    return lanes_all(three_first(three_all_z(a)));
}
#endif

#if defined(HIT_LANES_AVX2)

LANES_INLINE quad quad_floats(float x, float y, float z, float w)
{
    return _mm256_cvtps_pd(_mm_setr_ps(x, y, z, w));
}
// The three numbers of a, and w.
LANES_INLINE quad quad_three(three a, float w)
{
    return _mm256_cvtps_pd(_mm_insert_ps(a, _mm_set_ss(w), 0x30));
}
// Where a is 0, b, else c.
LANES_INLINE quad quad_where_zero(quad a, quad b, quad c)
{
    return _mm256_blendv_pd(c, b, _mm256_cmp_pd(a, _mm256_setzero_pd(), _CMP_EQ_OQ));
}
// The largest component, in all places; none is a NaN.
LANES_INLINE quad quad_largest(quad a)
{
    const quad b = _mm256_max_pd(a, _mm256_permute4x64_pd(a, 0x4e));
    return _mm256_max_pd(b, _mm256_permute_pd(b, 0x5));
}
// Bit i: a >= b; not for a NaN.
LANES_INLINE unsigned quad_at_least(quad a, quad b)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GE_OQ));
}

#else

LANES_INLINE quad quad_floats(float x, float y, float z, float w)
{
    const quad r = {{x, y, z, w}};
    return r;
}
LANES_INLINE quad quad_three(three a, float w)
{
    _Alignas(16) float at[4];
    three_store(at, a);
    return quad_floats(at[0], at[1], at[2], w);
}
LANES_INLINE quad quad_where_zero(quad a, quad b, quad c)
{
    for (int i = 0; i < 4; i++)
        c.at[i] = a.at[i] == 0.0 ? b.at[i] : c.at[i];
    return c;
}
LANES_INLINE quad quad_largest(quad a)
{
    const double x = a.at[0] > a.at[1] ? a.at[0] : a.at[1], y = a.at[2] > a.at[3] ? a.at[2] : a.at[3];
    return quad_all(x > y ? x : y);
}
LANES_INLINE unsigned quad_at_least(quad a, quad b)
{
    unsigned bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (unsigned)(a.at[i] >= b.at[i]) << i;
    return bits;
}

#endif

#endif
