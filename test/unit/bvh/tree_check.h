// Checks a tree against the rules of bvh/format/layout.h and against what it was built from, for tests of building.
//
// Slow and plain: every box is compared with the smallest one around what is below it, and every primitive must be
// there once, as it was given.
#ifndef HITSCAN_TEST_TREE_CHECK_H
#define HITSCAN_TEST_TREE_CHECK_H

#include "bvh/build/child_order.h"
#include "bvh/build/block_split.h"
#include "support/base/cmocka_all.h"

#include <math.h>

// What a tree is compared with; of triangles, boxes and oriented boxes one is there.
typedef struct tree_source {
    const hit_triangle* triangles;
    const hit_aabb* aabbs;
    const hit_obb* obbs;
    const bool* bad; ///< NULL: none
    uint32_t count;
} tree_source;

typedef struct tree_check {
    const hit_bvh* bvh;
    const tree_source* source;
    uint8_t *seen, *node_seen, *leaf_seen;
    uint32_t depth;
    uint32_t runs;         ///< lanes with several ids
    bool shared;           ///< it is the tree of shared blocks that is checked
    uint32_t* piece_lanes; ///< of each shared block
} tree_check;

static bool tree_same_point(hit_vec3 a, hit_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void tree_check_id(tree_check* c, uint32_t id)
{
    assert_true(id < c->source->count);
    assert_false(c->seen[id]);
    assert_false(c->source->bad != NULL && c->source->bad[id]);
    c->seen[id] = 1;
}

static void tree_check_extent(const hit_bvh_block* block, float largest, bool may_be_larger)
{
    const uint32_t bits = hit_bvh_block_extent_bits(block);
    float extent, below;
    uint32_t lower = bits - 0x10000u;

    memcpy(&extent, &bits, sizeof extent);
    memcpy(&below, &lower, sizeof below);
    assert_true(extent >= largest);
    assert_true(bits == 0 ? largest == 0.0f : below < largest || may_be_larger);
}

static hit_aabb tree_check_block(tree_check* c, uint32_t index)
{
    const hit_bvh_block* block = &c->bvh->blocks[index];
    const unsigned lanes = hit_bvh_block_mask(block);
    hit_aabb box = hit_aabb_empty();
    double largest = 0.0;
    uint32_t last = 0;
    unsigned used = 0;

    assert_true(index < c->bvh->header->blocks.count);
    assert_false(c->leaf_seen[index]);
    c->leaf_seen[index] = 1;
    assert_true(lanes != 0 && (lanes & (lanes + 1)) == 0);
    for (unsigned lane = 0; lane < 8; lane++) {
        const hit_triangle t = hit_bvh_block_triangle(block, lane);
        hit_bvh_run run;
        hit_aabb bounds;
        if (!(lanes >> lane & 1)) {
            for (int k = 0; k < 3; k++)
                assert_int_equal(block->corner[k] >> 3 * lane & 7u, 0);
            continue;
        }
        run = hit_bvh_block_ids(c->bvh, block, lane);
        for (int k = 0; k < 3; k++)
            used |= 1u << (block->corner[k] >> 3 * lane & 7u);
        assert_true(lane == 0 || run.first > last);
        last = run.first;
        c->runs += run.count > 1;
        for (uint32_t i = 0; i < run.count; i++) {
            const uint32_t id = run.ids == NULL ? run.first : run.ids[i];
            assert_true(i == 0 || id > run.ids[i - 1]);
            tree_check_id(c, id);
            assert_true(tree_same_point(t.v0, c->source->triangles[id].v0));
            assert_true(tree_same_point(t.v1, c->source->triangles[id].v1));
            assert_true(tree_same_point(t.v2, c->source->triangles[id].v2));
        }
        bounds = hit_triangle_bounds(&t);
        box = hit_aabb_union(box, bounds);
        largest = fmax(largest, (double)bounds.max.x - bounds.min.x);
        largest = fmax(largest, (double)bounds.max.y - bounds.min.y);
        largest = fmax(largest, (double)bounds.max.z - bounds.min.z);
    }
    // Rounding to float here is at most one unit, so only a wrong bfloat16 fails.
    tree_check_extent(block, nextafterf((float)largest, 0.0f), (float)largest != largest);
    for (unsigned slot = 0; slot < 8; slot++)
        if (!(used >> slot & 1))
            assert_memory_equal(&block->x[slot], &block->x[0], sizeof(float));
    return box;
}

// A child is a split reference with this box.
static hit_aabb tree_check_split_ref(tree_check* c, uint32_t index, hit_aabb child)
{
    const hit_bvh_header* h = c->bvh->header;
    hit_bvh_split_ref split_ref[HIT_BVH_SPLIT_REFS_MAX];
    const unsigned split_refs = hit_bvh_split_block(&c->bvh->blocks[index], h->bounds, h->split_level, split_ref);
    bool found = false;

    for (unsigned i = 0; i < split_refs; i++)
        found = found || (split_ref[i].low[0] == child.min.x && split_ref[i].low[1] == child.min.y &&
                          split_ref[i].low[2] == child.min.z && split_ref[i].high[0] == child.max.x &&
                          split_ref[i].high[1] == child.max.y && split_ref[i].high[2] == child.max.z);
    assert_true(found);
    c->piece_lanes[index - h->shared_first]++;
    return child;
}

static hit_aabb tree_check_leaf(tree_check* c, uint32_t ref, hit_aabb child)
{
    const uint32_t index = ref & ~HIT_BVH_LEAF;
    hit_aabb box = hit_aabb_empty();

    if (c->source->aabbs != NULL) {
        tree_check_id(c, index);
        return c->source->aabbs[index];
    }
    if (c->source->obbs != NULL) {
        assert_true(index < c->bvh->header->obbs.count);
        assert_false(c->leaf_seen[index]);
        c->leaf_seen[index] = 1;
        tree_check_id(c, c->bvh->obbs[index].id);
        assert_memory_equal(&c->bvh->obbs[index].box, &c->source->obbs[c->bvh->obbs[index].id], sizeof(hit_obb));
        return hit_obb_bounds(&c->bvh->obbs[index].box);
    }
    if ((index & HIT_BVH_BLOCK_INDEX) >= c->bvh->header->shared_first && !c->shared)
        return tree_check_split_ref(c, index, child);
    for (uint32_t i = 0; i <= (index >> HIT_BVH_BLOCK_SHIFT); i++)
        box = hit_aabb_union(box, tree_check_block(c, (index & HIT_BVH_BLOCK_INDEX) + i));
    return box;
}

// The leaves of a node begin where the tree says so: none of its children refers to one before that, and one to that.
static void tree_check_first_leaf(const tree_check* c, uint32_t index)
{
    const hit_bvh_header* h = c->bvh->header;
    const uint32_t* first_leaf = (const uint32_t*)(const void*)((const char*)h + h->first_leaves.offset);
    bool leaves = false, found = false;

    assert_int_equal(h->first_leaves.count, h->kind == HIT_BVH_AABBS ? 0 : h->nodes.count + (h->shared_root != 0));
    for (int child = 0; child < HIT_BVH_WIDTH && h->kind != HIT_BVH_AABBS; child++) {
        const uint32_t ref = c->bvh->nodes[index].ref[child];
        if (ref == HIT_BVH_NO_REF || !(ref & HIT_BVH_LEAF))
            continue;
        leaves = true;
        found = found || (ref & HIT_BVH_BLOCK_INDEX) == first_leaf[index];
        assert_true((ref & HIT_BVH_BLOCK_INDEX) >= first_leaf[index]);
    }
    if (h->kind != HIT_BVH_AABBS)
        assert_true(leaves ? found : first_leaf[index] == 0);
}

// The box around a node. Recursive: at most HIT_BVH_DEPTH_MAX deep.
static hit_aabb tree_check_node(tree_check* c, uint32_t index, uint32_t depth)
{
    const hit_bvh_node* node = &c->bvh->nodes[index];
    hit_bvh_node ordered = *node;
    hit_aabb all = hit_aabb_empty();
    bool ended = false;
    double area = (double)INFINITY;

    assert_true(index < c->bvh->header->nodes.count);
    assert_true(depth <= HIT_BVH_DEPTH_MAX);
    assert_false(c->node_seen[index]);
    c->node_seen[index] = 1;
    c->depth = depth > c->depth ? depth : c->depth;
    hit_bvh_order_children(&ordered);
    assert_memory_equal(node, &ordered, sizeof ordered);
    tree_check_first_leaf(c, index);
    for (int child = 0; child < HIT_BVH_WIDTH; child++) {
        const hit_aabb box = {{node->plane[0][child], node->plane[2][child], node->plane[4][child]},
                              {node->plane[1][child], node->plane[3][child], node->plane[5][child]}};
        const uint32_t ref = node->ref[child];
        const double x = (double)box.max.x - box.min.x, y = (double)box.max.y - box.min.y,
                     z = (double)box.max.z - box.min.z;
        hit_aabb below;
        if (ref == HIT_BVH_NO_REF) {
            const hit_aabb empty = hit_aabb_empty();
            ended = true;
            assert_memory_equal(&box, &empty, sizeof box);
            continue;
        }
        assert_false(ended);
        assert_true(x * y + y * z + z * x <= area);
        area = x * y + y * z + z * x;
        if (ref & HIT_BVH_LEAF)
            below = tree_check_leaf(c, ref, box);
        else {
            assert_true(ref > index);
            below = tree_check_node(c, ref, depth + 1);
        }
        assert_true(tree_same_point(box.min, below.min) && tree_same_point(box.max, below.max));
        all = hit_aabb_union(all, below);
    }
    return all;
}

static void tree_check_header(const tree_check* c, hit_aabb all)
{
    const hit_bvh_header* h = c->bvh->header;
    const float side[6] = {all.min.x, all.max.x, all.min.y, all.max.y, all.min.z, all.max.z};
    float max_abs = 0.0f;

    assert_memory_equal(h->magic, HIT_BVH_MAGIC, 8);
    assert_int_equal(h->version, HIT_BVH_VERSION);
    assert_int_equal(h->endian, HIT_BVH_ENDIAN);
    assert_int_equal(h->size % HIT_BVH_ALIGNMENT, 0);
    assert_int_equal(h->primitive_count, c->source->count);
    assert_int_equal(h->depth, c->depth);
    for (int k = 0; k < 6; k++) {
        assert_true(h->bounds[k] == side[k]);
        if (isfinite(side[k]))
            max_abs = fmaxf(max_abs, fabsf(side[k]));
    }
    assert_true(h->max_abs == max_abs);
    // Nothing is behind the last section.
    for (uint64_t at = h->first_leaves.offset + 4 * h->first_leaves.count; at < h->size; at++)
        assert_int_equal(((const char*)h)[at], 0);
}

// Check everything; returns the number of children that stand for several triangles.
static uint32_t tree_check_all(const hit_bvh* bvh, const tree_source* source)
{
    const hit_bvh_header* h = bvh->header;
    tree_check c = {.bvh = bvh, .source = source};
    const size_t leaves = (size_t)(h->blocks.count + h->obbs.count);
    uint32_t bad = 0;

    c.seen = calloc(source->count + 1u, 1);
    c.node_seen = calloc((size_t)h->nodes.count, 1);
    c.leaf_seen = calloc(leaves + 1, 1);
    c.piece_lanes = calloc(leaves + 1, sizeof *c.piece_lanes);
    hit_aabb all = tree_check_node(&c, 0, 1);
    if (h->shared_root != 0) {
        c.shared = true;
        tree_check_node(&c, h->shared_root, 1);
        for (uint32_t i = h->shared_first; i < h->blocks.count; i++) {
            hit_bvh_split_ref split_ref[HIT_BVH_SPLIT_REFS_MAX];
            assert_int_equal(c.piece_lanes[i - h->shared_first],
                             hit_bvh_split_block(&bvh->blocks[i], h->bounds, h->split_level, split_ref));
        }
    }
    tree_check_header(&c, all);
    for (uint32_t i = 0; i < source->count; i++) {
        const bool is_bad = source->bad != NULL && source->bad[i];
        assert_int_equal(c.seen[i], !is_bad);
        bad += is_bad;
    }
    assert_int_equal(h->skipped, bad);
    for (size_t i = 0; i < h->nodes.count; i++)
        assert_true(c.node_seen[i]);
    for (size_t i = 0; i < leaves; i++)
        assert_true(c.leaf_seen[i]);
    free(c.seen);
    free(c.node_seen);
    free(c.leaf_seen);
    free(c.piece_lanes);
    return c.runs;
}

#endif
