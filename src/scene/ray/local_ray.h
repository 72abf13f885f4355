// A local ray: moved along itself by t0, to come near an object, and perhaps in the object's space
// (scene/ray/object.c). There, t is `scale` times what it is in the world, less t0.
#ifndef HITSCAN_SCENE_RAY_LOCAL_RAY_H
#define HITSCAN_SCENE_RAY_LOCAL_RAY_H

#include <float.h>
#include <hitscan/world.h>
#include <math.h>

// By how much t in double may differ from that of the rounded ray, in units of the max_abs of a mesh.
#define HIT_LOCAL_RAY_SLACK 0x1p-20
// Plain doubles give the normal of a triangle if its largest component is at least this part of the products that it is
// the difference of: then it is right to 2^-42, as in hit_normal3.
#define HIT_LOCAL_RAY_FLAT 0x1p-8

static inline float hit_local_t_round(double t)
{
    return t > FLT_MAX ? HUGE_VALF : t < -FLT_MAX ? -HUGE_VALF : (float)t;
}

// Where the ray begins there.
static inline float hit_local_t_min(const hit_dray* ray, double t0, double scale)
{
    return hit_local_t_round((ray->t_min - t0) * scale);
}

// Where it ends: nothing is lost whose t there is not above the limit by more than `slack`.
static inline float hit_local_t_max(const hit_dray* ray, double t0, double scale, float limit, double slack)
{
    const float end = hit_local_t_round((ray->t_max - t0) * scale);

    if (limit < ray->t_max) {
        const double t = (limit - t0) * scale;
        const float last = hit_local_t_round(t + 0x1p-22 * fabs(t) + 0x1p-140 + slack);
        return last < end ? last : end;
    }
    return end;
}

// t of the world, within the limits of the ray.
static inline double hit_local_t_to_world(const hit_dray* ray, double t0, double scale, double t)
{
    const double w = t0 + t / scale;
    return w < ray->t_min ? ray->t_min : w > ray->t_max ? ray->t_max : w;
}

#endif
