// Blocks of triangles in a refit: can they take new positions, and taking them.
//
// Corners share a vertex of a block because they were in one position when the tree was built, mostly because they have
// the same index. So the indices are compared first; only where they differ, or a primitive may be bad, or lanes stand
// for several primitives, positions are compared. Most blocks are done without a branch that depends on them.
#include "bvh/refit/refit.h"

#include "bvh/format/block.h"

#include <math.h>

enum { CORNERS = 3 * HIT_BVH_WIDTH };

// The vertices of the caller's arrays that a block has: one for each vertex slot, and one for each corner of each lane.
typedef struct members {
    uint32_t slot[8]; ///< HIT_BVH_NONE where a slot is not in use
    uint32_t corner[CORNERS];
    uint8_t corner_slot[CORNERS];
    unsigned corners;
} members;

bool hit_refit_is_good(const build_input* in, uint32_t id)
{
    uint32_t corner[3];
    float p[3];

    build_corners(in, id, corner);
    for (int k = 0; k < 3; k++) {
        if (corner[k] >= in->point_count)
            return false;
        build_point(in, corner[k], p);
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
            return false;
    }
    return true;
}

// True when two vertices are in different positions; zeros of either sign are the same.
static bool apart(const build_input* in, uint32_t a, uint32_t b)
{
    float p[3], q[3];

    build_point(in, a, p);
    build_point(in, b, q);
    return (p[0] != q[0]) | (p[1] != q[1]) | (p[2] != q[2]);
}

// Where several corners share a slot, it is the first one's: that of the lowest lane, then of the lowest corner.
static void find_members(const hit_bvh* bvh, const build_input* in, const hit_bvh_block* block, members* m)
{
    const uint32_t lanes = hit_bvh_block_mask(block);
    unsigned count = 0;

    memset(m->slot, 0xff, sizeof m->slot);
    for (unsigned lane = 0; lanes >> lane != 0; lane++, count += 3) {
        build_corners(in, hit_bvh_block_ids(bvh, block, lane).first, &m->corner[count]);
        for (unsigned k = 0; k < 3; k++)
            m->corner_slot[count + k] = (uint8_t)(block->corner[k] >> 3 * lane & 7u);
    }
    HIT_ASSERT(count >= 3 && count <= CORNERS);
    for (unsigned i = count; i-- > 0;)
        m->slot[m->corner_slot[i]] = m->corner[i];
    m->corners = count;
}

// How many blocks ahead: what is prefetched must have come when it is used, and not have gone again.
enum { PREFETCH_INDICES = 16, PREFETCH_VERTICES = 8 };

void hit_refit_prefetch(const hit_bvh* bvh, const build_input* in, uint64_t b, bool vertices)
{
    const uint64_t count = bvh->header->blocks.count;
    const bool indexed = in->index_type != HIT_INDEX_NONE;

    if (indexed && b + PREFETCH_INDICES < count) {
        const hit_bvh_block* block = &bvh->blocks[b + PREFETCH_INDICES];
        for (unsigned lane = 0; hit_bvh_block_mask(block) >> lane != 0; lane++)
            build_prefetch_corners(in, hit_bvh_block_ids(bvh, block, lane).first);
    }
    if ((vertices || !indexed) && b + PREFETCH_VERTICES < count) {
        const hit_bvh_block* block = &bvh->blocks[b + PREFETCH_VERTICES];
        for (unsigned lane = 0; hit_bvh_block_mask(block) >> lane != 0; lane++) {
            uint32_t corner[3];
            build_corners(in, hit_bvh_block_ids(bvh, block, lane).first, corner);
            for (int k = 0; k < 3; k++)
                if (corner[k] < in->point_count)
                    hit_prefetch_line(in->points + (size_t)corner[k] * in->point_stride);
        }
    }
}

// All primitives of the lanes, bad ones and identical ones included.
static bool all_fit(const hit_bvh* bvh, const build_input* in, const hit_bvh_block* block, const members* m)
{
    const uint32_t lanes = hit_bvh_block_mask(block);

    for (unsigned lane = 0; lanes >> lane != 0; lane++) {
        const hit_bvh_run run = hit_bvh_block_ids(bvh, block, lane);
        for (uint32_t i = 0; i < run.count; i++) {
            const uint32_t id = run.ids == NULL ? run.first : run.ids[i];
            uint32_t corner[3];
            if (!hit_refit_is_good(in, id))
                return false;
            build_corners(in, id, corner);
            for (unsigned k = 0; k < 3; k++) {
                // The slot's own vertex is of this lane or a lower one, and so known to be good.
                if (apart(in, m->slot[block->corner[k] >> 3 * lane & 7u], corner[k]))
                    return false;
            }
        }
    }
    return true;
}

bool hit_refit_can_update(const hit_bvh* bvh, const build_input* in, bool all_good, const hit_bvh_block* block)
{
    const bool runs = (block->id_base & HIT_BVH_ID_LIST) && (block->id_base & HIT_BVH_ID_RUNS);
    uint32_t differ = 0;
    members m;

    find_members(bvh, in, block, &m);
    if (runs || !all_good)
        return all_fit(bvh, in, block, &m);
    HIT_ASSERT(m.corners <= CORNERS);
    for (unsigned i = 0; i < m.corners; i++)
        differ |= m.slot[m.corner_slot[i]] ^ m.corner[i];
    if (differ == 0)
        return true;
    differ = 0;
    for (unsigned i = 0; i < m.corners; i++)
        differ |= apart(in, m.slot[m.corner_slot[i]], m.corner[i]);
    return differ == 0;
}

void hit_refit_update(const hit_bvh* bvh, const build_input* in, hit_bvh_block* block, float low[3], float high[3])
{
    members m;
    float at[3][8]; // the compiler need not fear that these overlap with anything

    find_members(bvh, in, block, &m);
    HIT_ASSERT(m.slot[0] != HIT_BVH_NONE);
    for (unsigned slot = 0; slot < 8; slot++) {
        float p[3];
        build_point(in, m.slot[slot] == HIT_BVH_NONE ? m.slot[0] : m.slot[slot], p);
        for (int k = 0; k < 3; k++)
            at[k][slot] = p[k];
    }
    for (int k = 0; k < 3; k++) {
        float least = low[k], most = high[k];
        for (unsigned slot = 0; slot < 8; slot++) {
            least = build_min(at[k][slot], least);
            most = build_max(at[k][slot], most);
        }
        low[k] = least;
        high[k] = most;
    }
    memcpy(block->x, at[0], sizeof block->x);
    memcpy(block->y, at[1], sizeof block->y);
    memcpy(block->z, at[2], sizeof block->z);
    hit_bvh_set_extent(block);
}
