// A block of rays or points asks this rank's tree: see query.h.
#include "mpi/ranks/query_parts.h"

#include <math.h>
#include <string.h>

// The states of a block: their rays and masks as batches take them, and where they are among the pending ones.
typedef struct block {
    uint32_t count;
    hit_ray* rays;
    uint32_t* masks;
    size_t* at;
} block;

static bool take_block(hit_ranks_query* q, block* b)
{
    const uint32_t most = q->block;
    size_t at = q->read;

    q->scratch.size = 0;
    b->at = hit_bytes_add(&q->scratch, most * (sizeof *b->at + sizeof *b->rays + sizeof *b->masks));
    if (b->at == NULL)
        return false;
    b->rays = (hit_ray*)(void*)(b->at + most);
    b->masks = (uint32_t*)(void*)(b->rays + most);
    for (b->count = 0; b->count < most && at < q->pending.size; b->count++) {
        hit_ranks_state state;
        const unsigned char* records;
        b->at[b->count] = at;
        at += hit_ranks_state_read(q, q->pending.data + at, &state, &records);
        b->rays[b->count] = hit_ranks_state_ray(&state);
        b->masks[b->count] = state.mask;
    }
    q->read = at;
    q->work.visits += b->count;
    return true;
}

static hit_bvh_batch_options batch_options(const hit_ranks_query* q, const block* b)
{
    const hit_bvh_batch_options options = {
        .filter = &q->filter, .ray_masks = q->filter.masks != NULL ? b->masks : NULL, .pool = q->options.pool};
    return options;
}

// A local hit, as it travels.
static hit_ranks_wire_hit wire_hit(const hit_ranks_query* q, const hit_bvh_hit* hit)
{
    hit_ranks_wire_hit wire;
    const uint64_t id = q->tree->ids[hit->primitive];

    memset(&wire, 0, sizeof wire);
    memcpy(wire.id, &id, sizeof id);
    if (!hit_bvh_hit_triangle(q->tree->local, hit, &wire.triangle))
        HIT_ASSERT(false); // every hit is of this tree
    return wire;
}

// What the answers of a tree are a part of: everything but the slot.
static hit_ranks_hit whole_hit(const hit_ranks_query* q, const hit_bvh_hit* hit)
{
    hit_ranks_hit whole = {.primitive = q->tree->ids[hit->primitive],
                           .t = hit->t,
                           .u = hit->u,
                           .v = hit->v,
                           .w = hit->w,
                           .side = hit->side};
    if (!hit_bvh_hit_triangle(q->tree->local, hit, &whole.triangle))
        HIT_ASSERT(false); // every hit is of this tree
    return whole;
}

// ---- first, first_k -------------------------------------------------------------------------------------------------

// The list that a state carries, in q->best.
static bool read_hits(hit_ranks_query* q, const hit_ray* ray, const hit_ranks_state* state,
                      const unsigned char* records, hit_ranks_list* list)
{
    *list = (hit_ranks_list){.items = q->best.data, .count = state->best, .capacity = q->list};
    for (uint32_t i = 0; i < state->best; i++) {
        hit_ranks_wire_hit wire;
        uint64_t id;
        memcpy(&wire, records + i * sizeof wire, sizeof wire);
        memcpy(&id, wire.id, sizeof id);
        ((hit_ranks_hit*)list->items)[i] = hit_ranks_describe(ray, id, &wire.triangle);
    }
    return true;
}

// Merge what this rank has found, and go on.
static void merge_hits(hit_ranks_query* q, hit_post* post, size_t at, const hit_bvh_hit* hits, uint32_t count)
{
    hit_ranks_state state;
    const unsigned char* records;
    hit_ranks_list list;
    hit_ranks_hit* best;
    hit_ranks_wire_hit* wire;
    hit_ray ray;

    hit_ranks_state_read(q, q->pending.data + at, &state, &records);
    ray = hit_ranks_state_ray(&state);
    read_hits(q, &ray, &state, records, &list);
    for (uint32_t i = 0; i < count; i++) {
        const hit_ranks_hit hit = whole_hit(q, &hits[i]);
        hit_ranks_keep_hit(&ray, &list, &hit, q->options.unique && q->ask.kind == HIT_RANKS_FIRST_K);
    }
    best = list.items;
    wire = (hit_ranks_wire_hit*)(void*)(best + q->list);
    for (uint32_t i = 0; i < list.count; i++) {
        memcpy(wire[i].id, &best[i].primitive, sizeof wire[i].id);
        wire[i].triangle = best[i].triangle;
    }
    // The exact t is at most the float after the rounded one. What is exactly as near still counts: its index may be
    // lower.
    if (list.count == list.capacity)
        state.t_max = fminf(state.t_max, nextafterf(best[list.count - 1].t, HUGE_VALF));
    state.best = (uint32_t)list.count;
    state.visited++;
    hit_ranks_go_on(q, post, &state, wire);
}

