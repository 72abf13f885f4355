// Which shapes lie wholly in a cone.
//
// A cone is convex, so that a box, a triangle or a segment is in it when its corners are, which is exact for corners
// that are floats. The corners of an oriented box are not floats, and a sphere has none; these are computed in double,
// and what stands out by less than the error of the computation counts as inside.
//
// The corners of an oriented box are c + sum of ±half[i]·b[i], where the b are the rows of the inverse of its axes:
// b[i] = (axis[j]×axis[k]) / det. A sphere of radius r about a point at height h and at distance s from the axis is in
// the cone when h·sin - s·cos, its depth below the side, is at least r, and the heights h ± r are in range.
#include "base/fpenv.h"
#include "cone/solve.h"
#include "shapes/linear3.h"
#include "shapes/valid.h"

#include <hitscan/cone.h>

static HIT_NOINLINE void contains_all(const hit_cone* cone, const hit_vec3* points, int count, bool* inside)
{
    *inside = true;
    for (int i = 0; i < count && *inside; i++)
        *inside = hit_cone_contains_in_fpenv(cone, points[i]);
}

static bool contains_points(const hit_cone* cone, const hit_vec3* points, int count)
{
    hit_fpenv env;
    bool inside;

    for (int i = 0; i < count; i++)
        if (!hit_vec3_is_finite(points[i]))
            return false;
    env = hit_fpenv_enter();
    contains_all(cone, points, count, &inside);
    hit_fpenv_leave(env);
    return inside;
}

bool hit_cone_contains_aabb(const hit_cone* cone, hit_aabb box)
{
    const hit_vec3 a = box.min, b = box.max;
    // Opposite corners first: one of them is likely to be outside when any is.
    const hit_vec3 corners[8] = {
        a, b, {b.x, a.y, a.z}, {a.x, b.y, b.z}, {a.x, b.y, a.z}, {b.x, a.y, b.z}, {a.x, a.y, b.z}, {b.x, b.y, a.z}};
    return hit_cone_is_valid(cone) && !hit_aabb_is_empty(box) && contains_points(cone, corners, 8);
}

bool hit_cone_contains_triangle(const hit_cone* cone, const hit_triangle* triangle)
{
    if (!hit_cone_is_valid(cone) || triangle == NULL)
        return false;
    const hit_vec3 corners[3] = {triangle->v0, triangle->v1, triangle->v2};
    return contains_points(cone, corners, 3);
}

bool hit_cone_contains_segment(const hit_cone* cone, hit_vec3 a, hit_vec3 b)
{
    const hit_vec3 ends[2] = {a, b};
    return hit_cone_is_valid(cone) && contains_points(cone, ends, 2);
}

// ---- Oriented boxes and spheres: in double -----------------------------------------------------------------------

// A cone in units of the size of what is tested, so that no square leaves the range of a double.
typedef struct unit_cone {
    double axis[3]; // of unit length
    double sine, cosine, h_min, h_max;
} unit_cone;

static void unit_cone_make(const hit_cone* cone, double size, unit_cone* u)
{
    double d[3];
    vec3_load(cone->axis, d);
    const double length = sqrt(dot3(d, d)), tangent = cone->tangent, secant = sqrt(1.0 + tangent * tangent);
    for (int k = 0; k < 3; k++)
        u->axis[k] = d[k] / length;
    u->sine = tangent / secant;
    u->cosine = 1.0 / secant;
    u->h_min = cone->h_min / size;
    u->h_max = cone->h_max / size;
}

// A sphere about p, relative to the apex, of the given radius; `slack` is how far it may stand out.
static bool contains_sphere_at(const unit_cone* u, const double p[3], double radius, double slack)
{
    double w[3];
    const double h = dot3(u->axis, p);
    cross3(u->axis, p, w);
    return h * u->sine - sqrt(dot3(w, w)) * u->cosine - radius >= -slack && h - radius - u->h_min >= -slack &&
           u->h_max - (h + radius) >= -slack;
}

// Relative to the size, p carries 2^-53, and the height and the depth of p less than 2^-49 more.
static HIT_NOINLINE void contains_sphere(const hit_cone* cone, hit_sphere sphere, bool* inside)
{
    double a[3], p[3];
    unit_cone u;

    vec3_load(cone->apex, a);
    vec3_load(sphere.center, p);
    for (int k = 0; k < 3; k++)
        p[k] -= a[k];
    // A sphere that is larger than its distance holds the apex, and is not inside.
    const double size = sqrt(dot3(p, p));
    if (!(size > 0.0)) {
        *inside = sphere.radius == 0.0f && cone->h_min == 0.0f;
        return;
    }
    for (int k = 0; k < 3; k++)
        p[k] /= size;
    unit_cone_make(cone, size, &u);
    *inside = contains_sphere_at(&u, p, sphere.radius / size, 0x1p-46);
}

bool hit_cone_contains_sphere(const hit_cone* cone, hit_sphere sphere)
{
    hit_fpenv env;
    bool inside;

    if (!hit_cone_is_valid(cone) || !sphere_is_valid(sphere))
        return false;
    env = hit_fpenv_enter();
    contains_sphere(cone, sphere, &inside);
    hit_fpenv_leave(env);
    return inside;
}

bool hit_cone_axes_span(const hit_obb* obb)
{
    mat3 m;
    for (int i = 0; i < 3; i++)
        vec3_load(obb->axis[i], m.row[i]);
    return hit_det3(&m) != 0.0;
}

static HIT_NOINLINE void contains_box(const hit_cone* cone, const hit_obb* obb, bool* inside)
{
    mat3 m;
    double a[3], c[3], edge[3][3], size = 0.0;
    unit_cone u;

    *inside = false;
    for (int i = 0; i < 3; i++)
        vec3_load(obb->axis[i], m.row[i]);
    const double det = hit_det3(&m); // exact when it is zero, else good to 2^-46
    if (det == 0.0)
        return;
    vec3_load(cone->apex, a);
    vec3_load(obb->center, c);
    for (int i = 0; i < 3; i++) {
        cross3(m.row[(i + 1) % 3], m.row[(i + 2) % 3], edge[i]);
        for (int k = 0; k < 3; k++) {
            edge[i][k] *= obb->half[i] / det;
            size += fabs(edge[i][k]);
        }
        c[i] -= a[i];
        size += fabs(c[i]);
    }
    if (!(size > 0.0)) { // the apex itself
        *inside = cone->h_min == 0.0f;
        return;
    }
    unit_cone_make(cone, size, &u);
    for (int corner = 0; corner < 8; corner++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = (c[k] + (corner & 1 ? edge[0][k] : -edge[0][k]) + (corner & 2 ? edge[1][k] : -edge[1][k]) +
                    (corner & 4 ? edge[2][k] : -edge[2][k])) /
                   size;
        // 2^-45 of the edges and some 2^-50 from the sums; the edges are not longer than the farthest corner is away.
        if (!contains_sphere_at(&u, p, 0.0, 0x1p-44))
            return;
    }
    *inside = true;
}

bool hit_cone_contains_obb(const hit_cone* cone, const hit_obb* obb)
{
    hit_fpenv env;
    bool inside;

    if (!hit_cone_is_valid(cone) || obb == NULL || !obb_is_valid(obb))
        return false;
    env = hit_fpenv_enter();
    contains_box(cone, obb, &inside);
    hit_fpenv_leave(env);
    return inside;
}
