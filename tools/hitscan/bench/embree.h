// Embree beside our trees: loaded when it is asked for, where the build found its headers.
#ifndef TOOL_BENCH_PEER_H
#define TOOL_BENCH_PEER_H

#include "bench/workload.h"

typedef struct peer peer;

/// Load Embree and build its scene. NULL, with `reason` set, when it is not there or fails.
///
/// @param w        must outlive it
/// @param seconds  how long the build took, by the clock `now`
peer* peer_open(const bench_world* w, uint32_t threads, double (*now)(void), double* seconds, const char** reason);
void peer_close(peer* p);

/// As in "3.13.5".
const char* peer_version(const peer* p);

/// First hits, one ray at a time: t, infinite for none.
void peer_first(const peer* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool);
/// Is there any hit? t is 0 or infinite.
void peer_any(const peer* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool);

#endif
