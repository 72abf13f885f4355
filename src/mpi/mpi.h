// What the parts of hitscan_mpi share.
#ifndef HITSCAN_MPI_MPI_H
#define HITSCAN_MPI_MPI_H

#include <hitscan/mpi.h>

#include "base/fail.h"

// A communicator of our own, which returns errors in place of ending the program. Collective.
hit_status hit_mpi_begin(MPI_Comm comm, MPI_Comm* own, hit_error* error);

#endif
