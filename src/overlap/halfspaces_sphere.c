// Half-spaces against a sphere: the tests in double. See halfspaces.c for the idea and for e_i.
//
// The point of the set that is nearest to the centre of the sphere lies on at most three planes, and the weights follow
// from these. With radius r:
//   one:    e_i > r·|n_i|
//   two:    |u| > r·|E|,  u = e_i·n_j - e_j·n_i, where n_j·u > 0 > n_i·u,  E = n_i×n_j
//   three:  |x| > r·|N|,  x = sum of e_i·(n_j×n_l), where each (n_j×n_l)·x > 0,  N = n_i·(n_j×n_l)
//   four:   see halfspaces.c
// When E or N is 0 these say that the half-spaces have no common point. The squares of u and x may leave the range of
// double.
#include "overlap/halfspaces_rows.h"

#include "base/fpenv.h"

static inline void pass_sphere(double radius, pass* p)
{
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double x = p->n[0][i], y = p->n[1][i], z = p->n[2][i];
        p->mid_offset[i] = p->e[i];
        p->extent[i] = radius * sqrt(x * x + y * y + z * z);
        p->error[i] = HIT_OVERLAP_EPS * (p->size[i] + p->extent[i]);
    }
}

// Decide what the first pass could not, and keep the half-spaces whose planes cross the sphere; false when it is
// outside.
static bool sphere_rows(const hit_halfspaces* set, hit_sphere sphere, const pass* p, rows* r)
{
    r->count = 0;
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double inner = p->mid_offset[i] + p->extent[i], outer = p->mid_offset[i] - p->extent[i];
        if (inner <= -p->error[i] || (!(inner > p->error[i]) && hit_exact_sphere_inside(set, sphere, i)))
            continue;
        if (!(outer < -p->error[i]) && hit_exact_sphere_outside(set, sphere, i))
            return false;
        keep(p, i, r);
    }
    return true;
}

// |v| - radius·by, where v has errors of HIT_OVERLAP_EPS·size. Where the squares may leave the range of double, nothing
// is certain.
static sized sphere_gap(const double v[3], double size, double radius, double by)
{
    const double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2]))), extent = radius * fabs(by);
    const bool in_range = largest > 0x1p-500 && largest < 0x1p500;
    const sized gap = {in_range ? sqrt(dot3(v, v)) - extent : 0.0, in_range ? size + extent : HUGE_VAL};
    return gap;
}

static bool sphere_pair_separates(const hit_halfspaces* set, hit_sphere sphere, const rows* r, int i, int j)
{
    const double *a = r->n[i], *b = r->n[j], *edge = r->edge[pair_index(i, j)];
    double u[3], size[3];
    sized y[2] = {{0.0, 0.0}, {0.0, 0.0}};

    for (int k = 0; k < 3; k++) {
        u[k] = r->e[i].value * b[k] - r->e[j].value * a[k];
        size[k] = r->e[i].size * fabs(b[k]) + r->e[j].size * fabs(a[k]);
        y[0].value += b[k] * u[k], y[0].size += fabs(b[k]) * size[k];
        y[1].value -= a[k] * u[k], y[1].size += fabs(a[k]) * size[k];
    }
    if (!possibly_positive(y[0]) || !possibly_positive(y[1]))
        return false;
    const sized gap = sphere_gap(u, size[0] + size[1] + size[2], sphere.radius, sqrt(dot3(edge, edge)));
    if (certainly_negative(gap))
        return false;
    return (certainly_positive(gap) && certainly_positive(y[0]) && certainly_positive(y[1])) ||
           hit_exact_sphere_pair(set, sphere, r->index[i], r->index[j]);
}

static bool sphere_triple_separates(const hit_halfspaces* set, hit_sphere sphere, const rows* r, const int at[3])
{
    const int row[3] = {r->index[at[0]], r->index[at[1]], r->index[at[2]]};
    const double* edge[3] = {r->edge[pair_index(at[1], at[2])], r->edge[pair_index(at[0], at[2])],
                             r->edge[pair_index(at[0], at[1])]};
    const double sign[3] = {1.0, -1.0, 1.0}; // the second edge is stored the other way round
    double x[3] = {0.0, 0.0, 0.0}, size[3] = {0.0, 0.0, 0.0};
    bool certain = true;

    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            x[k] += sign[i] * r->e[at[i]].value * edge[i][k];
            size[k] += r->e[at[i]].size * fabs(edge[i][k]);
        }
    }
    for (int i = 0; i < 3; i++) {
        sized y = {0.0, 0.0};
        for (int k = 0; k < 3; k++) {
            y.value += sign[i] * edge[i][k] * x[k];
            y.size += fabs(edge[i][k]) * size[k];
        }
        if (!possibly_positive(y))
            return false;
        certain = certain && certainly_positive(y);
    }
    const sized det = dot_sized(r->n[at[0]], edge[0]);
    sized gap = sphere_gap(x, size[0] + size[1] + size[2], sphere.radius, det.value);
    gap.size += sphere.radius * det.size;
    if (certainly_negative(gap))
        return false;
    return (certain && certainly_positive(gap)) || hit_exact_sphere_triple(set, sphere, row);
}

static HIT_NOINLINE bool sphere_is_separate(const hit_halfspaces* set, hit_sphere sphere, rows* r)
{
    hit_rows_make_edges(r);
    for (int b = 1; b < r->count; b++)
        for (int a = 0; a < b; a++)
            if (sphere_pair_separates(set, sphere, r, a, b))
                return true;
    for (int c = 2; c < r->count; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) {
                const int at[3] = {a, b, c};
                if (sphere_triple_separates(set, sphere, r, at))
                    return true;
            }
    return !set->not_empty && hit_rows_are_empty(set, r);
}

hit_cull hit_halfspaces_sphere(const hit_halfspaces* set, hit_sphere sphere)
{
    double center[3];
    hit_cull certain;
    pass p;
    rows r;

    vec3_load(sphere.center, center);
    pass_load(set, center, 1.0, &p);
    pass_sphere(sphere.radius, &p);
    certain = pass_classify(&p);
    if (certain != HIT_CROSSING)
        return certain;
    if (!sphere_rows(set, sphere, &p, &r))
        return HIT_OUTSIDE;
    if (r.count == 0)
        return HIT_INSIDE;
    if (r.count == 1 || center_inside(&r))
        return HIT_CROSSING;
    return sphere_is_separate(set, sphere, &r) ? HIT_OUTSIDE : HIT_CROSSING;
}

hit_cull hit_halfspaces_sphere_filter(const hit_halfspaces* set, hit_sphere sphere)
{
    double center[3];
    pass p;

    vec3_load(sphere.center, center);
    pass_load(set, center, 1.0, &p);
    pass_sphere(sphere.radius, &p);
    return pass_classify(&p);
}
