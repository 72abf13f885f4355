// Half-spaces against boxes and balls: the tests in double. See halfspaces.h for the idea, halfspaces_exact.c for the
// same without rounding.
//
// Let e_i = d_i - n_i·c say how far the centre c of the shape is outside half-space i. Weights y_i >= 0 with
// v = sum of y_i·n_i separate when the sum of y_i·e_i is more than the shape reaches along v.
//
// A box with axes a_k and half sizes h_k, k, l, m being 0, 1, 2 in any cyclic order, w_k = a_l×a_m, D = a_k·w_k: the
// lemma of Farkas on the half-spaces and the faces together says that if any weights separate, then those do in whose
// sum at most four of them cancel. These are, written so that nothing is divided:
//   one half-space:    |D|·e_i                             > sum over k of |n_i·w_k|·h_k
//   two, for each k:   |n_j·w_k|·e_i + |n_i·w_k|·e_j       > |E·a_m|·h_l + |E·a_l|·h_m,  E = n_i×n_j
//                      where n_i·w_k and n_j·w_k have opposite signs, so that v has no part along a_k
//   three, for each k: sum of y_i·e_i                      > |N|·h_k,  y_i = (n_j×n_l)·a_k of one sign, N = n_i·(n_j×n_l)
//                      since the sum of y_i·n_i is N·a_k
//   four:              sum of y_i·e_i                      > 0,  y_i the signed volumes of the others, of one sign
// The second is the test of the axis that is perpendicular to an edge of the set and one of the box, the third that of a
// face of the box against a corner of the set, the fourth says that the set is empty. Weights that vanish make a test
// that another one repeats, so such tests are left out.
//
// A ball with radius r: its nearest point of the set lies on at most three planes, and the weights follow from these.
//   one:    e_i > r·|n_i|
//   two:    |u| > r·|E|,  u = e_i·n_j - e_j·n_i, where n_j·u > 0 > n_i·u
//   three:  |x| > r·|N|,  x = sum of e_i·(n_j×n_l), where each (n_j×n_l)·x > 0
//   four:   as above
// When E or N is 0 these say that the half-spaces have no common point.
//
// A half-space that contains the whole shape changes nothing and is left out. So nearly all calls end after the first
// line, and with one half-space left the answer is known: the shape crosses its plane.
//
// Errors. e is off by at most 7·2^-53 of `size`, the sum of the absolute values of its terms, including the rounding of
// the centre of an aligned box; the other factors by less. No test adds up to more than 2^-49 of the sizes of its terms
// for boxes and 2^-48 for balls; EPS is twice that, for the roundings of the sizes themselves. All terms are products of
// at most six floats, so nothing overflows or underflows, but for the squares of x, which are watched.
#include "overlap/halfspaces.h"

#include "base/fpenv.h"
#include "overlap/halfspaces_exact.h"
#include "shapes/linear3.h"
#include "shapes/outward.h"

#define EPS 0x1p-47

enum { PAIRS = HIT_HALFSPACES * (HIT_HALFSPACES - 1) / 2 };

// A number and a bound of its absolute value that its error is measured by: |error| <= EPS·size.
typedef struct sized {
    double value, size;
} sized;

// What is left of the half-spaces, with numbers relative to the box or ball.
typedef struct rows {
    int count;
    int index[HIT_HALFSPACES];
    double n[HIT_HALFSPACES][3];
    sized e[HIT_HALFSPACES];    ///< how far the centre is outside
    sized z[HIT_HALFSPACES][3]; ///< n·w_k
    double edge[PAIRS][3];      ///< n_i×n_j for i < j, each component within 2^-53 of itself
    sized g[PAIRS][3];          ///< edge·a_k
} rows;

// A box in double, doubled if it is aligned.
typedef struct wide_box {
    bool aligned;
    double scale, center[3], half[3];
    mat3 axis, cross;
    sized det;
} wide_box;

static inline bool maybe_positive(sized x)
{
    return x.value > -EPS * x.size && x.size > 0.0;
}

static inline bool maybe_negative(sized x)
{
    return x.value < EPS * x.size && x.size > 0.0;
}

static inline bool surely_positive(sized x)
{
    return x.value > EPS * x.size;
}

static inline bool surely_negative(sized x)
{
    return x.value < -EPS * x.size;
}

static inline sized minus(sized x)
{
    x.value = -x.value;
    return x;
}

static inline sized dot_sized(const double a[3], const double b[3])
{
    sized r = {0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        const double term = a[k] * b[k];
        r.value += term;
        r.size += fabs(term);
    }
    return r;
}

