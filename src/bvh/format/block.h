// The extent of a block: the largest one of its triangles along any axis, as a bfloat16, found without rounding.
#ifndef HITSCAN_BVH_BLOCK_H
#define HITSCAN_BVH_BLOCK_H

#include "bvh/format/layout.h"
#include "exact/expansion.h"

#include <string.h>

// The least and the largest coordinate of a triangle on each axis.
typedef struct hit_bvh_triangle_bounds {
    float low[3], high[3];
} hit_bvh_triangle_bounds;

static inline hit_bvh_triangle_bounds hit_bvh_triangle_bounds_of(const hit_bvh_block* block, unsigned lane)
{
    const hit_triangle t = hit_bvh_block_triangle(block, lane);
    const float at[3][3] = {{t.v0.x, t.v1.x, t.v2.x}, {t.v0.y, t.v1.y, t.v2.y}, {t.v0.z, t.v1.z, t.v2.z}};
    hit_bvh_triangle_bounds bounds;

    for (int k = 0; k < 3; k++) {
        const float low = at[k][0] < at[k][1] ? at[k][0] : at[k][1];
        const float high = at[k][0] < at[k][1] ? at[k][1] : at[k][0];
        bounds.low[k] = at[k][2] < low ? at[k][2] : low;
        bounds.high[k] = at[k][2] > high ? at[k][2] : high;
    }
    return bounds;
}

// True when high - low is more than `size`, without rounding. The difference in double is the real one rounded to
// nearest, so where it differs from `size`, which is a double too, it lies on the same side; else what the rounding
// left decides.
static inline bool hit_bvh_exceeds(float low, float high, double size)
{
    double extent;
    const double rest = two_sum((double)high, -(double)low, &extent);
    return extent == size ? rest > 0.0 : extent > size;
}

// Set the extent of a block by its triangles. Rounding to nearest keeps the order of numbers, so the largest
// difference, rounded to float, lies between the same two bfloat16 as the exact one, unless it is a bfloat16 itself.
// Then the exact differences that were rounded to it tell whether one of them is above it.
static inline void hit_bvh_set_extent(hit_bvh_block* block)
{
    const uint32_t lanes = hit_bvh_block_mask(block);
    hit_bvh_triangle_bounds bounds[HIT_BVH_WIDTH];
    float longest = 0.0f;
    uint32_t bits;

    for (unsigned lane = 0; lanes >> lane != 0; lane++) {
        bounds[lane] = hit_bvh_triangle_bounds_of(block, lane);
        for (int k = 0; k < 3; k++) {
            const float extent = bounds[lane].high[k] - bounds[lane].low[k];
            longest = extent > longest ? extent : longest;
        }
    }
    HIT_ASSERT(lanes != 0 && longest >= 0.0f);
    memcpy(&bits, &longest, sizeof bits);
    if ((bits & 0xffffu) == 0 && longest > 0.0f)
        for (unsigned lane = 0; lanes >> lane != 0; lane++)
            for (int k = 0; k < 3; k++)
                if (bounds[lane].high[k] - bounds[lane].low[k] == longest &&
                    hit_bvh_exceeds(bounds[lane].low[k], bounds[lane].high[k], longest))
                    bits |= 1u;
    bits += 0xffffu;
    block->corner[1] = (block->corner[1] & 0xffffffu) | (bits >> 16 & 0xffu) << 24;
    block->corner[2] = (block->corner[2] & 0xffffffu) | bits >> 24 << 24;
}

#endif
