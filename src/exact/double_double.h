// Double-double arithmetic: about 106 bits as the unevaluated sum of two doubles, the middle step between double and
// exact.
//
// A value is hi + lo with |lo| at most half an ulp of hi. Differences and products of floats are exact in this form;
// sums lose at most 3·2^-106 and products 5·2^-106 of their own size (M. Joldes, J.-M. Muller, V. Popescu, Tight and
// Rigorous Error Bounds for Basic Building Blocks of Double-Word Arithmetic, 2017, algorithms 6, 9 and 11 without fma).
// Callers use 2^-100 per formula, which leaves room for some tens of operations.
//
// Range: as for expansions (see exact/expansion.h), products of up to seven floats neither overflow nor lose low parts.
// Requires round to nearest and no flushing of denormals: see base/fpenv.h.
#ifndef HITSCAN_EXACT_DOUBLE_DOUBLE_H
#define HITSCAN_EXACT_DOUBLE_DOUBLE_H

#include "exact/expansion.h"

#include <math.h>

typedef struct dd {
    double hi, lo;
} dd;

// a - b for floats: exact, because the bits of two floats span at most 277 binary places, but their difference is
// always a rounded double plus its rounding error.
static inline dd dd_diff(double a, double b)
{
    dd r;
    r.lo = two_sum(a, -b, &r.hi);
    return r;
}

static inline dd dd_add(dd x, dd y)
{
    dd r, t;
    r.lo = two_sum(x.hi, y.hi, &r.hi);
    t.lo = two_sum(x.lo, y.lo, &t.hi);
    r.lo = fast_two_sum(r.hi, r.lo + t.hi, &r.hi);
    r.lo = fast_two_sum(r.hi, r.lo + t.lo, &r.hi);
    return r;
}

static inline dd dd_sub(dd x, dd y)
{
    y.hi = -y.hi;
    y.lo = -y.lo;
    return dd_add(x, y);
}

static inline dd dd_mul(dd x, dd y)
{
    dd r;
    double p;
    const double e = two_product(x.hi, y.hi, &p);
    r.lo = fast_two_sum(p, e + (x.hi * y.lo + x.lo * y.hi), &r.hi);
    return r;
}

static inline dd dd_scale(dd x, double y)
{
    dd r;
    double p;
    const double e = two_product(x.hi, y, &p);
    r.lo = fast_two_sum(p, e + x.lo * y, &r.hi);
    return r;
}

// The root of x > 0: one step of Newton's method, r = s + (x - s^2)/(2s), from the root of the high part. The step
// squares the relative error of s, which is below 2^-52, and its own rounding is 2^-53 of the correction; so 2^-103 in
// all.
static inline dd dd_sqrt(dd x)
{
    const double s = sqrt(x.hi);
    dd r, square;
    square.lo = two_product(s, s, &square.hi);
    r.lo = fast_two_sum(s, dd_sub(x, square).hi / (2.0 * s), &r.hi);
    return r;
}

static inline dd dd_dot(const dd x[3], const dd y[3])
{
    return dd_add(dd_add(dd_mul(x[0], y[0]), dd_mul(x[1], y[1])), dd_mul(x[2], y[2]));
}

static inline void dd_cross(const dd x[3], const dd y[3], dd out[3])
{
    out[0] = dd_sub(dd_mul(x[1], y[2]), dd_mul(x[2], y[1]));
    out[1] = dd_sub(dd_mul(x[2], y[0]), dd_mul(x[0], y[2]));
    out[2] = dd_sub(dd_mul(x[0], y[1]), dd_mul(x[1], y[0]));
}

#endif
