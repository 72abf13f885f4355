// The block of bytes that a tree is: layout, limits, and how to read its parts.
//
// A block is a header, then sections at multiples of 64 bytes: nodes, leaf blocks (triangles) or oriented boxes, ids,
// and the first leaf of each node. There are no pointers, only indices, so a block works wherever it lies. All numbers
// are in the byte order of the machine, which the header tells; a block of another order is refused.
//
// Rules that every builder keeps, every query relies on, and hit_bvh_validate checks:
//   - Node 0 is the root, and always there; the nodes below a node come after it, so there are no cycles.
//   - Each node but the roots, each leaf block and each oriented box is referred to exactly once, but for shared
//     blocks.
//   - The box of a child is the smallest one of floats around what is below it, or around a part of it (shared
//     blocks); no NaN. An empty child has all its low planes +inf, its high planes -inf, and the reference
//     HIT_BVH_NO_REF. Children in use come first, the largest area first (any-hit queries visit them in that order).
//   - Each order has each child once, and its highest eight bits are zero.
//   - At most HIT_BVH_DEPTH_MAX nodes lie on a path from the root down, the root included: the stack of a traversal.
//   - Every id is below primitive_count and occurs once; primitives that were skipped do not occur.
//   - Entries of first_leaves are those of hit_bvh_first_leaf.
//
// Shared blocks. A triangle that lies askew in its box, as a rope across a hall does, makes every ray that comes near
// test it. So the blocks of such triangles have several references each (bvh/build/block_split.h): below node 0, a
// child for each split reference has the box of a part of the block and refers to the whole block. Together the boxes
// cover the triangles, so whatever looks for the first hit, or for any, finds it. Whatever must meet each triangle once
// skips these children, and traverses a second tree, which has the shared blocks and nothing else, each once and with
// its whole box. Its nodes and blocks lie behind all others, and behind these there is room for one node more, and for
// its entry in first_leaves (bvh/refit/unshare.c).
#ifndef HITSCAN_BVH_LAYOUT_H
#define HITSCAN_BVH_LAYOUT_H

#include "base/assert.h"
#include "base/prefetch.h"

#include <hitscan/bvh.h>

enum {
    HIT_BVH_WIDTH = 8,
    HIT_BVH_DEPTH_MAX = 64,
    HIT_BVH_ALIGNMENT = 64,
    HIT_BVH_PRIMITIVES_MAX = 1 << 29,
    HIT_BVH_BLOCKS_PER_REF = 4 ///< leaf blocks that one child can refer to
};

// A wide node: the boxes of eight children and what is in them. plane[2·axis] are the low, plane[2·axis + 1] the high
// ones, so that near and far planes are at offsets that differ in one bit.
typedef struct hit_bvh_node {
    _Alignas(32) float plane[6][HIT_BVH_WIDTH];
    uint32_t ref[HIT_BVH_WIDTH];
    union {
        uint32_t order[8];                  ///< see below
        uint32_t generation[HIT_BVH_WIDTH]; ///< trees of scenes, which have no orders: see scene/tlas/tlas.h
    };
} hit_bvh_node;

// An order is all eight children, three bits each, the lowest bits first, as rays mostly meet them. There is one for
// each octant of directions, by the signs of x (1 when it is negative), y (2) and z (4): see bvh/build/child_order.h.

// A reference. Without HIT_BVH_LEAF: the index of a node. With it, in a tree of
//   triangles        bits 0-28 are the index of the first leaf block, bits 29-30 the number of blocks less one
//   aligned boxes    bits 0-30 are the primitive; its box is that of the child
//   oriented boxes   bits 0-30 are the index of the hit_bvh_obb
#define HIT_BVH_LEAF 0x80000000u
#define HIT_BVH_NO_REF 0xffffffffu
#define HIT_BVH_BLOCK_SHIFT 29
#define HIT_BVH_BLOCK_INDEX 0x1fffffffu

// A leaf block: up to eight triangles, one in each lane, over up to eight vertices. Lane i is the triangle with the
// vertices corner[0] >> 3·i & 7 (v0), corner[1] >> 3·i & 7 (v1) and corner[2] >> 3·i & 7 (v2), in the order of the
// input. Bits 24-31 of corner[0] say which lanes are in use, the lowest ones; those of corner[1] and corner[2] are the
// low and the high byte of a bfloat16, the upper half of a float: the largest extent, along any axis, of any one
// triangle of the block, rounded up. Vertices that are not in use repeat vertex 0; corners of lanes that are not in use
// are 0.
//
// The ids, ascending over the lanes: id_base + id_delta[lane], unless HIT_BVH_ID_LIST is set in id_base: then
// ids[(id_base & HIT_BVH_ID_INDEX) + lane]. With HIT_BVH_ID_RUNS as well, each lane stands for several identical
// triangles (same corners in the same order): at ids[(id_base & HIT_BVH_ID_INDEX)] there are, for each lane in use, the
// end of its run as an offset from the end of this table, then the ids, ascending in each run.
typedef struct hit_bvh_block {
    float x[8], y[8], z[8];
    uint32_t corner[3];
    uint32_t id_base;
    uint16_t id_delta[8];
} hit_bvh_block;

