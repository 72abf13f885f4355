// One rank's share of a divided model: a tree over its triangles, and the tree of all ranks' bounds.
//
// The triangles of a rank are kept in the order of their indices in the undivided model. So the tree's order of equal
// hits, by its own index, is that of the whole model.
#ifndef HITSCAN_MPI_RANKS_TREE_H
#define HITSCAN_MPI_RANKS_TREE_H

#include "mpi/ranks/post.h"

#include <hitscan/ranks.h>

typedef struct hit_ranks_tree {
    hit_allocator allocator;
    uint32_t rank, ranks;
    hit_bvh* local;   ///< over this rank's triangles
    hit_bvh* top;     ///< over the bounds of all ranks: primitive r is rank r
    uint32_t count;   ///< triangles in `local`
    uint64_t* ids;    ///< of these, in the undivided model; ascending
    uint32_t* masks;  ///< of these; NULL where no rank brought any
    bool has_masks;   ///< some rank brought masks
    uint64_t total;   ///< triangles of all ranks
    uint64_t skipped; ///< bad ones of all ranks
    hit_aabb bounds;  ///< of this rank's triangles
} hit_ranks_tree;

// ---- Building: partition.c ------------------------------------------------------------------------------------------

typedef struct hit_ranks_build hit_ranks_build;

// Begin to build: an actor that becomes busy or has failed, whatever the arguments are, so that all ranks can take part
// in the rounds. NULL when there is not even memory for it; `refused` then says so, and takes part in its place.
hit_ranks_build* hit_ranks_build_begin(uint32_t rank, uint32_t ranks, const hit_ranks_part* part,
                                       const hit_ranks_options* options, hit_actor* refused);
hit_actor* hit_ranks_build_actor(hit_ranks_build* build);

// End it, and take the tree where all ranks have succeeded; NULL: throw it away.
void hit_ranks_build_end(hit_ranks_build* build, hit_ranks_tree** tree);

void hit_ranks_tree_destroy(hit_ranks_tree* tree);

// ---- Sorting by index: partition_sort.c -----------------------------------------------------------------------------

// A triangle on its way to the rank that keeps it.
typedef struct hit_ranks_record {
    uint64_t id;
    uint32_t mask;
    float corner[9];
} hit_ranks_record;

// Sort by id, in place.
void hit_ranks_sort_records(hit_ranks_record* records, uint32_t count);

#endif
