// The point of a simplex that is nearest to the origin, in double-double: for simplices that are too thin for double.
//
// All faces are tried, the simplex itself included: weights come from determinants, and a face whose weights are all
// positive has its nearest point within it. Of these points the nearest one wins; corners always take part. It is the
// backup procedure of Gilbert, Johnson and Keerthi, at some 3 us a call; scene/convex/gjk.c asks for it when double has
// come to an end.
#include "scene/convex/gjk.h"

#include "base/assert.h"
#include "exact/double_double.h"

// A face, by the set of its corners, and its point nearest to the origin.
typedef struct face {
    int count;
    int corner[4];
    dd weight[4]; ///< not of sum 1 at first
    double at[3];
    double square;
} face;

static dd negative(dd x)
{
    return (dd){-x.hi, -x.lo};
}

static dd quotient(dd x, dd y)
{
    const double first = x.hi / y.hi;
    const dd rest = dd_sub(x, dd_scale(y, first));
    dd r;
    r.lo = fast_two_sum(first, rest.hi / y.hi, &r.hi);
    return r;
}

static void difference(const double a[3], const double b[3], dd out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = dd_diff(a[k], b[k]);
}

static void to_double_double(const double a[3], dd out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (dd){a[k], 0.0};
}

static dd volume(const double a[3], const double b[3], const double c[3])
{
    dd x[3], y[3], z[3], cross[3];
    to_double_double(a, x);
    to_double_double(b, y);
    to_double_double(c, z);
    dd_cross(y, z, cross);
    return dd_dot(x, cross);
}

static void edge_weights(const double* p[4], dd weight[4])
{
    dd edge[3], a[3], b[3];
    difference(p[1], p[0], edge);
    to_double_double(p[0], a);
    to_double_double(p[1], b);
    weight[0] = dd_dot(edge, b);
    weight[1] = negative(dd_dot(edge, a));
}

static void triangle_weights(const double* p[4], dd weight[4])
{
    dd edge[2][3], normal[3];
    difference(p[1], p[0], edge[0]);
    difference(p[2], p[0], edge[1]);
    dd_cross(edge[0], edge[1], normal);
    for (int i = 0; i < 3; i++) {
        dd a[3], b[3], cross[3];
        to_double_double(p[(i + 1) % 3], a);
        to_double_double(p[(i + 2) % 3], b);
        dd_cross(a, b, cross);
        weight[i] = dd_dot(normal, cross);
    }
}

static void tetrahedron_weights(const double* p[4], dd weight[4])
{
    dd sum;
    weight[0] = volume(p[1], p[2], p[3]);
    weight[1] = volume(p[0], p[3], p[2]);
    weight[2] = volume(p[0], p[1], p[3]);
    weight[3] = volume(p[0], p[2], p[1]);
    sum = dd_add(dd_add(weight[0], weight[1]), dd_add(weight[2], weight[3]));
    for (int i = 0; i < 4 && sum.hi < 0.0; i++)
        weight[i] = negative(weight[i]);
}

// Find the nearest point of a face; false when it is not within it.
static bool solve_face(const hit_simplex* s, face* f)
{
    const double* p[4] = {NULL, NULL, NULL, NULL};
    dd sum = {0.0, 0.0}, at[3] = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};

    for (int i = 0; i < f->count; i++)
        p[i] = s->point[f->corner[i]];
    f->weight[0] = (dd){1.0, 0.0};
    if (f->count == 2)
        edge_weights(p, f->weight);
    else if (f->count == 3)
        triangle_weights(p, f->weight);
    else if (f->count == 4)
        tetrahedron_weights(p, f->weight);
    for (int i = 0; i < f->count; i++) {
        if (!(f->weight[i].hi > 0.0))
            return false;
        sum = dd_add(sum, f->weight[i]);
    }
    for (int i = 0; i < f->count; i++) {
        f->weight[i] = quotient(f->weight[i], sum);
        for (int k = 0; k < 3; k++)
            at[k] = dd_add(at[k], dd_scale(f->weight[i], p[i][k]));
    }
    f->square = 0.0;
    for (int k = 0; k < 3; k++) {
        f->at[k] = at[k].hi;
        f->square += at[k].hi * at[k].hi;
    }
    return true;
}

void hit_simplex_nearest_double_double(hit_simplex* simplex, double nearest[3])
{
    const hit_simplex old = *simplex;
    face best = {.square = HUGE_VAL};

    HIT_ASSERT(old.count >= 1 && old.count <= 4);
    for (unsigned set = 1; set < 1u << old.count; set++) {
        face f = {.count = 0};
        for (int i = 0; i < old.count; i++)
            if ((set >> i & 1u) != 0)
                f.corner[f.count++] = i;
        if (solve_face(&old, &f) && f.square < best.square)
            best = f;
    }
    HIT_ASSERT(best.count >= 1);
    simplex->count = best.count;
    for (int i = 0; i < best.count; i++) {
        const int from = best.corner[i];
        simplex->weight[i] = best.weight[i].hi;
        for (int k = 0; k < 3; k++) {
            simplex->point[i][k] = old.point[from][k];
            simplex->a[i][k] = old.a[from][k];
            simplex->b[i][k] = old.b[from][k];
        }
    }
    for (int k = 0; k < 3; k++)
        nearest[k] = best.at[k];
}
