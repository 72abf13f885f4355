// The builder's kernel for large sets: partitions a set, and fills the bins of both sides on the way. Part of
// kernel_bins.h.
//
// The boxes of both sides and the bounds of their centroids are known before the set is partitioned, so each primref
// can go into the bins of its side while it is at hand. Neighbours tend to fall into the same bin, and would wait for
// each other: there are two sets of bins, for every other primref. Without HIT_SIMD_WIDE, or with addresses of 32
// bits, it is one after the other, with the same result.
#ifndef HITSCAN_BVH_BUILD_KERNEL_PARTITION_H
#define HITSCAN_BVH_BUILD_KERNEL_PARTITION_H

#include "bvh/build/kernel.h"
#include "bvh/build/primref_vectors.h"

#if defined(HIT_SIMD_WIDE) && SIZE_MAX > 0xffffffffu

// Each side has bins along two axes. In these vectors, twice the same four numbers for two primrefs, the first two are
// for the left side and the others for the right one: the bin of a primref is found for both sides at once.
typedef struct partition_lookup {
    i32x8 centroids; ///< which bytes of the centroids
    i32x8 low;
    f32x8 scale;
    i32x8 offset;   ///< of the first bin along the axis, in bytes
    i32x8 deciding; ///< which bytes of the centroids are the one along the axis of the split
    i32x8 plane;
} partition_lookup;

SIMD_ALWAYS_INLINE partition_lookup partition_lookup_make(unsigned axis, uint32_t plane, const build_set side[2],
                                                          const unsigned skip[2], const build_bins bins[2])
{
    uint8_t centroids[16], deciding[16];
    int32_t low[4], offset[4];
    float scale[4];
    partition_lookup lookup;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned k = skip[i / 2], at = i % 2 ? (k == 2 ? 1 : 2) : (k == 0 ? 1 : 0);
        low[i] = side[i / 2].centroid_low[at];
        scale[i] = bins[i / 2].scale[at];
        offset[i] = (int32_t)(i / 2 * sizeof *bins + at * sizeof bins->side[0][0]);
        for (unsigned b = 0; b < 4; b++) {
            centroids[4 * i + b] = (uint8_t)(b < 2 ? 2 * at + b : 0x80);
            deciding[4 * i + b] = (uint8_t)(b < 2 ? 2 * axis + b : 0x80);
        }
    }
    const i32x4 centroid_bytes = i32x4_of_u8x16(u8x16_load(centroids));
    const i32x4 deciding_bytes = i32x4_of_u8x16(u8x16_load(deciding));
    lookup.centroids = i32x8_from_halves(centroid_bytes, centroid_bytes);
    lookup.deciding = i32x8_from_halves(deciding_bytes, deciding_bytes);
    lookup.low = i32x8_from_halves(i32x4_load(low), i32x4_load(low));
    lookup.offset = i32x8_from_halves(i32x4_load(offset), i32x4_load(offset));
    lookup.scale = f32x8_from_halves(f32x4_load(scale), f32x4_load(scale));
    lookup.plane = i32x8_splat((int32_t)plane);
    return lookup;
}

// Add a box to the bins at two offsets of 32 bits.
SIMD_ALWAYS_INLINE void partition_add_to_bins(u16x8 s, uint64_t offsets, unsigned char* bins)
{
    unsigned char *one = bins + (uint32_t)offsets, *other = bins + (offsets >> 32);
    u16x8_store_aligned(one, primref_count_one(u16x8_max(u16x8_load_aligned(one), s)));
    u16x8_store_aligned(other, primref_count_one(u16x8_max(u16x8_load_aligned(other), s)));
}

// Put a primref to the left ones, which end at `left`, or to the right ones, which begin there and have a gap at `at`.
SIMD_ALWAYS_INLINE void partition_put(u16x8 s, build_primref* left, build_primref* at)
{
    u16x8_store_aligned(at, u16x8_load_aligned(left));
    u16x8_store_aligned(left, s);
}

// Take two primrefs, or one that is there twice. Returns the end of the left ones.
SIMD_ALWAYS_INLINE build_primref* partition_take(const partition_lookup* p, u16x16 s, bool both, build_primref* at,
                                                 build_primref* left, unsigned char* bins, unsigned char* others)
{
    const i32x8 centroid = i32x8_of_u16x16(u16x16_average(u16x16_not(s), u16x16_drop_three(s)));
    const i32x8 goes_left = i32x8_gt(p->plane, i32x8_pick_bytes(centroid, p->deciding));
    const i32x8 distance = i32x8_sub(i32x8_pick_bytes(centroid, p->centroids), p->low);
    const i32x8 bin = i32x8_from_f32x8(f32x8_mul(f32x8_from_i32x8(distance), p->scale));
    const i32x8 offsets = i32x8_add(i32x8_shift_left(bin, 6), p->offset);
    const i32x8 chosen = i32x8_select(goes_left, offsets, i32x8_shuffle(offsets, 2, 3, 0, 1));
    const unsigned bits = i32x8_signs(goes_left);
    const u16x16 box = primref_pair_without_id(s);

    partition_put(u16x16_low(s), left, at);
    left += bits & 1u;
    partition_add_to_bins(u16x16_low(box), i32x4_first_two(i32x8_low(chosen)), bins);
    if (!both)
        return left;
    partition_put(u16x16_high(s), left, at + 1);
    left += bits >> 4 & 1u;
    partition_add_to_bins(u16x16_high(box), i32x4_first_two(i32x8_high(chosen)), others);
    return left;
}

static uint32_t partition_and_bin(build_primref* f, uint32_t count, unsigned axis, uint32_t plane,
                                  const build_set side[2], const unsigned skip[2], build_bins bins[2])
{
    build_bins others[2];
    build_primref* left = f;
    partition_lookup lookup;
    uint32_t i = 0;

    for (int k = 0; k < 2; k++) {
        others[k].count = bins[k].count;
        begin_bins(&side[k], &bins[k]);
        begin_bins(&side[k], &others[k]);
    }
    lookup = partition_lookup_make(axis, plane, side, skip, bins);
    for (; i + 1 < count; i += 2) {
        const u16x16 both = u16x16_of_i32x8(i32x8_load(&f[i]));
        left = partition_take(&lookup, both, true, &f[i], left, (unsigned char*)bins, (unsigned char*)others);
    }
    if (i < count) {
        const u16x8 last = u16x8_load_aligned(&f[i]);
        left = partition_take(&lookup, u16x16_from_halves(last, last), false, &f[i], left, (unsigned char*)bins, NULL);
    }
    HIT_ASSERT(left >= f && left <= f + count);
    for (int k = 0; k < 2; k++)
        join_bins(&bins[k], &others[k]);
    return (uint32_t)(left - f);
}

#else

static uint32_t partition_and_bin(build_primref* f, uint32_t count, unsigned axis, uint32_t plane,
                                  const build_set side[2], const unsigned skip[2], build_bins bins[2])
{
    build_set left = side[0], right = side[1];

    left.count = partition(f, count, axis, plane);
    right.count = count - left.count;
    fill_bins(f, &left, skip[0], &bins[0]);
    fill_bins(f + left.count, &right, skip[1], &bins[1]);
    return left.count;
}

#endif

#endif
