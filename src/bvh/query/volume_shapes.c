// Volumes: making them, and the exact tests. See volume.h.
//
// Cones are asked by the calls of cone.h, spheres by those of overlap.h. Frusta and boxes are half-spaces, which are
// made once for all primitives of a query (overlap/halfspaces.h).
#include "bvh/query/volume.h"

#include "shapes/outward.h"

#include <float.h>
#include <hitscan/overlap.h>

// Four times the error of a corner's value per unit of |n|·m, and more than denormals lose: see kernels.h.
#define PAD 0x1p-20
#define TINY 0x1p-140

// ---- Making ----------------------------------------------------------------------------------------------------

bool hit_volume_from_cone(const hit_cone* cone, hit_volume* out)
{
    hit_cone_frame frame;

    if (!hit_cone_frame_make(cone, &frame))
        return false;
    out->cone = cone;
    out->culler.kind = HIT_VOLUME_CONE;
    out->culler.u.cone = hit_cone_many_make(&frame);
    return true;
}

// Beyond FLT_MAX no corner of a box reaches.
static double clamped(double x)
{
    return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : x;
}

// The planes of out->set in float. Their offsets are relative to the origin of the set, and become those for points;
// that is off by 2^-50 of the sizes of its terms.
static void planes_make(float max_abs, hit_volume* out)
{
    const double origin[3] = {out->set.origin.x, out->set.origin.y, out->set.origin.z};
    hit_volume_planes* planes = &out->culler.u.planes;

    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const hit_plane* p = &out->set.plane[i];
        const double n[3] = {p->normal.x, p->normal.y, p->normal.z};
        const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
        // Without a normal there is no constraint, or, with an offset above 0, no set: any scale will do.
        const double scale = largest > 0.0 ? ldexp(1.0, -3 - ilogb(largest)) : 1.0;
        double d = largest > 0.0 ? p->offset : p->offset > 0.0f ? HUGE_VAL : -HUGE_VAL, size = fabs(d), sum = 0.0;
        for (int k = 0; k < 3; k++) {
            d += n[k] * origin[k];
            size += fabs(n[k] * origin[k]);
            sum += fabs(n[k]);
            planes->normal[i][k] = (float)(scale * n[k]);
            planes->high[i][k] = n[k] > 0.0;
        }
        const double margin = largest > 0.0 ? scale * (PAD * sum * max_abs + 0x1p-50 * size) + TINY : 0.0;
        planes->outside[i] = round_down(clamped(scale * d - margin));
        planes->inside[i] = round_up(clamped(scale * d + margin));
        HIT_ASSERT(planes->outside[i] <= planes->inside[i]);
    }
}

bool hit_volume_from_frustum(const hit_frustum* frustum, float max_abs, hit_volume* out)
{
    if (!hit_halfspaces_from_frustum(frustum, &out->set))
        return false;
    out->culler.kind = HIT_VOLUME_FRUSTUM;
    planes_make(max_abs, out);
    return true;
}

bool hit_volume_from_aabb(hit_aabb box, hit_volume* out)
{
    if (hit_aabb_is_empty(box))
        return false;
    out->culler.kind = HIT_VOLUME_AABB;
    out->culler.u.box = out->box = box;
    hit_halfspaces_from_aabb(box, &out->set);
    return true;
}

bool hit_volume_from_obb(const hit_obb* obb, float max_abs, hit_volume* out)
{
    if (!hit_obb_is_solid(obb))
        return false;
    out->culler.kind = HIT_VOLUME_OBB;
    hit_halfspaces_from_obb(obb, &out->set);
    planes_make(max_abs, out);
    return true;
}

