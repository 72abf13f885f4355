// The peer of trees: Embree 3, one ray at a time, on one thread. Without Embree all of this is there and says so.
#ifndef HITSCAN_BENCH_PEER_H
#define HITSCAN_BENCH_PEER_H

#include "scenes.h"

typedef enum peer_mode { PEER_DEFAULT, PEER_ROBUST, PEER_HIGH, PEER_COMPACT, PEER_MODES } peer_mode;

typedef struct peer_tree peer_tree;

// False: there is no peer in this build, and nothing else here may be called.
bool peer_available(void);

// "embree-default" and so on.
const char* peer_name(peer_mode mode);

// Build a tree; the scene must outlive it. Boxes are user geometry, in any mode.
peer_tree* peer_build(const scene* s, peer_mode mode);
void peer_free(peer_tree* tree);

// Bytes that Embree has allocated for the tree, without the arrays of the scene.
size_t peer_bytes(const peer_tree* tree);

// One ray. The primitive is HIT_BVH_NONE, and t infinite, when nothing is hit.
void peer_first(const peer_tree* tree, const hit_ray* ray, float* t, uint32_t* primitive);

// Many rays, one after the other; the sum of t of all hits, and the number of hits.
double peer_run_first(const peer_tree* tree, const hit_ray* rays, uint32_t count);
double peer_run_any(const peer_tree* tree, const hit_ray* rays, uint32_t count);

#endif
