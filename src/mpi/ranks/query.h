// Rays and points that travel among ranks until their answers are known.
//
// first, any, first_k, closest: forwarded. A ray visits the ranks whose boxes it meets, in the order in which it enters
// them, equal entries by rank; a point those whose boxes are near, the nearest first. It carries the best that it has
// found, and is clipped just beyond the last of these, so that what is exactly as near is still compared. When no box
// is left, its answer goes home. The next rank is found from the number of ranks that it has visited: that order does
// not change when a ray is clipped, so no list of ranks travels along.
//
// count, all: asked of all ranks that it meets at once; each answers to the ray's home, which adds or merges. Nothing
// that one rank finds lets another one find less, so it would not help to wait.
//
// The order of hits, their duplicates, and lists that are full: merge.h. A list of the first k is right although each
// rank gives only its own first k, also with `unique`: of the first k crossings of the whole model each is the lowest
// of its rank as well, and before it come at most k - 1 crossings of that rank, as each of these is one of the model.
#ifndef HITSCAN_MPI_RANKS_QUERY_H
#define HITSCAN_MPI_RANKS_QUERY_H

#include "mpi/ranks/merge.h"
#include "mpi/ranks/tree.h"

typedef enum hit_ranks_kind {
    HIT_RANKS_FIRST,
    HIT_RANKS_ANY,
    HIT_RANKS_COUNT,
    HIT_RANKS_FIRST_K,
    HIT_RANKS_ALL,
    HIT_RANKS_CLOSEST
} hit_ranks_kind;

// What to ask, and where the answers go.
typedef struct hit_ranks_question {
    hit_ranks_kind kind;
    const hit_ray* rays;    ///< `count` of them; of closest, NULL
    const hit_vec3* points; ///< of closest
    size_t count;
    uint32_t k;          ///< of first_k and closest
    float max_distance;  ///< of closest
    hit_ranks_hit* hits; ///< of first, first_k and all
    hit_ranks_closest* closest;
    uint32_t* found;         ///< of first_k and closest; may be NULL
    uint8_t* answers;        ///< of any
    uint64_t* counts;        ///< of count
    const uint64_t* offsets; ///< of all
} hit_ranks_question;

// What a rank did.
typedef struct hit_ranks_work {
    uint64_t visits;    ///< rays and points that this rank's tree was asked about
    uint64_t forwarded; ///< of these, those that went on to another rank
    uint64_t answers;   ///< that came home from another rank
} hit_ranks_work;

typedef struct hit_ranks_query hit_ranks_query;

// As hit_ranks_build_begin.
hit_ranks_query* hit_ranks_query_begin(const hit_ranks_tree* tree, const hit_ranks_question* question,
                                       const hit_ranks_options* options, hit_actor* refused);
hit_actor* hit_ranks_query_actor(hit_ranks_query* query);

// `work` is added to, and may be NULL.
void hit_ranks_query_end(hit_ranks_query* query, hit_ranks_work* work);

#endif
