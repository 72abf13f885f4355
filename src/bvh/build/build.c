// Building trees: arguments, memory and the order of the stages (stages.h).
//
// The memory that a build works with is one allocation, which is kept for the next build if the caller wants: 16 bytes
// for the primref of a primitive and at most 64 for its part of the binary tree, of which ten to fifteen are touched
// when triangles share vertices; 16 more for several threads, and 24 more for the bounds of oriented boxes. Large
// triangles, a few of many, have memory of their own, and so has reinsertion: 72 bytes for a node of the binary tree,
// some 30 for a triangle. The tree is allocated at its exact size.
#include "bvh/build/stages.h"

#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"
#include "bvh/format/handle.h"

#include <math.h>

typedef struct build {
    build_input in;
    hit_bvh_options options;
    hit_allocator allocator;
    hit_bvh_scratch own; ///< used when the caller has no scratch
    hit_bvh_scratch* scratch;
    build_survey survey;
    build_watch watch;
    bool unsplit; ///< without split references
    build_presplit presplit;
    hit_bvh_header* block;
    hit_status status;
    hit_error* error; ///< of the caller; may be NULL
} build;

static hit_status fail_memory(hit_error* error, const char* what, size_t size)
{
    return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for %llu bytes of %s", (unsigned long long)size, what);
}

static bool report_progress(build* b, float done)
{
    if (build_report_progress(&b->watch, done))
        return true;
    b->status = hit_fail(b->error, HIT_ERROR_CANCELLED, 0, "cancelled by the progress callback");
    return false;
}

static bool grow_scratch(build* b, size_t size)
{
    hit_bvh_scratch* scratch = b->scratch;
    if (scratch->size >= size)
        return true;
    hit_bvh_scratch_free(scratch, &b->allocator);
    scratch->memory = hit_allocate(&b->allocator, size, HIT_BVH_ALIGNMENT);
    if (scratch->memory == NULL) {
        b->status = fail_memory(b->error, "scratch", size);
        return false;
    }
    scratch->size = size;
    return true;
}

// The largest coordinate becomes at most 1 by a power of two.
static float shrink_factor(const build_survey* survey)
{
    float max_abs = 0.0f;
    int exponent;

    for (int k = 0; k < 3; k++) {
        max_abs = build_max(fabsf(survey->low[k]), max_abs);
        max_abs = build_max(fabsf(survey->high[k]), max_abs);
    }
    (void)frexpf(max_abs, &exponent);
    return ldexpf(1.0f, exponent < -126 ? 126 : -exponent);
}

static uint64_t round_up_64(uint64_t size)
{
    return (size + (HIT_BVH_ALIGNMENT - 1)) & ~(uint64_t)(HIT_BVH_ALIGNMENT - 1);
}

static void place_section(hit_bvh_section* section, uint64_t* offset, uint64_t count, size_t size)
{
    section->offset = *offset;
    section->count = count;
    *offset = round_up_64(*offset + count * size);
}

