// Refitting: new positions for the primitives of a tree that keeps its structure.
//
// First everything is checked and nothing changed, so that a failure leaves the tree as it was: are the primitives of
// the tree still good, and no others, and are corners that share a vertex still in one position? Then the leaves are
// written, with the boxes of their children, in any order and on any threads. Then the nodes from the last to the
// first: children come after their parents, so a node is finished when its parent needs its box. Children are sorted by
// area again on the way, and ordered. All of it is linear in the size of the tree. Only oriented boxes need memory, for
// their bounds, which are costly to find, and trees with shared blocks, the first time.
#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"
#include "bvh/build/child_order.h"
#include "bvh/format/handle.h"
#include "bvh/refit/refit.h"

#include <inttypes.h>
#include <math.h>

enum { TASKS_MAX = 64, TASK_SIZE = 64 };

typedef struct refit {
    hit_bvh_header* header;
    hit_bvh_node* nodes;
    hit_bvh_block* blocks;
    hit_bvh_obb* obbs;
    const hit_bvh* bvh;
    build_input in;
    hit_aabb* bounds; ///< of oriented boxes, in the order of `obbs`
    const hit_task_pool* pool;
    bool all_good; ///< every vertex of a mesh is finite, and every index in range
} refit;

// ---- Work in chunks -------------------------------------------------------------------------------------------------

// Work on elements from `begin` on, before `end`. Returns a number that is added up over all chunks.
typedef uint64_t chunk_work(refit* r, uint64_t begin, uint64_t end);

typedef struct chunks {
    refit* r;
    chunk_work* work;
    uint64_t count;
    uint32_t tasks;
    uint64_t result[TASKS_MAX];
} chunks;

static void run_chunk(void* context, uint32_t index)
{
    chunks* p = context;
    // Each thread has a floating-point environment of its own. `work` is called by its address, so none of it moves
    // out.
    const hit_fpenv env = hit_fpenv_enter();
    HIT_ASSERT(index < p->tasks && p->tasks <= TASKS_MAX);
    p->result[index] = p->work(p->r, p->count * index / p->tasks, p->count * (index + 1) / p->tasks);
    hit_fpenv_leave(env);
}

static uint64_t run_chunks(refit* r, chunk_work* work, uint64_t count)
{
    chunks p = {r, work, count, 1, {0}};
    uint64_t sum = 0;

    if (r->pool != NULL && r->pool->threads > 1 && count > TASK_SIZE) {
        const uint64_t tasks = count / TASK_SIZE + 1;
        p.tasks = tasks < TASKS_MAX ? (uint32_t)tasks : TASKS_MAX;
        r->pool->run(r->pool->context, run_chunk, &p, p.tasks);
    } else
        run_chunk(&p, 0);
    for (uint32_t i = 0; i < p.tasks; i++)
        sum += p.result[i];
    return sum;
}

// ---- Primitives -----------------------------------------------------------------------------------------------------

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
        if (r->in.kind == HIT_BVH_TRIANGLES)
            bad += !hit_refit_is_good(&r->in, (uint32_t)id);
        else if (r->in.kind == HIT_BVH_AABBS)
            bad += hit_aabb_is_empty(read_aabb(&r->in, (uint32_t)id));
        else {
            const hit_obb box = read_obb(&r->in, (uint32_t)id);
            bad += hit_aabb_is_empty(hit_obb_bounds(&box));
        }
    }
    return bad;
}

// ---- Checking -------------------------------------------------------------------------------------------------------

// How many of these vertices are not finite.
static HIT_NOINLINE uint64_t count_bad_vertices(refit* r, uint64_t begin, uint64_t end)
{
    uint64_t bad = 0;

    for (uint64_t i = begin; i < end; i++) {
        uint32_t bits[3];
        memcpy(bits, r->in.points + i * r->in.point_stride, sizeof bits);
        for (int k = 0; k < 3; k++)
            bad += (bits[k] & 0x7f800000u) == 0x7f800000u;
    }
    return bad;
}

