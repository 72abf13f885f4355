// The lowest ids: see id_list.h. The heap is that of J. W. J. Williams (Heapsort, 1964); what is left is sorted by bytes, in
// place.
#include "scene/id_list.h"

#include <string.h>

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

// ---- Sorting --------------------------------------------------------------------------------------------------------

enum { FEW = 24, DIGITS = 256, LEVELS = 8 };

static void sort_few(hit_id* ids, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const hit_id id = ids[i];
        uint32_t at = i;
        for (; at > 0 && ids[at - 1] > id; at--)
            ids[at] = ids[at - 1];
        ids[at] = id;
    }
}

// Bring ids that agree in all bits above a byte into the order of that byte, in place: `begin` becomes where each value
// of it begins.
static void sort_byte(hit_id* ids, uint32_t count, unsigned shift, uint32_t begin[DIGITS + 1])
{
    uint32_t next[DIGITS];

    memset(begin, 0, (DIGITS + 1) * sizeof *begin);
    for (uint32_t i = 0; i < count; i++)
        begin[(ids[i] >> shift & 0xffu) + 1]++;
    for (unsigned d = 0; d < DIGITS; d++) {
        begin[d + 1] += begin[d];
        next[d] = begin[d];
    }
    for (unsigned d = 0; d < DIGITS; d++)
        while (next[d] < begin[d + 1]) {
            const hit_id id = ids[next[d]];
            const unsigned home = (unsigned)(id >> shift & 0xffu);
            ids[next[d]] = ids[next[home]];
            ids[next[home]++] = id;
        }
}

// P. M. McIlroy et al., Engineering radix sort, 1993: from the highest byte in which ids differ down, each part by itself.
static void sort(hit_id* ids, uint32_t count)
{
    struct {
        uint32_t begin[DIGITS + 1];
        unsigned digit;
        hit_id* ids;
    } level[LEVELS];
    hit_id differ = 0;
    unsigned shift = 0;
    int depth = 0;

    for (uint32_t i = 1; i < count; i++)
        differ |= ids[i] ^ ids[0];
    if (count <= FEW || differ == 0) {
        sort_few(ids, count);
        return;
    }
    while (differ >> shift > 0xffu)
        shift += 8;
    level[0].ids = ids;
    level[0].digit = 0;
    sort_byte(ids, count, shift, level[0].begin);
    while (depth >= 0) {
        const unsigned d = level[depth].digit++;
        if (d == DIGITS || shift == 0) {
            // The lowest byte is the last one.
            depth--;
            shift += 8;
            continue;
        }
        hit_id* part = level[depth].ids + level[depth].begin[d];
        const uint32_t size = level[depth].begin[d + 1] - level[depth].begin[d];
        if (size <= FEW) {
            sort_few(part, size);
            continue;
        }
        depth++;
        shift -= 8;
        level[depth].ids = part;
        level[depth].digit = 0;
        sort_byte(part, size, shift, level[depth].begin);
    }
}

void hit_id_list_finish(hit_id_list* list)
{
    sort(list->ids, list->count < list->capacity ? list->count : list->capacity);
}
