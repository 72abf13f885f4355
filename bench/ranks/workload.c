// Models and rays for programs about many ranks, by number: every rank can make its part of them alone.
#include "workload.h"

#include "mpi/ranks/simulate.h"

#include <math.h>
#include <string.h>

// Uniform in [0, 1), by a number.
static float uniform(uint64_t seed, uint64_t number)
{
    return (float)(hit_agree_on(seed, number) >> 40) * 0x1p-24f;
}

static float height(float x, float y)
{
    return 0.08f * sinf(9.0f * x + 1.0f) * cosf(7.0f * y) + 0.02f * sinf(41.0f * x) * sinf(37.0f * y + 2.0f);
}

static void set(float* corner, float x, float y, float z)
{
    corner[0] = x;
    corner[1] = y;
    corner[2] = z;
}

void workload_terrain(float (*t)[9], uint64_t begin, uint64_t end, uint64_t count)
{
    const uint64_t side = (uint64_t)sqrt((double)count / 2.0);
    for (uint64_t i = begin; i < end; i++, t++) {
        const uint64_t cell = i / 2 % (side * side);
        const float step = 1.0f / (float)side, x = (float)(cell % side) * step, y = (float)(cell / side) * step;
        const float x1 = x + step, y1 = y + step;
        set(*t, x, y, height(x, y));
        if (i % 2 == 0) {
            set(*t + 3, x1, y, height(x1, y));
            set(*t + 6, x1, y1, height(x1, y1));
        } else {
            set(*t + 3, x1, y1, height(x1, y1));
            set(*t + 6, x, y1, height(x, y1));
        }
    }
}

void workload_soup(float (*t)[9], uint64_t count, uint64_t seed)
{
    const float size = 1.5f / cbrtf((float)count);
    for (uint64_t i = 0; i < count; i++) {
        const float middle[3] = {uniform(seed, 3 * i), uniform(seed, 3 * i + 1), uniform(seed, 3 * i + 2)};
        for (unsigned k = 0; k < 9; k++)
            t[i][k] = middle[k % 3] + size * (uniform(seed + 1, 9 * i + k) - 0.5f);
    }
}

hit_ray workload_ray(const workload_rays* s, uint64_t i)
{
    const uint64_t side = (uint64_t)ceil(sqrt((double)s->count));
    const float x = (float)(i % side) / (float)side, y = (float)(i / side) / (float)side;
    const uint64_t seed = s->seed + 7;

    if (strcmp(s->pattern, "down") == 0)
        return hit_ray_make(hit_vec3_make(x, y, 2.0f), hit_vec3_make(0.0f, 0.0f, -1.0f));
    if (strcmp(s->pattern, "camera") == 0)
        return hit_ray_make(hit_vec3_make(0.5f, -0.8f, 1.0f), hit_vec3_make(x - 0.5f, 1.0f, -1.1f * y - 0.1f));
    const float angle = 6.2831853f * uniform(seed, 5 * i), z = 2.0f * uniform(seed, 5 * i + 1) - 1.0f;
    const float across = sqrtf(1.0f - z * z);
    const float up = s->low ? 0.1f + 0.2f * uniform(seed, 5 * i + 4) : uniform(seed, 5 * i + 4);
    return hit_ray_make(hit_vec3_make(uniform(seed, 5 * i + 2), uniform(seed, 5 * i + 3), up),
                        hit_vec3_make(across * cosf(angle), across * sinf(angle), z));
}
