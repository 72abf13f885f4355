// Plain loops over many boxes, compiled with -O3 -march=native: the strongest form of what a program would write by
// hand.
#include "plain.h"

bool plain_nearest_native(const hit_ray* ray, const hit_aabb* boxes, uint32_t count, uint32_t* index, float* t)
{
    const float rx = 1.0f / ray->direction.x, ry = 1.0f / ray->direction.y, rz = 1.0f / ray->direction.z;
    const float ox = ray->origin.x, oy = ray->origin.y, oz = ray->origin.z;
    float best = ray->t_max;
    bool found = false;

    for (uint32_t i = 0; i < count; i++) {
        const hit_aabb* b = &boxes[i];
        const float x0 = (b->min.x - ox) * rx, x1 = (b->max.x - ox) * rx;
        const float y0 = (b->min.y - oy) * ry, y1 = (b->max.y - oy) * ry;
        const float z0 = (b->min.z - oz) * rz, z1 = (b->max.z - oz) * rz;
        const float enter =
            plain_max(plain_max(plain_min(x0, x1), plain_min(y0, y1)), plain_max(plain_min(z0, z1), ray->t_min));
        const float leave = plain_min(plain_min(plain_max(x0, x1), plain_max(y0, y1)), plain_max(z0, z1));
        if (enter <= leave && enter < best) {
            best = enter;
            *index = i;
            found = true;
        }
    }
    *t = best;
    return found;
}

uint32_t plain_count_native(const hit_ray* ray, const hit_aabb* boxes, uint32_t count)
{
    const float rx = 1.0f / ray->direction.x, ry = 1.0f / ray->direction.y, rz = 1.0f / ray->direction.z;
    const float ox = ray->origin.x, oy = ray->origin.y, oz = ray->origin.z;
    uint32_t hits = 0;

    for (uint32_t i = 0; i < count; i++) {
        const hit_aabb* b = &boxes[i];
        const float x0 = (b->min.x - ox) * rx, x1 = (b->max.x - ox) * rx;
        const float y0 = (b->min.y - oy) * ry, y1 = (b->max.y - oy) * ry;
        const float z0 = (b->min.z - oz) * rz, z1 = (b->max.z - oz) * rz;
        const float enter =
            plain_max(plain_max(plain_min(x0, x1), plain_min(y0, y1)), plain_max(plain_min(z0, z1), ray->t_min));
        const float leave =
            plain_min(plain_min(plain_max(x0, x1), plain_max(y0, y1)), plain_min(plain_max(z0, z1), ray->t_max));
        hits += enter <= leave;
    }
    return hits;
}
