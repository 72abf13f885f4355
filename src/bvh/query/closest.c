// The primitives of a tree that are closest to a point.
//
// Branch and bound (N. Roussopoulos, S. Kelley, F. Vincent, Nearest Neighbor Queries, 1995): a kernel gives the squares
// of the distances to the eight boxes of a node, in float; boxes that are certainly farther than the worst of the k
// candidates are dropped, the others are visited, the nearest first. Another one gives lower bounds for the triangles
// of a block, of which few remain.
//
// A candidate is known by an interval that holds its distance (closest.h). Intervals that do not overlap decide which
// of two is closer; where they do, the distances are compared exactly, and equal ones by index. So neither the tree nor
// the roundings have a say in the answer. The candidates are a heap with the farthest on top, kept in the caller's
// array where the results go in the end. Nothing is allocated.
#include "bvh/query/closest.h"

#include "base/fpenv.h"
#include "bvh/format/layout.h"
#include "exact/ratio.h"
#include "many/boxes.h"
#include "shapes/linear3.h"
#include "shapes/outward.h"

#include <string.h>

// Each node that is taken from the stack leaves at most eight, one level down.
enum { STACK = HIT_BVH_DEPTH_MAX * (HIT_BVH_WIDTH - 1) + 8, SPLIT_REFS_UP_TO = 64 };

typedef struct candidate {
    hit_closest_range range;
    uint32_t primitive;
    uint32_t slot; ///< 8·block + lane, 8·node + child, or the index of the oriented box
} candidate;

_Static_assert(sizeof(candidate) <= sizeof(hit_bvh_closest), "candidates are kept where results go");

typedef struct search {
    const hit_bvh* bvh;
    const hit_closest_kernel* kernel;
    hit_closest_point scaled;
    hit_vec3 point;
    float limit; ///< max_distance
    float bound; ///< a box whose square is above this does not matter
    const uint32_t* masks;
    uint32_t mask, also; ///< primitives count that have a bit of each
    hit_bvh_closest* found;
    uint32_t capacity, count;
    bool split_refs; ///< the traversal meets triangles by their split references: see layout.h
} search;

// ---- Candidates ------------------------------------------------------------------------------------------------

static candidate get(const search* s, uint32_t i)
{
    candidate c;
    HIT_ASSERT(i < s->count);
    memcpy(&c, &s->found[i], sizeof c);
    return c;
}

static void put(search* s, uint32_t i, const candidate* c)
{
    HIT_ASSERT(i < s->capacity);
    memcpy(&s->found[i], c, sizeof *c);
}

static hit_closest_shape shape_at(const search* s, uint32_t slot)
{
    const hit_bvh* bvh = s->bvh;
    hit_closest_shape shape = {.kind = (hit_bvh_kind)bvh->header->kind};

    if (shape.kind == HIT_BVH_TRIANGLES) {
        shape.triangle = hit_bvh_block_triangle(bvh->blocks + slot / HIT_BVH_WIDTH, slot % HIT_BVH_WIDTH);
    } else if (shape.kind == HIT_BVH_OBBS) {
        shape.obb = &bvh->obbs[slot].box;
    } else {
        const hit_bvh_node* node = bvh->nodes + slot / HIT_BVH_WIDTH;
        shape.corner = hit_closest_corner(s->point, hit_bvh_child_box(node, slot % HIT_BVH_WIDTH));
    }
    return shape;
}

static bool closer(const search* s, const candidate* a, const candidate* b)
{
    int order = 0;

    if (a->range.hi < b->range.lo)
        return true;
    if (b->range.hi < a->range.lo)
        return false;
    // The same triangle under several ids, or both at zero, need no look.
    if (a->slot != b->slot && (a->range.hi > 0.0 || b->range.hi > 0.0)) {
        const hit_closest_shape shape_a = shape_at(s, a->slot), shape_b = shape_at(s, b->slot);
        order = hit_closest_compare(s->point, &shape_a, &shape_b);
    }
    return order != 0 ? order < 0 : a->primitive < b->primitive;
}

