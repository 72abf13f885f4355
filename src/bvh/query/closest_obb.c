// The distance from a point to an oriented box, the set { x : |a_i·(x - c)| <= h_i }, whatever its axes.
//
// With b_i the rows of the inverse of the axes, the box is c + sum of y_i·b_i, |y_i| <= h_i. Clamping y_i = a_i·(p - c)
// gives the nearest point of a box with perpendicular axes; others get there by optimizing one or two y_i at a time.
// Whatever comes out, q = c + sum of y_i·b_i is an upper bound, and with g = q - p the support of the box along g, g·(c
// - p) - sum of h_i·|g·b_i|, over |g|, a lower one. The b_i are off by 2^-45 of themselves (hit_det3), everything else
// by less.
//
// The point itself is off by 2^-44·k of the terms that it is the sum of, where k, the sum of |a_i|·|b_i|, is 3 for
// perpendicular axes and grows as they come closer to a plane.
#include "bvh/query/closest.h"

#include "shapes/linear3.h"

// Twice the relative errors above.
#define MARGIN 0x1p-43

enum { SWEEPS = 40 };

typedef struct wide_obb {
    double b[3][3], b2[3], half[3];
    double w[3]; ///< p - c
    double y[3];
    double size; ///< of the box: the sum of half_i·|b_i|
    double skew; ///< k above
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
static void rest_of(const wide_obb* box, double r[3])
{
    const double* y = box->y;
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
static bool optimize_pair(wide_obb* box, int i, int j, double r[3])
{
    const double *p = box->b[i], *q = box->b[j], mixed = dot3(p, q), det = box->b2[i] * box->b2[j] - mixed * mixed;
    const double along_p = dot3(p, r), along_q = dot3(q, r);
    const double y_i = box->y[i] + (along_p * box->b2[j] - along_q * mixed) / det;
    const double y_j = box->y[j] + (along_q * box->b2[i] - along_p * mixed) / det;
    bool moved;

    if (!(fabs(y_i) < box->half[i] && fabs(y_j) < box->half[j]))
        return false;
    moved = move(&box->y[i], y_i);
    moved = move(&box->y[j], y_j) || moved;
    if (moved)
        rest_of(box, r);
    return moved;
}

// Optimize until nothing changes by more than roundings; false when that does not happen.
static bool descend(wide_obb* box, double r[3])
{
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool moved = false;
        for (int i = 0; i < 3; i++) {
            if (move(&box->y[i], clamp(box->y[i] + dot3(box->b[i], r) / box->b2[i], box->half[i]))) {
                moved = true;
                rest_of(box, r);
            }
        }
        if (!moved)
            return true;
        for (int i = 0; i < 3; i++)
            optimize_pair(box, i, (i + 1) % 3, r);
    }
    return false;
}

static bool box_load(hit_vec3 point, const hit_obb* obb, wide_obb* box)
{
    mat3 axis;
    double c[3];

    vec3_load(point, box->w);
    vec3_load(obb->center, c);
    for (int k = 0; k < 3; k++) {
        box->w[k] -= c[k];
        vec3_load(obb->axis[k], axis.row[k]);
    }
    if (surely_inside(obb, box->w))
        return false;
    const double det = hit_det3(&axis);
    box->size = box->skew = 0.0;
    for (int i = 0; i < 3; i++) {
        cross3(axis.row[(i + 1) % 3], axis.row[(i + 2) % 3], box->b[i]);
        box->half[i] = obb->half[i];
        for (int k = 0; k < 3; k++) {
            box->b[i][k] /= det;
            box->size += box->half[i] * fabs(box->b[i][k]);
        }
        box->b2[i] = dot3(box->b[i], box->b[i]);
        box->skew += sqrt(box->b2[i] * dot3(axis.row[i], axis.row[i]));
        box->y[i] = clamp(dot3(axis.row[i], box->w), box->half[i]);
    }
    return true;
}

hit_closest_range hit_closest_obb(hit_vec3 point, const hit_obb* obb, hit_closest_obb_point* obb_point)
{
    const hit_closest_range zero = {0.0, 0.0}, unknown = {0.0, HUGE_VAL};
    hit_closest_obb_point here = {{point.x, point.y, point.z}, true, {0, 0, 0}};
    hit_closest_range range;
    double c[3], r[3];
    wide_obb box;

    if (obb_point != NULL)
        *obb_point = here;
    if (!box_load(point, obb, &box))
        return zero;
    rest_of(&box, r);
    const bool converged = descend(&box, r);
    const double length = sqrt(dot3(r, r)), terms = box.size + fabs(box.w[0]) + fabs(box.w[1]) + fabs(box.w[2]);
    vec3_load(obb->center, c);
    for (int k = 0; k < 3; k++) {
        here.at[k] = c[k] + (box.y[0] * box.b[0][k] + box.y[1] * box.b[1][k] + box.y[2] * box.b[2][k]);
        // A flat box has both sides at once: that to which the point lies.
        const double up = box.half[k] > 0.0 ? box.y[k] : dot3(box.b[k], r);
        here.side[k] = fabs(box.y[k]) < box.half[k] ? 0 : up < 0.0 ? -1 : 1;
    }
    here.precise =
        converged && 0x1p-44 * box.skew * terms < 0x1p-26 * (box.size + fabs(c[0]) + fabs(c[1]) + fabs(c[2]));
    if (obb_point != NULL)
        *obb_point = here;
    // Squares that overflowed or vanished decide nothing.
    if (!(terms < 0x1p500) || !(length > 0x1p-400)) {
        if (obb_point != NULL)
            obb_point->precise = false;
        return unknown;
    }
    double support = dot3(r, box.w);
    for (int i = 0; i < 3; i++)
        support -= box.half[i] * fabs(dot3(r, box.b[i]));
    range.hi = length + MARGIN * terms;
    range.lo = support / length - MARGIN * terms;
    range.lo = range.lo > 0.0 ? range.lo : 0.0;
    HIT_ASSERT(range.lo <= range.hi);
    return range;
}
