// Clicks on a selection, and how repeated ones go through what lies behind each other.
//
// A selection remembers where it was clicked, in which way, and the list of objects there (hit_pick_all). A click goes
// on in that list when it is within the tolerance of the first one, in the same way, and finds the same list; anything
// else that has happened meanwhile - another place, another way, another list, a rectangle, an undo - makes it the
// first click at its place. So a person always gets what they see with the first click, and what is hidden by clicking
// on.
//
// The list is picked anew each time, at the place of the click: when something else has come under the pointer, it is
// that which was meant.
#include "pick/selection.h"

#include "base/assert.h"
#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"

#include <string.h>

void hit_selection_cycle_free(const hit_allocator* allocator, selection_cycle* cycle)
{
    for (int i = 0; i < 2; i++)
        hit_release(allocator, cycle->id[i], cycle->room[i] * sizeof(hit_id), _Alignof(max_align_t));
    hit_release(allocator, cycle->hit, cycle->hit_room * sizeof(hit_scene_hit), _Alignof(max_align_t));
}

// Write the ids of what is under a point to the cycle's second list. False when there is no memory.
static bool find_under(hit_selection* selection, const hit_scene* scene, const hit_camera* camera, double x, double y,
                       const hit_scene_filter* filter, uint32_t* count)
{
    selection_cycle* cycle = &selection->cycle;
    void* memory = cycle->hit;
    uint32_t found = hit_pick_all(scene, camera, x, y, filter, cycle->hit, (uint32_t)cycle->hit_room);

    if (found > cycle->hit_room) {
        if (!hit_selection_room(&selection->allocator, &memory, &cycle->hit_room, found, sizeof(hit_scene_hit)))
            return false;
        cycle->hit = memory;
        found = hit_pick_all(scene, camera, x, y, filter, cycle->hit, (uint32_t)cycle->hit_room);
        if (found > cycle->hit_room) // a callback that changes its mind
            found = (uint32_t)cycle->hit_room;
    }
    memory = cycle->id[1];
    if (!hit_selection_room(&selection->allocator, &memory, &cycle->room[1], found, sizeof(hit_id)))
        return false;
    cycle->id[1] = memory;
    for (uint32_t i = 0; i < found; i++)
        cycle->id[1][i] = cycle->hit[i].id;
    *count = found;
    return true;
}

HIT_NOINLINE static bool is_near(const selection_cycle* cycle, double x, double y, double tolerance)
{
    const double dx = x - cycle->x, dy = y - cycle->y;
    return dx * dx + dy * dy <= tolerance * tolerance;
}

// Whether a click goes on from the one before.
static bool goes_on(const selection_cycle* cycle, double x, double y, double tolerance, hit_select how, uint32_t count)
{
    const hit_fpenv saved = hit_fpenv_enter();
    const bool near_by = is_near(cycle, x, y, tolerance);

    hit_fpenv_leave(saved);
    // A second toggle takes back the first, as people expect of Ctrl; and intersecting with one after the other would
    // leave nothing.
    return cycle->live && near_by && how == cycle->how && how != HIT_SELECT_TOGGLE && how != HIT_SELECT_INTERSECT &&
           count > 0 && count == cycle->count && memcmp(cycle->id[0], cycle->id[1], count * sizeof(hit_id)) == 0;
}

// Remember a click that was the first at its place.
static void remember(selection_cycle* cycle, double x, double y, hit_select how, uint32_t count)
{
    hit_id* const id = cycle->id[0];
    const size_t room = cycle->room[0];

    HIT_ASSERT(count <= cycle->room[1]);
    cycle->id[0] = cycle->id[1];
    cycle->room[0] = cycle->room[1];
    cycle->id[1] = id;
    cycle->room[1] = room;
    cycle->count = count;
    cycle->x = x;
    cycle->y = y;
    cycle->how = how;
}

// What is wrong with a click, or NULL.
static const char* wrong_click(const hit_selection* selection, const hit_scene* scene, const hit_camera* camera,
                               double x, double y, double tolerance, hit_select how)
{
    if (selection == NULL || scene == NULL || camera == NULL)
        return selection == NULL ? "selection is NULL" : scene == NULL ? "scene is NULL" : "camera is NULL";
    // A place that is not finite is no place: nothing is there, and it must not clear a selection.
    if (!isfinite(x) || !isfinite(y))
        return "the point of the screen is not finite";
    if (!(tolerance >= 0.0))
        return "the tolerance must be 0 or more";
    return (unsigned)how > (unsigned)HIT_SELECT_INTERSECT ? "this is no hit_select" : NULL;
}

hit_status hit_selection_click(hit_selection* selection, const hit_scene* scene, const hit_camera* camera, double x,
                               double y, double tolerance, hit_select how, const hit_scene_filter* filter,
                               hit_id* picked, hit_selection_diff* diff, hit_error* error)
{
    const char* wrong = wrong_click(selection, scene, camera, x, y, tolerance, how);
    selection_cycle* cycle;
    hit_id id = HIT_ID_NONE;
    uint32_t count = 0, at = 0;
    bool again;

    if (wrong != NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "hit_selection_click: %s", wrong);
    cycle = &selection->cycle;
    if (!find_under(selection, scene, camera, x, y, filter, &count))
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "hit_selection_click: no memory for what is under the pointer");
    again = goes_on(cycle, x, y, tolerance, how, count);
    if (again)
        at = cycle->at + 1 < count ? cycle->at + 1 : 0;
    if (count > 0)
        id = cycle->id[1][at];
    if (hit_selection_change(selection, how, &id, 1, diff) != HIT_OK)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "hit_selection_click: no memory for the selection");
    if (!again)
        remember(cycle, x, y, how, count);
    cycle->at = at;
    cycle->live = true;
    if (picked != NULL)
        *picked = id;
    return hit_succeed(error);
}
