// Boxes and convex shapes against spheres and cones.
//
// A sphere touches a shape when the closest point of the shape is in it, and holds it when the farthest one is: both
// are known for all shapes (scene/convex/convex.h, gjk.h).
//
// A cone is first clipped to the heights between which the shape lies, and so becomes the hull of two discs, also if it
// is infinite. GJK then tells whether the two touch. Errors are in proportion to the coordinates, those of the rims
// included: for a cone much wider than 45 degrees, that is the distance of its side at the height of the shape.
#include "scene/region/region.h"

#include "base/assert.h"
#include "scene/convex/gjk.h"
#include "shapes/linear3.h"

// ---- Spheres --------------------------------------------------------------------------------------------------------

hit_cull hit_volume_sphere_box(const void* context, const double low[3], const double high[3])
{
    const hit_dsphere* dsphere = &((const hit_scene_volume*)context)->dsphere;
    double nearest = 0.0, farthest = 0.0, max_l1 = dsphere->radius, limit;

    for (int k = 0; k < 3; k++) {
        const double below = low[k] - dsphere->center[k], above = high[k] - dsphere->center[k];
        const double near_by = fmax(0.0, fmax(below, -above)), far_off = fmax(fabs(below), fabs(above));
        nearest += near_by * near_by;
        farthest += far_off * far_off;
        max_l1 += fabs(dsphere->center[k]);
    }
    HIT_ASSERT(dsphere->radius >= 0.0 && nearest <= farthest);
    // The differences are rounded by 2^-53 of the coordinates, of which those in question are at most max_l1.
    limit = HIT_CONVEX_EPSILON * max_l1;
    if (sqrt(nearest) > dsphere->radius + limit)
        return HIT_OUTSIDE;
    return sqrt(farthest) < dsphere->radius - limit ? HIT_INSIDE : HIT_CROSSING;
}

hit_cull hit_volume_sphere_convex(const void* context, const hit_convex_shape* convex)
{
    const hit_dsphere* dsphere = &((const hit_scene_volume*)context)->dsphere;
    const double margin = HIT_VOLUME_MARGIN * (hit_convex_size(convex) + sum3_abs(dsphere->center) + dsphere->radius);
    const hit_gjk_proxy set = hit_gjk_proxy_from_convex(convex), center = hit_gjk_proxy_from_points(dsphere->center, 1);

    if (hit_convex_farthest(convex, dsphere->center) <= dsphere->radius + margin)
        return HIT_INSIDE;
    if (set.has_discs)
        return hit_convex_closest(convex, dsphere->center).lower > dsphere->radius + margin ? HIT_OUTSIDE
                                                                                            : HIT_CROSSING;
    return hit_gjk_distance(&set, &center, dsphere->radius + margin).lower > dsphere->radius + margin ? HIT_OUTSIDE
                                                                                                      : HIT_CROSSING;
}

// ---- Cones ----------------------------------------------------------------------------------------------------------

// How far the corners of a box stick out; see hit_convex_beyond_cone.
static double box_beyond_cone(const double low[3], const double high[3], const hit_dcone* cone)
{
    hit_convex_shape convex = {.count = 8};

    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            convex.point[i][k] = (i >> k & 1) != 0 ? high[k] : low[k];
    return hit_convex_beyond_cone(&convex, cone);
}

hit_cull hit_volume_cone_box(const void* context, const double low[3], const double high[3])
{
    const hit_dcone* cone = &((const hit_scene_volume*)context)->cone;
    double centroid[3], half[3], side[3], height = 0.0, spread = 0.0, size = 0.0, out, error;
    double least = 0.0, most = 0.0;

    for (int k = 0; k < 3; k++) {
        centroid[k] = 0.5 * low[k] + 0.5 * high[k] - cone->apex[k];
        half[k] = 0.5 * high[k] - 0.5 * low[k];
        height += cone->axis[k] * centroid[k];
        spread += fabs(cone->axis[k]) * half[k];
        size += fabs(centroid[k]) + half[k] + fabs(cone->apex[k]);
    }
    HIT_ASSERT(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2]);
    error = HIT_CONVEX_EPSILON * size;
    if (height + spread < cone->h_min - error || height - spread > cone->h_max + error)
        return HIT_OUTSIDE;
    // The plane along the side that faces the centroid of the box: how far the box is from it on either side.
    out = hit_vector_rejection(centroid, cone->axis, side);
    for (int k = 0; k < 3 && out > 0.0; k++) {
        const double normal = side[k] / out * cone->cosine - cone->axis[k] * cone->sine;
        least += normal * centroid[k] - fabs(normal) * half[k];
        most += normal * centroid[k] + fabs(normal) * half[k];
    }
    // A common point of box and cone would be behind the plane, but for the errors of the normal as far as the box
    // goes.
    if (least > error)
        return HIT_OUTSIDE;
    return most <= 0.0 && box_beyond_cone(low, high, cone) < -error ? HIT_INSIDE : HIT_CROSSING;
}

