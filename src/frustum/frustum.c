// One frustum, one shape: the public calls. All decisions are those of overlap/halfspaces.h.
//
// Cost: 25 ns for an aligned box that a plane decides, 50 for a sphere, 80 to 100 for others; 100 to 600 ns for what
// crosses several planes, microseconds for what touches.
#include <hitscan/frustum.h>

#include "base/fpenv.h"
#include "overlap/halfspaces.h"
#include "shapes/outward.h"

// ---- Boxes -----------------------------------------------------------------------------------------------------

// hit_aabb_is_empty, for code that runs in an environment where comparisons can be trusted.
static bool aabb_is_valid(const hit_aabb* box)
{
    const hit_vec3 a = box->min, b = box->max;
    // Zero times a NaN or an infinity is a NaN. Not &&: the answer is nearly always yes.
    const float sum = a.x * 0.0f + a.y * 0.0f + a.z * 0.0f + b.x * 0.0f + b.y * 0.0f + b.z * 0.0f;
    return (a.x <= b.x) & (a.y <= b.y) & (a.z <= b.z) & (sum == 0.0f);
}

static HIT_NOINLINE hit_cull frustum_aabb(const hit_frustum* frustum, const hit_any_box* box, bool filter_only)
{
    hit_halfspaces set;
    hit_cull certain;

    if (!aabb_is_valid(&box->aligned))
        return HIT_OUTSIDE;
    certain = hit_planes_aabb_filter(frustum->plane, &box->aligned);
    if (certain == HIT_OUTSIDE || !hit_halfspaces_from_frustum(frustum, &set))
        return HIT_OUTSIDE;
    return certain == HIT_INSIDE || filter_only ? certain : hit_halfspaces_box(&set, box);
}

static hit_cull cull_aabb(const hit_frustum* frustum, hit_aabb aabb, bool filter_only)
{
    const hit_any_box box = {NULL, aabb};
    hit_fpenv saved;
    hit_cull result;

    if (frustum == NULL)
        return HIT_OUTSIDE;
    saved = hit_fpenv_enter();
    result = frustum_aabb(frustum, &box, filter_only);
    hit_fpenv_leave(saved);
    return result;
}

hit_cull hit_frustum_aabb(const hit_frustum* frustum, hit_aabb box)
{
    return cull_aabb(frustum, box, false);
}

hit_cull hit_frustum_aabb_quick(const hit_frustum* frustum, hit_aabb box)
{
    return cull_aabb(frustum, box, true);
}

static HIT_NOINLINE hit_cull frustum_obb(const hit_frustum* frustum, const hit_obb* obb, bool filter_only)
{
    const hit_any_box box = {obb, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};
    hit_halfspaces set;

    if (!hit_halfspaces_from_frustum(frustum, &set) || !hit_obb_is_solid(obb))
        return HIT_OUTSIDE;
    return filter_only ? hit_halfspaces_obb_filter(&set, obb) : hit_halfspaces_box(&set, &box);
}

static hit_cull cull_obb(const hit_frustum* frustum, const hit_obb* obb, bool filter_only)
{
    hit_fpenv saved;
    hit_cull result;

    if (frustum == NULL || obb == NULL)
        return HIT_OUTSIDE;
    saved = hit_fpenv_enter();
    result = frustum_obb(frustum, obb, filter_only);
    hit_fpenv_leave(saved);
    return result;
}

hit_cull hit_frustum_obb(const hit_frustum* frustum, const hit_obb* obb)
{
    return cull_obb(frustum, obb, false);
}

hit_cull hit_frustum_obb_quick(const hit_frustum* frustum, const hit_obb* obb)
{
    return cull_obb(frustum, obb, true);
}

// ---- Spheres ---------------------------------------------------------------------------------------------------

static HIT_NOINLINE hit_cull frustum_sphere(const hit_frustum* frustum, hit_sphere sphere, bool filter_only)
{
    hit_halfspaces set;

    if (!hit_halfspaces_from_frustum(frustum, &set))
        return HIT_OUTSIDE;
    return filter_only ? hit_halfspaces_sphere_filter(&set, sphere) : hit_halfspaces_sphere(&set, sphere);
}

static hit_cull cull_sphere(const hit_frustum* frustum, hit_sphere sphere, bool filter_only)
{
    hit_fpenv saved;
    hit_cull result;

    if (frustum == NULL || !hit_vec3_is_finite(sphere.center) || !isfinite(sphere.radius) ||
        float_order(sphere.radius) < 0)
        return HIT_OUTSIDE;
    saved = hit_fpenv_enter();
    result = frustum_sphere(frustum, sphere, filter_only);
    hit_fpenv_leave(saved);
    return result;
}

hit_cull hit_frustum_sphere(const hit_frustum* frustum, hit_sphere sphere)
{
    return cull_sphere(frustum, sphere, false);
}

hit_cull hit_frustum_sphere_quick(const hit_frustum* frustum, hit_sphere sphere)
{
    return cull_sphere(frustum, sphere, true);
}

// ---- Triangles and points --------------------------------------------------------------------------------------

static HIT_NOINLINE hit_cull frustum_triangle(const hit_frustum* frustum, const hit_triangle* triangle,
                                              bool filter_only)
{
    hit_halfspaces set;

    if (!hit_halfspaces_from_frustum(frustum, &set))
        return HIT_OUTSIDE;
    return filter_only ? hit_halfspaces_triangle_filter(&set, triangle) : hit_halfspaces_triangle(&set, triangle);
}

static hit_cull cull_triangle(const hit_frustum* frustum, const hit_triangle* triangle, bool filter_only)
{
    hit_fpenv saved;
    hit_cull result;

    if (frustum == NULL || hit_aabb_is_empty(hit_triangle_bounds(triangle)))
        return HIT_OUTSIDE;
    saved = hit_fpenv_enter();
    result = frustum_triangle(frustum, triangle, filter_only);
    hit_fpenv_leave(saved);
    return result;
}

hit_cull hit_frustum_triangle(const hit_frustum* frustum, const hit_triangle* triangle)
{
    return cull_triangle(frustum, triangle, false);
}

hit_cull hit_frustum_triangle_quick(const hit_frustum* frustum, const hit_triangle* triangle)
{
    return cull_triangle(frustum, triangle, true);
}

// A point is a box without size: a box is what the plane test decides fastest.
hit_cull hit_frustum_point(const hit_frustum* frustum, hit_vec3 point)
{
    return cull_aabb(frustum, hit_aabb_make(point, point), false);
}

hit_cull hit_frustum_point_quick(const hit_frustum* frustum, hit_vec3 point)
{
    return cull_aabb(frustum, hit_aabb_make(point, point), true);
}
