// Errors on which all ranks agree.
//
// A rank that fails must not leave a collective call while others wait in it. So each rank goes on to the next point at
// which all ranks agree, with what it has, and there they find the lowest rank that failed (MPI_Allreduce) and get its
// error (MPI_Bcast). When all is well this costs one reduction of an int.
#include "mpi/mpi.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// As it travels: of the same size on every rank.
typedef struct told {
    hit_error error;
    char host[MPI_MAX_PROCESSOR_NAME + 1];
} told;

static void tell(told* t, hit_status status, const hit_error* error)
{
    int length = 0;
    memset(t, 0, sizeof *t);
    if (error != NULL && error->status != HIT_OK)
        t->error = *error;
    else
        snprintf(t->error.message, sizeof t->error.message, "%s", hit_status_text(status));
    t->error.status = status;
    if (MPI_Get_processor_name(t->host, &length) != MPI_SUCCESS)
        snprintf(t->host, sizeof t->host, "unknown host");
}

hit_status hit_mpi_agree(MPI_Comm comm, hit_status status, hit_error* error)
{
    int rank, size, mine, lowest = INT_MAX;
    told t;
    if (comm == MPI_COMM_NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "comm is MPI_COMM_NULL");
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    mine = status == HIT_OK ? size : rank;
    MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, comm);
    if (lowest >= size)
        return hit_succeed(error);
    if (lowest == rank)
        tell(&t, status, error);
    MPI_Bcast(&t, (int)sizeof t, MPI_BYTE, lowest, comm);
    if (error != NULL) {
        *error = t.error;
        if (lowest != rank)
            snprintf(error->message, sizeof error->message, "rank %d (%.60s): %.120s", lowest, t.host, t.error.message);
    }
    return t.error.status;
}

hit_status hit_mpi_begin(MPI_Comm comm, MPI_Comm* own, hit_error* error)
{
    if (comm == MPI_COMM_NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "comm is MPI_COMM_NULL");
    if (MPI_Comm_dup(comm, own) != MPI_SUCCESS)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "MPI cannot duplicate the communicator");
    MPI_Comm_set_errhandler(*own, MPI_ERRORS_RETURN);
    return hit_succeed(error);
}
