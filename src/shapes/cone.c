// Cones: constructors, points, bounds and normals.
//
// With P = p - apex, D = axis and T = tangent, a point is in the cone when
//   D·P >= 0, |D×P|^2 <= (D·P)^2·T^2 and h_min^2·D·D <= (D·P)^2 <= h_max^2·D·D:
// no root, no division, and products of at most six floats, so that integers (exact/big.h) decide what double cannot.
// The cross product rather than |P|^2·D·D - (D·P)^2: for a cone of a millionth of a degree that difference would
// cancel, while the cross product is as precise as the cone is narrow.
//
// Bounds: a cone is the convex hull of its end discs. The disc at height h reaches h·(d ± T·sqrt(1 - d^2)) along a
// coordinate axis of which the unit axis has the component d; the root is taken of the other two components, where
// nothing cancels. The few roundings are covered by a margin of 2^-49; where the axis is along or across a coordinate
// axis, the sides are exact.
//
// Cost: a point takes about 25 ns in double, 2 µs in integers, which it comes to within about 2^-48 of the surface.
#include "base/fpenv.h"
#include "exact/big.h"
#include "shapes/linear3.h"
#include "shapes/trig.h"
#include "shapes/valid.h"

// The largest float below pi/2.
#define LARGEST_ANGLE 0x1.921fb4p+0f

static hit_vec3 zero3(void)
{
    return hit_vec3_make(0.0f, 0.0f, 0.0f);
}

// ---- Constructors ----------------------------------------------------------------------------------------------

hit_cone hit_cone_from_tan(hit_vec3 apex, hit_vec3 axis, float tangent)
{
    const hit_cone cone = {apex, axis, tangent, 0.0f, HUGE_VALF};
    return cone;
}

typedef enum angle_form { ANGLE_RADIANS, ANGLE_SINE, ANGLE_COSINE } angle_form;

// The tangent, rounded to float; 0, which makes the empty set, for what is no angle in (0, pi/2). 1 - x is exact for
// the x at which it matters.
static HIT_NOINLINE void tangent_of(float value, angle_form form, float* tangent)
{
    const double x = value;
    double t;

    if (form == ANGLE_RADIANS)
        t = hit_tan(x);
    else if (form == ANGLE_SINE)
        t = x / sqrt((1.0 - x) * (1.0 + x));
    else
        t = sqrt((1.0 - x) * (1.0 + x)) / x;
    *tangent = (float)fmin(t, (double)FLT_MAX); // the cosine may be a denormal, 1/cosine is no float then
}

static hit_cone from_angle(hit_vec3 apex, hit_vec3 axis, float value, angle_form form)
{
    const float limit = form == ANGLE_RADIANS ? LARGEST_ANGLE : 0x1.fffffep-1f;
    float tangent = 0.0f;

    if (float_order(value) > 0 && float_order(value) <= float_order(limit)) {
        const hit_fpenv env = hit_fpenv_enter();
        tangent_of(value, form, &tangent);
        hit_fpenv_leave(env);
    }
    return hit_cone_from_tan(apex, axis, tangent);
}

hit_cone hit_cone_make(hit_vec3 apex, hit_vec3 axis, float half_angle)
{
    return from_angle(apex, axis, half_angle, ANGLE_RADIANS);
}

hit_cone hit_cone_from_sin(hit_vec3 apex, hit_vec3 axis, float sine)
{
    return from_angle(apex, axis, sine, ANGLE_SINE);
}

hit_cone hit_cone_from_cos(hit_vec3 apex, hit_vec3 axis, float cosine)
{
    return from_angle(apex, axis, cosine, ANGLE_COSINE);
}

