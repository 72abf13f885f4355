// Which shapes lie wholly in a box or a sphere: see overlap.h.
//
// All of them are convex, so a shape with corners is in when its corners are. Triangles and aligned boxes have corners
// that are floats, and a point is asked about exactly. The corners of an oriented box are quotients. Against
// half-spaces they are not needed: the box reaches as far along a normal as halfspaces_box.c says. Against a sphere
// they are multiplied by D, the determinant of the axes: with s the centre of the sphere and w_k = a_l×a_m, a corner is
// in
//   when |D·(c - s) + sum of ±h_k·w_k|² <= r²·D²
// in double with an error bound, and with integers where that does not decide. All are products of eight floats.
#include <hitscan/overlap.h>

#include "base/fpenv.h"
#include "exact/big.h"
#include "overlap/halfspaces.h"
#include "shapes/linear3.h"
#include "shapes/valid.h"

// ---- In boxes --------------------------------------------------------------------------------------------------

bool hit_aabb_contains_triangle(hit_aabb box, const hit_triangle* triangle)
{
    const hit_aabb bounds = hit_triangle_bounds(triangle);
    return !hit_aabb_is_empty(bounds) && hit_aabb_contains_aabb(box, bounds);
}

static HIT_NOINLINE bool aabb_contains_obb(hit_aabb box, const hit_obb* obb)
{
    const hit_any_box any = {obb, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};
    hit_halfspaces set;

    if (!hit_obb_is_solid(obb))
        return false;
    hit_halfspaces_from_aabb(box, &set);
    return hit_halfspaces_box(&set, &any) == HIT_INSIDE;
}

bool hit_aabb_contains_obb(hit_aabb box, const hit_obb* obb)
{
    hit_fpenv saved;
    bool result;

    if (obb == NULL || hit_aabb_is_empty(box))
        return false;
    saved = hit_fpenv_enter();
    result = aabb_contains_obb(box, obb);
    hit_fpenv_leave(saved);
    return result;
}

static HIT_NOINLINE bool obb_contains_box_in_fpenv(const hit_obb* outer, const hit_any_box* inner)
{
    hit_halfspaces set;

    if (!hit_obb_is_solid(outer) || (inner->oriented != NULL && !hit_obb_is_solid(inner->oriented)))
        return false;
    hit_halfspaces_from_obb(outer, &set);
    return hit_halfspaces_box(&set, inner) == HIT_INSIDE;
}

static bool obb_contains_box(const hit_obb* outer, const hit_any_box* inner)
{
    const hit_fpenv saved = hit_fpenv_enter();
    const bool result = obb_contains_box_in_fpenv(outer, inner);
    hit_fpenv_leave(saved);
    return result;
}

bool hit_obb_contains_aabb(const hit_obb* obb, hit_aabb box)
{
    const hit_any_box any = {NULL, box};
    return obb != NULL && !hit_aabb_is_empty(box) && obb_contains_box(obb, &any);
}

bool hit_obb_contains_obb(const hit_obb* outer, const hit_obb* inner)
{
    const hit_any_box any = {inner, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};
    return outer != NULL && inner != NULL && obb_contains_box(outer, &any);
}

static HIT_NOINLINE bool obb_contains_triangle(const hit_obb* obb, const hit_triangle* triangle)
{
    hit_halfspaces set;

    if (!hit_obb_is_solid(obb))
        return false;
    hit_halfspaces_from_obb(obb, &set);
    return hit_halfspaces_triangle(&set, triangle) == HIT_INSIDE;
}

bool hit_obb_contains_triangle(const hit_obb* obb, const hit_triangle* triangle)
{
    hit_fpenv saved;
    bool result;

    if (obb == NULL || hit_aabb_is_empty(hit_triangle_bounds(triangle)))
        return false;
    saved = hit_fpenv_enter();
    result = obb_contains_triangle(obb, triangle);
    hit_fpenv_leave(saved);
    return result;
}

// ---- In spheres --------------------------------------------------------------------------------------------------

bool hit_sphere_contains_triangle(hit_sphere sphere, const hit_triangle* triangle)
{
    return triangle != NULL && hit_sphere_contains(sphere, triangle->v0) && hit_sphere_contains(sphere, triangle->v1) &&
           hit_sphere_contains(sphere, triangle->v2);
}

