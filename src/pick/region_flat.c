// Points, segments, triangles and boxes against a polygon on the screen, in two dimensions.
//
// A shape is clipped to what lies between the near and the far plane: its corners there, and the points where its edges
// cross the planes; all of it is the hull of these. They are projected, and the projection of the shape is the hull Q
// of the projections. Then, with e the margin and what the projections may be wrong by:
//
// - Q touches the area when a side of the polygon comes within e of it, or else when any of its points is enclosed an
//   odd number of times: where no side is, that number is the same everywhere. For a side from A to B, take coordinates
//   s across and t along it. The part of Q with |s| <= e is convex, so it covers an interval of t, whose ends are ends
//   of Q's points in the strip, or where a line between two of its points crosses the lines s = e and s = -e. The side
//   is touched when that interval meets [-e, |AB| + e]. No hull needs to be found: the lines between inner points only
//   cross within the interval.
// - Q lies in the area when it touches, no side passes through its interior, and a point inside is enclosed an odd
//   number of times. A side does when Q extends farther than e to both sides of its line, and the interval for s = 0
//   meets the side in more than its ends. (Where a lasso goes back on its own way, both sides of the line may be
//   inside; the line counts as a border all the same.)
// - A projection that is thinner than some e has no interior: it is a segment, such as a polyline or a triangle from
//   the side. It is cut where it meets sides of the polygon, and the midpoint of each part must be in the area or on
//   its border.
//
// Errors. Coordinates of a shape are at most `most` in size, and cut points are right to 2^-51 of these; so numerator
// and denominator of a projected coordinate X are off by HIT_REGION_NOISE of the sum of |coefficient|·most, n and m
// say, and X by (n + |X|·m) / w. That is far below the margin unless the shape comes as close to the plane of the eye
// as 1e-5 of its size.
//
// Cost: the sides that come near the bounds of the projection, times the pairs of its points; for the others a few
// compares.
#include "base/assert.h"
#include "pick/region.h"

// Corners of a hull, and two clipped ends of each of its edges: 12 of a box, at most 21 of a hull with fewer points.
enum { PROJECTION_MAX = 7 + 2 * 21 };

typedef struct projection {
    uint32_t count;
    double point[PROJECTION_MAX][2];
    double low[2], high[2];
    double e; ///< what is closer than this touches
} projection;

// ---- Clipping and projecting ----------------------------------------------------------------------------------------

// The planes that a shape is clipped by: near, eye, far; and what their values may be wrong by.
typedef struct clip_planes {
    uint32_t count;
    const double* plane[3];
    double noise[3];
} clip_planes;

static clip_planes clip_planes_of(const hit_region* r, const double most[3])
{
    clip_planes c = {.count = 0};

    c.plane[c.count++] = r->plane[HIT_REGION_NEAR];
    if (!r->camera->orthographic)
        c.plane[c.count++] = r->eye_plane;
    if (r->plane_count > HIT_REGION_FAR)
        c.plane[c.count++] = r->plane[HIT_REGION_FAR];
    for (uint32_t i = 0; i < c.count; i++)
        c.noise[i] = hit_region_noise(c.plane[i], most);
    // The projection divides by w: there is no allowance.
    if (!r->camera->orthographic)
        c.noise[1] = 0.0;
    return c;
}

// What a shape is projected by, and what the numerators and the denominator of its points may be wrong by.
typedef struct projector {
    const hit_camera* camera;
    double noise[3]; ///< of x, y and w
} projector;

static projector projector_of(const hit_region* r, const double most[3], double radius)
{
    const hit_camera* c = r->camera;
    const double* rows[3] = {c->x, c->y, c->w};
    projector l = {.camera = c};

    for (int k = 0; k < 3; k++) {
        const double* row = rows[k];
        l.noise[k] = hit_region_noise(row, most) + (fabs(row[0]) + fabs(row[1]) + fabs(row[2])) * radius;
    }
    return l;
}

static void add_point(const projector* l, const double p[3], projection* s)
{
    const hit_camera* c = l->camera;
    const double inverse = 1.0 / hit_region_value(c->w, p);
    double* at = s->point[s->count++];

    HIT_ASSERT(s->count <= PROJECTION_MAX);
    at[0] = hit_region_value(c->x, p) * inverse;
    at[1] = hit_region_value(c->y, p) * inverse;
    for (int k = 0; k < 2; k++) {
        s->e = max2(s->e, (l->noise[k] + fabs(at[k]) * l->noise[2]) * inverse);
        s->low[k] = min2(s->low[k], at[k]);
        s->high[k] = max2(s->high[k], at[k]);
    }
}

