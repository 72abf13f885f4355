// A selection: a set of ids, the order in which they were picked, and what the last change has changed.
//
// The set is an array in ascending order. Each member knows when it was last picked, so that the primary object is the
// member that was picked last, and when that leaves, the next one is the one that was picked last before: no list of
// picks has to be kept besides.
//
// A change sorts what was picked (merge sort, which is stable: of repetitions the last one counts), and merges it with
// the members into another array, with what was added and removed. These three lie in one block of memory; there are
// two such blocks, which are swapped at the very end. So a failing allocation changes nothing, and the lists of a diff
// stay valid until the change after it, which may be made from them: an undo is hit_selection_restore of its own diff.
//
// n members and m picks cost O(n + m log m), or O(n + m) when the picks are ascending, as those of areas are.
#include "pick/selection.h"

#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------------------------

bool hit_selection_room(const hit_allocator* allocator, void** memory, size_t* room, size_t count, size_t size)
{
    const size_t most = SIZE_MAX / size;
    void* larger;

    if (count <= *room)
        return true;
    if (count > most)
        return false;
    // Twice as much, so that selections that grow by one seldom allocate.
    if (count < 16)
        count = 16;
    if (*room <= most / 2 && count < 2 * *room)
        count = 2 * *room;
    larger = hit_allocate(allocator, count * size, _Alignof(max_align_t));
    if (larger == NULL)
        return false;
    hit_release(allocator, *memory, *room * size, _Alignof(max_align_t));
    *memory = larger;
    *room = count;
    return true;
}

// Bytes for one member, with an entry in each list of the diff.
enum { STATE_SIZE = sizeof(selection_member) + 2 * sizeof(hit_id), PICK_SIZE = 2 * sizeof(selection_pick) };

static bool make_room(hit_selection* selection, size_t members, size_t picks)
{
    selection_state* next = &selection->next;
    void* memory = next->member;

    if (members > UINT32_MAX || !hit_selection_room(&selection->allocator, &memory, &next->room, members, STATE_SIZE))
        return false;
    next->member = memory;
    if (memory != NULL) {
        next->added = (hit_id*)(void*)(next->member + next->room);
        next->removed = next->added + next->room;
    }
    memory = selection->pick;
    if (!hit_selection_room(&selection->allocator, &memory, &selection->pick_room, picks, PICK_SIZE))
        return false;
    selection->pick = memory;
    return true;
}

hit_status hit_selection_create(const hit_allocator* allocator, hit_selection** selection, hit_error* error)
{
    const hit_allocator ours = hit_allocator_or_default(allocator);
    hit_selection* made;

    if (selection == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "hit_selection_create: the pointer to the selection is NULL");
    made = hit_allocate(&ours, sizeof *made, _Alignof(hit_selection));
    if (made == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "hit_selection_create: no memory for a selection");
    memset(made, 0, sizeof *made);
    made->allocator = ours;
    *selection = made;
    return hit_succeed(error);
}

void hit_selection_destroy(hit_selection* selection)
{
    if (selection == NULL)
        return;
    const hit_allocator allocator = selection->allocator;
    hit_release(&allocator, selection->now.member, selection->now.room * STATE_SIZE, _Alignof(max_align_t));
    hit_release(&allocator, selection->next.member, selection->next.room * STATE_SIZE, _Alignof(max_align_t));
    hit_release(&allocator, selection->pick, selection->pick_room * PICK_SIZE, _Alignof(max_align_t));
    hit_selection_cycle_free(&allocator, &selection->cycle);
    hit_release(&allocator, selection, sizeof *selection, _Alignof(hit_selection));
}

// ---- What was picked ------------------------------------------------------------------------------------------------

static uint32_t add_picks(selection_pick* pick, uint32_t count, const hit_id* ids, uint32_t more, uint64_t order)
{
    for (uint32_t i = 0; i < more; i++)
        if (ids[i] != HIT_ID_NONE)
            pick[count++] = (selection_pick){ids[i], order + i};
    return count;
}

static bool ascends(const selection_pick* pick, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (pick[i].id < pick[i - 1].id)
            return false;
    return true;
}

// Merge [begin, mid) and [mid, end) of one array into another; of equal ids, the first one first.
static void merge_runs(const selection_pick* from, size_t begin, size_t mid, size_t end, selection_pick* to)
{
    size_t a = begin, b = mid;

    HIT_ASSERT(begin <= mid && mid <= end);
    for (size_t i = begin; i < end; i++)
        to[i] = b == end || (a < mid && from[a].id <= from[b].id) ? from[a++] : from[b++];
}

