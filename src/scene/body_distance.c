// The distance of convex sets, from above and from below.
//
// E. Gilbert, D. Johnson, S. Keerthi, A fast procedure for computing the distance between complex objects in
// three-dimensional space, 1988. The distance of two sets is that of the origin from the set of the differences of their
// points, which can tell its farthest point in any direction if the two can. A simplex of such points is improved: v is
// its point nearest to the origin, the next point is the farthest one in the direction -v, and what of the simplex has no
// part in the nearest point of both is dropped.
//
// |v| is an upper bound at each step, because v is a mean of points of the set. v·w/|v|, where w is the farthest point
// against v, is a lower bound: the set lies beyond that plane. Both hold whatever errors v has; so an ill-conditioned
// simplex, the weak point of the method, can make the bounds worse, but never wrong. Errors of a bound itself: choosing w
// among points by products of two vectors, 2·3 roundings; its coordinates, 1; its product with v and the division, 6; a
// point of a disc, 10 more; and the axis of a disc, 4: less than 32·2^-53 of the coordinates in all, HIT_BODY_SLACK.
//
// Steps go on as long as they bring the bounds closer, and their number is limited. It is 3 to 8 for polytopes, whose
// bounds end up 2^-43 of the coordinates apart or closer, and 10 to 50 for discs, where that is hardly ever more than
// 1e-10: the last points of a rim lie so close together that their roundings turn the simplex. Nothing is allocated.
#include "scene/body_distance.h"

#include "scene/body_simplex.h"
#include "shapes/linear3.h"

#include <string.h>

enum { STEPS_MAX = 100, IDLE_MAX = 12 };

