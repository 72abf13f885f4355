// Half-spaces against a triangle: see halfspaces.h.
//
// A point of the triangle is a set of weights w >= 0 of its corners with sum 1, degenerate or not. With F[i][k] =
// n_i·v_k - d_i, what half-space i leaves of the triangle is { w : F[i]·w >= 0 }, a half-plane. By Helly's theorem, if
// half-planes and the triangle have no common point, then three of these, counting edges of the triangle as
// half-planes, have none. So the triangle is outside when
//   one:    all F[i][k] < 0
//   two:    F[i] + r·F[j] < 0 in each component for some r > 0: bounds on r from both sides, compared in pairs by the
//           signs of F[i][k]·F[j][l] - F[i][l]·F[j][k]
//   three:  the sum of y_i·F[i] is a negative multiple of (1, 1, 1) with y > 0; it is det(F)·(1, 1, 1) for
//           y_i = (F[j]×F[l])·(1, 1, 1)
// A half-space that contains all corners is left out; with one left, the triangle crosses its plane.
//
// Errors: F is off by 5·2^-53 of the sum of the absolute values of its terms, a product of three of them by 2^-48 of
// the product of these sums; HIT_OVERLAP_EPS is twice that.
#include "overlap/halfspaces.h"

#include "shapes/linear3.h"

typedef struct row {
    double f[3], size[3]; ///< |error of f| <= HIT_OVERLAP_EPS·size
    int index;
    int sign[3]; ///< SIGN_UNDECIDED where double cannot tell
} row;

enum { SIGN_UNDECIDED = 2 };

static int certain_sign(double value, double size)
{
    // A sum of zeros is zero.
    return size == 0.0 ? 0 : value > HIT_OVERLAP_EPS * size ? 1 : value < -HIT_OVERLAP_EPS * size ? -1 : SIGN_UNDECIDED;
}

static void row_load(const hit_halfspaces* set, int i, const hit_triangle* triangle, row* out)
{
    const hit_vec3 corner[3] = {triangle->v0, triangle->v1, triangle->v2};
    const double d = set->plane[i].offset;
    double n[3], origin[3], p[3];

    vec3_load(set->plane[i].normal, n);
    vec3_load(set->origin, origin);
    out->index = i;
    for (int k = 0; k < 3; k++) {
        vec3_load(corner[k], p);
        out->f[k] = -d;
        out->size[k] = fabs(d);
        for (int j = 0; j < 3; j++) {
            const double term = n[j] * (p[j] - origin[j]);
            out->f[k] += term;
            out->size[k] += fabs(term);
        }
        out->sign[k] = certain_sign(out->f[k], out->size[k]);
    }
}

// The rows that the triangle crosses; false when it is outside one. Bit k of `held` is set when corner k is in the set.
static bool rows_load(const hit_halfspaces* set, const hit_triangle* triangle, bool exact, row rows[HIT_HALFSPACES],
                      int* count, unsigned* held)
{
    const hit_vec3 corner[3] = {triangle->v0, triangle->v1, triangle->v2};

    *count = 0;
    *held = 7;
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        row* r = &rows[*count];
        int inside = 0, outside = 0;
        row_load(set, i, triangle, r);
        for (int k = 0; k < 3; k++) {
            if (exact && r->sign[k] == SIGN_UNDECIDED)
                r->sign[k] = hit_exact_side(set, i, corner[k]);
            inside += r->sign[k] != SIGN_UNDECIDED && r->sign[k] >= 0;
            outside += r->sign[k] < 0;
            *held &= ~((unsigned)(r->sign[k] < 0 || r->sign[k] == SIGN_UNDECIDED) << k);
        }
        if (outside == 3)
            return false;
        *count += inside < 3;
    }
    return true;
}

// The sign of a[k]·b[l] - a[l]·b[k].
static int minor_sign(const row* a, const row* b, int k, int l)
{
    return certain_sign(a->f[k] * b->f[l] - a->f[l] * b->f[k], a->size[k] * b->size[l] + a->size[l] * b->size[k]);
}

static bool pair_separates(const hit_halfspaces* set, const hit_triangle* triangle, const row* a, const row* b)
{
    for (int k = 0; k < 3; k++)
        if (a->sign[k] >= 0 && b->sign[k] >= 0)
            return false;
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            if (a->sign[k] <= 0 || b->sign[l] <= 0)
                continue;
            const int sign = minor_sign(a, b, k, l);
            if (sign == SIGN_UNDECIDED)
                return hit_exact_triangle_pair(set, triangle, a->index, b->index);
            if (sign >= 0)
                return false;
        }
    }
    return true;
}

static bool triple_separates(const hit_halfspaces* set, const hit_triangle* triangle, const row* const r[3])
{
    const int index[3] = {r[0]->index, r[1]->index, r[2]->index};
    int sign[3], up = 0, down = 0;
    double det = 0.0, det_size = 0.0;

    for (int i = 0; i < 3; i++) {
        const row *a = r[(i + 1) % 3], *b = r[(i + 2) % 3];
        double weight = 0.0, size = 0.0;
        for (int k = 0; k < 3; k++) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            const double minor = a->f[l] * b->f[m] - a->f[m] * b->f[l];
            const double minor_size = a->size[l] * b->size[m] + a->size[m] * b->size[l];
            weight += minor, size += minor_size;
            if (i == 0)
                det += r[0]->f[k] * minor, det_size += r[0]->size[k] * minor_size;
        }
        sign[i] = certain_sign(weight, size);
        up += sign[i] == 1 || sign[i] == SIGN_UNDECIDED;
        down += sign[i] == -1 || sign[i] == SIGN_UNDECIDED;
    }
    if (up < 3 && down < 3)
        return false;
    const int det_sign = certain_sign(det, det_size);
    if (det_sign == 0 || (det_sign == 1 && down < 3) || (det_sign == -1 && up < 3))
        return false;
    if (det_sign != SIGN_UNDECIDED && sign[0] != SIGN_UNDECIDED && sign[0] == sign[1] && sign[1] == sign[2])
        return true;
    return hit_exact_triangle_triple(set, triangle, index);
}

hit_cull hit_halfspaces_triangle(const hit_halfspaces* set, const hit_triangle* triangle)
{
    row rows[HIT_HALFSPACES];
    unsigned held;
    int count;

    if (!rows_load(set, triangle, true, rows, &count, &held))
        return HIT_OUTSIDE;
    if (held != 0)
        return count == 0 ? HIT_INSIDE : HIT_CROSSING;
    for (int b = 1; b < count; b++)
        for (int a = 0; a < b; a++)
            if (pair_separates(set, triangle, &rows[a], &rows[b]))
                return HIT_OUTSIDE;
    for (int c = 2; c < count; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) {
                const row* const triple[3] = {&rows[a], &rows[b], &rows[c]};
                if (triple_separates(set, triangle, triple))
                    return HIT_OUTSIDE;
            }
    return HIT_CROSSING;
}

hit_cull hit_halfspaces_triangle_filter(const hit_halfspaces* set, const hit_triangle* triangle)
{
    row rows[HIT_HALFSPACES];
    unsigned held;
    int count;

    if (!rows_load(set, triangle, false, rows, &count, &held))
        return HIT_OUTSIDE;
    return count == 0 ? HIT_INSIDE : HIT_CROSSING;
}
