// Spheres, capsules and cylinders against a polygon on the screen, in space.
//
// Over each side of the polygon stands a wall: the flat convex set of the points, between the near and the far plane,
// that project to the side. A convex shape, clipped by these two planes, is connected; so if it touches no wall it lies
// in the region, or outside, as any of its points does. If it touches some but none extends into its interior, it lies
// in the region or has its interior outside, as a point of its interior says.
//
// A wall is a triangle with a corner in the eye, or a parallelogram along the lines of sight; long enough for the
// shape, and clipped by the planes. Its distance from the shape is bounded from both sides by scene/convex/gjk.h. What
// that cannot tell apart touches. A shape that is smaller by twice the errors stands for the interior.
//
// Errors. A corner of a wall is X·ray[0] + Y·ray[1] + ray[2], times w, and then clipped: right to a few 2^-53 of the
// sum of the sizes of these terms. 2^-46 of the sizes of wall and shape are allowed for.
//
// Cost: some ten products for a wall whose plane misses the shape, a microsecond for others.
#include "base/assert.h"
#include "pick/region.h"

#include "scene/convex/gjk.h"
#include "shapes/linear3.h"

#define SLACK 0x1p-46

enum { CORNERS_MAX = 4 + 2 };

typedef struct wall {
    uint32_t count;
    double corner[CORNERS_MAX][3];
    double normal[3]; ///< of any length
    double size;      ///< of the terms that corners are made of
} wall;

// What all walls of a shape have in common.
typedef struct extent {
    double size;      ///< of the shape
    double axis[3];   ///< orthographic: along the lines of sight, of unit length
    double low, high; ///< orthographic: the heights along that axis, perspective: w, between which the shape lies
} extent;

static extent extent_of(const hit_region* r, const hit_convex_shape* convex)
{
    const hit_camera* c = r->camera;
    extent x = {.size = hit_convex_size(convex)};
    double back[3], length, slack;

    if (c->orthographic)
        cross3(c->x, c->y, x.axis);
    else
        for (int k = 0; k < 3; k++)
            x.axis[k] = c->w[k];
    length = sqrt(dot3(x.axis, x.axis));
    for (int k = 0; k < 3; k++) {
        if (c->orthographic)
            x.axis[k] /= length;
        back[k] = -x.axis[k];
    }
    slack = SLACK * x.size * (c->orthographic ? 1.0 : length);
    x.high = hit_convex_support(convex, x.axis, NULL) + slack;
    x.low = c->orthographic ? -hit_convex_support(convex, back, NULL) - slack : 0.0;
    return x;
}

// The part of a polygon within a half-space, enlarged by what its values may be wrong by.
static void clip(wall* w, const double plane[4])
{
    const double most[3] = {w->size, w->size, w->size};
    const double noise = hit_region_noise(plane, most);
    wall out = {.count = 0};

    for (uint32_t i = 0; i < w->count; i++) {
        const double *a = w->corner[i], *b = w->corner[(i + 1) % w->count];
        const double va = hit_region_value(plane, a) + noise, vb = hit_region_value(plane, b) + noise;
        if (va >= 0.0) {
            for (int k = 0; k < 3; k++)
                out.corner[out.count][k] = a[k];
            out.count++;
        }
        if ((va >= 0.0) != (vb >= 0.0)) {
            for (int k = 0; k < 3; k++)
                out.corner[out.count][k] = a[k] + va / (va - vb) * (b[k] - a[k]);
            out.count++;
        }
    }
    HIT_ASSERT(out.count <= CORNERS_MAX);
    w->count = out.count;
    for (uint32_t i = 0; i < out.count; i++)
        for (int k = 0; k < 3; k++)
            w->corner[i][k] = out.corner[i][k];
}

// The wall over the side from a to b; its normal is computed from the side's direction, so that short sides have one.
static wall wall_over(const hit_region* r, const extent* x, const double a[2], const double b[2])
{
    const bool flat = r->camera->orthographic;
    double from[3], step[3];
    wall w = {.count = flat ? 4 : 3};

    for (int k = 0; k < 3; k++) {
        const double size = fabs(a[0] * r->ray[0][k]) + fabs(a[1] * r->ray[1][k]) + fabs(b[0] * r->ray[0][k]) +
                            fabs(b[1] * r->ray[1][k]) + fabs(r->ray[2][k]);
        from[k] = a[0] * r->ray[0][k] + a[1] * r->ray[1][k] + r->ray[2][k];
        step[k] = (b[0] - a[0]) * r->ray[0][k] + (b[1] - a[1]) * r->ray[1][k];
        w.size += flat ? size : size * x->high;
    }
    cross3(flat ? x->axis : from, step, w.normal);
    for (int k = 0; k < 3; k++) {
        if (flat) {
            w.corner[0][k] = from[k] + x->low * x->axis[k];
            w.corner[1][k] = from[k] + step[k] + x->low * x->axis[k];
            w.corner[2][k] = from[k] + step[k] + x->high * x->axis[k];
            w.corner[3][k] = from[k] + x->high * x->axis[k];
        } else {
            w.corner[0][k] = 0.0;
            w.corner[1][k] = from[k] * x->high;
            w.corner[2][k] = (from[k] + step[k]) * x->high;
        }
    }
    return w;
}