// sum += |weight|·e
static inline void add_weighted(sized* sum, sized weight, sized e)
{
    sum->value += fabs(weight.value) * e.value;
    sum->size += weight.size * e.size;
}

// sum -= |x|·h
static inline void subtract_reach(sized* sum, sized x, double h)
{
    sum->value -= fabs(x.value) * h;
    sum->size += x.size * h;
}

// The place of the pair i < j among all pairs.
static inline int pair_index(int i, int j)
{
    return j * (j - 1) / 2 + i;
}

// ---- Making them -----------------------------------------------------------------------------------------------

bool hit_halfspaces_from_frustum(const hit_frustum* frustum, hit_halfspaces* out)
{
    float zero[4] = {0.0f, 0.0f, 0.0f, 0.0f};

    // A product with zero is zero, or NaN for what is not finite; without a branch for each of 24 numbers.
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const hit_plane* p = &frustum->plane[i];
        zero[0] += p->normal.x * 0.0f, zero[1] += p->normal.y * 0.0f;
        zero[2] += p->normal.z * 0.0f, zero[3] += p->offset * 0.0f;
    }
    out->plane = frustum->plane;
    out->origin = hit_vec3_make(0.0f, 0.0f, 0.0f);
    out->not_empty = false;
    return zero[0] + zero[1] + zero[2] + zero[3] == 0.0f;
}

void hit_halfspaces_from_aabb(hit_aabb box, hit_halfspaces* out)
{
    const float low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};

    for (int k = 0; k < 3; k++) {
        const hit_vec3 axis = {k == 0 ? 1.0f : 0.0f, k == 1 ? 1.0f : 0.0f, k == 2 ? 1.0f : 0.0f};
        out->own[2 * k].normal = axis;
        out->own[2 * k].offset = low[k];
        out->own[2 * k + 1].normal = hit_vec3_scale(axis, -1.0f);
        out->own[2 * k + 1].offset = -high[k];
    }
    out->origin = hit_vec3_make(0.0f, 0.0f, 0.0f);
    out->plane = out->own;
    out->not_empty = true;
}

void hit_halfspaces_from_obb(const hit_obb* obb, hit_halfspaces* out)
{
    for (int k = 0; k < 3; k++) {
        const hit_vec3 a = obb->axis[k];
        out->own[2 * k].normal = a;
        out->own[2 * k + 1].normal = hit_vec3_make(-a.x, -a.y, -a.z);
        out->own[2 * k].offset = out->own[2 * k + 1].offset = -obb->half[k];
    }
    out->origin = obb->center;
    out->plane = out->own;
    out->not_empty = true;
}

bool hit_obb_is_solid(const hit_obb* obb)
{
    mat3 axis;

    if (!hit_vec3_is_finite(obb->center))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!hit_vec3_is_finite(obb->axis[i]) || !isfinite(obb->half[i]) || obb->half[i] < 0.0f)
            return false;
        vec3_load(obb->axis[i], axis.row[i]);
    }
    return hit_det3(&axis) != 0.0;
}

// ---- Boxes -----------------------------------------------------------------------------------------------------

static void box_load(const hit_any_box* box, wide_box* out)
{
    out->aligned = box->oriented == NULL;
    if (out->aligned) {
        double low[3], high[3];
        vec3_load(box->aligned.min, low);
        vec3_load(box->aligned.max, high);
        out->scale = 2.0;
        for (int k = 0; k < 3; k++) {
            out->center[k] = low[k] + high[k];
            out->half[k] = high[k] - low[k];
        }
        out->det.value = out->det.size = 1.0;
        return;
    }
    out->scale = 1.0;
    vec3_load(box->oriented->center, out->center);
    for (int k = 0; k < 3; k++) {
        out->half[k] = box->oriented->half[k];
        vec3_load(box->oriented->axis[k], out->axis.row[k]);
    }
    for (int k = 0; k < 3; k++)
        cross3(out->axis.row[(k + 1) % 3], out->axis.row[(k + 2) % 3], out->cross.row[k]);
    out->det = dot_sized(out->axis.row[0], out->cross.row[0]);
    out->det.value = fabs(out->det.value);
}

// The first pass over all half-spaces, written so that compilers make vectors of it: no branch depends on the data.
typedef struct pass {
    double n[3][HIT_HALFSPACES];
    double e[HIT_HALFSPACES], size[HIT_HALFSPACES];
    double middle[HIT_HALFSPACES], reach[HIT_HALFSPACES], error[HIT_HALFSPACES];
} pass;

