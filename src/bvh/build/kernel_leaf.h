// The builder's kernels for leaves: which triangles fit a block, and its vertices. Part of kernel_bins.h.
#ifndef HITSCAN_BVH_BUILD_KERNEL_LEAF_H
#define HITSCAN_BVH_BUILD_KERNEL_LEAF_H

#include "bvh/build/kernel.h"
#include "simd/simd.h"

enum { CORNERS_MAX = 3 * BUILD_LEAF_MAX };

// The corners of some triangles: indices and positions; and the vertex slots of a block that they get.
typedef struct leaf_corners {
    uint32_t index[CORNERS_MAX];
    float x[CORNERS_MAX], y[CORNERS_MAX], z[CORNERS_MAX];
    uint32_t packed[3];                  ///< as in hit_bvh_block
    uint32_t slot_index[BUILD_LEAF_MAX]; ///< the index of the corner that a slot was made for
} leaf_corners;

// Bit i: corner i has the index of corner j; or its position.
SIMD_ALWAYS_INLINE unsigned same_index(const leaf_corners* c, unsigned j, unsigned eights)
{
    unsigned same = 0;
    for (unsigned k = 0; k < eights; k++)
        same |= u32x8_eq_bits(&c->index[8 * k], c->index[j]) << 8 * k;
    return same;
}

SIMD_ALWAYS_INLINE unsigned same_position(const leaf_corners* c, unsigned j, unsigned eights)
{
    const f32x8 x = f32x8_splat(c->x[j]), y = f32x8_splat(c->y[j]), z = f32x8_splat(c->z[j]);
    unsigned same = 0;
    for (unsigned k = 0; k < eights; k++) {
        const f32x8_mask same_x = f32x8_eq(f32x8_load(&c->x[8 * k]), x);
        const f32x8_mask same_y = f32x8_eq(f32x8_load(&c->y[8 * k]), y);
        const f32x8_mask same_z = f32x8_eq(f32x8_load(&c->z[8 * k]), z);
        same |= f32x8_mask_bits(f32x8_mask_and(f32x8_mask_and(same_x, same_y), same_z)) << 8 * k;
    }
    return same;
}

// Give slots to corners, the same to those that are the same: the first one without a slot is compared with all of
// them, eight at a time. Bit j of slot_bit[k] is bit k of the slot of corner j, which is corner j % 3 of triangle j /
// 3: every third bit goes to the packed corners 0, 1 or 2, where the three bits of a slot lie side by side. Returns the
// number of slots, or more than there are in a block.
SIMD_ALWAYS_INLINE unsigned give_slots(leaf_corners* c, bool by_position, unsigned corners)
{
    const unsigned eights = (corners + 7) / 8;
    unsigned rest = (1u << corners) - 1, slot_bit[3] = {0, 0, 0}, used = 0;

    HIT_ASSERT(corners > 0 && corners <= CORNERS_MAX);
    for (; rest != 0; used++) {
        const unsigned j = lowest_bit(rest),
                       same = by_position ? same_position(c, j, eights) : same_index(c, j, eights);
        if (used == BUILD_LEAF_MAX)
            return used + 1;
        rest &= ~same;
        c->slot_index[used] = c->index[j];
        for (unsigned k = 0; k < 3; k++)
            slot_bit[k] |= same & (0u - (used >> k & 1u));
    }
    for (unsigned k = 0; k < 3; k++)
        c->packed[k] =
            (slot_bit[0] >> k & 0x249249u) | (slot_bit[1] >> k & 0x249249u) << 1 | (slot_bit[2] >> k & 0x249249u) << 2;
    return used;
}

static unsigned slots_by_position(const build_input* in, leaf_corners* c, unsigned corners)
{
    for (unsigned j = 0; j < corners; j++) {
        const unsigned char* at = in->points + (size_t)c->index[j] * in->point_stride;
        memcpy(&c->x[j], at, sizeof c->x[j]);
        memcpy(&c->y[j], at + sizeof(float), sizeof c->y[j]);
        memcpy(&c->z[j], at + 2 * sizeof(float), sizeof c->z[j]);
    }
    for (unsigned j = corners; j & 7u; j++)
        c->x[j] = c->y[j] = c->z[j] = 0.0f;
    return give_slots(c, true, corners);
}

// Keep what packing an indexed leaf needs. Returns flags for its info.
SIMD_ALWAYS_INLINE uint32_t note_vertices(build_primref* f, build_primref* last, const leaf_corners* c, unsigned most,
                                          f32x4 extents)
{
    float extent[4];
    uint32_t bits;

    for (unsigned i = 0; i < most && 2 * i < BUILD_LEAF_MAX; i++)
        memcpy((i < most - 1 ? &f[i] : last)->side + 2, &c->slot_index[2 * i], 2 * sizeof(uint32_t));
    f32x4_store(extent, extents);
    extent[0] = build_max(build_max(extent[0], extent[1]), extent[2]);
    memcpy(&bits, extent, sizeof bits);
    return BUILD_INDEXED | (bits + 0xffffu) >> 16 << BUILD_EXTENT_SHIFT |
           ((bits & 0xffffu) == 0 ? BUILD_EXTENT_EXACT : 0);
}

