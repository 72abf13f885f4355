// Finds what the report on a model needs.
//
// Meshes are looked at once, in their own space, however many parts use them; large ones by all threads, small ones
// side by side.
#include "info/info.h"
#include "cli/verb.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 15, SMALL_PER_TASK = 64 };

typedef struct examination {
    const hit_model* content;
    topology* found;
    atomic_bool failed;
} examination;

static void examine_small(void* context, uint32_t task)
{
    examination* e = context;
    const uint64_t begin = (uint64_t)task * SMALL_PER_TASK, count = e->content->mesh_count;
    const uint64_t end = begin + SMALL_PER_TASK < count ? begin + SMALL_PER_TASK : count;
    topology_scratch scratch = {0};
    for (uint64_t i = begin; i < end; i++)
        if (e->content->meshes[i].triangle_count < LARGE &&
            !topology_find(&e->content->meshes[i], NULL, &scratch, &e->found[i]))
            atomic_store(&e->failed, true);
    topology_scratch_free(&scratch);
}

static bool examine(const hit_model* content, const hit_task_pool* pool, topology* found)
{
    examination e = {content, found, false};
    topology_scratch scratch = {0};
    bool good = true;
    pool->run(pool->context, examine_small, &e, content->mesh_count / SMALL_PER_TASK + 1);
    for (uint32_t i = 0; i < content->mesh_count && good; i++)
        if (content->meshes[i].triangle_count >= LARGE)
            good = topology_find(&content->meshes[i], pool, &scratch, &found[i]);
    topology_scratch_free(&scratch);
    return good && !atomic_load(&e.failed);
}

static int examine_all(model_info* info, const hit_task_pool* pool)
{
    const hit_model* c = model_content(info->m);
    const double began = seconds_now();
    info->meshes = calloc((size_t)c->mesh_count + 1, sizeof *info->meshes);
    if (!info->meshes || !examine(c, pool, info->meshes) || !measure(info->m, pool, &info->size)) {
        print_error("info: %s: no memory to look at all its edges; --fast does not", model_path(info->m));
        free(info->meshes);
        info->meshes = NULL;
        return EXIT_RESOURCES;
    }
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        topology_add(&info->all, &info->meshes[i]);
        info->used_meshes += c->meshes[i].triangle_count > 0;
        info->closed_meshes += topology_is_closed(&info->meshes[i]);
        info->oriented_meshes += topology_is_oriented(&info->meshes[i]);
    }
    info->examine_seconds = seconds_now() - began;
    return EXIT_OK;
}

int info_find(model* m, const hit_task_pool* pool, bool fast, model_info* info)
{
    const hit_model* c = model_content(m);
    const hit_bvh* tree = NULL;
    int code = EXIT_OK, tree_code;
    memset(info, 0, sizeof *info);
    info->m = m;
    for (uint32_t i = 0; i < c->mesh_count; i++)
        info->vertices += c->meshes[i].vertex_count;
    info->bounds = model_bounds(m);
    if (fast)
        return EXIT_OK;
    code = examine_all(info, pool);
    tree_code = model_tree(m, &tree);
    if (tree_code == EXIT_OK) {
        info->has_tree = true;
        info->tree = hit_bvh_get_stats(tree);
    }
    return code != EXIT_OK ? code : tree_code;
}

void info_free(model_info* info)
{
    free(info->meshes);
    info->meshes = NULL;
}

const char* info_axis_name(hit_axis axis)
{
    static const char* const names[] = {NULL, "+x", "+y", "+z", "-x", "-y", "-z"};
    return (size_t)axis < sizeof names / sizeof names[0] ? names[axis] : NULL;
}

bool info_is_closed(const model_info* info)
{
    return info->used_meshes > 0 && info->closed_meshes == info->used_meshes;
}

bool info_has_volume(const model_info* info)
{
    return info->used_meshes > 0 && info->oriented_meshes == info->used_meshes;
}
