// Boxes and bodies against balls and cones.
//
// A ball touches a body when the closest point of the body is in it, and holds it when the farthest one is: both are
// known for all bodies (scene/convex/gjk.h).
//
// A cone is first cut to the heights between which the body lies, and so becomes the hull of two discs, also if it is
// infinite. GJK then tells whether the two touch. Errors are in proportion to the coordinates, those of the rims included:
// for a cone much wider than 45 degrees, that is the distance of its side at the height of the body.
#include "scene/region/volumes.h"

#include "shapes/linear3.h"

static double size3(const double v[3])
{
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

// ---- Balls -----------------------------------------------------------------------------------------------------

hit_cull hit_volume_ball_box(const void* context, const double low[3], const double high[3])
{
    const hit_volume_round* ball = &((const hit_scene_volume*)context)->ball;
    double nearest = 0.0, farthest = 0.0, reach = ball->radius, limit;

    for (int k = 0; k < 3; k++) {
        const double below = low[k] - ball->center[k], above = high[k] - ball->center[k];
        const double near_by = fmax(0.0, fmax(below, -above)), far_off = fmax(fabs(below), fabs(above));
        nearest += near_by * near_by;
        farthest += far_off * far_off;
        reach += fabs(ball->center[k]);
    }
    // The differences are rounded by 2^-53 of the coordinates, of which those in question are at most the reach.
    limit = HIT_BODY_SLACK * reach;
    if (sqrt(nearest) > ball->radius + limit)
        return HIT_OUTSIDE;
    return sqrt(farthest) < ball->radius - limit ? HIT_INSIDE : HIT_CROSSING;
}

hit_cull hit_volume_ball_body(const void* context, const hit_body* body)
{
    const hit_volume_round* ball = &((const hit_scene_volume*)context)->ball;
    const double margin = HIT_VOLUME_MARGIN * (hit_body_size(body) + size3(ball->center) + ball->radius);
    const hit_convex set = hit_convex_from_body(body), spot = hit_convex_from_points(ball->center, 1);

    if (hit_body_farthest(body, ball->center) <= ball->radius + margin)
        return HIT_INSIDE;
    if (set.ringed)
        return hit_body_closest(body, ball->center).lower > ball->radius + margin ? HIT_OUTSIDE : HIT_CROSSING;
    return hit_convex_gap(&set, &spot, ball->radius + margin).lower > ball->radius + margin ? HIT_OUTSIDE
                                                                                            : HIT_CROSSING;
}

// ---- Cones -----------------------------------------------------------------------------------------------------

// How far the corners of a box stick out; see hit_body_beyond_cone.
static double box_beyond_cone(const double low[3], const double high[3], const hit_dcone* cone)
{
    hit_body body = {.count = 8};

    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            body.point[i][k] = (i >> k & 1) != 0 ? high[k] : low[k];
    return hit_body_beyond_cone(&body, cone);
}

hit_cull hit_volume_cone_box(const void* context, const double low[3], const double high[3])
{
    const hit_dcone* cone = &((const hit_scene_volume*)context)->cone;
    double middle[3], half[3], side[3], height = 0.0, spread = 0.0, size = 0.0, out, error;
    double least = 0.0, most = 0.0;

    for (int k = 0; k < 3; k++) {
        middle[k] = 0.5 * low[k] + 0.5 * high[k] - cone->apex[k];
        half[k] = 0.5 * high[k] - 0.5 * low[k];
        height += cone->axis[k] * middle[k];
        spread += fabs(cone->axis[k]) * half[k];
        size += fabs(middle[k]) + half[k] + fabs(cone->apex[k]);
    }
    error = HIT_BODY_SLACK * size;
    if (height + spread < cone->h_min - error || height - spread > cone->h_max + error)
        return HIT_OUTSIDE;
    // The plane along the side that faces the middle of the box: how far the box is from it on either side.
    out = hit_body_sideways(middle, cone->axis, side);
    for (int k = 0; k < 3 && out > 0.0; k++) {
        const double normal = side[k] / out * cone->cosine - cone->axis[k] * cone->sine;
        least += normal * middle[k] - fabs(normal) * half[k];
        most += normal * middle[k] + fabs(normal) * half[k];
    }
    // A common point of box and cone would be behind the plane, but for the errors of the normal as far as the box goes.
    if (least > error)
        return HIT_OUTSIDE;
    return most <= 0.0 && box_beyond_cone(low, high, cone) < -error ? HIT_INSIDE : HIT_CROSSING;
}

// Whether the plane along the side of a cone that faces the middle of a body keeps the two apart, which it mostly does;
// or a point of the body is in the cone, which is as common: HIT_INSIDE stands for that.
static hit_cull quick_look(const hit_body* body, const hit_dcone* cone, double margin)
{
    double middle[3] = {0.0, 0.0, 0.0}, against[3], out;

    for (uint32_t i = 0; i < body->count; i++) {
        const hit_body spot = {.count = 1, .point = {{body->point[i][0], body->point[i][1], body->point[i][2]}}};
        if (hit_body_beyond_cone(&spot, cone) <= 0.0)
            return HIT_INSIDE;
        for (int k = 0; k < 3; k++)
            middle[k] += body->point[i][k] / body->count;
    }
    for (int k = 0; k < 3; k++)
        middle[k] -= cone->apex[k];
    out = hit_body_sideways(middle, cone->axis, against);
    if (!(out > 0.0))
        return HIT_CROSSING;
    for (int k = 0; k < 3; k++)
        against[k] = cone->axis[k] * cone->sine - against[k] / out * cone->cosine;
    return hit_body_reach(body, against, NULL) - dot3(against, cone->apex) < -margin ? HIT_OUTSIDE : HIT_CROSSING;
}

hit_cull hit_volume_cone_body(const void* context, const hit_body* body)
{
    const hit_dcone* cone = &((const hit_scene_volume*)context)->cone;
    const double margin = HIT_VOLUME_MARGIN * (hit_body_size(body) + size3(cone->apex));
    const double down[3] = {-cone->axis[0], -cone->axis[1], -cone->axis[2]};
    const double foot = dot3(cone->axis, cone->apex);
    double bottom, top, ends[2][3], limit;
    hit_cull quick;
    hit_convex a, b = {.count = 2, .point = &ends[0][0], .ringed = true};

    if (hit_body_beyond_cone(body, cone) <= margin)
        return HIT_INSIDE;
    top = hit_body_reach(body, cone->axis, NULL) - foot;
    bottom = -hit_body_reach(body, down, NULL) - foot;
    if (top < cone->h_min - margin || bottom > cone->h_max + margin)
        return HIT_OUTSIDE;
    quick = quick_look(body, cone, margin);
    if (quick != HIT_CROSSING)
        return quick == HIT_OUTSIDE ? HIT_OUTSIDE : HIT_CROSSING;
    bottom = fmin(fmax(cone->h_min, bottom - margin), cone->h_max);
    top = fmax(fmin(cone->h_max, top + margin), bottom);
    for (int k = 0; k < 3; k++) {
        b.axis[k] = cone->axis[k];
        ends[0][k] = cone->apex[k] + bottom * cone->axis[k];
        ends[1][k] = cone->apex[k] + top * cone->axis[k];
    }
    b.ring[0] = bottom * cone->tangent;
    b.ring[1] = top * cone->tangent;
    // Of a vector of length r, |x| + |y| + |z| is at most r·sqrt(3).
    b.reach = fmax(size3(ends[0]), size3(ends[1])) + 1.7320508075688774 * b.ring[1];
    a = hit_convex_from_body(body);
    limit = HIT_VOLUME_MARGIN * (a.reach + b.reach);
    return hit_convex_gap(&a, &b, limit).lower > limit ? HIT_OUTSIDE : HIT_CROSSING;
}
