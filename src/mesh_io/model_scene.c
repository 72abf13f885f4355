// From a model to a scene: a tree for each mesh that a part uses, and an instance of it for each part.
//
// A scene that has had no objects gives out the ids 1, 2, 3 and so on, in the order in which objects are added
// (scene/objects.c): part i is object i + 1.
#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"

#include <hitscan/mesh_io.h>
#include <inttypes.h>
#include <string.h>

typedef struct conversion {
    const hit_model* model;
    const hit_model_scene_options* options;
    hit_allocator allocator;
    hit_bvh_scratch scratch;
    hit_bvh** trees; ///< of meshes; NULL for those that no part needed yet. They belong to the scene
    hit_scene* scene;
    hit_error* error;
} conversion;

static const char* name_of(const hit_model_part* part)
{
    return part->name != NULL && part->name[0] != '\0' ? part->name : "without a name";
}

// The tree of the mesh of a part; NULL when it cannot be made.
static hit_bvh* find_tree(conversion* c, uint32_t part)
{
    const uint32_t mesh = c->model->parts[part].mesh;
    const hit_bvh_options options = {
        .quality = c->options->quality, .pool = c->options->pool, .allocator = &c->allocator, .scratch = &c->scratch};
    const hit_mesh triangles = hit_model_triangles(c->model, mesh);
    hit_error error;
    hit_bvh* tree;

    HIT_ASSERT(c->trees != NULL && mesh < c->model->mesh_count);
    if (c->trees[mesh] != NULL)
        return c->trees[mesh];
    if (hit_bvh_build_triangles(&triangles, &options, &tree, &error) != HIT_OK) {
        hit_fail(c->error, error.status, part, "mesh %" PRIu32 " of the model: %.150s", mesh, error.message);
        return NULL;
    }
    if (hit_scene_own_mesh(c->scene, tree, c->error) != HIT_OK) {
        hit_bvh_destroy(tree);
        return NULL;
    }
    c->trees[mesh] = tree;
    return tree;
}

static hit_status add_part(conversion* c, uint32_t i)
{
    const hit_model_part* part = &c->model->parts[i];
    const hit_bvh* tree = find_tree(c, i);
    const hit_object object = {.placement = part->placement, .layers = c->options->layers};
    hit_error error;
    hit_id id;

    if (tree == NULL)
        return c->error->status;
    if (hit_scene_add_mesh(c->scene, &object, tree, &id, &error) != HIT_OK)
        return hit_fail(c->error, error.status, i, "part %" PRIu32 " of the model, %.40s: %.100s", i, name_of(part),
                        error.message);
    return HIT_OK;
}

static hit_status convert(conversion* c)
{
    const size_t size = c->model->mesh_count * sizeof(hit_bvh*);
    hit_status status = hit_scene_create(&c->allocator, &c->scene, c->error);

    if (status != HIT_OK)
        return status;
    c->trees = hit_allocate(&c->allocator, size, _Alignof(hit_bvh*));
    if (c->trees == NULL && size > 0)
        return hit_fail(c->error, HIT_ERROR_MEMORY, 0, "no memory for the trees of %" PRIu32 " meshes",
                        c->model->mesh_count);
    if (size > 0)
        memset((void*)c->trees, 0, size);
    for (uint32_t i = 0; i < c->model->part_count && status == HIT_OK; i++)
        status = add_part(c, i);
    if (status == HIT_OK)
        status = hit_scene_commit(c->scene, c->options->pool, c->error);
    hit_release(&c->allocator, (void*)c->trees, size, _Alignof(hit_bvh*));
    hit_bvh_scratch_free(&c->scratch, &c->allocator);
    return status;
}

hit_status hit_scene_from_model(const hit_model* model, const hit_model_scene_options* options, hit_scene** scene,
                                hit_error* error)
{
    static const hit_model_scene_options defaults = {0};
    hit_error own;
    conversion c = {
        .model = model, .options = options == NULL ? &defaults : options, .error = error == NULL ? &own : error};
    hit_status status;

    if (model == NULL || scene == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", model == NULL ? "model" : "scene");
    if (!hit_reserved_is_zero(c.options->reserved))
        return hit_fail_reserved(error, "hit_model_scene_options");
    c.allocator = hit_allocator_or_default(c.options->allocator);
    status = convert(&c);
    if (status != HIT_OK) {
        hit_scene_destroy(c.scene);
        return status;
    }
    *scene = c.scene;
    return hit_succeed(error);
}
