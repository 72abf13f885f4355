// Oriented boxes, taken at their word: the set { p : |axis[i]·(p - center)| <= half[i] }.
//
// Axes in floats are never quite orthonormal, so the set is a parallelepiped, and what is promised holds for it and
// not for the rotated box that the caller may have had in mind. Containment is a double filter with an exact
// fallback. The bounds follow from p - c = A^-1·y with |y[i]| <= half[i], the rows of A being the axes: along
// coordinate k the set reaches e[k] = sum over i of |(axis[i+1]×axis[i+2])[k]|·half[i] / |det A|. No term of the
// numerator cancels, and hit_det3 is right however close to singular the axes are, so e has a small relative error
// always.
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "shapes/linear3.h"
#include "shapes/valid.h"

// An oriented box in double; the axes are the rows.
typedef struct wide_obb {
    mat3 axis;
    double center[3], half[3];
} wide_obb;

static wide_obb obb_load(const hit_obb* obb)
{
    wide_obb wide;

    vec3_load(obb->center, wide.center);
    for (int i = 0; i < 3; i++) {
        vec3_load(obb->axis[i], wide.axis.row[i]);
        wide.half[i] = obb->half[i];
    }
    return wide;
}

// The rotation's columns are the images of the axes. They are rounded once, from double.
hit_obb hit_obb_make(hit_vec3 center, hit_quat rotation, hit_vec3 half)
{
    const hit_mat3x4 m = hit_mat3x4_from_trs(center, rotation, hit_vec3_make(1.0f, 1.0f, 1.0f));
    hit_obb obb;

    obb.center = center;
    for (int j = 0; j < 3; j++)
        obb.axis[j] = hit_vec3_make(m.m[0][j], m.m[1][j], m.m[2][j]);
    obb.half[0] = half.x;
    obb.half[1] = half.y;
    obb.half[2] = half.z;
    return obb;
}

static HIT_NOINLINE void from_aabb_matrix(hit_aabb box, const hit_mat3x4* m, hit_obb* result, bool* done)
{
    const double min[3] = {box.min.x, box.min.y, box.min.z};
    const double max[3] = {box.max.x, box.max.y, box.max.z};
    double column[3][3], length[3], mid[3];
    hit_obb obb;

    *done = false;
    for (int i = 0; i < 3; i++)
        mid[i] = m->m[i][3];
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) {
            column[j][i] = m->m[i][j];
            mid[i] += column[j][i] * (0.5 * (min[j] + max[j]));
        }
        length[j] = sqrt(dot3(column[j], column[j]));
        if (!(length[j] > 0.0))
            return;
        obb.axis[j] = unit3(column[j]);
        obb.half[j] = (float)(0.5 * (max[j] - min[j]) * length[j]);
    }
    for (int j = 0; j < 3; j++) {
        const int k = (j + 1) % 3;
        // Written so that a NaN fails it too.
        if (!(fabs(dot3(column[j], column[k])) <= 1e-5 * length[j] * length[k]))
            return;
    }
    obb.center = hit_vec3_make((float)mid[0], (float)mid[1], (float)mid[2]);
    if (!obb_is_valid(&obb))
        return;
    *result = obb;
    *done = true;
}

bool hit_obb_from_aabb_matrix(hit_aabb box, const hit_mat3x4* m, hit_obb* obb)
{
    hit_fpenv env;
    bool done;

    if (m == NULL || obb == NULL || hit_aabb_is_empty(box))
        return false;
    env = hit_fpenv_enter();
    from_aabb_matrix(box, m, obb, &done);
    hit_fpenv_leave(env);
    return done;
}

// |axis[i]·(p - c)| <= half[i] without rounding. p - c is two doubles, each product with a component of the axis two
// more.
static bool slab_contains_exact(const wide_obb* obb, int i, const double p[3])
{
    double terms[12], dot[12], rest[13];
    size_t n;

    for (int k = 0; k < 3; k++) {
        const double a = obb->axis.row[i][k];
        double* t = &terms[4 * k];
        double d;
        const double d_low = two_sum(p[k], -obb->center[k], &d);
        t[0] = two_product(a, d, &t[1]);
        t[2] = two_product(a, d_low, &t[3]);
    }
    n = hit_expansion_from_terms(terms, 12, dot);
    // Only the exact product tells its sign: the rounded one may have the other when half is zero or tiny.
    if (hit_expansion_sign(dot, n) < 0)
        hit_expansion_negate(dot, n);
    n = hit_expansion_diff(dot, n, &obb->half[i], obb->half[i] > 0.0 ? 1 : 0, rest);
    return hit_expansion_sign(rest, n) <= 0;
}

