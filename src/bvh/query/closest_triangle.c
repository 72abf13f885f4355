// The distance from a point to a triangle, in double.
//
// With corners s_k relative to the point, edges e_k from corner k to the next, and n = e_0×e_1, the nearest point is
//   corner i    when s_i·(v - v_i) >= 0 for both other corners v
//   on edge k   when s_k·e_k <= 0 <= s_next·e_k and u_k <= 0
//   inside      when all u_k >= 0,    u_k = (s_k×e_k)·n
// (the conditions of Karush, Kuhn and Tucker; u_k is also |n|² times the weight of the corner opposite edge k).
//
// An interval that holds the distance needs none of these decisions to be right. Any point q of the triangle is an
// upper bound; any direction g gives a lower one, the least g·s_k/|g|, since the triangle lies beyond the plane with
// that normal. So q may be wrong by roundings, a sliver may make nonsense of the weights, and the interval only gets
// wider. It is narrow when g is nearly parallel to the true one relative to itself, however near the point is: that
// is n for the face, and for an edge a vector made perpendicular to it twice.
//
// Errors: with r the largest |x| + |y| + |z| of the s_k, which are rounded once, q is off by less than 6·2^-53·r
// (|e_k| <= 2r), the products g·s_k by 5·2^-53·|g|·r. 2^-49·r covers either with the rounding of the root and the
// quotient.
#include "bvh/query/closest.h"

#include "shapes/linear3.h"

#define MARGIN 0x1p-49
// Twice the relative error of a product of differences, as in overlap/spheres.c.
#define EPS 0x1p-47

typedef struct corners {
    double s[3][3], e[3][3], n[3];
} corners;

static void load(hit_vec3 point, const hit_triangle* t, corners* out)
{
    const hit_vec3 v[3] = {t->v0, t->v1, t->v2};
    double p[3], at[3][3];

    vec3_load(point, p);
    for (int k = 0; k < 3; k++)
        vec3_load(v[k], at[k]);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            out->s[k][i] = at[k][i] - p[i];
            out->e[k][i] = at[(k + 1) % 3][i] - at[k][i];
        }
    cross3(out->e[0], out->e[1], out->n);
}

static double size3(const double v[3])
{
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

// The lower bound from direction g.
static double lower(const corners* c, const double g[3], double margin)
{
    const double length = sqrt(dot3(g, g));
    const double least = fmin(dot3(g, c->s[0]), fmin(dot3(g, c->s[1]), dot3(g, c->s[2])));
    const double bound = length > 0.0 ? least / length - margin : 0.0;
    return bound > 0.0 ? bound : 0.0;
}

// The nearest of the points of the edges.
static hit_closest_range over_edges(const corners* c, double margin)
{
    hit_closest_range range;
    double best[3] = {0.0, 0.0, 0.0}, best2 = HUGE_VAL, best_t = 0.0;
    int at = 0;

    for (int k = 0; k < 3; k++) {
        const double length2 = dot3(c->e[k], c->e[k]), along = -dot3(c->s[k], c->e[k]);
        const double t = along <= 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;
        double g[3];
        for (int i = 0; i < 3; i++)
            g[i] = t == 1.0 ? c->s[(k + 1) % 3][i] : c->s[k][i] + t * c->e[k][i];
        const double g2 = dot3(g, g);
        if (g2 < best2) {
            best2 = g2, best_t = t, at = k;
            best[0] = g[0], best[1] = g[1], best[2] = g[2];
        }
    }
    range.hi = sqrt(best2) + margin;
    if (best_t > 0.0 && best_t < 1.0) {
        const double* e = c->e[at];
        const double back = dot3(best, e) / dot3(e, e);
        for (int i = 0; i < 3; i++)
            best[i] -= back * e[i];
    }
    range.lo = lower(c, best, margin);
    return range;
}

hit_closest_range hit_closest_triangle(hit_vec3 point, const hit_triangle* triangle)
{
    hit_closest_range range = {0.0, 0.0};
    double u[3], margin = 0.0;
    corners c;

    load(point, triangle, &c);
    for (int k = 0; k < 3; k++) {
        const double size = size3(c.s[k]);
        double cross[3];
        if (size == 0.0)
            return range;
        margin = fmax(margin, MARGIN * size);
        cross3(c.s[k], c.e[k], cross);
        u[k] = dot3(cross, c.n);
    }
    if (!(u[0] > 0.0 && u[1] > 0.0 && u[2] > 0.0))
        return over_edges(&c, margin);
    const double all = u[0] + u[1] + u[2], w0 = u[1] / all, w1 = u[2] / all, w2 = u[0] / all;
    const double side = dot3(c.n, c.s[0]) < 0.0 ? -1.0 : 1.0;
    double q[3], g[3];
    for (int i = 0; i < 3; i++) {
        q[i] = w0 * c.s[0][i] + w1 * c.s[1][i] + w2 * c.s[2][i];
        g[i] = side * c.n[i];
    }
    range.hi = sqrt(dot3(q, q)) + margin;
    range.lo = lower(&c, g, margin);
    HIT_ASSERT(range.lo >= 0.0);
    return range;
}

hit_closest_range hit_closest_aabb(hit_vec3 point, hit_vec3 corner)
{
    double p[3], q[3];

    vec3_load(point, p);
    vec3_load(corner, q);
    for (int k = 0; k < 3; k++)
        q[k] -= p[k];
    // Differences, squares, a sum of what is not negative and a root: within 5·2^-53.
    const double d = sqrt(dot3(q, q));
    const hit_closest_range range = {d * (1.0 - 0x1p-50), d * (1.0 + 0x1p-50)};
    return range;
}

// ---- The feature -----------------------------------------------------------------------------------------------

typedef struct sized {
    double value, size;
} sized;

static sized dot_sized(const double a[3], const double b[3])
{
    const sized r = {dot3(a, b), EPS * (fabs(a[0] * b[0]) + fabs(a[1] * b[1]) + fabs(a[2] * b[2]))};
    return r;
}

// (s_k×e_k)·n
static sized volume_sized(const corners* c, int k)
{
    const double *s = c->s[k], *e = c->e[k];
    sized r = {0.0, 0.0};

    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        const double n_size = fabs(c->e[0][j] * c->e[1][l]) + fabs(c->e[0][l] * c->e[1][j]);
        r.value += (s[j] * e[l] - s[l] * e[j]) * c->n[i];
        r.size += (fabs(s[j] * e[l]) + fabs(s[l] * e[j])) * n_size;
    }
    r.size *= EPS;
    return r;
}

