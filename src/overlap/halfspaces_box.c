// Half-spaces against a box: the tests in double. See halfspaces.c for the idea and for e_i.
//
// A box with axes a_k and half sizes h_k, k, l, m being 0, 1, 2 in any cyclic order, w_k = a_l×a_m, D = a_k·w_k: the
// lemma of Farkas on the half-spaces and the faces together says that if any weights separate, then those do in whose
// sum at most four of them cancel. These are, written so that nothing is divided:
//   one half-space:    |D|·e_i                             > sum over k of |n_i·w_k|·h_k
//   two, for each k:   |n_j·w_k|·e_i + |n_i·w_k|·e_j       > |E·a_m|·h_l + |E·a_l|·h_m,  E = n_i×n_j
//                      where n_i·w_k and n_j·w_k have opposite signs, so that v has no part along a_k
//   three, for each k: sum of y_i·e_i                      > |N|·h_k,  y_i = (n_j×n_l)·a_k of one sign,
//                      N = n_i·(n_j×n_l), since the sum of y_i·n_i is N·a_k
//   four:              see halfspaces.c
// The second is the test of the axis that is perpendicular to an edge of the set and one of the box, the third that of
// a face of the box against a corner of the set, the fourth says that the set is empty.
#include "overlap/halfspaces_rows.h"

#include "base/fpenv.h"

// A box in double, doubled if it is aligned.
typedef struct wide_box {
    bool aligned;
    double scale, center[3], half[3];
    mat3 axis, cross;
    sized det;
} wide_box;

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

// |D|·e, the extent of the box along n, and the error of their sum and difference.
static inline void pass_box(const wide_box* box, pass* p)
{
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        double extent = 0.0, size = 0.0;
        for (int k = 0; k < 3; k++) {
            if (box->aligned) {
                extent += fabs(p->n[k][i]) * box->half[k];
                size = extent;
            } else {
                const double* w = box->cross.row[k];
                const double a = p->n[0][i] * w[0], b = p->n[1][i] * w[1], c = p->n[2][i] * w[2];
                extent += fabs(a + b + c) * box->half[k];
                size += (fabs(a) + fabs(b) + fabs(c)) * box->half[k];
            }
        }
        p->mid_offset[i] = box->det.value * p->e[i];
        p->extent[i] = extent;
        p->error[i] = HIT_OVERLAP_EPS * (box->det.size * p->size[i] + size);
    }
}

// Decide what the first pass could not, and keep the half-spaces whose planes cross the box; false when it is outside.
static bool box_rows(const hit_halfspaces* set, const hit_any_box* any, const pass* p, rows* r)
{
    r->count = 0;
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double inner = p->mid_offset[i] + p->extent[i], outer = p->mid_offset[i] - p->extent[i];
        if (inner <= -p->error[i] || (!(inner > p->error[i]) && hit_exact_box_inside(set, any, i)))
            continue;
        if (!(outer < -p->error[i]) && hit_exact_box_outside(set, any, i))
            return false;
        keep(p, i, r);
    }
    return true;
}

// The axis of the box that a normal is a copy of, or minus a copy; -1 if none. Where edges are exactly parallel,
// products that are zero become exactly zero by this, which no rounding would show.
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
        if (!(possibly_positive(a) && possibly_negative(b)) && !(possibly_negative(a) && possibly_positive(b)))
            continue;
        add_weighted(&sum, b, r->e[i]);
        add_weighted(&sum, a, r->e[j]);
        subtract_extent(&sum, g[m], box->half[l]);
        subtract_extent(&sum, g[l], box->half[m]);
        if (certainly_negative(sum))
            continue;
        if (certainly_positive(sum) &&
            ((certainly_positive(a) && certainly_negative(b)) || (certainly_negative(a) && certainly_positive(b))))
            return true;
        if (hit_exact_box_pair(set, any, r->index[i], r->index[j], k))
            return true;
    }
    return false;
}

