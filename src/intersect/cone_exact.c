// A ray against a cone in exact integers: see quadratic.h, and ray_cone.c for the formulas.
//
// A root of the side is compared with a float by the signs of f and f', as in quadratic_exact.c. The plane at height h
// is crossed at t = (mu + h·L) / delta, where L = |D| is the root of an integer; so each sign that is asked there is
// that of x + y·L (hit_big_root_sign). In particular, at the crossing,
//   f = D·D·(N + h^2·a + 2·h·q·L) / delta^2  and  f' = 2·L·(q·L + h·a) / delta,
// because (mu·g - delta·k)^2 = D·D·N and (mu·g - delta·k)·g = D·D·q.
// Cost: about 6 µs.
#include "intersect/quadratic.h"

#include "base/assert.h"

// The quadratic, and what else the formulas above need. `side` has a >= 0, all its signs inverted when `flipped`;
// its d is that of ray_cone.c, without the factor D·D.
typedef struct exact_cone {
    hit_exact_quadratic side;
    hit_big square; // D·D
    hit_big delta, mu, q, n;
    hit_big twice_b; // for the root c / 2b of a linear f
    bool flipped, linear;
} exact_cone;

typedef enum end_kind { END_ROOT, END_PLANE, END_NEVER } end_kind;

// An end of an interval: a root of the side (which = 0 the smaller, 1 the larger), a plane at height h, or infinity.
typedef struct cone_end {
    end_kind kind;
    int which;
    float h;
    int face;
} cone_end;

static void negate(hit_big* x)
{
    x->sign = -x->sign;
}

static void exact_cone_make(const hit_ray* ray, const hit_cone* cone, exact_cone* x)
{
    hit_big axis[3], d[3], m[3], g[3], k[3], n[3], y[3], ty[3];
    const hit_big t = hit_big_from_float(cone->tangent), two = hit_big_from_float(2.0f);
    hit_big_vector(cone->axis, axis);
    hit_big_vector(ray->direction, d);
    hit_big_difference(cone->apex, ray->origin, m);
    hit_big_cross(axis, d, g);
    hit_big_cross(axis, m, k);
    hit_big_cross(d, m, n);
    hit_big_cross(axis, n, y);
    for (int i = 0; i < 3; i++)
        ty[i] = hit_big_mul(&t, &y[i]);
    x->square = hit_big_dot(axis, axis);
    x->delta = hit_big_dot(axis, d);
    x->mu = hit_big_dot(axis, m);
    x->q = hit_big_dot(y, d);
    x->n = hit_big_dot(y, y);
    const hit_big td = hit_big_mul(&t, &x->delta), tm = hit_big_mul(&t, &x->mu), axis_n = hit_big_dot(axis, n);
    const hit_big gg = hit_big_dot(g, g), gk = hit_big_dot(g, k), kk = hit_big_dot(k, k), yy = hit_big_dot(ty, ty);
    const hit_big aa = hit_big_mul(&td, &td), bb = hit_big_mul(&td, &tm), cc = hit_big_mul(&tm, &tm);
    const hit_big dd = hit_big_mul(&axis_n, &axis_n);
    x->side.a = hit_big_sub(&gg, &aa);
    x->side.b = hit_big_sub(&gk, &bb);
    x->side.c = hit_big_sub(&kk, &cc);
    x->side.d = hit_big_sub(&yy, &dd);
    x->twice_b = hit_big_mul(&two, &x->side.b);
    x->linear = x->side.a.sign == 0;
    x->flipped = x->side.a.sign < 0;
    if (x->flipped) {
        negate(&x->side.a);
        negate(&x->side.b);
        negate(&x->side.c);
    }
    HIT_ASSERT(x->side.a.sign >= 0 && x->square.sign > 0);
}

// The sign of height - h for a point whose height times |D| is `s`.
static int compare_height(const exact_cone* x, const hit_big* s, float h)
{
    const hit_big below = hit_big_from_float(-h);
    return hit_big_root_sign(s, &below, &x->square);
}

