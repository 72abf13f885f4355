// Is what a leaf reference refers to right? A block of triangles, an aligned box, or an oriented box, and the ids of
// its primitives.
//
// Every primitive that is met is noted, and one that is met twice is an error: so the runs of ids, whose lengths are in
// the bytes themselves, are read for at most primitive_count steps altogether, whatever they say.
#include "bvh/format/validate.h"

#include "base/fail.h"
#include "bvh/format/block.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

hit_bvh_planes hit_bvh_planes_empty(void)
{
    const hit_bvh_planes empty = {{INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, -INFINITY}};
    return empty;
}

uint64_t hit_bvh_byte_offset(const hit_bvh_checker* c, const void* part)
{
    return (uint64_t)((const char*)part - c->bytes);
}

// Set a bit; false when it was set.
static bool mark_seen(uint8_t* seen, uint32_t index)
{
    const uint8_t bit = (uint8_t)(1u << index % 8);
    const bool first = (seen[index / 8] & bit) == 0;

    seen[index / 8] = (uint8_t)(seen[index / 8] | bit);
    return first;
}

static hit_status mark_id(hit_bvh_checker* c, const void* where, uint32_t id)
{
    if (id >= c->header->primitive_count)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, where),
                        "primitive %" PRIu32 " does not exist, there are %" PRIu32 HIT_BVH_ADVICE, id,
                        c->header->primitive_count);
    if (!mark_seen(c->id_seen, id))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, where),
                        "primitive %" PRIu32 " is in the tree twice" HIT_BVH_ADVICE, id);
    c->primitives++;
    HIT_ASSERT(c->primitives <= c->header->primitive_count);
    return HIT_OK;
}

// Ids ascend from lane to lane and in each run: `above` is the one before.
static hit_status check_id(hit_bvh_checker* c, const void* where, uint32_t id, int64_t above)
{
    if ((int64_t)id <= above)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, where),
                        "the ids of a block do not ascend at primitive %" PRIu32 HIT_BVH_ADVICE, id);
    return mark_id(c, where, id);
}

// The room behind an index into the section of ids.
static uint64_t ids_behind(const hit_bvh_checker* c, uint64_t index)
{
    return index < c->header->ids.count ? c->header->ids.count - index : 0;
}

static hit_status check_runs(hit_bvh_checker* c, const hit_bvh_block* block, uint32_t lanes)
{
    const uint32_t start = block->id_base & HIT_BVH_ID_INDEX;
    const uint64_t room = ids_behind(c, start);
    const uint32_t* end;
    uint32_t at = 0;
    int64_t first = -1;

    if (room < lanes)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->id_base),
                        "the ids of a block lie behind the last one" HIT_BVH_ADVICE);
    end = c->ids + start;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        int64_t above = first;
        if (end[lane] <= at || end[lane] > room - lanes)
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &end[lane]),
                            "a run of ids ends at %" PRIu32 ", which is not behind %" PRIu32
                            " or beyond the last id" HIT_BVH_ADVICE,
                            end[lane], at);
        first = end[lanes + at];
        for (; at < end[lane]; at++) {
            const hit_status status = check_id(c, &end[lanes + at], end[lanes + at], above);
            if (status != HIT_OK)
                return status;
            above = end[lanes + at];
        }
    }
    HIT_ASSERT(lanes + at <= room);
    c->ids_used += lanes + at;
    return HIT_OK;
}

static hit_status check_list(hit_bvh_checker* c, const hit_bvh_block* block, uint32_t lanes)
{
    const uint32_t start = block->id_base & HIT_BVH_ID_INDEX;
    int64_t above = -1;

    if (ids_behind(c, start) < lanes)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->id_base),
                        "the ids of a block lie behind the last one" HIT_BVH_ADVICE);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        const uint32_t* id = c->ids + start + lane;
        const hit_status status = check_id(c, id, *id, above);
        if (status != HIT_OK)
            return status;
        above = *id;
    }
    c->ids_used += lanes;
    return HIT_OK;
}

