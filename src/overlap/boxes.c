// Boxes against boxes and triangles: see overlap.h. Two aligned boxes compare bits; all others are half-spaces against a
// box or a triangle (halfspaces.h). Cost: 100 to 350 ns, microseconds where they touch.
#include <hitscan/overlap.h>

#include "base/fpenv.h"
#include "overlap/halfspaces.h"
#include "shapes/outward.h"

bool hit_aabb_aabb(hit_aabb a, hit_aabb b)
{
    const float low_a[3] = {a.min.x, a.min.y, a.min.z}, high_a[3] = {a.max.x, a.max.y, a.max.z};
    const float low_b[3] = {b.min.x, b.min.y, b.min.z}, high_b[3] = {b.max.x, b.max.y, b.max.z};

    for (int k = 0; k < 3; k++) {
        // Both intervals are sound, and one of them holds the lower end of the other.
        if (!float_in_range(low_a[k], low_a[k], high_a[k]) || !float_in_range(low_b[k], low_b[k], high_b[k]))
            return false;
        if (!float_in_range(low_a[k], low_b[k], high_b[k]) && !float_in_range(low_b[k], low_a[k], high_a[k]))
            return false;
    }
    return true;
}

static HIT_NOINLINE bool aabb_obb(hit_aabb box, const hit_obb* obb)
{
    const hit_any_box any = {NULL, box};
    hit_halfspaces set;

    if (!hit_obb_is_solid(obb))
        return false;
    hit_halfspaces_from_obb(obb, &set);
    return hit_halfspaces_box(&set, &any) != HIT_OUTSIDE;
}

bool hit_aabb_obb(hit_aabb box, const hit_obb* obb)
{
    hit_fpenv saved;
    bool result;

    if (obb == NULL || hit_aabb_is_empty(box))
        return false;
    saved = hit_fpenv_enter();
    result = aabb_obb(box, obb);
    hit_fpenv_leave(saved);
    return result;
}

static HIT_NOINLINE bool obb_obb(const hit_obb* a, const hit_obb* b)
{
    const hit_any_box any = {a, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};
    hit_halfspaces set;

    if (!hit_obb_is_solid(a) || !hit_obb_is_solid(b))
        return false;
    hit_halfspaces_from_obb(b, &set);
    return hit_halfspaces_box(&set, &any) != HIT_OUTSIDE;
}

bool hit_obb_obb(const hit_obb* a, const hit_obb* b)
{
    hit_fpenv saved;
    bool result;

    if (a == NULL || b == NULL)
        return false;
    saved = hit_fpenv_enter();
    result = obb_obb(a, b);
    hit_fpenv_leave(saved);
    return result;
}

static HIT_NOINLINE bool aabb_triangle(hit_aabb box, const hit_triangle* triangle)
{
    hit_halfspaces set;
    hit_halfspaces_from_aabb(box, &set);
    return hit_halfspaces_triangle(&set, triangle) != HIT_OUTSIDE;
}

bool hit_aabb_triangle(hit_aabb box, const hit_triangle* triangle)
{
    const hit_aabb bounds = hit_triangle_bounds(triangle);
    hit_fpenv saved;
    bool result;

    // False for an empty box and for the bounds of a bad triangle, too. A corner in the box is the usual case in a tree.
    if (!hit_aabb_aabb(box, bounds))
        return false;
    if (hit_aabb_contains(box, triangle->v0) || hit_aabb_contains(box, triangle->v1) ||
        hit_aabb_contains(box, triangle->v2))
        return true;
    saved = hit_fpenv_enter();
    result = aabb_triangle(box, triangle);
    hit_fpenv_leave(saved);
    return result;
}

static HIT_NOINLINE bool obb_triangle(const hit_obb* obb, const hit_triangle* triangle)
{
    hit_halfspaces set;

    if (!hit_obb_is_solid(obb))
        return false;
    hit_halfspaces_from_obb(obb, &set);
    return hit_halfspaces_triangle(&set, triangle) != HIT_OUTSIDE;
}

bool hit_obb_triangle(const hit_obb* obb, const hit_triangle* triangle)
{
    hit_fpenv saved;
    bool result;

    if (obb == NULL || hit_aabb_is_empty(hit_triangle_bounds(triangle)))
        return false;
    saved = hit_fpenv_enter();
    result = obb_triangle(obb, triangle);
    hit_fpenv_leave(saved);
    return result;
}
