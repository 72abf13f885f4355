// A cone against a sphere: the distance from the centre to the cone, in the half plane of axis and centre.
//
// There the cone is a polygon with corners (0, 0) or the ends of the caps, and what is nearest to the centre is a cap,
// a rim, the side, or, for an infinite cone, the apex. The direction from there to the centre is the normal of the
// plane that separates them.
#include "base/fpenv.h"
#include "cone/solve.h"

// What of the cone is nearest to a point outside of it: the flat ends, the side, or a rim (the apex is a rim of radius
// 0).
typedef struct nearest {
    double r, h; // distance from the axis, and height
    hit_feature feature;
    int index;
} nearest;

static nearest find_nearest(const hit_cone_frame* f, double r, double h)
{
    // How far along the side the foot of the perpendicular lies, and where the side starts and ends.
    const double foot = r * f->sine + h * f->cosine, low = f->h0 / f->cosine, high = f->h1 / f->cosine;
    if (h < f->h0 && r <= low * f->sine)
        return (nearest){r, f->h0, HIT_FEATURE_HEIGHT, 0};
    if (h > f->h1 && r <= high * f->sine)
        return (nearest){r, f->h1, HIT_FEATURE_HEIGHT, 1};
    if (foot < low)
        return (nearest){low * f->sine, f->h0, HIT_FEATURE_RIM, 0};
    if (foot > high)
        return (nearest){high * f->sine, f->h1, HIT_FEATURE_RIM, 1};
    return (nearest){foot * f->sine, foot * f->cosine, HIT_FEATURE_SIDE, 0};
}

// True when the plane with this normal, of unit length, certainly has the sphere on one side and the cone on the other.
static bool separates(const hit_cone_frame* f, hit_cone_vec c, double radius, double slack, hit_cone_vec n,
                      hit_feature feature, int index, hit_cone_evidence* evidence)
{
    const double low = n.x * c.x + n.y * c.y + n.h * c.h - radius - slack, high = hit_cone_support(f, n);
    if (!(low > high))
        return false;
    if (evidence != NULL)
        hit_cone_plane(f, evidence, feature, index, hit_cone_along(c, -radius, n), n, low, high);
    return true;
}

static hit_relation outside(const hit_cone_frame* f, hit_cone_vec c, double r, double radius, double slack,
                            hit_cone_evidence* evidence)
{
    const nearest near = find_nearest(f, r, c.h);
    const double dr = r - near.r, dh = c.h - near.h, distance = sqrt(dr * dr + dh * dh);
    const double across = r > 0.0 ? 1.0 / r : 0.0; // no direction away from the axis is better than another on it
    const double error = slack + HIT_CONE_SLACK * (near.r + near.h);
    const hit_cone_vec point = {near.r * c.x * across, near.r * c.y * across, near.h};

    if (distance > radius) {
        const double out = dr / distance * across;
        const hit_cone_vec straight = {out * c.x, out * c.y, dh / distance},
                           side = hit_cone_side(f, c.x * across, c.y * across);
        // Along the side, and where the direction to a rim is lost in rounding, the plane of the side is the certain
        // one.
        if (near.feature != HIT_FEATURE_SIDE &&
            separates(f, c, radius, slack, straight, near.feature, near.index, evidence))
            return HIT_SEPARATE;
        if (separates(f, c, radius, slack, side, HIT_FEATURE_SIDE, 0, evidence))
            return HIT_SEPARATE;
    }
    const hit_relation relation = distance < radius - error ? HIT_OVERLAPPING : HIT_TOUCHING;
    if (evidence != NULL)
        hit_cone_witness(f, evidence, relation, HIT_FEATURE_SURFACE, 0, point);
    return relation;
}

static HIT_NOINLINE hit_relation relate(const hit_cone* cone, const hit_sphere* sphere, hit_cone_evidence* evidence)
{
    hit_cone_frame f;
    if (!hit_cone_frame_make(cone, &f))
        return hit_cone_nothing(evidence);
    const double x = sphere->center.x - f.apex[0], y = sphere->center.y - f.apex[1], z = sphere->center.z - f.apex[2];
    const double radius = sphere->radius;
    if (!(radius >= 0.0) || !(fabs(x) + fabs(y) + fabs(z) + radius <= DBL_MAX))
        return hit_cone_nothing(evidence);

    const hit_cone_vec c = hit_cone_map(&f, x, y, z);
    const double r = sqrt(c.x * c.x + c.y * c.y), margin = f.sine * c.h - f.cosine * r;
    const double slack = HIT_CONE_SLACK * (hit_cone_size(c) + radius);
    if (!(margin >= 0.0 && c.h >= f.h0 && c.h <= f.h1))
        return outside(&f, c, r, radius, slack, evidence);
    // The centre is in the cone. A sphere of no size may still be at its border.
    const bool certain = margin + radius > slack && c.h + radius > f.h0 + slack && c.h - radius < f.h1 - slack;
    const hit_relation relation = certain ? HIT_OVERLAPPING : HIT_TOUCHING;
    if (evidence != NULL)
        hit_cone_witness(&f, evidence, relation, HIT_FEATURE_INTERIOR, 0, c);
    return relation;
}

hit_relation hit_cone_sphere(const hit_cone* cone, hit_sphere sphere, hit_cone_evidence* evidence)
{
    if (cone == NULL)
        return hit_cone_nothing(evidence);
    const hit_fpenv saved = hit_fpenv_enter();
    const hit_relation relation = relate(cone, &sphere, evidence);
    hit_fpenv_leave(saved);
    return relation;
}

bool hit_cone_meets_sphere(const hit_cone* cone, hit_sphere sphere)
{
    return hit_cone_sphere(cone, sphere, NULL) != HIT_SEPARATE;
}
