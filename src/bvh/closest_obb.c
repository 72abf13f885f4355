// The distance from a point to an oriented box, the set { x : |a_i·(x - c)| <= h_i }, whatever its axes.
//
// With b_i the rows of the inverse of the axes, the box is c + sum of y_i·b_i, |y_i| <= h_i. Clamping y_i =
// a_i·(p - c) gives the nearest point of a box with perpendicular axes; others get there by improving one or two y_i at
// a time. Whatever comes out, q = c + sum of y_i·b_i is an upper bound, and with g = q - p the support of the
// box along g, g·(c - p) - sum of h_i·|g·b_i|, over |g|, a lower one. The b_i are off by 2^-45 of themselves
// (hit_det3), everything else by less.
//
// The point itself is off by 2^-44·k of the terms that it is the sum of, where k, the sum of |a_i|·|b_i|, is 3 for
// perpendicular axes and grows as they come closer to a plane.
#include "bvh/closest.h"

#include "shapes/linear3.h"

// Twice the relative errors above.
#define MARGIN 0x1p-43

enum { SWEEPS = 40 };

typedef struct wide_obb {
    double b[3][3], b2[3], half[3];
    double w[3]; ///< p - c
} wide_obb;

// True when the point is certainly inside: |a·w| <= h for all axes, with w and the sum off by 2^-50 of its terms.
static bool surely_inside(const hit_obb* obb, const double w[3])
{
    for (int i = 0; i < 3; i++) {
        double a[3];
        vec3_load(obb->axis[i], a);
        const double size = fabs(a[0] * w[0]) + fabs(a[1] * w[1]) + fabs(a[2] * w[2]);
        if (size != 0.0 && !(fabs(dot3(a, w)) + 0x1p-49 * size < obb->half[i]))
            return false;
    }
    return true;
}

// The rest after all b_i: p - q.
static void rest_of(const wide_obb* box, const double y[3], double r[3])
{
    for (int k = 0; k < 3; k++)
        r[k] = box->w[k] - (y[0] * box->b[0][k] + y[1] * box->b[1][k] + y[2] * box->b[2][k]);
}

static double clamp(double x, double limit)
{
    return x < -limit ? -limit : x > limit ? limit : x;
}

// True when y has changed by more than roundings.
static bool move(double* y, double next)
{
    const bool moves = fabs(next - *y) > 0x1p-50 * (fabs(next) + fabs(*y));
    *y = moves ? next : *y;
    return moves;
}

// The best pair y_i, y_j for the third as it is, if it lies within the limits.
static bool improve_two(const wide_obb* box, int i, int j, double y[3], double r[3])
{
    const double *p = box->b[i], *q = box->b[j], mixed = dot3(p, q), det = box->b2[i] * box->b2[j] - mixed * mixed;
    const double along_p = dot3(p, r), along_q = dot3(q, r);
    const double y_i = y[i] + (along_p * box->b2[j] - along_q * mixed) / det;
    const double y_j = y[j] + (along_q * box->b2[i] - along_p * mixed) / det;
    bool moved;

    if (!(fabs(y_i) < box->half[i] && fabs(y_j) < box->half[j]))
        return false;
    moved = move(&y[i], y_i);
    moved = move(&y[j], y_j) || moved;
    if (moved)
        rest_of(box, y, r);
    return moved;
}

// Improve until nothing changes by more than roundings; false when that does not happen.
static bool descend(const wide_obb* box, double y[3], double r[3])
{
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool moved = false;
        for (int i = 0; i < 3; i++) {
            if (move(&y[i], clamp(y[i] + dot3(box->b[i], r) / box->b2[i], box->half[i]))) {
                moved = true;
                rest_of(box, y, r);
            }
        }
        if (!moved)
            return true;
        for (int i = 0; i < 3; i++)
            improve_two(box, i, (i + 1) % 3, y, r);
    }
    return false;
}

hit_closest_range hit_closest_obb(hit_vec3 point, const hit_obb* obb, double nearest[3], bool* precise)
{
    const hit_closest_range zero = {0.0, 0.0}, unknown = {0.0, HUGE_VAL};
    hit_closest_range range;
    double c[3], y[3], r[3], reach, size = 0.0, place = 0.0, k_sum = 0.0;
    wide_obb box;
    mat3 axis;

    vec3_load(point, box.w);
    vec3_load(obb->center, c);
    for (int k = 0; k < 3; k++) {
        if (nearest != NULL)
            nearest[k] = box.w[k];
        box.w[k] -= c[k];
        vec3_load(obb->axis[k], axis.row[k]);
        size += fabs(box.w[k]);
        place += fabs(c[k]);
    }
    if (precise != NULL)
        *precise = true;
    if (surely_inside(obb, box.w))
        return zero;
    if (precise != NULL)
        *precise = false;
    const double det = hit_det3(&axis);
    for (int i = 0; i < 3; i++) {
        cross3(axis.row[(i + 1) % 3], axis.row[(i + 2) % 3], box.b[i]);
        for (int k = 0; k < 3; k++) {
            box.b[i][k] /= det;
            size += obb->half[i] * fabs(box.b[i][k]);
            place += obb->half[i] * fabs(box.b[i][k]);
        }
        box.b2[i] = dot3(box.b[i], box.b[i]);
        k_sum += sqrt(box.b2[i] * dot3(axis.row[i], axis.row[i]));
        box.half[i] = obb->half[i];
        y[i] = clamp(dot3(axis.row[i], box.w), box.half[i]);
    }
    rest_of(&box, y, r);
    const bool settled = descend(&box, y, r);
    const double length = sqrt(dot3(r, r));
    // Squares that overflowed or vanished decide nothing.
    if (!(size < 0x1p500) || !(length > 0x1p-400))
        return unknown;
    for (int k = 0; k < 3 && nearest != NULL; k++)
        nearest[k] = c[k] + (y[0] * box.b[0][k] + y[1] * box.b[1][k] + y[2] * box.b[2][k]);
    if (precise != NULL)
        *precise = settled && 0x1p-44 * k_sum * size < 0x1p-26 * place;
    reach = dot3(r, box.w);
    for (int i = 0; i < 3; i++)
        reach -= box.half[i] * fabs(dot3(r, box.b[i]));
    range.hi = length + MARGIN * size;
    range.lo = reach / length - MARGIN * size;
    range.lo = range.lo > 0.0 ? range.lo : 0.0;
    return range;
}