bool hit_volume_from_sphere(hit_sphere sphere, float max_abs, hit_volume* out)
{
    const float c[3] = {sphere.center.x, sphere.center.y, sphere.center.z};
    hit_volume_scaled_sphere* scaled = &out->culler.u.sphere;
    double most = max_abs, scale, r2;

    if (!hit_vec3_is_finite(sphere.center) || !isfinite(sphere.radius) || sphere.radius < 0.0f)
        return false;
    // A radius of about 1, unless that takes coordinates beyond 2^100.
    for (int k = 0; k < 3; k++)
        most = fmax(most, fabs((double)c[k]));
    scale = sphere.radius > 0.0f ? ldexp(1.0, -ilogbf(sphere.radius)) : 0x1p120;
    if (most > 0.0)
        scale = fmin(scale, ldexp(1.0, 99 - ilogb(most)));
    scale = fmin(fmax(scale, 0x1p-120), 0x1p120);
    r2 = scale * sphere.radius * (scale * sphere.radius);
    scaled->scale = (float)scale;
    for (int k = 0; k < 3; k++)
        scaled->center[k] = (float)(scale * c[k]);
    scaled->outside = round_up(r2 * (1.0 + PAD) + TINY);
    scaled->inside = round_down(r2 * (1.0 - PAD) - TINY);
    HIT_ASSERT(scaled->inside <= scaled->outside);
    out->culler.kind = HIT_VOLUME_SPHERE;
    out->sphere = sphere;
    return true;
}

// ---- Asking ----------------------------------------------------------------------------------------------------

static bool accepts(const hit_volume* volume, hit_cull cull)
{
    return volume->include == HIT_INCLUDE_INSIDE ? cull == HIT_INSIDE : cull != HIT_OUTSIDE;
}

bool hit_volume_accepts_triangle(const hit_volume* volume, const hit_triangle* triangle)
{
    const bool inside = volume->include == HIT_INCLUDE_INSIDE;

    switch (volume->culler.kind) {
    case HIT_VOLUME_CONE:
        return inside ? hit_cone_contains_triangle(volume->cone, triangle)
                      : hit_cone_meets_triangle(volume->cone, triangle);
    case HIT_VOLUME_SPHERE:
        return inside ? hit_sphere_contains_triangle(volume->sphere, triangle)
                      : hit_sphere_triangle(volume->sphere, triangle);
    case HIT_VOLUME_AABB:
        return inside ? hit_aabb_contains_triangle(volume->box, triangle) : hit_aabb_triangle(volume->box, triangle);
    default:
        return accepts(volume, hit_halfspaces_triangle(&volume->set, triangle));
    }
}

bool hit_volume_accepts_aabb(const hit_volume* volume, hit_aabb box)
{
    const bool inside = volume->include == HIT_INCLUDE_INSIDE;
    const hit_any_box any = {NULL, box};

    switch (volume->culler.kind) {
    case HIT_VOLUME_CONE:
        return inside ? hit_cone_contains_aabb(volume->cone, box) : hit_cone_meets_aabb(volume->cone, box);
    case HIT_VOLUME_SPHERE:
        return inside ? hit_sphere_contains_aabb(volume->sphere, box) : hit_sphere_aabb(volume->sphere, box);
    case HIT_VOLUME_AABB:
        return inside ? hit_aabb_contains_aabb(volume->box, box) : hit_aabb_aabb(volume->box, box);
    default:
        return accepts(volume, hit_halfspaces_box(&volume->set, &any));
    }
}

bool hit_volume_accepts_obb(const hit_volume* volume, const hit_obb* obb)
{
    const bool inside = volume->include == HIT_INCLUDE_INSIDE;
    const hit_any_box any = {obb, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};

    switch (volume->culler.kind) {
    case HIT_VOLUME_CONE:
        return inside ? hit_cone_contains_obb(volume->cone, obb) : hit_cone_meets_obb(volume->cone, obb);
    case HIT_VOLUME_SPHERE:
        return inside ? hit_sphere_contains_obb(volume->sphere, obb) : hit_sphere_obb(volume->sphere, obb);
    default:
        return accepts(volume, hit_halfspaces_box(&volume->set, &any));
    }
}
