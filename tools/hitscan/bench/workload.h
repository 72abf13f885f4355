// The triangles of a model in the world, and rays to throw at them.
#ifndef TOOL_BENCH_WORLD_H
#define TOOL_BENCH_WORLD_H

#include "model/model.h"

#include <hitscan/camera.h>

/// All triangles, instances expanded, as the tree of a model has them.
typedef struct bench_world {
    hit_vec3* vertices; ///< one more than counted: peers read 16 bytes at a time
    uint32_t* indices;
    uint32_t vertex_count, triangle_count;
    hit_aabb bounds;
} bench_world;

/// Returns an exit code, after a message when it is not EXIT_OK; bench_world_free is due all the same.
int bench_world_make(const model* m, bench_world* w);
void bench_world_free(bench_world* w);

/// As hit_bvh_build_triangles takes them.
hit_mesh bench_world_mesh(const bench_world* w);

/// What kind of rays.
typedef enum bench_work {
    WORK_PRIMARY,    ///< of a camera, one per pixel: first hits
    WORK_INCOHERENT, ///< from anywhere in the bounds, in any direction: first hits
    WORK_BOUNCE,     ///< from what the camera sees, scattered: first hits
    WORK_SHADOW,     ///< from what the camera sees to anywhere in the bounds: is anything between?
    WORK_ALL,        ///< as incoherent: how many hits?
    WORKS
} bench_work;

extern const char* const bench_work_names[WORKS];

/// What primary rays have met: where bounces and shadows begin.
typedef struct bench_seen {
    const hit_bvh* tree;
    const hit_ray* rays;
    const hit_bvh_hit* hits;
    uint32_t count;
} bench_seen;

// Fill in rays.
void bench_rays_primary(const hit_camera* camera, uint32_t width, uint32_t height, hit_ray* rays);
void bench_rays_incoherent(const bench_world* w, hit_ray* rays, uint32_t count);
void bench_rays_from(const bench_world* w, const bench_seen* seen, bench_work work, hit_ray* rays, uint32_t count);

#endif
