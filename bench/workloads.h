// The rays that trees are measured with. All are the same on every run.
#ifndef HITSCAN_BENCH_WORKLOADS_H
#define HITSCAN_BENCH_WORKLOADS_H

#include "scenes.h"

typedef struct ray_list {
    hit_ray* ray;
    uint32_t count;
} ray_list;

// What is first on a ray.
typedef struct first_hit {
    float t;
    uint32_t primitive; // HIT_BVH_NONE: nothing
} first_hit;

// One ray through the middle of each pixel of a square picture, row by row from the top.
ray_list workload_primary(const scene* s, uint32_t side);

// From anywhere in the bounds of the scene to anywhere.
ray_list workload_incoherent(const scene* s, uint32_t count);

// What is asked of shadows and visibility: half of the rays are segments between two random points of the bounds, half
// go from the first hits of given rays to random points of the bounds. Ends are included in rays, so those start a
// little before the surface.
ray_list workload_segments(const scene* s, const ray_list* from, const first_hit* hits, uint32_t count);

// Diffuse bounces: from the first hits of given rays, in their order, into the hemisphere that they came from, more
// along the normal than flat (by the cosine).
ray_list workload_bounce(const scene* s, const ray_list* from, const first_hit* hits, uint32_t count);

void workload_free(ray_list* list);

// The unit normal of the surface at a hit.
hit_vec3 workload_normal(const scene* s, const hit_ray* ray, const first_hit* hit);

// Write the picture that primary rays see as a PPM: surfaces that face the camera are light, far ones bluish.
bool workload_picture(const scene* s, const ray_list* primary, const first_hit* hits, uint32_t side, const char* path);

#endif