static bool precise(sized x)
{
    return x.size <= 0x1p-26 * x.value;
}

static int vertex_feature(const corners* c, double weight[3])
{
    for (int i = 0; i < 3; i++) {
        const int last = (i + 2) % 3;
        const sized a = dot_sized(c->s[i], c->e[i]), b = dot_sized(c->s[i], c->e[last]); // e[last] comes back to i
        if ((a.value > a.size || a.size == 0.0) && (b.value < -b.size || b.size == 0.0)) {
            for (int k = 0; k < 3 && weight != NULL; k++)
                weight[k] = k == i ? 1.0 : 0.0;
            return HIT_CLOSEST_VERTEX + i;
        }
    }
    return HIT_CLOSEST_UNDECIDED;
}

int hit_closest_triangle_feature(hit_vec3 point, const hit_triangle* triangle, double weight[3])
{
    corners c;
    sized u[3];

    load(point, triangle, &c);
    for (int k = 0; k < 3; k++)
        u[k] = volume_sized(&c, k);
    if (u[0].value > u[0].size && u[1].value > u[1].size && u[2].value > u[2].size) {
        if (weight == NULL)
            return HIT_CLOSEST_FACE;
        const double all = u[0].value + u[1].value + u[2].value;
        for (int k = 0; k < 3; k++)
            weight[k] = u[(k + 1) % 3].value / all;
        return precise(u[0]) && precise(u[1]) && precise(u[2]) ? HIT_CLOSEST_FACE : HIT_CLOSEST_UNDECIDED;
    }
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        const sized a = dot_sized(c.s[k], c.e[k]), b = dot_sized(c.s[next], c.e[k]);
        // Straight above an edge, all terms of u may be zero: edge and face are as good then.
        if (!(a.value < -a.size && b.value > b.size && (u[k].value < -u[k].size || u[k].size == 0.0)))
            continue;
        if (weight == NULL)
            return HIT_CLOSEST_EDGE + k;
        const sized before = {-a.value, a.size};
        weight[k] = b.value / (b.value - a.value);
        weight[next] = -a.value / (b.value - a.value);
        weight[last] = 0.0;
        return precise(before) && precise(b) ? HIT_CLOSEST_EDGE + k : HIT_CLOSEST_UNDECIDED;
    }
    return vertex_feature(&c, weight);
}
