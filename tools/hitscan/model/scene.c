// The trees of the meshes, and the scene that has them as its objects.
//
// Large meshes are built one after the other, each by all threads; small ones side by side, some for each task. Models
// of a hundred thousand small parts would else spend their time on waking threads.
#include "model/model_internal.h"
#include "cli/job.h"
#include "cli/verb.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { LARGE = 1 << 15, SMALL_PER_TASK = 64 };

// ---- The trees of the meshes ----------------------------------------------------------------------------------------

typedef struct tree_build {
    const model* m;
    hit_bvh** trees;
    atomic_uint failed; ///< the lowest mesh whose tree could not be built; UINT32_MAX when there is none
} tree_build;

static void build_small(void* context, uint32_t index)
{
    tree_build* b = context;
    const hit_model* c = b->m->content;
    const uint64_t begin = (uint64_t)index * SMALL_PER_TASK;
    const uint64_t end = begin + SMALL_PER_TASK < c->mesh_count ? begin + SMALL_PER_TASK : c->mesh_count;
    hit_bvh_scratch scratch = {0};
    for (uint32_t i = (uint32_t)begin; i < end; i++) {
        const hit_mesh mesh = hit_model_triangles(c, i);
        if (mesh.triangle_count < LARGE && model_build(b->m, &mesh, NULL, &scratch, NULL, &b->trees[i]) != HIT_OK)
            record_failed_task(&b->failed, i);
    }
    hit_bvh_scratch_free(&scratch, NULL);
}

static int tree_failure(const model* m, uint32_t mesh, const hit_error* error)
{
    print_error("%s: %s: mesh %u: %s", m->verb_name, m->path, (unsigned)mesh, error->message);
    return model_exit_code(error->status);
}

static int build_trees(const model* m, hit_bvh** trees)
{
    const hit_model* c = m->content;
    tree_build b = {.m = m, .trees = trees, .failed = UINT32_MAX};
    hit_error error = {0};
    uint32_t failed;
    m->pool.run(m->pool.context, build_small, &b, c->mesh_count / SMALL_PER_TASK + 1);
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        const hit_mesh mesh = hit_model_triangles(c, i);
        if (mesh.triangle_count >= LARGE && model_build(m, &mesh, &m->pool, NULL, &error, &trees[i]) != HIT_OK)
            return tree_failure(m, i, &error);
    }
    failed = atomic_load(&b.failed);
    if (failed < UINT32_MAX) { // once more, for the message; it may even succeed
        const hit_mesh mesh = hit_model_triangles(c, failed);
        model_build(m, &mesh, NULL, NULL, &error, &trees[failed]);
        if (error.status == HIT_OK)
            return model_out_of_memory(m);
        return tree_failure(m, failed, &error);
    }
    return EXIT_OK;
}

// The tree of a mesh alone is the one over all triangles: a second handle for the same bytes.
static int borrow_tree(model* m, hit_bvh** trees)
{
    const hit_bvh_view_options options = {.trusted = true};
    const hit_bvh* whole;
    const int code = model_tree(m, &whole);
    const void* bytes;
    size_t size;
    if (code != EXIT_OK)
        return code;
    bytes = hit_bvh_bytes(whole, &size);
    return hit_bvh_view(bytes, size, &options, &trees[0], NULL) == HIT_OK ? EXIT_OK : model_out_of_memory(m);
}

int model_mesh_trees(model* m, const hit_bvh* const** trees)
{
    const hit_model* c = m->content;
    int code = EXIT_OK;
    if (!m->mesh_trees) {
        hit_bvh** made = calloc((size_t)c->mesh_count + 1, sizeof(hit_bvh*));
        if (!made)
            return model_out_of_memory(m);
        if (model_is_one_mesh(c, m->origin))
            code = borrow_tree(m, made);
        else if (m->file)
            for (uint32_t i = 0; i < c->mesh_count && code == EXIT_OK; i++)
                code = hitfile_mesh_tree(m->file, i, &made[i]);
        else
            code = build_trees(m, made);
        if (code != EXIT_OK) {
            for (uint32_t i = 0; i < c->mesh_count; i++)
                hit_bvh_destroy(made[i]);
            free((void*)made);
            return code;
        }
        m->mesh_trees = made;
    }
    *trees = (const hit_bvh* const*)m->mesh_trees;
    return EXIT_OK;
}

// ---- The scene ------------------------------------------------------------------------------------------------------

// The tree of a degenerate part; the model keeps it.
static hit_status make_degenerate_tree(model* m, uint32_t part, const hit_bvh** tree)
{
    hit_bvh* made;
    hit_status status;
    if (!m->degenerate_trees)
        m->degenerate_trees = calloc(m->content->part_count, sizeof(hit_bvh*));
    if (!m->degenerate_trees)
        return HIT_ERROR_MEMORY;
    status = model_degenerate_tree(m, part, &m->pool, &made);
    if (status == HIT_OK)
        *tree = m->degenerate_trees[m->degenerate_count++] = made;
    return status;
}

static int add_part(model* m, uint32_t part, const hit_bvh* tree)
{
    const hit_placement* placement = &m->content->parts[part].placement;
    hit_object object = hit_object_at(placement->origin);
    char text[32];
    hit_status status = HIT_OK;
    if (model_is_degenerate(placement))
        status = make_degenerate_tree(m, part, &tree);
    else
        object.placement = *placement;
    if (status == HIT_OK)
        status = hit_scene_add_mesh(m->scene, &object, tree, &m->ids[part], NULL);
    if (status == HIT_OK)
        return EXIT_OK;
    if (status == HIT_ERROR_ARGUMENT || status == HIT_ERROR_GEOMETRY) // a degenerate one may be beyond floats
        print_error("%s: %s: %s is too large: coordinates in a scene are at most 2^100, about 1e30", m->verb_name,
                    m->path, model_part_name(m, part, text));
    else
        print_error("%s: %s: %s: %s", m->verb_name, m->path, model_part_name(m, part, text), hit_status_text(status));
    return model_exit_code(status);
}

static int build_scene(model* m)
{
    const hit_model* c = m->content;
    const hit_bvh* const* trees = NULL;
    int code = model_mesh_trees(m, &trees);
    if (code != EXIT_OK || !trees)
        return code;
    free(m->ids);
    m->ids = calloc((size_t)c->part_count + 1, sizeof(hit_id));
    if (!m->ids || hit_scene_create(NULL, &m->scene, NULL) != HIT_OK)
        return model_out_of_memory(m);
    for (uint32_t i = 0; i < c->part_count && code == EXIT_OK; i++)
        code = add_part(m, i, trees[c->parts[i].mesh]);
    if (code == EXIT_OK && hit_scene_commit(m->scene, &m->pool, NULL) != HIT_OK)
        code = model_out_of_memory(m);
    return code;
}

void model_scene_free(model* m)
{
    hit_scene_destroy(m->scene);
    for (uint32_t i = 0; i < m->degenerate_count; i++)
        hit_bvh_destroy(m->degenerate_trees[i]);
    free((void*)m->degenerate_trees);
    m->scene = NULL;
    m->degenerate_trees = NULL;
    m->degenerate_count = 0;
}

int model_scene(model* m, const hit_scene** scene)
{
    if (!m->scene) {
        const double began = seconds_now();
        const int code = build_scene(m);
        if (code != EXIT_OK) {
            model_scene_free(m);
            return code;
        }
        m->costs.scene_seconds = seconds_now() - began;
        m->costs.scene_bytes = hit_scene_get_stats(m->scene).bytes;
    }
    *scene = m->scene;
    return EXIT_OK;
}
