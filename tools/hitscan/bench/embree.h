// Embree beside our trees: loaded when it is asked for, where the build found its headers.
#ifndef TOOL_BENCH_EMBREE_H
#define TOOL_BENCH_EMBREE_H

#include "bench/workload.h"

typedef struct embree embree;

/// Load Embree and build its scene. NULL, with `reason` set, when it is not there or fails.
///
/// @param w        must outlive it
/// @param seconds  how long the build took, by the clock `now`
embree* embree_open(const bench_triangles* w, uint32_t threads, double (*now)(void), double* seconds,
                    const char** reason);
void embree_close(embree* p);

/// As in "3.13.5".
const char* embree_version(const embree* p);

/// First hits, one ray at a time: t, infinite for none.
void embree_first(const embree* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool);
/// Is there any hit? t is 0 or infinite.
void embree_any(const embree* p, const hit_ray* rays, float* t, uint32_t count, const hit_task_pool* pool);

#endif
