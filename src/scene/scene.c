// Scenes: made, ended, and what belongs to them.
#include "base/fail.h"
#include "base/memory.h"
#include "scene/scene.h"

#include <string.h>

void* hit_scene_grow(const hit_allocator* allocator, void* old, size_t old_count, size_t count, size_t size)
{
    char* made = hit_allocate(allocator, count * size, 64);
    if (made == NULL)
        return NULL;
    if (old != NULL)
        memcpy(made, old, old_count * size);
    memset(made + old_count * size, 0, (count - old_count) * size);
    hit_release(allocator, old, old_count * size, 64);
    return made;
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

static void drop_points(const hit_scene* scene, const hit_object_record* record)
{
    if (record->id != HIT_ID_NONE && hit_object_has_points(record))
        hit_point_set_release(&scene->allocator, record->shape.points);
}

void hit_scene_destroy(hit_scene* scene)
{
    hit_allocator from;

    if (scene == NULL)
        return;
    from = scene->allocator;
    for (uint32_t i = 0; i < scene->slots; i++)
        drop_points(scene, &scene->edited[i]);
    for (uint32_t i = 0; i < scene->seen_slots; i++)
        drop_points(scene, &scene->seen[i]);
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
    hit_release(&from, scene->seen, scene->seen_capacity * sizeof *scene->seen, 64);
    hit_release(&from, scene->seen_user, scene->seen_capacity * sizeof *scene->seen_user, 64);
    hit_release(&from, scene->primref, scene->seen_capacity * sizeof *scene->primref, 64);
    hit_release(&from, scene->where, scene->seen_capacity * sizeof *scene->where, 64);
    hit_release(&from, scene->secondary_slots, scene->seen_capacity * sizeof *scene->secondary_slots, 64);
    if (scene->instance != NULL)
        hit_release(&from, scene->instance, scene->seen_capacity * sizeof *scene->instance, 64);
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
    scene->owned[scene->owned_count++] = mesh;
    return hit_succeed(error);
}