// The sign of a root of the side minus the crossing of the plane at h; delta is not 0.
static int compare_plane(const exact_cone* x, const cone_end* root, float h)
{
    const hit_big height = hit_big_from_float(h), hq = hit_big_mul(&height, &x->q), y = hit_big_add(&hq, &hq);
    const hit_big ha = hit_big_mul(&height, &x->side.a), hha = hit_big_mul(&height, &ha);
    const int turned = x->flipped ? -1 : 1;
    HIT_ASSERT(x->delta.sign != 0);
    const hit_big sum = x->flipped ? hit_big_sub(&x->n, &hha) : hit_big_add(&x->n, &hha);
    const int value = turned * hit_big_root_sign(&sum, &y, &x->square);
    if (x->linear)
        return value * x->side.b.sign;
    hit_big slope = ha;
    if (x->flipped)
        negate(&slope);
    const int direction = turned * hit_big_root_sign(&slope, &x->q, &x->square) * x->delta.sign;
    const int outer = root->which == 0 ? -1 : 1;
    if (value < 0)
        return outer; // the plane is crossed between the roots
    if (value > 0)
        return -direction;
    return direction == 0 || direction == outer ? 0 : -direction;
}

// The sign of end - t for a t that may be infinite.
static int compare_float(const exact_cone* x, const cone_end* end, float t)
{
    if (t > FLT_MAX || t < -FLT_MAX)
        return t > 0.0f ? -1 : 1;
    const hit_big num = hit_big_from_float(t), den = hit_big_from_float(1.0f);
    if (end->kind == END_PLANE) {
        const hit_big td = hit_big_mul(&num, &x->delta), s = hit_big_sub(&td, &x->mu); // s at t
        return -compare_height(x, &s, end->h) * x->delta.sign;
    }
    const hit_exact_end root = {x->linear ? NULL : &x->side, end->which, &x->side.c, &x->twice_b, end->face};
    return hit_exact_end_compare(&root, &num, &den);
}

static double big_value(const hit_big* x)
{
    int places;
    const double fraction = hit_big_split(x, &places);
    return ldexp(fraction, 32 * places);
}

static double plane_value(const exact_cone* x, float h)
{
    const double mu = big_value(&x->mu), delta = big_value(&x->delta), hl = h * sqrt(big_value(&x->square));
    if (x->mu.sign >= 0)
        return (mu + hl) / delta;
    // The sum cancels: (h·L)^2 - mu^2 exactly, over h·L - mu.
    const hit_big height = hit_big_from_float(h), hh = hit_big_mul(&height, &height);
    const hit_big p = hit_big_mul(&hh, &x->square), q = hit_big_mul(&x->mu, &x->mu), rest = hit_big_sub(&p, &q);
    return big_value(&rest) / (hl - mu) / delta;
}

static double end_value(const exact_cone* x, const cone_end* end)
{
    if (end->kind == END_NEVER)
        return 0.0; // the ray's own end takes its place
    if (end->kind == END_PLANE)
        return plane_value(x, end->h);
    if (x->linear)
        return hit_big_ratio(&x->side.c, &x->twice_b);
    // d has products of 8 floats, which a double does not hold; its root has.
    int places;
    const double d = hit_big_split(&x->side.d, &places), b = big_value(&x->side.b);
    const double s = ldexp(sqrt(d), 16 * places) * sqrt(big_value(&x->square));
    const double sum = b >= 0.0 ? b + s : b - s;
    if (sum == 0.0)
        return 0.0;                      // b = d = 0, hence c = 0
    if ((b >= 0.0) == (end->which == 0)) // the root of the other sign in the sum: Vieta
        return big_value(&x->side.c) / sum;
    return sum / big_value(&x->side.a);
}

