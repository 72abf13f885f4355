// Meshes that instances refer to: registered as long as queries see an instance of them.
//
// Each has a support table (scene/commit/support_bounds.c), from which the boxes of its instances are made. A mesh that
// was refitted is found by the checksum of its bytes, which each commit compares. Mostly there are few meshes, even
// where instances are many; but models of a hundred thousand parts exist, so new ones are sorted and merged, not
// inserted one by one.
#include "base/assert.h"
#include "base/memory.h"
#include "scene/commit/commit.h"
#include "scene/id_list.h"

hit_aabb hit_mesh_box(const hit_bvh* mesh)
{
    const float* b = mesh->header->bounds;
    return (hit_aabb){{b[0], b[2], b[4]}, {b[1], b[3], b[5]}};
}

static void refresh_use(hit_mesh_use* use)
{
    use->bounds = hit_mesh_box(use->mesh);
    use->checksum = use->mesh->header->checksum;
    if (use->bounds.min.x <= use->bounds.max.x)
        hit_support_table_make(use->mesh, &use->support);
}

// The index of the first use that is not before the mesh.
static uint32_t find(const hit_scene* scene, const hit_bvh* mesh)
{
    uint32_t low = 0, high = scene->mesh_count;

    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if ((uintptr_t)scene->meshes[mid].mesh < (uintptr_t)mesh)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

hit_mesh_use* hit_meshes_find(const hit_scene* scene, const hit_bvh* mesh)
{
    const uint32_t at = find(scene, mesh);
    HIT_ASSERT(at < scene->mesh_count && scene->meshes[at].mesh == mesh);
    return &scene->meshes[at];
}

// The meshes of changed objects that are not registered yet, in the order of the objects and without repetitions in a
// row: at most as many as changed objects. Stored when `meshes` is not NULL; returns their number.
static uint32_t find_new(const hit_scene* scene, uint64_t* meshes)
{
    const hit_bvh* last = NULL;
    uint32_t count = 0;

    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const uint32_t slot = scene->changed[i];
        const hit_bvh* mesh;
        uint32_t at;
        if (scene->is_changed[slot] != HIT_CHANGE_ANY || scene->edited[slot].kind != HIT_OBJECT_MESH)
            continue;
        mesh = scene->edited[slot].shape.mesh;
        if (mesh == last)
            continue;
        last = mesh;
        at = find(scene, mesh);
        if (at < scene->mesh_count && scene->meshes[at].mesh == mesh)
            continue;
        if (meshes != NULL)
            meshes[count] = (uintptr_t)mesh;
        count++;
    }
    return count;
}

// Merge new meshes, in the order of their addresses, with the registered ones, from the back: there is room.
static void merge(hit_scene* scene, const uint64_t* meshes, uint32_t count)
{
    uint32_t old = scene->mesh_count, at = old + count;

    HIT_ASSERT(at <= scene->mesh_capacity);
    scene->mesh_count = at;
    while (count > 0) {
        at--;
        if (old > 0 && (uintptr_t)scene->meshes[old - 1].mesh > meshes[count - 1]) {
            scene->meshes[at] = scene->meshes[--old];
            continue;
        }
        scene->meshes[at].mesh = (const hit_bvh*)(uintptr_t)meshes[--count];
        scene->meshes[at].users = 0;
        refresh_use(&scene->meshes[at]);
    }
}

static hit_status register_new(hit_scene* scene, uint64_t* meshes, uint32_t count)
{
    hit_id_list list = hit_id_list_make(meshes, count);
    uint32_t different = 0;

    find_new(scene, meshes);
    list.count = count;
    hit_id_list_finish(&list);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || meshes[i] != meshes[i - 1])
            meshes[different++] = meshes[i];
    if (scene->mesh_count + different > scene->mesh_capacity) {
        const uint32_t more = 2 * scene->mesh_capacity + different;
        hit_mesh_use* made =
            hit_scene_grow(&scene->allocator, scene->meshes, scene->mesh_capacity, more, sizeof *scene->meshes);
        if (made == NULL)
            return HIT_ERROR_MEMORY;
        scene->meshes = made;
        scene->mesh_capacity = more;
    }
    merge(scene, meshes, different);
    return HIT_OK;
}

hit_status hit_meshes_register(hit_scene* scene)
{
    const uint32_t count = find_new(scene, NULL);
    uint64_t* meshes;
    hit_status status;

    if (count == 0)
        return HIT_OK;
    meshes = hit_allocate(&scene->allocator, count * sizeof *meshes, 8);
    if (meshes == NULL)
        return HIT_ERROR_MEMORY;
    status = register_new(scene, meshes, count);
    hit_release(&scene->allocator, meshes, count * sizeof *meshes, 8);
    return status;
}

void hit_meshes_release_unused(hit_scene* scene)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].users > 0) {
            if (kept != i)
                scene->meshes[kept] = scene->meshes[i];
            kept++;
        }
    HIT_ASSERT(kept <= scene->mesh_count);
    scene->mesh_count = kept;
}

void hit_meshes_mark_refitted(hit_scene* scene)
{
    bool refitted = false;

    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].checksum != scene->meshes[i].mesh->header->checksum) {
            refresh_use(&scene->meshes[i]);
            refitted = true;
        }
    // All instances count as moved: which of them has a mesh that changed is not worth remembering.
    for (uint32_t slot = 0; refitted && slot < scene->committed_slots; slot++)
        if (scene->committed[slot].kind == HIT_OBJECT_MESH && !scene->is_changed[slot]) {
            HIT_ASSERT(scene->changed_count < scene->capacity);
            scene->is_changed[slot] = HIT_CHANGE_MOVED;
            scene->changed[scene->changed_count++] = slot;
        }
}
