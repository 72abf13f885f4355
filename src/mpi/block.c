// Bytes of which each node has one copy: the ranks of a node share a window (MPI_Win_allocate_shared), its lowest rank
// is the node's leader, and the bytes travel between leaders in pieces, as the counts of MPI are ints.
//
// The root may not be the leader of its node; then it writes into the window, which is the same memory. Cost: one copy
// per node, and the bytes over the wire once per node (MPI_Bcast).
#include "mpi/mpi.h"

#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 64,
    PIECE = 1 << 30 ///< bytes of a message: below the 2^31 that an int counts
};

struct hit_mpi_block {
    MPI_Comm all, node;
    MPI_Win window;
    void* bytes;
    size_t size;
};

// What the root says, on all ranks: the size, or 0 when there is nothing.
static hit_status agree_on_size(hit_mpi_block* b, const void* bytes, size_t size, int root, hit_error* error)
{
    int rank, ranks;
    uint64_t told = size;
    hit_status status = HIT_OK;
    MPI_Comm_rank(b->all, &rank);
    MPI_Comm_size(b->all, &ranks);
    if (root < 0 || root >= ranks)
        status = hit_fail(error, HIT_ERROR_ARGUMENT, 0, "there is no rank %d among %d", root, ranks);
    else if (rank == root && (bytes == NULL || size == 0))
        status = hit_fail(error, HIT_ERROR_ARGUMENT, 0, "bytes is NULL or size is 0 on rank %d", root);
    status = hit_mpi_agree(b->all, status, error);
    if (status == HIT_OK)
        MPI_Bcast(&told, 1, MPI_UINT64_T, root, b->all);
    b->size = (size_t)told;
    return status;
}

// The window of the node, all of it on its leader, and where it is aligned. Alignment is asked of the address itself:
// MPI promises none.
static hit_status take_memory(hit_mpi_block* b, hit_error* error)
{
    void* mine = NULL;
    void* base = NULL;
    MPI_Aint there = 0;
    int unit = 1, rank;
    hit_status status = HIT_OK;
    MPI_Comm_rank(b->node, &rank);
    if (MPI_Win_allocate_shared(rank == 0 ? (MPI_Aint)(b->size + ALIGNMENT) : 0, 1, MPI_INFO_NULL, b->node, &mine,
                                &b->window) != MPI_SUCCESS) {
        b->window = MPI_WIN_NULL;
        status = hit_fail(error, HIT_ERROR_MEMORY, 0, "no shared memory for %zu bytes on this node", b->size);
    } else if (MPI_Win_shared_query(b->window, 0, &there, &unit, &base) != MPI_SUCCESS || base == NULL)
        status = hit_fail(error, HIT_ERROR_MEMORY, 0, "no shared memory for %zu bytes on this node", b->size);
    else
        // The pages of a window begin at the same place of a page in every process, so all ranks find the same byte.
        b->bytes = (char*)base + (ALIGNMENT - (uintptr_t)base % ALIGNMENT) % ALIGNMENT;
    return hit_mpi_agree(b->all, status, error);
}

// Fill the copies: the root its node's, then the leaders from each other.
static hit_status fill(hit_mpi_block* b, const void* bytes, int root, hit_error* error)
{
    int rank, in_node, leads;
    MPI_Comm leaders = MPI_COMM_NULL;
    hit_status status = HIT_OK;
    MPI_Comm_rank(b->all, &rank);
    MPI_Comm_rank(b->node, &in_node);
    // On the root's own node the root itself is the leader here. Each rank learns which node that is.
    leads = rank == root;
    MPI_Allreduce(MPI_IN_PLACE, &leads, 1, MPI_INT, MPI_MAX, b->node);
    leads = leads ? rank == root : in_node == 0;
    if (rank == root)
        memcpy(b->bytes, bytes, b->size);
    // The root is the first of the leaders.
    if (MPI_Comm_split(b->all, leads ? 0 : MPI_UNDEFINED, rank == root ? 0 : rank + 1, &leaders) != MPI_SUCCESS)
        status = hit_fail(error, HIT_ERROR_MEMORY, 0, "MPI cannot make a communicator");
    if (leaders != MPI_COMM_NULL) {
        for (size_t at = 0; at < b->size && status == HIT_OK; at += PIECE) {
            const size_t left = b->size - at;
            if (MPI_Bcast((char*)b->bytes + at, (int)(left < PIECE ? left : PIECE), MPI_BYTE, 0, leaders) !=
                MPI_SUCCESS)
                status = hit_fail(error, HIT_ERROR_MEMORY, at, "MPI cannot send the bytes to this node");
        }
        MPI_Comm_free(&leaders);
    }
    MPI_Win_fence(0, b->window); // what leaders wrote is there for their nodes
    return hit_mpi_agree(b->all, status, error);
}

hit_status hit_mpi_block_create(const void* bytes, size_t size, int root, MPI_Comm comm, hit_mpi_block** block,
                                hit_error* error)
{
    MPI_Comm own;
    hit_status status = hit_mpi_begin(comm, &own, error);
    hit_mpi_block* b;
    if (status != HIT_OK)
        return status;
    b = calloc(1, sizeof *b);
    status = hit_mpi_agree(own, b && block ? HIT_OK : block ? HIT_ERROR_MEMORY : HIT_ERROR_ARGUMENT, error);
    if (status != HIT_OK) {
        free(b);
        MPI_Comm_free(&own);
        return status;
    }
    HIT_ASSERT(b != NULL);
    b->all = own;
    b->node = MPI_COMM_NULL;
    b->window = MPI_WIN_NULL;
    status = agree_on_size(b, bytes, size, root, error);
    if (status == HIT_OK) {
        const bool split = MPI_Comm_split_type(own, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &b->node) == MPI_SUCCESS;
        status = hit_mpi_agree(own, split ? HIT_OK : HIT_ERROR_MEMORY, error);
    }
    if (status == HIT_OK) {
        MPI_Comm_set_errhandler(b->node, MPI_ERRORS_RETURN);
        status = take_memory(b, error);
    }
    if (status == HIT_OK) {
        MPI_Win_fence(0, b->window);
        status = fill(b, bytes, root, error);
    }
    if (status != HIT_OK) {
        hit_mpi_block_destroy(b);
        return status;
    }
    HIT_ASSERT(block != NULL); // as all ranks agreed
    *block = b;
    return HIT_OK;
}

const void* hit_mpi_block_bytes(const hit_mpi_block* block, size_t* size)
{
    if (size != NULL)
        *size = block->size;
    return block->bytes;
}

void hit_mpi_block_destroy(hit_mpi_block* block)
{
    if (block == NULL)
        return;
    if (block->window != MPI_WIN_NULL)
        MPI_Win_free(&block->window);
    if (block->node != MPI_COMM_NULL)
        MPI_Comm_free(&block->node);
    MPI_Comm_free(&block->all);
    free(block);
}