// Allocate the block, with its header filled but for what packing finds, and zeros after each section.
static bool make_block(build* b, const build_tree* tree)
{
    const build_input* in = &b->in;
    const bool triangles = in->kind == HIT_BVH_TRIANGLES, obbs = in->kind == HIT_BVH_OBBS;
    const hit_bvh_header* presplit = b->presplit.tree == NULL ? NULL : b->presplit.tree->header;
    const uint64_t ids = tree->id_count + hit_build_presplit_ids(&b->presplit);
    const uint64_t nodes = tree->wide_count + (presplit == NULL ? 0 : presplit->nodes.count);
    hit_bvh_header header;
    uint64_t size = sizeof header;

    memset(&header, 0, sizeof header);
    memcpy(header.magic, HIT_BVH_MAGIC, sizeof header.magic);
    header.version = HIT_BVH_VERSION;
    header.endian = HIT_BVH_ENDIAN;
    header.kind = (uint32_t)in->kind;
    header.quality = (uint32_t)b->options.quality;
    header.primitive_count = in->count;
    header.skipped = in->count - b->survey.good;
    for (int k = 0; k < 6; k++)
        header.bounds[k] = k & 1 ? -HUGE_VALF : HUGE_VALF;
    header.shared_root = presplit == NULL ? 0 : tree->wide_count;
    header.shared_first = triangles ? tree->leaf_count : 0;
    header.split_level = b->presplit.level;
    place_section(&header.nodes, &size, nodes, sizeof(hit_bvh_node));
    size += presplit == NULL ? 0 : sizeof(hit_bvh_node); // see bvh/refit/unshare.c
    place_section(&header.blocks, &size, header.shared_first + (presplit == NULL ? 0 : presplit->blocks.count),
                  sizeof(hit_bvh_block));
    place_section(&header.obbs, &size, obbs ? tree->leaf_count : 0, sizeof(hit_bvh_obb));
    place_section(&header.ids, &size, ids, sizeof(uint32_t));
    place_section(&header.first_leaves, &size, hit_bvh_first_leaf_count(in->kind, nodes, header.shared_root),
                  sizeof(uint32_t));
    HIT_ASSERT(size % HIT_BVH_ALIGNMENT == 0);
    header.size = size;
    b->block = size > SIZE_MAX ? NULL : hit_allocate(&b->allocator, (size_t)size, HIT_BVH_ALIGNMENT);
    if (b->block == NULL) {
        b->status = fail_memory(b->error, "tree", (size_t)size);
        return false;
    }
    *b->block = header;
    if (presplit != NULL)
        memset((char*)b->block + header.blocks.offset - sizeof(hit_bvh_node), 0, sizeof(hit_bvh_node));
    // All sections but the last two end at a multiple of 64. Packing leaves out the last entry of trees with shared
    // blocks, and that of a tree without primitives: it is 0.
    memset((char*)b->block + header.ids.offset + ids * sizeof(uint32_t), 0,
           (size_t)(size - header.ids.offset - ids * sizeof(uint32_t)));
    return true;
}

// Trees that are made for a short time are not worth split references.
static bool presplits(const build* b)
{
    return b->in.kind == HIT_BVH_TRIANGLES && b->options.quality != HIT_BVH_FAST && !b->unsplit;
}

// Divide up the scratch memory. Returns false when there is not enough.
static bool take_scratch(build* b, build_tree* tree, hit_aabb** bounds)
{
    const size_t count = b->in.count + (presplits(b) ? b->in.count / HIT_BVH_PRIMS_PER_SPLIT_REF : 0),
                 tasks = tree->task_max, bins = tree->pool != NULL ? 2 * BUILD_CHUNKS_MAX : 0;
    const size_t tight = tree->pool != NULL ? count / BUILD_TIGHT : 0;
    const size_t per_primitive = sizeof(build_primref) + 2 * sizeof(build_node) +
                                 (tree->pool != NULL ? sizeof(build_node) / BUILD_TIGHT : 0) +
                                 (b->in.kind == HIT_BVH_OBBS ? sizeof(hit_aabb) : 0);
    const size_t fixed =
        bins * sizeof(build_bins) + tasks * (sizeof(build_task) + 2 * sizeof(build_node)) + HIT_BVH_ALIGNMENT;

    if (count > (SIZE_MAX - fixed) / per_primitive) {
        b->status = fail_memory(b->error, "scratch", SIZE_MAX);
        return false;
    }
    if (!grow_scratch(b, count * per_primitive + fixed))
        return false;
    // In this order each begins at a multiple of its alignment.
    tree->bins = b->scratch->memory;
    tree->nodes = (build_node*)(void*)(tree->bins + bins);
    tree->primrefs = (build_primref*)(void*)(tree->nodes + 2 * (count + tasks) + tight);
    tree->tasks = (build_task*)(void*)(tree->primrefs + count);
    HIT_ASSERT((uintptr_t)tree->primrefs % 16 == 0 && (uintptr_t)tree->tasks % _Alignof(build_task) == 0);
    *bounds = (hit_aabb*)(void*)(tree->tasks + tasks);
    return true;
}

