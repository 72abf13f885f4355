// A library of another project. It is compiled as C and as C++.
#include "geometry.h"
#include <hitscan/hitscan.h>

float geometry_distance(float x)
{
    hit_ray ray = hit_ray_make(hit_vec3_make(x, 0, 0), hit_vec3_make(1, 0, 0));
    hit_aabb box = hit_aabb_make(hit_vec3_make(-1, -1, -1), hit_vec3_make(1, 1, 1));
    hit_span span;
    return hit_ray_aabb(ray, box, &span) ? span.t_enter : -1;
}
