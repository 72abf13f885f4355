// Refitting: new places for the primitives of a tree that keeps its structure.
//
// First everything is looked at and nothing changed, so that a failure leaves the tree as it was: are the primitives
// of the tree still good, and no others, and are corners that share a vertex still in one place? Then the leaves are
// written, with the boxes of their lanes, in any order and on any threads. Then the nodes from the last to the first:
// children come after their parents, so a node is finished when its parent asks for its box. Lanes are sorted by area
// again on the way. All of it is linear in the size of the tree, and only oriented boxes need memory, for their
// bounds, which are costly to find.
#include "base/fpenv.h"
#include "base/memory.h"
#include "bvh/area.h"
#include "bvh/checksum.h"
#include "bvh/extent.h"
#include "bvh/input.h"

#include <math.h>

enum { TASKS_MAX = 64, TASK_SIZE = 512 };

typedef struct refit {
    hit_bvh_header* header;
    hit_bvh_node* nodes;
    hit_bvh_block* blocks;
    hit_bvh_obb* obbs;
    const hit_bvh* bvh;
    build_input in;
    hit_aabb* bounds; ///< of oriented boxes, in the order of `obbs`
    const hit_task_pool* pool;
} refit;

// ---- Work in pieces -------------------------------------------------------------------------------------------------

// Work on elements from `begin` on, before `end`. Returns a number that is added up over all pieces.
typedef uint64_t piece_work(refit* r, uint64_t begin, uint64_t end);

typedef struct pieces {
    refit* r;
    piece_work* work;
    uint64_t count;
    uint32_t tasks;
    uint64_t result[TASKS_MAX];
} pieces;

static void run_piece(void* context, uint32_t index)
{
    pieces* p = context;
    // Each thread has a floating-point environment of its own. `work` is called by its address, so nothing of it moves.
    const hit_fpenv env = hit_fpenv_enter();
    p->result[index] = p->work(p->r, p->count * index / p->tasks, p->count * (index + 1) / p->tasks);
    hit_fpenv_leave(env);
}

static uint64_t run_pieces(refit* r, piece_work* work, uint64_t count)
{
    pieces p = {r, work, count, 1, {0}};
    uint64_t sum = 0;

    if (r->pool != NULL && r->pool->threads > 1 && count > TASK_SIZE) {
        const uint64_t tasks = count / TASK_SIZE + 1;
        p.tasks = tasks < TASKS_MAX ? (uint32_t)tasks : TASKS_MAX;
        r->pool->run(r->pool->context, run_piece, &p, p.tasks);
    } else
        run_piece(&p, 0);
    for (uint32_t i = 0; i < p.tasks; i++)
        sum += p.result[i];
    return sum;
}

// ---- Primitives -----------------------------------------------------------------------------------------------------

// The corners of a triangle; false when it is a bad one.
static bool read_triangle(const build_input* in, uint32_t id, float p[3][3])
{
    uint32_t corner[3];

    build_corners(in, id, corner);
    for (int k = 0; k < 3; k++) {
        if (corner[k] >= in->point_count)
            return false;
        build_point(in, corner[k], p[k]);
        if (!isfinite(p[k][0]) || !isfinite(p[k][1]) || !isfinite(p[k][2]))
            return false;
    }
    return true;
}

static hit_aabb read_aabb(const build_input* in, uint32_t id)
{
    hit_aabb box;
    memcpy(&box, in->boxes + (size_t)id * in->box_stride, sizeof box);
    return box;
}

static hit_obb read_obb(const build_input* in, uint32_t id)
{
    hit_obb box;
    memcpy(&box, in->obbs + (size_t)id * in->obb_stride, sizeof box);
    return box;
}

// How many of these primitives are bad ones.
static HIT_NOINLINE uint64_t count_bad(refit* r, uint64_t begin, uint64_t end)
{
    uint64_t bad = 0;

    for (uint64_t id = begin; id < end; id++) {
        if (r->in.kind == HIT_BVH_TRIANGLES) {
            float p[3][3];
            bad += !read_triangle(&r->in, (uint32_t)id, p);
        } else if (r->in.kind == HIT_BVH_AABBS)
            bad += hit_aabb_is_empty(read_aabb(&r->in, (uint32_t)id));
        else {
            const hit_obb box = read_obb(&r->in, (uint32_t)id);
            bad += hit_aabb_is_empty(hit_obb_bounds(&box));
        }
    }
    return bad;
}

