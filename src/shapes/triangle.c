// Triangles: normal, bounds, points and images.
//
// The normal is right to a rounding for the thinnest sliver, and exactly zero for three points on a line and for
// nothing else: where the cross product in double cancels, expansions take over (linear3.h). A NULL triangle acts as
// one of NaNs: it has no normal, no bounds, and nothing hits it.
#include "base/fpenv.h"
#include "shapes/linear3.h"
#include "shapes/outward.h"

static HIT_NOINLINE void normal(const hit_triangle* triangle, hit_vec3* unit)
{
    double a[3], b[3], c[3], n[3];

    vec3_load(triangle->v0, a);
    vec3_load(triangle->v1, b);
    vec3_load(triangle->v2, c);
    hit_normal3(a, b, c, n);
    *unit = unit3(n);
}

static bool triangle_is_finite(const hit_triangle* t)
{
    return hit_vec3_is_finite(t->v0) && hit_vec3_is_finite(t->v1) && hit_vec3_is_finite(t->v2);
}

hit_vec3 hit_triangle_normal(const hit_triangle* triangle)
{
    hit_fpenv env;
    hit_vec3 unit;

    if (triangle == NULL || !triangle_is_finite(triangle))
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    env = hit_fpenv_enter();
    normal(triangle, &unit);
    hit_fpenv_leave(env);
    return unit;
}

hit_aabb hit_triangle_bounds(const hit_triangle* triangle)
{
    hit_aabb box;

    if (triangle == NULL)
        return hit_aabb_empty();
    // The order of bits puts NaNs and infinities at its ends, so that a corner which has one shows in the box.
    box.min = vec3_min(triangle->v0, vec3_min(triangle->v1, triangle->v2));
    box.max = vec3_max(triangle->v0, vec3_max(triangle->v1, triangle->v2));
    return hit_vec3_is_finite(box.min) && hit_vec3_is_finite(box.max) ? box : hit_aabb_empty();
}

hit_vec3 hit_triangle_at(const hit_triangle* triangle, float u, float v, float w)
{
    if (triangle == NULL)
        return hit_vec3_make(NAN, NAN, NAN);
    const hit_vec3 a = triangle->v0, b = triangle->v1, c = triangle->v2;
    return hit_vec3_make((float)((double)w * a.x + (double)u * b.x + (double)v * c.x),
                         (float)((double)w * a.y + (double)u * b.y + (double)v * c.y),
                         (float)((double)w * a.z + (double)u * b.z + (double)v * c.z));
}

hit_triangle hit_triangle_transform(const hit_triangle* triangle, const hit_mat3x4* m)
{
    const hit_vec3 nowhere = {NAN, NAN, NAN};
    if (triangle == NULL)
        return hit_triangle_make(nowhere, nowhere, nowhere);
    return hit_triangle_make(hit_mat3x4_point(m, triangle->v0), hit_mat3x4_point(m, triangle->v1),
                             hit_mat3x4_point(m, triangle->v2));
}
