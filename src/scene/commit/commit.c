// Commits: edits become visible, and the trees over the objects fit them again.
//
// What changes is first prepared, which may fail for want of memory and then has changed nothing that queries see; then
// done, which cannot fail. Meshes, boxes and trees have files of their own: scene/commit/meshes.c, scene/commit/bounds.c,
// scene/commit/rebuild_policy.c.
#include "scene/commit/commit.h"

#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"
#include "scene/forgotten_commit.h"
#include "shapes/linear3.h"

#include <math.h>
#include <string.h>

// ---- Preparing ------------------------------------------------------------------------------------------------------

static bool has_instance(uint8_t kind)
{
    return kind == HIT_OBJECT_MESH || kind == HIT_OBJECT_USER;
}

enum { ARRAYS = 5 };

// Arrays for what queries see, as large as those for editing; and one for instances, when there are any.
static hit_status make_room(hit_scene* scene)
{
    const uint32_t before = scene->seen_capacity, after = scene->capacity;
    bool instances = scene->instance != NULL;
    struct {
        void* made;
        void* old;
        size_t size;
    } array[ARRAYS + 1] = {{NULL, scene->seen, sizeof *scene->seen},
                           {NULL, scene->primref, sizeof *scene->primref},
                           {NULL, scene->where, sizeof *scene->where},
                           {NULL, scene->secondary_slots, sizeof *scene->secondary_slots},
                           {NULL, scene->seen_user, sizeof *scene->seen_user},
                           {NULL, scene->instance, sizeof *scene->instance}};

    for (uint32_t i = 0; i < scene->changed_count && !instances; i++)
        instances = scene->is_changed[scene->changed[i]] == HIT_CHANGE_ANY &&
                    has_instance(scene->edited[scene->changed[i]].kind);
    if (instances && scene->instance == NULL) {
        scene->instance = hit_scene_grow(&scene->allocator, NULL, 0, before, sizeof *scene->instance);
        if (scene->instance == NULL && before > 0)
            return HIT_ERROR_MEMORY;
        array[ARRAYS].old = scene->instance;
    }
    if (after == before)
        return HIT_OK;
    for (int i = 0; i < (instances ? ARRAYS + 1 : ARRAYS); i++) {
        array[i].made = hit_allocate(&scene->allocator, after * array[i].size, 64);
        if (array[i].made == NULL) {
            while (i-- > 0)
                hit_release(&scene->allocator, array[i].made, after * array[i].size, 64);
            return HIT_ERROR_MEMORY;
        }
    }
    for (int i = 0; i < (instances ? ARRAYS + 1 : ARRAYS); i++) {
        if (before > 0)
            memcpy(array[i].made, array[i].old, before * array[i].size);
        // All bits set is HIT_TLAS_NOWHERE, and a NaN, which makes a box empty; records and instances are filled.
        memset((char*)array[i].made + before * array[i].size, i == 1 || i == 2 ? 0xff : 0,
               (after - before) * array[i].size);
        hit_release(&scene->allocator, array[i].old, before * array[i].size, 64);
    }
    scene->seen = array[0].made;
    scene->primref = array[1].made;
    scene->where = array[2].made;
    scene->secondary_slots = array[3].made;
    scene->seen_user = array[4].made;
    if (instances)
        scene->instance = array[ARRAYS].made;
    scene->seen_capacity = after;
    return HIT_OK;
}

// ---- Doing ----------------------------------------------------------------------------------------------------------

static void fill_instance(hit_instance* instance, const hit_object_record* r)
{
    const hit_aabb box = r->kind == HIT_OBJECT_MESH ? hit_mesh_box(r->shape.mesh) : r->shape.user.bounds;
    const double c[3] = {0.5 * box.min.x + 0.5 * box.max.x, 0.5 * box.min.y + 0.5 * box.max.y,
                         0.5 * box.min.z + 0.5 * box.max.z};
    const double origin[3] = {r->placement.origin.x, r->placement.origin.y, r->placement.origin.z};
    const float(*m)[3] = r->placement.linear;
    const mat3 exact = {{{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}}};
    // Cofactors of floats are right to one rounding, and so is the determinant nearly; it is 0 exactly when it should be.
    const double det = hit_det3(&exact);
    double largest = 0.0;

    for (int i = 0; i < 3; i++) {
        instance->origin[i] = origin[i];
        instance->center[i] = m[i][0] * c[0] + m[i][1] * c[1] + m[i][2] * c[2];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int y = (j + 1) % 3, z = (j + 2) % 3, k = (i + 1) % 3, l = (i + 2) % 3;
            instance->column[j][i] = (double)m[y][k] * m[z][l] - (double)m[z][k] * m[y][l];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            instance->column[j][i] /= det;
            largest = fabs(instance->column[j][i]) > largest ? fabs(instance->column[j][i]) : largest;
        }
    // A matrix that is singular, or so nearly so that a ray in its space would have no sense; and an empty mesh.
    if (det == 0.0 || !(largest <= 0x1p100) || !(c[0] == c[0]))
        memset(instance->column, 0, sizeof instance->column);
    instance->mesh = r->kind == HIT_OBJECT_MESH ? r->shape.mesh : NULL;
}

