// The point of a simplex that is nearest to the origin.
//
// By signed areas and volumes (M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK algorithm for faster and more
// reliable distance queries between convex objects, 2017): the weight of a corner is the volume of the simplex with the
// origin, or its projection, in the place of that corner. Where all weights are positive, that is the nearest point.
// Otherwise it lies on a side whose weight is not positive; all of these are tried, and the nearest point wins.
//
// Weights are always clamped and made to have the sum 1, and the point is computed from them. So it is a point of the
// simplex whatever rounding does to the weights: it may be not quite the nearest one, but its distance is an upper
// bound.
//
// The mean of points is rounded in proportion to the points. Where it is much closer to the origin than they are, its
// direction is worth little, so that is computed apart: for a triangle it is that of the normal, for an edge e from p
// to q it is e×(p×q), whose inner product is formed in two doubles.
//
// Other cross products are formed of an edge and a corner, never of two corners: the error is then in proportion to the
// edge, and small simplices far from the origin are as good as others.
#include "scene/convex/gjk.h"

#include "base/assert.h"
#include "exact/expansion.h"
#include "shapes/linear3.h"

// Some corners of a simplex with weights, and the point that they make.
typedef struct mean {
    int count;
    int corner[4];
    double weight[4];
    double at[3];
    double square;    ///< |at|²
    double normal[3]; ///< the direction of `at`, of any length
} mean;

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

// Finish a mean whose weights are not negative, and not all zero. Corners without weight are dropped.
static void normalize_weights(const hit_simplex* s, mean* m)
{
    double sum = 0.0;
    int kept = 0;

    for (int i = 0; i < m->count; i++)
        sum += m->weight[i];
    m->at[0] = m->at[1] = m->at[2] = 0.0;
    for (int i = 0; i < m->count; i++) {
        const double weight = m->weight[i] / sum;
        if (!(weight > 0.0))
            continue;
        m->corner[kept] = m->corner[i];
        m->weight[kept++] = weight;
        for (int k = 0; k < 3; k++)
            m->at[k] += weight * s->point[m->corner[kept - 1]][k];
    }
    HIT_ASSERT(kept >= 1);
    m->count = kept;
    m->square = dot3(m->at, m->at);
    for (int k = 0; k < 3; k++)
        m->normal[k] = m->at[k];
}

// p×q, right to a rounding of each component.
static void cross_compensated(const double p[3], const double q[3], double out[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        double first, second, sum;
        const double first_low = two_product(p[i], q[j], &first), second_low = two_product(p[j], q[i], &second);
        const double sum_low = two_sum(first, -second, &sum);
        out[k] = sum + (sum_low + (first_low - second_low));
    }
}

// Replace the normal by one that is better known, unless that is zero.
static void set_normal(mean* m, const double normal[3])
{
    if (normal[0] != 0.0 || normal[1] != 0.0 || normal[2] != 0.0)
        for (int k = 0; k < 3; k++)
            m->normal[k] = normal[k];
}

// The nearest point of the edge between two corners.
static mean on_edge(const hit_simplex* s, int i, int j)
{
    const double *p = s->point[i], *q = s->point[j];
    mean m = {.count = 2, .corner = {i, j}};
    double edge[3], along, length2;

    subtract(q, p, edge);
    length2 = dot3(edge, edge);
    along = -dot3(edge, p);
    // Measured from the end that is closer, where the cancellation is less.
    if (along > 0.5 * length2) {
        const double back = dot3(edge, q);
        m.weight[0] = back <= 0.0 ? 0.0 : back;
        m.weight[1] = back <= 0.0 ? 1.0 : length2 - back;
    } else {
        m.weight[0] = along <= 0.0 ? 1.0 : length2 - along;
        m.weight[1] = along <= 0.0 ? 0.0 : along;
    }
    if (!(length2 > 0.0)) {
        m.weight[0] = 1.0;
        m.weight[1] = 0.0;
    }
    normalize_weights(s, &m);
    if (m.count == 2) {
        double moment[3], normal[3];
        cross_compensated(p, q, moment);
        cross3(edge, moment, normal);
        set_normal(&m, normal);
    }
    return m;
}