static hit_status check_ids(hit_bvh_checker* c, const hit_bvh_block* block, uint32_t lanes)
{
    const bool list = (block->id_base & HIT_BVH_ID_LIST) != 0;
    int64_t above = -1;

    for (uint32_t lane = list ? 0 : lanes; lane < HIT_BVH_WIDTH; lane++)
        if (block->id_delta[lane] != 0)
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->id_delta[lane]),
                            "a number for an id that is not in use is not zero" HIT_BVH_ADVICE);
    if (list)
        return block->id_base & HIT_BVH_ID_RUNS ? check_runs(c, block, lanes) : check_list(c, block, lanes);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        const uint32_t id = block->id_base + block->id_delta[lane];
        const hit_status status = check_id(c, &block->id_delta[lane], id, above);
        if (status != HIT_OK)
            return status;
        above = id;
    }
    return HIT_OK;
}

// The corners: those of lanes that are not in use are zero, and every vertex is used or repeats the first one.
static hit_status check_corners(const hit_bvh_checker* c, const hit_bvh_block* block, uint32_t lanes)
{
    uint32_t used = 0;

    HIT_ASSERT(lanes >= 1 && lanes <= HIT_BVH_WIDTH);
    for (int k = 0; k < 3; k++) {
        const uint32_t slots = block->corner[k] & 0xffffffu;
        if (slots >> 3 * (lanes - 1) >> 3 != 0)
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->corner[k]),
                            "a corner of a lane that is not in use is not zero" HIT_BVH_ADVICE);
        for (uint32_t lane = 0; lane < lanes; lane++)
            used |= 1u << (slots >> 3 * lane & 7u);
    }
    for (unsigned slot = 0; slot < 8; slot++)
        if (!(used >> slot & 1u) && (slot == 0 || block->x[slot] != block->x[0] || block->y[slot] != block->y[0] ||
                                     block->z[slot] != block->z[0]))
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->x[slot]),
                            "vertex %u of a block is not in use and does not repeat the first one" HIT_BVH_ADVICE,
                            slot);
    return HIT_OK;
}

// The vertices: finite. Together they have the box of the block's triangles, each being a corner of one.
static hit_status check_vertices(const hit_bvh_checker* c, const hit_bvh_block* block, hit_bvh_planes* planes)
{
    const float* axis[3] = {block->x, block->y, block->z};

    for (int k = 0; k < 3; k++)
        for (unsigned slot = 0; slot < 8; slot++) {
            const float x = axis[k][slot];
            if (!isfinite(x))
                return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &axis[k][slot]),
                                "vertex %u of a block is not finite" HIT_BVH_ADVICE, slot);
            planes->at[2 * k] = x < planes->at[2 * k] ? x : planes->at[2 * k];
            planes->at[2 * k + 1] = x > planes->at[2 * k + 1] ? x : planes->at[2 * k + 1];
        }
    return HIT_OK;
}

// The extent: the smallest bfloat16 that no triangle exceeds along any axis.
static hit_status check_extent(const hit_bvh_checker* c, const hit_bvh_block* block, uint32_t lanes)
{
    const uint32_t bits = hit_bvh_block_extent_bits(block), below_bits = bits == 0 ? 0 : bits - (1u << 16);
    float extent, below;
    bool needed = bits == 0;

    memcpy(&extent, &bits, sizeof extent);
    memcpy(&below, &below_bits, sizeof below);
    if (!(extent >= 0.0f) || bits >> 31 != 0)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->corner[1]),
                        "the extent of a block is no number" HIT_BVH_ADVICE);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        const hit_bvh_triangle_bounds bounds = hit_bvh_triangle_bounds_of(block, lane);
        for (int k = 0; k < 3; k++) {
            if (hit_bvh_exceeds(bounds.low[k], bounds.high[k], extent))
                return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->corner[1]),
                                "the extent of a block is too small" HIT_BVH_ADVICE);
            needed = needed || hit_bvh_exceeds(bounds.low[k], bounds.high[k], below);
        }
    }
    return needed ? HIT_OK
                  : hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->corner[1]),
                             "the extent of a block is too large" HIT_BVH_ADVICE);
}