static void drop_points(const hit_scene* scene, const hit_object_record* record)
{
    if (record->id != HIT_ID_NONE && hit_object_has_points(record))
        hit_point_set_release(&scene->allocator, record->shape.points);
}

static void publish_object(hit_scene* scene, uint32_t slot)
{
    hit_object_record *now = &scene->seen[slot], before;
    const hit_object_record* next = &scene->edited[slot];

    if (scene->is_changed[slot] == HIT_CHANGE_MOVED) {
        now->placement = next->placement;
        // What is axis_aligned is a box: the records of most need not be looked at further.
        if (!(scene->primref[slot].ref & HIT_TLAS_AXIS_ALIGNED) && has_instance(next->kind))
            fill_instance(&scene->instance[slot], next);
        return;
    }
    before = *now;
    if (next->id != HIT_ID_NONE) {
        if (hit_object_has_points(next))
            next->shape.points->users++;
        if (next->kind == HIT_OBJECT_MESH)
            hit_meshes_find(scene, next->shape.mesh)->users++;
        if (has_instance(next->kind))
            fill_instance(&scene->instance[slot], next);
        scene->priority_min = next->priority < scene->priority_min ? next->priority : scene->priority_min;
        scene->priority_max = next->priority > scene->priority_max ? next->priority : scene->priority_max;
        scene->committed++;
    }
    *now = *next;
    scene->seen_user[slot] = scene->edited_user[slot];
    if (before.id != HIT_ID_NONE) {
        drop_points(scene, &before);
        if (before.kind == HIT_OBJECT_MESH)
            hit_meshes_find(scene, before.shape.mesh)->users--;
        scene->committed--;
    }
}

static void publish_all(hit_scene* scene)
{
    scene->seen_slots = scene->slots;
    for (uint32_t i = 0; i < scene->changed_count; i++) {
        if (i + HIT_PREFETCH_DISTANCE < scene->changed_count) {
            hit_prefetch(&scene->edited[scene->changed[i + HIT_PREFETCH_DISTANCE]].placement, sizeof(hit_placement));
            hit_prefetch(&scene->seen[scene->changed[i + HIT_PREFETCH_DISTANCE]].placement, sizeof(hit_placement));
        }
        publish_object(scene, scene->changed[i]);
    }
}

static HIT_NOINLINE hit_status commit(hit_scene* scene, const hit_task_pool* pool)
{
    hit_tree_plan plan;
    hit_status status;
    uint32_t changed;

    hit_meshes_mark_refitted(scene);
    changed = scene->changed_count;
    if (changed == 0)
        return HIT_OK;
    status = make_room(scene);
    if (status == HIT_OK)
        status = hit_meshes_register(scene);
    if (status == HIT_OK)
        status = hit_trees_prepare(scene, pool, &plan);
    if (status == HIT_OK) {
        publish_all(scene);
        hit_trees_apply(scene, &plan);
        for (uint32_t i = 0; i < changed; i++)
            scene->is_changed[scene->changed[i]] = HIT_CHANGE_NONE;
        scene->changed_count = 0;
        scene->commits++;
        hit_trees_rebuild_degraded(scene, pool, changed, plan.outliers);
        scene->max_abs = hit_trees_max_abs(scene);
    }
    hit_meshes_release_unused(scene);
    return status;
}

hit_status hit_scene_commit(hit_scene* scene, const hit_task_pool* pool, hit_error* error)
{
    hit_status status;
    hit_fpenv saved;

    if (scene == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "hit_scene_commit: the scene is NULL");
    if (pool != NULL && pool->run == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "hit_scene_commit: the pool has no run function");
    saved = hit_fpenv_enter();
    status = commit(scene, pool);
    hit_fpenv_leave(saved);
    hit_scene_warn_never(scene);
    if (status != HIT_OK)
        return hit_fail(
            error, status, 0,
            "hit_scene_commit: no memory for the trees over the objects; the edits wait for another commit");
    return hit_succeed(error);
}