// ---- Looking --------------------------------------------------------------------------------------------------------

// The new vertices of a block, and which slots have one.
typedef struct vertices {
    float at[8][3];
    uint32_t used;
} vertices;

static bool same_place(const float a[3], const float b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// Put a primitive into a lane: false when it is bad, or a vertex would have to be in two places.
static bool place_triangle(const build_input* in, const hit_bvh_block* block, unsigned lane, uint32_t id, vertices* v)
{
    float p[3][3];

    if (!read_triangle(in, id, p))
        return false;
    for (int k = 0; k < 3; k++) {
        const uint32_t slot = block->corner[k] >> 3 * lane & 7u;
        if (v->used >> slot & 1u) {
            if (!same_place(v->at[slot], p[k]))
                return false;
        } else
            memcpy(v->at[slot], p[k], sizeof p[k]);
        v->used |= 1u << slot;
    }
    return true;
}

// The new vertices of a block. With `all`, all triangles have a say, else only those that are enough when they agree.
static bool gather(const refit* r, const hit_bvh_block* block, bool all, vertices* v)
{
    const uint32_t lanes = hit_bvh_block_lanes(block);

    v->used = 0;
    for (unsigned lane = 0; lanes >> lane != 0; lane++) {
        const hit_bvh_run run = hit_bvh_block_ids(r->bvh, block, lane);
        if (!place_triangle(&r->in, block, lane, run.first, v))
            return false;
        for (uint32_t i = 1; all && i < run.count; i++)
            if (!place_triangle(&r->in, block, lane, run.ids[i], v))
                return false;
    }
    return true;
}

static HIT_NOINLINE uint64_t look_at_blocks(refit* r, uint64_t begin, uint64_t end)
{
    vertices v;

    for (uint64_t b = begin; b < end; b++)
        if (!gather(r, &r->blocks[b], true, &v))
            return 1;
    return 0;
}

static HIT_NOINLINE uint64_t look_at_aabbs(refit* r, uint64_t begin, uint64_t end)
{
    for (uint64_t n = begin; n < end; n++)
        for (int lane = 0; lane < HIT_BVH_LANES && r->nodes[n].ref[lane] != HIT_BVH_NO_REF; lane++) {
            const uint32_t ref = r->nodes[n].ref[lane];
            if ((ref & HIT_BVH_LEAF) && hit_aabb_is_empty(read_aabb(&r->in, ref & ~HIT_BVH_LEAF)))
                return 1;
        }
    return 0;
}

static HIT_NOINLINE uint64_t look_at_obbs(refit* r, uint64_t begin, uint64_t end)
{
    for (uint64_t i = begin; i < end; i++) {
        const hit_obb box = read_obb(&r->in, r->obbs[i].id);
        r->bounds[i] = hit_obb_bounds(&box);
        if (hit_aabb_is_empty(r->bounds[i]))
            return 1;
    }
    return 0;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void clear_lane(hit_bvh_node* node, int lane)
{
    for (int p = 0; p < 6; p += 2) {
        node->plane[p][lane] = HUGE_VALF;
        node->plane[p + 1][lane] = -HUGE_VALF;
    }
}

static void grow_lane(hit_bvh_node* node, int lane, int axis, float low, float high)
{
    node->plane[2 * axis][lane] = build_min(low, node->plane[2 * axis][lane]);
    node->plane[2 * axis + 1][lane] = build_max(high, node->plane[2 * axis + 1][lane]);
}

static void write_block(refit* r, hit_bvh_block* block, hit_bvh_node* node, int lane)
{
    vertices v;

    (void)gather(r, block, false, &v);
    for (unsigned slot = 0; slot < 8; slot++) {
        const float* at = v.at[v.used >> slot & 1u ? slot : 0];
        block->x[slot] = at[0];
        block->y[slot] = at[1];
        block->z[slot] = at[2];
        for (int axis = 0; axis < 3; axis++)
            grow_lane(node, lane, axis, at[axis], at[axis]);
    }
    hit_bvh_set_extent(block);
}

// The lanes of nodes that hold primitives.
static HIT_NOINLINE uint64_t write_leaves(refit* r, uint64_t begin, uint64_t end)
{
    for (uint64_t n = begin; n < end; n++)
        for (int lane = 0; lane < HIT_BVH_LANES && r->nodes[n].ref[lane] != HIT_BVH_NO_REF; lane++) {
            hit_bvh_node* node = &r->nodes[n];
            const uint32_t ref = node->ref[lane];
            if (!(ref & HIT_BVH_LEAF))
                continue;
            clear_lane(node, lane);
            if (r->in.kind == HIT_BVH_TRIANGLES) {
                const uint32_t first = ref & HIT_BVH_BLOCK_INDEX, more = (ref & ~HIT_BVH_LEAF) >> HIT_BVH_BLOCK_SHIFT;
                for (uint32_t b = first; b <= first + more; b++)
                    write_block(r, &r->blocks[b], node, lane);
            } else {
                const uint32_t index = ref & ~HIT_BVH_LEAF;
                const hit_aabb box = r->in.kind == HIT_BVH_AABBS ? read_aabb(&r->in, index) : r->bounds[index];
                grow_lane(node, lane, 0, box.min.x, box.max.x);
                grow_lane(node, lane, 1, box.min.y, box.max.y);
                grow_lane(node, lane, 2, box.min.z, box.max.z);
                if (r->in.kind == HIT_BVH_OBBS)
                    r->obbs[index].box = read_obb(&r->in, r->obbs[index].id);
            }
        }
    return 0;
}

// The largest lanes first, equal ones in the order that they had.
static void sort_lanes(hit_bvh_node* node)
{
    double area[HIT_BVH_LANES];

    for (unsigned lane = 0; lane < HIT_BVH_LANES && node->ref[lane] != HIT_BVH_NO_REF; lane++) {
        const double size = hit_bvh_lane_area(node, lane);
        const uint32_t ref = node->ref[lane];
        unsigned at = lane;
        float plane[6];
        while (at > 0 && area[at - 1] < size)
            at--;
        for (int p = 0; p < 6; p++) {
            plane[p] = node->plane[p][lane];
            memmove(&node->plane[p][at + 1], &node->plane[p][at], (lane - at) * sizeof(float));
            node->plane[p][at] = plane[p];
        }
        memmove(&node->ref[at + 1], &node->ref[at], (lane - at) * sizeof(uint32_t));
        memmove(&area[at + 1], &area[at], (lane - at) * sizeof(double));
        node->ref[at] = ref;
        area[at] = size;
    }
}

// What a node's lanes have in common with the lane above it: their union.
static void take_union(const hit_bvh_node* child, hit_bvh_node* node, int lane)
{
    clear_lane(node, lane);
    for (int i = 0; i < HIT_BVH_LANES && child->ref[i] != HIT_BVH_NO_REF; i++)
        for (int axis = 0; axis < 3; axis++)
            grow_lane(node, lane, axis, child->plane[2 * axis][i], child->plane[2 * axis + 1][i]);
}

static HIT_NOINLINE uint64_t write_nodes(refit* r, uint64_t begin, uint64_t end)
{
    hit_bvh_header* h = r->header;

    for (uint64_t n = end; n-- > begin;) {
        hit_bvh_node* node = &r->nodes[n];
        for (int lane = 0; lane < HIT_BVH_LANES && node->ref[lane] != HIT_BVH_NO_REF; lane++)
            if (!(node->ref[lane] & HIT_BVH_LEAF))
                take_union(&r->nodes[node->ref[lane]], node, lane);
        sort_lanes(node);
    }
    if (r->nodes[0].ref[0] == HIT_BVH_NO_REF)
        return 0;
    h->reach = 0.0f;
    for (int p = 0; p < 6; p++) {
        h->bounds[p] = r->nodes[0].plane[p][0];
        for (int lane = 1; lane < HIT_BVH_LANES; lane++) {
            const float x = r->nodes[0].plane[p][lane];
            h->bounds[p] = p % 2 == 0 ? build_min(x, h->bounds[p]) : build_max(x, h->bounds[p]);
        }
        h->reach = build_max(fabsf(h->bounds[p]), h->reach);
    }
    return 0;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool fits(refit* r)
{
    const hit_bvh_header* h = r->header;
    uint64_t wrong = 0;

    switch (r->in.kind) {
    case HIT_BVH_TRIANGLES:
        wrong = run_pieces(r, look_at_blocks, h->blocks.count);
        break;
    case HIT_BVH_AABBS:
        wrong = run_pieces(r, look_at_aabbs, h->nodes.count);
        break;
    default:
        wrong = run_pieces(r, look_at_obbs, h->obbs.count);
        break;
    }
    // Those in the tree are good: when as many are bad as were skipped, they are the same.
    return wrong == 0 && (h->skipped == 0 || run_pieces(r, count_bad, h->primitive_count) == h->skipped);
}

static hit_status refit_any(hit_bvh* bvh, const build_input* in, const hit_task_pool* pool)
{
    refit r = {.bvh = bvh, .in = *in, .pool = pool};
    const uint64_t size = sizeof *r.bounds * bvh->header->obbs.count;
    hit_status status = HIT_ERROR_TOPOLOGY;

    if (in->count != bvh->header->primitive_count)
        return HIT_ERROR_TOPOLOGY;
    // The block belongs to the tree, and nobody else may use the tree now.
    r.header = (hit_bvh_header*)(uintptr_t)bvh->header;
    r.nodes = (hit_bvh_node*)(uintptr_t)bvh->nodes;
    r.blocks = (hit_bvh_block*)(uintptr_t)bvh->blocks;
    r.obbs = (hit_bvh_obb*)(uintptr_t)bvh->obbs;
    if (size > 0) {
        r.bounds = hit_allocate(&bvh->allocator, (size_t)size, _Alignof(hit_aabb));
        if (r.bounds == NULL)
            return HIT_ERROR_MEMORY;
    }
    if (fits(&r)) {
        (void)run_pieces(&r, write_leaves, r.header->nodes.count);
        r.pool = NULL;
        (void)run_pieces(&r, write_nodes, r.header->nodes.count);
        r.header->checksum = hit_bvh_checksum_tasks(r.header, pool);
        status = HIT_OK;
    }
    hit_release(&bvh->allocator, r.bounds, (size_t)size, _Alignof(hit_aabb));
    return status;
}

// A tree that can be refitted with primitives of this kind, and a pool that can be used.
static bool can_refit(const hit_bvh* bvh, hit_bvh_kind kind, const hit_task_pool* pool)
{
    return bvh != NULL && bvh->owned && bvh->header->kind == (uint32_t)kind && (pool == NULL || pool->run != NULL);
}

hit_status hit_bvh_refit_triangles(hit_bvh* bvh, const hit_mesh* mesh, const hit_task_pool* pool)
{
    build_input in;

    if (!can_refit(bvh, HIT_BVH_TRIANGLES, pool) || hit_bvh_take_mesh(mesh, &in) != NULL)
        return HIT_ERROR_ARGUMENT;
    return refit_any(bvh, &in, pool);
}

hit_status hit_bvh_refit_aabbs(hit_bvh* bvh, const hit_aabb* boxes, size_t stride, uint32_t count,
                               const hit_task_pool* pool)
{
    build_input in;

    if (!can_refit(bvh, HIT_BVH_AABBS, pool) || hit_bvh_take_aabbs(boxes, stride, count, &in) != NULL)
        return HIT_ERROR_ARGUMENT;
    return refit_any(bvh, &in, pool);
}

hit_status hit_bvh_refit_obbs(hit_bvh* bvh, const hit_obb* boxes, size_t stride, uint32_t count,
                              const hit_task_pool* pool)
{
    build_input in;

    if (!can_refit(bvh, HIT_BVH_OBBS, pool) || hit_bvh_take_obbs(boxes, stride, count, &in) != NULL)
        return HIT_ERROR_ARGUMENT;
    return refit_any(bvh, &in, pool);
}