static void visit_first(hit_ranks_query* q, hit_post* post, const block* b)
{
    const hit_bvh_batch_options options = batch_options(q, b);
    const uint32_t k = q->list;
    hit_bvh_hit* hits;
    hit_error error;

    q->hits.size = q->best.size = 0;
    hits = hit_bytes_add(&q->hits, (size_t)b->count * k * sizeof *hits);
    if (hits == NULL || hit_bytes_add(&q->best, k * (sizeof(hit_ranks_hit) + sizeof(hit_ranks_wire_hit))) == NULL) {
        hit_ranks_query_no_memory(q);
        return;
    }
    if ((q->ask.kind == HIT_RANKS_FIRST
             ? hit_bvh_batch_first(q->tree->local, b->rays, b->count, hits, &options, &error)
             : hit_bvh_batch_first_k(q->tree->local, b->rays, b->count, k, hits, NULL, &options, &error)) != HIT_OK) {
        q->actor.error = error;
        return;
    }
    for (uint32_t i = 0; i < b->count && q->actor.error.status == HIT_OK; i++) {
        uint32_t count = 0;
        while (count < k && hits[(size_t)i * k + count].primitive != HIT_BVH_NONE)
            count++;
        merge_hits(q, post, b->at[i], hits + (size_t)i * k, count);
    }
}

// ---- any ------------------------------------------------------------------------------------------------------------

static void visit_any(hit_ranks_query* q, hit_post* post, const block* b)
{
    const hit_bvh_batch_options options = batch_options(q, b);
    uint8_t* answers;
    hit_error error;

    q->hits.size = 0;
    answers = hit_bytes_add(&q->hits, b->count);
    if (answers == NULL) {
        hit_ranks_query_no_memory(q);
        return;
    }
    if (hit_bvh_batch_any(q->tree->local, b->rays, b->count, answers, &options, &error) != HIT_OK) {
        q->actor.error = error;
        return;
    }
    for (uint32_t i = 0; i < b->count && q->actor.error.status == HIT_OK; i++) {
        hit_ranks_state state;
        const unsigned char* records;
        hit_ranks_state_read(q, q->pending.data + b->at[i], &state, &records);
        state.visited++;
        if (answers[i])
            hit_ranks_go_home(q, post, &state, 1, NULL, 0);
        else
            hit_ranks_go_on(q, post, &state, NULL);
    }
}

// ---- count, all -----------------------------------------------------------------------------------------------------

// Send home the hits that a question wants: all, or those on edges, with the number of the others.
static void send_hits(hit_ranks_query* q, hit_post* post, size_t at, const hit_bvh_hit* hits, uint32_t count)
{
    hit_ranks_state state;
    const unsigned char* unused;
    hit_ray ray;

    hit_ranks_state_read(q, q->pending.data + at, &state, &unused);
    ray = hit_ranks_state_ray(&state);
    q->best.size = 0;
    for (uint32_t i = 0; i < count; i++) {
        hit_ranks_wire_hit* wire;
        if (q->ask.kind == HIT_RANKS_COUNT) {
            const hit_ranks_hit hit = whole_hit(q, &hits[i]);
            if (!hit_ranks_on_edge(&ray, &hit))
                continue;
        }
        wire = hit_bytes_add(&q->best, sizeof *wire);
        if (wire == NULL) {
            hit_ranks_query_no_memory(q);
            return;
        }
        *wire = wire_hit(q, &hits[i]);
    }
    const uint32_t records = (uint32_t)(q->best.size / sizeof(hit_ranks_wire_hit));
    hit_ranks_go_home(q, post, &state, count - records, q->best.data, records);
}

