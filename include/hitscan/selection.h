// A selection: the set of objects that a person has picked, as editors keep it.
//
// It knows nothing but ids: what was picked goes in, in one of five ways; what changed comes out, so that it can be
// drawn, and undone. Objects that have been removed from the scene leave it (hit_selection_prune).
#ifndef HITSCAN_SELECTION_H
#define HITSCAN_SELECTION_H

#include <hitscan/pick.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A selection; made by hit_selection_create, freed by hit_selection_destroy.
typedef struct hit_selection hit_selection;

/// What to do with what was picked.
typedef enum hit_select {
    HIT_SELECT_REPLACE = 0,  ///< it becomes the selection: a click
    HIT_SELECT_ADD = 1,      ///< it joins: Shift
    HIT_SELECT_TOGGLE = 2,   ///< what was in leaves, what was out joins: Ctrl
    HIT_SELECT_SUBTRACT = 3, ///< it leaves: Alt
    HIT_SELECT_INTERSECT = 4 ///< what was in and is picked again stays
} hit_select;

/// What an operation has changed. The lists are in ascending order and valid until the next change of the selection.
typedef struct hit_selection_diff {
    const hit_id* added;
    uint32_t added_count;
    const hit_id* removed;
    uint32_t removed_count;
    hit_id primary_before, primary_after;
} hit_selection_diff;

/// Make an empty selection.
///
/// @param allocator  NULL: malloc. Copied
HIT_API hit_status hit_selection_create(const hit_allocator* allocator, hit_selection** selection);

/// Free a selection. NULL is allowed.
HIT_API void hit_selection_destroy(hit_selection* selection);

/// Change a selection by what was picked.
///
/// The primary object, the one that a tool works on, becomes the last of `ids` that is selected afterwards; where none
/// is, it stays if it is still selected, and else is the one that was selected last before.
///
/// @param ids   in the order of picking; zeros and repetitions count for nothing (toggle: a repetition toggles once)
/// @param diff  filled; may be NULL
/// @return  HIT_OK; HIT_ERROR_ARGUMENT; HIT_ERROR_MEMORY, with nothing changed
HIT_API hit_status hit_selection_apply(hit_selection* selection, hit_select how, const hit_id* ids, uint32_t count,
                                       hit_selection_diff* diff);

/// Undo or redo a change: remove the ones, add the others, set the primary object (0, or one that is selected then).
HIT_API hit_status hit_selection_restore(hit_selection* selection, const hit_id* remove, uint32_t remove_count,
                                         const hit_id* add, uint32_t add_count, hit_id primary,
                                         hit_selection_diff* diff);

/// Let objects that are no longer in the scene leave, also as hover and primary.
HIT_API hit_status hit_selection_prune(hit_selection* selection, const hit_scene* scene, hit_selection_diff* diff);

/// Whether an object is selected.
HIT_API bool hit_selection_has(const hit_selection* selection, hit_id id);

/// How many are selected.
HIT_API uint32_t hit_selection_count(const hit_selection* selection);

/// The selected objects in ascending order of their ids.
///
/// @return  their number, which may be more than `capacity`; the first ones are stored
HIT_API uint32_t hit_selection_list(const hit_selection* selection, hit_id* ids, uint32_t capacity);

/// The object that was picked last and is still selected; 0 when nothing is.
HIT_API hit_id hit_selection_primary(const hit_selection* selection);

/// Set what the pointer is over; 0 for nothing. It need not be selected.
///
/// @return  true when that is another object than before: time to draw
HIT_API bool hit_selection_set_hover(hit_selection* selection, hit_id id);

/// What the pointer is over.
HIT_API hit_id hit_selection_hover(const hit_selection* selection);

/// Click: pick at a point, and change the selection by it. A click at the same place again (within `tolerance` pixels
/// of the first one, with the same objects under it) goes on to what is behind, and after the last to the first.
///
/// @param tolerance  in pixels; 0 is fine
/// @param picked     the object; 0 when nothing was there, which with HIT_SELECT_REPLACE clears the selection; may be
///                   NULL
/// @param diff       filled; may be NULL
/// @return  HIT_OK; HIT_ERROR_ARGUMENT; HIT_ERROR_MEMORY, with nothing changed
HIT_API hit_status hit_selection_click(hit_selection* selection, const hit_scene* scene, const hit_camera* camera,
                                       double x, double y, double tolerance, hit_select how,
                                       const hit_scene_filter* filter, hit_id* picked, hit_selection_diff* diff);

#ifdef __cplusplus
}
#endif

#endif
