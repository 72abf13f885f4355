// Exact arithmetic on sums of doubles: what decides a predicate where rounded arithmetic leaves it undecided.
//
// An expansion is a sum of doubles whose bits do not overlap, stored from the smallest to the largest, without zeros;
// the empty expansion is 0. Its sign is the sign of its last component; hit_expansion_estimate gives its value.
// Algorithms: J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates,
// 1997; T. J. Dekker, 1971; D. E. Knuth, TAOCP 2, 4.2.2.
//
// Range. All our inputs are floats, i.e. multiples of 2^-149 below 2^128. A sum of products of k floats is a multiple
// of 2^-149k, and so is every component and every intermediate result below; it is smaller than 2^(128k + 11) for the
// few hundred terms that we sum. Up to k = 7 all of this lies within a double (2^-1043 and 2^907 against 2^-1074 and
// 2^1024, with room for Dekker's factor 2^27), so nothing overflows or underflows, and "exact" has no exception.
//
// Requires round to nearest and no flushing of denormals: see base/fpenv.h.
#ifndef HITSCAN_EXACT_EXPANSION_H
#define HITSCAN_EXACT_EXPANSION_H

#include <float.h>
#include <stddef.h>

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "expansions need doubles without extra precision: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

// sum = fl(a + b) and the return value a + b - sum, exactly, for any a and b (Knuth).
static inline double two_sum(double a, double b, double* sum)
{
    const double s = a + b;
    const double b_part = s - a;
    const double a_part = s - b_part;
    *sum = s;
    return (a - a_part) + (b - b_part);
}

// The same in half the operations, for |a| >= |b| or a = 0 (Dekker).
static inline double fast_two_sum(double a, double b, double* sum)
{
    const double s = a + b;
    *sum = s;
    return b - (s - a);
}

// Split a into two halves of at most 26 bits each, so that products of halves are exact (Veltkamp).
static inline double split(double a, double* low)
{
    const double c = 134217729.0 * a; // 2^27 + 1
    const double high = c - (c - a);
    *low = a - high;
    return high;
}

// product = fl(a·b) and the return value a·b - product, exactly (Dekker). Without fma(), which is slow where the CPU
// lacks it.
static inline double two_product(double a, double b, double* product)
{
    double a_low, b_low;
    const double p = a * b;
    const double a_high = split(a, &a_low);
    const double b_high = split(b, &b_low);
    *product = p;
    return a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low);
}

// out = a + b. `out` has room for na + nb components and is neither a nor b. Returns the number of components.
size_t hit_expansion_sum(const double* a, size_t na, const double* b, size_t nb, double* out);

// out = a - b, likewise.
size_t hit_expansion_diff(const double* a, size_t na, const double* b, size_t nb, double* out);

// out = a·b for one double b. `out` has room for 2·na components and is not a.
size_t hit_expansion_scale(const double* a, size_t na, double b, double* out);

// out = a·b. `out` and `scratch` have room for 2·na·nb components each; none is a or b.
size_t hit_expansion_product(const double* a, size_t na, const double* b, size_t nb, double* out, double* scratch);

// out = the sum of n doubles in any order; `out` has room for n and is not `terms`.
size_t hit_expansion_from_terms(const double* terms, size_t n, double* out);

// -1, 0 or 1.
static inline int hit_expansion_sign(const double* a, size_t na)
{
    return na == 0 ? 0 : a[na - 1] > 0.0 ? 1 : -1;
}

// A double within a relative 2^-51 of the value, and of the same sign.
double hit_expansion_estimate(const double* a, size_t na);

// out = -a, in place.
static inline void hit_expansion_negate(double* a, size_t na)
{
    for (size_t i = 0; i < na; i++)
        a[i] = -a[i];
}

#endif