// Sort picks by their ids and keep the last of each. `spare` has room for as many; the result may be in either.
static selection_pick* sort_picks(selection_pick* pick, selection_pick* spare, uint32_t* count)
{
    const size_t n = *count;
    uint32_t kept = 0;

    for (size_t width = 1; width < n && !ascends(pick, *count); width *= 2) {
        selection_pick* const sorted = spare;
        for (size_t begin = 0; begin < n; begin += 2 * width) {
            const size_t mid = n - begin < width ? n : begin + width;
            const size_t end = n - begin < 2 * width ? n : begin + 2 * width;
            merge_runs(pick, begin, mid, end, sorted);
        }
        spare = pick;
        pick = sorted;
    }
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && pick[kept - 1].id == pick[i].id)
            kept--;
        pick[kept++] = pick[i];
    }
    *count = kept;
    return pick;
}

// ---- Changes --------------------------------------------------------------------------------------------------------

// Whether an object is selected afterwards.
static bool stays(hit_select how, bool was, bool picked)
{
    switch (how) {
    case HIT_SELECT_REPLACE:
        return picked;
    case HIT_SELECT_ADD:
        return was || picked;
    case HIT_SELECT_TOGGLE:
        return was != picked;
    case HIT_SELECT_SUBTRACT:
        return was && !picked;
    default:
        return was && picked;
    }
}

// The next state from the present one and from picks, ascending and without repetitions. With `removing` above 0, picks
// with a lower order leave, the others join, whatever `how` says.
static void merge_picks(hit_selection* selection, hit_select how, const selection_pick* pick, uint32_t count,
                        uint64_t removing)
{
    const selection_state* now = &selection->now;
    selection_state* next = &selection->next;
    uint64_t latest = 0;
    uint32_t m = 0, p = 0;

    HIT_ASSERT(next->room >= now->count); // and for picks that join: picks may also be those that leave
    next->count = next->added_count = next->removed_count = 0;
    next->primary = HIT_ID_NONE;
    while (m < now->count || p < count) {
        const bool was = m < now->count && (p == count || now->member[m].id <= pick[p].id);
        const bool picked = p < count && (m == now->count || pick[p].id <= now->member[m].id);
        HIT_ASSERT(was || picked);
        selection_member member = was ? now->member[m] : (selection_member){pick[p].id, 0};
        const bool leaves = picked && pick[p].order < removing;
        const bool stay = leaves ? false : stays(removing > 0 ? HIT_SELECT_ADD : how, was, picked);

        if (picked)
            member.when = selection->clock + pick[p].order;
        if (stay) {
            HIT_ASSERT(next->count < next->room);
            next->member[next->count++] = member;
            if (next->primary == HIT_ID_NONE || member.when > latest) {
                next->primary = member.id;
                latest = member.when;
            }
        }
        if (stay && !was)
            next->added[next->added_count++] = member.id;
        if (was && !stay)
            next->removed[next->removed_count++] = member.id;
        m += was;
        p += picked;
    }
}

// The index of an id among members, or that of the first one above it.
static uint32_t lower_bound_of(const selection_state* state, hit_id id)
{
    uint32_t low = 0, high = state->count;

    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (state->member[mid].id < id)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool holds(const selection_state* state, hit_id id)
{
    const uint32_t index = lower_bound_of(state, id);
    return index < state->count && state->member[index].id == id;
}

// Make the next state the present one.
static void finish(hit_selection* selection, uint64_t ticks, hit_selection_diff* diff)
{
    const selection_state before = selection->now;

    selection->now = selection->next;
    selection->next = before;
    selection->clock += ticks;
    if (diff != NULL) {
        diff->added = selection->now.added;
        diff->added_count = selection->now.added_count;
        diff->removed = selection->now.removed;
        diff->removed_count = selection->now.removed_count;
        diff->primary_before = before.primary;
        diff->primary_after = selection->now.primary;
    }
}

hit_status hit_selection_change(hit_selection* selection, hit_select how, const hit_id* ids, uint32_t count,
                                hit_selection_diff* diff)
{
    const selection_pick* pick;
    uint32_t picks;

    if (!make_room(selection, (size_t)selection->now.count + count, count))
        return HIT_ERROR_MEMORY;
    picks = add_picks(selection->pick, 0, ids, count, 0);
    pick = sort_picks(selection->pick, selection->pick + selection->pick_room, &picks);
    merge_picks(selection, how, pick, picks, 0);
    finish(selection, count, diff);
    return HIT_OK;
}

static hit_status refuse_null(hit_error* error, const char* call, const char* what)
{
    return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s: %s is NULL", call, what);
}

static hit_status fail_memory(hit_error* error, const char* call)
{
    return hit_fail(error, HIT_ERROR_MEMORY, 0, "%s: no memory for the selection, which is as it was", call);
}

hit_status hit_selection_apply(hit_selection* selection, hit_select how, const hit_id* ids, uint32_t count,
                               hit_selection_diff* diff, hit_error* error)
{
    if (selection == NULL || (ids == NULL && count > 0))
        return refuse_null(error, __func__, selection == NULL ? "selection" : "ids");
    if ((unsigned)how > (unsigned)HIT_SELECT_INTERSECT)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "hit_selection_apply: %d is no hit_select", (int)how);
    if (hit_selection_change(selection, how, ids, count, diff) != HIT_OK)
        return fail_memory(error, __func__);
    selection->cycle.live = false;
    return hit_succeed(error);
}

