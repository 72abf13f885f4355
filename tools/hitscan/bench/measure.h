// Measures our tree against Embree's: the same rays, in rounds that alternate, answers compared first.
//
// Embree is loaded when it is asked for, where the build found its headers.
#ifndef TOOL_BENCH_MEASURE_H
#define TOOL_BENCH_MEASURE_H

#include "bench/workload.h"
#include "cli/job.h"

// ---- Embree ---------------------------------------------------------------------------------------------------------

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

// ---- Rounds ---------------------------------------------------------------------------------------------------------

enum { ROUNDS_MAX = 1001 };

/// What a workload gave on so many threads.
typedef struct bench_result {
    bench_workload work;
    uint32_t threads, rays;
    double rate;        ///< rays per second: the median of the rounds
    double embree_rate; ///< 0: there is none
    uint64_t hits;      ///< rays that hit; for all hits, hits
    uint64_t differ;    ///< rays for which Embree answers otherwise
} bench_result;

/// How building went on so many threads.
typedef struct bench_build {
    uint32_t threads;
    double seconds, embree_seconds; ///< medians; 0: there is none
} bench_build;

typedef struct bench_setup {
    const bench_triangles* world;
    const hit_camera* camera;
    uint32_t width, height; ///< of the picture; their product is the number of rays of each kind
    uint32_t rounds;
    hit_bvh_quality quality;
    double (*now)(void); ///< the clock
    progress* shown;
    uint64_t done; ///< rounds, for the progress
} bench_setup;

/// All results on one number of threads.
typedef struct bench_report {
    bench_build build;
    bench_result results[WORKLOADS];
    char embree_version[32];   ///< "" when there is none
    const char* embree_reason; ///< why not
} bench_report;

/// Rounds that bench_measure counts in `done`.
uint64_t bench_rounds(const bench_setup* s);

/// Build and cast.
///
/// @param pool  NULL: one thread
/// @return  an exit code: EXIT_RESOURCES after a message, or 128 + the signal that came
int bench_measure(bench_setup* s, const hit_task_pool* pool, bench_report* report);

/// True when enough answers are the same for a ratio to mean something: all but ten of them, or 99.99 %.
bool bench_agrees(const bench_result* r);

#endif