// The heights of two points above the apex as it was rounded, so that the ends stay where they were.
//
// A function of its own, because gcc 12 takes what has been rounded to float and back for what it was before, when it
// handles two components at once (-O2 and -O3, -ftree-slp-vectorize).
static HIT_NOINLINE void heights_above(const hit_vec3* apex, const double u[3], const double a[3], const double b[3],
                                       double h[2])
{
    double x[3], from_a[3], from_b[3];
    const double length = sqrt(dot3(u, u));

    vec3_load(*apex, x);
    for (int k = 0; k < 3; k++) {
        from_a[k] = a[k] - x[k];
        from_b[k] = b[k] - x[k];
    }
    h[0] = fmax(dot3(from_a, u) / length, 0.0) + 0.0;
    h[1] = fmax(dot3(from_b, u) / length, h[0]);
}

// `narrow` and `wide` are the centres of the ends, with their radii. Leaves the cone alone when its numbers leave the
// range of float.
static HIT_NOINLINE void from_radii(hit_vec3 narrow, double small, hit_vec3 wide, double large, hit_cone* cone)
{
    double a[3], b[3], u[3], x[3], h[2];
    hit_vec3 apex;

    vec3_load(narrow, a);
    vec3_load(wide, b);
    for (int k = 0; k < 3; k++)
        u[k] = b[k] - a[k];
    for (int k = 0; k < 3; k++)
        x[k] = a[k] - u[k] * (small / (large - small));
    apex = hit_vec3_make((float)x[0], (float)x[1], (float)x[2]);
    const double length = sqrt(dot3(u, u)), tangent = (large - small) / length;
    if (!hit_vec3_is_finite(apex) || !(length > 0.0) || !(tangent <= (double)FLT_MAX))
        return;
    heights_above(&apex, u, a, b, h);
    if (!isfinite((float)h[1])) // it would be an infinite cone
        return;
    // A difference of floats may be twice FLT_MAX; what a tiny component loses in a quarter of it is nothing then.
    const double scale = length > 0x1p126 ? 0.25 : 1.0;
    cone->apex = apex;
    cone->axis = hit_vec3_make((float)(u[0] * scale), (float)(u[1] * scale), (float)(u[2] * scale));
    cone->tangent = (float)tangent;
    cone->h_min = (float)h[0];
    cone->h_max = (float)h[1];
}

hit_cone hit_cone_from_radii(hit_vec3 a, float radius_a, hit_vec3 b, float radius_b)
{
    hit_cone cone = {zero3(), zero3(), 0.0f, 0.0f, 0.0f};
    const int32_t order_a = float_order(radius_a), order_b = float_order(radius_b);
    hit_fpenv env;

    if (!hit_vec3_is_finite(a) || !hit_vec3_is_finite(b) || !isfinite(radius_a) || !isfinite(radius_b) || order_a < 0 ||
        order_b < 0 || order_a == order_b)
        return cone;
    env = hit_fpenv_enter();
    if (order_a < order_b)
        from_radii(a, (double)radius_a, b, (double)radius_b, &cone);
    else
        from_radii(b, (double)radius_b, a, (double)radius_a, &cone);
    hit_fpenv_leave(env);
    return cone;
}

// ---- What it is ------------------------------------------------------------------------------------------------

static bool is_zero(float x)
{
    return float_order(x) == 0;
}

bool hit_cone_is_valid(const hit_cone* cone)
{
    if (cone == NULL || !hit_vec3_is_finite(cone->apex) || !hit_vec3_is_finite(cone->axis))
        return false;
    const int32_t tangent = float_order(cone->tangent), low = float_order(cone->h_min), high = float_order(cone->h_max);
    const int32_t largest = float_order(FLT_MAX), infinite = float_order(HUGE_VALF);
    return tangent > 0 && tangent <= largest && low >= 0 && low <= largest && low <= high && high <= infinite &&
           !(is_zero(cone->axis.x) && is_zero(cone->axis.y) && is_zero(cone->axis.z));
}

static HIT_NOINLINE void half_angle(float tangent, float* angle)
{
    *angle = (float)fmin(hit_atan((double)tangent), (double)LARGEST_ANGLE);
}