static HIT_NOINLINE void contains(const hit_obb* box, hit_vec3 point, bool* inside)
{
    const wide_obb obb = obb_load(box);
    double p[3];

    *inside = false;
    vec3_load(point, p);
    for (int i = 0; i < 3; i++) {
        double dot = 0.0, size = 0.0, margin, error;
        for (int k = 0; k < 3; k++) {
            const double term = obb.axis.row[i][k] * (p[k] - obb.center[k]);
            dot += term;
            size += fabs(term);
        }
        // The difference, the product and two additions round once each, and so does the margin: 5·2^-53 of the
        // sizes, covered by 8.
        margin = fabs(dot) - obb.half[i];
        error = 0x1p-50 * (size + obb.half[i]);
        if (margin < -error)
            continue;
        if (margin > error || !slab_contains_exact(&obb, i, p))
            return;
    }
    *inside = true;
}

bool hit_obb_contains(const hit_obb* obb, hit_vec3 point)
{
    hit_fpenv env;
    bool inside;

    if (obb == NULL || !obb_is_valid(obb) || !hit_vec3_is_finite(point))
        return false;
    env = hit_fpenv_enter();
    contains(obb, point, &inside);
    hit_fpenv_leave(env);
    return inside;
}

// True when the half extent of the set along coordinate k is at most side·(x - center[k]), without rounding: the
// numerator of e[k] against side·(x - center[k])·|det|. `sign` is that of the determinant.
static bool half_extent_fits_exact(const wide_obb* obb, int k, double sign, double x, double side)
{
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    double terms[12], half_extent[12], det[12], offset[2], product[48], scratch[48], rest[60];
    size_t n_half_extent, n_det, n_offset, n_product;

    for (int i = 0; i < 3; i++) {
        const double* a = obb->axis.row[(i + 1) % 3];
        const double* b = obb->axis.row[(i + 2) % 3];
        // The products are exact, and so is their order: h takes the sign that makes the term positive.
        const double h = a[u] * b[v] < a[v] * b[u] ? -obb->half[i] : obb->half[i];
        double* t = &terms[4 * i];
        t[0] = two_product(a[u] * b[v], h, &t[1]);
        t[2] = two_product(a[v] * b[u], -h, &t[3]);
    }
    n_half_extent = hit_expansion_from_terms(terms, 12, half_extent);
    hit_det3_terms(&obb->axis, terms);
    n_det = hit_expansion_from_terms(terms, 12, det);
    terms[0] = sign * side * x;
    terms[1] = -sign * side * obb->center[k];
    n_offset = hit_expansion_from_terms(terms, 2, offset);
    n_product = hit_expansion_product(offset, n_offset, det, n_det, product, scratch);
    return hit_expansion_sign(rest, hit_expansion_diff(product, n_product, half_extent, n_half_extent, rest)) >= 0;
}

static HIT_NOINLINE void bounds(const hit_obb* oriented, hit_aabb* box)
{
    const wide_obb obb = obb_load(oriented);
    const double det = hit_det3(&obb.axis);
    const double sign = det < 0.0 ? -1.0 : 1.0;
    float low[3], high[3];

    *box = hit_aabb_empty();
    if (det == 0.0)
        return;
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        const double c = obb.center[k];
        double sum = 0.0, half_extent, wide;
        float outer;
        for (int i = 0; i < 3; i++) {
            const double* a = obb.axis.row[(i + 1) % 3];
            const double* b = obb.axis.row[(i + 2) % 3];
            sum += fabs(a[u] * b[v] - a[v] * b[u]) * obb.half[i];
        }
        half_extent = sum / fabs(det);
        // The determinant is good to 2^-46, the rest to a few 2^-53: `wide` is beyond the exact half extent.
        wide = half_extent * (1.0 + 0x1p-44);
        // Mostly both round to the same float. Else ask exactly: it keeps the bounds of boxes along the axes tight.
        low[k] = round_down(c - half_extent);
        outer = add_down(c, -wide);
        if (low[k] != outer && !half_extent_fits_exact(&obb, k, sign, low[k], -1.0))
            low[k] = outer;
        high[k] = round_up(c + half_extent);
        outer = add_up(c, wide);
        if (high[k] != outer && !half_extent_fits_exact(&obb, k, sign, high[k], 1.0))
            high[k] = outer;
    }
    *box = hit_bounds_make(low, high);
}

hit_aabb hit_obb_bounds(const hit_obb* obb)
{
    hit_fpenv env;
    hit_aabb box;

    if (obb == NULL || !obb_is_valid(obb))
        return hit_aabb_empty();
    env = hit_fpenv_enter();
    bounds(obb, &box);
    hit_fpenv_leave(env);
    return box;
}

hit_vec3 hit_obb_normal(const hit_obb* obb, int face)
{
    hit_vec3 n = {0.0f, 0.0f, 0.0f};

    if (obb == NULL || face < HIT_FACE_NEG_X || face > HIT_FACE_POS_Z)
        return n;
    n = hit_vec3_normalize(obb->axis[face / 2]);
    return face & 1 ? n : hit_vec3_scale(n, -1.0f);
}
