// The data that the stages of a build share, and how they read the caller's arrays. stages.h has the stages.
//
// The grid only guides the splits: boxes of the tree come from the primitives. No decision depends on the order of the
// primrefs, only on which ones a set has; ties are broken by id. So a tree does not depend on how sets were divided
// among threads, nor on the instruction set: the grid's arithmetic is in integers, and what is in floats is rounded
// operation by operation, everywhere the same.
#ifndef HITSCAN_BVH_BUILD_H
#define HITSCAN_BVH_BUILD_H

#include "base/prefetch.h"
#include "bvh/format/layout.h"

#include <math.h>
#include <string.h>

// What a traversal pays, relative to each other: testing the eight boxes of a node, and a block of triangles.
#define BUILD_NODE_COST 1.0f
#define BUILD_BLOCK_COST 1.0f
#define BUILD_EMPTY_CHILD_COST 0.55f // of nodes of boxes: at most 44 bytes per aligned box

// The part of a block that a triangle takes when neighbours share vertices.
#define BUILD_SHARED_BLOCK (1.0f / 6.0f)

enum {
    // Nodes of the binary tree on a path from the root to a leaf. A wide node takes at least one of them.
    BUILD_DEPTH_MAX = HIT_BVH_DEPTH_MAX - 1,
    BUILD_LEAF_MAX = 8 ///< triangles in a block
};

// A primitive's box on the grid, and its id. The low sides are stored as 65535 - low, so that the union of two boxes is
// the maximum of all sides.
typedef struct build_primref {
    uint16_t side[6];
    uint32_t id;
} build_primref;

// A node of the binary tree.
typedef struct build_node {
    float low[3], high[3];
    uint32_t child; ///< the first of two children, which lie side by side; of a leaf, its first primref
    uint32_t info;  ///< of a leaf: the flags below, and the number of primrefs less one; else see BUILD_CHOICE
} build_node;

#define BUILD_IS_LEAF 0x80000000u
#define BUILD_ID_LIST 0x40000000u    ///< the ids lie too far apart for differences of 16 bits
#define BUILD_DUPLICATES 0x20000000u ///< all primrefs are the same triangle
#define BUILD_COUNT_LESS_ONE 0x1fffffffu

// A leaf of triangles that are not duplicates has at most eight of them, which leaves room in its info: when its
// vertices differ by their indices, the primrefs hold these (build_slot_index), and bits 8-23 are the largest extent of
// a triangle as a bfloat16, rounded up from a float; BUILD_EXTENT_EXACT if that was one already. Bits 3-5: the vertex
// slots in use, less one.
#define BUILD_INDEXED 0x10000000u
#define BUILD_EXTENT_EXACT 0x08000000u
#define BUILD_EXTENT_SHIFT 8
#define BUILD_SLOTS_SHIFT 3

// A leaf that is a split reference to a large triangle, and always alone. Duplicates need the bit for their number.
#define BUILD_SPLIT_REF 0x04000000u

static inline bool build_is_split_ref(const build_node* node)
{
    return (node->info & (BUILD_IS_LEAF | BUILD_DUPLICATES | BUILD_SPLIT_REF)) == (BUILD_IS_LEAF | BUILD_SPLIT_REF);
}

static inline uint32_t build_leaf_count(const build_node* node)
{
    HIT_ASSERT((node->info & BUILD_IS_LEAF) != 0);
    return (node->info & (node->info & BUILD_DUPLICATES ? BUILD_COUNT_LESS_ONE : 7u)) + 1;
}

// The index of the vertex in a slot of an indexed leaf. A primref holds two of them, in its last four sides.
static inline uint32_t build_slot_index(const build_primref* primrefs, unsigned slot)
{
    uint32_t index;
    HIT_ASSERT(slot < 8);
    memcpy(&index, primrefs[slot / 2].side + 2 + 2 * (slot & 1u), sizeof index);
    return index;
}

// The corners of the triangles of a leaf, as they will be in its block: up to 24 bits each. They lie in the first two
// sides of three primrefs; two triangles have no more than 6 bits each, and one primref is enough.
static inline void build_set_corners(build_primref* primrefs, uint32_t count, const uint32_t packed[3])
{
    HIT_ASSERT(count >= 1 && count <= BUILD_LEAF_MAX);
    if (count < 3) {
        const uint32_t all = packed[0] | packed[1] << 6 | packed[2] << 12;
        memcpy(primrefs[0].side, &all, sizeof all);
        return;
    }
    for (int k = 0; k < 3; k++)
        memcpy(primrefs[k].side, &packed[k], sizeof packed[k]);
}