// The farthest is on top.
#define HIT_HEAP search
#define HIT_HEAP_ITEM candidate
#define HIT_HEAP_GET(s, i) get(s, i)
#define HIT_HEAP_SET(s, i, c) put(s, i, &(c))
#define HIT_HEAP_BELOW(s, a, b) closer(s, a, b)
#include "base/heap.h"

// From a distance to the bound on squares in the kernel's scale: with room for the kernel's errors and its own.
static float bound_of(const search* s, double distance)
{
    const double scaled = distance * s->scaled.scale;
    return round_up(scaled * scaled * (1.0 + 0x1p-20) + 0x1p-139);
}

// False when neither this candidate nor one that is farther counts.
static bool offer(search* s, const candidate* c)
{
    if (s->masks != NULL && ((s->masks[c->primitive] & s->mask) == 0 || (s->masks[c->primitive] & s->also) == 0))
        return true;
    if (s->count < s->capacity) {
        heap_sift_up(s, s->count++, *c);
    } else {
        const candidate worst = get(s, 0);
        if (!closer(s, c, &worst))
            return false;
        heap_sift_down(s, s->count, 0, *c);
    }
    if (s->count == s->capacity) {
        const candidate worst = get(s, 0);
        HIT_ASSERT(s->count > 0);
        s->bound = bound_of(s, fmin(worst.range.hi, s->limit));
    }
    return true;
}

static bool is_candidate(const search* s, uint32_t slot)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (get(s, i).slot == slot)
            return true;
    return false;
}

// A primitive within the limit becomes a candidate, under each of its ids; these ascend.
static void consider(search* s, hit_closest_range range, uint32_t slot, const hit_bvh_run* run)
{
    candidate c = {range, run->first, slot};

    HIT_ASSERT(range.lo <= range.hi);
    // Split references lead to a triangle more than once. One that is no candidate any more does not become one again.
    if (range.lo > s->limit || (s->split_refs && is_candidate(s, slot)))
        return;
    if (range.hi > s->limit) {
        const hit_closest_shape shape = shape_at(s, slot);
        if (hit_closest_compare_limit(s->point, &shape, s->limit) > 0)
            return;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        c.primitive = run->ids == NULL ? run->first : run->ids[i];
        if (!offer(s, &c))
            return;
    }
}

// ---- The tree --------------------------------------------------------------------------------------------------

