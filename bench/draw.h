// Random data for the suites: the same on every run and machine.
#ifndef HITSCAN_BENCH_DRAW_H
#define HITSCAN_BENCH_DRAW_H

#include <hitscan/math.h>

static uint64_t draw_state = 1;

// All the bits of a float, and no grid: a coarse one would make planes meet rays exactly far more often than data do.
static inline float uniform(float lo, float hi)
{
    draw_state = draw_state * 6364136223846793005u + 1442695040888963407u;
    return (float)((double)lo + ((double)hi - (double)lo) * (double)(draw_state >> 11) * 0x1p-53);
}

static inline hit_vec3 point(float lo, float hi)
{
    const float x = uniform(lo, hi), y = uniform(lo, hi);
    return hit_vec3_make(x, y, uniform(lo, hi));
}

static inline hit_quat rotation(void)
{
    const float x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
    const hit_quat q = {x, y, z, uniform(-1, 1)};
    return q;
}

#endif