// Survey the primitives, make the binary tree, and choose the wide nodes.
static bool make_tree(build* b, build_tree* tree)
{
    build_input* in = &b->in;
    build_survey* parts;
    hit_aabb* bounds;
    build_set all;
    float cost;

    if (!take_scratch(b, tree, &bounds))
        return false;
    if (in->kind == HIT_BVH_OBBS) {
        in->boxes = (const unsigned char*)bounds;
        in->box_stride = sizeof *bounds;
    }
    // Nodes are not needed yet, and larger than the parts of the survey.
    parts = (build_survey*)(void*)tree->nodes;
    hit_build_survey(in, tree->pool, bounds, parts, &b->survey);
    if (b->survey.first_bad != HIT_BVH_NONE && b->options.refuse_bad) {
        b->status = hit_build_refuse(in, b->survey.first_bad, b->error);
        return false;
    }
    tree->primref_count = b->survey.good;
    if (tree->primref_count == 0)
        return true;
    HIT_ASSERT(tree->primref_count <= in->count);
    in->shrink = shrink_factor(&b->survey);
    tree->blocks_per_prim = hit_build_blocks_per_prim(in);
    tree->is_tight = tree->pool != NULL && tree->blocks_per_prim == BUILD_SHARED_BLOCK;
    hit_build_primrefs(in, tree->pool, parts, &b->survey, tree->primrefs, &all);
    if (presplits(b)) {
        b->status = hit_build_presplit(in, tree, &b->survey, &all, &b->allocator, &b->presplit);
        if (b->status != HIT_OK)
            return hit_fail(b->error, b->status, 0, "no memory for the split references of large triangles"), false;
    }
    if (!report_progress(b, 0.1f))
        return false;
    if (!hit_build_split(in, tree, &all))
        return report_progress(b, 0.8f); // says so
    cost = hit_build_collapse(in, tree);
    if (b->options.quality == HIT_BVH_HIGH && in->kind == HIT_BVH_TRIANGLES) {
        b->status = hit_build_reinsert(in, tree, cost, &b->allocator);
        if (b->status != HIT_OK)
            return hit_fail(b->error, b->status, 0, "no memory to improve the tree"), false;
    }
    return true;
}

// The stages. Fills block and status; arithmetic that must run between fpenv_enter and _leave.
static HIT_NOINLINE void run(build* b)
{
    build_tree tree;

    memset(&tree, 0, sizeof tree);
    tree.wide_count = 1;
    tree.watch = &b->watch;
    tree.quality = b->options.quality;
    // Of triangles, which make leaves of several, that gives other trees, not better ones: see bvh/build/reinsertion.c.
    tree.many_bins = tree.quality == HIT_BVH_HIGH && b->in.kind != HIT_BVH_TRIANGLES;
    tree.task_max = 1;
    if (b->options.pool != NULL && b->options.pool->threads > 1 && b->in.count >= 2 * BUILD_PARALLEL_FROM) {
        tree.pool = b->options.pool;
        tree.task_max = BUILD_TASKS_MAX;
    }
    if (!report_progress(b, 0.0f) || (b->in.count > 0 && !make_tree(b, &tree)))
        return;
    if (!report_progress(b, 0.9f) || !make_block(b, &tree))
        return;
    hit_build_pack(&b->in, &tree, b->block);
    HIT_ASSERT(b->block->depth >= 1 && b->block->depth <= HIT_BVH_DEPTH_MAX);
    if (b->presplit.tree != NULL)
        hit_build_pack_presplit(&b->presplit, b->block);
    b->block->checksum = hit_bvh_checksum_tasks(b->block, b->options.pool);
    (void)report_progress(b, 1.0f);
}

