// Trees and batches over the ranks of an MPI program.
//
// This header belongs to the library `hitscan_mpi` (CMake: hitscan::mpi, pkg-config: hitscan_mpi), which is built and
// installed where MPI 3 is found. The core library does not need it, and hitscan.h does not include it.
//
// The first half is for rays by ranks: one copy of a tree on each node, chunks of work on demand, and errors on which
// all ranks agree. A program that casts rays so gets the same answers on any number of ranks, as each ray is cast
// against the whole tree.
//
// Calls that are *collective* must be made by all ranks of the communicator, in the same order, as MPI's own are. They
// return the same status on all ranks, also when only one of them failed: then each has the error of the lowest rank
// that failed, and nobody waits for a rank that gave up. MPI must be initialised, and not yet finalised; MPI_THREAD_SINGLE
// is enough. A call may be made by any thread, one at a time in each process.
#ifndef HITSCAN_MPI_H
#define HITSCAN_MPI_H

#include <hitscan/bvh.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Errors ---------------------------------------------------------------------------------------------------------

/// Agree on whether all is well: every rank gives the status of what it did, and gets that of the lowest rank that
/// failed. Collective.
///
/// @param comm    MPI_COMM_NULL gives HIT_ERROR_ARGUMENT
/// @param status  of this rank
/// @param error   in: what this rank has to say, where `status` is not HIT_OK; out: cleared when all ranks have HIT_OK,
///                else the error of the lowest rank that failed, where another rank is named at the beginning of the
///                message: "rank 3 (host): ...". NULL is fine, also on some ranks only
/// @return  the same on all ranks: HIT_OK when every rank has it
HIT_API hit_status hit_mpi_agree(MPI_Comm comm, hit_status status, hit_error* error);

// ---- One copy per node ----------------------------------------------------------------------------------------------

/// Bytes of which each node has one copy, in memory that its ranks share. Made by hit_mpi_block_create.
typedef struct hit_mpi_block hit_mpi_block;

/// Copy bytes of one rank into the memory of each node. Collective.
///
/// One rank of each node takes memory that all ranks of the node see, and the bytes travel once to each node.
/// @param bytes  what to copy; read on rank `root` only
/// @param size   in bytes; read on rank `root` only. 0 is an error
/// @param root   the rank that has them
/// @param comm   is duplicated: what else it is used for does not matter
/// @param block  set on success, else untouched
/// @return  the same on all ranks: HIT_OK, HIT_ERROR_ARGUMENT (no bytes, no such rank), HIT_ERROR_MEMORY
HIT_API hit_status hit_mpi_block_create(const void* bytes, size_t size, int root, MPI_Comm comm, hit_mpi_block** block,
                                        hit_error* error);

/// The bytes: at an address that is a multiple of 64, the same bytes on every rank, and not to be written to.
///
/// @param size  set; NULL is fine
HIT_API const void* hit_mpi_block_bytes(const hit_mpi_block* block, size_t* size);

/// Free the memory of all ranks. Collective. NULL is fine, on all ranks at once.
HIT_API void hit_mpi_block_destroy(hit_mpi_block* block);

/// A tree of which each node has one copy. Made by hit_mpi_bvh_create.
typedef struct hit_mpi_bvh hit_mpi_bvh;

/// Give all ranks the tree of one rank: each node gets one copy, which its ranks share. Collective.
///
/// @param bvh     on rank `root` only; not changed, and no longer needed afterwards. Trees over boxes do as well
/// @param root    the rank that has it
/// @param comm    is duplicated
/// @param shared  set on success, else untouched
/// @return  the same on all ranks: HIT_OK, HIT_ERROR_ARGUMENT (no tree, no such rank), HIT_ERROR_MEMORY
HIT_API hit_status hit_mpi_bvh_create(const hit_bvh* bvh, int root, MPI_Comm comm, hit_mpi_bvh** shared,
                                      hit_error* error);

/// The tree, for every query; it stays until hit_mpi_bvh_destroy, and cannot be refitted. Its answers are those of the
/// tree that it is a copy of.
/// @threads  any number of threads may query it, in any ranks
HIT_API const hit_bvh* hit_mpi_bvh_get(const hit_mpi_bvh* shared);

/// Free it on all ranks. Collective. NULL is fine, on all ranks at once.
HIT_API void hit_mpi_bvh_destroy(hit_mpi_bvh* shared);

// ---- Chunks of work on demand ---------------------------------------------------------------------------------------

/// Numbers that ranks take from a common counter, for pieces of work that take different times. Made by
/// hit_mpi_queue_create.
typedef struct hit_mpi_queue hit_mpi_queue;

/// Make a queue of the numbers 0 to count - 1. Collective.
///
/// @param count  up to 2^62
/// @param comm   is duplicated; its rank 0 keeps the counter
/// @param queue  set on success, else untouched
/// @return  the same on all ranks: HIT_OK, HIT_ERROR_ARGUMENT (ranks differ about the count, or it is too large),
///          HIT_ERROR_MEMORY
HIT_API hit_status hit_mpi_queue_create(uint64_t count, MPI_Comm comm, hit_mpi_queue** queue, hit_error* error);

/// Take the lowest number that nobody has taken. Every number is taken once, by one rank; a rank gets its numbers in
/// ascending order. Not collective.
///
/// On the node of rank 0 this takes about a microsecond, whatever rank 0 does meanwhile; on other nodes, where the
/// network has no operations of its own on remote memory, rank 0 has to be inside of MPI now and then.
/// @param index  set when there was one
/// @return  false when all are taken, or the queue was closed
HIT_API bool hit_mpi_queue_take(hit_mpi_queue* queue, uint64_t* index);

/// Let nobody take more numbers: any rank may say so, at any time, as when it met an error. Not collective.
HIT_API void hit_mpi_queue_close(hit_mpi_queue* queue);

/// Free it. Collective: returns when all ranks have come. NULL is fine, on all ranks at once.
HIT_API void hit_mpi_queue_destroy(hit_mpi_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
