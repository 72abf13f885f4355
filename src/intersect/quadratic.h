// A ray against a round surface is a quadratic in t. This is the part that spheres, capsules, cylinders, discs and
// cones share.
//
// Three steps, each taken only when the one before leaves the answer undecided:
//   1. double, with a bound on the error of every coefficient;
//   2. the same formulas in double-double (exact/double_double.h), with the same bounds, 2^50 times smaller;
//   3. integers of any length (quadratic_exact.c, cone_exact.c), where every sign and comparison is exact.
// Steps 1 and 2 fill a hit_quadratic; its roots count only when they are good to a relative 2^-29, and they are
// compared with other numbers only when they are farther than 2^-28 apart. So the answer to "hit or miss, which face,
// inside or not" is always the exact one, and t is off by at most 1/16 ulp before it is rounded to float.
//
// All coefficients are sums of products of at most 8 floats (6 in steps 1 and 2), so nothing overflows or underflows.
// Requires round to nearest and no flushing of denormals in all functions with a double: see base/fpenv.h.
#ifndef HITSCAN_INTERSECT_QUADRATIC_H
#define HITSCAN_INTERSECT_QUADRATIC_H

#include "base/assert.h"
#include "exact/big.h"
#include "intersect/intersect.h"

#include <float.h>
#include <hitscan/shapes.h>
#include <math.h>

// Relative error that each coefficient may have, and the distance at which two values of t are told apart: a root has
// at most twice the first, from its two factors, and the second leaves a factor of two for the rounding of the
// comparison.
#define HIT_TERM_TOLERANCE 0x1p-30
#define HIT_ROOT_TOLERANCE 0x1p-28

// Relative size of the rounding errors of one formula: 8 units of 2^-53 in double, 64 of 2^-106 in double-double.
#define HIT_UNIT_DOUBLE 0x1p-50
#define HIT_UNIT_DD 0x1p-100

// a·t^2 - 2·b·t + c = 0, whose roots are (b ± scale·sqrt(d)) / a. Each e is a bound on the error of its namesake. The
// discriminant b^2 - a·c is given apart, as scale^2·d, because that difference cancels where d has a form that does
// not.
typedef struct hit_quadratic {
    double a, b, c, d;
    double ea, eb, ec, ed;
    double scale;
} hit_quadratic;

// A ray against the infinite cylinder about a segment, and against the planes through its ends. With u = b - a:
// t·du = mu on the plane at a, t·du = nu on the plane at b.
typedef struct hit_tube {
    hit_quadratic side;
    double du, mu, nu;
    double edu, emu, enu;
} hit_tube;

static inline bool hit_curved_interval_is_valid(const hit_ray* ray)
{
    return ray->t_min <= ray->t_max && ray->t_min <= FLT_MAX && ray->t_max >= -FLT_MAX;
}

// What hit_ray_is_valid promises, and a t_min or t_max that leaves some t. One sum finds a NaN or an infinity anywhere.
static inline bool hit_curved_ray_is_valid(const hit_ray* ray)
{
    const double d = fabs((double)ray->direction.x) + fabs((double)ray->direction.y) + fabs((double)ray->direction.z);
    const double o = fabs((double)ray->origin.x) + fabs((double)ray->origin.y) + fabs((double)ray->origin.z);
    return d > 0.0 && d + o <= DBL_MAX && hit_curved_interval_is_valid(ray);
}

static inline bool hit_curved_shape_is_valid(hit_vec3 p, hit_vec3 q, float radius)
{
    return radius >= 0.0f && fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z) + fabs((double)q.x) +
                                     fabs((double)q.y) + fabs((double)q.z) + (double)radius <=
                                 DBL_MAX;
}

