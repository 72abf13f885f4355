// Half-spaces against a ball: the tests in double. See halfspaces.c for the idea and for e_i.
//
// The point of the set that is nearest to the centre of the ball lies on at most three planes, and the weights follow
// from these. With radius r:
//   one:    e_i > r·|n_i|
//   two:    |u| > r·|E|,  u = e_i·n_j - e_j·n_i, where n_j·u > 0 > n_i·u,  E = n_i×n_j
//   three:  |x| > r·|N|,  x = sum of e_i·(n_j×n_l), where each (n_j×n_l)·x > 0,  N = n_i·(n_j×n_l)
//   four:   see halfspaces.c
// When E or N is 0 these say that the half-spaces have no common point. The squares of u and x may leave the range of
// double.
#include "overlap/halfspaces_rows.h"

#include "base/fpenv.h"
#include "overlap/halfspaces_exact.h"

static inline void pass_ball(double radius, pass* p)
{
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double x = p->n[0][i], y = p->n[1][i], z = p->n[2][i];
        p->middle[i] = p->e[i];
        p->reach[i] = radius * sqrt(x * x + y * y + z * z);
        p->error[i] = EPS * (p->size[i] + p->reach[i]);
    }
}

// Decide what the first pass could not, and keep the half-spaces whose planes cross the ball; false when it is outside.
static bool ball_rows(const hit_halfspaces* set, hit_sphere ball, const pass* p, rows* r)
{
    r->count = 0;
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double inner = p->middle[i] + p->reach[i], outer = p->middle[i] - p->reach[i];
        if (inner <= -p->error[i] || (!(inner > p->error[i]) && hit_exact_ball_inside(set, ball, i)))
            continue;
        if (!(outer < -p->error[i]) && hit_exact_ball_outside(set, ball, i))
            return false;
        keep(p, i, r);
    }
    return true;
}

// |v| - radius·by, where v has errors of EPS·size. Where the squares may leave the range of double, nothing is sure.
static sized ball_gap(const double v[3], double size, double radius, double by)
{
    const double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2]))), reach = radius * fabs(by);
    const bool in_range = largest > 0x1p-500 && largest < 0x1p500;
    const sized gap = {in_range ? sqrt(dot3(v, v)) - reach : 0.0, in_range ? size + reach : HUGE_VAL};
    return gap;
}

static bool ball_pair_separates(const hit_halfspaces* set, hit_sphere ball, const rows* r, int i, int j)
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
    if (!maybe_positive(y[0]) || !maybe_positive(y[1]))
        return false;
    const sized gap = ball_gap(u, size[0] + size[1] + size[2], ball.radius, sqrt(dot3(edge, edge)));
    if (surely_negative(gap))
        return false;
    return (surely_positive(gap) && surely_positive(y[0]) && surely_positive(y[1])) ||
           hit_exact_ball_pair(set, ball, r->index[i], r->index[j]);
}

static bool ball_triple_separates(const hit_halfspaces* set, hit_sphere ball, const rows* r, const int at[3])
{
    const int row[3] = {r->index[at[0]], r->index[at[1]], r->index[at[2]]};
    const double* edge[3] = {r->edge[pair_index(at[1], at[2])], r->edge[pair_index(at[0], at[2])],
                             r->edge[pair_index(at[0], at[1])]};
    const double sign[3] = {1.0, -1.0, 1.0}; // the second edge is stored the other way round
    double x[3] = {0.0, 0.0, 0.0}, size[3] = {0.0, 0.0, 0.0};
    bool sure = true;

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
        if (!maybe_positive(y))
            return false;
        sure = sure && surely_positive(y);
    }
    const sized det = dot_sized(r->n[at[0]], edge[0]);
    sized gap = ball_gap(x, size[0] + size[1] + size[2], ball.radius, det.value);
    gap.size += ball.radius * det.size;
    if (surely_negative(gap))
        return false;
    return (sure && surely_positive(gap)) || hit_exact_ball_triple(set, ball, row);
}

static HIT_NOINLINE bool ball_is_separate(const hit_halfspaces* set, hit_sphere ball, rows* r)
{
    hit_rows_make_edges(r);
    for (int b = 1; b < r->count; b++)
        for (int a = 0; a < b; a++)
            if (ball_pair_separates(set, ball, r, a, b))
                return true;
    for (int c = 2; c < r->count; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) {
                const int at[3] = {a, b, c};
                if (ball_triple_separates(set, ball, r, at))
                    return true;
            }
    return !set->not_empty && hit_rows_are_empty(set, r);
}

hit_cull hit_halfspaces_ball(const hit_halfspaces* set, hit_sphere ball)
{
    double center[3];
    hit_cull sure;
    pass p;
    rows r;

    vec3_load(ball.center, center);
    pass_load(set, center, 1.0, &p);
    pass_ball(ball.radius, &p);
    sure = pass_judge(&p);
    if (sure != HIT_CROSSING)
        return sure;
    if (!ball_rows(set, ball, &p, &r))
        return HIT_OUTSIDE;
    if (r.count == 0)
        return HIT_INSIDE;
    if (r.count == 1 || center_inside(&r))
        return HIT_CROSSING;
    return ball_is_separate(set, ball, &r) ? HIT_OUTSIDE : HIT_CROSSING;
}

hit_cull hit_halfspaces_ball_quick(const hit_halfspaces* set, hit_sphere ball)
{
    double center[3];
    pass p;

    vec3_load(ball.center, center);
    pass_load(set, center, 1.0, &p);
    pass_ball(ball.radius, &p);
    return pass_judge(&p);
}