// HIT_OUTSIDE when the plane along the side of a cone that faces the centroid of a shape keeps the two apart, which it
// mostly does; HIT_INSIDE when a point of the shape is in the cone, which is as common; else HIT_CROSSING.
static hit_cull cone_filter(const hit_convex_shape* convex, const hit_dcone* cone, double margin)
{
    double centroid[3] = {0.0, 0.0, 0.0}, against[3], out;

    for (uint32_t i = 0; i < convex->count; i++) {
        const hit_convex_shape point = {.count = 1,
                                        .point = {{convex->point[i][0], convex->point[i][1], convex->point[i][2]}}};
        if (hit_convex_beyond_cone(&point, cone) <= 0.0)
            return HIT_INSIDE;
        for (int k = 0; k < 3; k++)
            centroid[k] += convex->point[i][k] / convex->count;
    }
    for (int k = 0; k < 3; k++)
        centroid[k] -= cone->apex[k];
    out = hit_vector_rejection(centroid, cone->axis, against);
    if (!(out > 0.0))
        return HIT_CROSSING;
    for (int k = 0; k < 3; k++)
        against[k] = cone->axis[k] * cone->sine - against[k] / out * cone->cosine;
    return hit_convex_support(convex, against, NULL) - dot3(against, cone->apex) < -margin ? HIT_OUTSIDE : HIT_CROSSING;
}

hit_cull hit_volume_cone_convex(const void* context, const hit_convex_shape* convex)
{
    const hit_dcone* cone = &((const hit_scene_volume*)context)->cone;
    const double margin = HIT_VOLUME_MARGIN * (hit_convex_size(convex) + sum3_abs(cone->apex));
    const double down[3] = {-cone->axis[0], -cone->axis[1], -cone->axis[2]};
    const double foot = dot3(cone->axis, cone->apex);
    double bottom, top, ends[2][3], limit;
    hit_cull filtered;
    hit_gjk_proxy a, b = {.count = 2, .point = &ends[0][0], .has_discs = true};

    if (hit_convex_beyond_cone(convex, cone) <= margin)
        return HIT_INSIDE;
    top = hit_convex_support(convex, cone->axis, NULL) - foot;
    bottom = -hit_convex_support(convex, down, NULL) - foot;
    if (top < cone->h_min - margin || bottom > cone->h_max + margin)
        return HIT_OUTSIDE;
    filtered = cone_filter(convex, cone, margin);
    if (filtered != HIT_CROSSING)
        return filtered == HIT_OUTSIDE ? HIT_OUTSIDE : HIT_CROSSING;
    bottom = fmin(fmax(cone->h_min, bottom - margin), cone->h_max);
    top = fmax(fmin(cone->h_max, top + margin), bottom);
    for (int k = 0; k < 3; k++) {
        b.axis[k] = cone->axis[k];
        ends[0][k] = cone->apex[k] + bottom * cone->axis[k];
        ends[1][k] = cone->apex[k] + top * cone->axis[k];
    }
    HIT_ASSERT(bottom <= top);
    b.disc_radius[0] = bottom * cone->tangent;
    b.disc_radius[1] = top * cone->tangent;
    // Of a vector of length r, |x| + |y| + |z| is at most r·sqrt(3).
    b.max_l1 = fmax(sum3_abs(ends[0]), sum3_abs(ends[1])) + 1.7320508075688774 * b.disc_radius[1];
    a = hit_gjk_proxy_from_convex(convex);
    limit = HIT_VOLUME_MARGIN * (a.max_l1 + b.max_l1);
    return hit_gjk_distance(&a, &b, limit).lower > limit ? HIT_OUTSIDE : HIT_CROSSING;
}
