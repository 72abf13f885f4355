// Commits: edits become visible to queries, and the trees over the objects fit them again.
//
// A commit first prepares what changes, which may fail for want of memory and then has changed nothing that queries
// see; then it applies it, which cannot fail. Its steps have files of their own: meshes (scene/commit/meshes.c), boxes
// (scene/commit/bounds.c), trees (scene/commit/rebuild_policy.c).
#include "scene/commit/commit.h"

#include "base/assert.h"
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

enum { ARRAYS = 5 }; ///< and one more for instances

// Arrays for what queries see, as large as those for editing; and one for instances, when there are any.
static hit_status make_room(hit_scene* scene)
{
    const uint32_t before = scene->committed_capacity, after = scene->capacity;
    bool instances = scene->instance != NULL;

    for (uint32_t i = 0; i < scene->changed_count && !instances; i++)
        instances = scene->is_changed[scene->changed[i]] == HIT_CHANGE_ANY &&
                    has_instance(scene->edited[scene->changed[i]].kind);
    if (instances && scene->instance == NULL) {
        scene->instance = hit_scene_grow(&scene->allocator, NULL, 0, before, sizeof *scene->instance);
        if (scene->instance == NULL && before > 0)
            return HIT_ERROR_MEMORY;
    }
    if (after == before)
        return HIT_OK;
    // All bits set is HIT_TLAS_NOWHERE, and a NaN, which makes a box empty; records and instances are filled.
    hit_growing_array array[ARRAYS + 1] = {{scene->committed, sizeof *scene->committed, 0, NULL},
                                           {scene->primref, sizeof *scene->primref, 0xff, NULL},
                                           {scene->tree_slots, sizeof *scene->tree_slots, 0xff, NULL},
                                           {scene->secondary_slots, sizeof *scene->secondary_slots, 0, NULL},
                                           {scene->committed_user, sizeof *scene->committed_user, 0, NULL},
                                           {scene->instance, sizeof *scene->instance, 0, NULL}};
    if (!hit_scene_grow_arrays(&scene->allocator, array, instances ? ARRAYS + 1 : ARRAYS, before, after))
        return HIT_ERROR_MEMORY;
    scene->committed = array[0].grown;
    scene->primref = array[1].grown;
    scene->tree_slots = array[2].grown;
    scene->secondary_slots = array[3].grown;
    scene->committed_user = array[4].grown;
    if (instances)
        scene->instance = array[ARRAYS].grown;
    scene->committed_capacity = after;
    return HIT_OK;
}

// ---- Applying -------------------------------------------------------------------------------------------------------

static void fill_instance(hit_instance* instance, const hit_object_record* r)
{
    const hit_aabb box = r->kind == HIT_OBJECT_MESH ? hit_mesh_box(r->shape.mesh) : r->shape.user.bounds;
    const double c[3] = {0.5 * box.min.x + 0.5 * box.max.x, 0.5 * box.min.y + 0.5 * box.max.y,
                         0.5 * box.min.z + 0.5 * box.max.z};
    const double origin[3] = {r->placement.origin.x, r->placement.origin.y, r->placement.origin.z};
    const float(*m)[3] = r->placement.linear;
    const mat3 exact = {{{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}}};
    // Cofactors of floats are right to one rounding, and the determinant is nearly so; it is 0 exactly when it should
    // be.
    const double det = hit_det3(&exact);
    double largest = 0.0;

    HIT_ASSERT(has_instance(r->kind));
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
    // No ray hits an instance whose matrix is singular, or so nearly so that a ray in its space would make no sense;
    // nor an empty mesh.
    if (det == 0.0 || !(largest <= 0x1p100) || !(c[0] == c[0]))
        memset(instance->column, 0, sizeof instance->column);
    instance->mesh = r->kind == HIT_OBJECT_MESH ? r->shape.mesh : NULL;
}

static void publish_object(hit_scene* scene, uint32_t slot)
{
    hit_object_record *now = &scene->committed[slot], before;
    const hit_object_record* next = &scene->edited[slot];

    HIT_ASSERT(slot < scene->committed_slots && scene->is_changed[slot] != HIT_CHANGE_NONE);
    if (scene->is_changed[slot] == HIT_CHANGE_MOVED) {
        HIT_ASSERT(now->id == next->id && now->kind == next->kind && now->id != HIT_ID_NONE);
        now->placement = next->placement;
        // What is axis-aligned is a box: the rest of most records need not be read.
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
        scene->committed_objects++;
    }
    *now = *next;
    scene->committed_user[slot] = scene->edited_user[slot];
    if (before.id != HIT_ID_NONE) {
        HIT_ASSERT(scene->committed_objects > 0);
        hit_object_release_points(&scene->allocator, &before);
        if (before.kind == HIT_OBJECT_MESH)
            hit_meshes_find(scene, before.shape.mesh)->users--;
        scene->committed_objects--;
    }
}

static void publish_all(hit_scene* scene)
{
    scene->committed_slots = scene->slots;
    for (uint32_t i = 0; i < scene->changed_count; i++) {
        if (i + HIT_PREFETCH_DISTANCE < scene->changed_count) {
            hit_prefetch(&scene->edited[scene->changed[i + HIT_PREFETCH_DISTANCE]].placement, sizeof(hit_placement));
            hit_prefetch(&scene->committed[scene->changed[i + HIT_PREFETCH_DISTANCE]].placement, sizeof(hit_placement));
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
        HIT_ASSERT(scene->committed_capacity >= scene->slots);
        publish_all(scene);
        HIT_ASSERT(scene->committed_objects == scene->objects);
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