// The triangle with the lowest bound first: it makes the others unlikely to matter.
static void visit_block(search* s, uint32_t index)
{
    const hit_bvh_block* block = s->bvh->blocks + index;
    unsigned lanes = hit_bvh_block_mask(block);
    float square[HIT_BVH_WIDTH];

    s->kernel->block(&s->scaled, block, square);
    while (lanes != 0) {
        unsigned lane = hit_many_lowest_bit(lanes);
        for (unsigned rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
            lane = square[hit_many_lowest_bit(rest)] < square[lane] ? hit_many_lowest_bit(rest) : lane;
        if (square[lane] > s->bound)
            return;
        const hit_triangle triangle = hit_bvh_block_triangle(block, lane);
        const hit_bvh_run run = hit_bvh_block_ids(s->bvh, block, lane);
        consider(s, hit_closest_triangle(s->point, &triangle), HIT_BVH_WIDTH * index + lane, &run);
        lanes &= ~(1u << lane);
    }
}

// A leaf: `child` of a node, if that matters.
static void visit_leaf(search* s, uint32_t ref, uint32_t node, unsigned child)
{
    const uint32_t at = ref & ~HIT_BVH_LEAF;

    if (s->bvh->header->kind == HIT_BVH_TRIANGLES) {
        for (uint32_t n = 0; n < hit_bvh_ref_blocks(ref); n++)
            visit_block(s, (at & HIT_BVH_BLOCK_INDEX) + n);
    } else if (s->bvh->header->kind == HIT_BVH_AABBS) {
        const hit_bvh_run run = {NULL, at, 1};
        const hit_vec3 corner = hit_closest_corner(s->point, hit_bvh_child_box(s->bvh->nodes + node, child));
        consider(s, hit_closest_aabb(s->point, corner), HIT_BVH_WIDTH * node + child, &run);
    } else {
        const hit_bvh_obb* obb = s->bvh->obbs + at;
        const hit_bvh_run run = {NULL, obb->id, 1};
        consider(s, hit_closest_obb(s->point, &obb->box, NULL), at, &run);
    }
}

// What waits to be visited.
typedef struct entry {
    float square;
    uint32_t ref;
} entry;

static void traverse(search* s, const hit_bvh_pass* pass)
{
    const bool by_node = s->bvh->header->kind == HIT_BVH_AABBS; // whose leaves are in their nodes
    entry stack[STACK];
    unsigned top = 0;

    stack[top++] = (entry){0.0f, pass->root};
    while (top > 0) {
        const entry e = stack[--top];
        const unsigned first = top;
        float square[HIT_BVH_WIDTH];
        if (e.square > s->bound)
            continue;
        if (e.ref & HIT_BVH_LEAF) {
            if (!hit_bvh_pass_skips(pass, e.ref))
                visit_leaf(s, e.ref, 0, 0);
            continue;
        }
        const hit_bvh_node* node = s->bvh->nodes + e.ref;
        s->kernel->children(&s->scaled, node->plane, square);
        for (unsigned child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
            unsigned at = top;
            if (square[child] > s->bound)
                continue;
            if (by_node && (node->ref[child] & HIT_BVH_LEAF)) {
                visit_leaf(s, node->ref[child], e.ref, child);
                continue;
            }
            hit_bvh_prefetch(s->bvh, node->ref[child]);
            HIT_ASSERT(top < STACK);
            // The nearest on top.
            for (; at > first && stack[at - 1].square < square[child]; at--)
                stack[at] = stack[at - 1];
            stack[at] = (entry){square[child], node->ref[child]};
            top++;
        }
    }
}

// ---- Results ---------------------------------------------------------------------------------------------------

static void finish_triangle(const search* s, const hit_closest_shape* shape, hit_bvh_closest* out)
{
    const hit_triangle* t = &shape->triangle;
    hit_closest_square square;
    double weight[3], v[3][3], q[3];

    if (hit_closest_triangle_feature(s->point, t, weight) == HIT_CLOSEST_UNDECIDED)
        hit_closest_exact(s->point, shape, &square, weight);
    vec3_load(t->v0, v[0]);
    vec3_load(t->v1, v[1]);
    vec3_load(t->v2, v[2]);
    for (int k = 0; k < 3; k++)
        q[k] = weight[0] * v[0][k] + weight[1] * v[1][k] + weight[2] * v[2][k];
    out->point = hit_vec3_make((float)q[0], (float)q[1], (float)q[2]);
    out->w = (float)weight[0];
    out->u = (float)weight[1];
    out->v = (float)weight[2];
}

static void finish(const search* s, const candidate* c, hit_bvh_closest* out)
{
    const hit_closest_shape shape = shape_at(s, c->slot);
    hit_closest_square square;
    hit_closest_obb_point obb_point;

    out->primitive = c->primitive;
    out->u = out->v = out->w = 0.0f;
    out->slot = shape.kind == HIT_BVH_TRIANGLES ? c->slot : 0;
    if (!hit_round_interval(c->range.lo, c->range.hi, &out->distance)) {
        hit_closest_exact(s->point, &shape, &square, NULL);
        out->distance = hit_closest_round(&square);
    }
    if (shape.kind == HIT_BVH_TRIANGLES) {
        finish_triangle(s, &shape, out);
    } else if (shape.kind == HIT_BVH_AABBS) {
        out->point = shape.corner;
    } else {
        hit_closest_obb(s->point, shape.obb, &obb_point);
        if (!obb_point.precise)
            hit_closest_exact_obb(s->point, shape.obb, &square, obb_point.at);
        out->point = hit_vec3_make((float)obb_point.at[0], (float)obb_point.at[1], (float)obb_point.at[2]);
    }
    if (out->distance == 0.0f)
        out->point = s->point;
}

static HIT_NOINLINE void find(search* s)
{
    // The boxes of split references are tight, but among many candidates it is costly to look for those that come
    // again.
    hit_bvh_pass pass = s->capacity > SPLIT_REFS_UP_TO ? hit_bvh_pass_first(s->bvh) : (hit_bvh_pass){0, UINT32_MAX};
    double p[3], most = s->bvh->header->max_abs;

    s->kernel = hit_closest_kernels[hit_cpu_in_use()];
    vec3_load(s->point, p);
    for (int k = 0; k < 3; k++)
        most = fmax(most, fabs(p[k]));
    s->scaled.scale = most > 0.0 ? (float)ldexp(1.0, (int)fmin(100.0, 27.0 - ilogb(most))) : 1.0f;
    for (int k = 0; k < 3; k++)
        s->scaled.at[k] = (float)(s->scaled.scale * p[k]);
    s->bound = bound_of(s, s->limit);
    s->split_refs = pass.blocks_end == UINT32_MAX && s->bvh->header->shared_root != 0;
    do
        traverse(s, &pass);
    while (hit_bvh_pass_next(s->bvh, &pass));
    heap_sort(s, s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        const candidate c = get(s, i);
        finish(s, &c, &s->found[i]);
    }
}

uint32_t hit_bvh_closest_masked(const hit_bvh* bvh, hit_vec3 point, float max_distance, const hit_bvh_filter* filter,
                                uint32_t also, hit_bvh_closest* found, uint32_t k)
{
    search s = {.bvh = bvh, .point = point, .limit = max_distance, .also = also, .found = found, .capacity = k};
    hit_fpenv saved;

    if (bvh == NULL || found == NULL || k == 0 || !hit_vec3_is_finite(point) || isnan(max_distance) ||
        float_order(max_distance) < 0)
        return 0;
    if (filter != NULL) {
        s.masks = filter->masks;
        s.mask = filter->mask;
    }
    saved = hit_fpenv_enter();
    find(&s);
    hit_fpenv_leave(saved);
    return s.count;
}

uint32_t hit_bvh_closest_points(const hit_bvh* bvh, hit_vec3 point, float max_distance, const hit_bvh_filter* filter,
                                hit_bvh_closest* found, uint32_t k)
{
    return hit_bvh_closest_masked(bvh, point, max_distance, filter, UINT32_MAX, found, k);
}

bool hit_bvh_closest_triangle(const hit_bvh* bvh, const hit_bvh_closest* closest, hit_triangle* triangle)
{
    const hit_bvh_hit hit = {.primitive = closest == NULL ? HIT_BVH_NONE : closest->primitive,
                             .slot = closest == NULL ? 0 : closest->slot};
    return hit_bvh_hit_triangle(bvh, &hit, triangle);
}

static bool is_finite(const hit_triangle* t)
{
    return t != NULL && hit_vec3_is_finite(t->v0) && hit_vec3_is_finite(t->v1) && hit_vec3_is_finite(t->v2);
}

int hit_point_triangle_compare(hit_vec3 point, const hit_triangle* first, const hit_triangle* second)
{
    const bool has_first = is_finite(first), has_second = is_finite(second);
    hit_closest_range a, b;
    hit_fpenv saved;
    int order;

    if (!hit_vec3_is_finite(point))
        return 0;
    if (!has_first || !has_second)
        return (int)has_second - (int)has_first;
    saved = hit_fpenv_enter();
    a = hit_closest_triangle(point, first);
    b = hit_closest_triangle(point, second);
    if (a.hi < b.lo || b.hi < a.lo) {
        order = a.hi < b.lo ? -1 : 1;
    } else {
        const hit_closest_shape shape_a = {.kind = HIT_BVH_TRIANGLES, .triangle = *first};
        const hit_closest_shape shape_b = {.kind = HIT_BVH_TRIANGLES, .triangle = *second};
        order = hit_closest_compare(point, &shape_a, &shape_b);
    }
    hit_fpenv_leave(saved);
    return order;
}
