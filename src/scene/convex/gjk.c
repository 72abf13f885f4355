// The distance of convex sets, from above and from below.
//
// E. Gilbert, D. Johnson, S. Keerthi, A fast procedure for computing the distance between complex objects in
// three-dimensional space, 1988. The distance of two sets is that of the origin from the set of the differences of
// their points, which can tell its farthest point in any direction if the two can. A simplex of such points is
// improved: v is its point nearest to the origin, the next point is the farthest one in the direction -v, and what of
// the simplex has no part in the nearest point of both is dropped.
//
// |v| is an upper bound at each step, because v is a mean of points of the set. v·w/|v|, where w is the farthest point
// against v, is a lower bound: the set lies beyond that plane. Both hold whatever errors v has; so an ill-conditioned
// simplex, the weak point of the method, can make the bounds worse, but never wrong. Errors of a bound itself: choosing
// w among points by products of two vectors, 2·3 roundings; its coordinates, 1; its product with v and the division, 6;
// a point of a disc, 10 more; and the axis of a disc, 4: less than 32·2^-53 of the coordinates in all,
// HIT_CONVEX_EPSILON.
//
// Steps go on as long as they bring the bounds closer, and their number is limited. It is 3 to 8 for polytopes, and 10
// to 50 for discs. Where double does not get any further, because the simplex is thin or the last points of a rim lie
// so close together that roundings turn it, the inner step goes on in double-double. Bounds then end up 1e-11 of the
// coordinates apart or closer. Nothing is allocated.
#include "scene/convex/gjk.h"

#include "base/assert.h"
#include "shapes/linear3.h"

#include <string.h>

enum { STEPS_MAX = 200, IDLE_MAX = 4, DOUBLE_DOUBLE_IDLE_MAX = 12, SPARE_POINT = 4 };

// Bounds that are this close, as a part of the coordinates, are not worth an effort.
#define GOOD_WIDTH 0x1p-42

hit_gjk_proxy hit_gjk_proxy_from_convex(const hit_convex_shape* convex)
{
    hit_gjk_proxy c = {.count = convex->count, .point = &convex->point[0][0], .max_l1 = hit_convex_size(convex)};

    // A cylinder without a length, which has no axis, is taken for a sphere: it lies in it.
    if (convex->flat_ends && hit_convex_axis(convex, c.axis)) {
        c.has_discs = true;
        c.disc_radius[0] = c.disc_radius[1] = convex->radius;
    } else
        c.radius = convex->radius;
    return c;
}

hit_gjk_proxy hit_gjk_proxy_from_points(const double* points, uint32_t count)
{
    hit_gjk_proxy c = {.count = count, .point = points};

    HIT_ASSERT(count > 0);
    for (uint32_t i = 0; i < count; i++)
        c.max_l1 = fmax(c.max_l1, sum3_abs(points + 3 * (size_t)i));
    return c;
}