// The edge between two points of a shape, where it is clipped.
static void add_clipped_edge(const projector* l, const clip_planes* c, const hit_convex_shape* convex,
                             const double value[8][3], uint32_t i, uint32_t j, projection* s)
{
    double from = 0.0, to = 1.0, end[2];

    for (uint32_t k = 0; k < c->count; k++) {
        const double a = value[i][k] + c->noise[k], b = value[j][k] + c->noise[k];
        if (a < 0.0 && b < 0.0)
            return;
        if (a < 0.0)
            from = max2(from, a / (a - b));
        else if (b < 0.0)
            to = min2(to, a / (a - b));
    }
    if (from > to)
        return;
    end[0] = from;
    end[1] = to;
    for (int n = 0; n < 2; n++) {
        double p[3];
        if (end[n] == (double)n)
            continue; // a corner, which has been added
        for (int k = 0; k < 3; k++)
            p[k] = convex->point[i][k] + end[n] * (convex->point[j][k] - convex->point[i][k]);
        add_point(l, p, s);
    }
}

static bool is_edge(const hit_convex_shape* convex, uint32_t i, uint32_t j)
{
    const uint32_t change = i ^ j;
    return convex->count < 8 || (change & (change - 1)) == 0;
}

static projection project_convex(const hit_region* r, const hit_convex_shape* convex)
{
    projection s = {.count = 0, .low = {HUGE_VAL, HUGE_VAL}, .high = {-HUGE_VAL, -HUGE_VAL}, .e = 0.0};
    double value[8][3], most[3];
    bool all = true;
    clip_planes c;
    projector l;

    hit_region_max_abs(convex, most);
    c = clip_planes_of(r, most);
    l = projector_of(r, most, convex->radius);
    for (uint32_t i = 0; i < convex->count; i++) {
        bool in = true;
        for (uint32_t k = 0; k < c.count; k++) {
            value[i][k] = hit_region_value(c.plane[k], convex->point[i]);
            in = in && value[i][k] + c.noise[k] >= 0.0;
        }
        all = all && in;
        if (in)
            add_point(&l, convex->point[i], &s);
    }
    for (uint32_t i = 0; !all && i < convex->count; i++)
        for (uint32_t j = i + 1; j < convex->count; j++)
            if (is_edge(convex, i, j))
                add_clipped_edge(&l, &c, convex, (const double(*)[3])value, i, j, &s);
    s.e += r->margin + r->noise;
    return s;
}

// ---- Sides of the polygon -------------------------------------------------------------------------------------------

typedef struct side {
    double a[2], along[2], length; ///< `along` is of unit length; (1, 0) where the side is a point
} side;

static side side_between(const double a[2], const double b[2])
{
    const double x = b[0] - a[0], y = b[1] - a[1], length = sqrt(x * x + y * y);
    side s = {{a[0], a[1]}, {1.0, 0.0}, 0.0};

    if (length > 0.0) {
        s.length = length;
        s.along[0] = x / length;
        s.along[1] = y / length;
    }
    return s;
}

// The coordinates of a point with respect to a side: across and along it.
static void coordinates(const side* of, const double p[2], double* across, double* along)
{
    const double x = p[0] - of->a[0], y = p[1] - of->a[1];
    *across = of->along[0] * y - of->along[1] * x;
    *along = of->along[0] * x + of->along[1] * y;
}

typedef struct interval {
    double low, high;
} interval;

// Where the projection crosses the line that is parallel to a side at a distance.
static void add_crossings(const double across[], const double along[], uint32_t count, double level, interval* t)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; across[i] >= level && j < count; j++)
            if (across[j] < level) {
                const double part = (across[i] - level) / (across[i] - across[j]);
                const double at = along[i] + part * (along[j] - along[i]);
                t->low = min2(t->low, at);
                t->high = max2(t->high, at);
            }
}

typedef enum contact { APART, TOUCHING, CROSSING } contact;

static contact find_contact(const projection* s, const double a[2], const double b[2])
{
    const side edge = side_between(a, b);
    const double e = s->e;
    double across[PROJECTION_MAX], along[PROJECTION_MAX], least = HUGE_VAL, most = -HUGE_VAL;
    interval t = {HUGE_VAL, -HUGE_VAL}, inner = {HUGE_VAL, -HUGE_VAL};

    for (uint32_t i = 0; i < s->count; i++) {
        coordinates(&edge, s->point[i], &across[i], &along[i]);
        least = min2(least, across[i]);
        most = max2(most, across[i]);
    }
    if (least > e || most < -e)
        return APART;
    for (uint32_t i = 0; i < s->count; i++)
        if (fabs(across[i]) <= e) {
            t.low = min2(t.low, along[i]);
            t.high = max2(t.high, along[i]);
        }
    add_crossings(across, along, s->count, e, &t);
    add_crossings(across, along, s->count, -e, &t);
    if (t.low > edge.length + e || t.high < -e)
        return APART;
    if (least >= -e || most <= e)
        return TOUCHING;
    add_crossings(across, along, s->count, 0.0, &inner);
    return inner.high > e && inner.low < edge.length - e ? CROSSING : TOUCHING;
}

