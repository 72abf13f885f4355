// The peer of scenes: Embree 3 with boxes that move, and with instances. Without Embree, peer_available (peer.h) says
// so.
#ifndef HITSCAN_BENCH_PEER_SCENE_H
#define HITSCAN_BENCH_PEER_SCENE_H

#include "peer.h"

// What a commit does, in Embree's words. `refit`: keep the tree, fit its bounds to the boxes. `low`: build by Morton
// codes. `rebuild`: build as it does by default. `careful`: likewise, and traverse as its robust mode does.
typedef enum peer_update { PEER_REFIT, PEER_LOW, PEER_REBUILD, PEER_ROBUST_REBUILD, PEER_UPDATES } peer_update;

// "embree-refit", "embree-low", "embree-default" and "embree-robust".
const char* peer_update_name(peer_update how);

typedef struct peer_scene peer_scene;

// The first object on a ray. `object` is HIT_BVH_NONE, and t infinite, when nothing is hit.
typedef struct peer_hit {
    float t;
    uint32_t object;    // the number of the box or of the instance
    uint32_t primitive; // the triangle of the instance; 0 for boxes
} peer_hit;

// Boxes as user geometry, committed. They are copied.
peer_scene* peer_scene_of_boxes(const hit_aabb* boxes, uint32_t count, peer_update how);

// The copy, to be changed before the next commit.
hit_aabb* peer_scene_boxes(peer_scene* peer);

// Instances of a mesh, which must outlive them, committed. A refit of instances is not offered.
peer_scene* peer_scene_of_instances(const scene* mesh, const hit_mat3x4* places, uint32_t count, peer_update how);
void peer_scene_set_transform(peer_scene* peer, uint32_t instance, const hit_mat3x4* place);

void peer_scene_commit(peer_scene* peer);
void peer_scene_free(peer_scene* peer);

// One ray; many, one after the other: the sum of t of all hits.
peer_hit peer_scene_first(const peer_scene* peer, const hit_ray* ray);
double peer_scene_run_first(const peer_scene* peer, const hit_ray* rays, uint32_t count);

// The same for boxes, by Embree's call for a stream of rays (rtcIntersect1M). `hits` may be NULL.
double peer_scene_first_many(const peer_scene* peer, const hit_ray* rays, uint32_t count, peer_hit* hits);

#endif
