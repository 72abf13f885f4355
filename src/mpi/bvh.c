// A tree of which each node has one copy: its bytes are a block (block.c), and each rank has a small handle on them.
#include "mpi/mpi.h"

#include "base/assert.h"
#include <stdlib.h>

struct hit_mpi_bvh {
    hit_mpi_block* block;
    hit_bvh* view;
};

hit_status hit_mpi_bvh_create(const hit_bvh* bvh, int root, MPI_Comm comm, hit_mpi_bvh** shared, hit_error* error)
{
    const hit_bvh_view_options trusted = {.trusted = true}; // the bytes of a tree of ours
    hit_mpi_block* block = NULL;
    hit_mpi_bvh* s;
    const void* bytes;
    size_t size = 0;
    hit_error own = {HIT_OK, 0, 0, ""};
    hit_status status, agreed;
    int rank = -1;
    if (comm == MPI_COMM_NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "comm is MPI_COMM_NULL");
    MPI_Comm_rank(comm, &rank);
    bytes = rank == root && bvh != NULL ? hit_bvh_bytes(bvh, &size) : NULL;
    status = hit_mpi_block_create(bytes, size, root, comm, &block, error);
    if (status != HIT_OK)
        return status;
    s = calloc(1, sizeof *s);
    bytes = hit_mpi_block_bytes(block, &size);
    if (s == NULL || shared == NULL)
        status = shared == NULL ? HIT_ERROR_ARGUMENT : HIT_ERROR_MEMORY;
    else
        status = hit_bvh_view(bytes, size, &trusted, &s->view, &own);
    agreed = hit_mpi_agree(comm, status, &own);
    if (agreed == HIT_OK) {
        HIT_ASSERT(s != NULL && shared != NULL);
        s->block = block;
        *shared = s;
        return hit_succeed(error);
    }
    if (error != NULL)
        *error = own;
    if (status == HIT_OK)
        hit_bvh_destroy(s->view);
    free(s);
    hit_mpi_block_destroy(block);
    return agreed;
}

const hit_bvh* hit_mpi_bvh_get(const hit_mpi_bvh* shared)
{
    return shared->view;
}

void hit_mpi_bvh_destroy(hit_mpi_bvh* shared)
{
    if (shared == NULL)
        return;
    hit_bvh_destroy(shared->view);
    hit_mpi_block_destroy(shared->block);
    free(shared);
}
