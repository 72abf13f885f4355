// The lowest ids: see id_list.h. The heap is that of J. W. J. Williams (Heapsort, 1964).
#include "scene/id_list.h"

// Let the id at `at` sink to its place in the heap of the first `count`.
static void sink(hit_id* ids, uint32_t count, uint32_t at)
{
    const hit_id id = ids[at];

    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count)
            break;
        if (child + 1 < count && ids[child + 1] > ids[child])
            child++;
        if (ids[child] <= id)
            break;
        ids[at] = ids[child];
        at = child;
    }
    ids[at] = id;
}

static void make_heap(hit_id* ids, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sink(ids, count, i);
}

void hit_id_list_add(hit_id_list* list, hit_id id)
{
    if (list->count < list->capacity) {
        list->ids[list->count] = id;
    } else if (list->capacity > 0) {
        if (list->count == list->capacity)
            make_heap(list->ids, list->capacity);
        if (id < list->ids[0]) {
            list->ids[0] = id;
            sink(list->ids, list->capacity, 0);
        }
    }
    list->count++;
}

void hit_id_list_finish(hit_id_list* list)
{
    const uint32_t kept = list->count < list->capacity ? list->count : list->capacity;

    if (kept < 2)
        return;
    make_heap(list->ids, kept);
    for (uint32_t end = kept - 1; end > 0; end--) {
        const hit_id largest = list->ids[0];
        list->ids[0] = list->ids[end];
        list->ids[end] = largest;
        sink(list->ids, end, 0);
    }
}