// How many of these triangles have an index that is out of range.
static HIT_NOINLINE uint64_t count_bad_indices(refit* r, uint64_t begin, uint64_t end)
{
    uint64_t bad = 0;

    for (uint64_t id = begin; id < end; id++) {
        uint32_t corner[3];
        build_corners(&r->in, (uint32_t)id, corner);
        bad += (corner[0] >= r->in.point_count) | (corner[1] >= r->in.point_count) | (corner[2] >= r->in.point_count);
    }
    return bad;
}

static HIT_NOINLINE uint64_t check_blocks(refit* r, uint64_t begin, uint64_t end)
{
    for (uint64_t b = begin; b < end; b++) {
        hit_refit_prefetch(r->bvh, &r->in, b, !r->all_good);
        if (!hit_refit_can_update(r->bvh, &r->in, r->all_good, &r->blocks[b]))
            return 1;
    }
    return 0;
}

static HIT_NOINLINE uint64_t check_aabbs(refit* r, uint64_t begin, uint64_t end)
{
    for (uint64_t n = begin; n < end; n++)
        for (int child = 0; child < HIT_BVH_WIDTH && r->nodes[n].ref[child] != HIT_BVH_NO_REF; child++) {
            const uint32_t ref = r->nodes[n].ref[child];
            if ((ref & HIT_BVH_LEAF) && hit_aabb_is_empty(read_aabb(&r->in, ref & ~HIT_BVH_LEAF)))
                return 1;
        }
    return 0;
}

static HIT_NOINLINE uint64_t check_obbs(refit* r, uint64_t begin, uint64_t end)
{
    // Only a tree without boxes has no bounds.
    for (uint64_t i = begin; i < end && r->bounds != NULL; i++) {
        const hit_obb box = read_obb(&r->in, r->obbs[i].id);
        r->bounds[i] = hit_obb_bounds(&box);
        if (hit_aabb_is_empty(r->bounds[i]))
            return 1;
    }
    return 0;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void set_child_box(hit_bvh_node* node, int child, const float low[3], const float high[3])
{
    for (int k = 0; k < 3; k++) {
        node->plane[2 * k][child] = low[k];
        node->plane[2 * k + 1][child] = high[k];
    }
}

// Write what a child refers to, and its box.
static void write_leaf(refit* r, hit_bvh_node* node, int child)
{
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
    const uint32_t ref = node->ref[child], index = ref & ~HIT_BVH_LEAF;

    if (r->in.kind == HIT_BVH_TRIANGLES) {
        const uint32_t first = ref & HIT_BVH_BLOCK_INDEX, blocks = hit_bvh_ref_blocks(ref);
        HIT_ASSERT(first + blocks <= r->header->blocks.count);
        for (uint32_t b = first; b < first + blocks; b++) {
            hit_refit_prefetch(r->bvh, &r->in, b, true);
            hit_refit_update(r->bvh, &r->in, &r->blocks[b], low, high);
        }
    } else {
        const hit_aabb box = r->bounds == NULL ? read_aabb(&r->in, index) : r->bounds[index];
        memcpy(low, &box.min, sizeof low);
        memcpy(high, &box.max, sizeof high);
        if (r->in.kind == HIT_BVH_OBBS)
            r->obbs[index].box = read_obb(&r->in, r->obbs[index].id);
    }
    HIT_ASSERT(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2]);
    set_child_box(node, child, low, high);
}

static HIT_NOINLINE uint64_t write_leaves(refit* r, uint64_t begin, uint64_t end)
{
    for (uint64_t n = begin; n < end; n++) {
        hit_bvh_node* node = &r->nodes[n];
        for (int child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++)
            if (node->ref[child] & HIT_BVH_LEAF)
                write_leaf(r, node, child);
    }
    return 0;
}

