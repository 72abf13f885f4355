// Building trees: arguments, memory and the order of the stages (see build.h).
//
// All memory that a build works with is one piece, which is kept for the next build if the caller wants: 16 bytes for
// the fragment of a primitive and at most 64 for its part of the binary tree, of which half a dozen to thirty are
// touched; oriented boxes need 24 more, for their bounds. The tree itself is allocated at its exact size.
#include "bvh/build.h"

#include "base/fpenv.h"
#include "base/memory.h"
#include "bvh/checksum.h"
#include "bvh/handle.h"

#include <math.h>

typedef struct build {
    build_input in;
    hit_bvh_options options;
    hit_allocator allocator;
    hit_bvh_scratch own; ///< used when the caller has no scratch
    hit_bvh_scratch* scratch;
    build_survey survey;
    hit_bvh_header* block;
    hit_status status;
} build;

static hit_status fail_memory(hit_error* error, const char* what, size_t size)
{
    return hit_bvh_fail(error, HIT_ERROR_MEMORY, 0, "no memory for %llu bytes of %s", (unsigned long long)size, what);
}

static bool go_on(build* b, float done)
{
    if (b->options.progress == NULL || b->options.progress(b->options.progress_context, done))
        return true;
    b->status = hit_bvh_fail(b->options.error, HIT_ERROR_CANCELLED, 0, "cancelled by the progress callback");
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
        b->status = fail_memory(b->options.error, "scratch", size);
        return false;
    }
    scratch->size = size;
    return true;
}

// The largest coordinate becomes at most 1 by a power of two.
static float shrink_factor(const build_survey* survey)
{
    float reach = 0.0f;
    int exponent;

    for (int k = 0; k < 3; k++) {
        reach = build_max(fabsf(survey->low[k]), reach);
        reach = build_max(fabsf(survey->high[k]), reach);
    }
    (void)frexpf(reach, &exponent);
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
    place_section(&header.nodes, &size, tree->wide_count, sizeof(hit_bvh_node));
    place_section(&header.blocks, &size, triangles ? tree->leaf_count : 0, sizeof(hit_bvh_block));
    place_section(&header.obbs, &size, obbs ? tree->leaf_count : 0, sizeof(hit_bvh_obb));
    place_section(&header.ids, &size, tree->id_count, sizeof(uint32_t));
    header.size = size;
    b->block = size > SIZE_MAX ? NULL : hit_allocate(&b->allocator, (size_t)size, HIT_BVH_ALIGNMENT);
    if (b->block == NULL) {
        b->status = fail_memory(b->options.error, "tree", (size_t)size);
        return false;
    }
    *b->block = header;
    // All sections but that of the ids end at a multiple of 64.
    memset((char*)b->block + header.ids.offset + tree->id_count * sizeof(uint32_t), 0,
           (size_t)(size - header.ids.offset - tree->id_count * sizeof(uint32_t)));
    return true;
}

// The stages. Fills block and status; touches no floating-point mode, so it must run between fpenv_enter and _leave.
static HIT_NOINLINE void run(build* b)
{
    build_input* in = &b->in;
    const size_t count = in->count;
    const size_t per_primitive =
        sizeof(build_fragment) + 2 * sizeof(build_node) + (in->kind == HIT_BVH_OBBS ? sizeof(hit_aabb) : 0);
    build_tree tree;

    memset(&tree, 0, sizeof tree);
    tree.wide_count = 1;
    if (!go_on(b, 0.0f))
        return;
    if (count > (SIZE_MAX - HIT_BVH_ALIGNMENT) / per_primitive) {
        b->status = fail_memory(b->options.error, "scratch", SIZE_MAX);
        return;
    }
    if (count > 0) {
        hit_aabb* bounds;
        if (!grow_scratch(b, count * per_primitive))
            return;
        tree.nodes = b->scratch->memory;
        tree.fragments = (build_fragment*)(void*)(tree.nodes + 2 * count);
        bounds = (hit_aabb*)(void*)(tree.fragments + count);
        if (in->kind == HIT_BVH_OBBS) {
            in->boxes = (const unsigned char*)bounds;
            in->box_stride = sizeof *bounds;
        }
        hit_build_survey(in, bounds, &b->survey);
        if (b->survey.first_bad != HIT_BVH_NONE && b->options.refuse_bad) {
            b->status = hit_build_refuse(in, b->survey.first_bad, b->options.error);
            return;
        }
    }
    tree.fragment_count = b->survey.good;
    if (tree.fragment_count > 0) {
        in->shrink = shrink_factor(&b->survey);
        hit_build_fragments(in, &b->survey, tree.fragments);
        if (!go_on(b, 0.1f))
            return;
        hit_build_split(in, &tree);
        if (!go_on(b, 0.8f))
            return;
        hit_build_collapse(in, &tree);
    }
    if (!go_on(b, 0.9f) || !make_block(b, &tree))
        return;
    hit_build_pack(in, &tree, b->block);
    b->block->checksum = hit_bvh_checksum_tasks(b->block, b->options.pool);
    (void)go_on(b, 1.0f);
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
            b->status = fail_memory(b->options.error, "tree", sizeof *made);
    }
    if (b->status != HIT_OK && b->block != NULL)
        hit_release(&b->allocator, b->block, (size_t)b->block->size, HIT_BVH_ALIGNMENT);
    hit_bvh_scratch_free(&b->own, &b->allocator);
    if (made != NULL)
        *bvh = made;
    return b->status;
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