static void visit_all(hit_ranks_query* q, hit_post* post, const block* b)
{
    const hit_bvh_batch_options options = batch_options(q, b);
    const bool numbers = q->ask.kind == HIT_RANKS_COUNT && !q->options.unique;
    const size_t heads = (b->count + 1) * sizeof(uint64_t) + b->count * sizeof(uint32_t);
    uint64_t* offsets;
    uint32_t* counts;
    hit_bvh_hit* hits = NULL;
    hit_error error;

    q->hits.size = 0;
    if (hit_bytes_add(&q->hits, (heads + 7) & ~(size_t)7) == NULL) {
        hit_ranks_query_no_memory(q);
        return;
    }
    offsets = (uint64_t*)(void*)q->hits.data;
    counts = (uint32_t*)(void*)(offsets + b->count + 1);
    if (hit_bvh_batch_count(q->tree->local, b->rays, b->count, counts, &options, &error) != HIT_OK) {
        q->actor.error = error;
        return;
    }
    offsets[0] = 0;
    for (uint32_t i = 0; i < b->count; i++)
        offsets[i + 1] = offsets[i] + (numbers ? 0 : counts[i]);
    if (offsets[b->count] > 0) {
        hits = hit_bytes_add(&q->hits, (size_t)offsets[b->count] * sizeof *hits);
        if (hits == NULL) {
            hit_ranks_query_no_memory(q);
            return;
        }
        offsets = (uint64_t*)(void*)q->hits.data; // which may have moved
        counts = (uint32_t*)(void*)(offsets + b->count + 1);
        if (hit_bvh_batch_all(q->tree->local, b->rays, b->count, offsets, hits, &options, &error) != HIT_OK) {
            q->actor.error = error;
            return;
        }
    }
    for (uint32_t i = 0; i < b->count && q->actor.error.status == HIT_OK; i++) {
        if (numbers) {
            hit_ranks_state state;
            const unsigned char* records;
            hit_ranks_state_read(q, q->pending.data + b->at[i], &state, &records);
            hit_ranks_go_home(q, post, &state, counts[i], NULL, 0);
        } else {
            send_hits(q, post, b->at[i], hits == NULL ? NULL : hits + offsets[i], counts[i]);
        }
    }
}

// ---- closest --------------------------------------------------------------------------------------------------------

static hit_ranks_closest whole_closest(const hit_ranks_query* q, const hit_bvh_closest* c)
{
    hit_ranks_closest whole = {.primitive = q->tree->ids[c->primitive],
                               .distance = c->distance,
                               .point = c->point,
                               .u = c->u,
                               .v = c->v,
                               .w = c->w};
    if (!hit_bvh_closest_triangle(q->tree->local, c, &whole.triangle))
        HIT_ASSERT(false); // every result is of this tree
    return whole;
}

static void visit_closest(hit_ranks_query* q, hit_post* post, const block* b)
{
    const uint32_t k = q->list;
    hit_bvh_closest* found;

    q->hits.size = q->best.size = 0;
    found = hit_bytes_add(&q->hits, k * sizeof *found);
    if (found == NULL || hit_bytes_add(&q->best, k * sizeof(hit_ranks_closest)) == NULL) {
        hit_ranks_query_no_memory(q);
        return;
    }
    for (uint32_t i = 0; i < b->count && q->actor.error.status == HIT_OK; i++) {
        hit_bvh_batch_options options = batch_options(q, b);
        hit_ranks_list list = {.items = q->best.data, .capacity = k};
        hit_ranks_state state;
        const unsigned char* records;
        uint32_t count = 0;
        hit_error error;

        hit_ranks_state_read(q, q->pending.data + b->at[i], &state, &records);
        if (state.best > 0)
            memcpy(list.items, records, state.best * sizeof(hit_ranks_closest));
        list.count = state.best;
        options.pool = NULL;
        options.ray_masks = options.ray_masks == NULL ? NULL : &b->masks[i];
        // A batch of one: it takes two masks.
        if (hit_bvh_batch_closest(q->tree->local, &state.origin, 1, state.t_max, k, found, &count, &options, &error) !=
            HIT_OK) {
            q->actor.error = error;
            return;
        }
        for (uint32_t n = 0; n < count; n++) {
            const hit_ranks_closest whole = whole_closest(q, &found[n]);
            hit_ranks_keep_closest(state.origin, &list, &whole);
        }
        // As in merge_hits.
        if (list.count == k) {
            const hit_ranks_closest* last = (const hit_ranks_closest*)list.items + (k - 1);
            state.t_max = fminf(state.t_max, nextafterf(last->distance, HUGE_VALF));
        }
        state.best = (uint32_t)list.count;
        state.visited++;
        hit_ranks_go_on(q, post, &state, list.items);
    }
}

void hit_ranks_visit(hit_ranks_query* q, hit_post* post)
{
    block b;

    // Answers and states that stay here go to `pending` too: it must not move while they are read.
    if (!take_block(q, &b)) {
        hit_ranks_query_no_memory(q);
        return;
    }
    switch (q->ask.kind) {
    case HIT_RANKS_FIRST:
    case HIT_RANKS_FIRST_K:
        visit_first(q, post, &b);
        break;
    case HIT_RANKS_ANY:
        visit_any(q, post, &b);
        break;
    case HIT_RANKS_COUNT:
    case HIT_RANKS_ALL:
        visit_all(q, post, &b);
        break;
    case HIT_RANKS_CLOSEST:
        visit_closest(q, post, &b);
        break;
    }
}
