// The way of rays and points from rank to rank: see query.h.
#include "mpi/ranks/query_parts.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define POINT_BYTES offsetof(hit_ranks_state, direction)
#define RAY_BYTES offsetof(hit_ranks_state, mask)

static size_t shape_bytes(const hit_ranks_query* q)
{
    return q->ask.kind == HIT_RANKS_CLOSEST ? POINT_BYTES : RAY_BYTES;
}

size_t hit_ranks_state_read(const hit_ranks_query* q, const unsigned char* from, hit_ranks_state* state,
                            const unsigned char** records)
{
    const size_t size = shape_bytes(q);

    memset(state, 0, sizeof *state);
    memcpy(state, from, size);
    state->mask = UINT32_MAX;
    if (q->tree->has_masks)
        memcpy(&state->mask, from + size, sizeof state->mask);
    *records = from + q->state;
    HIT_ASSERT(q->state == size + (q->tree->has_masks ? 4 : 0) && state->best <= q->list);
    return q->state + state->best * q->record;
}

static void state_write(const hit_ranks_query* q, unsigned char* to, const hit_ranks_state* state, const void* records)
{
    const size_t size = shape_bytes(q);

    memcpy(to, state, size);
    if (q->tree->has_masks)
        memcpy(to + size, &state->mask, sizeof state->mask);
    if (state->best > 0 && records != NULL)
        memcpy(to + q->state, records, state->best * q->record);
}

static void send_state(hit_ranks_query* q, hit_post* post, uint32_t to, const hit_ranks_state* state,
                       const void* records)
{
    const size_t size = q->state + state->best * q->record;
    unsigned char* place = to == post->rank ? hit_bytes_add(&q->pending, size) : hit_post_add(post, to, size);

    if (place == NULL)
        hit_ranks_query_no_memory(q);
    else
        state_write(q, place, state, records);
}

// The rank that comes after those that a state has visited; false when there is none.
static bool next_rank(const hit_ranks_query* q, const hit_ranks_state* state, uint32_t* rank)
{
    const uint32_t n = state->visited;

    if (n == q->tree->ranks)
        return false;
    if (q->ask.kind == HIT_RANKS_CLOSEST) {
        if (hit_bvh_closest_points(q->tree->top, state->origin, state->t_max, NULL, q->ranks_near, n + 1) <= n)
            return false;
        *rank = q->ranks_near[n].primitive;
        return true;
    }
    if (hit_bvh_first_k(q->tree->top, hit_ranks_state_ray(state), NULL, q->ranks_met, n + 1) <= n)
        return false;
    *rank = q->ranks_met[n].primitive;
    return true;
}

void hit_ranks_go_on(hit_ranks_query* q, hit_post* post, hit_ranks_state* state, const void* records)
{
    uint32_t rank;

    if (next_rank(q, state, &rank)) {
        q->work.forwarded += rank != post->rank;
        send_state(q, post, rank, state, records);
    } else {
        hit_ranks_go_home(q, post, state, 0, records, state->best);
    }
}

void hit_ranks_go_home(hit_ranks_query* q, hit_post* post, const hit_ranks_state* state, uint32_t number,
                       const void* records, uint32_t count)
{
    const hit_ranks_answer answer = {(uint32_t)HIT_RANKS_ANSWER, state->slot, number, count};
    unsigned char* place;

    if (state->home == post->rank) {
        hit_ranks_answer_take(q, &answer, records);
        return;
    }
    place = hit_post_add(post, state->home, sizeof answer + count * q->record);
    if (place == NULL) {
        hit_ranks_query_no_memory(q);
        return;
    }
    memcpy(place, &answer, sizeof answer);
    if (count > 0 && records != NULL)
        memcpy(place + sizeof answer, records, count * q->record);
}

// Ask all ranks that a ray meets at once.
static void scatter(hit_ranks_query* q, hit_post* post, hit_ranks_state* state)
{
    const uint32_t met = hit_bvh_all(q->tree->top, hit_ranks_state_ray(state), NULL, q->ranks_met, q->tree->ranks);

    q->slots[state->slot].waiting = met;
    for (uint32_t i = 0; i < met && q->actor.error.status == HIT_OK; i++) {
        q->work.forwarded += q->ranks_met[i].primitive != post->rank;
        send_state(q, post, q->ranks_met[i].primitive, state, NULL);
    }
}

static hit_ranks_state state_of(const hit_ranks_query* q, size_t index, uint32_t slot)
{
    hit_ranks_state state = {.home = q->tree->rank, .slot = slot};

    if (q->ask.kind == HIT_RANKS_CLOSEST) {
        state.origin = q->ask.points[index];
        state.t_max = q->ask.max_distance;
    } else {
        const hit_ray ray = q->ask.rays[index];
        state.origin = ray.origin;
        state.direction = ray.direction;
        state.t_min = ray.t_min;
        state.t_max = ray.t_max;
    }
    state.mask = q->options.ray_masks != NULL ? q->options.ray_masks[index] : q->options.mask;
    return state;
}

static void prepare_slot(hit_ranks_query* q, hit_ranks_slot* slot, size_t index)
{
    slot->index = index;
    slot->waiting = 1;
    slot->list.count = 0;
    slot->list.overflow = false;
    if (q->ask.kind == HIT_RANKS_ALL) {
        slot->list.items = q->ask.hits == NULL ? NULL : q->ask.hits + q->ask.offsets[index];
        slot->list.capacity = q->ask.offsets[index + 1] - q->ask.offsets[index];
    }
}

// A ray that meets no rank has its answer already (hit_ranks_answer_none), and takes no room.
void hit_ranks_start(hit_ranks_query* q, hit_post* post)
{
    while (q->next < q->ask.count && q->free_count > 0 && post->bytes.size < q->budget.post &&
           q->actor.error.status == HIT_OK) {
        const uint32_t slot = q->free_slots[q->free_count - 1];
        hit_ranks_state state = state_of(q, q->next, slot);
        uint32_t rank = 0;
        bool meets;

        prepare_slot(q, &q->slots[slot], q->next++);
        if (hit_ranks_is_forwarded(q)) {
            meets = next_rank(q, &state, &rank);
            q->work.forwarded += meets && rank != post->rank;
            if (meets)
                send_state(q, post, rank, &state, NULL);
        } else {
            scatter(q, post, &state);
            meets = q->slots[slot].waiting > 0;
        }
        if (meets) {
            q->free_count--;
            q->under_way++;
        }
    }
}