// True when a shape lies to one side of a wall's plane.
static bool is_separated(const hit_convex_shape* convex, const wall* w, double slack)
{
    const double length = sqrt(dot3(w->normal, w->normal)), at = dot3(w->normal, w->corner[0]);
    const double back[3] = {-w->normal[0], -w->normal[1], -w->normal[2]};

    return -hit_convex_support(convex, back, NULL) - at > slack * length ||
           hit_convex_support(convex, w->normal, NULL) - at < -slack * length;
}

// The shape without what is closer to its border than the slack.
static hit_convex_shape shrunk(const hit_convex_shape* convex, double slack)
{
    hit_convex_shape small = *convex;
    double axis[3], length;

    small.radius = max2(0.0, convex->radius - slack);
    if (convex->flat_ends) {
        for (int k = 0; k < 3; k++)
            axis[k] = convex->point[1][k] - convex->point[0][k];
        length = sqrt(dot3(axis, axis));
        for (int k = 0; k < 3 && length > 4.0 * slack; k++) {
            small.point[0][k] += slack / length * axis[k];
            small.point[1][k] -= slack / length * axis[k];
        }
    }
    return small;
}

// True when a wall that touches a shape extends into its interior, or so deep that double cannot tell.
static bool reaches_interior(const hit_convex_shape* convex, const wall* w, const hit_gjk_proxy* wall_proxy,
                             double slack)
{
    const hit_convex_shape small = shrunk(convex, 2.0 * slack);
    const hit_gjk_proxy inner = hit_gjk_proxy_from_convex(&small);

    // Distances that are next to nothing have no direction that is any good; planes that are touched have one.
    return !is_separated(&small, w, 0.5 * slack) && hit_gjk_distance(&inner, wall_proxy, 0.0).lower <= 0.0;
}

// A point of the shape, on the screen; of its part between the near and the far plane. False when rounding leaves none.
static bool sample(const hit_region* r, const hit_convex_shape* convex, bool whole, double pixel[2])
{
    const hit_camera* c = r->camera;
    const double* near_plane = r->plane[HIT_REGION_NEAR];
    const double back[3] = {-near_plane[0], -near_plane[1], -near_plane[2]};
    double p[3] = {0.0, 0.0, 0.0}, w;

    if (whole) {
        for (int k = 0; k < 3; k++)
            for (uint32_t i = 0; i < convex->count; i++)
                p[k] += convex->point[i][k] / convex->count;
    } else {
        // On the way from its first point to its last one: where that is in both planes.
        double first[3], last[3], from = 0.0, to = 1.0;
        hit_convex_support(convex, back, first);
        hit_convex_support(convex, near_plane, last);
        for (uint32_t i = HIT_REGION_NEAR; i < r->plane_count; i++) {
            const double a = hit_region_value(r->plane[i], first), b = hit_region_value(r->plane[i], last);
            if (a < 0.0)
                from = max2(from, b > 0.0 ? a / (a - b) : 1.0);
            if (b < 0.0)
                to = min2(to, a > 0.0 ? a / (a - b) : 0.0);
        }
        for (int k = 0; k < 3; k++)
            p[k] = first[k] + 0.5 * (from + to) * (last[k] - first[k]);
    }
    w = hit_region_value(c->w, p);
    pixel[0] = hit_region_value(c->x, p) / w;
    pixel[1] = hit_region_value(c->y, p) / w;
    return w > 0.0 && isfinite(pixel[0]) && isfinite(pixel[1]);
}

hit_cull hit_region_round(const hit_region* region, const hit_convex_shape* convex, bool whole)
{
    const extent x = extent_of(region, convex);
    const hit_gjk_proxy set = hit_gjk_proxy_from_convex(convex);
    bool touched = false;
    double a[2], b[2], pixel[2];

    HIT_ASSERT(convex->radius > 0.0 && convex->count >= 1 && convex->count <= 2);
    hit_region_corner(region, region->count - 1, a);
    for (uint32_t i = 0; i < region->count; i++) {
        hit_region_corner(region, i, b);
        wall w = wall_over(region, &x, a, b);
        const double slack = SLACK * (w.size + x.size);
        a[0] = b[0];
        a[1] = b[1];
        if (is_separated(convex, &w, slack))
            continue;
        for (uint32_t k = HIT_REGION_NEAR; k < region->plane_count; k++)
            clip(&w, region->plane[k]);
        if (w.count == 0)
            continue;
        const hit_gjk_proxy wall_proxy = hit_gjk_proxy_from_points(w.corner[0], w.count);
        if (hit_gjk_distance(&set, &wall_proxy, slack).lower > slack)
            continue;
        touched = true;
        if (reaches_interior(convex, &w, &wall_proxy, slack))
            return HIT_CROSSING;
    }
    if (!sample(region, convex, whole, pixel))
        return HIT_CROSSING;
    if (hit_region_is_odd(region, pixel))
        return whole ? HIT_INSIDE : HIT_CROSSING;
    return touched ? HIT_CROSSING : HIT_OUTSIDE;
}
