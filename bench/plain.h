// The plain float tests that tutorials and engines use: fast, and inexact. The peers of suite `ray`, and of the frusta
// in suite `cone`.
#ifndef HITSCAN_BENCH_PLAIN_H
#define HITSCAN_BENCH_PLAIN_H

#include <hitscan/frustum.h>

static inline float plain_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float plain_max(float a, float b)
{
    return a > b ? a : b;
}

// The branchless slab test.
static inline bool plain_ray_aabb(const hit_ray* r, const hit_aabb* b, float* enter, float* leave)
{
    const float rx = 1.0f / r->direction.x, ry = 1.0f / r->direction.y, rz = 1.0f / r->direction.z;
    const float x0 = (b->min.x - r->origin.x) * rx, x1 = (b->max.x - r->origin.x) * rx;
    const float y0 = (b->min.y - r->origin.y) * ry, y1 = (b->max.y - r->origin.y) * ry;
    const float z0 = (b->min.z - r->origin.z) * rz, z1 = (b->max.z - r->origin.z) * rz;

    *enter = plain_max(plain_max(plain_min(x0, x1), plain_min(y0, y1)), plain_max(plain_min(z0, z1), r->t_min));
    *leave = plain_min(plain_min(plain_max(x0, x1), plain_max(y0, y1)), plain_min(plain_max(z0, z1), r->t_max));
    return *enter <= *leave;
}

// Möller and Trumbore's triangle test.
static inline bool plain_ray_triangle(const hit_ray* r, const hit_triangle* q, float* t, float* u, float* v)
{
    const hit_vec3 d = r->direction;
    const float ax = q->v1.x - q->v0.x, ay = q->v1.y - q->v0.y, az = q->v1.z - q->v0.z;
    const float bx = q->v2.x - q->v0.x, by = q->v2.y - q->v0.y, bz = q->v2.z - q->v0.z;
    const float px = d.y * bz - d.z * by, py = d.z * bx - d.x * bz, pz = d.x * by - d.y * bx;
    const float det = ax * px + ay * py + az * pz;
    float inverse, sx, sy, sz, qx, qy, qz;

    if (det == 0.0f)
        return false;
    inverse = 1.0f / det;
    sx = r->origin.x - q->v0.x, sy = r->origin.y - q->v0.y, sz = r->origin.z - q->v0.z;
    *u = (sx * px + sy * py + sz * pz) * inverse;
    if (*u < 0.0f || *u > 1.0f)
        return false;
    qx = sy * az - sz * ay, qy = sz * ax - sx * az, qz = sx * ay - sy * ax;
    *v = (d.x * qx + d.y * qy + d.z * qz) * inverse;
    if (*v < 0.0f || *u + *v > 1.0f)
        return false;
    *t = (bx * qx + by * qy + bz * qz) * inverse;
    return *t >= r->t_min && *t <= r->t_max;
}

// Culling by corners (Assarsson and Möller, 2000): per plane the corner farthest along the normal decides what is
// outside, the opposite corner what is inside.
static inline hit_cull plain_frustum_aabb(const hit_frustum* f, const hit_aabb* b)
{
    hit_cull cull = HIT_INSIDE;

    for (int i = 0; i < 6; i++) {
        const hit_vec3 n = f->plane[i].normal;
        const float d = f->plane[i].offset;
        const float px = n.x >= 0.0f ? b->max.x : b->min.x, nx = n.x >= 0.0f ? b->min.x : b->max.x;
        const float py = n.y >= 0.0f ? b->max.y : b->min.y, ny = n.y >= 0.0f ? b->min.y : b->max.y;
        const float pz = n.z >= 0.0f ? b->max.z : b->min.z, nz = n.z >= 0.0f ? b->min.z : b->max.z;
        if (n.x * px + n.y * py + n.z * pz < d)
            return HIT_OUTSIDE;
        if (n.x * nx + n.y * ny + n.z * nz < d)
            cull = HIT_CROSSING;
    }
    return cull;
}

// The nearest of many boxes by a plain loop with the inverse direction made once. In plain_native.c, compiled for
// this machine.
bool plain_nearest_native(const hit_ray* ray, const hit_aabb* boxes, uint32_t count, uint32_t* index, float* t);

// How many of many boxes are hit, likewise.
uint32_t plain_count_native(const hit_ray* ray, const hit_aabb* boxes, uint32_t count);

#endif
