// What HIT_BVH_HIGH adds to a build.
#ifndef HITSCAN_BVH_BUILD_IMPROVE_H
#define HITSCAN_BVH_BUILD_IMPROVE_H

#include "bvh/build/build.h"

// Improve a binary tree that is made and collapsed, at a cost, and collapse it again. Where that does not lower the cost, the
// tree stays what it was. HIT_ERROR_MEMORY: nothing was done.
hit_status hit_build_reinsert(const build_input* in, build_tree* tree, float cost, const hit_allocator* allocator);

#endif
