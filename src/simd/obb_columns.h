// An oriented box in registers, for the kernels of boxes: its axes by coordinates, as a ray needs them.
#ifndef HITSCAN_SIMD_OBB_COLUMNS_H
#define HITSCAN_SIMD_OBB_COLUMNS_H

#include "simd/f32x3.h"

// x has the x of all three axes, y their y, z their z. Three numbers of each count, those of `half` included.
typedef struct obb_columns {
    f32x3 center, x, y, z, half;
} obb_columns;

#if defined(HIT_SIMD_AVX2) || defined(HIT_SIMD_SSE4)

// The numbers are center, x of axis 0 | y z of axis 0, x y of axis 1 | z of axis 1, axis 2 | half, and one more that is
// read. Aligned to 16.
SIMD_INLINE obb_columns obb_load(const hit_obb* box)
{
    const float* numbers = &box->center.x;
    const f32x3 a = _mm_load_ps(numbers), b = _mm_load_ps(numbers + 4), c = _mm_load_ps(numbers + 8);
    const f32x3 half = _mm_load_ps(numbers + 12);
    const f32x3 ab = _mm_shuffle_ps(a, b, 0xaf), bc = _mm_shuffle_ps(b, c, 0xc5);
    const obb_columns columns = {a, _mm_shuffle_ps(ab, c, 0x58), _mm_shuffle_ps(b, c, 0xac),
                                 _mm_shuffle_ps(bc, bc, 0xf8), _mm_shuffle_ps(half, half, 0xa4)};
    return columns;
}

#else

SIMD_INLINE obb_columns obb_load(const hit_obb* b)
{
    const obb_columns columns = {{{b->center.x, b->center.y, b->center.z}},
                                 {{b->axis[0].x, b->axis[1].x, b->axis[2].x}},
                                 {{b->axis[0].y, b->axis[1].y, b->axis[2].y}},
                                 {{b->axis[0].z, b->axis[1].z, b->axis[2].z}},
                                 {{b->half[0], b->half[1], b->half[2]}}};
    return columns;
}

#endif

#endif