#define HIT_BVH_ID_LIST 0x80000000u
#define HIT_BVH_ID_RUNS 0x40000000u
#define HIT_BVH_ID_INDEX 0x3fffffffu

typedef struct hit_bvh_obb {
    hit_obb box;
    uint32_t id;
} hit_bvh_obb;

#define HIT_BVH_MAGIC "HITSCAN\x1a"
#define HIT_BVH_VERSION 4u
#define HIT_BVH_ENDIAN 0x01020304u

typedef struct hit_bvh_section {
    uint64_t offset; ///< from the start of the block; a multiple of 64
    uint64_t count;  ///< of elements, not bytes
} hit_bvh_section;

// 256 bytes.
typedef struct hit_bvh_header {
    char magic[8];
    uint32_t version;
    uint32_t endian;
    uint64_t size;     ///< of the whole block, a multiple of 64
    uint64_t checksum; ///< of everything after this field: hit_bvh_checksum
    uint32_t kind;     ///< hit_bvh_kind
    uint32_t quality;  ///< hit_bvh_quality
    uint32_t primitive_count;
    uint32_t skipped;
    uint32_t depth;
    float bounds[6];              ///< low x, high x, low y, high y, low z, high z; +inf and -inf when empty
    float max_abs;                ///< the largest |coordinate| of a plane; 0 when empty
    hit_bvh_section nodes;        ///< hit_bvh_node
    hit_bvh_section blocks;       ///< hit_bvh_block
    hit_bvh_section obbs;         ///< hit_bvh_obb
    hit_bvh_section ids;          ///< uint32_t
    hit_bvh_section first_leaves; ///< uint32_t, by node: see hit_bvh_first_leaf
    uint32_t shared_root;         ///< the root of the tree of shared blocks; 0 when there are none
    uint32_t shared_first;        ///< the first shared block; the number of blocks when there are none
    uint32_t split_level;         ///< how finely these are split: see bvh/build/block_split.h; 0 when there are none
    uint8_t spare[84];            ///< zero
} hit_bvh_header;

_Static_assert(sizeof(hit_bvh_node) == 256 && sizeof(hit_bvh_block) == 128 && sizeof(hit_bvh_obb) == 64, "sizes");
_Static_assert(sizeof(hit_bvh_header) == 256, "sizes");

// The handle. Queries use the pointers, which point into the block.
struct hit_bvh {
    const hit_bvh_header* header;
    const hit_bvh_node* nodes;
    const hit_bvh_block* blocks;
    const hit_bvh_obb* obbs;
    const uint32_t* ids;
    const uint32_t* first_leaf; ///< by node; NULL where leaves are not prefetched (bvh/traverse/leaf_prefetch.h)
    bool owned;                 ///< the block belongs to the tree; false for a view
    hit_allocator allocator;
};

// ---- Children of a node ---------------------------------------------------------------------------------------------

// The first of the blocks, or oriented boxes, that the children of a node refer to; 0 when there are none. Those of a
// node lie side by side, but for shared blocks, which lie behind all others. Where they begin is noted apart from the
// node, so that a traversal can prefetch node and leaves at the same time (bvh/traverse/leaf_prefetch.h).
static inline uint32_t hit_bvh_first_leaf(const hit_bvh_node* node)
{
    uint32_t first = HIT_BVH_NO_REF;

    for (int child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++)
        if ((node->ref[child] & HIT_BVH_LEAF) && (node->ref[child] & HIT_BVH_BLOCK_INDEX) < first)
            first = node->ref[child] & HIT_BVH_BLOCK_INDEX;
    return first == HIT_BVH_NO_REF ? 0 : first;
}

// How many entries first_leaves has: none where leaves are in their nodes, else one for each node, and one of zero for
// the node that there is room for.
static inline uint64_t hit_bvh_first_leaf_count(uint32_t kind, uint64_t nodes, uint32_t shared_root)
{
    return kind == HIT_BVH_AABBS ? 0 : nodes + (shared_root != 0);
}

static inline hit_aabb hit_bvh_child_box(const hit_bvh_node* node, unsigned child)
{
    HIT_ASSERT(child < HIT_BVH_WIDTH);
    const hit_aabb box = {{node->plane[0][child], node->plane[2][child], node->plane[4][child]},
                          {node->plane[1][child], node->plane[3][child], node->plane[5][child]}};
    return box;
}