static bool clip(const exact_cone* x, const hit_ray* ray, const cone_end* enter, const cone_end* leave, hit_span* span)
{
    const bool bounded_enter = enter->kind != END_NEVER, bounded_leave = leave->kind != END_NEVER;
    if ((bounded_enter && compare_float(x, enter, ray->t_max) > 0) ||
        (bounded_leave && compare_float(x, leave, ray->t_min) < 0))
        return false;
    if (span == NULL)
        return true;
    const double t[2] = {end_value(x, enter), end_value(x, leave)};
    const int face[2] = {enter->face, leave->face};
    const bool inside = !bounded_enter || compare_float(x, enter, ray->t_min) < 0;
    const bool beyond = !bounded_leave || compare_float(x, leave, ray->t_max) > 0;
    hit_curved_store(ray, t, face, inside, beyond, span);
    return true;
}

// Cut an interval of the side by the planes. False when nothing is left.
static bool cut_by_planes(const exact_cone* x, const hit_cone* cone, cone_end* enter, cone_end* leave)
{
    const bool forward = x->delta.sign > 0;
    const cone_end low = {cone->h_min > 0.0f ? END_PLANE : END_NEVER, 0, cone->h_min, HIT_FACE_END_A};
    const cone_end high = {cone->h_max <= FLT_MAX ? END_PLANE : END_NEVER, 0, cone->h_max, HIT_FACE_END_B};
    const cone_end first = forward ? low : high, last = forward ? high : low;
    const bool starts = enter->kind != END_NEVER, ends = leave->kind != END_NEVER;
    // On a rim, both are equal, and the side stays.
    if (first.kind == END_PLANE && ends && compare_plane(x, leave, first.h) < 0)
        return false;
    if (last.kind == END_PLANE && starts && compare_plane(x, enter, last.h) > 0)
        return false;
    if (first.kind == END_PLANE && (!starts || compare_plane(x, enter, first.h) < 0))
        *enter = first;
    if (last.kind == END_PLANE && (!ends || compare_plane(x, leave, last.h) > 0))
        *leave = last;
    return true;
}

// A ray along the side, from the apex on: its ends are on the side too.
static bool along_side(const exact_cone* x, const hit_ray* ray, const hit_cone* cone, hit_span* span)
{
    const cone_end low = {END_PLANE, 0, cone->h_min, HIT_FACE_SIDE};
    const cone_end high = {cone->h_max <= FLT_MAX ? END_PLANE : END_NEVER, 0, cone->h_max,
                           cone->h_max <= FLT_MAX ? HIT_FACE_SIDE : HIT_FACE_NONE};
    return x->delta.sign > 0 ? clip(x, ray, &low, &high, span) : clip(x, ray, &high, &low, span);
}

bool hit_ray_cone_exact(const hit_ray* ray, const hit_cone* cone, hit_span* span)
{
    exact_cone x;
    exact_cone_make(ray, cone, &x);
    const cone_end never = {END_NEVER, 0, 0.0f, HIT_FACE_NONE};
    cone_end enter = {END_ROOT, 0, 0.0f, HIT_FACE_SIDE}, leave = {END_ROOT, 1, 0.0f, HIT_FACE_SIDE};
    const bool forward = x.delta.sign > 0;
    if (x.side.d.sign < 0)
        return false;
    if (x.linear && x.side.b.sign == 0)
        return x.side.c.sign == 0 && along_side(&x, ray, cone, span);
    // Of the two nappes, the line is in the mirror image only when q > 0, unless it is in both.
    if (!x.flipped && x.q.sign > 0)
        return false;
    if (x.flipped || x.linear) {
        if (forward) {
            enter.which = 1;
            leave = never;
        } else {
            leave.which = 0;
            enter = never;
        }
    }
    if (x.delta.sign != 0)
        return cut_by_planes(&x, cone, &enter, &leave) && clip(&x, ray, &enter, &leave, span);
    hit_big s = x.mu; // all at one height
    negate(&s);
    if (compare_height(&x, &s, cone->h_min) < 0 || (cone->h_max <= FLT_MAX && compare_height(&x, &s, cone->h_max) > 0))
        return false;
    return clip(&x, ray, &enter, &leave, span);
}
