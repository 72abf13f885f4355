// Blocks of triangles: what a leaf of the binary tree becomes.
#include "bvh/build/stages.h"

#include "shapes/outward.h"

// The largest extent of a triangle of the block, as the upper half of a float, rounded up; `rounded` is the largest of
// the extents that were rounded to nearest. That is within half a unit of the exact one, and no bfloat16 lies between
// the two unless it is one itself: only then the exact differences are needed.
static uint32_t extent_bits(const hit_bvh_block* block, unsigned triangles, float rounded)
{
    uint32_t bits;

    memcpy(&bits, &rounded, sizeof bits);
    if ((bits & 0xffffu) == 0) {
        float exact = rounded;
        for (unsigned i = 0; i < triangles; i++) {
            const hit_triangle t = hit_bvh_block_triangle(block, i);
            const float p[3][3] = {{t.v0.x, t.v1.x, t.v2.x}, {t.v0.y, t.v1.y, t.v2.y}, {t.v0.z, t.v1.z, t.v2.z}};
            for (int k = 0; k < 3; k++) {
                const float low = build_min(build_min(p[k][0], p[k][1]), p[k][2]);
                const float high = build_max(build_max(p[k][0], p[k][1]), p[k][2]);
                if (high - low == rounded)
                    exact = build_max(add_up(high, -(double)low), exact);
            }
        }
        memcpy(&bits, &exact, sizeof bits);
    }
    return (bits + 0xffffu) & 0xffff0000u;
}

// Write the vertices of an indexed leaf. Slots beyond those in use repeat the first one.
static void pack_indexed(const build_input* in, const build_primref* primrefs, unsigned used, hit_bvh_block* block)
{
    for (unsigned slot = 0; slot < BUILD_LEAF_MAX; slot++) {
        float p[3];
        build_point(in, build_slot_index(primrefs, slot < used ? slot : 0), p);
        block->x[slot] = p[0];
        block->y[slot] = p[1];
        block->z[slot] = p[2];
    }
}

// Ids that lie too far apart, or of identical triangles.
static void pack_ids(const build_node* leaf, const build_primref* primrefs, uint32_t* ids)
{
    const uint32_t count = build_leaf_count(leaf);
    if (leaf->info & BUILD_DUPLICATES)
        *ids++ = count;
    for (uint32_t i = 0; i < count; i++)
        ids[i] = primrefs[i].id;
}

void hit_build_pack_block(const build_input* in, const build_tree* tree, const build_kernel* kernel,
                          const build_node* leaf, uint32_t first_id, uint32_t* ids, hit_bvh_block* block)
{
    const build_primref* primrefs = tree->primrefs + leaf->child;
    const bool is_run = (leaf->info & BUILD_DUPLICATES) != 0;
    const uint32_t count = is_run ? 1 : build_leaf_count(leaf);
    uint32_t corner[3], extent;

    HIT_ASSERT(count >= 1 && count <= BUILD_LEAF_MAX);
    build_get_corners(primrefs, count, corner);
    memcpy(block->corner, corner, sizeof corner);
    memset(block->id_delta, 0, sizeof block->id_delta);
    if (!is_run && leaf->info & BUILD_INDEXED) {
        pack_indexed(in, primrefs, (leaf->info >> BUILD_SLOTS_SHIFT & 7u) + 1, block);
        extent = leaf->info >> BUILD_EXTENT_SHIFT << 16;
        if (leaf->info & BUILD_EXTENT_EXACT) {
            float rounded;
            memcpy(&rounded, &extent, sizeof rounded);
            extent = extent_bits(block, count, rounded);
        }
    } else
        extent = extent_bits(block, count, kernel->vertices(in, primrefs, count, corner, block));
    HIT_ASSERT(((corner[0] | corner[1] | corner[2]) >> 24) == 0);
    block->corner[0] = corner[0] | ((1u << count) - 1) << 24;
    block->corner[1] = corner[1] | (extent >> 16 & 255u) << 24;
    block->corner[2] = corner[2] | extent >> 24 << 24;
    if (leaf->info & BUILD_ID_LIST) {
        block->id_base = HIT_BVH_ID_LIST | first_id | (is_run ? HIT_BVH_ID_RUNS : 0);
        pack_ids(leaf, primrefs, ids + first_id);
        return;
    }
    HIT_ASSERT(primrefs[count - 1].id - primrefs[0].id <= UINT16_MAX);
    block->id_base = primrefs[0].id;
    for (uint32_t i = 0; i < count; i++)
        block->id_delta[i] = (uint16_t)(primrefs[i].id - primrefs[0].id);
}

// Packing a leaf reads its primrefs, the indices of these and their vertices. Each is prefetched some leaves ahead, one
// step after what leads to it.
void hit_build_prefetch_primrefs(const build_tree* tree, const build_node* leaf)
{
    const uint32_t count = build_leaf_count(leaf);
    hit_prefetch_line(tree->primrefs + leaf->child);
    hit_prefetch_line(tree->primrefs + leaf->child + (count < BUILD_LEAF_MAX ? count : BUILD_LEAF_MAX) - 1);
}

void hit_build_prefetch_corners(const build_input* in, const build_tree* tree, const build_node* leaf)
{
    const build_primref* primrefs = tree->primrefs + leaf->child;
    const uint32_t count = leaf->info & BUILD_DUPLICATES ? 1 : build_leaf_count(leaf);

    if (leaf->info & BUILD_INDEXED && !(leaf->info & BUILD_DUPLICATES)) {
        const unsigned last = leaf->info >> BUILD_SLOTS_SHIFT & 7u;
        for (unsigned slot = 0; slot <= last; slot++)
            hit_prefetch_line(in->points + (size_t)build_slot_index(primrefs, slot) * in->point_stride);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        build_prefetch_corners(in, primrefs[i].id);
}

void hit_build_prefetch_vertices(const build_input* in, const build_tree* tree, const build_node* leaf)
{
    const build_primref* primrefs = tree->primrefs + leaf->child;
    const uint32_t count = leaf->info & BUILD_DUPLICATES ? 1 : build_leaf_count(leaf);

    if (leaf->info & BUILD_INDEXED && !(leaf->info & BUILD_DUPLICATES))
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner[3];
        build_corners(in, primrefs[i].id, corner);
        for (int c = 0; c < 3; c++)
            hit_prefetch_line(in->points + (size_t)corner[c] * in->point_stride);
    }
}