static inline void build_get_corners(const build_primref* primrefs, uint32_t count, uint32_t packed[3])
{
    if (count < 3) {
        uint32_t all;
        memcpy(&all, primrefs[0].side, sizeof all);
        for (int k = 0; k < 3; k++)
            packed[k] = all >> 6 * k & 63u;
        return;
    }
    for (int k = 0; k < 3; k++)
        memcpy(&packed[k], primrefs[k].side, sizeof packed[k]);
}

// Primrefs that wait to be split, with their box and the bounds of their centroids. The centroid of a box along an axis
// is (low + high + 1) / 2, rounded down.
typedef struct build_set {
    _Alignas(16) uint16_t side[8]; ///< as in a primref; the last two have no meaning
    uint16_t centroid_low[4], centroid_high[4];
    uint32_t begin, count, node, depth;
    bool is_fine;       ///< no finer grid would help
    bool is_prefetched; ///< its triangles are in the caches
    bool is_sorted;     ///< along the Morton curve; then there are no boxes yet
} build_set;

enum { BUILD_BINS_MAX = 32 };

// Bins along each of the three axes: the box of what is in them, and in the place of an id, how many that is.
typedef struct build_bins {
    _Alignas(64) uint16_t side[BUILD_BINS_MAX][4][8];
    float scale[4];        ///< bins per cell along each axis
    float blocks_per_prim; ///< see build_tree
    unsigned count;
    _Alignas(16) uint16_t left[8], right[8]; ///< the boxes of both sides of the best split
} build_bins;

// Where to split a set: between the bins below `bin` and the others. When there is no split, `left` is 0.
typedef struct build_split {
    float cost;
    uint32_t axis, bin, left;
} build_split;

// A split reference: a part of the triangles of a block. See block_split.h.
typedef struct build_split_ref {
    float low[3], high[3];
    uint32_t block;
} build_split_ref;

// Where the primitives are. Oriented boxes are split by their bounds, which are kept. Primrefs with ids from `count` on
// are split references.
typedef struct build_input {
    hit_bvh_kind kind;
    uint32_t count;
    const unsigned char* points;
    size_t point_stride;
    uint32_t point_count;
    hit_index_type index_type;
    const void* indices;
    const unsigned char* boxes; ///< hit_aabb
    size_t box_stride;
    const unsigned char* obbs; ///< hit_obb
    size_t obb_stride;
    const build_split_ref* split_refs;
    float shrink; ///< a power of two that brings all coordinates into [-1, 1]: differences do not overflow
} build_input;

// The cheapest ways to make wide nodes of a subtree of the binary tree: see collapse_wide.c.
typedef struct build_plan {
    float cost[HIT_BVH_WIDTH];    ///< by number of roots less one
    uint32_t wide[HIT_BVH_WIDTH]; ///< wide nodes below these roots, likewise
    float low[3], high[3];
    uint32_t blocks;
    uint32_t info;    ///< of its node
    uint32_t as_node; ///< wide nodes when its root is one
} build_plan;

// Where a set is split: primrefs whose centroids along an axis are below a plane go left.
typedef struct build_split_plane {
    _Alignas(16) uint16_t left[8], right[8]; ///< the boxes of both sides
    uint32_t axis, plane;
    uint32_t count; ///< of the left side; 0: not known yet
} build_split_plane;

// A subtree that one thread makes.
typedef struct build_task {
    build_set set;
    build_split_plane split_plane; ///< where to split it, if its count is not 0
    uint32_t leaves;
    uint64_t ids;
    build_plan plan; ///< unless the root is a leaf
} build_task;

// The caller's progress function, and whether it asked to stop.
typedef struct build_watch {
    bool (*progress)(void* context, float done);
    void* context;
    bool cancelled;
} build_watch;

// False when the caller asks to stop, now or before.
static inline bool build_report_progress(build_watch* watch, float done)
{
    if (!watch->cancelled && watch->progress != NULL)
        watch->cancelled = !watch->progress(watch->context, done);
    return !watch->cancelled;
}

// The binary tree. The first nodes, two for each task, are the root and those that were split before there were tasks.
// A task for the primrefs from `begin` on has the nodes from 2·begin after these: room for any subtree, most of which
// is not used. With several tasks, each begins with some nodes of its own behind all of these, one for each BUILD_TIGHT
// primrefs. That is enough where triangles share vertices, and the less memory is touched, the less the system has to
// clear.
typedef struct build_tree {
    build_primref* primrefs;
    uint32_t primref_count;
    build_node* nodes;
    uint32_t upper_count; ///< nodes in use among the first ones
    build_task* tasks;
    uint32_t task_count, task_max;
    build_bins* bins; ///< two for each of BUILD_CHUNKS_MAX, if there is a pool
    uint32_t leaf_count;
    uint64_t id_count;     ///< entries of the section of ids
    uint32_t wide_count;   ///< wide nodes
    float blocks_per_prim; ///< the part of a block that a primitive takes: splits are charged for whole blocks
    hit_bvh_quality quality;
    bool many_bins; ///< splits try many bins, along all axes
    bool is_tight;  ///< tasks begin with few nodes
    const hit_task_pool* pool;
    build_watch* watch;
} build_tree;

