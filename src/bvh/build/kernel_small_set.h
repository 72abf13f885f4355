// The builder's kernel for small sets: bins and the best split at once. Part of kernel_bins.h.
//
// The boxes of four bins along each of three axes fit in registers of 256 bits, two in one: each primref is joined to
// all of them, as nothing to those that it is not in. So nothing waits for what was stored a moment ago, as with bins
// in memory. Without such registers it is these, with the same result.
#ifndef HITSCAN_BVH_BUILD_KERNEL_SMALL_SET_H
#define HITSCAN_BVH_BUILD_KERNEL_SMALL_SET_H

#include "bvh/build/kernel.h"
#include "bvh/build/primref_vectors.h"

#if defined(HIT_SIMD_WIDE)

// The boxes of bins 0 and 1, and of 2 and 3, along each axis.
typedef struct small_set_boxes {
    u16x16 bins[3][2];
} small_set_boxes;

// Join a primref, twice in `s`, to the bins that it is in, twice in `at`.
SIMD_ALWAYS_INLINE void small_set_add(i32x8 s, i32x8 at, small_set_boxes* boxes)
{
    const i32x8 bins[2] = {i32x8_from_halves(i32x4_splat(0), i32x4_splat(1)),
                           i32x8_from_halves(i32x4_splat(2), i32x4_splat(3))};
    const i32x8 axis[3] = {i32x8_shuffle(at, 0, 0, 0, 0), i32x8_shuffle(at, 1, 1, 1, 1), i32x8_shuffle(at, 2, 2, 2, 2)};

    for (int k = 0; k < 3; k++)
        for (int b = 0; b < 2; b++) {
            const i32x8 in = i32x8_and(s, i32x8_eq(axis[k], bins[b]));
            boxes->bins[k][b] = u16x16_max(boxes->bins[k][b], u16x16_of_i32x8(in));
        }
}

// Join two primrefs, or the first of them only. The numbers of primrefs in the bins of an axis are the bytes of one
// whole number: there are few.
SIMD_ALWAYS_INLINE void small_set_add_two(u16x16 s, i32x4 low, f32x4 scale, bool both, small_set_boxes* boxes,
                                          i32x4* counts)
{
    const i32x8 at = primref_pair_bins(s, low, scale), all = i32x8_of_u16x16(s);
    const i32x8 ones = i32x8_shift_left_each(i32x8_splat(1), i32x8_shift_left(at, 3));

    *counts = i32x4_add(*counts, i32x8_low(ones));
    small_set_add(i32x8_dup_low(all), i32x8_dup_low(at), boxes);
    if (!both)
        return;
    *counts = i32x4_add(*counts, i32x8_high(ones));
    small_set_add(i32x8_dup_high(all), i32x8_dup_high(at), boxes);
}

// The boxes of both sides of the splits before bins 1, 2 and 3, along each axis.
SIMD_ALWAYS_INLINE void small_set_sides(const small_set_boxes* boxes, u16x16 split[3][3])
{
    for (int k = 0; k < 3; k++) {
        const u16x8 first = u16x16_low(boxes->bins[k][0]), second = u16x16_high(boxes->bins[k][0]);
        const u16x8 third = u16x16_low(boxes->bins[k][1]), last = u16x16_high(boxes->bins[k][1]);
        const u16x8 two = u16x8_max(first, second), other_two = u16x8_max(third, last);
        split[0][k] = u16x16_from_halves(first, u16x8_max(second, other_two));
        split[1][k] = u16x16_from_halves(two, other_two);
        split[2][k] = u16x16_from_halves(u16x8_max(two, third), last);
    }
}

static build_split split_small_set(const build_primref* f, const build_set* set, build_bins* bins)
{
    const int32_t first[4] = {set->centroid_low[0], set->centroid_low[1], set->centroid_low[2], 0};
    const i32x4 low = i32x4_load(first);
    best_splits best = no_splits();
    i32x4 counts = i32x4_splat(0);
    u16x16 both[3][3];
    small_set_boxes boxes;
    build_split split;
    f32x4 scale;

    HIT_ASSERT(set->count <= BUILD_SMALL_SET && bins->count == 4);
    scale_bins(set, bins);
    scale = f32x4_load(bins->scale);
    for (int k = 0; k < 3; k++)
        boxes.bins[k][0] = boxes.bins[k][1] = u16x16_splat(0);
    for (uint32_t i = 0; i + 1 < set->count; i += 2)
        small_set_add_two(u16x16_from_halves(u16x8_load_aligned(&f[i]), u16x8_load_aligned(&f[i + 1])), low, scale,
                          true, &boxes, &counts);
    if (set->count & 1) {
        const u16x8 last = u16x8_load_aligned(&f[set->count - 1]);
        small_set_add_two(u16x16_from_halves(last, last), low, scale, false, &boxes, &counts);
    }
    small_set_sides(&boxes, both);
    // Byte b becomes the sum of bytes 0 to b: the primrefs before bin b + 1.
    counts = i32x4_mul(counts, i32x4_splat(0x01010101));
    for (int b = 0; b < 3; b++) {
        consider(both[b], i32x4_and(counts, i32x4_splat(255)), set, bins->blocks_per_prim, (unsigned)b + 1, &best);
        counts = i32x4_shift_right(counts, 8);
    }
    split = cheapest(&best);
    if (split.left != 0) {
        u16x8_store_aligned(bins->left, u16x16_low(both[split.bin - 1][split.axis]));
        u16x8_store_aligned(bins->right, u16x16_high(both[split.bin - 1][split.axis]));
    }
    return split;
}

#else

static build_split split_small_set(const build_primref* f, const build_set* set, build_bins* bins)
{
    fill_bins(f, set, 3, bins);
    return best_split(set, bins);
}

#endif

#endif