// The roots, ascending, each to a relative 2^-29. A miss when there are none.
static inline hit_verdict hit_quadratic_roots(const hit_quadratic* f, double t[2])
{
    if (f->d < -f->ed)
        return HIT_VERDICT_MISS;
    if (!(f->d > f->ed) || !(f->a > 0.0))
        return HIT_VERDICT_UNDECIDED;
    const double root = sqrt(f->d);
    const double s = f->scale * root;
    // Vieta: b and ±s have the same sign in q, so that it does not cancel, and the other root is c/q.
    const double q = f->b >= 0.0 ? f->b + s : f->b - s;
    // sqrt(d + e) differs from sqrt(d) by less than e / sqrt(d) for |e| < d; multiplied out to save the division.
    if (!(f->eb * root + f->scale * f->ed <= HIT_TERM_TOLERANCE * fabs(q) * root) ||
        !(f->ec <= HIT_TERM_TOLERANCE * fabs(f->c)) || !(f->ea <= HIT_TERM_TOLERANCE * f->a))
        return HIT_VERDICT_UNDECIDED;
    const double by_c = f->c / q, by_a = q / f->a;
    t[0] = f->b >= 0.0 ? by_c : by_a;
    t[1] = f->b >= 0.0 ? by_a : by_c;
    return HIT_VERDICT_HIT;
}

// True when x and y cannot be told apart, x being a root or a quotient. An infinite x, from an overflow, is near to
// all.
static inline bool hit_root_is_close(double x, double y)
{
    return !(fabs(x - y) > HIT_ROOT_TOLERANCE * fabs(x));
}

// Cut an interval by a slab between two ends, which the ray crosses at `first` and `last`, end A before end B when it
// goes forward. No two of the numbers are near to each other.
static inline hit_verdict hit_curved_cut(double t[2], int face[2], double first, double last, bool forward)
{
    if (first > t[1] || last < t[0])
        return HIT_VERDICT_MISS;
    if (first > t[0]) {
        t[0] = first;
        face[0] = forward ? HIT_FACE_END_A : HIT_FACE_END_B;
    }
    if (last < t[1]) {
        t[1] = last;
        face[1] = forward ? HIT_FACE_END_B : HIT_FACE_END_A;
    }
    return HIT_VERDICT_HIT;
}

// Round and store an interval of which it is known that it is not empty, and where it is cut off.
static inline void hit_curved_store(const hit_ray* ray, const double t[2], const int face[2], bool inside, bool beyond,
                                    hit_span* span)
{
    // Rounded values are clamped because a root may lie between the last float and an end of the ray. Adding 0 turns -0
    // into +0.
    float enter = inside ? ray->t_min : (float)t[0];
    float leave = beyond ? ray->t_max : (float)t[1];
    if (span == NULL)
        return;
    enter = enter < ray->t_min ? ray->t_min : enter > ray->t_max ? ray->t_max : enter;
    leave = leave > ray->t_max ? ray->t_max : leave < enter ? enter : leave;
    HIT_ASSERT(enter <= leave);
    span->t_enter = enter + 0.0f;
    span->t_exit = leave + 0.0f;
    span->face_enter = inside ? HIT_FACE_NONE : face[0];
    span->face_exit = beyond ? HIT_FACE_NONE : face[1];
    span->inside = inside;
}

// Clip an interval, whose ends are good to HIT_ROOT_TOLERANCE, to [t_min, t_max]. A root that overflows gives a NaN
// here, with which every comparison fails.
static inline hit_verdict hit_curved_clip(const hit_ray* ray, const double t[2], const int face[2], hit_span* span)
{
    const double low = (double)ray->t_min, high = (double)ray->t_max;
    const double e0 = HIT_ROOT_TOLERANCE * fabs(t[0]), e1 = HIT_ROOT_TOLERANCE * fabs(t[1]);
    if (t[0] - e0 > high || t[1] + e1 < low)
        return HIT_VERDICT_MISS;
    const bool inside = t[0] + e0<low, beyond = t[1] - e1> high;
    if (!(t[0] + e0 < high) || !(t[1] - e1 > low) || !(inside || t[0] - e0 > low) || !(beyond || t[1] + e1 < high))
        return HIT_VERDICT_UNDECIDED;
    hit_curved_store(ray, t, face, inside, beyond, span);
    return HIT_VERDICT_HIT;
}