static void keep_nearer(mean* best, const mean* m)
{
    if (m->square < best->square)
        *best = *m;
}

// The nearest point of the triangle of three corners.
static mean on_triangle(const hit_simplex* s, int i, int j, int k)
{
    const int corner[3] = {i, j, k};
    double edge[3][3], normal[3], moment[3];
    bool inner = true;
    mean best = {.count = 3, .corner = {i, j, k}};

    for (int e = 0; e < 3; e++)
        subtract(s->point[corner[(e + 1) % 3]], s->point[corner[e]], edge[e]);
    cross3(edge[0], edge[1], normal);
    for (int e = 0; e < 3; e++) {
        // The edge from corner e is opposite to corner e + 2.
        cross3(s->point[corner[e]], edge[e], moment);
        best.weight[(e + 2) % 3] = dot3(normal, moment);
        inner = inner && best.weight[(e + 2) % 3] > 0.0;
    }
    if (inner) {
        normalize_weights(s, &best);
        if (dot3(normal, best.at) < 0.0)
            for (int e = 0; e < 3; e++)
                normal[e] = -normal[e];
        set_normal(&best, normal);
        return best;
    }
    best = on_edge(s, i, j);
    for (int e = 1; e < 3; e++) {
        const mean m = on_edge(s, corner[e], corner[(e + 1) % 3]);
        keep_nearer(&best, &m);
    }
    return best;
}

// The nearest point of the tetrahedron.
static mean on_tetrahedron(const hit_simplex* s)
{
    // The side opposite to each corner, all seen from outside in the same sense.
    static const int side[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    mean all = {.count = 4, .corner = {0, 1, 2, 3}}, best = {.square = HUGE_VAL};
    double weight[4], whole = 0.0, noise = 0.0;
    bool inner = true;

    for (int i = 0; i < 4; i++) {
        const double* p = s->point[side[i][0]];
        double edge[2][3], normal[3];
        subtract(s->point[side[i][1]], p, edge[0]);
        subtract(s->point[side[i][2]], p, edge[1]);
        cross3(edge[0], edge[1], normal);
        weight[i] = dot3(normal, p);
        whole += weight[i];
        noise = fmax(noise, fabs(weight[i]) * 0x1p-30);
    }
    for (int i = 0; i < 4; i++) {
        all.weight[i] = weight[i] = whole < 0.0 ? -weight[i] : weight[i];
        inner = inner && weight[i] > 0.0;
    }
    if (inner) {
        normalize_weights(s, &all);
        best = all;
    }
    // The weights of a flat tetrahedron may be noise: then the mean is not at the origin, and a side is nearer.
    for (int i = 0; i < 4; i++)
        if (inner ? best.square > 0.0 : weight[i] <= noise) {
            const mean m = on_triangle(s, side[i][0], side[i][1], side[i][2]);
            keep_nearer(&best, &m);
        }
    return best;
}

void hit_simplex_nearest(hit_simplex* simplex, double nearest[3], double normal[3])
{
    hit_simplex old = *simplex;
    mean best = {.count = 1, .corner = {0}, .weight = {1.0}};

    HIT_ASSERT(old.count >= 1 && old.count <= 4);
    if (old.count == 4)
        best = on_tetrahedron(&old);
    else if (old.count == 3)
        best = on_triangle(&old, 0, 1, 2);
    else if (old.count == 2)
        best = on_edge(&old, 0, 1);
    else
        normalize_weights(&old, &best);

    HIT_ASSERT(best.count >= 1 && best.count <= old.count);
    simplex->count = best.count;
    for (int i = 0; i < best.count; i++) {
        const int from = best.corner[i];
        simplex->weight[i] = best.weight[i];
        for (int k = 0; k < 3; k++) {
            simplex->point[i][k] = old.point[from][k];
            simplex->a[i][k] = old.a[from][k];
            simplex->b[i][k] = old.b[from][k];
        }
    }
    for (int k = 0; k < 3; k++) {
        nearest[k] = best.at[k];
        normal[k] = best.normal[k];
    }
}
