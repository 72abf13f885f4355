// The caller's arrays of primitives: are the arguments right, and where is what.
#ifndef HITSCAN_BVH_INPUT_H
#define HITSCAN_BVH_INPUT_H

#include "bvh/build/build.h"

// Fill `in` from arguments. Returns what is wrong with them, or NULL.
const char* hit_build_input_mesh(const hit_mesh* mesh, build_input* in);
const char* hit_build_input_aabbs(const hit_aabb* boxes, size_t stride, uint32_t count, build_input* in);
const char* hit_build_input_obbs(const hit_obb* boxes, size_t stride, uint32_t count, build_input* in);

#endif
