// Scenes: their beginning and end, the memory of their arrays, and the trees that belong to them.
#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"
#include "scene/scene.h"

#include <string.h>

bool hit_scene_grow_arrays(const hit_allocator* allocator, hit_growing_array* arrays, size_t array_count,
                           size_t old_count, size_t count)
{
    HIT_ASSERT(count >= old_count);
    for (size_t i = 0; i < array_count; i++) {
        arrays[i].grown = hit_allocate(allocator, count * arrays[i].size, 64);
        if (arrays[i].grown == NULL) {
            while (i-- > 0)
                hit_release(allocator, arrays[i].grown, count * arrays[i].size, 64);
            return false;
        }
    }
    for (size_t i = 0; i < array_count; i++) {
        const size_t old_size = old_count * arrays[i].size;
        HIT_ASSERT(arrays[i].old != NULL || old_count == 0);
        if (old_size > 0)
            memcpy(arrays[i].grown, arrays[i].old, old_size);
        memset((char*)arrays[i].grown + old_size, arrays[i].fill, count * arrays[i].size - old_size);
        hit_release(allocator, arrays[i].old, old_size, 64);
    }
    return true;
}

void* hit_scene_grow(const hit_allocator* allocator, void* old, size_t old_count, size_t count, size_t size)
{
    hit_growing_array array = {old, size, 0, NULL};
    return hit_scene_grow_arrays(allocator, &array, 1, old_count, count) ? array.grown : NULL;
}

hit_status hit_scene_create(const hit_allocator* allocator, hit_scene** scene, hit_error* error)
{
    const hit_allocator from = hit_allocator_or_default(allocator);
    hit_scene* made;

    if (scene == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "hit_scene_create: the pointer to the scene is NULL");
    made = hit_allocate(&from, sizeof *made, 64);
    if (made == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "hit_scene_create: no memory for a scene");
    memset(made, 0, sizeof *made);
    made->allocator = from;
    *scene = made;
    return hit_succeed(error);
}

void hit_scene_destroy(hit_scene* scene)
{
    hit_allocator from;

    if (scene == NULL)
        return;
    from = scene->allocator;
    HIT_ASSERT(scene->slots <= scene->capacity && scene->committed_slots <= scene->committed_capacity);
    for (uint32_t i = 0; i < scene->slots; i++)
        hit_object_release_points(&scene->allocator, &scene->edited[i]);
    for (uint32_t i = 0; i < scene->committed_slots; i++)
        hit_object_release_points(&scene->allocator, &scene->committed[i]);
    hit_tlas_free(&scene->primary, &from);
    hit_tlas_free(&scene->secondary, &from);
    hit_bvh_scratch_free(&scene->scratch, &from);
    for (uint32_t i = 0; i < scene->owned_count; i++)
        hit_bvh_destroy(scene->owned[i]);
    hit_release(&from, scene->owned, scene->owned_capacity * sizeof(hit_bvh*), 64);
    hit_release(&from, scene->meshes, scene->mesh_capacity * sizeof *scene->meshes, 64);
    hit_release(&from, scene->edited, scene->capacity * sizeof *scene->edited, 64);
    hit_release(&from, scene->edited_user, scene->capacity * sizeof *scene->edited_user, 64);
    hit_release(&from, scene->generation, scene->capacity * sizeof *scene->generation, 64);
    hit_release(&from, scene->is_changed, scene->capacity * sizeof *scene->is_changed, 64);
    hit_release(&from, scene->changed, scene->capacity * sizeof *scene->changed, 64);
    hit_release(&from, scene->free_slots, scene->capacity * sizeof *scene->free_slots, 64);
    hit_release(&from, scene->committed, scene->committed_capacity * sizeof *scene->committed, 64);
    hit_release(&from, scene->committed_user, scene->committed_capacity * sizeof *scene->committed_user, 64);
    hit_release(&from, scene->primref, scene->committed_capacity * sizeof *scene->primref, 64);
    hit_release(&from, scene->tree_slots, scene->committed_capacity * sizeof *scene->tree_slots, 64);
    hit_release(&from, scene->secondary_slots, scene->committed_capacity * sizeof *scene->secondary_slots, 64);
    if (scene->instance != NULL)
        hit_release(&from, scene->instance, scene->committed_capacity * sizeof *scene->instance, 64);
    hit_release(&from, scene, sizeof *scene, 64);
}

hit_status hit_scene_own_mesh(hit_scene* scene, hit_bvh* mesh, hit_error* error)
{
    if (scene == NULL || mesh == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "hit_scene_own_mesh: %s is NULL",
                        scene == NULL ? "scene" : "mesh");
    if (scene->owned_count == scene->owned_capacity) {
        const uint32_t more = 2 * scene->owned_capacity + 4;
        hit_bvh** made = hit_scene_grow(&scene->allocator, scene->owned, scene->owned_capacity, more, sizeof(hit_bvh*));
        if (made == NULL)
            return hit_fail(error, HIT_ERROR_MEMORY, 0, "hit_scene_own_mesh: no memory for one more tree");
        scene->owned = made;
        scene->owned_capacity = more;
    }
    HIT_ASSERT(scene->owned_count < scene->owned_capacity);
    scene->owned[scene->owned_count++] = mesh;
    return hit_succeed(error);
}
