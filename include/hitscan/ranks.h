// A model that is divided among the ranks of a job: what goes in, and what comes out. hitscan/mpi.h has the calls.
//
// No rank holds the whole model. Each brings some of the triangles, with their indices in the undivided model; a
// build divides them anew, and each rank keeps a tree over its share. Rays go to the ranks that they may hit. Every
// answer is, bit by bit, the one that a single tree over the undivided model gives, whatever the number of ranks and
// however the triangles are divided.
#ifndef HITSCAN_RANKS_H
#define HITSCAN_RANKS_H

#include <hitscan/bvh.h>

#ifdef __cplusplus
extern "C" {
#endif

/// No primitive of a divided model.
#define HIT_RANKS_NONE UINT64_MAX

/// What one rank brings to a build: some triangles of the model. Nothing is changed or kept.
typedef struct hit_ranks_part {
    hit_mesh mesh; ///< as for hit_bvh_build_triangles; no triangles are legal
    /// The index of each triangle in the undivided model: a number that no other triangle has, on any rank, and less
    /// than HIT_RANKS_NONE. NULL: first_id, first_id + 1, and so on.
    const uint64_t* ids;
    uint64_t first_id;
    const uint32_t* masks; ///< one for each triangle, as hit_bvh_filter.masks; NULL: all bits, if others bring masks
} hit_ranks_part;

/// How triangles are divided among ranks. The answers are the same.
typedef enum hit_ranks_division {
    HIT_RANKS_BY_PLACE = 0, ///< equal shares of neighbours, whoever brought them: halves of halves
    HIT_RANKS_AS_GIVEN = 1  ///< each rank keeps what it brought: for parts that are compact, and alike in size
} hit_ranks_division;

/// How to build, and how to ask. Zero everywhere, or NULL in place of a pointer to it, means the defaults. All ranks
/// give the same, but for the allocator, the pool, and ray_masks.
typedef struct hit_ranks_options {
    const hit_allocator* allocator; ///< NULL: malloc. That of a build is copied, and used by its queries too
    const hit_task_pool* pool;      ///< of this rank; NULL: one thread. The answers are the same
    /// Bytes that each rank may use for what is under way between ranks, beside its geometry and the caller's arrays;
    /// about this many in the worst case, and often far fewer. 0 means 256 MiB. More of them mean fewer rounds.
    size_t buffer_bytes;
    hit_ranks_division division; ///< builds only
    hit_bvh_quality quality;     ///< builds only
    bool refuse_bad;             ///< builds only: as in hit_bvh_options; `offset` is the index on the rank that fails
    hit_sides sides;             ///< queries along rays: as in hit_bvh_filter
    uint32_t mask;               ///< queries: as in hit_bvh_filter; it counts where any rank brought masks
    bool unique;                 ///< queries along rays: as in hit_bvh_filter
    /// Queries: a mask for each ray or point of this rank, without gaps, as in hit_bvh_batch_options. NULL: none.
    const uint32_t* ray_masks;
    uint64_t reserved[4]; ///< zero (base.h)
} hit_ranks_options;

/// Where a ray meets a triangle of a divided model: the numbers of hit_bvh_hit.
typedef struct hit_ranks_hit {
    uint64_t primitive; ///< its index in the undivided model; HIT_RANKS_NONE: no hit
    float t;
    float u, v, w;
    hit_side side;
    hit_triangle triangle; ///< for hit_triangle_normal and hit_ray_leave_triangle; zeros for no hit
} hit_ranks_hit;

/// The point of a triangle of a divided model that is closest to another point: the numbers of hit_bvh_closest.
typedef struct hit_ranks_closest {
    uint64_t primitive; ///< its index in the undivided model; HIT_RANKS_NONE: none
    float distance;
    hit_vec3 point;
    float u, v, w;
    hit_triangle triangle; ///< zeros for none
} hit_ranks_closest;

/// What one rank holds, and what it has done since the build.
typedef struct hit_ranks_stats {
    uint64_t triangles; ///< of the undivided model, on all ranks, without bad ones
    uint64_t skipped;   ///< bad ones, on all ranks
    uint32_t local;     ///< triangles of this rank
    size_t local_bytes; ///< of this rank's tree, indices and masks
    hit_aabb bounds;    ///< of this rank's triangles
    uint64_t rounds;    ///< in which ranks exchanged messages; of the build, too
    uint64_t messages;  ///< from this rank to others: rays, answers, triangles
    uint64_t bytes;     ///< of these messages
    uint64_t visits;    ///< rays and points that this rank's tree was asked about
} hit_ranks_stats;

#ifdef __cplusplus
}
#endif

#endif
