#include "support/oracle/region_oracle.h"
#include "support/base/quad.h"

#include <stdlib.h>
#include <string.h>

// Closer than this is on the border: quad errors are below it, the coordinates of pixels being below 1e9.
#define EXACT 1e-18

typedef struct point2 {
    quad x, y;
} point2;

enum { POINTS_MAX = 64 };

typedef struct hull {
    int count;
    point2 point[POINTS_MAX]; ///< counterclockwise; two or one when it is flat
} hull;

static quad value(const double plane[4], const quad p[3])
{
    return plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] + plane[3];
}

static quad turn(point2 a, point2 b, point2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static quad length2(point2 a, point2 b)
{
    return hypotq(b.x - a.x, b.y - a.y);
}

static point2 corner(const region_area* area, uint32_t i)
{
    const point2 p = {area->point[i % area->count][0], area->point[i % area->count][1]};
    return p;
}

// ---- Plane figures --------------------------------------------------------------------------------------------------

static quad to_segment(point2 p, point2 a, point2 b)
{
    const quad dx = b.x - a.x, dy = b.y - a.y, l = dx * dx + dy * dy;
    quad t = l > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / l : 0;
    point2 c;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    c.x = a.x + t * dx;
    c.y = a.y + t * dy;
    return length2(p, c);
}

static bool odd(const region_area* area, point2 p)
{
    bool in = false;
    for (uint32_t i = 0; i < area->count; i++) {
        const point2 a = corner(area, i), b = corner(area, i + 1);
        if ((a.y <= p.y) == (b.y <= p.y))
            continue;
        if ((turn(a, b, p) > 0) == (b.y > a.y))
            in = !in;
    }
    return in;
}

bool region_truth_is_odd(const region_area* area, const double point[2])
{
    const point2 p = {point[0], point[1]};
    return odd(area, p);
}

static quad to_border(const region_area* area, point2 p)
{
    quad best = HUGE_VAL;
    for (uint32_t i = 0; i < area->count; i++)
        best = fminq(best, to_segment(p, corner(area, i), corner(area, i + 1)));
    return best;
}

// Gift wrapping: from the lowest point, always to the rightmost.
static hull hull_of(const point2* p, int count)
{
    hull h = {.count = 0};
    int first = 0, at;

    for (int i = 1; i < count; i++)
        if (p[i].y < p[first].y || (p[i].y == p[first].y && p[i].x < p[first].x))
            first = i;
    at = first;
    do {
        int next = -1;
        h.point[h.count++] = p[at];
        for (int i = 0; i < count; i++) {
            quad t;
            if (length2(p[i], p[at]) <= EXACT)
                continue;
            if (next < 0) {
                next = i;
                continue;
            }
            t = turn(p[at], p[next], p[i]) / length2(p[at], p[next]);
            if (t < -EXACT || (t <= EXACT && length2(p[at], p[i]) > length2(p[at], p[next])))
                next = i;
        }
        if (next < 0 || length2(p[next], p[first]) <= EXACT)
            break;
        at = next;
    } while (h.count < count);
    return h;
}

static bool in_hull(const hull* h, point2 p, quad depth)
{
    if (h->count < 3)
        return false;
    for (int i = 0; i < h->count; i++) {
        const point2 a = h->point[i], b = h->point[(i + 1) % h->count];
        if (turn(a, b, p) < depth * length2(a, b))
            return false;
    }
    return true;
}

static quad segments_apart(point2 a, point2 b, point2 c, point2 d)
{
    const quad s = turn(a, b, c), t = turn(a, b, d), u = turn(c, d, a), v = turn(c, d, b);
    if (((s < 0 && t > 0) || (s > 0 && t < 0)) && ((u < 0 && v > 0) || (u > 0 && v < 0)))
        return 0;
    return fminq(fminq(to_segment(a, c, d), to_segment(b, c, d)), fminq(to_segment(c, a, b), to_segment(d, a, b)));
}

static quad hull_to_side(const hull* h, point2 a, point2 b)
{
    quad best = HUGE_VAL;
    if (in_hull(h, a, 0) || in_hull(h, b, 0))
        return 0;
    for (int i = 0; i < h->count; i++)
        best = fminq(best, segments_apart(a, b, h->point[i], h->point[(i + 1) % h->count]));
    return best;
}

// The part of a side that is in the hull by more than `depth`.
static bool side_in_hull(const hull* h, point2 a, point2 b, quad depth, quad* from, quad* to)
{
    *from = 0;
    *to = 1;
    for (int i = 0; i < h->count; i++) {
        const point2 c = h->point[i], d = h->point[(i + 1) % h->count];
        const quad l = length2(c, d), u = turn(c, d, a) / l - depth, v = turn(c, d, b) / l - depth;
        if (u <= 0 && v <= 0)
            return false;
        if (u < 0)
            *from = fmaxq(*from, u / (u - v));
        else if (v < 0)
            *to = fminq(*to, u / (u - v));
    }
    return *from < *to;
}

// ---- Flat shapes ----------------------------------------------------------------------------------------------------

typedef struct polygon3 {
    int count;
    quad point[16][3];
} polygon3;

static void clip(polygon3* p, const double plane[4])
{
    polygon3 out = {.count = 0};
    for (int i = 0; i < p->count; i++) {
        const quad *a = p->point[i], *b = p->point[(i + 1) % p->count];
        const quad va = value(plane, a), vb = value(plane, b);
        if (va >= 0)
            memcpy(out.point[out.count++], a, sizeof out.point[0]);
        if ((va > 0 && vb < 0) || (va < 0 && vb > 0)) {
            for (int k = 0; k < 3; k++)
                out.point[out.count][k] = (vb * a[k] - va * b[k]) / (vb - va);
            out.count++;
        }
    }
    *p = out;
}

static void add_face(const hit_camera* c, const hit_convex_shape* convex, const int* corners, int count, point2* points,
                     int* n, quad* least_w)
{
    polygon3 p = {.count = count};

    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            p.point[i][k] = convex->point[corners[i]][k];
    clip(&p, c->near_plane);
    if (c->far_plane[0] != 0 || c->far_plane[1] != 0 || c->far_plane[2] != 0)
        clip(&p, c->far_plane);
    for (int i = 0; i < p.count; i++) {
        const quad w = value(c->w, p.point[i]);
        points[*n].x = value(c->x, p.point[i]) / w;
        points[*n].y = value(c->y, p.point[i]) / w;
        *least_w = fminq(*least_w, w);
        (*n)++;
    }
}

static hull shadow(const hit_camera* c, const hit_convex_shape* convex, quad* least_w)
{
    static const int faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    static const int simplex[3] = {0, 1, 2};
    point2 points[POINTS_MAX];
    hull h = {.count = 0};
    int n = 0;

    *least_w = HUGE_VAL;
    if (convex->count == 8)
        for (int i = 0; i < 6; i++)
            add_face(c, convex, faces[i], 4, points, &n, least_w);
    else
        add_face(c, convex, simplex, (int)convex->count, points, &n, least_w);
    return n > 0 ? hull_of(points, n) : h;
}

// 1e-9 of the screen, and more for what comes close to the plane of the eye: see docs/picking.md.
static quad margin_of(const region_area* area, const hit_convex_shape* convex, quad least_w)
{
    const double* w = area->camera->w;
    quad far_out = 0, length = sqrtq((quad)w[0] * w[0] + (quad)w[1] * w[1] + (quad)w[2] * w[2]);

    if (area->camera->orthographic)
        return area->margin;
    for (uint32_t i = 0; i < convex->count; i++)
        for (int k = 0; k < 3; k++)
            far_out = fmaxq(far_out, fabsq(convex->point[i][k]) + convex->radius);
    return area->margin * fmaxq(1, 1e-5 * far_out * length / least_w);
}

// True when the convex lies between the planes, to `slack`.
static bool between_planes(const hit_camera* c, const hit_convex_shape* convex, quad slack)
{
    for (uint32_t i = 0; i < convex->count; i++) {
        const quad p[3] = {convex->point[i][0], convex->point[i][1], convex->point[i][2]};
        quad reach = convex->radius;
        if (convex->flat_ends) {
            quad axis[3], along = 0, length = 0;
            for (int k = 0; k < 3; k++) {
                axis[k] = (quad)convex->point[1][k] - convex->point[0][k];
                along += axis[k] * c->near_plane[k];
                length += axis[k] * axis[k];
            }
            reach *= sqrtq(fmaxq(0, 1 - along * along / length));
        }
        if (value(c->near_plane, p) - reach < -slack)
            return false;
        if ((c->far_plane[0] != 0 || c->far_plane[1] != 0 || c->far_plane[2] != 0) &&
            value(c->far_plane, p) - reach < -slack)
            return false;
    }
    return true;
}

static quad convex_size(const hit_convex_shape* convex)
{
    quad size = 0;
    for (uint32_t i = 0; i < convex->count; i++)
        for (int k = 0; k < 3; k++)
            size = fmaxq(size, fabsq(convex->point[i][k]) + convex->radius);
    return size;
}

static int compare(const void* a, const void* b)
{
    const quad *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

// A shadow that is a segment or a point: the middle of each piece between places where it meets the border.
static void judge_segment(const region_area* area, point2 p, point2 q, quad margin, region_demand* d)
{
    quad at[3 * REGION_CORNERS_MAX + 2];
    int n = 0;
    const quad length = length2(p, q);

    at[n++] = 0;
    at[n++] = 1;
    for (uint32_t i = 0; i < area->count && length > 0; i++) {
        const point2 a = corner(area, i), b = corner(area, i + 1);
        const quad u = turn(p, q, a), v = turn(p, q, b);
        if ((u > 0 && v < 0) || (u < 0 && v > 0)) {
            const quad t = ((u * b.x - v * a.x) / (u - v) - p.x) * (q.x - p.x) +
                           ((u * b.y - v * a.y) / (u - v) - p.y) * (q.y - p.y);
            at[n++] = t / length / length;
        }
        at[n++] = ((a.x - p.x) * (q.x - p.x) + (a.y - p.y) * (q.y - p.y)) / length / length;
    }
    qsort(at, (size_t)n, sizeof at[0], compare);
    d->hold = true;
    for (int i = 0; i + 1 < n; i++) {
        const quad t = (at[i] + at[i + 1]) / 2;
        const point2 m = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        if (at[i] < 0 || at[i + 1] > 1 || odd(area, m) || to_border(area, m) <= EXACT)
            continue;
        d->hold = d->hold && at[i + 1] - at[i] <= EXACT;
        d->must_not_hold = d->must_not_hold || to_border(area, m) > margin;
    }
}

// A shadow with an interior: it lies in the area when no side reaches into that, and its middle is in. It does not when
// a point that is certainly in it is certainly out.
static void judge_hull(const region_area* area, const hull* h, quad margin, region_demand* d)
{
    point2 middle = {0, 0};
    bool cut = false;

    for (int i = 0; i < h->count; i++) {
        middle.x += h->point[i].x / h->count;
        middle.y += h->point[i].y / h->count;
        if (!odd(area, h->point[i]) && to_border(area, h->point[i]) > margin)
            d->must_not_hold = true;
    }
    for (uint32_t i = 0; i < area->count; i++) {
        const point2 a = corner(area, i), b = corner(area, i + 1);
        const quad l = length2(a, b);
        quad from, to;
        if (!(l > 0) || !side_in_hull(h, a, b, EXACT, &from, &to))
            continue;
        cut = true;
        for (int s = -1; s <= 1; s += 2)
            for (int j = 1; j < 8; j++) {
                const quad t = from + (to - from) * j / 8, off = s * 2 * margin / l;
                const point2 p = {a.x + t * (b.x - a.x) - off * (b.y - a.y), a.y + t * (b.y - a.y) + off * (b.x - a.x)};
                if (in_hull(h, p, 0) && !odd(area, p) && to_border(area, p) > margin)
                    d->must_not_hold = true;
            }
    }
    if (!cut && odd(area, middle))
        d->hold = true;
    if (!cut && !odd(area, middle) && to_border(area, middle) > margin)
        d->must_not_hold = true;
}

region_demand region_truth_flat(const region_area* area, const hit_convex_shape* convex)
{
    const quad slack = 1e-9 * convex_size(convex) + 1e-9 * fabs(area->camera->far_plane[3]);
    region_demand d = {false, false, false, false};
    quad least_w, apart = HUGE_VAL, margin;
    const hull h = shadow(area->camera, convex, &least_w);

    if (h.count == 0) {
        // Farther from the planes than their roundings, or not.
        hit_camera wide = *area->camera;
        wide.near_plane[3] += (double)slack;
        wide.far_plane[3] += (double)slack;
        d.miss = shadow(&wide, convex, &least_w).count == 0;
        d.must_not_hold = true;
        return d;
    }
    margin = margin_of(area, convex, least_w);
    for (uint32_t i = 0; i < area->count; i++)
        apart = fminq(apart, hull_to_side(&h, corner(area, i), corner(area, i + 1)));
    d.touch = apart <= 0 || odd(area, h.point[0]);
    d.miss = !d.touch && apart > margin;
    if (h.count < 3)
        judge_segment(area, h.point[0], h.point[h.count - 1], margin, &d);
    else
        judge_hull(area, &h, margin, &d);
    d.hold = d.hold && between_planes(area->camera, convex, 0);
    d.must_not_hold = d.must_not_hold || !between_planes(area->camera, convex, slack);
    return d;
}
