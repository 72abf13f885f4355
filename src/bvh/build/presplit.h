// Large triangles, which are cut into split_refs before the tree is built: see format.h on shared blocks.
#ifndef HITSCAN_BVH_BUILD_LARGE_H
#define HITSCAN_BVH_BUILD_LARGE_H

#include "bvh/build/build.h"
#include "bvh/build/block_split.h"

// The presplit triangles of a build, and their split_refs.
typedef struct build_presplit {
    hit_bvh* tree;               ///< of them alone; NULL: there are none
    uint32_t* ids;               ///< of its primitives, ascending
    uint32_t* corners;           ///< three indices for each
    build_split_ref* split_refs; ///< in the order of its blocks
    uint32_t count, split_ref_count, level;
    uint32_t room; ///< for split_refs
} build_presplit;

// Take the presplit triangles out of the primrefs, of a set that is all of them, and put their split_refs in. The primrefs
// have room for one more for each HIT_BVH_PRIMS_PER_SPLIT_REF primitives.
//
// @return  HIT_OK, also when there was nothing to do, or HIT_ERROR_MEMORY
hit_status hit_build_presplit(build_input* in, build_tree* tree, const build_survey* survey, build_set* set,
                              const hit_allocator* allocator, build_presplit* presplit);

// The entries of the section of ids that the blocks of presplit triangles need.
uint64_t hit_build_presplit_ids(const build_presplit* presplit);

// Write the tree of presplit triangles behind what hit_build_pack wrote.
void hit_build_pack_presplit(const build_presplit* presplit, hit_bvh_header* header);

void hit_build_free_presplit(build_presplit* presplit, const hit_allocator* allocator);

// Make a tree of triangles as it is without split_refs.
hit_status hit_build_unsplit(const build_input* in, const hit_allocator* allocator, hit_bvh** bvh);

#endif
