// Expansions: sums of doubles without rounding. See expansion.h for the idea, the sources and the range.
//
// Every routine keeps the invariant (components do not overlap, ascend in magnitude, and are not zero). Cost: a sum is
// linear in the number of components, a product takes time na·nb·log(nb).
#include "exact/expansion.h"

#include "base/assert.h"
#include <math.h>
#include <string.h>

// Shewchuk's FAST-EXPANSION-SUM with zero elimination: merge by magnitude, then carry a running sum upward. It needs
// strongly nonoverlapping inputs (no component adjoins two others) and gives such an output (theorem 13). The other
// routines keep that property with round-to-even, as he notes in his code (predicates.c): scaling keeps strongly
// nonoverlapping and nonadjacent alike, and growing from nothing gives nonadjacent components, which are strongly
// nonoverlapping. `sign` = -1 subtracts b.
static size_t merge(const double* a, size_t na, const double* b, size_t nb, double sign, double* out)
{
    size_t i = 0, j = 0, n = 0;
    double carry, error;

    HIT_ASSERT(out != a && out != b);
    if (na + nb == 0)
        return 0;
    carry = 0.0;
    for (size_t k = 0; k < na + nb; k++) {
        double next;
        if (j == nb || (i < na && fabs(a[i]) < fabs(b[j])))
            next = a[i++];
        else
            next = sign * b[j++];
        error = two_sum(carry, next, &carry);
        if (error != 0.0)
            out[n++] = error;
    }
    if (carry != 0.0)
        out[n++] = carry;
    return n;
}

size_t hit_expansion_sum(const double* a, size_t na, const double* b, size_t nb, double* out)
{
    return merge(a, na, b, nb, 1.0, out);
}

size_t hit_expansion_diff(const double* a, size_t na, const double* b, size_t nb, double* out)
{
    return merge(a, na, b, nb, -1.0, out);
}

// Shewchuk's SCALE-EXPANSION with zero elimination (theorem 19).
size_t hit_expansion_scale(const double* a, size_t na, double b, double* out)
{
    size_t n = 0;
    double carry, error;

    HIT_ASSERT(out != a);
    if (na == 0 || b == 0.0)
        return 0;
    error = two_product(a[0], b, &carry);
    if (error != 0.0)
        out[n++] = error;
    for (size_t i = 1; i < na; i++) {
        double high, sum;
        const double low = two_product(a[i], b, &high);
        error = two_sum(carry, low, &sum);
        if (error != 0.0)
            out[n++] = error;
        error = fast_two_sum(high, sum, &carry);
        if (error != 0.0)
            out[n++] = error;
    }
    if (carry != 0.0)
        out[n++] = carry;
    return n;
}

// By halves, so that the partial sums stay balanced.
size_t hit_expansion_product(const double* a, size_t na, const double* b, size_t nb, double* out, double* scratch)
{
    size_t half, n_low, n_high;

    if (na == 0 || nb == 0)
        return 0;
    if (nb == 1)
        return hit_expansion_scale(a, na, b[0], out);
    HIT_ASSERT(out != scratch);
    half = nb / 2;
    // Each half goes to its own part of `scratch`, with the same part of `out` as its scratch.
    n_low = hit_expansion_product(a, na, b, half, scratch, out);
    n_high = hit_expansion_product(a, na, b + half, nb - half, scratch + 2 * na * half, out + 2 * na * half);
    return hit_expansion_sum(scratch, n_low, scratch + 2 * na * half, n_high, out);
}

// Shewchuk's GROW-EXPANSION, once per term (theorem 10): two_sum from the smallest component up.
size_t hit_expansion_from_terms(const double* terms, size_t n, double* out)
{
    size_t count = 0;

    HIT_ASSERT(out != terms);
    for (size_t k = 0; k < n; k++) {
        double carry = terms[k];
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            const double error = two_sum(carry, out[i], &carry);
            if (error != 0.0)
                out[kept++] = error;
        }
        if (carry != 0.0)
            out[kept++] = carry;
        count = kept;
    }
    return count;
}

double hit_expansion_estimate(const double* a, size_t na)
{
    double sum = 0.0;
    for (size_t i = 0; i < na; i++)
        sum += a[i];
    return sum;
}