static hit_status check_block(hit_bvh_checker* c, const hit_bvh_block* block, hit_bvh_planes* planes)
{
    const uint32_t mask = hit_bvh_block_mask(block);
    uint32_t lanes = 0;
    hit_status status;

    while (lanes < HIT_BVH_WIDTH && (mask >> lanes & 1u) != 0)
        lanes++;
    if (lanes == 0 || mask >> lanes != 0)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, &block->corner[0]),
                        "the lanes in use of a block are not its first ones" HIT_BVH_ADVICE);
    status = check_corners(c, block, lanes);
    if (status == HIT_OK)
        status = check_vertices(c, block, planes);
    if (status == HIT_OK)
        status = check_extent(c, block, lanes);
    return status == HIT_OK ? check_ids(c, block, lanes) : status;
}

static hit_status check_blocks(hit_bvh_checker* c, const uint32_t* ref, hit_bvh_planes* planes)
{
    const uint32_t first = *ref & HIT_BVH_BLOCK_INDEX;
    const uint32_t count = ((*ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
    const uint32_t begin = c->shared ? c->header->shared_first : 0;
    const uint32_t end = c->shared ? (uint32_t)c->header->blocks.count : c->header->shared_first;

    if (first >= end && !c->shared && c->header->shared_root != 0)
        return hit_bvh_check_split_ref(c, ref, planes);
    *planes = hit_bvh_planes_empty();
    for (uint32_t b = first; b < first + count; b++) {
        hit_status status;
        if (b < begin || b >= end)
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                            "a reference to block %" PRIu32 ", not to one from %" PRIu32
                            " up to %" PRIu32 HIT_BVH_ADVICE,
                            b, begin, end);
        if (!mark_seen(c->leaf_seen, b))
            return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                            "block %" PRIu32 " is referred to twice" HIT_BVH_ADVICE, b);
        c->leaves++;
        HIT_ASSERT(b < c->header->blocks.count && c->leaves <= c->header->blocks.count);
        status = check_block(c, &c->blocks[b], planes);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

static hit_status check_obb(hit_bvh_checker* c, const uint32_t* ref, hit_bvh_planes* planes)
{
    const uint32_t index = *ref & ~HIT_BVH_LEAF;
    const hit_bvh_obb* obb;
    hit_aabb box;

    if (index >= c->header->obbs.count)
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                        "a reference to box %" PRIu32 " of %" PRIu64 HIT_BVH_ADVICE, index, c->header->obbs.count);
    if (!mark_seen(c->leaf_seen, index))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, ref),
                        "box %" PRIu32 " is referred to twice" HIT_BVH_ADVICE, index);
    c->leaves++;
    obb = &c->obbs[index];
    box = hit_obb_bounds(&obb->box);
    if (hit_aabb_is_empty(box))
        return hit_fail(c->error, HIT_ERROR_FORMAT, hit_bvh_byte_offset(c, obb),
                        "box %" PRIu32 " is empty or not finite" HIT_BVH_ADVICE, index);
    *planes = (hit_bvh_planes){{box.min.x, box.max.x, box.min.y, box.max.y, box.min.z, box.max.z}};
    return mark_id(c, &obb->id, obb->id);
}

hit_status hit_bvh_check_leaf(hit_bvh_checker* c, const uint32_t* ref, hit_bvh_planes* planes)
{
    switch (c->header->kind) {
    case HIT_BVH_TRIANGLES:
        return check_blocks(c, ref, planes);
    case HIT_BVH_AABBS:
        return mark_id(c, ref, *ref & ~HIT_BVH_LEAF);
    default:
        return check_obb(c, ref, planes);
    }
}