bool hit_sphere_contains_aabb(hit_sphere sphere, hit_aabb box)
{
    if (hit_aabb_is_empty(box))
        return false;
    for (int corner = 0; corner < 8; corner++) {
        const hit_vec3 p = {corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                            corner & 4 ? box.max.z : box.min.z};
        if (!hit_sphere_contains(sphere, p))
            return false;
    }
    return true;
}

static bool corner_is_in_exact(hit_sphere sphere, const hit_obb* obb, int corner)
{
    hit_big axis[3][3], cross[3], way[3], x[3];

    for (int k = 0; k < 3; k++)
        hit_big_vector(obb->axis[k], axis[k]);
    hit_big_cross(axis[1], axis[2], cross);
    const hit_big det = hit_big_dot(axis[0], cross), r = hit_big_from_float(sphere.radius);
    const hit_big limit = hit_big_mul(&det, &r), limit2 = hit_big_mul(&limit, &limit);
    hit_big_difference(obb->center, sphere.center, way);
    for (int j = 0; j < 3; j++)
        x[j] = hit_big_mul(&det, &way[j]);
    for (int k = 0; k < 3; k++) {
        const hit_big h = hit_big_from_float(corner >> k & 1 ? obb->half[k] : -obb->half[k]);
        hit_big_cross(axis[(k + 1) % 3], axis[(k + 2) % 3], cross);
        for (int j = 0; j < 3; j++) {
            const hit_big term = hit_big_mul(&h, &cross[j]);
            x[j] = hit_big_add(&x[j], &term);
        }
    }
    const hit_big x2 = hit_big_dot(x, x);
    return hit_big_sub(&x2, &limit2).sign <= 0;
}

static HIT_NOINLINE bool sphere_contains_obb(hit_sphere sphere, const hit_obb* obb)
{
    mat3 axis, cross;
    double way[3], size[3], s[3];

    if (!hit_obb_is_solid(obb))
        return false;
    vec3_load(obb->center, way);
    vec3_load(sphere.center, s);
    for (int k = 0; k < 3; k++)
        vec3_load(obb->axis[k], axis.row[k]);
    for (int k = 0; k < 3; k++)
        cross3(axis.row[(k + 1) % 3], axis.row[(k + 2) % 3], cross.row[k]);
    const double det = dot3(axis.row[0], cross.row[0]);
    const double det_size = fabs(axis.row[0][0] * cross.row[0][0]) + fabs(axis.row[0][1] * cross.row[0][1]) +
                            fabs(axis.row[0][2] * cross.row[0][2]);
    const double extent = sphere.radius * fabs(det);
    double error = sphere.radius * det_size;
    for (int j = 0; j < 3; j++) {
        way[j] -= s[j];
        size[j] = det_size * fabs(way[j]);
        for (int k = 0; k < 3; k++)
            size[j] += obb->half[k] * fabs(cross.row[k][j]);
        error += size[j];
    }
    error *= HIT_OVERLAP_EPS;
    for (int corner = 0; corner < 8; corner++) {
        double x[3], largest = 0.0;
        for (int j = 0; j < 3; j++) {
            x[j] = det * way[j];
            for (int k = 0; k < 3; k++)
                x[j] += (corner >> k & 1 ? obb->half[k] : -obb->half[k]) * cross.row[k][j];
            largest = fmax(largest, fabs(x[j]));
        }
        // Squares may leave the range of double, and then nothing is certain.
        const bool in_range = largest > 0x1p-500 && largest < 0x1p500;
        const double gap = in_range ? sqrt(dot3(x, x)) - extent : 0.0;
        if (in_range && gap > error)
            return false;
        if (!(in_range && gap < -error) && !corner_is_in_exact(sphere, obb, corner))
            return false;
    }
    return true;
}

bool hit_sphere_contains_obb(hit_sphere sphere, const hit_obb* obb)
{
    hit_fpenv saved;
    bool result;

    if (obb == NULL || !sphere_is_valid(sphere))
        return false;
    saved = hit_fpenv_enter();
    result = sphere_contains_obb(sphere, obb);
    hit_fpenv_leave(saved);
    return result;
}
