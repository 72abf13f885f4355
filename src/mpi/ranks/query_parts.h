// What the files of a query share: query.c begins, ends, and does the rounds; travel.c is the way from rank to rank;
// visit.c asks this rank's tree; answer.c is the end at a ray's home.
#ifndef HITSCAN_MPI_RANKS_QUERY_PARTS_H
#define HITSCAN_MPI_RANKS_QUERY_PARTS_H

#include "mpi/ranks/query.h"

// A ray or a point on its way, as it travels; the best so far follow it, `best` records. Of a point, `origin` and
// `t_max` count, its largest distance, and what comes after them does not travel. The mask travels where the model has
// masks.
typedef struct hit_ranks_state {
    uint32_t home;    ///< the rank that asked
    uint32_t slot;    ///< its number there
    uint32_t visited; ///< ranks
    uint32_t best;
    hit_vec3 origin;
    float t_max;
    hit_vec3 direction;
    float t_min;
    uint32_t mask;
} hit_ranks_state;

// The best so far, or a hit that goes home. Of a closest point, a whole hit_ranks_closest travels.
typedef struct hit_ranks_wire_hit {
    uint32_t id[2];
    hit_triangle triangle;
} hit_ranks_wire_hit;

// What goes home: `home` of a state is a rank, never this.
enum { HIT_RANKS_ANSWER = -1 };
typedef struct hit_ranks_answer {
    uint32_t mark; ///< HIT_RANKS_ANSWER
    uint32_t slot;
    uint32_t number;  ///< of any 1 or 0, of count the hits that are not among the records
    uint32_t records; ///< that follow
} hit_ranks_answer;

// A ray of this rank that is under way.
typedef struct hit_ranks_slot {
    uint64_t index;      ///< of the ray or point
    uint32_t waiting;    ///< answers that have not come
    hit_ranks_list list; ///< count, with `unique`: hits on edges, in memory of its own; all: its hits
} hit_ranks_slot;

struct hit_ranks_query {
    hit_actor actor;
    hit_allocator allocator;
    const hit_ranks_tree* tree;
    hit_ranks_question ask;
    hit_ranks_options options;
    hit_bvh_filter filter;
    hit_budget budget;
    size_t record;        ///< bytes of a record
    size_t state;         ///< bytes of a state, without records
    uint32_t list;        ///< records that a state has at most
    size_t next;          ///< the first ray that is not under way
    uint32_t under_way;   ///< rays of this rank
    uint32_t* free_slots; ///< free_count of them
    uint32_t free_count, slot_count;
    hit_ranks_slot* slots;
    hit_bytes pending; ///< states that have come; those before `read` have been visited
    size_t read;
    uint32_t block;         ///< states that are visited at once
    hit_bvh_hit* ranks_met; ///< room for one for each rank
    hit_bvh_closest* ranks_near;
    hit_bytes scratch;  ///< of a block
    hit_bytes hits;     ///< of a block
    hit_bytes best;     ///< a list that is being merged
    uint64_t overflown; ///< the first ray that had more hits than room; UINT64_MAX: none
    hit_ranks_work work;
};

void hit_ranks_query_no_memory(hit_ranks_query* q);

static inline bool hit_ranks_is_forwarded(const hit_ranks_query* q)
{
    return q->ask.kind != HIT_RANKS_COUNT && q->ask.kind != HIT_RANKS_ALL;
}

static inline hit_ray hit_ranks_state_ray(const hit_ranks_state* s)
{
    const hit_ray ray = {s->origin, s->direction, s->t_min, s->t_max};
    return ray;
}

// ---- travel.c -------------------------------------------------------------------------------------------------------

// Read a state, and where its records are; returns the bytes of both.
size_t hit_ranks_state_read(const hit_ranks_query* q, const unsigned char* from, hit_ranks_state* state,
                            const unsigned char** records);

// Start rays of this rank as long as there is room.
void hit_ranks_start(hit_ranks_query* q, hit_post* post);

// Send a state, with its records, to the next rank, or its answer home.
void hit_ranks_go_on(hit_ranks_query* q, hit_post* post, hit_ranks_state* state, const void* records);

// Send an answer home. `number` and `records` are as in hit_ranks_answer.
void hit_ranks_go_home(hit_ranks_query* q, hit_post* post, const hit_ranks_state* state, uint32_t number,
                       const void* records, uint32_t count);

// ---- visit.c --------------------------------------------------------------------------------------------------------

// Ask this rank's tree about a block of pending states.
void hit_ranks_visit(hit_ranks_query* q, hit_post* post);

// ---- answer.c -------------------------------------------------------------------------------------------------------

// What rays without a hit get.
void hit_ranks_answer_none(hit_ranks_query* q);

// An answer has come home.
void hit_ranks_answer_take(hit_ranks_query* q, const hit_ranks_answer* answer, const unsigned char* records);

#endif