static void set3(double out[3], const double v[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = v[k];
}

// The farthest point in a direction, without the radius.
static void farthest(const hit_gjk_proxy* c, const double direction[3], double out[3])
{
    double best = -HUGE_VAL, sideways[3] = {0.0, 0.0, 0.0}, span = 0.0;
    uint32_t at = 0;

    if (c->has_discs)
        span = hit_vector_rejection(direction, c->axis, sideways);
    for (uint32_t i = 0; i < c->count; i++) {
        const double d = dot3(direction, c->point + 3 * (size_t)i) + (c->has_discs ? c->disc_radius[i] * span : 0.0);
        if (d > best) {
            best = d;
            at = i;
        }
    }
    set3(out, c->point + 3 * (size_t)at);
    if (span > 0.0)
        for (int k = 0; k < 3; k++)
            out[k] += c->disc_radius[at] / span * sideways[k];
}

static bool has_point(const hit_simplex* s, const double w[3])
{
    for (int i = 0; i < s->count; i++)
        if (s->point[i][0] == w[0] && s->point[i][1] == w[1] && s->point[i][2] == w[2])
            return true;
    return false;
}

static bool is_resolved(const hit_gjk_result* gap, double limit)
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

// The state of a search. Differences are scaled by a power of two, so that the products of six of them stay in range.
typedef struct search {
    const hit_gjk_proxy *a, *b;
    double scale, slack;
    hit_simplex simplex;
    double v[3]; ///< the direction of the nearest point, of any length
    bool double_double;
    hit_gjk_result gap;
} search;

// The farthest point against a direction, as point n of the simplex, and the bound from below that comes with it.
static void add_support(search* s, const double direction[3], int n)
{
    const double length = sqrt(dot3(direction, direction));
    double *w = s->simplex.point[n], against[3], distance;

    HIT_ASSERT(n >= 0 && n <= SPARE_POINT);
    for (int k = 0; k < 3; k++)
        against[k] = -direction[k];
    farthest(s->a, against, s->simplex.a[n]);
    farthest(s->b, direction, s->simplex.b[n]);
    for (int k = 0; k < 3; k++)
        w[k] = s->scale * (s->simplex.a[n][k] - s->simplex.b[n][k]);
    distance = dot3(direction, w) / (length * s->scale) - s->slack;
    if (distance > s->gap.lower) {
        s->gap.lower = distance;
        for (int k = 0; k < 3; k++)
            s->gap.normal[k] = direction[k] / length;
    }
}

// Where an edge of the simplex runs close by the origin, its roundings turn v; planes through three points, across
// which the edge has no say, may do better. Points 0 to n are there, and v.
static void add_plane_supports(search* s, int n)
{
    for (int without = 0; without <= 3 && n >= 2; without++) {
        const double* p[4];
        double edge[2][3], normal[3];
        int count = 0;

        for (int i = 0; i <= n; i++)
            if (n == 2 || i != without)
                p[count++] = s->simplex.point[i];
        for (int k = 0; k < 3; k++) {
            edge[0][k] = p[1][k] - p[0][k];
            edge[1][k] = p[2][k] - p[0][k];
        }
        cross3(edge[0], edge[1], normal);
        if (dot3(normal, s->v) < 0.0)
            for (int k = 0; k < 3; k++)
                normal[k] = -normal[k];
        if (dot3(normal, normal) > 0.0)
            add_support(s, normal, SPARE_POINT);
        if (n == 2)
            break;
    }
}

// The nearest point of the simplex, and the bound from above. False when the search is over: the sets overlap, as far
// as double can tell, or the origin is in a tetrahedron that is too flat to say where.
static bool update_simplex(search* s)
{
    double nearest[3], distance;

    HIT_ASSERT(s->simplex.count >= 1 && s->simplex.count <= 4);
    if (s->double_double) {
        hit_simplex_nearest_double_double(&s->simplex, nearest);
        set3(s->v, nearest);
    } else
        hit_simplex_nearest(&s->simplex, nearest, s->v);
    distance = sqrt(dot3(nearest, nearest)) / s->scale;
    if (distance + s->slack < s->gap.upper) {
        s->gap.upper = distance + s->slack;
        mean_points(&s->simplex, s->gap.a, s->gap.b);
    }
    if (distance <= s->slack)
        s->gap.lower = s->gap.upper = 0.0;
    return distance > s->slack && s->simplex.count < 4;
}

// Of two sets without their radii. `limit` as below.
static hit_gjk_result core_distance(const hit_gjk_proxy* a, const hit_gjk_proxy* b, double limit)
{
    const double max_l1 = a->max_l1 + b->max_l1;
    search s = {
        .a = a, .b = b, .slack = HIT_CONVEX_EPSILON * max_l1, .gap = {.lower = -2.0 * max_l1, .upper = HUGE_VAL}};
    double width = HUGE_VAL;
    int idle = 0;

    s.scale = max_l1 > 0x1p-1000 ? ldexp(1.0, -ilogb(max_l1)) : 1.0;
    // Any direction will do to begin with; but a triangle and a point are a simplex as they are.
    for (int k = 0; k < 3; k++)
        s.v[k] = s.scale * (a->point[k] - b->point[k]);
    if (a->count <= 3 && b->count == 1 && !a->has_discs) {
        for (uint32_t i = 0; i < a->count; i++)
            for (int k = 0; k < 3; k++) {
                s.simplex.a[i][k] = a->point[3 * i + (uint32_t)k];
                s.simplex.b[i][k] = b->point[k];
                s.simplex.point[i][k] = s.scale * (s.simplex.a[i][k] - s.simplex.b[i][k]);
            }
        s.simplex.count = (int)a->count;
        if (!update_simplex(&s))
            return s.gap;
    }
    for (int step = 0; step < STEPS_MAX; step++) {
        const int n = s.simplex.count;
        bool stuck;

        if (!(dot3(s.v, s.v) > 0.0))
            s.v[0] = 1.0;
        add_support(&s, s.v, n);
        if (n > 0 && (is_resolved(&s.gap, limit) || s.gap.upper - s.gap.lower <= 4.0 * s.slack))
            break;
        // Near the end |v| hardly changes, by the square of what its direction does, which is what the lower bound
        // needs. So steps go on as long as the bounds come closer.
        idle = s.gap.upper - s.gap.lower < 0.999 * width ? 0 : idle + 1;
        if (idle == 0)
            width = s.gap.upper - s.gap.lower;
        stuck =
            has_point(&s.simplex, s.simplex.point[n]) || idle > (s.double_double ? DOUBLE_DOUBLE_IDLE_MAX : IDLE_MAX);
        if (stuck)
            add_plane_supports(&s, n);
        if (stuck &&
            (s.double_double || s.gap.upper - s.gap.lower <= GOOD_WIDTH * max_l1 || is_resolved(&s.gap, limit)))
            break;
        if (stuck) {
            s.double_double = true;
            idle = 0;
        } else
            s.simplex.count = n + 1;
        if (!update_simplex(&s))
            break;
    }
    s.gap.lower = fmax(s.gap.lower, 0.0);
    HIT_ASSERT(s.simplex.count >= 1 && s.simplex.count <= 4);
    return s.gap;
}

hit_gjk_result hit_gjk_distance(const hit_gjk_proxy* a, const hit_gjk_proxy* b, double limit)
{
    const double radius = a->radius + b->radius;
    hit_gjk_result gap = core_distance(a, b, limit < 0.0 ? limit : limit + radius);
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

hit_gjk_result hit_convex_distance(const hit_convex_shape* a, const hit_convex_shape* b, double limit)
{
    const hit_gjk_proxy first = hit_gjk_proxy_from_convex(a), second = hit_gjk_proxy_from_convex(b);
    return hit_gjk_distance(&first, &second, limit);
}

// Of a cylinder: the point is clamped to its height, then to its radius.
static hit_gjk_result closest_on_cylinder(const hit_gjk_proxy* c, const double point[3])
{
    const double *a = c->point, *b = c->point + 3;
    const double slack = HIT_CONVEX_EPSILON * (c->max_l1 + sum3_abs(point));
    double from[3], side[3], span[3], height = 0.0, length, out, away[3];
    hit_gjk_result gap = {.lower = 0.0};

    HIT_ASSERT(c->has_discs && c->count == 2 && c->disc_radius[0] == c->disc_radius[1]);
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
        const double inward = out > c->disc_radius[0] ? c->disc_radius[0] / out : 1.0;
        const double clamped = fmin(fmax(height, 0.0), length);
        gap.a[k] = height >= 0.0 && height <= length && out <= c->disc_radius[0]
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

// Of an axis-aligned box: each coordinate is clamped, which does not round.
static hit_gjk_result closest_on_aabb(const double low[3], const double high[3], const double point[3])
{
    hit_gjk_result gap = {.lower = 0.0};
    double away[3], length;

    HIT_ASSERT(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2]);
    for (int k = 0; k < 3; k++) {
        gap.a[k] = fmin(fmax(point[k], low[k]), high[k]);
        gap.b[k] = point[k];
        away[k] = gap.a[k] - point[k];
    }
    length = sqrt(dot3(away, away));
    gap.lower = length * (1.0 - 0x1p-50);
    gap.upper = length * (1.0 + 0x1p-50);
    for (int k = 0; k < 3 && length > 0.0; k++)
        gap.normal[k] = away[k] / length;
    return gap;
}

hit_gjk_result hit_convex_closest(const hit_convex_shape* convex, const double point[3])
{
    const hit_gjk_proxy set = hit_gjk_proxy_from_convex(convex), point_proxy = hit_gjk_proxy_from_points(point, 1);
    double low[3], high[3];

    if (hit_convex_is_aabb(convex, low, high))
        return closest_on_aabb(low, high, point);
    return set.has_discs ? closest_on_cylinder(&set, point) : hit_gjk_distance(&set, &point_proxy, -1.0);
}