hit_status hit_selection_restore(hit_selection* selection, const hit_id* remove, uint32_t remove_count,
                                 const hit_id* add, uint32_t add_count, hit_id primary, hit_selection_diff* diff,
                                 hit_error* error)
{
    const uint64_t count = (uint64_t)remove_count + add_count;
    const selection_pick* pick;
    uint32_t picks;

    if (selection == NULL || (remove == NULL && remove_count > 0) || (add == NULL && add_count > 0))
        return refuse_null(error, __func__,
                           selection == NULL                    ? "selection"
                           : remove == NULL && remove_count > 0 ? "remove"
                                                                : "add");
    if (count > UINT32_MAX || !make_room(selection, (size_t)selection->now.count + add_count, (size_t)count))
        return fail_memory(error, __func__);
    picks = add_picks(selection->pick, 0, remove, remove_count, 0);
    picks = add_picks(selection->pick, picks, add, add_count, remove_count);
    pick = sort_picks(selection->pick, selection->pick + selection->pick_room, &picks);
    // Without something to remove every pick joins, which is what adding does.
    merge_picks(selection, HIT_SELECT_ADD, pick, picks, remove_count);
    if (primary != HIT_ID_NONE) {
        if (!holds(&selection->next, primary))
            return hit_fail(error, HIT_ERROR_ARGUMENT, 0,
                            "hit_selection_restore: the primary object %" PRIu64 " would not be selected", primary);
        selection->next.member[lower_bound_of(&selection->next, primary)].when = selection->clock + count;
        selection->next.primary = primary;
    }
    finish(selection, count + 1, diff);
    selection->cycle.live = false;
    return hit_succeed(error);
}

hit_status hit_selection_prune(hit_selection* selection, const hit_scene* scene, hit_selection_diff* diff,
                               hit_error* error)
{
    const selection_state* now;
    uint32_t gone = 0;

    if (selection == NULL || scene == NULL)
        return refuse_null(error, __func__, selection == NULL ? "selection" : "scene");
    now = &selection->now;
    if (!make_room(selection, now->count, now->count))
        return fail_memory(error, __func__);
    for (uint32_t i = 0; i < now->count; i++)
        if (!hit_scene_has(scene, now->member[i].id))
            selection->pick[gone++] = (selection_pick){now->member[i].id, 0};
    merge_picks(selection, HIT_SELECT_SUBTRACT, selection->pick, gone, 0);
    finish(selection, 0, diff);
    if (selection->hover != HIT_ID_NONE && !hit_scene_has(scene, selection->hover))
        selection->hover = HIT_ID_NONE;
    return hit_succeed(error);
}

// ---- What is selected -----------------------------------------------------------------------------------------------

bool hit_selection_has(const hit_selection* selection, hit_id id)
{
    return selection != NULL && id != HIT_ID_NONE && holds(&selection->now, id);
}

uint32_t hit_selection_count(const hit_selection* selection)
{
    return selection == NULL ? 0 : selection->now.count;
}

uint32_t hit_selection_list(const hit_selection* selection, hit_id* ids, uint32_t capacity)
{
    const uint32_t count = hit_selection_count(selection);

    for (uint32_t i = 0; ids != NULL && i < count && i < capacity; i++)
        ids[i] = selection->now.member[i].id;
    return count;
}

hit_id hit_selection_primary(const hit_selection* selection)
{
    return selection == NULL ? HIT_ID_NONE : selection->now.primary;
}

bool hit_selection_set_hover(hit_selection* selection, hit_id id)
{
    if (selection == NULL || selection->hover == id)
        return false;
    selection->hover = id;
    return true;
}

hit_id hit_selection_hover(const hit_selection* selection)
{
    return selection == NULL ? HIT_ID_NONE : selection->hover;
}