// The largest children first, equal ones in the order that they had.
static void sort_children(hit_bvh_node* node)
{
    double area[HIT_BVH_WIDTH];

    for (unsigned child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++) {
        const double size = hit_bvh_child_area(node, child);
        const uint32_t ref = node->ref[child];
        unsigned at = child;
        float plane[6];
        while (at > 0 && area[at - 1] < size)
            at--;
        for (int p = 0; p < 6; p++) {
            plane[p] = node->plane[p][child];
            memmove(&node->plane[p][at + 1], &node->plane[p][at], (child - at) * sizeof(float));
            node->plane[p][at] = plane[p];
        }
        memmove(&node->ref[at + 1], &node->ref[at], (child - at) * sizeof(uint32_t));
        memmove(&area[at + 1], &area[at], (child - at) * sizeof(double));
        node->ref[at] = ref;
        area[at] = size;
    }
}

// The box of a node is the union of its children; empty ones change nothing.
static void set_child_union(const hit_bvh_node* below, hit_bvh_node* node, int child)
{
    float low[3], high[3];

    for (int k = 0; k < 3; k++) {
        low[k] = HUGE_VALF;
        high[k] = -HUGE_VALF;
        for (int i = 0; i < HIT_BVH_WIDTH; i++) {
            low[k] = build_min(below->plane[2 * k][i], low[k]);
            high[k] = build_max(below->plane[2 * k + 1][i], high[k]);
        }
    }
    set_child_box(node, child, low, high);
}

