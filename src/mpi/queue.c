// Chunks of work on demand: a counter in the memory of rank 0, which every rank increments by MPI_Fetch_and_op. A rank
// that is faster takes more of them.
//
// Some networks have no windows over several hosts (TCP, with some versions of Open MPI): there the numbers are dealt
// out in turns, and nobody is asked. Then a rank that is faster does not take more.
//
// Cost: an atomic addition on the node of rank 0, a round trip over the network elsewhere.
#include "mpi/mpi.h"

#include "base/assert.h"
#include <stdlib.h>

enum { CLOSED = 62 }; ///< a counter of at least 2^62 is that of a queue that was closed

struct hit_mpi_queue {
    MPI_Comm comm;
    MPI_Win window;
    uint64_t* counter; ///< on rank 0
    uint64_t count;
    uint64_t next, step; ///< without a window: the next number of this rank, and how many ranks there are
    bool empty;          ///< all are taken: nobody needs to be asked again
};

static hit_status check_count(const hit_mpi_queue* q, hit_error* error)
{
    uint64_t ends[2] = {q->count, UINT64_MAX - q->count}; // the least, and what tells the largest
    hit_status status = HIT_OK;
    MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_UINT64_T, MPI_MIN, q->comm);
    if (ends[0] != UINT64_MAX - ends[1])
        status = hit_fail(error, HIT_ERROR_ARGUMENT, 0, "ranks differ about the count of the queue");
    else if (q->count > UINT64_C(1) << CLOSED)
        status = hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the count of the queue is over 2^62");
    return hit_mpi_agree(q->comm, status, error);
}

static hit_status open_window(hit_mpi_queue* q, hit_error* error)
{
    int rank;
    hit_status status = HIT_OK;
    MPI_Comm_rank(q->comm, &rank);
    if (MPI_Win_allocate(rank == 0 ? (MPI_Aint)sizeof *q->counter : 0, sizeof *q->counter, MPI_INFO_NULL, q->comm,
                         &q->counter, &q->window) != MPI_SUCCESS) {
        q->window = MPI_WIN_NULL;
        status = HIT_ERROR_MEMORY;
    }
    if (hit_mpi_agree(q->comm, status, NULL) != HIT_OK) {
        int ranks;
        MPI_Comm_size(q->comm, &ranks);
        if (q->window != MPI_WIN_NULL)
            MPI_Win_free(&q->window);
        q->window = MPI_WIN_NULL;
        q->next = (uint64_t)rank;
        q->step = (uint64_t)ranks;
        return hit_succeed(error);
    }
    MPI_Win_lock_all(0, q->window);
    if (rank == 0) {
        *q->counter = 0;
        MPI_Win_sync(q->window);
    }
    MPI_Barrier(q->comm);
    return HIT_OK;
}

hit_status hit_mpi_queue_create(uint64_t count, MPI_Comm comm, hit_mpi_queue** queue, hit_error* error)
{
    MPI_Comm own;
    hit_mpi_queue* q;
    hit_status status = hit_mpi_begin(comm, &own, error);
    if (status != HIT_OK)
        return status;
    q = calloc(1, sizeof *q);
    status = hit_mpi_agree(own, q && queue ? HIT_OK : queue ? HIT_ERROR_MEMORY : HIT_ERROR_ARGUMENT, error);
    if (status != HIT_OK) {
        free(q);
        MPI_Comm_free(&own);
        return status;
    }
    HIT_ASSERT(q != NULL && queue != NULL);
    q->comm = own;
    q->window = MPI_WIN_NULL;
    q->count = count;
    status = check_count(q, error);
    if (status == HIT_OK)
        status = open_window(q, error);
    if (status == HIT_OK) {
        *queue = q;
        return HIT_OK;
    }
    if (q->window != MPI_WIN_NULL)
        MPI_Win_free(&q->window);
    MPI_Comm_free(&q->comm);
    free(q);
    return status;
}

bool hit_mpi_queue_take(hit_mpi_queue* queue, uint64_t* index)
{
    const uint64_t one = 1;
    uint64_t taken = 0;
    if (queue->empty)
        return false;
    if (queue->window == MPI_WIN_NULL) {
        queue->empty = queue->next >= queue->count;
        *index = queue->empty ? *index : queue->next;
        queue->next += queue->step;
        return !queue->empty;
    }
    MPI_Fetch_and_op(&one, &taken, MPI_UINT64_T, 0, 0, MPI_SUM, queue->window);
    MPI_Win_flush(0, queue->window);
    queue->empty = taken >= queue->count;
    if (queue->empty)
        return false;
    *index = taken;
    return true;
}

void hit_mpi_queue_close(hit_mpi_queue* queue)
{
    const uint64_t far = UINT64_C(1) << CLOSED;
    uint64_t before = 0;
    if (queue->empty || queue->window == MPI_WIN_NULL) {
        queue->empty = true;
        return;
    }
    MPI_Fetch_and_op(&far, &before, MPI_UINT64_T, 0, 0, MPI_REPLACE, queue->window);
    MPI_Win_flush(0, queue->window);
    queue->empty = true;
}

void hit_mpi_queue_destroy(hit_mpi_queue* queue)
{
    if (queue == NULL)
        return;
    if (queue->window != MPI_WIN_NULL) {
        MPI_Win_unlock_all(queue->window);
        MPI_Win_free(&queue->window);
    }
    MPI_Comm_free(&queue->comm);
    free(queue);
}