enum {
    BUILD_TASKS_MAX = 256,
    BUILD_CHUNKS_MAX = 32, ///< parts of a set that several threads work on
    BUILD_TIGHT = 2,
    // Fewer primitives are not worth a second thread.
    BUILD_PARALLEL_FROM = 1 << 13
};

static inline void build_corners(const build_input* in, uint32_t id, uint32_t corner[3])
{
    const size_t first = (size_t)id * 3;
    HIT_ASSERT(id < in->count);
    switch (in->index_type) {
    case HIT_INDEX_U16:
        for (int k = 0; k < 3; k++)
            corner[k] = ((const uint16_t*)in->indices)[first + (size_t)k];
        break;
    case HIT_INDEX_U32:
        memcpy(corner, (const uint32_t*)in->indices + first, 3 * sizeof *corner);
        break;
    default:
        // Checked before: 3·count is not above point_count, which is a uint32_t.
        for (int k = 0; k < 3; k++)
            corner[k] = (uint32_t)first + (uint32_t)k;
        break;
    }
}

// The indices of a triangle.
static inline void build_prefetch_corners(const build_input* in, uint32_t id)
{
    const size_t size = in->index_type == HIT_INDEX_U16 ? 6 : 12;
    if (in->index_type != HIT_INDEX_NONE)
        hit_prefetch_line((const char*)in->indices + id * size);
}

static inline void build_point(const build_input* in, uint32_t index, float p[3])
{
    HIT_ASSERT(index < in->point_count);
    memcpy(p, in->points + (size_t)index * in->point_stride, 3 * sizeof *p);
}

// The smaller and the larger of two floats; of zeros of different sign, the second, as minps and maxps have it.
static inline float build_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float build_max(float a, float b)
{
    return a > b ? a : b;
}

// The true box of a good primitive.
static inline void build_bounds(const build_input* in, uint32_t id, float low[3], float high[3])
{
    if (in->kind == HIT_BVH_TRIANGLES) {
        uint32_t corner[3];
        float p[3][3];
        build_corners(in, id, corner);
        for (int k = 0; k < 3; k++)
            build_point(in, corner[k], p[k]);
        for (int k = 0; k < 3; k++) {
            low[k] = build_min(build_min(p[0][k], p[1][k]), p[2][k]);
            high[k] = build_max(build_max(p[0][k], p[1][k]), p[2][k]);
        }
    } else {
        memcpy(low, in->boxes + (size_t)id * in->box_stride, 3 * sizeof *low);
        memcpy(high, in->boxes + (size_t)id * in->box_stride + 3 * sizeof *low, 3 * sizeof *high);
    }
}

// Half the surface of a box, in units of the largest coordinate: see `shrink` of build_input.
static inline float build_half_area(const float low[3], const float high[3], float shrink)
{
    const float x = high[0] * shrink - low[0] * shrink, y = high[1] * shrink - low[1] * shrink,
                z = high[2] * shrink - low[2] * shrink;
    return x * y + y * z + z * x;
}

// What there is to build over.
typedef struct build_survey {
    float low[3], high[3]; ///< around all good primitives
    uint32_t good;
    uint32_t first_bad; ///< HIT_BVH_NONE: none
} build_survey;

#define BUILD_SURVEY_PART 65536u // primitives

static inline uint32_t build_survey_parts(uint32_t count)
{
    return count / BUILD_SURVEY_PART + (count % BUILD_SURVEY_PART != 0);
}

// A node that is the root of a task, until its plan is known: the number of the task.
#define BUILD_IS_TASK 0x40000000u

// The lowest bits of info are the choices of a node of the binary tree that is to give i roots, four bits for each i
// from 2 to 8: how many of them come from the first child, or 0 to do with i - 1. BUILD_AS_LEAF: as one root it is a
// leaf of several blocks.
#define BUILD_AS_LEAF 0x10000000u
#define BUILD_CHOICE(info, roots) ((info) >> (4 * (roots)-8) & 15u)

// True when this child of a wide node is a leaf there, of one or more blocks.
static inline bool build_is_wide_leaf(const build_node* node)
{
    return (node->info & (BUILD_IS_LEAF | BUILD_AS_LEAF)) != 0;
}

#endif