static hit_status build_any(build* b, hit_bvh** bvh)
{
    const hit_fpenv env = hit_fpenv_enter();
    hit_bvh* made = NULL;

    b->allocator = hit_allocator_or_default(b->options.allocator);
    b->scratch = b->options.scratch != NULL ? b->options.scratch : &b->own;
    run(b);
    hit_fpenv_leave(env);
    if (b->status == HIT_OK) {
        made = hit_bvh_handle(b->block, true, &b->allocator);
        if (made == NULL)
            b->status = fail_memory(b->error, "tree", sizeof *made);
    }
    if (b->status != HIT_OK && b->block != NULL)
        hit_release(&b->allocator, b->block, (size_t)b->block->size, HIT_BVH_ALIGNMENT);
    hit_bvh_scratch_free(&b->own, &b->allocator);
    hit_build_free_presplit(&b->presplit, &b->allocator);
    if (made == NULL)
        return b->status;
    *bvh = made;
    return hit_succeed(b->error);
}

// What is wrong with the options, or NULL.
static const char* wrong_options(const hit_bvh_options* options)
{
    if ((unsigned)options->quality > (unsigned)HIT_BVH_HIGH)
        return "options.quality is none of the known ones";
    if (options->pool != NULL && options->pool->run == NULL)
        return "options.pool has no run function";
    return NULL;
}

// Check what all kinds have in common, and build. `wrong` is what is wrong with the primitives' arrays, or NULL.
static hit_status build_checked(build* b, const char* wrong, const hit_bvh_options* options, hit_bvh** bvh)
{
    if (options != NULL)
        b->options = *options;
    if (wrong == NULL)
        wrong = bvh == NULL ? "the pointer to the tree is NULL" : wrong_options(&b->options);
    if (wrong != NULL)
        return hit_fail(b->error, HIT_ERROR_ARGUMENT, 0, "%s", wrong);
    if (!hit_reserved_is_zero(b->options.reserved))
        return hit_fail_reserved(b->error, "hit_bvh_options");
    if (b->in.count > HIT_BVH_PRIMITIVES_MAX)
        return hit_fail(b->error, HIT_ERROR_LIMIT, 0, "%lu primitives are more than %lu", (unsigned long)b->in.count,
                        (unsigned long)HIT_BVH_PRIMITIVES_MAX);
    b->survey.first_bad = HIT_BVH_NONE;
    b->watch.progress = b->options.progress;
    b->watch.context = b->options.progress_context;
    return build_any(b, bvh);
}

hit_status hit_build_unsplit(const build_input* in, const hit_allocator* allocator, hit_bvh** bvh)
{
    build b = {.in = *in, .options = {.allocator = allocator}, .unsplit = true};
    return build_checked(&b, NULL, NULL, bvh);
}

hit_status hit_bvh_build_triangles(const hit_mesh* mesh, const hit_bvh_options* options, hit_bvh** bvh,
                                   hit_error* error)
{
    build b = {.error = error};
    return build_checked(&b, hit_build_input_mesh(mesh, &b.in), options, bvh);
}

hit_status hit_bvh_build_aabbs(const hit_aabb* boxes, size_t stride, uint32_t count, const hit_bvh_options* options,
                               hit_bvh** bvh, hit_error* error)
{
    build b = {.error = error};
    return build_checked(&b, hit_build_input_aabbs(boxes, stride, count, &b.in), options, bvh);
}

hit_status hit_bvh_build_obbs(const hit_obb* boxes, size_t stride, uint32_t count, const hit_bvh_options* options,
                              hit_bvh** bvh, hit_error* error)
{
    build b = {.error = error};
    return build_checked(&b, hit_build_input_obbs(boxes, stride, count, &b.in), options, bvh);
}

void hit_bvh_scratch_free(hit_bvh_scratch* scratch, const hit_allocator* allocator)
{
    const hit_allocator ours = hit_allocator_or_default(allocator);
    if (scratch == NULL)
        return;
    hit_release(&ours, scratch->memory, scratch->size, HIT_BVH_ALIGNMENT);
    scratch->memory = NULL;
    scratch->size = 0;
}
