// The point of one object that is closest to another point.
//
// All coordinates are relative to the point that is asked about, so that it is the origin. Boxes and round shapes are
// one convex shape each. Trees are searched by branch and bound (N. Roussopoulos, S. Kelley, F. Vincent, Nearest
// Neighbor Queries, 1995), under any affine placement: the boxes of their nodes are put into the world, and what is
// farther than the best so far is dropped, the nearest first. A box counts as closer than it is, by more than the
// errors of distances; so what is dropped would not have won, and neither the order of the search nor the limits have a
// say in the answer. A second search, among what is as close but for roundings, finds the lowest primitive.
#include "scene/region/visit.h"

#include "base/assert.h"
#include "bvh/traverse/traverse.h"
#include "scene/convex/gjk.h"
#include "scene/region/instance_traverse.h"
#include "shapes/linear3.h"

#include <string.h>

typedef struct entry {
    uint32_t ref;
    double lower;
} entry;

typedef struct search {
    const hit_object_record* record;
    const hit_bvh* tree;
    double offset[3]; ///< of the placement's origin
    double radius;
    double max_distance;
    double limit; ///< of what matters; falls to the best distance so far
    bool ties;    ///< the limit stays: the lowest primitive within it is wanted
    bool found;
    hit_object_closest best;
} search;

double hit_closest_box(const double low[3], const double high[3])
{
    double square = 0.0, size = 0.0;

    for (int k = 0; k < 3; k++) {
        const double out = fmax(0.0, fmax(low[k], -high[k]));
        square += out * out;
        size += fmax(fabs(low[k]), fabs(high[k]));
    }
    return sqrt(square) - 0x1p-46 * size;
}

