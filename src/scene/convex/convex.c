// What convex bodies are and where they lie: support, bounds, and whether they lie in balls and cones.
//
// A body is the hull of points with a radius, or a cylinder. In a direction d, its farthest point is one of the points,
// moved by the radius along d, or for a cylinder by the radius along the part of d that is perpendicular to its axis.
// Everything here is closed form, in double, with errors of some roundings of the coordinates.
#include "scene/convex/gjk.h"

#include "shapes/linear3.h"

static double size3(const double v[3])
{
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

// The axis of a cylinder; zero when its ends are so close that there is none.
static bool axis_of(const hit_body* body, double axis[3])
{
    double length;

    for (int k = 0; k < 3; k++)
        axis[k] = body->point[1][k] - body->point[0][k];
    length = sqrt(dot3(axis, axis));
    if (!(length > 0.0))
        return false;
    for (int k = 0; k < 3; k++)
        axis[k] /= length;
    return true;
}

double hit_body_size(const hit_body* body)
{
    double most = 0.0;

    for (uint32_t i = 0; i < body->count; i++)
        most = fmax(most, size3(body->point[i]));
    // Of a vector of length r, |x| + |y| + |z| is at most r·sqrt(3).
    return most + 1.7320508075688774 * body->radius;
}

hit_convex hit_convex_from_body(const hit_body* body)
{
    hit_convex c = {.count = body->count, .point = &body->point[0][0], .reach = hit_body_size(body)};

    // A cylinder without a length, which has no axis, is taken for a ball: it lies in it.
    if (body->flat_ends && axis_of(body, c.axis)) {
        c.ringed = true;
        c.ring[0] = c.ring[1] = body->radius;
    } else
        c.radius = body->radius;
    return c;
}

hit_convex hit_convex_from_points(const double* points, uint32_t count)
{
    hit_convex c = {.count = count, .point = points};

    for (uint32_t i = 0; i < count; i++)
        c.reach = fmax(c.reach, size3(points + 3 * (size_t)i));
    return c;
}

double hit_body_sideways(const double direction[3], const double axis[3], double out[3])
{
    double square[2] = {0.0, 0.0};

    // Twice is enough (B. Parlett, The Symmetric Eigenvalue Problem, 1980, 6-9): the first time may leave roundings that
    // are not perpendicular. If the second time takes away most of what was left, there was nothing else.
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

double hit_body_reach(const hit_body* body, const double direction[3], double at[3])
{
    double best = -HUGE_VAL, sideways[3], axis[3], span;
    uint32_t found = 0;

    for (uint32_t i = 0; i < body->count; i++) {
        const double d = dot3(direction, body->point[i]);
        if (d > best) {
            best = d;
            found = i;
        }
    }
    for (int k = 0; k < 3; k++)
        sideways[k] = direction[k];
    span = body->flat_ends && axis_of(body, axis) ? hit_body_sideways(direction, axis, sideways)
                                                  : sqrt(dot3(sideways, sideways));
    if (at != NULL)
        for (int k = 0; k < 3; k++)
            at[k] = body->point[found][k] + (span > 0.0 ? body->radius / span * sideways[k] : 0.0);
    return best + body->radius * span;
}

void hit_body_bounds(const hit_body* body, double low[3], double high[3])
{
    double axis[3] = {0.0, 0.0, 0.0};
    const bool flat = body->flat_ends && axis_of(body, axis);
    const double pad = body->radius > 0.0 ? HIT_BODY_SLACK * hit_body_size(body) : 0.0;

    for (int k = 0; k < 3; k++) {
        const double x = axis[(k + 1) % 3], y = axis[(k + 2) % 3];
        const double radius = flat ? body->radius * sqrt(x * x + y * y) : body->radius;
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
        for (uint32_t i = 0; i < body->count; i++) {
            low[k] = fmin(low[k], body->point[i][k]);
            high[k] = fmax(high[k], body->point[i][k]);
        }
        low[k] -= radius + pad;
        high[k] += radius + pad;
    }
}

bool hit_body_is_upright(const hit_body* body, double low[3], double high[3])
{
    if (body->count != 8 || body->radius != 0.0 || body->flat_ends)
        return false;
    for (int k = 0; k < 3; k++) {
        const double first = body->point[0][k], last = body->point[7][k];
        for (int i = 1; i < 7; i++)
            if (body->point[i][k] != ((i >> k & 1) != 0 ? last : first))
                return false;
        low[k] = fmin(first, last);
        high[k] = fmax(first, last);
    }
    return true;
}

double hit_body_farthest(const hit_body* body, const double point[3])
{
    double most = 0.0, axis[3];
    const bool flat = body->flat_ends && axis_of(body, axis);

    for (uint32_t i = 0; i < body->count; i++) {
        double from[3], distance;
        for (int k = 0; k < 3; k++)
            from[k] = body->point[i][k] - point[k];
        if (flat) {
            // The far point of a rim lies opposite, in the plane of the axis and the point.
            const double along = dot3(from, axis);
            double side[3], out;
            for (int k = 0; k < 3; k++)
                side[k] = from[k] - along * axis[k];
            out = sqrt(dot3(side, side)) + body->radius;
            distance = sqrt(along * along + out * out);
        } else
            distance = sqrt(dot3(from, from)) + body->radius;
        most = fmax(most, distance);
    }
    return most;
}
