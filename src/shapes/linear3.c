// Determinants and normals that are right even when nearly everything cancels. See linear3.h.
//
// Both functions compute in plain double first, together with the sum of the absolute values of their terms. The
// error is a small multiple of 2^-53 of that sum; only when the result is much smaller than the sum is the work
// repeated with expansions. So an exactly flat input gives an exact zero, and a nearly flat one a full set of correct
// digits.
#include "shapes/linear3.h"

#include "exact/expansion.h"

void hit_det3_terms(const mat3* m, double terms[12])
{
    const double *a = m->row[0], *b = m->row[1], *c = m->row[2];

    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        double* t = &terms[4 * k];
        t[0] = two_product(a[k], b[i] * c[j], &t[1]);
        t[2] = two_product(-a[k], b[j] * c[i], &t[3]);
    }
}

double hit_det3(const mat3* m)
{
    double cross[3], terms[12], part[12], det = 0.0, size = 0.0;

    cross3(m->row[1], m->row[2], cross);
    for (int k = 0; k < 3; k++) {
        det += m->row[0][k] * cross[k];
        size += fabs(m->row[0][k] * cross[k]);
    }
    // One rounding in each cross product, one in each product and two in the sum: 4·2^-53·size, doubled for safety.
    // Divided by size / 16 this is 2^-46.
    if (fabs(det) >= 0.0625 * size && size > 0.0)
        return det;
    hit_det3_terms(m, terms);
    return hit_expansion_estimate(part, hit_expansion_from_terms(terms, 12, part));
}

// One component of the cross product, exactly: u1·v2 - u2·v1 with u = b - a, v = c - a. Expanded, the squares of a
// cancel: (b1·c2 - b2·c1) - (b1·a2 - b2·a1) - (a1·c2 - a2·c1), six exact products.
static double normal_component(const double a[3], const double b[3], const double c[3], int i, int j)
{
    const double terms[6] = {b[i] * c[j], -b[j] * c[i], -b[i] * a[j], b[j] * a[i], -a[i] * c[j], a[j] * c[i]};
    double part[6];
    return hit_expansion_estimate(part, hit_expansion_from_terms(terms, 6, part));
}

void hit_normal3(const double a[3], const double b[3], const double c[3], double out[3])
{
    double u[3], v[3], largest = 0.0, size = 0.0;

    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k];
        v[k] = c[k] - a[k];
    }
    cross3(u, v, out);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double sum = fabs(u[i] * v[j]) + fabs(u[j] * v[i]);
        largest = fabs(out[k]) > largest ? fabs(out[k]) : largest;
        size = sum > size ? sum : size;
    }
    // Each edge, each product and the difference round once: below 2^-50·size in all. This is 2^-42 of the largest
    // component when that is at least size / 256.
    if (largest >= 0x1p-8 * size && size > 0.0)
        return;
    for (int k = 0; k < 3; k++)
        out[k] = normal_component(a, b, c, (k + 1) % 3, (k + 2) % 3);
}
