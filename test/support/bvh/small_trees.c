// Small trees written by hand.
//
// The tests of what checks trees need trees that no builder made: else a fault that both share would not be seen. Only
// boxes and extents are computed, by code that is as plain as can be.
#include "support/bvh/small_trees.h"

#include "bvh/format/handle.h"
#include "bvh/build/child_order.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

hit_bvh_node* small_tree_nodes(hit_bvh_header* block)
{
    return (hit_bvh_node*)(void*)((char*)block + block->nodes.offset);
}

hit_bvh_block* small_tree_blocks(hit_bvh_header* block)
{
    return (hit_bvh_block*)(void*)((char*)block + block->blocks.offset);
}

hit_bvh_obb* small_tree_obbs(hit_bvh_header* block)
{
    return (hit_bvh_obb*)(void*)((char*)block + block->obbs.offset);
}

uint32_t* small_tree_ids(hit_bvh_header* block)
{
    return (uint32_t*)(void*)((char*)block + block->ids.offset);
}

uint32_t* small_tree_first_leaves(hit_bvh_header* block)
{
    return (uint32_t*)(void*)((char*)block + block->first_leaves.offset);
}

void small_tree_seal(hit_bvh_header* block)
{
    block->checksum = hit_bvh_checksum(block);
}

static uint64_t up64(uint64_t size)
{
    return (size + 63) / 64 * 64;
}

// A block with room for these, all lanes empty.
static hit_bvh_header* make_block(hit_bvh_kind kind, uint32_t nodes, uint32_t blocks, uint32_t obbs, uint32_t ids)
{
    const uint64_t at_blocks = 256 + 256 * (uint64_t)nodes, at_obbs = at_blocks + 128 * (uint64_t)blocks;
    const uint64_t at_ids = at_obbs + 64 * (uint64_t)obbs, at_first_leaves = up64(at_ids + 4 * (uint64_t)ids);
    const uint64_t first_leaves = kind == HIT_BVH_AABBS ? 0 : nodes, size = up64(at_first_leaves + 4 * first_leaves);
    hit_bvh_header* block = aligned_alloc(64, (size_t)size);

    assert(block != NULL);
    memset(block, 0, (size_t)size);
    memcpy(block->magic, HIT_BVH_MAGIC, sizeof block->magic);
    block->version = HIT_BVH_VERSION;
    block->endian = HIT_BVH_ENDIAN;
    block->size = size;
    block->kind = kind;
    block->nodes = (hit_bvh_section){256, nodes};
    block->blocks = (hit_bvh_section){at_blocks, blocks};
    block->shared_first = blocks;
    block->obbs = (hit_bvh_section){at_obbs, obbs};
    block->ids = (hit_bvh_section){at_ids, ids};
    block->first_leaves = (hit_bvh_section){at_first_leaves, first_leaves};
    for (uint32_t n = 0; n < nodes; n++)
        for (int child = 0; child < HIT_BVH_WIDTH; child++) {
            hit_bvh_node* node = &small_tree_nodes(block)[n];
            for (int p = 0; p < 6; p++)
                node->plane[p][child] = p % 2 == 0 ? INFINITY : -INFINITY;
            node->ref[child] = HIT_BVH_NO_REF;
        }
    return block;
}

static void grow(hit_bvh_node* node, int child, const float low[3], const float high[3])
{
    for (int k = 0; k < 3; k++) {
        node->plane[2 * k][child] = fminf(node->plane[2 * k][child], low[k]);
        node->plane[2 * k + 1][child] = fmaxf(node->plane[2 * k + 1][child], high[k]);
    }
}

// The box of a child in use, from what is below it; aligned boxes have theirs.
static void take_child_box(hit_bvh_header* block, hit_bvh_node* node, int child)
{
    const uint32_t ref = node->ref[child];

    if (!(ref & HIT_BVH_LEAF)) {
        const hit_bvh_node* below = &small_tree_nodes(block)[ref];
        for (int i = 0; i < HIT_BVH_WIDTH; i++) {
            const float low[3] = {below->plane[0][i], below->plane[2][i], below->plane[4][i]};
            const float high[3] = {below->plane[1][i], below->plane[3][i], below->plane[5][i]};
            grow(node, child, low, high);
        }
    } else if (block->kind == HIT_BVH_TRIANGLES) {
        const uint32_t first = ref & HIT_BVH_BLOCK_INDEX, count = (ref >> HIT_BVH_BLOCK_SHIFT & 3u) + 1;
        for (uint32_t b = first; b < first + count; b++)
            for (int i = 0; i < 8; i++) {
                const hit_bvh_block* leaf = &small_tree_blocks(block)[b];
                const float at[3] = {leaf->x[i], leaf->y[i], leaf->z[i]};
                grow(node, child, at, at);
            }
    } else if (block->kind == HIT_BVH_OBBS) {
        const hit_aabb box = hit_obb_bounds(&small_tree_obbs(block)[ref & ~HIT_BVH_LEAF].box);
        const float low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};
        grow(node, child, low, high);
    }
}