// Begin a build: check what all kinds have in common.
static hit_status begin(build* b, hit_bvh_kind kind, uint32_t count, const hit_bvh_options* options, hit_bvh** bvh,
                        const char* wrong)
{
    memset(b, 0, sizeof *b);
    if (options != NULL)
        b->options = *options;
    if (wrong == NULL)
        wrong = bvh == NULL ? "the pointer to the tree is NULL" : wrong_options(&b->options);
    if (wrong != NULL)
        return hit_bvh_fail(b->options.error, HIT_ERROR_ARGUMENT, 0, "%s", wrong);
    if (count > HIT_BVH_PRIMITIVES_MAX)
        return hit_bvh_fail(b->options.error, HIT_ERROR_LIMIT, 0, "%lu primitives are more than %lu",
                            (unsigned long)count, (unsigned long)HIT_BVH_PRIMITIVES_MAX);
    b->in.kind = kind;
    b->in.count = count;
    b->survey.first_bad = HIT_BVH_NONE;
    return HIT_OK;
}

static bool aligned(const void* p, size_t size)
{
    return (uintptr_t)p % size == 0;
}

// What is wrong with a mesh, or NULL.
static const char* wrong_mesh(const hit_mesh* mesh)
{
    if (mesh == NULL)
        return "the mesh is NULL";
    if (mesh->vertex_stride != 0 && (mesh->vertex_stride < 12 || mesh->vertex_stride % 4 != 0))
        return "vertex_stride is neither 0 nor a multiple of 4 from 12 on";
    if (mesh->vertices == NULL && mesh->vertex_count > 0)
        return "vertices is NULL, but vertex_count is not 0";
    if (!aligned(mesh->vertices, 4))
        return "vertices is not aligned to 4 bytes";
    if ((unsigned)mesh->index_type > (unsigned)HIT_INDEX_U32)
        return "index_type is none of the known ones";
    if (mesh->index_type == HIT_INDEX_NONE)
        return NULL;
    if (mesh->indices == NULL && mesh->triangle_count > 0)
        return "indices is NULL, but triangle_count is not 0";
    if (!aligned(mesh->indices, mesh->index_type == HIT_INDEX_U16 ? 2 : 4))
        return "indices is not aligned to the size of an index";
    return NULL;
}

hit_status hit_bvh_build_triangles(const hit_mesh* mesh, const hit_bvh_options* options, hit_bvh** bvh)
{
    const char* wrong = wrong_mesh(mesh);
    build b;
    const hit_status status =
        begin(&b, HIT_BVH_TRIANGLES, mesh == NULL ? 0 : mesh->triangle_count, options, bvh, wrong);

    if (status != HIT_OK)
        return status;
    b.in.points = mesh->vertices;
    b.in.point_stride = mesh->vertex_stride == 0 ? 12 : mesh->vertex_stride;
    b.in.point_count = mesh->vertex_count;
    b.in.index_type = mesh->index_type;
    b.in.indices = mesh->indices;
    return build_any(&b, bvh);
}

// What is wrong with an array of boxes, or NULL.
static const char* wrong_boxes(const void* boxes, size_t stride, size_t size, uint32_t count)
{
    if (boxes == NULL && count > 0)
        return "the boxes are NULL, but their number is not 0";
    if (stride != 0 && (stride < size || stride % 4 != 0))
        return "the stride of the boxes is neither 0 nor a multiple of 4 from the size of a box on";
    if (!aligned(boxes, 4))
        return "the boxes are not aligned to 4 bytes";
    return NULL;
}

hit_status hit_bvh_build_aabbs(const hit_aabb* boxes, size_t stride, uint32_t count, const hit_bvh_options* options,
                               hit_bvh** bvh)
{
    build b;
    const hit_status status =
        begin(&b, HIT_BVH_AABBS, count, options, bvh, wrong_boxes(boxes, stride, sizeof *boxes, count));

    if (status != HIT_OK)
        return status;
    b.in.boxes = (const unsigned char*)boxes;
    b.in.box_stride = stride == 0 ? sizeof *boxes : stride;
    return build_any(&b, bvh);
}

hit_status hit_bvh_build_obbs(const hit_obb* boxes, size_t stride, uint32_t count, const hit_bvh_options* options,
                              hit_bvh** bvh)
{
    build b;
    const hit_status status =
        begin(&b, HIT_BVH_OBBS, count, options, bvh, wrong_boxes(boxes, stride, sizeof *boxes, count));

    if (status != HIT_OK)
        return status;
    b.in.obbs = (const unsigned char*)boxes;
    b.in.obb_stride = stride == 0 ? sizeof *boxes : stride;
    return build_any(&b, bvh);
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