static void test_convex(search* s, const hit_convex_shape* convex, uint32_t primitive)
{
    const double origin[3] = {0.0, 0.0, 0.0};
    double low[3], high[3], distance;
    hit_gjk_result gap;

    hit_convex_bounds(convex, low, high);
    if (hit_closest_box(low, high) > s->limit)
        return;
    gap = hit_convex_closest(convex, origin);
    distance = gap.lower > 0.0 ? sqrt(dot3(gap.a, gap.a)) : 0.0;
    // What is just as far as the caller wants is not lost by roundings.
    if (distance > s->max_distance && gap.lower <= s->max_distance)
        distance = s->max_distance;
    HIT_ASSERT(gap.lower <= gap.upper && distance >= 0.0);
    if (distance > s->limit || (s->ties && primitive >= s->best.primitive))
        return;
    s->found = true;
    if (!s->ties)
        s->limit = distance;
    s->best.distance = distance;
    s->best.primitive = primitive;
    for (int k = 0; k < 3; k++)
        s->best.at[k] = distance > 0.0 ? gap.a[k] : 0.0;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static void test_element(search* s, uint32_t i)
{
    const hit_point_set* set = s->record->shape.points;
    const bool segment = s->record->kind == HIT_OBJECT_POLYLINE;
    hit_convex_shape convex = {.count = segment ? 2 : 1, .radius = s->radius};

    hit_transform_point(s->record->placement.linear, s->offset, set->point[i], convex.point[0]);
    if (segment)
        hit_transform_point(s->record->placement.linear, s->offset, set->point[i + 1], convex.point[1]);
    test_convex(s, &convex, i);
}

static void test_block(search* s, const hit_bvh_block* block)
{
    const float(*linear)[3] = s->record->placement.linear;
    double vertex[8][3];

    // Vertices are shared within a block.
    for (unsigned i = 0; i < 8; i++)
        hit_transform_point(linear, s->offset, hit_bvh_block_vertex(block, i), vertex[i]);
    for (unsigned i = 0; i < HIT_BVH_WIDTH && hit_bvh_block_mask(block) >> i != 0; i++) {
        hit_convex_shape convex = {.count = 3};
        for (int c = 0; c < 3; c++)
            memcpy(convex.point[c], vertex[block->corner[c] >> 3 * i & 7u], sizeof vertex[0]);
        test_convex(s, &convex, hit_bvh_block_ids(s->tree, block, i).first);
    }
}

static void test_leaf(search* s, uint32_t ref)
{
    const hit_bvh_block* block = s->tree->blocks + (ref & HIT_BVH_BLOCK_INDEX);

    ref &= ~HIT_BVH_LEAF;
    if (s->record->kind != HIT_OBJECT_MESH)
        test_element(s, ref);
    else
        for (uint32_t n = 0; n <= ref >> HIT_BVH_BLOCK_SHIFT; n++)
            test_block(s, block + n);
}

// ---- Trees ----------------------------------------------------------------------------------------------------------

// Push the children of a node, the nearest on top.
static uint32_t push_node(const search* s, const hit_bvh_node* node, entry* stack, uint32_t size)
{
    const uint32_t base = size;

    for (uint32_t child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
        const float a[3] = {node->plane[0][child], node->plane[2][child], node->plane[4][child]};
        const float b[3] = {node->plane[1][child], node->plane[3][child], node->plane[5][child]};
        double low[3], high[3];
        entry e = {.ref = node->ref[child]};
        uint32_t at = size;

        hit_transform_box(s->record->placement.linear, s->offset, a, b, low, high);
        e.lower = hit_closest_box(low, high) - s->radius * (1.0 + 0x1p-46);
        if (e.lower > s->limit)
            continue;
        for (; at > base && stack[at - 1].lower < e.lower; at--)
            stack[at] = stack[at - 1];
        HIT_ASSERT(size < HIT_BVH_STACK_SIZE);
        stack[at] = e;
        size++;
    }
    return size;
}

// Triangles may come more than once, by split references (bvh/format/layout.h): that changes nothing.
static void search_tree(search* s)
{
    entry stack[HIT_BVH_STACK_SIZE];
    uint32_t size = push_node(s, s->tree->nodes, stack, 0);

    while (size > 0) {
        const entry e = stack[--size];
        if (e.lower > s->limit)
            continue;
        if (e.ref & HIT_BVH_LEAF)
            test_leaf(s, e.ref);
        else
            size = push_node(s, s->tree->nodes + e.ref, stack, size);
    }
}

static void search_parts(search* s)
{
    if (s->tree != NULL) {
        search_tree(s);
    } else {
        const hit_object_record* record = s->record;
        const uint32_t count = record->shape.points->count - (record->kind == HIT_OBJECT_POLYLINE ? 1u : 0u);
        for (uint32_t i = 0; i < count; i++)
            test_element(s, i);
    }
}

bool hit_object_closest_point(const hit_object_record* record, hit_dvec3 point, double max_distance, double worth,
                              hit_object_closest* out)
{
    search s = {.record = record, .max_distance = max_distance, .limit = fmin(max_distance, worth)};
    hit_convex_shape convex;

    if (hit_object_convex(record, point, &convex)) {
        test_convex(&s, &convex, 0);
    } else {
        const bool mesh = record->kind == HIT_OBJECT_MESH;
        s.offset[0] = record->placement.origin.x - point.x;
        s.offset[1] = record->placement.origin.y - point.y;
        s.offset[2] = record->placement.origin.z - point.z;
        s.tree = mesh ? record->shape.mesh : record->shape.points->tree;
        s.radius = mesh ? 0.0 : (double)record->shape.points->radius;
        search_parts(&s);
        if (s.found) {
            // The closest point is often one that several primitives share, at distances that differ by roundings.
            const double distance = s.best.distance;
            const double size = distance + fabs(s.offset[0]) + fabs(s.offset[1]) + fabs(s.offset[2]);
            s.limit = distance + HIT_CONVEX_EPSILON * size;
            s.ties = true;
            search_parts(&s);
            s.best.distance = distance;
        }
    }
    HIT_ASSERT(!s.found || s.best.distance <= max_distance);
    if (s.found)
        *out = s.best;
    return s.found;
}