// The lowest number of a leaf that a node has.
static uint32_t first_leaf(const hit_bvh_node* node)
{
    uint32_t first = 0;
    bool any = false;

    for (int child = 0; child < HIT_BVH_WIDTH; child++) {
        const uint32_t leaf = node->ref[child] & HIT_BVH_BLOCK_INDEX;
        if (node->ref[child] == HIT_BVH_NO_REF || !(node->ref[child] & HIT_BVH_LEAF))
            continue;
        first = any && first < leaf ? first : leaf;
        any = true;
    }
    return first;
}

// Boxes, orders, first leaves, bounds, max_abs and checksum.
static hit_bvh_header* finish(hit_bvh_header* block)
{
    hit_bvh_node* nodes = small_tree_nodes(block);

    for (uint64_t n = block->nodes.count; n-- > 0;) {
        for (int child = 0; child < HIT_BVH_WIDTH; child++)
            if (nodes[n].ref[child] != HIT_BVH_NO_REF)
                take_child_box(block, &nodes[n], child);
        hit_bvh_order_children(&nodes[n]);
        if (block->first_leaves.count != 0)
            small_tree_first_leaves(block)[n] = first_leaf(&nodes[n]);
    }
    for (int p = 0; p < 6; p++) {
        block->bounds[p] = p % 2 == 0 ? INFINITY : -INFINITY;
        for (int child = 0; child < HIT_BVH_WIDTH; child++)
            block->bounds[p] = p % 2 == 0 ? fminf(block->bounds[p], nodes[0].plane[p][child])
                                          : fmaxf(block->bounds[p], nodes[0].plane[p][child]);
        if (nodes[0].ref[0] != HIT_BVH_NO_REF)
            block->max_abs = fmaxf(block->max_abs, fabsf(block->bounds[p]));
    }
    small_tree_seal(block);
    return block;
}

// A strip of `count` triangles over count + 2 vertices, the first of them at (x, y, z).
static void make_strip(hit_bvh_block* block, uint32_t count, float x, float y, float z)
{
    const float extent = 1.5f; // of each triangle, along x; a bfloat16 too
    uint32_t bits;

    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t vertex = i < count + 2 ? i : 0;
        block->x[i] = x + 0.75f * (float)vertex;
        block->y[i] = y + (float)(vertex % 2);
        block->z[i] = z + 0.25f * (float)(vertex % 3);
    }
    for (uint32_t lane = 0; lane < count; lane++)
        for (uint32_t k = 0; k < 3; k++)
            block->corner[k] |= (lane + k) << 3 * lane;
    memcpy(&bits, &extent, sizeof bits);
    block->corner[0] |= ((1u << count) - 1) << 24;
    block->corner[1] |= (bits >> 16 & 0xffu) << 24;
    block->corner[2] |= (bits >> 24) << 24;
}

static hit_bvh_header* make_one(void)
{
    hit_bvh_header* block = make_block(HIT_BVH_TRIANGLES, 1, 1, 0, 0);

    block->primitive_count = block->depth = 1;
    make_strip(small_tree_blocks(block), 1, 1.0f, 2.0f, 3.0f);
    small_tree_nodes(block)->ref[0] = HIT_BVH_LEAF;
    return finish(block);
}

