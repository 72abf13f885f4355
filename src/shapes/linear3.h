// Linear algebra of three dimensions in double, on inputs that are floats: what matrices, triangles and boxes share.
//
// The product of two floats is exact in a double, so a 2x2 determinant of floats is right to one rounding as it
// stands. Cancellation begins with what is built of three or four floats per term; the functions that meet it detect
// it and fall back to expansions. Call them under base/fpenv.h.
#ifndef HITSCAN_SHAPES_LINEAR3_H
#define HITSCAN_SHAPES_LINEAR3_H

#include <hitscan/shapes.h>

// A matrix by rows. A struct, because C does not let a double[3][3] become a const one.
typedef struct mat3 {
    double row[3][3];
} mat3;

// One comparison each, without a branch; b when one of them is NaN.
static inline double min2(double a, double b)
{
    return a < b ? a : b;
}

static inline double max2(double a, double b)
{
    return a > b ? a : b;
}

static inline void vec3_load(hit_vec3 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static inline double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The sum of |products| of a·b: what the error of dot3 is measured by.
static inline double dot3_abs(const double a[3], const double b[3])
{
    return fabs(a[0] * b[0]) + fabs(a[1] * b[1]) + fabs(a[2] * b[2]);
}

static inline double sum3_abs(const double a[3])
{
    return fabs(a[0]) + fabs(a[1]) + fabs(a[2]);
}

// a×b. When both are floats, each component is within a relative 2^-53 of the exact one.
static inline void cross3(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// v / |v|, rounded to float; zero for a zero v and where a component is not finite. Squares must stay within a
// double, which they do for products of up to three floats.
static inline hit_vec3 unit3(const double v[3])
{
    const double length = sqrt(dot3(v, v));
    if (!(length > 0.0) || !isfinite(length))
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    return hit_vec3_make((float)(v[0] / length), (float)(v[1] / length), (float)(v[2] / length));
}

// The twelve doubles whose exact sum is the determinant of a matrix of floats.
void hit_det3_terms(const mat3* m, double terms[12]);

// The determinant of a matrix of floats, to a relative 2^-46; 0 exactly when the matrix is singular.
double hit_det3(const mat3* m);

// (b - a)×(c - a) for points with float coordinates, to 2^-40 of its length; zero exactly when they lie on a line.
void hit_normal3(const double a[3], const double b[3], const double c[3], double out[3]);

#endif
