// Queries of a divided model: their arguments, memory, and rounds. See query.h.
#include "mpi/ranks/query_parts.h"

#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"

#include <stddef.h>
#include <string.h>

// Rays that ask a tree at once, and the hits that there is room for then.
enum { BLOCK = 2048, BLOCK_HITS = 1 << 16, BLOCK_OF_LISTS = 64 };

void hit_ranks_query_no_memory(hit_ranks_query* q)
{
    hit_fail(&q->actor.error, HIT_ERROR_MEMORY, 0, "no memory for the rays that are under way: lower buffer_bytes");
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

static void read_mail(hit_ranks_query* q, const hit_bytes* mail)
{
    size_t at = 0;

    while (at < mail->size && q->actor.error.status == HIT_OK) {
        hit_ranks_answer answer;
        memcpy(&answer, mail->data + at, sizeof answer);
        if (answer.mark == (uint32_t)HIT_RANKS_ANSWER) {
            at += sizeof answer;
            q->work.answers++;
            hit_ranks_answer_take(q, &answer, mail->data + at);
            at += answer.records * q->record;
        } else {
            hit_ranks_state state;
            const unsigned char* records;
            const size_t size = hit_ranks_state_read(q, mail->data + at, &state, &records);
            void* place = hit_bytes_add(&q->pending, size);
            if (place == NULL) {
                hit_ranks_query_no_memory(q);
                return;
            }
            memcpy(place, mail->data + at, size);
            at += size;
        }
    }
    HIT_ASSERT(at == mail->size || q->actor.error.status != HIT_OK);
}

// What has been visited makes room.
static void drop_read(hit_ranks_query* q)
{
    if (q->read == 0)
        return;
    memmove(q->pending.data, q->pending.data + q->read, q->pending.size - q->read);
    q->pending.size -= q->read;
    q->read = 0;
}

static void step(hit_actor* actor, const hit_bytes* mail, hit_post* post)
{
    hit_ranks_query* q = (hit_ranks_query*)(void*)actor; // its first member
    const hit_fpenv saved = hit_fpenv_enter();

    drop_read(q);
    read_mail(q, mail);
    hit_ranks_start(q, post);
    while (q->read < q->pending.size && post->bytes.size < q->budget.post && actor->error.status == HIT_OK) {
        hit_ranks_visit(q, post);
        hit_ranks_start(q, post);
        if (q->read > q->pending.size / 2)
            drop_read(q);
    }
    actor->busy = q->next < q->ask.count || q->under_way > 0;
    if (!actor->busy && q->overflown != UINT64_MAX && actor->late.status == HIT_OK)
        hit_fail(&actor->late, HIT_ERROR_ARGUMENT, q->overflown,
                 "ray %llu has more hits than offsets leave room for: count them first, with the same options",
                 (unsigned long long)q->overflown);
    hit_fpenv_leave(saved);
}

// ---- Begin and end --------------------------------------------------------------------------------------------------

static const char* wrong_arrays(const hit_ranks_question* ask)
{
    const bool lists = ask->kind == HIT_RANKS_FIRST_K || ask->kind == HIT_RANKS_CLOSEST;

    if (ask->count == 0 || (lists && ask->k == 0 && ask->found == NULL))
        return NULL;
    if (ask->kind == HIT_RANKS_CLOSEST ? ask->points == NULL : ask->rays == NULL)
        return ask->kind == HIT_RANKS_CLOSEST ? "the points are NULL" : "the rays are NULL";
    if ((ask->kind == HIT_RANKS_FIRST && ask->hits == NULL) ||
        (ask->kind == HIT_RANKS_FIRST_K && ask->hits == NULL && ask->k > 0) ||
        (ask->kind == HIT_RANKS_CLOSEST && ask->closest == NULL && ask->k > 0) ||
        (ask->kind == HIT_RANKS_ANY && ask->answers == NULL) || (ask->kind == HIT_RANKS_COUNT && ask->counts == NULL))
        return "there is no array for the answers";
    if (ask->kind != HIT_RANKS_ALL)
        return NULL;
    if (ask->offsets == NULL)
        return "the offsets are NULL";
    for (size_t i = 0; i < ask->count; i++)
        if (ask->offsets[i] > ask->offsets[i + 1])
            return "the offsets do not ascend";
    if (ask->offsets[ask->count] > SIZE_MAX / sizeof(hit_ranks_hit))
        return "the offsets are more than memory can hold";
    return ask->hits == NULL && ask->offsets[ask->count] > ask->offsets[0] ? "there is no array for the hits" : NULL;
}

static void check(hit_ranks_query* q, const hit_ranks_options* options)
{
    const char* wrong = wrong_arrays(&q->ask);
    hit_error* error = &q->actor.error;

    if (options != NULL && !hit_reserved_is_zero(options->reserved))
        hit_fail_reserved(error, "hit_ranks_options");
    else if ((unsigned)q->options.sides > HIT_SIDES_BACK)
        hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the sides are none of the known ones");
    else if (q->options.ray_masks != NULL && !q->tree->has_masks && q->ask.count > 0)
        hit_fail(error, HIT_ERROR_ARGUMENT, 0, "ray_masks are given, but no rank brought masks of triangles");
    else if (wrong != NULL)
        hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s, and there are %llu rays or points", wrong,
                 (unsigned long long)q->ask.count);
}

