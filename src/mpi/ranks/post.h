// Messages from one rank to the others: written in any order, sent in rounds of bounded size.
//
// A message is some bytes and a destination. What a round cannot take stays, in order, for the next one. Messages
// arrive in the order in which they were written for the same destination; those of different senders in the order of
// the senders' ranks. So what a rank receives depends on what was sent, and not on when the network delivers it.
#ifndef HITSCAN_MPI_RANKS_POST_H
#define HITSCAN_MPI_RANKS_POST_H

#include "base/assert.h"

#include <hitscan/base.h>

// Bytes that grow at their end, aligned to 8. {.allocator} is empty.
typedef struct hit_bytes {
    const hit_allocator* allocator; ///< not NULL, with functions: hit_allocator_or_default
    unsigned char* data;
    size_t size, capacity;
} hit_bytes;

// Room for `size` more bytes at the end, which become part of it; NULL when there is no memory, and then nothing has
// changed.
void* hit_bytes_add(hit_bytes* bytes, size_t size);

// Room for `capacity` bytes in all, of which the old ones are kept.
bool hit_bytes_reserve(hit_bytes* bytes, size_t capacity);

void hit_bytes_free(hit_bytes* bytes);

// What this rank has to send.
typedef struct hit_post {
    uint32_t rank, ranks;
    hit_bytes bytes;   ///< of all messages
    hit_bytes entries; ///< a hit_post_entry each
    uint64_t messages; ///< that hit_post_pack has taken, to other ranks
    uint64_t sent;     ///< bytes of these
} hit_post;

typedef struct hit_post_entry {
    uint32_t to, size;
} hit_post_entry;

hit_post hit_post_make(uint32_t rank, uint32_t ranks, const hit_allocator* allocator);
void hit_post_free(hit_post* post);

// Write a message: the place for its bytes, which may have any alignment; NULL when there is no memory.
void* hit_post_add(hit_post* post, uint32_t to, size_t size);

// Take the messages of one round out: to each rank at most `quota` bytes, but at least one message if there are any.
// `out` has those to rank 0 first, then those to rank 1, and so on, sizes[r] bytes each. False when there is no memory.
bool hit_post_pack(hit_post* post, size_t quota, hit_bytes* out, size_t* sizes);

// ---- A rank's side of a collective algorithm ------------------------------------------------------------------------

// An algorithm in rounds. In each, every rank does a step: it reads what it was sent in the round before, and writes
// what it has to say. It ends when no rank is busy, or when one has failed. hit_simulate runs many ranks in one
// process, hit_mpi_run one rank in each process of a job.
typedef struct hit_actor {
    void (*step)(struct hit_actor* actor, const hit_bytes* mail, hit_post* post);
    uint64_t agreement; ///< a number on which all ranks must agree: a hash of arguments that have to be the same
    size_t quota;       ///< bytes to each rank in a round; the same on all
    bool busy;          ///< more rounds are needed for this rank's sake
    hit_error error;    ///< its status says that this rank has failed; the rounds end at once
    hit_error late;     ///< the same, but the rounds go on until no rank is busy
} hit_actor;

// What each rank tells all others in a round.
typedef struct hit_round {
    uint64_t agreement;
    uint32_t failed; ///< its error; 2 for a late one
    uint32_t busy;
} hit_round;

hit_round hit_actor_round(const hit_actor* actor, const hit_post* post);

// What all ranks conclude from what all have told.
typedef enum hit_verdict_of_round {
    HIT_ROUND_GO_ON = 0,
    HIT_ROUND_DONE,     ///< all is well
    HIT_ROUND_FAILED,   ///< rank `who` has failed
    HIT_ROUND_DISAGREE, ///< rank `who` was called with other arguments than rank 0
} hit_verdict_of_round;

hit_verdict_of_round hit_rounds_conclude(const hit_round* rounds, size_t stride, uint32_t ranks, uint32_t* who);

// The error that all ranks return: that of rank `who`, with its number.
hit_error hit_rounds_error(hit_verdict_of_round verdict, const hit_actor* who_failed, uint32_t who);

// A number that differs where a value does: for hit_actor.agreement, begun at 0.
uint64_t hit_agree_on(uint64_t agreement, uint64_t value);

// How the bytes that a rank may use for what is under way are spent, with a state of `state` bytes for each ray.
typedef struct hit_budget {
    size_t post;   ///< a rank that has so many bytes to send does not make more of them
    size_t quota;  ///< hit_actor.quota: so all that a rank receives in a round is as much again
    size_t window; ///< rays of one rank that are under way at once: the states of those of all ranks are half of it
} hit_budget;

hit_budget hit_budget_make(size_t buffer_bytes, uint32_t ranks, size_t state);

// Fill `error`, which may be NULL, and return its status.
hit_status hit_error_give(const hit_error* from, hit_error* error);

#endif
