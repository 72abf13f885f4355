// Models and rays for programs about many ranks.
#ifndef HITSCAN_BENCH_RANKS_WORKLOAD_H
#define HITSCAN_BENCH_RANKS_WORKLOAD_H

#include <hitscan/hitscan.h>

// Triangles begin to end - 1 of a height field of count triangles over the unit square.
void workload_terrain(float (*triangles)[9], uint64_t begin, uint64_t end, uint64_t count);

// Small triangles anywhere in the unit cube.
void workload_soup(float (*triangles)[9], uint64_t count, uint64_t seed);

typedef struct workload_rays {
    const char* pattern; // "random", "down" or "camera"
    bool low;            // random ones begin just above a terrain, else anywhere in the cube
    uint64_t count;      // of all ranks
    uint64_t seed;
} workload_rays;

hit_ray workload_ray(const workload_rays* rays, uint64_t index);

#endif