// n and e, and their sizes, with respect to scale·point = center.
static inline void pass_load(const hit_halfspaces* set, const double center[3], double scale, pass* p)
{
    const double origin[3] = {scale * set->origin.x, scale * set->origin.y, scale * set->origin.z};
    const double way[3] = {origin[0] - center[0], origin[1] - center[1], origin[2] - center[2]};
    const double far[3] = {fabs(origin[0]) + fabs(center[0]), fabs(origin[1]) + fabs(center[1]),
                           fabs(origin[2]) + fabs(center[2])};

    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double d = scale * set->plane[i].offset;
        const double x = set->plane[i].normal.x, y = set->plane[i].normal.y, z = set->plane[i].normal.z;
        p->n[0][i] = x, p->n[1][i] = y, p->n[2][i] = z;
        p->e[i] = d + x * way[0] + y * way[1] + z * way[2];
        p->size[i] = fabs(d) + fabs(x) * far[0] + fabs(y) * far[1] + fabs(z) * far[2];
    }
}

// |D|·e, the reach of the box along n, and the error of their sum and difference.
static inline void pass_box(const wide_box* box, pass* p)
{
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        double reach = 0.0, size = 0.0;
        for (int k = 0; k < 3; k++) {
            if (box->aligned) {
                reach += fabs(p->n[k][i]) * box->half[k];
                size = reach;
            } else {
                const double* w = box->cross.row[k];
                const double a = p->n[0][i] * w[0], b = p->n[1][i] * w[1], c = p->n[2][i] * w[2];
                reach += fabs(a + b + c) * box->half[k];
                size += (fabs(a) + fabs(b) + fabs(c)) * box->half[k];
            }
        }
        p->middle[i] = box->det.value * p->e[i];
        p->reach[i] = reach;
        p->error[i] = EPS * (box->det.size * p->size[i] + size);
    }
}

static inline void pass_ball(double radius, pass* p)
{
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double x = p->n[0][i], y = p->n[1][i], z = p->n[2][i];
        p->middle[i] = p->e[i];
        p->reach[i] = radius * sqrt(x * x + y * y + z * z);
        p->error[i] = EPS * (p->size[i] + p->reach[i]);
    }
}

// Whether some half-space surely excludes the shape, and how many surely contain it. The latter with "equal": when all
// terms are zero there is no constraint.
static inline hit_cull pass_judge(const pass* p)
{
    int outside = 0, inside = 0;
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        outside += p->middle[i] - p->reach[i] > p->error[i];
        inside += p->middle[i] + p->reach[i] <= -p->error[i];
    }
    return outside > 0 ? HIT_OUTSIDE : inside == HIT_HALFSPACES ? HIT_INSIDE : HIT_CROSSING;
}

// A half-space that is left.
static void keep(const pass* p, int i, rows* r)
{
    const int at = r->count++;
    r->index[at] = i;
    r->e[at].value = p->e[i];
    r->e[at].size = p->size[i];
    for (int k = 0; k < 3; k++)
        r->n[at][k] = p->n[k][i];
}

// Decide what the first pass could not, and keep the half-spaces whose planes cross the box; false when it is outside.
static bool box_rows(const hit_halfspaces* set, const hit_any_box* any, const pass* p, rows* r)
{
    r->count = 0;
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double inner = p->middle[i] + p->reach[i], outer = p->middle[i] - p->reach[i];
        if (inner <= -p->error[i] || (!(inner > p->error[i]) && hit_exact_box_inside(set, any, i)))
            continue;
        if (!(outer < -p->error[i]) && hit_exact_box_outside(set, any, i))
            return false;
        keep(p, i, r);
    }
    return true;
}

// The axis of the box that a normal is a copy of, or minus a copy; -1 if none. Where edges are exactly parallel, products
// that are zero become exactly zero by this, which no rounding would show.
static int same_axis(const wide_box* box, const double n[3])
{
    for (int k = 0; k < 3; k++) {
        const double* a = box->axis.row[k];
        if ((n[0] == a[0] && n[1] == a[1] && n[2] == a[2]) || (n[0] == -a[0] && n[1] == -a[1] && n[2] == -a[2]))
            return k;
    }
    return -1;
}

