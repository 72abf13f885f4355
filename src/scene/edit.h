// Editing: what objects.c (slots and ids), edit.c (placements and shapes) and refuse.c (what was wrong) share.
//
// Edits that succeed pay nothing for messages: they find out that something is wrong, and only then refuse.c looks at
// the arguments once more, to say what.
#ifndef HITSCAN_SCENE_EDIT_H
#define HITSCAN_SCENE_EDIT_H

#include "base/assert.h"
#include "scene/scene.h"

enum { HIT_SCENE_SLOTS_MAX = 1 << 28 };

// ---- Slots (objects.c) ----------------------------------------------------------------------------------------------

// The object as edited, to be changed; NULL when there is none.
static inline hit_object_record* hit_scene_editable(hit_scene* scene, hit_id id)
{
    const uint32_t slot = hit_id_slot(id);
    return scene != NULL && id != HIT_ID_NONE && slot < scene->slots && scene->edited[slot].id == id
               ? &scene->edited[slot]
               : NULL;
}

// A slot has changed: HIT_CHANGE_*.
static inline void hit_scene_note_change(hit_scene* scene, uint32_t slot, uint8_t change)
{
    HIT_ASSERT(slot < scene->slots &&
               (scene->is_changed[slot] != HIT_CHANGE_NONE || scene->changed_count < scene->slots));
    if (scene->is_changed[slot] == HIT_CHANGE_NONE)
        scene->changed[scene->changed_count++] = slot;
    if (scene->is_changed[slot] < change)
        scene->is_changed[slot] = change;
}

// Put a record into a new slot; it owns its points from now on. HIT_ERROR_MEMORY and HIT_ERROR_LIMIT change nothing.
hit_status hit_scene_insert(hit_scene* scene, const hit_object_record* record, void* user, hit_id* id);

// ---- Placements and shapes (edit.c) ---------------------------------------------------------------------------------

// A record without an id, that owns its points. Points lie `stride` bytes apart. Requires the environment of
// base/fpenv.h.
hit_status hit_scene_make_record(const hit_scene* scene, const hit_object* object, const hit_object_shape* shape,
                                 size_t stride, hit_object_record* record);

// The limits of placements and shapes: below these, no shape overflows under a placement, nor do squares of its sizes
// in double.
#define HIT_SHAPE_MAX 0x1p100f

static inline bool hit_is_modest(hit_vec3 v)
{
    return fabsf(v.x) <= HIT_SHAPE_MAX && fabsf(v.y) <= HIT_SHAPE_MAX && fabsf(v.z) <= HIT_SHAPE_MAX;
}

// Whether a shape can be one of an object; not for polylines and points. Requires the environment of base/fpenv.h.
bool hit_shape_is_valid(const hit_object_shape* shape);

// ---- What was wrong (refuse.c) --------------------------------------------------------------------------------------
//
// Each fills the error, which may be NULL, and returns a status other than HIT_OK. `call` is the name of the public
// call. `index` is that of the element of an array which was refused, or HIT_REFUSE_NO_INDEX.

#define HIT_REFUSE_NO_INDEX UINT32_MAX

hit_status hit_refuse_null(hit_error* error, const char* call, const char* what);
hit_status hit_refuse_id(hit_error* error, const char* call, const hit_scene* scene, hit_id id, uint32_t index);
hit_status hit_refuse_kind(hit_error* error, const char* call, hit_id id, hit_object_kind is, const char* wanted);
hit_status hit_refuse_origin(hit_error* error, const char* call, hit_dvec3 origin, uint32_t index);
hit_status hit_refuse_placement(hit_error* error, const char* call, const hit_placement* placement,
                                hit_object_kind kind, uint32_t index);
hit_status hit_refuse_stride(hit_error* error, const char* call, size_t stride, size_t size, size_t multiple);

// A shape, or the placement that it shall have (which may be NULL), was refused with this status. Requires the
// environment of base/fpenv.h.
hit_status hit_refuse_shape(hit_error* error, const char* call, hit_status status, const hit_placement* placement,
                            const hit_object_shape* shape, size_t stride);

#endif
