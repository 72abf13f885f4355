#include "support/oracle/region_oracle.h"
#include "support/base/quad.h"

#include <stdlib.h>
#include <string.h>

enum { PLANES_MAX = 8 };

typedef struct solid {
    int equal; ///< so many of the first planes must be met with equality
    int count;
    quad plane[PLANES_MAX][4];
} solid;

static quad dot(const quad a[3], const quad b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static quad at(const quad plane[4], const quad p[3])
{
    return dot(plane, p) + plane[3];
}

static void add_plane(solid* s, const quad plane[4])
{
    const quad l = sqrtq(dot(plane, plane));
    if (!(l > 0))
        return;
    for (int k = 0; k < 4; k++)
        s->plane[s->count][k] = plane[k] / l;
    s->count++;
}

static void add_given(solid* s, const double plane[4])
{
    const quad p[4] = {plane[0], plane[1], plane[2], plane[3]};
    add_plane(s, p);
}

static quad det3(const quad a[3], const quad b[3], const quad c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Project a point on the common points of n planes: p - sum of m_i·normal_i, where the m solve the equations of Gram.
static bool project(const solid* s, const int* which, int n, const quad p[3], quad out[3])
{
    quad g[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, v[3] = {0, 0, 0}, det;

    for (int i = 0; i < n; i++) {
        v[i] = at(s->plane[which[i]], p);
        for (int j = 0; j < n; j++)
            g[i][j] = dot(s->plane[which[i]], s->plane[which[j]]);
    }
    det = det3(g[0], g[1], g[2]);
    if (!(fabsq(det) > 1e-28))
        return false;
    for (int k = 0; k < 3; k++)
        out[k] = p[k];
    for (int i = 0; i < n; i++) {
        // Gram matrices are symmetric, so columns may be replaced as rows.
        quad h[3][3];
        memcpy(h, g, sizeof h);
        for (int k = 0; k < 3; k++)
            h[i][k] = v[k];
        const quad m = det3(h[0], h[1], h[2]) / det;
        for (int k = 0; k < 3; k++)
            out[k] -= m * s->plane[which[i]][k];
    }
    return true;
}

// The distance of a point: the least one of its projections on sets of up to three planes that lie in the solid. What
// is empty is infinitely far.
static quad apart(const solid* s, const quad p[3], quad size)
{
    quad best = HUGE_VAL;

    for (int a = -1; a < s->count; a++)
        for (int b = -1; b < (a < 0 ? 0 : a); b++)
            for (int c = -1; c < (b < 0 ? 0 : b); c++) {
                const int which[3] = {a, b, c}, n = (a >= 0) + (b >= 0) + (c >= 0);
                quad q[3], d[3];
                bool in;
                // The planes of an equality are always among them: a wall has one, which is the first.
                if (s->equal && (n == 0 || which[n - 1] != 0))
                    continue;
                in = project(s, which, n, p, q);
                for (int i = 0; in && i < s->count; i++)
                    in = at(s->plane[i], q) >= -1e-22 * size;
                for (int k = 0; k < 3; k++)
                    d[k] = q[k] - p[k];
                if (in)
                    best = fminq(best, sqrtq(dot(d, d)));
            }
    return best;
}

// The distance of the point of a segment at t.
static quad apart_at(const solid* s, const hit_convex_shape* convex, quad t, quad size)
{
    quad p[3];
    for (int k = 0; k < 3; k++)
        p[k] = convex->point[0][k] + t * ((quad)convex->point[convex->count - 1][k] - convex->point[0][k]);
    return apart(s, p, size);
}

// The least distance of a point of a segment, by golden section: distances from a convex set are convex.
static quad segment_apart(const solid* s, const hit_convex_shape* convex, quad size)
{
    const quad golden = (sqrtq(5) - 1) / 2;
    quad low = 0, high = 1, t = golden, other = 1 - golden, value = apart_at(s, convex, t, size), best = value;

    if (convex->count == 1 || value == HUGE_VAL)
        return value;
    while (high - low > 1e-14) {
        const quad here = apart_at(s, convex, other, size);
        best = fminq(best, here);
        if ((here <= value) == (other < t)) {
            // The least one is below the larger of the two.
            high = fmaxq(t, other);
        } else
            low = fminq(t, other);
        if (here <= value) {
            t = other;
            value = here;
        }
        other = low + high - t;
    }
    return best;
}

// The ends of a cylinder are planes; it is then what is within a radius of its axis between them.
static void add_ends(solid* s, const hit_convex_shape* convex, quad inward)
{
    quad axis[4], l;

    if (!convex->flat_ends)
        return;
    for (int end = 0; end < 2; end++) {
        for (int k = 0; k < 3; k++)
            axis[k] = (quad)convex->point[1 - end][k] - convex->point[end][k];
        l = sqrtq(dot(axis, axis));
        axis[3] = 0;
        for (int k = 0; k < 3; k++)
            axis[3] -= axis[k] * convex->point[end][k];
        axis[3] -= l * inward;
        add_plane(s, axis);
    }
}

static bool is_endless(const hit_camera* c)
{
    return c->far_plane[0] == 0 && c->far_plane[1] == 0 && c->far_plane[2] == 0;
}

static void add_depths(solid* s, const hit_camera* c)
{
    add_given(s, c->near_plane);
    if (!is_endless(c))
        add_given(s, c->far_plane);
}

// sign·(row - t·w).
static void add_side(solid* s, const hit_camera* c, const double* row, double t, int sign)
{
    quad plane[4];
    for (int k = 0; k < 4; k++)
        plane[k] = sign * ((quad)row[k] - (quad)t * c->w[k]);
    add_plane(s, plane);
}

// The wall over a side: the plane of the side, and two across it, through its ends.
static void wall(const region_area* area, uint32_t i, solid* s)
{
    const hit_camera* c = area->camera;
    const double *a = area->point[i], *b = area->point[(i + 1) % area->count];
    quad dx = (quad)b[0] - a[0], dy = (quad)b[1] - a[1], plane[4];

    s->equal = 1;
    s->count = 0;
    // A side that is a point has any direction.
    if (dx == 0 && dy == 0)
        dx = 1;
    for (int k = 0; k < 4; k++)
        plane[k] = dx * (c->y[k] - (quad)a[1] * c->w[k]) - dy * (c->x[k] - (quad)a[0] * c->w[k]);
    add_plane(s, plane);
    for (int end = 0; end < 2; end++) {
        const double* p = end ? b : a;
        for (int k = 0; k < 4; k++)
            plane[k] = (end ? -1 : 1) * (dx * (c->x[k] - (quad)p[0] * c->w[k]) + dy * (c->y[k] - (quad)p[1] * c->w[k]));
        add_plane(s, plane);
    }
    add_depths(s, c);
}

// How far the convex reaches beyond its points in the direction of a unit normal.
static quad reach(const hit_convex_shape* convex, const quad n[3])
{
    quad axis[3], along;
    if (!convex->flat_ends)
        return convex->radius;
    for (int k = 0; k < 3; k++)
        axis[k] = (quad)convex->point[1][k] - convex->point[0][k];
    along = dot(axis, n);
    return convex->radius * sqrtq(fmaxq(0, 1 - along * along / dot(axis, axis)));
}

// The least value of a plane over the convex.
static quad least(const hit_convex_shape* convex, const quad plane[4])
{
    quad best = HUGE_VAL;
    for (uint32_t i = 0; i < convex->count; i++) {
        const quad p[3] = {convex->point[i][0], convex->point[i][1], convex->point[i][2]};
        best = fminq(best, at(plane, p) - reach(convex, plane));
    }
    return best;
}

static quad most(const hit_convex_shape* convex, const quad plane[4])
{
    const quad back[4] = {-plane[0], -plane[1], -plane[2], -plane[3]};
    return -least(convex, back);
}

// The length of a margin in the world, where the convex is closest to the eye; and what sizes are rounded by.
static quad world_margin(const region_area* area, const hit_convex_shape* convex, quad size)
{
    const hit_camera* c = area->camera;
    const quad row[3] = {c->x[0], c->x[1], c->x[2]}, w[4] = {c->w[0], c->w[1], c->w[2], c->w[3]};
    const quad depth = c->orthographic ? 1 : fmaxq(least(convex, w), -(quad)c->near_plane[3]);
    return area->margin * depth / sqrtq(dot(row, row)) + 1e-12 * size;
}

// A convex region: a rectangle.
static void judge_rectangle(const region_area* area, const hit_convex_shape* convex, quad size, quad margin,
                            region_demand* d)
{
    const hit_camera* c = area->camera;
    const double x0 = fmin(area->point[0][0], area->point[2][0]), x1 = fmax(area->point[0][0], area->point[2][0]);
    const double y0 = fmin(area->point[0][1], area->point[2][1]), y1 = fmax(area->point[0][1], area->point[2][1]);
    solid s = {.equal = 0};
    quad gap;

    add_side(&s, c, c->x, x0, 1);
    add_side(&s, c, c->x, x1, -1);
    add_side(&s, c, c->y, y0, 1);
    add_side(&s, c, c->y, y1, -1);
    add_depths(&s, c);
    d->hold = true;
    for (int i = 0; i < s.count; i++) {
        d->hold = d->hold && least(convex, s.plane[i]) >= 0;
        d->must_not_hold = d->must_not_hold || least(convex, s.plane[i]) < -margin;
    }
    add_ends(&s, convex, 0);
    gap = segment_apart(&s, convex, size) - convex->radius;
    d->touch = gap <= -1e-15 * size;
    d->miss = gap > margin;
}

region_demand region_truth_round(const region_area* area, const hit_convex_shape* convex)
{
    const hit_camera* c = area->camera;
    region_demand d = {false, false, false, false};
    quad size = fabsq(c->near_plane[3]), margin, gap = HUGE_VAL;
    solid depths = {.equal = 0};
    quad middle[3] = {0, 0, 0}, w;
    bool whole = true, cut = false, odd;

    for (uint32_t i = 0; i < convex->count; i++)
        for (int k = 0; k < 3; k++) {
            size = fmaxq(size, fabsq(convex->point[i][k]) + convex->radius);
            middle[k] += (quad)convex->point[i][k] / convex->count;
        }
    margin = world_margin(area, convex, size);
    if (area->rectangle) {
        judge_rectangle(area, convex, size, margin, &d);
        return d;
    }
    add_depths(&depths, c);
    for (int i = 0; i < depths.count; i++) {
        d.must_not_hold = d.must_not_hold || least(convex, depths.plane[i]) < -margin;
        whole = whole && least(convex, depths.plane[i]) >= 0;
        if (most(convex, depths.plane[i]) < 0) {
            d.miss = most(convex, depths.plane[i]) < -margin;
            d.must_not_hold = true;
            return d;
        }
    }
    for (uint32_t i = 0; i < area->count; i++) {
        solid s, inner;
        quad distance;
        wall(area, i, &s);
        inner = s;
        add_ends(&s, convex, 0);
        distance = segment_apart(&s, convex, size);
        gap = fminq(gap, distance - convex->radius);
        if (convex->flat_ends) {
            add_ends(&inner, convex, margin);
            distance = segment_apart(&inner, convex, size);
        }
        cut = cut || distance < convex->radius - margin;
    }
    d.must_not_hold = d.must_not_hold || cut;
    d.touch = gap <= -1e-15 * size;
    if (!whole) {
        // Where its part between the planes is cannot be told by its middle. Its corners tell when the walls are far.
        if (gap > margin)
            for (int side = 0; side < depths.count && !d.miss && !d.touch; side++) {
                const hit_convex_shape* b = convex;
                // The point that reaches farthest beyond the plane that cuts it.
                quad p[3] = {0, 0, 0}, best = -HUGE_VAL;
                const quad* n = depths.plane[side];
                if (least(b, n) >= 0)
                    continue;
                for (uint32_t i = 0; i < b->count; i++) {
                    quad q[3], l, axis[3], along = 0, across[3];
                    for (int k = 0; k < 3; k++) {
                        q[k] = b->point[i][k];
                        axis[k] = b->flat_ends ? (quad)b->point[1][k] - b->point[0][k] : 0;
                    }
                    if (b->flat_ends)
                        along = dot(axis, n) / dot(axis, axis);
                    for (int k = 0; k < 3; k++)
                        across[k] = n[k] - along * axis[k];
                    l = sqrtq(dot(across, across));
                    for (int k = 0; k < 3; k++)
                        q[k] += l > 0 ? b->radius * across[k] / l : 0;
                    if (at(n, q) > best) {
                        best = at(n, q);
                        memcpy(p, q, sizeof p);
                    }
                }
                if (depths.count == 2 && at(depths.plane[1 - side], p) < 0)
                    continue; // beyond the other one
                w = p[0] * c->w[0] + p[1] * c->w[1] + p[2] * c->w[2] + c->w[3];
                const double pixel[2] = {(double)((p[0] * c->x[0] + p[1] * c->x[1] + p[2] * c->x[2] + c->x[3]) / w),
                                         (double)((p[0] * c->y[0] + p[1] * c->y[1] + p[2] * c->y[2] + c->y[3]) / w)};
                d.touch = region_truth_is_odd(area, pixel);
                d.miss = !d.touch;
            }
        return d;
    }
    w = middle[0] * c->w[0] + middle[1] * c->w[1] + middle[2] * c->w[2] + c->w[3];
    const double pixel[2] = {(double)((middle[0] * c->x[0] + middle[1] * c->x[1] + middle[2] * c->x[2] + c->x[3]) / w),
                             (double)((middle[0] * c->y[0] + middle[1] * c->y[1] + middle[2] * c->y[2] + c->y[3]) / w)};
    odd = region_truth_is_odd(area, pixel);
    if (gap > margin) {
        d.touch = d.hold = odd;
        d.miss = d.must_not_hold = !odd;
    } else if (gap > -1e-12 * size)
        d.hold = odd && gap >= 0 && !cut;
    return d;
}
