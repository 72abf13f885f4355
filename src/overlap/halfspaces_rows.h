// What the tests in double share: numbers with their errors, the first pass over all half-spaces, and the rows that it
// leaves. See halfspaces.c for the idea.
//
// Errors. e is off by at most 7·2^-53 of `size`, the sum of the absolute values of its terms, including the rounding of
// the centre of an aligned box; the other factors by less. No test adds up to more than 2^-49 of the sizes of its terms
// for boxes and 2^-48 for spheres; HIT_OVERLAP_EPS is twice that. All terms are products of at most six floats, so
// nothing overflows or underflows, but for squares of such products, which are checked.
#ifndef HITSCAN_OVERLAP_HALFSPACES_ROWS_H
#define HITSCAN_OVERLAP_HALFSPACES_ROWS_H

#include "base/assert.h"
#include "intersect/intersect.h"
#include "overlap/halfspaces.h"
#include "shapes/linear3.h"

enum { PAIRS = HIT_HALFSPACES * (HIT_HALFSPACES - 1) / 2 };

// ---- Numbers with errors ---------------------------------------------------------------------------------------

// A number and a bound of its absolute value that its error is measured by: |error| <= HIT_OVERLAP_EPS·size.
typedef struct sized {
    double value, size;
} sized;

static inline bool possibly_positive(sized x)
{
    return x.value > -HIT_OVERLAP_EPS * x.size && x.size > 0.0;
}

static inline bool possibly_negative(sized x)
{
    return x.value < HIT_OVERLAP_EPS * x.size && x.size > 0.0;
}

static inline bool certainly_positive(sized x)
{
    return x.value > HIT_OVERLAP_EPS * x.size;
}

static inline bool certainly_negative(sized x)
{
    return x.value < -HIT_OVERLAP_EPS * x.size;
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
static inline void subtract_extent(sized* sum, sized x, double h)
{
    sum->value -= fabs(x.value) * h;
    sum->size += x.size * h;
}

// Whether all weights have one sign, as weights must that separate.
static inline hit_verdict classify_weights(const sized* y, int n)
{
    bool may_up = true, may_down = true, up = true, down = true;

    for (int i = 0; i < n; i++) {
        may_up = may_up && possibly_positive(y[i]), may_down = may_down && possibly_negative(y[i]);
        up = up && certainly_positive(y[i]), down = down && certainly_negative(y[i]);
    }
    return up || down ? HIT_VERDICT_HIT : may_up || may_down ? HIT_VERDICT_UNDECIDED : HIT_VERDICT_MISS;
}

// ---- The first pass --------------------------------------------------------------------------------------------

// The first pass over all half-spaces, written so that compilers make vectors of it: no branch depends on the data.
typedef struct pass {
    double n[3][HIT_HALFSPACES];
    double e[HIT_HALFSPACES], size[HIT_HALFSPACES];
    double mid_offset[HIT_HALFSPACES], extent[HIT_HALFSPACES], error[HIT_HALFSPACES];
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

// Whether some half-space certainly excludes the shape, and how many certainly contain it. The latter with "equal":
// when all terms are zero there is no constraint.
static inline hit_cull pass_classify(const pass* p)
{
    int outside = 0, inside = 0;
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        outside += p->mid_offset[i] - p->extent[i] > p->error[i];
        inside += p->mid_offset[i] + p->extent[i] <= -p->error[i];
    }
    return outside > 0 ? HIT_OUTSIDE : inside == HIT_HALFSPACES ? HIT_INSIDE : HIT_CROSSING;
}

// ---- What it leaves --------------------------------------------------------------------------------------------

// What is left of the half-spaces, with numbers relative to the box or sphere.
typedef struct rows {
    int count;
    int index[HIT_HALFSPACES];
    double n[HIT_HALFSPACES][3];
    sized e[HIT_HALFSPACES];    ///< how far the centre is outside
    sized z[HIT_HALFSPACES][3]; ///< n·w_k
    double edge[PAIRS][3];      ///< n_i×n_j for i < j, each component within 2^-53 of itself
    sized g[PAIRS][3];          ///< edge·a_k
} rows;

// The index of the pair i < j among all pairs.
static inline int pair_index(int i, int j)
{
    HIT_ASSERT(0 <= i && i < j && j < HIT_HALFSPACES);
    return j * (j - 1) / 2 + i;
}

// A half-space that is left.
static inline void keep(const pass* p, int i, rows* r)
{
    HIT_ASSERT(r->count < HIT_HALFSPACES);
    const int at = r->count++;
    r->index[at] = i;
    r->e[at].value = p->e[i];
    r->e[at].size = p->size[i];
    for (int k = 0; k < 3; k++)
        r->n[at][k] = p->n[k][i];
}

// True when the centre of the shape lies in all half-spaces for certain: no sum of their e is positive then.
static inline bool center_inside(const rows* r)
{
    for (int i = 0; i < r->count; i++)
        if (!certainly_negative(r->e[i]))
            return false;
    return true;
}

// Fill `edge`.
void hit_rows_make_edges(rows* r);

// True when four of the rows, whose edges are made, have no common point.
bool hit_rows_are_empty(const hit_halfspaces* set, const rows* r);

#endif
