// Compare every ray query of a tree with the reference, bit by bit.
#ifndef HITSCAN_TEST_BVH_CHECK_H
#define HITSCAN_TEST_BVH_CHECK_H

#include "support/bvh/brute_force.h"
#include "support/cases/mesh_rays.h"

enum { CHECK_QUALITIES = 3, CHECK_LEVELS = 3 };

extern const char* const check_quality_names[CHECK_QUALITIES];

// One scene: its reference, and a tree of each quality.
typedef struct check_scene {
    const char* name;
    brute_force* reference;
    hit_bvh* tree[CHECK_QUALITIES];
    uint32_t count;
    uint32_t* masks; ///< random, one per primitive
    uint64_t seed;   ///< what to print when something is wrong
    uint64_t rays, hits, wrong;
} check_scene;

// Build trees; a build that fails fails the test.
check_scene check_mesh(const char* name, const test_mesh* m, uint64_t seed);
check_scene check_aabbs(const char* name, const hit_aabb* boxes, uint32_t count, uint64_t seed);
check_scene check_obbs(const char* name, const hit_obb* boxes, uint32_t count, uint64_t seed);
void check_free(check_scene* s);

// Ask about one ray, with a filter of any kind and without: each tree with each kernel level for the first hit, each
// kernel level with one of the trees for all others.
// Differences are printed, up to a few, and counted. `what` names the ray.
void check_ray(check_scene* s, test_random* r, hit_ray ray, const char* what);

// A t at which the ray hits something, any of its hits; false when there is none.
bool check_some_t(check_scene* s, test_random* r, hit_ray ray, float* t);

#endif
