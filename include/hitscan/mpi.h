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
// that failed, and nobody waits for a rank that gave up. MPI must be initialised, and not yet finalised;
// MPI_THREAD_SINGLE is enough. A call may be made by any thread, one at a time in each process.
#ifndef HITSCAN_MPI_H
#define HITSCAN_MPI_H

#include <hitscan/bvh.h>
#include <hitscan/ranks.h>
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

/// Let nobody take more numbers: any rank may say so, at any time, as when it met an error. Not collective. Where MPI
/// has no windows, each rank has its own numbers, in turns, and this closes those of the calling rank alone.
HIT_API void hit_mpi_queue_close(hit_mpi_queue* queue);

/// Free it. Collective: returns when all ranks have come. NULL is fine, on all ranks at once.
HIT_API void hit_mpi_queue_destroy(hit_mpi_queue* queue);

// ---- Geometry by ranks: models beyond the memory of one machine -----------------------------------------------------

/// A model that is divided among the ranks of a communicator (hitscan/ranks.h). Made by hit_mpi_divided_build.
///
/// All calls that take one but for the last, hit_mpi_divided_get_stats, are collective: ranks without rays take part
/// with a count of 0. Each rank gives rays of its own and gets their answers, which are those of one tree over the
/// undivided model, bit by bit, whatever the number of ranks and however triangles are divided.
typedef struct hit_mpi_divided hit_mpi_divided;

/// Divide a model among ranks, and build each rank's tree. Collective.
///
/// No rank needs more memory than for what it brings, its share, and the buffer. By place, shares are about equal:
/// most are within a tenth of their mean.
/// @param part     of this rank: all ranks' parts together are the model
/// @param comm     is duplicated
/// @param options  NULL: the defaults
/// @param divided  set on success, else untouched
/// @return  the same on all ranks: HIT_OK; HIT_ERROR_ARGUMENT: what hit_bvh_build_triangles says of a mesh, options
///          that differ, an id that two triangles of one share have, which is not looked for across shares;
///          HIT_ERROR_MEMORY; HIT_ERROR_GEOMETRY (refuse_bad); HIT_ERROR_LIMIT (more than 2^29 triangles in one share);
///          HIT_ERROR_FILE when MPI fails. `offset` is the index of a triangle in the part of the rank that failed
HIT_API hit_status hit_mpi_divided_build(const hit_ranks_part* part, MPI_Comm comm, const hit_ranks_options* options,
                                         hit_mpi_divided** divided, hit_error* error);

/// Free it on all ranks. Collective. NULL is fine, on all ranks at once.
HIT_API void hit_mpi_divided_destroy(hit_mpi_divided* divided);

/// Find the first triangle that each ray hits: hit_bvh_batch_first over all ranks. Collective.
///
/// @param rays     `count` of them, of this rank; NULL is allowed when count is 0
/// @param hits     `count` of them, all written: hits[i] is that of rays[i]; a miss has HIT_RANKS_NONE, an infinite t,
///                 and zeros
/// @param options  NULL: the defaults; the allocator is that of the build
/// @return  the same on all ranks: HIT_OK; HIT_ERROR_ARGUMENT (NULL with a count above 0, ray masks without masks of
///          triangles, options that differ, or a NULL model on all ranks); HIT_ERROR_MEMORY; HIT_ERROR_FILE when MPI
///          fails. After an error the answers of all ranks are undefined
HIT_API hit_status hit_mpi_divided_first(hit_mpi_divided* divided, const hit_ray* rays, size_t count,
                                         hit_ranks_hit* hits, const hit_ranks_options* options, hit_error* error);

/// Tell whether rays hit anything: hit_bvh_batch_any over all ranks. Collective.
///
/// @param answers  `count` of them, all written: 1 for a hit, else 0
/// @return  as hit_mpi_divided_first
HIT_API hit_status hit_mpi_divided_any(hit_mpi_divided* divided, const hit_ray* rays, size_t count, uint8_t* answers,
                                       const hit_ranks_options* options, hit_error* error);

/// Count the hits of rays: hit_bvh_batch_count over all ranks. Collective.
///
/// @param counts  `count` of them, all written
/// @return  as hit_mpi_divided_first
HIT_API hit_status hit_mpi_divided_count(hit_mpi_divided* divided, const hit_ray* rays, size_t count, uint64_t* counts,
                                         const hit_ranks_options* options, hit_error* error);

/// Find the first k hits of rays: hit_bvh_batch_first_k over all ranks. Collective.
///
/// @param k      the same on all ranks
/// @param hits   k·count of them, all written: those of rays[i] begin at hits[k·i], the nearest first, equal t by
///               index; then misses
/// @param found  `count` of them, all written: the number of hits of each ray, at most k; may be NULL
/// @return  as hit_mpi_divided_first
HIT_API hit_status hit_mpi_divided_first_k(hit_mpi_divided* divided, const hit_ray* rays, size_t count, uint32_t k,
                                           hit_ranks_hit* hits, uint32_t* found, const hit_ranks_options* options,
                                           hit_error* error);

/// Find all hits of rays: hit_bvh_batch_all over all ranks. Count first, with the same options. Collective.
///
/// @param offsets  `count` + 1 of them, ascending: the hits of rays[i] go from hits[offsets[i]] up to, without,
///                 hits[offsets[i + 1]]. NULL is allowed when count is 0
/// @param hits     of each ray the nearest first, equal t by index; misses where a ray has fewer hits than room
/// @return  as hit_mpi_divided_first; HIT_ERROR_ARGUMENT on all ranks, with the nearest hits written, where a ray has
///          more hits than room: `offset` is the first such ray of the rank that the message names
HIT_API hit_status hit_mpi_divided_all(hit_mpi_divided* divided, const hit_ray* rays, size_t count,
                                       const uint64_t* offsets, hit_ranks_hit* hits, const hit_ranks_options* options,
                                       hit_error* error);

/// Find the triangles that are closest to points: hit_bvh_batch_closest over all ranks. Collective.
///
/// @param max_distance  as in hit_bvh_closest_points; the same on all ranks
/// @param k             the same on all ranks
/// @param closest       k·count of them, all written: those of points[i] begin at closest[k·i], the closest first,
///                      equal distances by index; then HIT_RANKS_NONE, at an infinite distance
/// @param found         `count` of them, all written: the number of results of each point, at most k; may be NULL
/// @param options       masks count, sides and `unique` do not
/// @return  as hit_mpi_divided_first
HIT_API hit_status hit_mpi_divided_closest(hit_mpi_divided* divided, const hit_vec3* points, size_t count,
                                           float max_distance, uint32_t k, hit_ranks_closest* closest, uint32_t* found,
                                           const hit_ranks_options* options, hit_error* error);

/// What this rank holds, and what it has sent and done so far. Not collective. All zero for NULL.
HIT_API hit_ranks_stats hit_mpi_divided_get_stats(const hit_mpi_divided* divided);

#ifdef __cplusplus
}
#endif

#endif