static bool box_triple_separates(const hit_halfspaces* set, const hit_any_box* any, const wide_box* box, const rows* r,
                                 int a, int b, int c)
{
    const int ab = pair_index(a, b), ac = pair_index(a, c), bc = pair_index(b, c);
    const int row[3] = {r->index[a], r->index[b], r->index[c]};
    const sized det = dot_sized(r->n[a], r->edge[bc]);

    for (int k = 0; k < 3; k++) {
        const sized y[3] = {r->g[bc][k], minus(r->g[ac][k]), r->g[ab][k]};
        const hit_verdict one_sign = classify_weights(y, 3);
        sized sum = {0.0, 0.0};
        if (one_sign == HIT_VERDICT_MISS)
            continue;
        add_weighted(&sum, y[0], r->e[a]);
        add_weighted(&sum, y[1], r->e[b]);
        add_weighted(&sum, y[2], r->e[c]);
        subtract_extent(&sum, det, box->half[k]);
        if (certainly_negative(sum))
            continue;
        if ((one_sign == HIT_VERDICT_HIT && certainly_positive(sum)) || hit_exact_box_triple(set, any, row, k))
            return true;
    }
    return false;
}

// Two or more planes cross the box: look for a sum of half-spaces that separates.
static HIT_NOINLINE bool box_is_separate(const hit_halfspaces* set, const hit_any_box* any, const wide_box* box,
                                         rows* r)
{
    rows_in_axes(box, r);
    hit_rows_make_edges(r);
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
    return !set->not_empty && hit_rows_are_empty(set, r);
}

hit_cull hit_halfspaces_box(const hit_halfspaces* set, const hit_any_box* any)
{
    hit_cull certain;
    wide_box box;
    pass p;
    rows r;

    box_load(any, &box);
    pass_load(set, box.center, box.scale, &p);
    pass_box(&box, &p);
    certain = pass_classify(&p);
    if (certain != HIT_CROSSING)
        return certain;
    if (!box_rows(set, any, &p, &r))
        return HIT_OUTSIDE;
    if (r.count == 0)
        return HIT_INSIDE;
    if (r.count == 1 || center_inside(&r))
        return HIT_CROSSING;
    return box_is_separate(set, any, &box, &r) ? HIT_OUTSIDE : HIT_CROSSING;
}

hit_cull hit_halfspaces_obb_filter(const hit_halfspaces* set, const hit_obb* obb)
{
    const hit_any_box any = {obb, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}};
    wide_box box;
    pass p;

    box_load(&any, &box);
    pass_load(set, box.center, box.scale, &p);
    pass_box(&box, &p);
    return pass_classify(&p);
}

// The hot one: most boxes end at their first or second plane. One bound of all coordinates serves for all errors.
hit_cull hit_planes_aabb_filter(const hit_plane plane[HIT_HALFSPACES], const hit_aabb* box)
{
    const hit_vec3 a = box->min, b = box->max;
    const double c[3] = {(double)a.x + b.x, (double)a.y + b.y, (double)a.z + b.z};
    const double h[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
    const double size = fabs(c[0]) + fabs(c[1]) + fabs(c[2]) + h[0] + h[1] + h[2];
    int inside = 0;

    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const double x = plane[i].normal.x, y = plane[i].normal.y, z = plane[i].normal.z, d = 2.0 * plane[i].offset;
        const double mid_offset = x * c[0] + y * c[1] + z * c[2] - d;
        const double extent = fabs(x) * h[0] + fabs(y) * h[1] + fabs(z) * h[2];
        const double error = HIT_OVERLAP_EPS * ((fabs(x) + fabs(y) + fabs(z)) * size + fabs(d));
        if (mid_offset + extent < -error)
            return HIT_OUTSIDE;
        inside += mid_offset - extent >= error; // equal when all is zero: no constraint
    }
    return inside == HIT_HALFSPACES ? HIT_INSIDE : HIT_CROSSING;
}