// The number of blocks that a leaf reference of a tree of triangles refers to.
static inline uint32_t hit_bvh_ref_blocks(uint32_t ref)
{
    HIT_ASSERT((ref & HIT_BVH_LEAF) != 0 && ref != HIT_BVH_NO_REF);
    return ((ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT) + 1;
}

// Prefetch what a reference refers to: it is used soon, and often not in the cache.
static inline void hit_bvh_prefetch(const hit_bvh* bvh, uint32_t ref)
{
    if (!(ref & HIT_BVH_LEAF))
        hit_prefetch(&bvh->nodes[ref], sizeof *bvh->nodes);
    else if (bvh->header->kind == HIT_BVH_TRIANGLES)
        hit_prefetch(&bvh->blocks[ref & HIT_BVH_BLOCK_INDEX], sizeof *bvh->blocks);
    else if (bvh->header->kind == HIT_BVH_OBBS)
        hit_prefetch(&bvh->obbs[ref & ~HIT_BVH_LEAF], sizeof *bvh->obbs);
    // All of an aligned box is in its node.
}

// Half the surface area of a box with these sides: what children are sorted by, and what a tree's cost is counted in.
// Differences of floats, squared, neither overflow nor vanish in double.
static inline double hit_half_area(double x, double y, double z)
{
    return x * y + y * z + z * x;
}

// That of a child that is in use.
static inline double hit_bvh_child_area(const hit_bvh_node* node, unsigned child)
{
    HIT_ASSERT(child < HIT_BVH_WIDTH && node->plane[0][child] <= node->plane[1][child]);
    return hit_half_area((double)node->plane[1][child] - node->plane[0][child],
                         (double)node->plane[3][child] - node->plane[2][child],
                         (double)node->plane[5][child] - node->plane[4][child]);
}

// ---- Triangles of a block -------------------------------------------------------------------------------------------

// The lanes in use, as bits.
static inline unsigned hit_bvh_block_mask(const hit_bvh_block* block)
{
    return block->corner[0] >> 24;
}

// The largest extent of a triangle of the block: see above.
static inline uint32_t hit_bvh_block_extent_bits(const hit_bvh_block* block)
{
    return (block->corner[2] & 0xff000000u) | (block->corner[1] & 0xff000000u) >> 8;
}

static inline hit_vec3 hit_bvh_block_vertex(const hit_bvh_block* block, unsigned slot)
{
    HIT_ASSERT(slot < 8);
    const hit_vec3 v = {block->x[slot], block->y[slot], block->z[slot]};
    return v;
}

static inline hit_triangle hit_bvh_block_triangle(const hit_bvh_block* block, unsigned lane)
{
    HIT_ASSERT(lane < HIT_BVH_WIDTH);
    const hit_triangle t = {hit_bvh_block_vertex(block, block->corner[0] >> 3 * lane & 7u),
                            hit_bvh_block_vertex(block, block->corner[1] >> 3 * lane & 7u),
                            hit_bvh_block_vertex(block, block->corner[2] >> 3 * lane & 7u)};
    return t;
}

// ---- Passes over shared blocks --------------------------------------------------------------------------------------

// Traversals that must meet each triangle once make a pass over each of the two trees: from which root, and the block
// from which on leaves are skipped.
typedef struct hit_bvh_pass {
    uint32_t root, blocks_end;
} hit_bvh_pass;

static inline hit_bvh_pass hit_bvh_pass_first(const hit_bvh* bvh)
{
    const hit_bvh_pass pass = {0, bvh->header->shared_root == 0 ? UINT32_MAX : bvh->header->shared_first};
    return pass;
}

// False when there is no other pass.
static inline bool hit_bvh_pass_next(const hit_bvh* bvh, hit_bvh_pass* pass)
{
    if (pass->blocks_end == UINT32_MAX)
        return false;
    HIT_ASSERT(bvh->header->shared_root != 0);
    pass->root = bvh->header->shared_root;
    pass->blocks_end = UINT32_MAX;
    return true;
}

// Whether a pass skips the leaf of triangles that a reference refers to.
static inline bool hit_bvh_pass_skips(const hit_bvh_pass* pass, uint32_t ref)
{
    return (ref & HIT_BVH_BLOCK_INDEX) >= pass->blocks_end;
}

// ---- Ids ------------------------------------------------------------------------------------------------------------

// The ids of a lane: the first of them, the lowest, and how many there are.
typedef struct hit_bvh_run {
    const uint32_t* ids; ///< NULL when there is one
    uint32_t first;
    uint32_t count;
} hit_bvh_run;

static inline hit_bvh_run hit_bvh_block_ids(const hit_bvh* bvh, const hit_bvh_block* block, unsigned lane)
{
    hit_bvh_run run = {NULL, block->id_base + block->id_delta[lane], 1};

    HIT_ASSERT(lane < HIT_BVH_WIDTH);
    if (block->id_base & HIT_BVH_ID_LIST) {
        const uint32_t* list = bvh->ids + (block->id_base & HIT_BVH_ID_INDEX);
        if (block->id_base & HIT_BVH_ID_RUNS) {
            // The lanes in use are the lowest ones: their number is the length of the table.
            uint32_t lanes = 0, begin;
            for (uint32_t mask = hit_bvh_block_mask(block); mask != 0; mask >>= 1)
                lanes++;
            begin = lane == 0 ? 0 : list[lane - 1];
            run.ids = list + lanes + begin;
            run.count = list[lane] - begin;
            run.first = run.ids[0];
            HIT_ASSERT(run.count > 0);
        } else
            run.first = list[lane];
    }
    return run;
}

#endif
