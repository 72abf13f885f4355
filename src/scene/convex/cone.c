// How far a convex shape sticks out of a solid cone.
//
// A cone is convex, so a hull lies in it when its points do. At height h and distance r from the axis, a point is
// r·cosine - h·sine beyond the side (negative: below it), and so a sphere of radius R about it is R more.
//
// A cylinder lies in the cone when the rims of its ends do. A point x = c + R·u of a rim, u a unit vector perpendicular
// to the rim's axis, lies in the double cone when q = (a·x)² - cosine²·|x|² is not negative, with the cone's axis a and
// its apex at the origin. Let e1 be the direction of a projected into the plane of the rim, s the length of that
// projection, e2 perpendicular to both; u = (x, y) in these. Then q/R is, up to a constant,
//   R·s²·x² + 2·(b1·x + b2·y),   b1 = (a·c)·s - cosine²·c·e1,   b2 = -cosine²·c·e2,
// and its smallest value on the unit circle has (R·s² + m)·x = -b1 and m·y = -b2 for the one m >= 0 for which x² + y² =
// 1 (Moré, Sorensen, Computing a trust region step, 1983; it is global because the matrix diag(R·s² + m, m) is not
// negative). x² + y² falls as m grows, so m is found by bisection. A small error of that point does not matter, because
// q is flat there; what it sticks out is computed as for any point.
#include "scene/convex/convex.h"

#include "base/assert.h"
#include "shapes/linear3.h"

// The height of a point, and how far it is beyond the side.
static double beyond_side(const hit_dcone* cone, const double at[3], double* height)
{
    double from[3], side[3];

    for (int k = 0; k < 3; k++)
        from[k] = at[k] - cone->apex[k];
    *height = dot3(from, cone->axis);
    for (int k = 0; k < 3; k++)
        side[k] = from[k] - *height * cone->axis[k];
    return sqrt(dot3(side, side)) * cone->cosine - *height * cone->sine;
}

static double beyond_heights(const hit_dcone* cone, double height, double radius)
{
    return fmax(cone->h_min - (height - radius), height + radius - cone->h_max);
}

// Two unit vectors that are perpendicular to a unit vector and to each other, the first as close to `wish` as can be.
// Returns the length of the projection of `wish`.
static double plane_of(const double normal[3], const double wish[3], double e1[3], double e2[3])
{
    const double length = hit_vector_rejection(wish, normal, e1);
    double scale = length;

    if (length == 0.0) {
        // Any direction is good then; the axis that is farthest from the normal serves.
        double other[3] = {0.0, 0.0, 0.0};
        int least = 0;
        for (int k = 1; k < 3; k++)
            if (fabs(normal[k]) < fabs(normal[least]))
                least = k;
        other[least] = 1.0;
        scale = hit_vector_rejection(other, normal, e1);
    }
    for (int k = 0; k < 3; k++)
        e1[k] /= scale;
    cross3(normal, e1, e2);
    return length;
}

// The x of the point (x, y) of the unit circle where stiff·x² + 2·(b1·x + b2·y) is smallest.
static double least_on_circle(double stiff, double b1, double b2)
{
    double low = fmax(fabs(b2), fabs(b1) - stiff), high = sqrt(b1 * b1 + b2 * b2);

    if (b2 == 0.0 && fabs(b1) <= stiff)
        return stiff > 0.0 ? -b1 / stiff : 0.0;
    HIT_ASSERT(stiff >= 0.0);
    for (int step = 0; step < 200 && low < high; step++) {
        const double m = low + 0.5 * (high - low), x = b1 / (stiff + m), y = b2 / m;
        if (m == low || m == high)
            break;
        if (x * x + y * y > 1.0)
            low = m;
        else
            high = m;
    }
    return -b1 / (stiff + high);
}

// How far the rim of an end sticks out.
static double rim_beyond(const hit_dcone* cone, const double center[3], const double normal[3], double radius)
{
    const double square = cone->cosine * cone->cosine;
    double e1[3], e2[3], from[3], worst[3], height, b1, b2, x, y, side;
    const double s = plane_of(normal, cone->axis, e1, e2);

    for (int k = 0; k < 3; k++)
        from[k] = center[k] - cone->apex[k];
    b1 = dot3(from, cone->axis) * s - square * dot3(from, e1);
    b2 = -square * dot3(from, e2);
    x = fmin(fmax(least_on_circle(radius * s * s, b1, b2), -1.0), 1.0);
    y = (b2 > 0.0 ? -1.0 : 1.0) * sqrt(1.0 - x * x);
    for (int k = 0; k < 3; k++)
        worst[k] = center[k] + radius * (x * e1[k] + y * e2[k]);
    side = beyond_side(cone, worst, &height);
    return fmax(side, beyond_heights(cone, dot3(from, cone->axis), radius * s));
}

double hit_convex_beyond_cone(const hit_convex_shape* convex, const hit_dcone* cone)
{
    double axis[3], most = -HUGE_VAL;
    const bool flat = convex->flat_ends && hit_convex_axis(convex, axis);

    HIT_ASSERT(cone->h_min <= cone->h_max && cone->cosine >= 0.0 && cone->sine >= 0.0);
    for (uint32_t i = 0; i < convex->count; i++) {
        if (flat)
            most = fmax(most, rim_beyond(cone, convex->point[i], axis, convex->radius));
        else {
            double height;
            const double side = beyond_side(cone, convex->point[i], &height) + convex->radius;
            most = fmax(most, fmax(side, beyond_heights(cone, height, convex->radius)));
        }
    }
    return most;
}