// The ids of `most` or one fewer primrefs, ascending. Without the last one, the first is there twice. Sorted by
// counting which ones are below: no branches to predict.
SIMD_ALWAYS_INLINE void sort_ids(const build_primref* f, uint32_t count, unsigned most, int32_t sorted[BUILD_LEAF_MAX])
{
    int32_t id[BUILD_LEAF_MAX], rank[BUILD_LEAF_MAX] = {0};

    for (unsigned i = 0; i < BUILD_LEAF_MAX; i++)
        id[i] = i < most ? (int32_t)f[i < count ? i : 0].id : INT32_MAX;
    id[most - 1] = most == count ? id[most - 1] : INT32_MAX;
    for (unsigned j = 0; j < most; j++)
        for (unsigned i = 0; i < BUILD_LEAF_MAX; i++)
            rank[i] += id[j] < id[i];
    for (unsigned i = 0; i < most; i++)
        sorted[rank[i]] = id[i];
    sorted[most - 1] = most == count ? sorted[most - 1] : sorted[0];
}

// Vertices with one index have one position. Mostly that says enough, and positions, which take longer, need not be
// compared; more than six triangles seldom fit in that way. There are `most` triangles or one fewer: what is done for
// the last one does no harm when it is the first again, and costs less than a branch that cannot be predicted.
SIMD_ALWAYS_INLINE bool fit_some(const build_input* in, build_primref* f, uint32_t count, unsigned most,
                                 build_node* node)
{
    leaf_corners c;
    int32_t id[BUILD_LEAF_MAX];
    f32x4 low = f32x4_splat(HUGE_VALF), high = f32x4_splat(-HUGE_VALF), extents = f32x4_splat(0.0f);
    unsigned used = BUILD_LEAF_MAX + 1;
    build_primref beyond, *last = most == count ? &f[most - 1] : &beyond;

    HIT_ASSERT(count == most || count + 1 == most);
    sort_ids(f, count, most, id);
    memset(c.index + 3 * most, 0, sizeof c.index - 3 * most * sizeof *c.index);
    memset(c.slot_index, 0, sizeof c.slot_index);
    for (unsigned i = 0; i < most; i++) {
        f32x4 p[3], least, largest;
        build_corners(in, (uint32_t)id[i], &c.index[3 * i]);
        for (unsigned k = 0; k < 3; k++)
            p[k] = f32x4_load_point(in->points + (size_t)c.index[3 * i + k] * in->point_stride);
        least = f32x4_min(f32x4_min(p[0], p[1]), p[2]);
        largest = f32x4_max(f32x4_max(p[0], p[1]), p[2]);
        low = f32x4_min(least, low);
        high = f32x4_max(largest, high);
        extents = f32x4_max(f32x4_sub(largest, least), extents);
    }
    node->info = BUILD_IS_LEAF | (count - 1);
    if (in->index_type != HIT_INDEX_NONE && most <= 6)
        used = give_slots(&c, false, 3 * most);
    if (used <= BUILD_LEAF_MAX && used <= 2 * count)
        node->info |= note_vertices(f, last, &c, most, extents) | (used - 1) << BUILD_SLOTS_SHIFT;
    else if (used > BUILD_LEAF_MAX)
        used = slots_by_position(in, &c, 3 * most);
    if (used > BUILD_LEAF_MAX)
        return false;
    for (unsigned i = 0; i < most; i++)
        (i < most - 1 ? &f[i] : last)->id = (uint32_t)id[i];
    // What was the first triangle again leaves nothing.
    for (unsigned k = 0; k < 3; k++)
        c.packed[k] &= (1u << 3 * count) - 1;
    build_set_corners(f, count, c.packed);
    f32x4_store_point(node->low, low);
    f32x4_store_point(node->high, high);
    return true;
}

static bool fit(const build_input* in, build_primref* f, uint32_t count, build_node* node)
{
    switch (count) {
    case 1:
    case 2:
        return fit_some(in, f, count, 2, node);
    case 3:
    case 4:
        return fit_some(in, f, count, 4, node);
    case 5:
    case 6:
        return fit_some(in, f, count, 6, node);
    default:
        return fit_some(in, f, count, 8, node);
    }
}

// From the last triangle to the first, so that of vertices with the same position the first one is kept.
static float vertices(const build_input* in, const build_primref* f, uint32_t count, const uint32_t packed[3],
                      hit_bvh_block* block)
{
    uint32_t corner[3];
    f32x4 extents = f32x4_splat(0.0f);
    float extent[4];

    HIT_ASSERT(count >= 1 && count <= BUILD_LEAF_MAX);
    build_corners(in, f[0].id, corner);
    for (int k = 0; k < 3; k++) {
        const unsigned char* first = in->points + (size_t)corner[0] * in->point_stride;
        float p;
        memcpy(&p, first + (size_t)k * sizeof p, sizeof p);
        f32x8_store(k == 0 ? block->x : k == 1 ? block->y : block->z, f32x8_splat(p));
    }
    for (uint32_t i = count; i-- > 0;) {
        f32x4 low, high;
        build_corners(in, f[i].id, corner);
        low = high = f32x4_load_point(in->points + (size_t)corner[0] * in->point_stride);
        for (int k = 0; k < 3; k++) {
            const unsigned char* at = in->points + (size_t)corner[k] * in->point_stride;
            const unsigned slot = packed[k] >> 3 * i & 7u;
            const f32x4 p = f32x4_load_point(at);
            memcpy(&block->x[slot], at, sizeof(float));
            memcpy(&block->y[slot], at + sizeof(float), sizeof(float));
            memcpy(&block->z[slot], at + 2 * sizeof(float), sizeof(float));
            low = f32x4_min(p, low);
            high = f32x4_max(p, high);
        }
        extents = f32x4_max(f32x4_sub(high, low), extents);
    }
    f32x4_store(extent, extents);
    return build_max(build_max(extent[0], extent[1]), extent[2]);
}

#endif
