// The rounds of a collective algorithm (ranks/post.h) over the ranks of a communicator.
#ifndef HITSCAN_MPI_ROUNDS_H
#define HITSCAN_MPI_ROUNDS_H

#include "mpi/mpi.h"
#include "mpi/ranks/post.h"

// What this rank has exchanged; added to.
typedef struct hit_mpi_traffic {
    uint64_t rounds, messages, bytes;
} hit_mpi_traffic;

// Run an actor on each rank to their common end; returns the same on all ranks. `comm` returns errors (hit_mpi_begin)
// and is used for nothing else meanwhile.
hit_status hit_mpi_run(hit_actor* actor, MPI_Comm comm, const hit_allocator* allocator, hit_mpi_traffic* traffic,
                       hit_error* error);

#endif
