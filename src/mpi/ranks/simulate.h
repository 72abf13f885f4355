// Many ranks in one process: for tests, and for counting what a job of a thousand ranks would send.
#ifndef HITSCAN_MPI_RANKS_SIMULATE_H
#define HITSCAN_MPI_RANKS_SIMULATE_H

#include "mpi/ranks/post.h"

// What the rounds amounted to. Messages from a rank to itself count as nothing.
typedef struct hit_simulation {
    uint64_t rounds;
    uint64_t messages;   ///< of all ranks
    uint64_t bytes;      ///< of these
    uint64_t most_bytes; ///< sum over the rounds of the most that a rank sends or receives: the slowest wire
    uint64_t rank_bytes; ///< the most that one rank has sent over all rounds
    uint64_t pairs;      ///< sum over the rounds of pairs of ranks that had something to say
} hit_simulation;

// Run the actors of `ranks` ranks to their end. Every rank gets the same outcome, which is returned. `simulation` is
// added to, and may be NULL; so may `error`.
hit_status hit_simulate(hit_actor* const* actors, uint32_t ranks, const hit_allocator* allocator,
                        hit_simulation* simulation, hit_error* error);

#endif
