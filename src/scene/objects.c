// Objects: their slots and ids, and what there is. What edits write (scene/edit.c) is seen by queries after a commit
// (scene/commit/commit.c).
//
// An id is a slot, counted from 1, so that zero is none, and a generation. A slot that is free again is given out
// with the next generation; one that has had all generations is not used any more.
#include "base/assert.h"
#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"
#include "scene/edit.h"
#include "scene/forgotten_commit.h"
#include "scene/id_list.h"
#include "scene/region/visit.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------------------------

// Room for `after` slots in the arrays for editing, more than now: in all of them, or none.
static hit_status grow(hit_scene* scene, uint32_t after)
{
    const uint32_t before = scene->capacity;
    hit_growing_array array[] = {{scene->edited, sizeof *scene->edited, 0, NULL},
                                 {scene->generation, sizeof *scene->generation, 0, NULL},
                                 {scene->is_changed, sizeof *scene->is_changed, 0, NULL},
                                 {scene->changed, sizeof *scene->changed, 0, NULL},
                                 {scene->free_slots, sizeof *scene->free_slots, 0, NULL},
                                 {scene->edited_user, sizeof *scene->edited_user, 0, NULL}};

    if (!hit_scene_grow_arrays(&scene->allocator, array, sizeof array / sizeof *array, before, after))
        return HIT_ERROR_MEMORY;
    scene->edited = array[0].grown;
    scene->generation = array[1].grown;
    scene->is_changed = array[2].grown;
    scene->changed = array[3].grown;
    scene->free_slots = array[4].grown;
    scene->edited_user = array[5].grown;
    scene->capacity = after;
    return HIT_OK;
}

// Room for one more slot.
static hit_status make_room(hit_scene* scene)
{
    const uint32_t before = scene->capacity;

    if (scene->free_count > 0 || scene->slots < before)
        return HIT_OK;
    if (before == HIT_SCENE_SLOTS_MAX)
        return HIT_ERROR_LIMIT;
    return grow(scene, before == 0 ? 16 : before < HIT_SCENE_SLOTS_MAX / 2 ? 2 * before : HIT_SCENE_SLOTS_MAX);
}

// ---- Slots ----------------------------------------------------------------------------------------------------------

const hit_object_record* hit_scene_edited(const hit_scene* scene, hit_id id)
{
    const uint32_t slot = hit_id_slot(id);
    return scene != NULL && id != HIT_ID_NONE && slot < scene->slots && scene->edited[slot].id == id
               ? &scene->edited[slot]
               : NULL;
}

bool hit_scene_is_changed(const hit_scene* scene, hit_id id)
{
    return scene->is_changed[hit_id_slot(id)] != HIT_CHANGE_NONE;
}

// Put a record into a slot; there is room for it. It owns its points from now on.
static void occupy(hit_scene* scene, uint32_t slot, uint32_t generation, const hit_object_record* record, void* user)
{
    HIT_ASSERT(slot < scene->slots && scene->edited[slot].id == HIT_ID_NONE && generation > 0);
    scene->generation[slot] = generation;
    scene->edited_user[slot] = user;
    scene->edited[slot] = *record;
    scene->edited[slot].id = hit_id_make(slot, generation);
    scene->objects++;
    hit_scene_note_change(scene, slot, HIT_CHANGE_ANY);
}

hit_status hit_scene_insert(hit_scene* scene, const hit_object_record* record, void* user, hit_id* id)
{
    const hit_status status = make_room(scene);
    uint32_t slot;

    if (status != HIT_OK)
        return status;
    HIT_ASSERT(scene->free_count > 0 || scene->slots < scene->capacity);
    slot = scene->free_count > 0 ? scene->free_slots[--scene->free_count] : scene->slots++;
    occupy(scene, slot, scene->generation[slot] + 1u, record, user);
    hit_scene_warn_later(scene);
    *id = scene->edited[slot].id;
    return HIT_OK;
}

hit_status hit_scene_remove(hit_scene* scene, hit_id id, hit_error* error)
{
    hit_object_record* record = hit_scene_editable(scene, id);
    const uint32_t slot = hit_id_slot(id);

    if (record == NULL)
        return hit_refuse_id(error, "hit_scene_remove", scene, id, HIT_REFUSE_NO_INDEX);
    hit_object_release_points(&scene->allocator, record);
    memset(record, 0, sizeof *record);
    scene->objects--;
    if (hit_id_generation(id) != UINT32_MAX)
        scene->free_slots[scene->free_count++] = slot;
    hit_scene_note_change(scene, slot, HIT_CHANGE_ANY);
    return hit_succeed(error);
}