// 20 primitives, of which number 7 and 19 were skipped.
static hit_bvh_header* make_triangles(void)
{
    static const uint32_t ids[] = {0, 17, /* runs: ends, then ids */ 3, 4, 2, 5, 18, 6};
    hit_bvh_header* block = make_block(HIT_BVH_TRIANGLES, 3, 5, 0, sizeof ids / sizeof *ids);
    hit_bvh_node* nodes = small_tree_nodes(block);
    hit_bvh_block* leaf = small_tree_blocks(block);

    block->primitive_count = 20;
    block->skipped = 2;
    block->depth = 2;
    memcpy(small_tree_ids(block), ids, sizeof ids);
    nodes[0].ref[0] = 1;
    nodes[0].ref[1] = 2;
    nodes[0].ref[2] = HIT_BVH_LEAF | 4;
    nodes[1].ref[0] = HIT_BVH_LEAF | 0;
    nodes[1].ref[1] = HIT_BVH_LEAF | 1u << HIT_BVH_BLOCK_SHIFT | 1; // blocks 1 and 2
    nodes[2].ref[0] = HIT_BVH_LEAF | 3;

    make_strip(&leaf[0], 6, -8.0f, 0.0f, 0.0f);
    leaf[0].id_base = 8;
    for (uint16_t lane = 0; lane < 6; lane++)
        leaf[0].id_delta[lane] = lane;
    make_strip(&leaf[1], 2, -8.0f, 3.0f, 0.5f);
    leaf[1].id_base = HIT_BVH_ID_LIST | 0;
    make_strip(&leaf[2], 2, -7.0f, 3.0f, 0.75f);
    leaf[2].id_base = HIT_BVH_ID_LIST | HIT_BVH_ID_RUNS | 2;
    make_strip(&leaf[3], 3, 2.0f, -7.0f, -1.0f);
    leaf[3].id_base = 1;
    leaf[3].id_delta[1] = 2;
    leaf[3].id_delta[2] = 3;
    make_strip(&leaf[4], 3, 4.0f, 4.0f, -4.0f);
    leaf[4].id_base = 14;
    leaf[4].id_delta[1] = 1;
    leaf[4].id_delta[2] = 2;
    return finish(block);
}

static hit_bvh_header* make_aabbs(void)
{
    hit_bvh_header* block = make_block(HIT_BVH_AABBS, 2, 0, 0, 0);
    hit_bvh_node* nodes = small_tree_nodes(block);
    const float low[3][3] = {{-1, -2, -3}, {1, 1, 1}, {4, 5, 6}},
                high[3][3] = {{1, 2, 3}, {1, 2, 3}, {4.5f, 5.5f, 6.5f}};

    block->primitive_count = 4;
    block->skipped = 1;
    block->depth = 2;
    nodes[0].ref[0] = 1;
    nodes[0].ref[1] = HIT_BVH_LEAF | 3;
    nodes[1].ref[0] = HIT_BVH_LEAF | 0;
    nodes[1].ref[1] = HIT_BVH_LEAF | 1;
    grow(&nodes[1], 0, low[0], high[0]);
    grow(&nodes[1], 1, low[1], high[1]);
    grow(&nodes[0], 1, low[2], high[2]);
    return finish(block);
}

static hit_bvh_header* make_obbs(void)
{
    hit_bvh_header* block = make_block(HIT_BVH_OBBS, 2, 0, 3, 0);
    hit_bvh_node* nodes = small_tree_nodes(block);
    hit_bvh_obb* obbs = small_tree_obbs(block);
    const hit_vec3 center[3] = {{0, 1, 2}, {-3, 0, 5}, {9, 9, 9}};

    block->primitive_count = 4;
    block->skipped = 1;
    block->depth = 2;
    nodes[0].ref[0] = 1;
    nodes[0].ref[1] = HIT_BVH_LEAF | 2;
    nodes[1].ref[0] = HIT_BVH_LEAF | 1;
    nodes[1].ref[1] = HIT_BVH_LEAF | 0;
    for (uint32_t i = 0; i < 3; i++) {
        const hit_quat turned = hit_quat_from_axis_angle(hit_vec3_make(1.0f, (float)i, 0.5f), 0.5f + (float)i);
        obbs[i].box = hit_obb_make(center[i], turned, hit_vec3_make(1.0f, 0.5f, 0.25f * (float)i));
        obbs[i].id = i == 2 ? 3 : i;
    }
    return finish(block);
}

hit_bvh_header* small_tree_make(small_tree_kind kind)
{
    hit_bvh_header* block;

    switch (kind) {
    case SMALL_ONE:
        return make_one();
    case SMALL_TRIANGLES:
        return make_triangles();
    case SMALL_AABBS:
        return make_aabbs();
    case SMALL_OBBS:
        return make_obbs();
    default:
        block = make_block(HIT_BVH_TRIANGLES, 1, 0, 0, 0);
        block->depth = 1;
        return finish(block);
    }
}