static void set3(double out[3], const double v[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = v[k];
}

// The farthest point in a direction, without the radius.
static void farthest(const hit_convex* c, const double direction[3], double out[3])
{
    double best = -HUGE_VAL, sideways[3] = {0.0, 0.0, 0.0}, span = 0.0;
    uint32_t at = 0;

    if (c->ringed)
        span = hit_body_sideways(direction, c->axis, sideways);
    for (uint32_t i = 0; i < c->count; i++) {
        const double d = dot3(direction, c->point + 3 * (size_t)i) + (c->ringed ? c->ring[i] * span : 0.0);
        if (d > best) {
            best = d;
            at = i;
        }
    }
    set3(out, c->point + 3 * (size_t)at);
    if (span > 0.0)
        for (int k = 0; k < 3; k++)
            out[k] += c->ring[at] / span * sideways[k];
}

static bool has_point(const hit_simplex* s, const double w[3])
{
    for (int i = 0; i < s->count; i++)
        if (s->point[i][0] == w[0] && s->point[i][1] == w[1] && s->point[i][2] == w[2])
            return true;
    return false;
}

static bool is_decided(const hit_gap* gap, double limit)
{
    return limit >= 0.0 && (gap->lower > limit || gap->upper <= limit);
}

// The points of both sets that the weights make.
static void mean_points(const hit_simplex* s, double a[3], double b[3])
{
    for (int k = 0; k < 3; k++) {
        a[k] = b[k] = 0.0;
        for (int i = 0; i < s->count; i++) {
            a[k] += s->weight[i] * s->a[i][k];
            b[k] += s->weight[i] * s->b[i][k];
        }
    }
}

// Of two sets without their radii. `limit` as below.
static hit_gap core_gap(const hit_convex* a, const hit_convex* b, double limit)
{
    // Differences are scaled by a power of two, so that the products of six of them stay in range.
    const double reach = a->reach + b->reach;
    const double scale = reach > 0x1p-1000 ? ldexp(1.0, -ilogb(reach)) : 1.0, slack = HIT_BODY_SLACK * reach;
    hit_simplex simplex = {.count = 0};
    hit_gap gap = {.lower = -2.0 * reach, .upper = HUGE_VAL};
    double v[3], width = HUGE_VAL;
    int idle = 0;

    // Any direction will do to begin with.
    for (int k = 0; k < 3; k++)
        v[k] = scale * (a->point[k] - b->point[k]);
    for (int step = 0; step < STEPS_MAX; step++) {
        const int n = simplex.count;
        double length = sqrt(dot3(v, v)), against[3], nearest[3], *w = simplex.point[n], distance;

        if (!(length > 0.0))
            v[0] = length = 1.0;
        for (int k = 0; k < 3; k++)
            against[k] = -v[k];
        farthest(a, against, simplex.a[n]);
        farthest(b, v, simplex.b[n]);
        for (int k = 0; k < 3; k++)
            w[k] = scale * (simplex.a[n][k] - simplex.b[n][k]);
        distance = dot3(v, w) / (length * scale) - slack;
        if (distance > gap.lower) {
            gap.lower = distance;
            for (int k = 0; k < 3; k++)
                gap.normal[k] = v[k] / length;
        }
        if (n > 0 && (is_decided(&gap, limit) || gap.upper - gap.lower <= 4.0 * slack || has_point(&simplex, w)))
            break;
        // Near the end |v| hardly changes, by the square of what its direction does, which is what the lower bound needs.
        // So steps go on as long as the bounds come closer.
        idle = gap.upper - gap.lower < 0.999 * width ? 0 : idle + 1;
        if (idle == 0)
            width = gap.upper - gap.lower;
        else if (idle > IDLE_MAX)
            break;
        simplex.count = n + 1;
        hit_simplex_nearest(&simplex, nearest, v);
        distance = sqrt(dot3(nearest, nearest)) / scale;
        if (distance + slack < gap.upper) {
            gap.upper = distance + slack;
            mean_points(&simplex, gap.a, gap.b);
        }
        // Overlapping, as far as double can tell; or the origin is in a tetrahedron that is too flat to say where.
        if (distance <= slack)
            gap.lower = gap.upper = 0.0;
        if (distance <= slack || simplex.count == 4)
            break;
    }
    gap.lower = fmax(gap.lower, 0.0);
    return gap;
}

hit_gap hit_convex_gap(const hit_convex* a, const hit_convex* b, double limit)
{
    const double radius = a->radius + b->radius;
    hit_gap gap = core_gap(a, b, limit < 0.0 ? limit : limit + radius);
    double between[3], length;

    if (!(radius > 0.0))
        return gap;
    for (int k = 0; k < 3; k++)
        between[k] = gap.b[k] - gap.a[k];
    length = sqrt(dot3(between, between));
    gap.lower = fmax(0.0, gap.lower - radius * (1.0 + 0x1p-50));
    gap.upper = fmax(0.0, gap.upper - radius * (1.0 - 0x1p-50));
    if (length > 0.0) {
        // From each core towards the other one by its radius; no farther than where they meet.
        const double share = fmin(1.0, length / radius);
        for (int k = 0; k < 3; k++) {
            gap.a[k] += between[k] * (a->radius * share / length);
            gap.b[k] -= between[k] * (b->radius * share / length);
        }
    }
    return gap;
}

hit_gap hit_body_gap(const hit_body* a, const hit_body* b, double limit)
{
    const hit_convex first = hit_convex_from_body(a), second = hit_convex_from_body(b);
    return hit_convex_gap(&first, &second, limit);
}

// Of a cylinder: the point is clamped to its height, then to its radius.
static hit_gap closest_of_cylinder(const hit_convex* c, const double point[3])
{
    const double *a = c->point, *b = c->point + 3;
    const double slack = HIT_BODY_SLACK * (c->reach + fabs(point[0]) + fabs(point[1]) + fabs(point[2]));
    double from[3], side[3], span[3], height = 0.0, length, out, away[3];
    hit_gap gap = {.lower = 0.0};

    for (int k = 0; k < 3; k++) {
        span[k] = b[k] - a[k];
        from[k] = point[k] - a[k];
    }
    length = dot3(span, c->axis);
    height = dot3(from, c->axis);
    for (int k = 0; k < 3; k++)
        side[k] = from[k] - height * c->axis[k];
    out = sqrt(dot3(side, side));
    for (int k = 0; k < 3; k++) {
        const double inward = out > c->ring[0] ? c->ring[0] / out : 1.0;
        const double clamped = fmin(fmax(height, 0.0), length);
        gap.a[k] = height >= 0.0 && height <= length && out <= c->ring[0]
                       ? point[k]
                       : a[k] + clamped * c->axis[k] + inward * side[k];
        gap.b[k] = point[k];
        away[k] = point[k] - gap.a[k];
    }
    length = sqrt(dot3(away, away));
    gap.lower = fmax(0.0, length - slack);
    gap.upper = length + (length > 0.0 ? slack : 0.0);
    for (int k = 0; k < 3 && length > 0.0; k++)
        gap.normal[k] = -away[k] / length;
    return gap;
}

hit_gap hit_body_closest(const hit_body* body, const double point[3])
{
    const hit_convex set = hit_convex_from_body(body), spot = hit_convex_from_points(point, 1);
    return set.ringed ? closest_of_cylinder(&set, point) : hit_convex_gap(&set, &spot, -1.0);
}
