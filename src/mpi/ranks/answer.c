// The end of a ray's or a point's way, at the rank that asked: see query.h.
#include "mpi/ranks/query_parts.h"

#include "base/memory.h"

#include <string.h>

void hit_ranks_answer_none(hit_ranks_query* q)
{
    const hit_ranks_question* ask = &q->ask;
    const size_t each = ask->kind == HIT_RANKS_FIRST ? 1 : ask->k;

    if (ask->kind == HIT_RANKS_ALL) {
        for (uint64_t i = ask->count == 0 ? 0 : ask->offsets[0]; i < (ask->count == 0 ? 0 : ask->offsets[ask->count]);
             i++)
            ask->hits[i] = hit_ranks_no_hit;
        return;
    }
    for (size_t i = 0; i < ask->count; i++) {
        if (ask->kind == HIT_RANKS_ANY)
            ask->answers[i] = 0;
        else if (ask->kind == HIT_RANKS_COUNT)
            ask->counts[i] = 0;
        else if (ask->found != NULL && ask->kind != HIT_RANKS_FIRST)
            ask->found[i] = 0;
        for (size_t n = 0; n < each && ask->hits != NULL; n++)
            ask->hits[i * each + n] = hit_ranks_no_hit;
        for (size_t n = 0; n < each && ask->closest != NULL; n++)
            ask->closest[i * each + n] = hit_ranks_no_closest;
    }
}

static hit_ranks_hit read_hit(const hit_ray* ray, const unsigned char* records, uint32_t i)
{
    hit_ranks_wire_hit wire;
    uint64_t id;

    memcpy(&wire, records + i * sizeof wire, sizeof wire);
    memcpy(&id, wire.id, sizeof id);
    return hit_ranks_describe(ray, id, &wire.triangle);
}

// Hits on edges that a ray's home collects to count each crossing once: room for `more`.
static bool reserve_list(hit_ranks_query* q, hit_ranks_list* list, uint64_t more)
{
    const uint64_t capacity = list->count + more > 2 * list->capacity ? list->count + more : 2 * list->capacity;
    void* items;

    if (list->count + more <= list->capacity)
        return true;
    items = hit_allocate(&q->allocator, (size_t)capacity * sizeof(hit_ranks_hit), 8);
    if (items == NULL)
        return false;
    if (list->count > 0)
        memcpy(items, list->items, (size_t)list->count * sizeof(hit_ranks_hit));
    hit_release(&q->allocator, list->items, (size_t)list->capacity * sizeof(hit_ranks_hit), 8);
    list->items = items;
    list->capacity = capacity;
    return true;
}

// count, all: one of several answers.
static void add_hits(hit_ranks_query* q, hit_ranks_slot* slot, const hit_ranks_answer* answer,
                     const unsigned char* records)
{
    const hit_ray ray = q->ask.rays[slot->index];

    if (q->ask.kind == HIT_RANKS_COUNT) {
        q->ask.counts[slot->index] += answer->number;
        if (!reserve_list(q, &slot->list, answer->records)) {
            hit_ranks_query_no_memory(q);
            return;
        }
    }
    for (uint32_t i = 0; i < answer->records; i++) {
        const hit_ranks_hit hit = read_hit(&ray, records, i);
        hit_ranks_keep_hit(&ray, &slot->list, &hit, q->options.unique);
    }
    if (q->ask.kind == HIT_RANKS_ALL && slot->list.overflow && slot->index < q->overflown)
        q->overflown = slot->index;
    if (q->ask.kind == HIT_RANKS_COUNT && slot->waiting == 1)
        q->ask.counts[slot->index] += slot->list.count;
}

static void take_closest(hit_ranks_query* q, uint64_t index, const unsigned char* records, uint32_t count)
{
    HIT_ASSERT(count <= q->ask.k);
    if (count > 0)
        memcpy(q->ask.closest + index * q->ask.k, records, count * sizeof *q->ask.closest);
    if (q->ask.found != NULL)
        q->ask.found[index] = count;
}

void hit_ranks_answer_take(hit_ranks_query* q, const hit_ranks_answer* answer, const unsigned char* records)
{
    hit_ranks_slot* slot = &q->slots[answer->slot];
    const uint64_t index = slot->index;

    HIT_ASSERT(answer->slot < q->slot_count && slot->waiting > 0);
    switch (q->ask.kind) {
    case HIT_RANKS_FIRST:
    case HIT_RANKS_FIRST_K:
        for (uint32_t i = 0; i < answer->records; i++)
            q->ask.hits[index * q->list + i] = read_hit(&q->ask.rays[index], records, i);
        if (q->ask.kind == HIT_RANKS_FIRST_K && q->ask.found != NULL)
            q->ask.found[index] = answer->records;
        break;
    case HIT_RANKS_ANY:
        q->ask.answers[index] = answer->number != 0;
        break;
    case HIT_RANKS_COUNT:
    case HIT_RANKS_ALL:
        add_hits(q, slot, answer, records);
        break;
    case HIT_RANKS_CLOSEST:
        take_closest(q, index, records, answer->records);
        break;
    }
    if (--slot->waiting == 0) {
        q->free_slots[q->free_count++] = answer->slot;
        q->under_way--;
    }
}