static HIT_NOINLINE uint64_t write_nodes(refit* r, uint64_t begin, uint64_t end)
{
    hit_bvh_header* h = r->header;

    for (uint64_t n = end; n-- > begin;) {
        hit_bvh_node* node = &r->nodes[n];
        for (int child = 0; child < HIT_BVH_WIDTH && node->ref[child] != HIT_BVH_NO_REF; child++)
            if (!(node->ref[child] & HIT_BVH_LEAF))
                set_child_union(&r->nodes[node->ref[child]], node, child);
        sort_children(node);
        hit_bvh_order_children(node);
    }
    if (r->nodes[0].ref[0] == HIT_BVH_NO_REF)
        return 0;
    h->max_abs = 0.0f;
    for (int p = 0; p < 6; p++) {
        h->bounds[p] = r->nodes[0].plane[p][0];
        for (int child = 1; child < HIT_BVH_WIDTH; child++) {
            const float x = r->nodes[0].plane[p][child];
            h->bounds[p] = p % 2 == 0 ? build_min(x, h->bounds[p]) : build_max(x, h->bounds[p]);
        }
        h->max_abs = build_max(fabsf(h->bounds[p]), h->max_abs);
    }
    return 0;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool fits(refit* r)
{
    const hit_bvh_header* h = r->header;
    uint64_t wrong = 0;

    HIT_ASSERT(r->in.count == h->primitive_count);
    switch (r->in.kind) {
    case HIT_BVH_TRIANGLES:
        r->all_good = h->skipped == 0 && run_chunks(r, count_bad_vertices, r->in.point_count) == 0 &&
                      run_chunks(r, count_bad_indices, h->primitive_count) == 0;
        wrong = run_chunks(r, check_blocks, h->blocks.count);
        break;
    case HIT_BVH_AABBS:
        wrong = run_chunks(r, check_aabbs, h->nodes.count);
        break;
    default:
        wrong = run_chunks(r, check_obbs, h->obbs.count);
        break;
    }
    // Those in the tree are good: when as many are bad as were skipped, the bad ones are those.
    return wrong == 0 && (h->skipped == 0 || run_chunks(r, count_bad, h->primitive_count) == h->skipped);
}

static hit_status fail_memory(hit_error* error)
{
    return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory to refit the tree with");
}

static hit_status refit_any(hit_bvh* bvh, const build_input* in, const hit_task_pool* pool, hit_error* error)
{
    refit r = {.bvh = bvh, .in = *in, .pool = pool};
    const uint64_t size = sizeof *r.bounds * bvh->header->obbs.count;
    const size_t room_size = hit_bvh_unsplit_scratch_size(bvh);
    uint32_t* room = NULL;
    bool done = false;

    if (in->count != bvh->header->primitive_count)
        return hit_fail(error, HIT_ERROR_TOPOLOGY, 0,
                        "%" PRIu32 " primitives do not fit a tree that was built from %" PRIu32 ": build again",
                        in->count, bvh->header->primitive_count);
    // The block belongs to the tree, and nobody else may use the tree now.
    r.header = (hit_bvh_header*)(uintptr_t)bvh->header;
    r.nodes = (hit_bvh_node*)(uintptr_t)bvh->nodes;
    r.blocks = (hit_bvh_block*)(uintptr_t)bvh->blocks;
    r.obbs = (hit_bvh_obb*)(uintptr_t)bvh->obbs;
    if (size > 0) {
        r.bounds = hit_allocate(&bvh->allocator, (size_t)size, _Alignof(hit_aabb));
        if (r.bounds == NULL)
            return fail_memory(error);
    }
    if (room_size > 0) {
        HIT_ASSERT(r.bounds == NULL); // only trees of triangles have shared blocks, and these no bounds
        room = hit_allocate(&bvh->allocator, room_size, _Alignof(uint32_t));
        if (room == NULL)
            return fail_memory(error);
    }
    if (fits(&r)) {
        hit_bvh_unsplit(bvh, room);
        (void)run_chunks(&r, write_leaves, r.header->nodes.count);
        r.pool = NULL;
        (void)run_chunks(&r, write_nodes, r.header->nodes.count);
        r.header->checksum = hit_bvh_checksum_tasks(r.header, pool);
        done = true;
    }
    hit_release(&bvh->allocator, r.bounds, (size_t)size, _Alignof(hit_aabb));
    hit_release(&bvh->allocator, room, room_size, _Alignof(uint32_t));
    return done ? hit_succeed(error)
                : hit_fail(error, HIT_ERROR_TOPOLOGY, 0,
                           "the new geometry does not fit the old tree: vertices that were one have parted, or a "
                           "primitive turned bad, or was: build again");
}

// What is wrong with a tree that shall be refitted with primitives of this kind, or with the pool; or NULL.
static const char* wrong_tree(const hit_bvh* bvh, hit_bvh_kind kind, const hit_task_pool* pool)
{
    if (bvh == NULL)
        return "the tree is NULL";
    if (!bvh->owned)
        return "the tree is a view: its bytes are the caller's, and cannot be refitted";
    if (bvh->header->kind != (uint32_t)kind)
        return "the tree is of another kind of primitives";
    return pool != NULL && pool->run == NULL ? "the pool has no run function" : NULL;
}

// Check what all kinds have in common, and refit. `wrong` is what is wrong with the primitives' arrays, or NULL.
static hit_status refit_checked(hit_bvh* bvh, const build_input* in, const char* wrong, const hit_task_pool* pool,
                                hit_error* error)
{
    const char* wrong_here = wrong_tree(bvh, in->kind, pool);

    if (wrong_here != NULL || wrong != NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s", wrong_here != NULL ? wrong_here : wrong);
    return refit_any(bvh, in, pool, error);
}

hit_status hit_bvh_refit_triangles(hit_bvh* bvh, const hit_mesh* mesh, const hit_task_pool* pool, hit_error* error)
{
    build_input in;
    const char* wrong = hit_build_input_mesh(mesh, &in);

    return refit_checked(bvh, &in, wrong, pool, error);
}

hit_status hit_bvh_refit_aabbs(hit_bvh* bvh, const hit_aabb* boxes, size_t stride, uint32_t count,
                               const hit_task_pool* pool, hit_error* error)
{
    build_input in;
    const char* wrong = hit_build_input_aabbs(boxes, stride, count, &in);

    return refit_checked(bvh, &in, wrong, pool, error);
}

hit_status hit_bvh_refit_obbs(hit_bvh* bvh, const hit_obb* boxes, size_t stride, uint32_t count,
                              const hit_task_pool* pool, hit_error* error)
{
    build_input in;
    const char* wrong = hit_build_input_obbs(boxes, stride, count, &in);

    return refit_checked(bvh, &in, wrong, pool, error);
}