float hit_cone_half_angle(const hit_cone* cone)
{
    float angle;
    hit_fpenv env;

    if (!hit_cone_is_valid(cone))
        return 0.0f;
    env = hit_fpenv_enter();
    half_angle(cone->tangent, &angle);
    hit_fpenv_leave(env);
    return angle;
}

// ---- Points ----------------------------------------------------------------------------------------------------

static HIT_NOINLINE bool contains_exact(const hit_cone* cone, hit_vec3 point)
{
    hit_big d[3], p[3], w[3];
    hit_big_vector(cone->axis, d);
    hit_big_difference(point, cone->apex, p);
    const hit_big s = hit_big_dot(d, p);
    if (s.sign < 0)
        return false;
    hit_big_cross(d, p, w);
    const hit_big t = hit_big_from_float(cone->tangent), st = hit_big_mul(&s, &t);
    const hit_big across = hit_big_dot(w, w), room = hit_big_mul(&st, &st), ss = hit_big_mul(&s, &s);
    if (hit_big_sub(&across, &room).sign > 0)
        return false;
    const hit_big dd = hit_big_dot(d, d);
    for (int end = 0; end < 2; end++) {
        const float h = end == 0 ? cone->h_min : cone->h_max;
        if (!isfinite(h))
            continue;
        const hit_big height = hit_big_from_float(h), hh = hit_big_mul(&height, &height), limit = hit_big_mul(&hh, &dd);
        const int above = hit_big_sub(&ss, &limit).sign;
        if (end == 0 ? above < 0 : above > 0)
            return false;
    }
    return true;
}

// With e = 2^-53: a component of P is off by e of itself, so that s = D·P is off by less than 4e of its terms, a
// component of W = D×P by less than 3e of its two, and W in length by less than 3e of all six, `we`. The product of two
// floats is exact. All this is doubled at least, which covers the roundings of the bounds themselves.
bool hit_cone_contains_in_fpenv(const hit_cone* cone, hit_vec3 point)
{
    const double dx = cone->axis.x, dy = cone->axis.y, dz = cone->axis.z;
    const double px = (double)point.x - cone->apex.x;
    const double py = (double)point.y - cone->apex.y;
    const double pz = (double)point.z - cone->apex.z;
    const double sx = dx * px, sy = dy * py, sz = dz * pz;
    const double s = sx + sy + sz, se = 0x1p-50 * (fabs(sx) + fabs(sy) + fabs(sz));
    if (s + se < 0.0)
        return false;
    if (!(s - se > 0.0))
        return contains_exact(cone, point);

    const double high = (s + se) * (s + se) * (1.0 + 0x1p-50), low = (s - se) * (s - se) * (1.0 - 0x1p-50);
    const double dd = dx * dx + dy * dy + dz * dz;
    const double bottom = (double)cone->h_min * cone->h_min * dd, top = (double)cone->h_max * cone->h_max * dd;
    if (high < bottom * (1.0 - 0x1p-50) || low > top * (1.0 + 0x1p-50))
        return false;

    const double ax = dy * pz, bx = dz * py, ay = dz * px, by = dx * pz, az = dx * py, bz = dy * px;
    const double wx = ax - bx, wy = ay - by, wz = az - bz;
    const double we = 0x1p-50 * (fabs(ax) + fabs(bx) + fabs(ay) + fabs(by) + fabs(az) + fabs(bz));
    const double ww = wx * wx + wy * wy + wz * wz;
    const double wwe = (2.0 * (fabs(wx) + fabs(wy) + fabs(wz)) + we) * we + 0x1p-50 * ww;
    const double tt = (double)cone->tangent * cone->tangent;
    if (ww - wwe > high * tt * (1.0 + 0x1p-50))
        return false;
    if (ww + wwe < low * tt * (1.0 - 0x1p-50) && low >= bottom * (1.0 + 0x1p-50) && high <= top * (1.0 - 0x1p-50))
        return true;
    return contains_exact(cone, point);
}