// ---- For files ------------------------------------------------------------------------------------------------------

uint32_t hit_scene_slot_count(const hit_scene* scene)
{
    return scene->slots;
}

uint32_t hit_scene_slot_generation(const hit_scene* scene, uint32_t slot)
{
    return scene->generation[slot];
}

hit_status hit_scene_restore_generations(hit_scene* scene, const uint32_t* generation, uint32_t count)
{
    hit_status status = HIT_OK;

    if (scene->slots != 0)
        return HIT_ERROR_ARGUMENT;
    if (count > HIT_SCENE_SLOTS_MAX)
        return HIT_ERROR_LIMIT;
    if (count > scene->capacity)
        status = grow(scene, count);
    if (status != HIT_OK || count == 0)
        return status;
    memcpy(scene->generation, generation, count * sizeof *generation);
    scene->slots = count;
    return HIT_OK;
}

hit_status hit_scene_restore(hit_scene* scene, hit_id id, const hit_object* object, const hit_object_shape* shape)
{
    const uint32_t slot = hit_id_slot(id);
    hit_object_record record;
    hit_status status;
    hit_fpenv saved;

    if (id == HIT_ID_NONE || slot >= scene->slots || hit_id_generation(id) == 0 ||
        scene->generation[slot] != hit_id_generation(id) || scene->edited[slot].id != HIT_ID_NONE)
        return HIT_ERROR_ARGUMENT;
    saved = hit_fpenv_enter();
    status = hit_scene_make_record(scene, object, shape, 0, &record);
    hit_fpenv_leave(saved);
    if (status == HIT_OK)
        occupy(scene, slot, hit_id_generation(id), &record, object->user);
    return status;
}

void hit_scene_restore_free(hit_scene* scene)
{
    scene->free_count = 0;
    for (uint32_t slot = 0; slot < scene->slots; slot++)
        if (scene->edited[slot].id == HIT_ID_NONE && scene->generation[slot] != UINT32_MAX)
            scene->free_slots[scene->free_count++] = slot;
}

// ---- What there is --------------------------------------------------------------------------------------------------

bool hit_scene_has(const hit_scene* scene, hit_id id)
{
    return hit_scene_edited(scene, id) != NULL;
}

hit_object_kind hit_scene_get(const hit_scene* scene, hit_id id, hit_object* object)
{
    const hit_object_record* record = hit_scene_edited(scene, id);

    if (record == NULL)
        return HIT_OBJECT_NONE;
    if (object != NULL)
        *object = (hit_object){.placement = record->placement,
                               .layers = record->layers,
                               .priority = record->priority,
                               .disabled = record->disabled,
                               .user = scene->edited_user[hit_id_slot(id)]};
    return (hit_object_kind)record->kind;
}

bool hit_scene_shape(const hit_scene* scene, hit_id id, hit_object_shape* shape)
{
    const hit_object_record* record = hit_scene_edited(scene, id);

    if (record == NULL || shape == NULL)
        return false;
    memset(shape, 0, sizeof *shape);
    shape->kind = (hit_object_kind)record->kind;
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        shape->box = record->shape.box;
        break;
    case HIT_OBJECT_MESH:
        shape->mesh = record->shape.mesh;
        break;
    case HIT_OBJECT_SPHERE:
        shape->sphere = record->shape.sphere;
        break;
    case HIT_OBJECT_CAPSULE:
        shape->capsule = record->shape.capsule;
        break;
    case HIT_OBJECT_CYLINDER:
        shape->cylinder = record->shape.cylinder;
        break;
    case HIT_OBJECT_USER:
        shape->user = record->shape.user;
        break;
    default:
        shape->points = record->shape.points->point;
        shape->point_count = record->shape.points->count;
        shape->radius = record->shape.points->radius;
        break;
    }
    return true;
}

uint32_t hit_scene_list(const hit_scene* scene, hit_id* ids, uint32_t capacity)
{
    hit_id_list list = hit_id_list_make(ids, capacity);

    if (scene == NULL)
        return 0;
    for (uint32_t slot = 0; slot < scene->slots; slot++)
        if (scene->edited[slot].id != HIT_ID_NONE)
            hit_id_list_add(&list, scene->edited[slot].id);
    hit_id_list_finish(&list);
    return list.count;
}

const char* hit_object_kind_name(hit_object_kind kind)
{
    static const char* const names[] = {"none",     "box",      "mesh",   "sphere", "capsule",
                                        "cylinder", "polyline", "points", "user"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

hit_object hit_object_at(hit_dvec3 origin)
{
    const hit_object object = {.placement = hit_placement_at(origin)};
    return object;
}