// ---- Projections without an interior --------------------------------------------------------------------------------

static double distance(const double a[2], const double b[2])
{
    return sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
}

static uint32_t farthest_from(const projection* s, const double p[2])
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < s->count; i++)
        if (distance(s->point[i], p) > distance(s->point[best], p))
            best = i;
    return best;
}

// The segment that the projection is, if it is that thin. The farthest point from the farthest point is at least half
// as far as any two are; so a projection that is within 2e of the line through the two is that thin, and they are its
// ends to 2e.
static bool is_thin(const projection* s, side* segment)
{
    const double* a = s->point[farthest_from(s, s->point[0])];
    const double* b = s->point[farthest_from(s, a)];

    *segment = side_between(a, b);
    for (uint32_t i = 0; i < s->count; i++) {
        double across, along;
        coordinates(segment, s->point[i], &across, &along);
        if (!(fabs(across) <= 2.0 * s->e))
            return false;
    }
    return true;
}

// True when a point is in the area, or within a distance of its border.
static bool holds(const hit_region* r, const double p[2], double near_by)
{
    double a[2], b[2];

    hit_region_corner(r, r->count - 1, a);
    for (uint32_t i = 0; i < r->count; i++) {
        double across, along;
        side edge;
        hit_region_corner(r, i, b);
        edge = side_between(a, b);
        coordinates(&edge, p, &across, &along);
        if (fabs(across) <= near_by && along >= -near_by && along <= edge.length + near_by)
            return true;
        a[0] = b[0];
        a[1] = b[1];
    }
    return hit_region_is_odd(r, p);
}

// The next place after `from` where the segment may pass the border: where it crosses a side, or comes to its end.
static double next_border(const hit_region* r, const side* segment, double from, double e)
{
    double next = segment->length, a[2], b[2], a_across, a_along;

    hit_region_corner(r, r->count - 1, a);
    coordinates(segment, a, &a_across, &a_along);
    for (uint32_t i = 0; i < r->count; i++) {
        double across, along, crossing = -HUGE_VAL;
        hit_region_corner(r, i, b);
        coordinates(segment, b, &across, &along);
        if ((a_across >= 0.0) != (across >= 0.0))
            crossing = a_along + a_across / (a_across - across) * (along - a_along);
        if (crossing > from + e)
            next = min2(next, crossing);
        if (fabs(across) <= 4.0 * e && along > from + e)
            next = min2(next, along);
        a_across = across;
        a_along = along;
    }
    return next;
}

// Every step finds another crossing or corner, so there are at most twice as many steps as corners. It ends at the
// first part outside, which is one of the first two unless the segment follows the border.
static bool holds_segment(const hit_region* r, const side* segment, double e)
{
    double from = 0.0;

    do {
        const double to = next_border(r, segment, from, e), mid = 0.5 * (from + to);
        const double p[2] = {segment->a[0] + mid * segment->along[0], segment->a[1] + mid * segment->along[1]};
        if (!holds(r, p, 4.0 * e))
            return false;
        from = to;
    } while (from < segment->length);
    return true;
}

// ---- The answer -----------------------------------------------------------------------------------------------------

static bool holds_projection(const hit_region* r, const projection* s, bool thin, const side* segment)
{
    double center[2] = {0.0, 0.0};

    if (thin)
        return holds_segment(r, segment, s->e);
    for (uint32_t i = 0; i < s->count; i++)
        for (int k = 0; k < 2; k++)
            center[k] += s->point[i][k] / s->count;
    return hit_region_is_odd(r, center);
}

hit_cull hit_region_flat(const hit_region* region, const hit_convex_shape* convex, bool whole)
{
    const projection s = project_convex(region, convex);
    bool touched = false, thin;
    double a[2], b[2];
    side segment;

    if (s.count == 0)
        return HIT_OUTSIDE;
    thin = is_thin(&s, &segment);
    hit_region_corner(region, region->count - 1, a);
    for (uint32_t i = 0; i < region->count; i++) {
        contact m = APART;
        hit_region_corner(region, i, b);
        if (max2(a[0], b[0]) >= s.low[0] - s.e && min2(a[0], b[0]) <= s.high[0] + s.e &&
            max2(a[1], b[1]) >= s.low[1] - s.e && min2(a[1], b[1]) <= s.high[1] + s.e)
            m = find_contact(&s, a, b);
        if (m == CROSSING && !thin)
            return HIT_CROSSING;
        touched = touched || m != APART;
        a[0] = b[0];
        a[1] = b[1];
    }
    if (!touched && !hit_region_is_odd(region, s.point[0]))
        return HIT_OUTSIDE;
    return whole && (!touched || holds_projection(region, &s, thin, &segment)) ? HIT_INSIDE : HIT_CROSSING;
}
