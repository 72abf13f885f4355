// Primitive references in vectors: what the builder's kernels do to a box on the grid and its id, eight numbers of 16
// bits (kernel.h); one at a time, or two. Written over simd/simd.h, which gives the same bits for every instruction
// set.
#ifndef HITSCAN_BVH_BUILD_PRIMREF_VECTORS_H
#define HITSCAN_BVH_BUILD_PRIMREF_VECTORS_H

#include "simd/simd.h"

SIMD_ALWAYS_INLINE bool all_zero(f32x4 a)
{
    return f32x4_mask_all(f32x4_eq(a, f32x4_splat(0.0f)));
}

SIMD_ALWAYS_INLINE f32x4 f32x8_sum_of_halves(f32x8 a)
{
    return f32x4_add(f32x8_low(a), f32x8_high(a));
}

// The planes of a box on the grid, one for each axis.
SIMD_ALWAYS_INLINE u16x4 primref_low(u16x8 a)
{
    return u16x4_first_four(u16x8_not(a));
}

SIMD_ALWAYS_INLINE u16x4 primref_high(u16x8 a)
{
    return u16x4_first_four(u16x8_drop_three(a));
}

// The primref of a box on the grid: whole numbers below 65536.
SIMD_ALWAYS_INLINE u16x8 primref_make(i32x4 low, i32x4 high, uint32_t id)
{
    // 65535 - low is ~low in 16 bits. The two packed are l0 l1 l2 * h0 h1 h2 *, of which the h move one down.
    const u16x8 packed = u16x8_narrow(i32x4_xor(low, i32x4_splat(65535)), high);
    return u16x8_of_i32x4(i32x4_insert(i32x4_of_u16x8(u16x8_close_gap(packed)), 3, id));
}

// A box without its id, which leaves room for a count.
SIMD_ALWAYS_INLINE u16x8 primref_without_id(u16x8 a)
{
    return u16x8_blend_last(a, u16x8_splat(0));
}

SIMD_ALWAYS_INLINE u16x16 primref_pair_without_id(u16x16 a)
{
    return u16x16_blend_last(a, u16x16_splat(0));
}

// One more in the count of a box.
SIMD_ALWAYS_INLINE u16x8 primref_count_one(u16x8 a)
{
    return u16x8_of_i32x4(i32x4_add(i32x4_of_u16x8(a), i32x4_make(0, 0, 0, 1)));
}

// The union of two boxes, and the sum of their counts.
SIMD_ALWAYS_INLINE u16x8 primref_merge_bins(u16x8 a, u16x8 b)
{
    return u16x8_blend_last(u16x8_max(a, b), u16x8_of_i32x4(i32x4_add(i32x4_of_u16x8(a), i32x4_of_u16x8(b))));
}

// The counts of three boxes, and that of the third again.
SIMD_ALWAYS_INLINE i32x4 primref_counts(u16x8 a, u16x8 b, u16x8 c)
{
    const i32x4 third = i32x4_of_u16x8(c);
    return i32x4_join_high(i32x4_zip_high(i32x4_of_u16x8(a), i32x4_of_u16x8(b)), i32x4_shuffle(third, 3, 3, 3, 3));
}

// The centroids of a box along x, y and z; the fourth has no meaning.
SIMD_ALWAYS_INLINE i32x4 primref_centroids(u16x8 a)
{
    return i32x4_widen_low(u16x8_average(u16x8_not(a), u16x8_drop_three(a)));
}

// primref_pair_bins: trunc((centroid - low)·scale) of each. primref_pair_areas: half the surface areas of three boxes,
// and any number; of each half.
#if defined(HIT_SIMD_REGISTERS)

SIMD_ALWAYS_INLINE i32x8 primref_pair_bins(u16x16 a, i32x4 low, f32x4 scale)
{
    const i32x8 centroid = i32x8_widen_low(u16x16_average(u16x16_not(a), u16x16_drop_three(a)));
    const f32x8 distance = f32x8_from_i32x8(i32x8_sub(centroid, i32x8_from_halves(low, low)));
    return i32x8_from_f32x8(f32x8_mul(distance, f32x8_from_halves(scale, scale)));
}