static void rows_in_axes(const wide_box* box, rows* r)
{
    for (int i = 0; i < r->count; i++) {
        const int copy = box->aligned ? -1 : same_axis(box, r->n[i]);
        for (int k = 0; k < 3; k++) {
            if (box->aligned) {
                r->z[i][k].value = r->n[i][k];
                r->z[i][k].size = fabs(r->n[i][k]);
            } else if (copy < 0 || copy == k) {
                r->z[i][k] = dot_sized(r->n[i], box->cross.row[k]);
            } else {
                r->z[i][k].value = r->z[i][k].size = 0.0;
            }
        }
    }
}

// True when the centre of the shape lies in all half-spaces for certain: no sum of their e is positive then.
static bool center_inside(const rows* r)
{
    for (int i = 0; i < r->count; i++)
        if (!surely_negative(r->e[i]))
            return false;
    return true;
}

static void make_edges(rows* r)
{
    for (int j = 1; j < r->count; j++)
        for (int i = 0; i < j; i++)
            cross3(r->n[i], r->n[j], r->edge[pair_index(i, j)]);
}

static void edges_in_axes(const wide_box* box, rows* r)
{
    for (int j = 1; j < r->count; j++) {
        for (int i = 0; i < j; i++) {
            const int p = pair_index(i, j);
            for (int k = 0; k < 3; k++) {
                if (box->aligned) {
                    r->g[p][k].value = r->edge[p][k];
                    r->g[p][k].size = fabs(r->edge[p][k]);
                } else {
                    r->g[p][k] = dot_sized(r->edge[p], box->axis.row[k]);
                }
            }
            for (int side = 0; side < 2 && !box->aligned; side++) {
                const int copy = same_axis(box, r->n[side ? j : i]);
                if (copy >= 0)
                    r->g[p][copy].value = r->g[p][copy].size = 0.0;
            }
        }
    }
}

static bool box_pair_separates(const hit_halfspaces* set, const hit_any_box* any, const wide_box* box, const rows* r,
                               int i, int j)
{
    const sized* g = r->g[pair_index(i, j)];

    for (int k = 0; k < 3; k++) {
        const sized a = r->z[i][k], b = r->z[j][k];
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        sized sum = {0.0, 0.0};
        if (!(maybe_positive(a) && maybe_negative(b)) && !(maybe_negative(a) && maybe_positive(b)))
            continue;
        add_weighted(&sum, b, r->e[i]);
        add_weighted(&sum, a, r->e[j]);
        subtract_reach(&sum, g[m], box->half[l]);
        subtract_reach(&sum, g[l], box->half[m]);
        if (surely_negative(sum))
            continue;
        if (surely_positive(sum) &&
            ((surely_positive(a) && surely_negative(b)) || (surely_negative(a) && surely_positive(b))))
            return true;
        if (hit_exact_box_pair(set, any, r->index[i], r->index[j], k))
            return true;
    }
    return false;
}

// What weights look like of which all must have one sign: impossible, unsure, or sure.
typedef enum weights { WEIGHTS_NO, WEIGHTS_MAYBE, WEIGHTS_YES } weights;

static weights judge(const sized* y, int n)
{
    bool may_up = true, may_down = true, up = true, down = true;

    for (int i = 0; i < n; i++) {
        may_up = may_up && maybe_positive(y[i]), may_down = may_down && maybe_negative(y[i]);
        up = up && surely_positive(y[i]), down = down && surely_negative(y[i]);
    }
    return up || down ? WEIGHTS_YES : may_up || may_down ? WEIGHTS_MAYBE : WEIGHTS_NO;
}

static bool box_triple_separates(const hit_halfspaces* set, const hit_any_box* any, const wide_box* box, const rows* r,
                                 int a, int b, int c)
{
    const int ab = pair_index(a, b), ac = pair_index(a, c), bc = pair_index(b, c);
    const int row[3] = {r->index[a], r->index[b], r->index[c]};
    const sized det = dot_sized(r->n[a], r->edge[bc]);

    for (int k = 0; k < 3; k++) {
        const sized y[3] = {r->g[bc][k], minus(r->g[ac][k]), r->g[ab][k]};
        const weights kind = judge(y, 3);
        sized sum = {0.0, 0.0};
        if (kind == WEIGHTS_NO)
            continue;
        add_weighted(&sum, y[0], r->e[a]);
        add_weighted(&sum, y[1], r->e[b]);
        add_weighted(&sum, y[2], r->e[c]);
        subtract_reach(&sum, det, box->half[k]);
        if (surely_negative(sum))
            continue;
        if ((kind == WEIGHTS_YES && surely_positive(sum)) || hit_exact_box_triple(set, any, row, k))
            return true;
    }
    return false;
}

