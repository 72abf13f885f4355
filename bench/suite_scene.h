// What the parts of suite `scene` share.
#ifndef HITSCAN_BENCH_SUITE_SCENE_H
#define HITSCAN_BENCH_SUITE_SCENE_H

#include "bench.h"
#include "peer_scene.h"
#include "workloads.h"

// True when an engine was asked for: by name, or because none was.
bool suite_asked(const char* engine);

// End the program unless a call of the library went well.
void suite_check(hit_status status, const char* what);

// The number of an object by its id; ids must ascend. HIT_BVH_NONE when it is none of them.
uint32_t suite_id_index(const hit_id* ids, uint32_t count, hit_id id);

// A scene of ours and rays, as an engine: the sum of t of all first hits.
typedef struct suite_run {
    const hit_scene* ours;
    const peer_scene* peer;
    const ray_list* rays;
} suite_run;

double suite_ours_first(const void* run);
double suite_peer_first(const void* run);

// True when two t on a ray agree, to what float arithmetic in a scene of this size can give.
bool suite_t_near(hit_aabb bounds, const hit_ray* ray, double a, double b);

// Answers that differ, as tree_agreement counts them.
typedef struct suite_agreement {
    uint32_t rays, hits;
    uint32_t differ;      // of these rays, in how many the peer says something else
    uint32_t unexplained; // and the ray does not graze
} suite_agreement;

// A row of suite `scene`. `peer` is NULL, and ratio and target 0, where there are none.
void suite_record(const char* name, const char* engine, double value, const char* unit, const char* peer, double ratio,
                  double target, bool limit);

// The parts of the suite.
void suite_bench_moving(void);
void suite_bench_instances(void);
void suite_bench_picking(void);

#endif
