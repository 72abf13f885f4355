// Convex shapes: support, bounds, and the largest distance from a point.
//
// A shape is the hull of points with a radius, or a cylinder. In a direction d, its farthest point is one of the
// points, moved by the radius along d, or for a cylinder by the radius along the part of d that is perpendicular to its
// axis. Everything here is closed form, in double, with errors of some roundings of the coordinates.
#include "scene/convex/convex.h"

#include "base/assert.h"
#include "shapes/linear3.h"

// What every shape keeps; see hit_convex_shape.
static bool is_shape(const hit_convex_shape* convex)
{
    return convex->count >= 1 && convex->count <= 8 && convex->radius >= 0.0 &&
           (!convex->flat_ends || convex->count == 2);
}

bool hit_convex_axis(const hit_convex_shape* convex, double axis[3])
{
    double length;

    HIT_ASSERT(convex->flat_ends && convex->count == 2);
    for (int k = 0; k < 3; k++)
        axis[k] = convex->point[1][k] - convex->point[0][k];
    length = sqrt(dot3(axis, axis));
    if (!(length > 0.0))
        return false;
    for (int k = 0; k < 3; k++)
        axis[k] /= length;
    return true;
}

double hit_convex_size(const hit_convex_shape* convex)
{
    double most = 0.0;

    HIT_ASSERT(is_shape(convex));
    for (uint32_t i = 0; i < convex->count; i++)
        most = fmax(most, sum3_abs(convex->point[i]));
    // Of a vector of length r, |x| + |y| + |z| is at most r·sqrt(3).
    return most + 1.7320508075688774 * convex->radius;
}

double hit_vector_rejection(const double direction[3], const double axis[3], double out[3])
{
    double square[2] = {0.0, 0.0};

    HIT_ASSERT(!(fabs(dot3(axis, axis) - 1.0) > 0x1p-40));
    // Twice is enough (B. Parlett, The Symmetric Eigenvalue Problem, 1980, 6-9): the first time may leave roundings
    // that are not perpendicular. If the second time takes away most of what was left, there was nothing else.
    for (int k = 0; k < 3; k++)
        out[k] = direction[k];
    for (int pass = 0; pass < 2; pass++) {
        const double along = dot3(out, axis);
        for (int k = 0; k < 3; k++)
            out[k] -= along * axis[k];
        square[pass] = dot3(out, out);
    }
    if (!(square[1] > 0.25 * square[0]))
        out[0] = out[1] = out[2] = square[1] = 0.0;
    return sqrt(square[1]);
}

double hit_convex_support(const hit_convex_shape* convex, const double direction[3], double at[3])
{
    double best = -HUGE_VAL, sideways[3], axis[3], span;
    uint32_t found = 0;

    HIT_ASSERT(is_shape(convex));
    for (uint32_t i = 0; i < convex->count; i++) {
        const double d = dot3(direction, convex->point[i]);
        if (d > best) {
            best = d;
            found = i;
        }
    }
    for (int k = 0; k < 3; k++)
        sideways[k] = direction[k];
    span = convex->flat_ends && hit_convex_axis(convex, axis) ? hit_vector_rejection(direction, axis, sideways)
                                                              : sqrt(dot3(sideways, sideways));
    if (at != NULL)
        for (int k = 0; k < 3; k++)
            at[k] = convex->point[found][k] + (span > 0.0 ? convex->radius / span * sideways[k] : 0.0);
    return best + convex->radius * span;
}

void hit_convex_bounds(const hit_convex_shape* convex, double low[3], double high[3])
{
    double axis[3] = {0.0, 0.0, 0.0};
    const bool flat = convex->flat_ends && hit_convex_axis(convex, axis);
    const double pad = convex->radius > 0.0 ? HIT_CONVEX_EPSILON * hit_convex_size(convex) : 0.0;

    for (int k = 0; k < 3; k++) {
        const double x = axis[(k + 1) % 3], y = axis[(k + 2) % 3];
        const double radius = flat ? convex->radius * sqrt(x * x + y * y) : convex->radius;
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
        for (uint32_t i = 0; i < convex->count; i++) {
            low[k] = fmin(low[k], convex->point[i][k]);
            high[k] = fmax(high[k], convex->point[i][k]);
        }
        low[k] -= radius + pad;
        high[k] += radius + pad;
    }
}

bool hit_convex_is_aabb(const hit_convex_shape* convex, double low[3], double high[3])
{
    if (convex->count != 8 || convex->radius != 0.0 || convex->flat_ends)
        return false;
    for (int k = 0; k < 3; k++) {
        const double first = convex->point[0][k], last = convex->point[7][k];
        for (int i = 1; i < 7; i++)
            if (convex->point[i][k] != ((i >> k & 1) != 0 ? last : first))
                return false;
        low[k] = fmin(first, last);
        high[k] = fmax(first, last);
    }
    return true;
}

double hit_convex_farthest(const hit_convex_shape* convex, const double point[3])
{
    double most = 0.0, axis[3];
    const bool flat = convex->flat_ends && hit_convex_axis(convex, axis);

    for (uint32_t i = 0; i < convex->count; i++) {
        double from[3], distance;
        for (int k = 0; k < 3; k++)
            from[k] = convex->point[i][k] - point[k];
        if (flat) {
            // The far point of a rim lies opposite, in the plane of the axis and the point.
            const double along = dot3(from, axis);
            double side[3], out;
            for (int k = 0; k < 3; k++)
                side[k] = from[k] - along * axis[k];
            out = sqrt(dot3(side, side)) + convex->radius;
            distance = sqrt(along * along + out * out);
        } else
            distance = sqrt(dot3(from, from)) + convex->radius;
        most = fmax(most, distance);
    }
    return most;
}