static void agree(hit_ranks_query* q)
{
    uint64_t a = hit_agree_on(2, (uint64_t)q->ask.kind);
    uint32_t limit;

    memcpy(&limit, &q->ask.max_distance, sizeof limit);
    a = hit_agree_on(a, q->ask.k);
    a = hit_agree_on(a, q->ask.kind == HIT_RANKS_CLOSEST ? limit : 0);
    a = hit_agree_on(a, q->budget.quota);
    a = hit_agree_on(a, (uint64_t)q->options.sides);
    a = hit_agree_on(a, q->options.mask);
    q->actor.agreement = hit_agree_on(a, q->options.unique);
}

static void make_room(hit_ranks_query* q)
{
    const hit_allocator* a = &q->allocator;
    const size_t ranks = q->tree->ranks;
    const size_t slots = q->ask.count < q->budget.window ? q->ask.count : q->budget.window;

    q->slot_count = (uint32_t)slots;
    q->ranks_met = hit_allocate(a, ranks * sizeof *q->ranks_met, 8);
    q->ranks_near = hit_allocate(a, ranks * sizeof *q->ranks_near, 8);
    q->slots = hit_allocate(a, slots * sizeof *q->slots, 8);
    q->free_slots = hit_allocate(a, slots * sizeof *q->free_slots, 8);
    for (uint32_t i = 0; q->slots != NULL && i < q->slot_count; i++)
        q->slots[i] = (hit_ranks_slot){.index = 0};
    if (q->ranks_met == NULL || q->ranks_near == NULL || (slots > 0 && (q->slots == NULL || q->free_slots == NULL))) {
        hit_ranks_query_no_memory(q);
        return;
    }
    for (uint32_t i = 0; i < q->slot_count; i++)
        q->free_slots[i] = q->slot_count - 1 - i;
    q->free_count = q->slot_count;
}

static void set_sizes(hit_ranks_query* q)
{
    const bool lists = q->ask.kind == HIT_RANKS_FIRST_K || q->ask.kind == HIT_RANKS_CLOSEST;

    q->list = q->ask.kind == HIT_RANKS_FIRST ? 1 : lists ? q->ask.k : 0;
    q->record = q->ask.kind == HIT_RANKS_CLOSEST ? sizeof(hit_ranks_closest) : sizeof(hit_ranks_wire_hit);
    q->state =
        q->ask.kind == HIT_RANKS_CLOSEST ? offsetof(hit_ranks_state, direction) : offsetof(hit_ranks_state, mask);
    q->state += q->tree->has_masks ? sizeof(uint32_t) : 0;
    q->block = hit_ranks_is_forwarded(q) ? BLOCK : BLOCK_OF_LISTS;
    if (q->list > 0 && q->block > BLOCK_HITS / q->list)
        q->block = BLOCK_HITS / q->list == 0 ? 1 : BLOCK_HITS / q->list;
    q->budget = hit_budget_make(q->options.buffer_bytes, q->tree->ranks, q->state + q->list * q->record);
}

hit_ranks_query* hit_ranks_query_begin(const hit_ranks_tree* tree, const hit_ranks_question* question,
                                       const hit_ranks_options* options, hit_actor* refused)
{
    const hit_ranks_options defaults = {.allocator = NULL};
    hit_ranks_query* q = hit_allocate(&tree->allocator, sizeof *q, 8);

    if (q == NULL) {
        *refused = (hit_actor){.quota = 1};
        hit_fail(&refused->error, HIT_ERROR_MEMORY, 0, "no memory to begin a query");
        return NULL;
    }
    *q = (hit_ranks_query){.tree = tree, .allocator = tree->allocator, .ask = *question, .overflown = UINT64_MAX};
    q->options = options == NULL ? defaults : *options;
    q->filter = (hit_bvh_filter){
        .sides = q->options.sides, .masks = tree->masks, .mask = q->options.mask, .unique = q->options.unique};
    q->pending.allocator = q->scratch.allocator = q->hits.allocator = q->best.allocator = &q->allocator;
    set_sizes(q);
    q->actor = (hit_actor){.step = step, .quota = q->budget.quota, .busy = true};
    agree(q);
    check(q, options);
    if (q->actor.error.status == HIT_OK)
        make_room(q);
    if (q->actor.error.status == HIT_OK) {
        hit_ranks_answer_none(q);
        // Lists of no hits are known.
        if (q->list == 0 && (q->ask.kind == HIT_RANKS_FIRST_K || q->ask.kind == HIT_RANKS_CLOSEST))
            q->ask.count = 0;
    }
    return q;
}

hit_actor* hit_ranks_query_actor(hit_ranks_query* query)
{
    return &query->actor;
}

void hit_ranks_query_end(hit_ranks_query* query, hit_ranks_work* work)
{
    const hit_allocator allocator = query->allocator;
    const size_t ranks = query->tree->ranks;

    if (work != NULL) {
        work->visits += query->work.visits;
        work->forwarded += query->work.forwarded;
        work->answers += query->work.answers;
    }
    for (uint32_t i = 0; i < query->slot_count && query->slots != NULL && query->ask.kind == HIT_RANKS_COUNT; i++)
        hit_release(&allocator, query->slots[i].list.items,
                    (size_t)query->slots[i].list.capacity * sizeof(hit_ranks_hit), 8);
    hit_release(&allocator, query->ranks_met, ranks * sizeof *query->ranks_met, 8);
    hit_release(&allocator, query->ranks_near, ranks * sizeof *query->ranks_near, 8);
    hit_release(&allocator, query->slots, query->slot_count * sizeof *query->slots, 8);
    hit_release(&allocator, query->free_slots, query->slot_count * sizeof *query->free_slots, 8);
    hit_bytes_free(&query->pending);
    hit_bytes_free(&query->scratch);
    hit_bytes_free(&query->hits);
    hit_bytes_free(&query->best);
    hit_release(&allocator, query, sizeof *query, 8);
}