// The quadratic of a sphere in double. |o + t·d - center|^2 = radius^2 with m = center - o gives
//   a = d·d, b = d·m, c = m·m - r^2, and b^2 - a·c = a·r^2 - |d×m|^2 by Lagrange's identity.
//
// Errors, with e = 2^-53: m_i is off by e; m·m by 5e and c by 6e of m·m + r^2; b by 4e of the sum of its |products|;
// the vector w = d×m by at most 3e·sqrt(2)·|d||m| in length, so w·w by 8.6e·|w||d||m| + (4.3e·|d||m|)^2 + 3e·w·w, where
// |w||d||m| <= 2^7·w·w + 2^-9·d·d·m·m, which saves a square root and lets far origins through.
static inline void hit_sphere_quadratic_double(const hit_ray* ray, hit_vec3 center, float radius, hit_quadratic* f)
{
    const double dx = ray->direction.x, dy = ray->direction.y, dz = ray->direction.z;
    const double mx = (double)center.x - ray->origin.x;
    const double my = (double)center.y - ray->origin.y;
    const double mz = (double)center.z - ray->origin.z;
    const double bx = dx * mx, by = dy * my, bz = dz * mz;
    const double wx = dy * mz - dz * my, wy = dz * mx - dx * mz, wz = dx * my - dy * mx;
    const double mm = mx * mx + my * my + mz * mz, ww = wx * wx + wy * wy + wz * wz;
    const double rr = (double)radius * radius;
    f->a = dx * dx + dy * dy + dz * dz;
    f->b = bx + by + bz;
    f->c = mm - rr;
    f->d = f->a * rr - ww;
    f->ea = 0.0;
    f->eb = HIT_UNIT_DOUBLE * (fabs(bx) + fabs(by) + fabs(bz));
    f->ec = HIT_UNIT_DOUBLE * (mm + rr);
    f->ed = 0x1p-42 * (f->a * rr + ww) + 0x1p-58 * (f->a * mm);
    f->scale = 1.0;
}

// The same in double-double.
void hit_sphere_quadratic_dd(const hit_ray* ray, hit_vec3 center, float radius, hit_quadratic* f);

// A ray against the infinite cylinder about the segment from a to b, in double and in double-double. a and b differ.
// The first is false, and leaves the tube alone, when the line certainly misses it.
bool hit_tube_double(const hit_ray* ray, hit_vec3 a, hit_vec3 b, float radius, hit_tube* tube);
void hit_tube_dd(const hit_ray* ray, hit_vec3 a, hit_vec3 b, float radius, hit_tube* tube);

// hit_ray_sphere for a ray and a sphere that are known to be valid, and without the change of floating-point
// environment.
bool hit_ray_sphere_in_fpenv(const hit_ray* ray, hit_vec3 center, float radius, hit_span* span);

// ---- Exact integers: where double-double leaves the answer undecided ------------------------------------------------

// The quadratic of hit_quadratic, exactly. a >= 0.
typedef struct hit_exact_quadratic {
    hit_big a, b, c, d; // d = b^2 - a·c
} hit_exact_quadratic;

void hit_sphere_quadratic_exact(const hit_ray* ray, hit_vec3 center, float radius, hit_exact_quadratic* f);

typedef struct hit_exact_tube {
    hit_exact_quadratic side;
    hit_big du, mu, nu;
} hit_exact_tube;

void hit_tube_exact(const hit_ray* ray, hit_vec3 a, hit_vec3 b, float radius, hit_exact_tube* tube);

// An end of an interval: a root of f (a > 0, d >= 0; which = 0 the smaller, 1 the larger), or num/den when f is NULL.
typedef struct hit_exact_end {
    const hit_exact_quadratic* f;
    int which;
    const hit_big* num;
    const hit_big* den;
    int face;
} hit_exact_end;

// The sign of end - num/den. den is not 0.
int hit_exact_end_compare(const hit_exact_end* end, const hit_big* num, const hit_big* den);

// Clip [enter, leave], which is known not to be empty, and store it. False when nothing is left.
bool hit_exact_end_clip(const hit_ray* ray, const hit_exact_end* enter, const hit_exact_end* leave, hit_span* span);

// hit_ray_cone for a ray and a cone that are known to be valid.
bool hit_ray_cone_exact(const hit_ray* ray, const hit_cone* cone, hit_span* span);

#endif
