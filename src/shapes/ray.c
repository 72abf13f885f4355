// Rays: validity, distance, change of space.
//
// t is never renormalised: a ray taken to another space by an affine map meets the same points at the same t, so that
// hits in different objects compare directly. Validity is decided on bit patterns (outward.h), so that a denormal
// direction is a direction under DAZ too.
#include "shapes/outward.h"

float hit_ray_distance(hit_ray ray, float t)
{
    const hit_vec3 d = ray.direction;
    const double length = sqrt((double)d.x * d.x + (double)d.y * d.y + (double)d.z * d.z);
    // Without a direction there is no distance, even at an infinite t, where the product would be NaN.
    return length == 0.0 ? 0.0f : (float)(t * length);
}

bool hit_ray_is_valid(hit_ray ray)
{
    const hit_vec3 d = ray.direction;
    if (!hit_vec3_is_finite(ray.origin) || !hit_vec3_is_finite(d))
        return false;
    if (float_order(d.x) == 0 && float_order(d.y) == 0 && float_order(d.z) == 0)
        return false;
    // [+inf, +inf] and [-inf, -inf] hold no real t.
    if (isnan(ray.t_min) || isnan(ray.t_max) || ray.t_min == HUGE_VALF || ray.t_max == -HUGE_VALF)
        return false;
    return float_order(ray.t_min) <= float_order(ray.t_max);
}

hit_ray hit_ray_transform(hit_ray ray, const hit_mat3x4* m)
{
    ray.origin = hit_mat3x4_point(m, ray.origin);
    ray.direction = hit_mat3x4_vector(m, ray.direction);
    return ray;
}
