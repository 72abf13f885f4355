// What a selection is made of.
#ifndef HITSCAN_PICK_SELECTION_H
#define HITSCAN_PICK_SELECTION_H

#include <hitscan/selection.h>

// A selected object, and when it was picked: the larger, the later. No two are the same.
typedef struct selection_member {
    hit_id id;
    uint64_t when;
} selection_member;

// A set of objects and how it came from the one before; its arrays lie in one block of memory.
typedef struct selection_state {
    selection_member* member; ///< in ascending order of their ids
    hit_id *added, *removed;  ///< likewise
    uint32_t count, added_count, removed_count;
    hit_id primary; ///< the member that was picked last; HIT_ID_NONE without members
    size_t room;    ///< for so many of each of the three
} selection_state;

// What was picked: `order` is its place in the list that was given.
typedef struct selection_pick {
    hit_id id;
    uint64_t order;
} selection_pick;

// Where the last click was, what lay there, and which of it was taken.
typedef struct selection_cycle {
    bool live; ///< the selection is as that click has left it
    double x, y;
    hit_select how;
    uint32_t at, count;
    hit_id* id[2]; ///< under the click: the first of these; the other is for the next click
    size_t room[2];
    hit_scene_hit* hit; ///< of the present click
    size_t hit_room;
} selection_cycle;

struct hit_selection {
    hit_allocator allocator;
    selection_state now, next; ///< changes are made in `next`, so that a failure changes nothing; then they are swapped
    selection_pick* pick;      ///< two arrays of `pick_room`: merge sort goes from one to the other
    size_t pick_room;
    uint64_t clock; ///< above all members' `when`
    hit_id hover;
    selection_cycle cycle;
};

// hit_selection_apply, which leaves the cycle alone.
hit_status hit_selection_change(hit_selection* selection, hit_select how, const hit_id* ids, uint32_t count,
                                hit_selection_diff* diff);

// Memory for `count` things of `size` bytes instead of that for `room`: the old one stays when there is none, and what
// it holds is lost else. False when there is none.
bool hit_selection_room(const hit_allocator* allocator, void** memory, size_t* room, size_t count, size_t size);

// Free what the cycle has.
void hit_selection_cycle_free(const hit_allocator* allocator, selection_cycle* cycle);

#endif
