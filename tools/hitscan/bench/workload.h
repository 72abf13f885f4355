// The triangles of a model in the world, and rays to throw at them.
#ifndef TOOL_BENCH_WORKLOAD_H
#define TOOL_BENCH_WORKLOAD_H

#include "model/model.h"

#include <hitscan/camera.h>

/// All triangles, instances expanded, as the tree of a model has them.
typedef struct bench_triangles {
    hit_vec3* vertices; ///< one more than counted: peers read 16 bytes at a time
    uint32_t* indices;
    uint32_t vertex_count, triangle_count;
    hit_dvec3 origin; ///< that all of it is relative to
    hit_aabb bounds;
} bench_triangles;

/// Returns an exit code; bench_triangles_free is due all the same.
int bench_triangles_make(const model* m, bench_triangles* w);
void bench_triangles_free(bench_triangles* w);

/// As hit_bvh_build_triangles takes them.
hit_mesh bench_triangles_mesh(const bench_triangles* w);

/// What kind of rays.
typedef enum bench_workload {
    WORKLOAD_PRIMARY,    ///< of a camera, one per pixel: first hits
    WORKLOAD_INCOHERENT, ///< from anywhere in the bounds, in any direction: first hits
    WORKLOAD_BOUNCE,     ///< from what the camera sees, scattered: first hits
    WORKLOAD_SHADOW,     ///< from what the camera sees to anywhere in the bounds: is anything between?
    WORKLOAD_ALL,        ///< as incoherent: how many hits?
    WORKLOADS
} bench_workload;

extern const char* const bench_workload_names[WORKLOADS];

/// What primary rays have met: where bounces and shadows begin.
typedef struct bench_primary_hits {
    const hit_bvh* tree;
    const hit_ray* rays;
    const hit_bvh_hit* hits;
    uint32_t count;
} bench_primary_hits;

// Fill in rays.
void bench_rays_primary(const bench_triangles* w, const hit_camera* camera, uint32_t width, uint32_t height,
                        hit_ray* rays);
void bench_rays_incoherent(const bench_triangles* w, hit_ray* rays, uint32_t count);
void bench_rays_from(const bench_triangles* w, const bench_primary_hits* seen, bench_workload work, hit_ray* rays,
                     uint32_t count);

#endif