// Half-spaces a < b < c < d without a common point.
static bool quad_is_empty(const hit_halfspaces* set, const rows* r, int a, int b, int c, int d)
{
    const int row[4] = {r->index[a], r->index[b], r->index[c], r->index[d]};
    const double *bc = r->edge[pair_index(b, c)], *cd = r->edge[pair_index(c, d)];
    const sized y[4] = {dot_sized(r->n[b], cd), minus(dot_sized(r->n[a], cd)),
                        dot_sized(r->n[a], r->edge[pair_index(b, d)]), minus(dot_sized(r->n[a], bc))};
    const int at[4] = {a, b, c, d};
    const weights kind = judge(y, 4);
    sized sum = {0.0, 0.0};

    if (kind == WEIGHTS_NO)
        return false;
    for (int i = 0; i < 4; i++)
        add_weighted(&sum, y[i], r->e[at[i]]);
    if (surely_negative(sum))
        return false;
    return (kind == WEIGHTS_YES && surely_positive(sum)) || hit_exact_quad(set, row);
}

static bool any_quad_is_empty(const hit_halfspaces* set, const rows* r)
{
    for (int d = 3; d < r->count; d++)
        for (int c = 2; c < d; c++)
            for (int b = 1; b < c; b++)
                for (int a = 0; a < b; a++)
                    if (quad_is_empty(set, r, a, b, c, d))
                        return true;
    return false;
}

// Two or more planes cross the box: look for a sum of half-spaces that separates.
static HIT_NOINLINE bool box_is_separate(const hit_halfspaces* set, const hit_any_box* any, const wide_box* box,
                                         rows* r)
{
    rows_in_axes(box, r);
    make_edges(r);
    edges_in_axes(box, r);
    for (int b = 1; b < r->count; b++)
        for (int a = 0; a < b; a++)
            if (box_pair_separates(set, any, box, r, a, b))
                return true;
    for (int c = 2; c < r->count; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++)
                if (box_triple_separates(set, any, box, r, a, b, c))
                    return true;
    return !set->not_empty && any_quad_is_empty(set, r);
}

hit_cull hit_halfspaces_box(const hit_halfspaces* set, const hit_any_box* any)
{
    hit_cull sure;
    wide_box box;
    pass p;
    rows r;

    box_load(any, &box);
    pass_load(set, box.center, box.scale, &p);
    pass_box(&box, &p);
    sure = pass_judge(&p);
    if (sure != HIT_CROSSING)
        return sure;
    if (!box_rows(set, any, &p, &r))
        return HIT_OUTSIDE;
    if (r.count == 0)
        return HIT_INSIDE;
    if (r.count == 1 || center_inside(&r))
        return HIT_CROSSING;
    return box_is_separate(set, any, &box, &r) ? HIT_OUTSIDE : HIT_CROSSING;
}

hit_cull hit_halfspaces_obb_quick(const hit_halfspaces* set, const hit_obb* obb)
{
    const hit_any_box any = {obb, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};
    wide_box box;
    pass p;

    box_load(&any, &box);
    pass_load(set, box.center, box.scale, &p);
    pass_box(&box, &p);
    return pass_judge(&p);
}

// The hot one: most boxes end at their first or second plane. One bound of all coordinates serves for all errors.
hit_cull hit_planes_aabb_quick(const hit_plane plane[HIT_HALFSPACES], const hit_aabb* box)
{
    const hit_vec3 a = box->min, b = box->max;
    const double c[3] = {(double)a.x + b.x, (double)a.y + b.y, (double)a.z + b.z};
    const double h[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
    const double size = fabs(c[0]) + fabs(c[1]) + fabs(c[2]) + h[0] + h[1] + h[2];
    int inside = 0;

    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double x = plane[i].normal.x, y = plane[i].normal.y, z = plane[i].normal.z, d = 2.0 * plane[i].offset;
        const double middle = x * c[0] + y * c[1] + z * c[2] - d;
        const double reach = fabs(x) * h[0] + fabs(y) * h[1] + fabs(z) * h[2];
        const double error = EPS * ((fabs(x) + fabs(y) + fabs(z)) * size + fabs(d));
        if (middle + reach < -error)
            return HIT_OUTSIDE;
        inside += middle - reach >= error; // equal when all is zero: no constraint
    }
    return inside == HIT_HALFSPACES ? HIT_INSIDE : HIT_CROSSING;
}

// ---- Balls -----------------------------------------------------------------------------------------------------

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
    make_edges(r);
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
    return !set->not_empty && any_quad_is_empty(set, r);
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
