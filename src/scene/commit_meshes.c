// Meshes that instances refer to: known to the scene as long as queries see an instance of them.
//
// Each has an outline (outline.c), from which the boxes of its instances are made. A tree that was refitted is found by
// the checksum of its bytes, which is compared at each commit. There are few of them, even where instances are many.
#include "base/memory.h"
#include "scene/commit.h"

#include <string.h>

hit_aabb hit_mesh_box(const hit_bvh* mesh)
{
    const float* b = mesh->header->bounds;
    return (hit_aabb){{b[0], b[2], b[4]}, {b[1], b[3], b[5]}};
}

static void look_at(hit_mesh_use* use)
{
    use->bounds = hit_mesh_box(use->mesh);
    use->checksum = use->mesh->header->checksum;
    if (use->bounds.min.x <= use->bounds.max.x)
        hit_outline_make(use->mesh, &use->outline);
}

// The index of the first use that is not before the mesh.
static uint32_t find(const hit_scene* scene, const hit_bvh* mesh)
{
    uint32_t low = 0, high = scene->mesh_count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)scene->meshes[middle].mesh < (uintptr_t)mesh)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

hit_mesh_use* hit_meshes_use(const hit_scene* scene, const hit_bvh* mesh)
{
    return &scene->meshes[find(scene, mesh)];
}

static hit_status meet(hit_scene* scene, const hit_bvh* mesh)
{
    const uint32_t at = find(scene, mesh);

    if (at < scene->mesh_count && scene->meshes[at].mesh == mesh)
        return HIT_OK;
    if (scene->mesh_count == scene->mesh_capacity) {
        const uint32_t more = 2 * scene->mesh_capacity + 2;
        hit_mesh_use* made =
            hit_scene_grow(&scene->allocator, scene->meshes, scene->mesh_capacity, more, sizeof *scene->meshes);
        if (made == NULL)
            return HIT_ERROR_MEMORY;
        scene->meshes = made;
        scene->mesh_capacity = more;
    }
    memmove(scene->meshes + at + 1, scene->meshes + at, (scene->mesh_count - at) * sizeof *scene->meshes);
    scene->mesh_count++;
    scene->meshes[at].mesh = mesh;
    scene->meshes[at].users = 0;
    look_at(&scene->meshes[at]);
    return HIT_OK;
}

hit_status hit_meshes_meet(hit_scene* scene)
{
    hit_status status = HIT_OK;

    for (uint32_t i = 0; i < scene->changed_count && status == HIT_OK; i++) {
        const uint32_t slot = scene->changed[i];
        if (scene->is_changed[slot] == HIT_CHANGE_ANY && scene->edited[slot].kind == HIT_OBJECT_MESH)
            status = meet(scene, scene->edited[slot].shape.mesh);
    }
    return status;
}

void hit_meshes_forget(hit_scene* scene)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].users > 0) {
            if (kept != i)
                scene->meshes[kept] = scene->meshes[i];
            kept++;
        }
    scene->mesh_count = kept;
}

void hit_meshes_note_refitted(hit_scene* scene)
{
    bool refitted = false;

    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].checksum != scene->meshes[i].mesh->header->checksum) {
            look_at(&scene->meshes[i]);
            refitted = true;
        }
    // All instances are looked at: which of them has a tree that changed is not worth remembering.
    for (uint32_t slot = 0; refitted && slot < scene->seen_slots; slot++)
        if (scene->seen[slot].kind == HIT_OBJECT_MESH && !scene->is_changed[slot]) {
            scene->is_changed[slot] = HIT_CHANGE_MOVED;
            scene->changed[scene->changed_count++] = slot;
        }
}
