// Large triangles, which are cut into pieces before the tree is built: see format.h on shared blocks.
#ifndef HITSCAN_BVH_BUILD_LARGE_H
#define HITSCAN_BVH_BUILD_LARGE_H

#include "bvh/build/build.h"
#include "bvh/build/block_split.h"

// The large triangles of a build, and their pieces.
typedef struct build_large {
    hit_bvh* tree;       ///< of them alone; NULL: there are none
    uint32_t* ids;       ///< of its primitives, ascending
    uint32_t* corners;   ///< three indices for each
    build_piece* pieces; ///< in the order of its blocks
    uint32_t count, piece_count, level;
    uint32_t room; ///< for pieces
} build_large;

// Take the large triangles out of the fragments, of a set that is all of them, and put their pieces in. The fragments
// have room for one more for each HIT_BVH_PIECE_EACH primitives.
//
// @return  HIT_OK, also when there was nothing to do, or HIT_ERROR_MEMORY
hit_status hit_build_take_large(build_input* in, build_tree* tree, const build_survey* survey, build_set* set,
                                const hit_allocator* allocator, build_large* large);

// The entries of the section of ids that the blocks of large triangles need.
uint64_t hit_build_large_ids(const build_large* large);

// Write the tree of large triangles behind what hit_build_pack wrote.
void hit_build_pack_large(const build_large* large, hit_bvh_header* header);

void hit_build_free_large(build_large* large, const hit_allocator* allocator);

// Make a tree of triangles as it is without pieces.
hit_status hit_build_plain(const build_input* in, const hit_allocator* allocator, hit_bvh** bvh);

#endif
