// The checks of a .hit file that take time in proportion to its size: after them, everything in it can be relied on.
//
// First the checksum, so that damage is called damage. Then what queries and verbs rely on, for a file may be forged
// with a right checksum: names are UTF-8 without control characters, indices are below the number of vertices, corners
// are finite, the bounds are those of the triangles, and trees are trees (hit_bvh_view checks those), each of as many
// triangles as its mesh has. The threads share blocks, meshes and trees; the first that fails is reported.
#include "model/hit_file/internal.h"
#include "cli/job.h"
#include "cli/text.h"
#include "cli/verb.h"
#include "model/model_internal.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { TRIANGLES_PER_TASK = 1 << 16 };
#define NONE UINT32_MAX

typedef struct validation {
    const hitfile* file;
    uint64_t* sums;     ///< of the blocks of the content
    atomic_uint failed; ///< the lowest task that found something
    atomic_bool no_memory;
} validation;

// Run tasks; returns the lowest that failed, or NONE.
static uint32_t run(validation* c, const hit_task_pool* pool, hit_task* task, uint64_t count)
{
    atomic_store(&c->failed, NONE);
    if (count >= NONE)
        return 0;
    pool->run(pool->context, task, c, (uint32_t)count);
    return atomic_load(&c->failed);
}

// ---- The checksum ---------------------------------------------------------------------------------------------------

static void checksum_block(void* context, uint32_t index)
{
    const validation* c = context;
    const size_t begin = HITFILE_PAGE + (size_t)index * HITFILE_CHECKSUM_BLOCK, end = c->file->map.size;
    const size_t size = end - begin < HITFILE_CHECKSUM_BLOCK ? end - begin : HITFILE_CHECKSUM_BLOCK;
    c->sums[index] = hitfile_checksum(c->file->map.bytes + begin, size);
}

