// Many ranks in one process: the rounds of hit_mpi_run, with memory in place of the network.
#include "mpi/ranks/simulate.h"

#include "base/fail.h"
#include "base/memory.h"

#include <string.h>

typedef struct office {
    hit_post post;
    hit_bytes mail, sent;
    size_t* sizes; ///< of what goes to each rank
    size_t received;
} office;

typedef struct simulation {
    hit_actor* const* actors;
    uint32_t ranks;
    hit_allocator allocator;
    office* office;
    size_t* sizes;
    hit_round* rounds;
    hit_simulation counts;
} simulation;

static bool make(simulation* s)
{
    const size_t n = s->ranks;
    s->office = hit_allocate(&s->allocator, n * sizeof *s->office, 8);
    s->sizes = hit_allocate(&s->allocator, n * n * sizeof *s->sizes, 8);
    s->rounds = hit_allocate(&s->allocator, n * sizeof *s->rounds, 8);
    if (s->office == NULL || s->sizes == NULL || s->rounds == NULL)
        return false;
    for (uint32_t r = 0; r < s->ranks; r++) {
        s->office[r] = (office){.post = hit_post_make(r, s->ranks, &s->allocator),
                                .mail = {&s->allocator, NULL, 0, 0},
                                .sent = {&s->allocator, NULL, 0, 0},
                                .sizes = s->sizes + n * r};
    }
    return true;
}

static void end(simulation* s)
{
    const size_t n = s->ranks;
    for (uint32_t r = 0; s->office != NULL && s->sizes != NULL && s->rounds != NULL && r < s->ranks; r++) {
        hit_post_free(&s->office[r].post);
        hit_bytes_free(&s->office[r].mail);
        hit_bytes_free(&s->office[r].sent);
    }
    hit_release(&s->allocator, s->office, n * sizeof *s->office, 8);
    hit_release(&s->allocator, s->sizes, n * n * sizeof *s->sizes, 8);
    hit_release(&s->allocator, s->rounds, n * sizeof *s->rounds, 8);
}

// Bring what all have sent to where it goes, in the order of the senders.
static bool deliver(simulation* s)
{
    uint64_t most = 0;

    for (uint32_t r = 0; r < s->ranks; r++)
        s->office[r].mail.size = s->office[r].received = 0;
    for (uint32_t from = 0; from < s->ranks; from++) {
        office* o = &s->office[from];
        const unsigned char* at = o->sent.data;
        for (uint32_t to = 0; to < s->ranks; to++) {
            const size_t size = o->sizes[to];
            void* place;
            if (size == 0)
                continue;
            place = hit_bytes_add(&s->office[to].mail, size);
            if (place == NULL)
                return false;
            memcpy(place, at, size);
            at += size;
            s->office[to].received += to == from ? 0 : size;
            s->counts.pairs += to != from;
        }
    }
    for (uint32_t r = 0; r < s->ranks; r++) {
        const size_t sent = s->office[r].sent.size - s->office[r].sizes[r], received = s->office[r].received;
        most = sent > most ? sent : most;
        most = received > most ? received : most;
    }
    s->counts.most_bytes += most;
    s->counts.rounds++;
    return true;
}

static hit_status run(simulation* s, hit_error* error)
{
    hit_verdict_of_round verdict;
    uint32_t who;

    do {
        for (uint32_t r = 0; r < s->ranks; r++) {
            office* o = &s->office[r];
            hit_actor* actor = s->actors[r];
            if (actor->error.status == HIT_OK)
                actor->step(actor, &o->mail, &o->post);
            s->rounds[r] = hit_actor_round(actor, &o->post);
        }
        verdict = hit_rounds_conclude(s->rounds, sizeof *s->rounds, s->ranks, &who);
        if (verdict == HIT_ROUND_GO_ON) {
            for (uint32_t r = 0; r < s->ranks; r++)
                if (!hit_post_pack(&s->office[r].post, s->actors[r]->quota, &s->office[r].sent, s->office[r].sizes))
                    return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the messages of a simulation");
            if (!deliver(s))
                return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for the messages of a simulation");
        }
    } while (verdict == HIT_ROUND_GO_ON);
    if (verdict != HIT_ROUND_DONE) {
        const hit_error failure = hit_rounds_error(verdict, s->actors[who], who);
        return hit_error_give(&failure, error);
    }
    return hit_succeed(error);
}

hit_status hit_simulate(hit_actor* const* actors, uint32_t ranks, const hit_allocator* allocator,
                        hit_simulation* counts, hit_error* error)
{
    simulation s = {.actors = actors, .ranks = ranks, .allocator = hit_allocator_or_default(allocator)};
    hit_status status;

    if (make(&s))
        status = run(&s, error);
    else
        status = hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a simulation of %u ranks", ranks);
    for (uint32_t r = 0; counts != NULL && s.office != NULL && s.rounds != NULL && s.sizes != NULL && r < ranks; r++) {
        const hit_post* post = &s.office[r].post;
        counts->messages += post->messages;
        counts->bytes += post->sent;
        counts->rank_bytes = post->sent > counts->rank_bytes ? post->sent : counts->rank_bytes;
    }
    if (counts != NULL) {
        counts->rounds += s.counts.rounds;
        counts->most_bytes += s.counts.most_bytes;
        counts->pairs += s.counts.pairs;
    }
    end(&s);
    return status;
}