static HIT_NOINLINE void contains(const hit_cone* cone, hit_vec3 point, bool* inside)
{
    *inside = hit_cone_contains_in_fpenv(cone, point);
}

bool hit_cone_contains(const hit_cone* cone, hit_vec3 point)
{
    hit_fpenv env;
    bool inside;

    if (!hit_cone_is_valid(cone) || !hit_vec3_is_finite(point))
        return false;
    env = hit_fpenv_enter();
    contains(cone, point, &inside);
    hit_fpenv_leave(env);
    return inside;
}

// ---- Bounds ----------------------------------------------------------------------------------------------------

static HIT_NOINLINE void bounds(const hit_cone* cone, hit_aabb* box)
{
    double a[3], d[3];
    float low[3], high[3];

    vec3_load(cone->apex, a);
    vec3_load(cone->axis, d);
    const double square = dot3(d, d), length = sqrt(square);
    for (int k = 0; k < 3; k++) {
        const double u = d[(k + 1) % 3], v = d[(k + 2) % 3];
        const bool across = d[k] == 0.0, along = u == 0.0 && v == 0.0;
        // 3 roundings each; then 3 more up to h·(centre ± rim). The margin covers 16.
        const double centre = along ? copysign(1.0, d[k]) : d[k] / length;
        const double rim = across ? (double)cone->tangent : cone->tangent * sqrt((u * u + v * v) / square);
        const double margin = across || along ? 0.0 : 0x1p-49 * (fabs(centre) + rim);
        const double below = centre - rim, above = centre + rim;
        // The lowest point is on the end at h_min or at h_max, as the sign has it.
        const double lowest = below < 0.0 ? cone->h_max : cone->h_min;
        const double highest = above > 0.0 ? cone->h_max : cone->h_min;
        low[k] = add_down(a[k], lowest * below - cone->h_max * margin);
        high[k] = add_up(a[k], highest * above + cone->h_max * margin);
    }
    *box = hit_bounds_make(low, high);
}

hit_aabb hit_cone_bounds(const hit_cone* cone)
{
    hit_fpenv env;
    hit_aabb box;

    if (!hit_cone_is_valid(cone) || !isfinite(cone->h_max))
        return hit_aabb_empty();
    env = hit_fpenv_enter();
    bounds(cone, &box);
    hit_fpenv_leave(env);
    return box;
}

// ---- Normals ---------------------------------------------------------------------------------------------------

static HIT_NOINLINE void normal_at(const hit_cone* cone, int face, hit_vec3 point, hit_vec3* normal)
{
    double a[3], d[3], p[3], w[3], out[3];

    *normal = zero3();
    vec3_load(cone->axis, d);
    if (face == HIT_FACE_END_A) // 0 - x rather than -x: no component is -0
        *normal = hit_vec3_sub(zero3(), unit3(d));
    if (face == HIT_FACE_END_B)
        *normal = unit3(d);
    if (face != HIT_FACE_SIDE)
        return;
    vec3_load(cone->apex, a);
    vec3_load(point, p);
    for (int k = 0; k < 3; k++)
        p[k] -= a[k];
    // (D×P)×D points away from the axis, and is zero on it. It is a product of three floats.
    cross3(d, p, w);
    cross3(w, d, out);
    const double across = sqrt(dot3(out, out)), length = sqrt(dot3(d, d));
    if (!(across > 0.0) || !isfinite(across))
        return;
    for (int k = 0; k < 3; k++)
        out[k] = out[k] / across - cone->tangent * (d[k] / length);
    *normal = unit3(out);
}

hit_vec3 hit_cone_normal(const hit_cone* cone, int face, hit_vec3 point)
{
    hit_fpenv env;
    hit_vec3 normal;

    if (!hit_cone_is_valid(cone))
        return zero3();
    env = hit_fpenv_enter();
    normal_at(cone, face, point, &normal);
    hit_fpenv_leave(env);
    return normal;
}