// high - low = high + (65535 - low) + 1 in 16 bits: x y z and garbage of each box.
SIMD_ALWAYS_INLINE u16x16 primref_pair_extents(u16x16 a)
{
    return u16x16_add(u16x16_add(a, u16x16_drop_three(a)), u16x16_splat(1));
}

SIMD_ALWAYS_INLINE f32x8 primref_pair_areas(u16x16 a, u16x16 b, u16x16 c)
{
    const u16x16 ea = primref_pair_extents(a), eb = primref_pair_extents(b), ec = primref_pair_extents(c);
    const i32x8 ab = i32x8_of_u16x16(u16x16_zip_low(ea, eb));
    const i32x8 c0 = i32x8_of_u16x16(u16x16_zip_low(ec, u16x16_splat(0)));
    const u16x16 xy = u16x16_of_i32x8(i32x8_zip_low(ab, c0)), zz = u16x16_of_i32x8(i32x8_zip_high(ab, c0));
    const f32x8 x = f32x8_from_i32x8(i32x8_widen_low(xy)), y = f32x8_from_i32x8(i32x8_widen_high(xy));
    const f32x8 z = f32x8_from_i32x8(i32x8_widen_low(zz));
    return f32x8_add(f32x8_mul(x, y), f32x8_mul(f32x8_add(x, y), z));
}

#else

// Plain C is sooner done with the three numbers that count than with all lanes.
SIMD_ALWAYS_INLINE i32x8 primref_pair_bins(u16x16 a, i32x4 low, f32x4 scale)
{
    i32x8 bins = i32x8_splat(0);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            const int32_t centroid = (65535 - a.at[8 * i + k] + a.at[8 * i + 3 + k] + 1) >> 1;
            bins.at[4 * i + k] = (int32_t)((float)(centroid - low.at[k]) * scale.at[k]);
        }
    return bins;
}

SIMD_ALWAYS_INLINE f32x8 primref_pair_areas(u16x16 a, u16x16 b, u16x16 c)
{
    const u16x16* const s[3] = {&a, &b, &c};
    f32x8 area = f32x8_splat(0.0f);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            const uint16_t* at = s[k]->at + 8 * i;
            const float x = (float)(uint16_t)(at[0] + at[3] + 1), y = (float)(uint16_t)(at[1] + at[4] + 1);
            const float z = (float)(uint16_t)(at[2] + at[5] + 1);
            area.at[4 * i + k] = x * y + (x + y) * z;
        }
    return area;
}

#endif

// areas·trunc(counts·each + more), infinite where a count is 0.
SIMD_ALWAYS_INLINE f32x8 primref_pair_costs(f32x8 areas, i32x8 counts, float each, float more)
{
    const f32x8 filled = f32x8_mul(f32x8_from_i32x8(counts), f32x8_splat(each));
    const f32x8 blocks = f32x8_from_i32x8(i32x8_from_f32x8(f32x8_add(filled, f32x8_splat(more))));
    const i32x8 none = i32x8_eq(counts, i32x8_splat(0));
    // A cost is 0 where a count is.
    return f32x8_of_bits(i32x8_or(i32x8_of_bits(f32x8_mul(areas, blocks)), i32x8_and(none, i32x8_splat(0x7f800000))));
}

// Where `cost` is below `best`, or equal and `uneven` below `best_uneven`, take these, `left` and `bin`.
SIMD_ALWAYS_INLINE void primref_keep_cheaper(f32x4 cost, i32x4 uneven, i32x4 left, i32x4 bin, f32x4* best,
                                             i32x4* best_uneven, i32x4* best_left, i32x4* best_bin)
{
    const i32x4 less = i32x4_of_mask(f32x4_lt(cost, *best)), same = i32x4_of_mask(f32x4_eq(cost, *best));
    const i32x4 take = i32x4_or(less, i32x4_and(same, i32x4_lt(uneven, *best_uneven)));
    *best = f32x4_select(f32x4_mask_of(take), cost, *best);
    *best_uneven = i32x4_select(take, uneven, *best_uneven);
    *best_left = i32x4_select(take, left, *best_left);
    *best_bin = i32x4_select(take, bin, *best_bin);
}

#endif
