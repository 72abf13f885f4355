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

/// What an operation has changed. The lists are in ascending order, and valid until the next apply, restore, prune or
/// click of the selection that succeeds; that one may be given these lists, as for an undo.
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
/// @param selection  set on success, else untouched
/// @return  HIT_OK, HIT_ERROR_ARGUMENT, HIT_ERROR_MEMORY
HIT_API hit_status hit_selection_create(const hit_allocator* allocator, hit_selection** selection, hit_error* error);

/// Free a selection. NULL is allowed.
HIT_API void hit_selection_destroy(hit_selection* selection);

/// Change a selection by what was picked.
///
/// The primary object, the one that a tool works on, becomes the last of `ids` that is selected afterwards; where none
/// is, it stays if it is still selected, and else is the one that was picked last before.
///
/// @param ids   in the order of picking; zeros count for nothing, an id that is repeated once, where it comes last
/// @param diff  filled on success, else untouched; may be NULL
/// @return  HIT_OK; HIT_ERROR_ARGUMENT for NULL and for a number that is no hit_select; HIT_ERROR_MEMORY; on failure
///          nothing has changed
HIT_API hit_status hit_selection_apply(hit_selection* selection, hit_select how, const hit_id* ids, uint32_t count,
                                       hit_selection_diff* diff, hit_error* error);

/// Undo or redo a change: remove the ones, add the others (what is in both lists is selected then), and set the primary
/// object. An undo of `d` is restore(s, d.added, d.added_count, d.removed, d.removed_count, d.primary_before, &e), a
/// redo the same with `e`; both give the very selection and primary object that there were.
///
/// @param primary  one that is selected then, else HIT_ERROR_ARGUMENT; 0: the last of `add`, or as hit_selection_apply
///                 has it when there is none
/// @return  as hit_selection_apply
HIT_API hit_status hit_selection_restore(hit_selection* selection, const hit_id* remove, uint32_t remove_count,
                                         const hit_id* add, uint32_t add_count, hit_id primary,
                                         hit_selection_diff* diff, hit_error* error);

/// Let objects that are no longer in the scene (hit_scene_has) leave, also as hover and primary.
///
/// @return  as hit_selection_apply
HIT_API hit_status hit_selection_prune(hit_selection* selection, const hit_scene* scene, hit_selection_diff* diff,
                                       hit_error* error);

/// Whether an object is selected.
HIT_API bool hit_selection_has(const hit_selection* selection, hit_id id);

/// How many are selected.
HIT_API uint32_t hit_selection_count(const hit_selection* selection);

/// The selected objects in ascending order of their ids.
///
/// @param ids  room for `capacity` of them; may be NULL when that is 0
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

/// Click: pick at a point, and change the selection by it.
///
/// The first click takes the first object of hit_pick_all. A click at the same place again goes on to what is behind,
/// and after the last to the first: with REPLACE one object after the other is selected, ADD collects them from the
/// front to the back, SUBTRACT lets them go in that order. It is the same place when it is within `tolerance` pixels of
/// the first click, `how` is the same, the same objects are there in the same order, and the selection has not been
/// changed meanwhile by hit_selection_apply or _restore; else the click is a first one. TOGGLE and INTERSECT always
/// take the first object: a second Ctrl-click takes back what the first has done.
///
/// @param tolerance  in pixels, 0 or more; 0 is fine
/// @param picked     the object; 0 when nothing was there, which with REPLACE (and INTERSECT) clears the selection, and
///                   else changes nothing; may be NULL
/// @param diff       filled on success, else untouched, as `picked`; may be NULL
/// @return  HIT_OK; HIT_ERROR_ARGUMENT, also for a point that is not finite; HIT_ERROR_MEMORY; on failure nothing has
///          changed
HIT_API hit_status hit_selection_click(hit_selection* selection, const hit_scene* scene, const hit_camera* camera,
                                       double x, double y, double tolerance, hit_select how,
                                       const hit_scene_filter* filter, hit_id* picked, hit_selection_diff* diff,
                                       hit_error* error);

#ifdef __cplusplus
}
#endif

#endif