static int validate_checksum(validation* c, const hit_task_pool* pool)
{
    const uint64_t blocks = (c->file->map.size - HITFILE_PAGE + HITFILE_CHECKSUM_BLOCK - 1) / HITFILE_CHECKSUM_BLOCK;
    bool good = false;
    c->sums = malloc((size_t)(blocks + 1) * sizeof *c->sums);
    if (!c->sums)
        return out_of_memory(c->file->path);
    if (run(c, pool, checksum_block, blocks) == NONE)
        good = hitfile_checksum(c->sums, (size_t)blocks * sizeof *c->sums) == c->file->header->content_checksum;
    free(c->sums);
    return good ? EXIT_OK : hitfile_damaged(c->file, "its checksum is wrong");
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static int validate_names(const hitfile* file)
{
    const unsigned char* p = hitfile_section_data(file, HITFILE_NAMES);
    const unsigned char* end = p + file->header->count[HITFILE_NAMES]; // the byte before it is a zero
    while (p < end) {
        const int length = utf8_length(p);
        if (length == 0 || (*p > 0 && *p < ' ') || *p == 0x7f)
            return hitfile_damaged(file, "a name is not UTF-8, or has control characters");
        p += length;
    }
    return EXIT_OK;
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

// The mesh that has a triangle of the section: the last one that begins at or before it.
static uint32_t mesh_of(const hitfile* file, const uint32_t* corner)
{
    const hit_model* m = &file->model;
    uint32_t low = 0, high = m->mesh_count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (m->meshes[middle].indices <= corner)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static bool corner_is_good(const hit_model_mesh* mesh, uint32_t index)
{
    const hit_vec3* v = &mesh->vertices[index < mesh->vertex_count ? index : 0];
    return index < mesh->vertex_count && isfinite(v->x) && isfinite(v->y) && isfinite(v->z);
}

static void validate_triangles(void* context, uint32_t task)
{
    validation* c = context;
    const hitfile* file = c->file;
    const uint32_t* indices = hitfile_section_data(file, HITFILE_INDICES);
    const uint64_t all = file->header->count[HITFILE_FACES];
    uint64_t at = (uint64_t)task * TRIANGLES_PER_TASK;
    const uint64_t end = at + TRIANGLES_PER_TASK < all ? at + TRIANGLES_PER_TASK : all;
    for (uint32_t i = mesh_of(file, indices + 3 * at); at < end; i++) {
        const hit_model_mesh* mesh = &file->model.meshes[i];
        const uint64_t mesh_end = (uint64_t)(mesh->indices - indices) / 3 + mesh->triangle_count;
        const uint64_t stop = mesh_end < end ? mesh_end : end;
        for (; at < stop; at++)
            for (int k = 0; k < 3; k++)
                if (!corner_is_good(mesh, indices[3 * at + (uint64_t)k])) {
                    record_failed_task(&c->failed, task);
                    return;
                }
    }
}

static int validate_points(const hitfile* file)
{
    for (uint32_t i = 0; i < file->model.mesh_count; i++) {
        const hit_model_mesh* mesh = &file->model.meshes[i];
        for (uint32_t k = 0; mesh->points && k < mesh->point_count; k++)
            if (mesh->points[k] >= mesh->vertex_count)
                return hitfile_damaged(file, "a point is no vertex");
    }
    return EXIT_OK;
}

static int validate_bounds(const hitfile* file)
{
    const hit_daabb said = hitfile_bounds(file), found = content_bounds(&file->model);
    const double a[6] = {said.min.x, said.min.y, said.min.z, said.max.x, said.max.y, said.max.z};
    const double b[6] = {found.min.x, found.min.y, found.min.z, found.max.x, found.max.y, found.max.z};
    for (int i = 0; i < 6; i++)
        if (!(a[i] == b[i]))
            return hitfile_damaged(file, "its bounds are not those of its triangles");
    return EXIT_OK;
}

// ---- Trees ----------------------------------------------------------------------------------------------------------

// Task 0 is the tree over all triangles, task i + 1 that of mesh i.
static hit_status validate_tree(const hitfile* file, uint32_t task, hit_error* error)
{
    const hitfile_mesh* meshes = hitfile_section_data(file, HITFILE_MESHES);
    const unsigned char* trees = hitfile_section_data(file, HITFILE_TREES);
    const uint64_t offset = task == 0 ? 0 : file->tree_offset[task - 1];
    const uint64_t size = task == 0 ? file->header->tree_size : meshes[task - 1].tree_size;
    const uint64_t triangles = task == 0 ? file->header->triangle_count : meshes[task - 1].triangle_count;
    hit_bvh* tree = NULL;
    hit_bvh_stats stats;
    hit_status status;
    status = hit_bvh_view(trees + offset, (size_t)size, NULL, &tree, error);
    if (status != HIT_OK)
        return status;
    stats = hit_bvh_get_stats(tree);
    hit_bvh_destroy(tree);
    return stats.kind == HIT_BVH_TRIANGLES && stats.primitives == triangles ? HIT_OK : HIT_ERROR_FORMAT;
}

static void validate_tree_task(void* context, uint32_t task)
{
    validation* c = context;
    hit_error error = {0};
    const hit_status status = validate_tree(c->file, task, &error);
    if (status == HIT_ERROR_MEMORY)
        atomic_store(&c->no_memory, true);
    else if (status != HIT_OK)
        record_failed_task(&c->failed, task);
}

static int validate_trees(validation* c, const hit_task_pool* pool)
{
    const hitfile* file = c->file;
    const uint32_t count = file->header->one_mesh ? 1 : file->model.mesh_count + 1;
    const uint32_t failed = run(c, pool, validate_tree_task, count);
    hit_error error = {0};
    if (failed == NONE && !atomic_load(&c->no_memory))
        return EXIT_OK;
    if (failed == NONE || validate_tree(file, failed, &error) == HIT_ERROR_MEMORY) { // again, for the message
        print_error("%s: out of memory", file->path);
        return EXIT_RESOURCES;
    }
    return hitfile_damaged(file, "%s", error.message[0] ? error.message : "a tree is not that of its triangles");
}

// ---- All of it ------------------------------------------------------------------------------------------------------

int hitfile_validate(const hitfile* file, const hit_task_pool* pool)
{
    const uint64_t triangles = file->header->count[HITFILE_FACES];
    validation c = {.file = file};
    int code = validate_checksum(&c, pool);
    if (code == EXIT_OK)
        code = validate_names(file);
    if (code == EXIT_OK &&
        run(&c, pool, validate_triangles, (triangles + TRIANGLES_PER_TASK - 1) / TRIANGLES_PER_TASK) != NONE)
        code = hitfile_damaged(file, "a triangle has a corner that is no vertex");
    if (code == EXIT_OK)
        code = validate_points(file);
    if (code == EXIT_OK)
        code = validate_bounds(file);
    return code == EXIT_OK ? validate_trees(&c, pool) : code;
}
