// Spheres, capsules, cylinders and discs against an oracle in MPFR.
//
// The oracle uses other formulas than the library: textbook roots (b ± sqrt(b^2 - a·c)) / a, the cylinder by
// projections instead of cross products, the capsule as the union of two spheres and a cylinder, the disc by its point.
// It starts with 512 bits and watches every subtraction; when one cancels more than a quarter of the bits, it starts
// over with 4608, where sums of products of 8 floats are exact, and a difference of less than 2^-4000 is a zero that a
// square root or quotient has blurred (a root differs from a quotient by more than 2^-2400 of its size, or not at all).
//
// Checked for each case: hit or miss, inside, both faces, and both t in ulp; the bound is 0.57 ulp from the exact
// value. HIT_CASES sets the number of cases, HIT_SEED the seed.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/oracle/mpreal.h"

#include <float.h>
#include <hitscan/intersect.h>
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>

#define MAX_ULP 0.57

// ---- The oracle ------------------------------------------------------------------------------------------------

enum { SPHERE, CAPSULE, CYLINDER, DISC, SHAPES };
static const char* const shape_name[SHAPES] = {"sphere", "capsule", "cylinder", "disc"};

typedef struct shape {
    int kind;
    hit_vec3 a, b; // centre; the ends; centre and normal
    float radius;
} shape;

static bool empty(const shape* s)
{
    if (s->kind == CYLINDER)
        return s->a.x == s->b.x && s->a.y == s->b.y && s->a.z == s->b.z;
    return s->kind == DISC && s->b.x == 0.0f && s->b.y == 0.0f && s->b.z == 0.0f;
}

typedef struct interval {
    bool any;
    mpfr_ptr t[2];
    int face[2];
} interval;

static interval quadratic(mpfr_srcptr a, mpfr_srcptr b, mpfr_srcptr c)
{
    interval r = {false, {NULL, NULL}, {HIT_FACE_SIDE, HIT_FACE_SIDE}};
    mpfr_ptr d = mpreal_sub(mpreal_mul(b, b), mpreal_mul(a, c));
    if (mpfr_sgn(d) < 0)
        return r;
    d = mpreal_sqrt(d);
    r.any = true;
    r.t[0] = mpreal_div(mpreal_sub(b, d), a);
    r.t[1] = mpreal_div(mpreal_add(b, d), a);
    return r;
}

static interval ball(const hit_ray* ray, hit_vec3 center, float radius)
{
    const mpreal_vec d = mpreal_vec_from(ray->direction),
                     m = mpreal_vec_sub(mpreal_vec_from(center), mpreal_vec_from(ray->origin));
    mpfr_ptr r = mpreal_from_float(radius);
    return quadratic(mpreal_dot(d, d), mpreal_dot(d, m), mpreal_sub(mpreal_dot(m, m), mpreal_mul(r, r)));
}

static void cut(interval* r, mpfr_ptr first, int first_face, mpfr_ptr last, int last_face)
{
    if (mpreal_compare(first, r->t[1]) > 0 || mpreal_compare(last, r->t[0]) < 0) {
        r->any = false;
        return;
    }
    if (mpreal_compare(first, r->t[0]) > 0) {
        r->t[0] = first;
        r->face[0] = first_face;
    }
    if (mpreal_compare(last, r->t[1]) < 0) {
        r->t[1] = last;
        r->face[1] = last_face;
    }
}

static interval cylinder(const hit_ray* ray, const shape* s)
{
    interval r = {true, {mpreal_from_float(-HUGE_VALF), mpreal_from_float(HUGE_VALF)}, {HIT_FACE_SIDE, HIT_FACE_SIDE}};
    const mpreal_vec o = mpreal_vec_from(ray->origin), d = mpreal_vec_from(ray->direction), p = mpreal_vec_from(s->a),
                     q = mpreal_vec_from(s->b);
    const mpreal_vec u = mpreal_vec_sub(q, p), m = mpreal_vec_sub(p, o), n = mpreal_vec_sub(q, o);
    mpfr_ptr radius = mpreal_from_float(s->radius), rr = mpreal_mul(radius, radius);
    mpfr_ptr uu = mpreal_dot(u, u), du = mpreal_dot(d, u), mu = mpreal_dot(m, u), nu = mpreal_dot(n, u);
    mpfr_ptr a = mpreal_sub(mpreal_mul(mpreal_dot(d, d), uu), mpreal_mul(du, du));
    mpfr_ptr c = mpreal_sub(mpreal_sub(mpreal_mul(mpreal_dot(m, m), uu), mpreal_mul(mu, mu)), mpreal_mul(rr, uu));
    if (mpfr_sgn(a) == 0)
        r.any = mpfr_sgn(c) <= 0;
    else
        r = quadratic(a, mpreal_sub(mpreal_mul(mpreal_dot(d, m), uu), mpreal_mul(du, mu)), c);
    if (!r.any)
        return r;
    if (mpfr_sgn(du) == 0)
        r.any = mpfr_sgn(mu) <= 0 && mpfr_sgn(nu) >= 0;
    else if (mpfr_sgn(du) > 0)
        cut(&r, mpreal_div(mu, du), HIT_FACE_END_A, mpreal_div(nu, du), HIT_FACE_END_B);
    else
        cut(&r, mpreal_div(nu, du), HIT_FACE_END_B, mpreal_div(mu, du), HIT_FACE_END_A);
    return r;
}

static interval capsule(const hit_ray* ray, const shape* s)
{
    const bool point = s->a.x == s->b.x && s->a.y == s->b.y && s->a.z == s->b.z;
    interval r = ball(ray, s->a, s->radius);
    if (point)
        return r;
    for (int i = 0; i < 2; i++) {
        const interval more = i == 0 ? ball(ray, s->b, s->radius) : cylinder(ray, s);
        if (!more.any)
            continue;
        if (!r.any) {
            r = more;
            continue;
        }
        if (mpreal_compare(more.t[0], r.t[0]) < 0)
            r.t[0] = more.t[0];
        if (mpreal_compare(more.t[1], r.t[1]) > 0)
            r.t[1] = more.t[1];
    }
    if (!r.any)
        return r;
    const mpreal_vec d = mpreal_vec_from(ray->direction), p = mpreal_vec_from(s->a), q = mpreal_vec_from(s->b),
                     o = mpreal_vec_from(ray->origin);
    const mpreal_vec u = mpreal_vec_sub(q, p), m = mpreal_vec_sub(p, o), n = mpreal_vec_sub(q, o);
    for (int i = 0; i < 2; i++) {
        mpfr_ptr y = mpreal_mul(r.t[i], mpreal_dot(d, u));
        r.face[i] = mpreal_compare(y, mpreal_dot(m, u)) < 0   ? HIT_FACE_END_A
                    : mpreal_compare(y, mpreal_dot(n, u)) > 0 ? HIT_FACE_END_B
                                                              : HIT_FACE_SIDE;
    }
    return r;
}

static interval disc(const hit_ray* ray, const shape* s)
{
    interval r = {false, {NULL, NULL}, {HIT_FACE_SIDE, HIT_FACE_SIDE}};
    const mpreal_vec d = mpreal_vec_from(ray->direction),
                     m = mpreal_vec_sub(mpreal_vec_from(s->a), mpreal_vec_from(ray->origin)), n = mpreal_vec_from(s->b);
    mpfr_ptr nm = mpreal_dot(n, m), nd = mpreal_dot(n, d), radius = mpreal_from_float(s->radius);
    if (mpfr_sgn(nd) == 0)
        return mpfr_sgn(nm) == 0 ? ball(ray, s->a, s->radius) : r;
    mpfr_ptr t = mpreal_div(nm, nd);
    const mpreal_vec p = {mpreal_sub(mpreal_mul(t, d.x), m.x), mpreal_sub(mpreal_mul(t, d.y), m.y),
                          mpreal_sub(mpreal_mul(t, d.z), m.z)};
    r.any = mpreal_compare(mpreal_dot(p, p), mpreal_mul(radius, radius)) <= 0;
    r.t[0] = r.t[1] = t;
    return r;
}

typedef struct answer {
    bool hit, inside;
    int face[2];
    mpfr_ptr t[2];
} answer;

static answer oracle(const hit_ray* ray, const shape* s)
{
    answer r;
    memset(&r, 0, sizeof r);
    // Scaling may have left nothing.
    if (empty(s) || (ray->direction.x == 0.0f && ray->direction.y == 0.0f && ray->direction.z == 0.0f))
        return r;
    for (int level = 0;; level++) {
        memset(&r, 0, sizeof r);
        mpreal_start(level);
        const interval i = s->kind == SPHERE    ? ball(ray, s->a, s->radius)
                           : s->kind == CAPSULE ? capsule(ray, s)
                           : s->kind == DISC    ? disc(ray, s)
                                                : cylinder(ray, s);
        if (i.any) {
            mpfr_ptr low = mpreal_from_float(ray->t_min), high = mpreal_from_float(ray->t_max);
            r.hit = mpreal_compare(i.t[0], high) <= 0 && mpreal_compare(i.t[1], low) >= 0;
            r.inside = mpreal_compare(i.t[0], low) < 0;
            const bool beyond = mpreal_compare(i.t[1], high) > 0;
            r.face[0] = r.inside ? HIT_FACE_NONE : i.face[0];
            r.face[1] = beyond ? HIT_FACE_NONE : i.face[1];
            r.t[0] = r.inside ? low : i.t[0];
            r.t[1] = beyond ? high : i.t[1];
        }
        if (!mpreal_undecided || level == MPREAL_LEVELS - 1)
            return r;
    }
}

// ---- Cases -----------------------------------------------------------------------------------------------------

enum {
    RANDOM,
    TANGENT,
    SURFACE,
    INSIDE,
    FAR_AWAY,
    SCALES,
    ALIGNED,
    DISTURBED,
    CROWDED,
    ZERO_RADIUS,
    TOUCHING_END,
    ANY_BITS,
    CATEGORIES
};
static const char* const category_name[CATEGORIES] = {"random",   "near tangent", "on the surface", "inside",
                                                      "far away", "scales",       "axis-aligned",   "disturbed",
                                                      "crowded",  "radius zero",  "ends touch",     "any bits"};

static uint64_t state;

static uint64_t bits(void)
{
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int below(int n)
{
    return (int)(bits() % (uint64_t)n);
}

static double uniform(double low, double high)
{
    return low + (high - low) * ((double)(bits() >> 11) * 0x1p-53);
}

static hit_vec3 box_point(double size)
{
    return hit_vec3_make((float)uniform(-size, size), (float)uniform(-size, size), (float)uniform(-size, size));
}

static hit_vec3 grid_point(int size)
{
    return hit_vec3_make((float)(below(2 * size + 1) - size), (float)(below(2 * size + 1) - size),
                         (float)(below(2 * size + 1) - size));
}

static float any_float(void)
{
    for (;;) {
        const uint32_t b = (uint32_t)bits();
        float x;
        memcpy(&x, &b, sizeof x);
        if (isfinite(x))
            return x;
    }
}

typedef struct point {
    double x, y, z;
} point;

static point at(hit_vec3 p, double s, point v)
{
    const point r = {p.x + s * v.x, p.y + s * v.y, p.z + s * v.z};
    return r;
}

static hit_vec3 rounded(point p)
{
    return hit_vec3_make((float)p.x, (float)p.y, (float)p.z);
}

static point unit(void)
{
    for (;;) {
        const point v = {uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0)};
        const double l = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
        if (l > 0.1 && l <= 1.0) {
            const point r = {v.x / l, v.y / l, v.z / l};
            return r;
        }
    }
}

// A unit vector that is perpendicular to v.
static point perpendicular(point v)
{
    if (v.x == 0.0 && v.y == 0.0 && v.z == 0.0)
        return unit();
    for (;;) {
        const point w = unit(), c = {v.y * w.z - v.z * w.y, v.z * w.x - v.x * w.z, v.x * w.y - v.y * w.x};
        const double l = sqrt(c.x * c.x + c.y * c.y + c.z * c.z);
        if (l > 0.1 * sqrt(v.x * v.x + v.y * v.y + v.z * v.z)) {
            const point r = {c.x / l, c.y / l, c.z / l};
            return r;
        }
    }
}

// A point of the surface of s, and the outward normal there.
static point surface_point(const shape* s, point* normal)
{
    const point axis = {(double)s->b.x - s->a.x, (double)s->b.y - s->a.y, (double)s->b.z - s->a.z};
    const point n = {s->b.x, s->b.y, s->b.z};
    const double along = uniform(0.0, 1.0);
    *normal = unit();
    if (s->kind == DISC) {
        *normal = perpendicular(n);
        return at(s->a, below(2) ? s->radius : s->radius * uniform(0.0, 1.0), *normal);
    }
    if (s->kind == SPHERE || (s->kind == CAPSULE && below(2)))
        return at(s->kind == CAPSULE && below(2) ? s->b : s->a, s->radius, *normal);
    *normal = perpendicular(axis);
    point p = at(s->a, below(3) ? along : 1.0, axis); // at the rim one time in three
    p.x += s->radius * normal->x;
    p.y += s->radius * normal->y;
    p.z += s->radius * normal->z;
    if (s->kind == CYLINDER && below(3) == 0) { // on a cap
        const point q = at(below(2) ? s->a : s->b, s->radius * uniform(0.0, 1.0), *normal);
        return q;
    }
    return p;
}

static float nudged(float x)
{
    for (int i = below(4); i > 0; i--)
        x = nextafterf(x, below(2) ? HUGE_VALF : -HUGE_VALF);
    return x;
}

static void aim(hit_ray* ray, point target)
{
    do {
        ray->direction = hit_vec3_make((float)(target.x - ray->origin.x), (float)(target.y - ray->origin.y),
                                       (float)(target.z - ray->origin.z));
        if (ray->direction.x == 0.0f && ray->direction.y == 0.0f && ray->direction.z == 0.0f)
            target = at(ray->origin, 1.0, unit());
    } while (ray->direction.x == 0.0f && ray->direction.y == 0.0f && ray->direction.z == 0.0f);
    const float scale = below(3) ? 1.0f : (float)uniform(0.01, 3.0);
    ray->direction.x *= scale, ray->direction.y *= scale, ray->direction.z *= scale;
}

static bool call(hit_ray ray, const shape* s, hit_span* span)
{
    const hit_sphere sphere = {s->a, s->radius};
    const hit_capsule capsule_shape = {s->a, s->b, s->radius};
    const hit_cylinder cylinder_shape = {s->a, s->b, s->radius};
    const hit_disc disc_shape = {s->a, s->b, s->radius};
    switch (s->kind) {
    case SPHERE:
        return hit_ray_sphere(ray, sphere, span);
    case CAPSULE:
        return hit_ray_capsule(ray, capsule_shape, span);
    case CYLINDER:
        return hit_ray_cylinder(ray, cylinder_shape, span);
    default:
        return hit_ray_disc(ray, disc_shape, span);
    }
}

static void scale_vec(hit_vec3* v, int power)
{
    v->x = ldexpf(v->x, power), v->y = ldexpf(v->y, power), v->z = ldexpf(v->z, power);
}

static void scale_each(hit_vec3* v)
{
    v->x = ldexpf(v->x, below(81) - 40), v->y = ldexpf(v->y, below(81) - 40), v->z = ldexpf(v->z, below(81) - 40);
}

// Zeros become tiny numbers: with the other coordinates whole, this is as close to tangency, to a surface or to being
// parallel as floats can come, far beyond what double-double resolves.
static void disturb(hit_vec3* v)
{
    float* const c[3] = {&v->x, &v->y, &v->z};
    for (int i = 0; i < 3; i++)
        if (*c[i] == 0.0f && below(3) == 0)
            *c[i] = ldexpf(below(2) ? 1.0f : -1.0f, -10 - below(130));
}

static float tiny(void)
{
    return below(3) == 0 ? 0.0f : (float)ldexp(uniform(-1.0, 1.0), -10 - below(70));
}

// Radius 5 about (3, 4): a line from the surface through the centre, or a tangent, moved such that the first orders of
// the moves cancel (3·4e = 4·3e). What is left is of the order of e^2, between terms of other sizes that double or
// double-double have no room for. The axis of a capsule or cylinder is along z, near enough.
static void make_crowded(hit_ray* ray, shape* s)
{
    const float e = tiny();
    const bool tangent = below(2) != 0;
    s->radius = 5.0f;
    s->a = hit_vec3_make(3.0f, 4.0f, s->kind == CAPSULE || s->kind == CYLINDER ? -1.0f : tiny());
    s->b = hit_vec3_make(3.0f, 4.0f, 2.0f);
    if (s->kind == DISC)
        s->b = below(2) ? hit_vec3_make(tiny(), tiny(), 1.0f) : hit_vec3_make(4.0f, -3.0f, tiny());
    ray->origin = hit_vec3_make(-4.0f * e, 3.0f * e, tiny());
    ray->direction = tangent ? hit_vec3_make(4.0f, -3.0f, tiny()) : hit_vec3_make(3.0f, 4.0f, tiny());
    if (below(3) == 0) {
        ray->direction.x += (float)(below(3) - 1);
        ray->direction.y += (float)(below(3) - 1);
    }
}

static void set_ends(hit_ray* ray, int category, const shape* s)
{
    hit_span span;
    ray->t_min = -HUGE_VALF, ray->t_max = HUGE_VALF;
    if (category == TOUCHING_END && call(*ray, s, &span)) {
        const float t[2] = {nudged(span.t_enter), nudged(span.t_exit)};
        if (below(2))
            ray->t_min = isfinite(t[0]) ? t[below(2)] : 0.0f;
        else
            ray->t_max = isfinite(t[1]) ? t[below(2)] : 0.0f;
        return;
    }
    switch (below(4)) {
    case 0: // line
        return;
    case 1: // ray
        ray->t_min = 0.0f;
        return;
    case 2: // segment
        ray->t_min = 0.0f, ray->t_max = 1.0f;
        return;
    default:
        ray->t_min = (float)uniform(-2.0, 2.0);
        ray->t_max = ray->t_min + (float)uniform(0.0, 2.0);
    }
}

static void make_case(int category, int kind, hit_ray* ray, shape* s)
{
    point normal, p;
    do {
        const bool grid = category == ALIGNED || category == DISTURBED || category == ZERO_RADIUS ||
                          (category == TOUCHING_END && below(2));
        s->kind = kind;
        s->a = grid ? grid_point(3) : box_point(10.0);
        s->b = grid ? grid_point(3) : box_point(10.0);
        s->radius = category == ZERO_RADIUS ? 0.0f : grid ? (float)(1 + below(3)) : (float)uniform(0.1, 6.0);
        ray->origin = grid ? grid_point(4) : box_point(20.0);
        if (grid && below(3) == 0) { // an axis along a coordinate axis
            s->b = kind == DISC ? hit_vec3_make(0.0f, 0.0f, 0.0f) : s->a;
            *(below(3) == 0 ? &s->b.x : below(2) ? &s->b.y : &s->b.z) += (float)(1 + below(3));
        }
    } while (empty(s));
    p = surface_point(s, &normal);
    switch (category) {
    case TANGENT: {
        const double length = uniform(0.1, 20.0);
        const point v = perpendicular(normal), o = {p.x - length * v.x, p.y - length * v.y, p.z - length * v.z};
        ray->origin = rounded(o);
        aim(ray, p);
        if (below(2))
            ray->direction = rounded(v);
        break;
    }
    case SURFACE:
        ray->origin = rounded(p);
        ray->origin.x = nudged(ray->origin.x), ray->origin.y = nudged(ray->origin.y);
        aim(ray, below(2) ? at(s->a, uniform(0.0, 2.0) * s->radius, unit()) : at(ray->origin, 1.0, unit()));
        break;
    case INSIDE:
        ray->origin = rounded(at(s->a, uniform(0.0, 0.9) * s->radius, unit()));
        aim(ray, at(ray->origin, uniform(0.1, 10.0), unit()));
        break;
    case FAR_AWAY:
        ray->origin = rounded(at(s->a, pow(10.0, uniform(4.0, 9.0)), unit()));
        aim(ray, below(2) ? p : at(s->a, uniform(0.0, 1.5) * s->radius, unit()));
        break;
    case ALIGNED:
    case DISTURBED:
    case ZERO_RADIUS:
        ray->direction = grid_point(2);
        if (below(2))
            ray->direction = hit_vec3_make(below(2) ? 1.0f : -1.0f, 0.0f, -0.0f);
        if (below(3) == 0) {
            const float x = ray->direction.x;
            ray->direction.x = ray->direction.z;
            ray->direction.z = x;
        }
        if (category == ZERO_RADIUS && below(2))
            aim(ray, at(s->a, 0.0, unit()));
        if (ray->direction.x == 0.0f && ray->direction.y == 0.0f && ray->direction.z == 0.0f)
            ray->direction.y = -1.0f;
        break;
    case CROWDED:
        make_crowded(ray, s);
        break;
    case ANY_BITS:
        s->a = hit_vec3_make(any_float(), any_float(), any_float());
        s->b = hit_vec3_make(any_float(), any_float(), any_float());
        s->radius = fabsf(any_float());
        ray->origin = hit_vec3_make(any_float(), any_float(), any_float());
        ray->direction = hit_vec3_make(any_float(), any_float(), any_float());
        break;
    default:
        aim(ray, below(4) ? at(s->a, uniform(0.0, 1.2) * s->radius, unit()) : p);
    }
    if (category == SCALES) {
        const int power = below(241) - 120, turn = below(241) - 120;
        if (below(3) == 0)
            scale_each(&s->a), scale_each(&s->b), scale_each(&ray->origin), scale_each(&ray->direction);
        scale_vec(&s->a, power < 70 ? power : 70);
        scale_vec(&s->b, power < 70 ? power : 70);
        scale_vec(&ray->origin, power < 70 ? power : 70);
        scale_vec(&ray->direction, turn < 70 ? turn : 70);
        s->radius = ldexpf(s->radius, power < 70 ? power : 70);
    }
    if (category == DISTURBED)
        disturb(&s->a), disturb(&s->b), disturb(&ray->origin), disturb(&ray->direction);
    set_ends(ray, category, s);
}

// ---- The test --------------------------------------------------------------------------------------------------

typedef struct row {
    uint64_t cases, hits, wrong;
    double ulp[2];
} row;

static void print_case(const hit_ray* r, const shape* s, bool hit, const hit_span* span, const answer* want)
{
    printf("%s a (%a %a %a) b (%a %a %a) radius %a\n", shape_name[s->kind], (double)s->a.x, (double)s->a.y,
           (double)s->a.z, (double)s->b.x, (double)s->b.y, (double)s->b.z, (double)s->radius);
    printf("  origin (%a %a %a) direction (%a %a %a) t [%a, %a]\n", (double)r->origin.x, (double)r->origin.y,
           (double)r->origin.z, (double)r->direction.x, (double)r->direction.y, (double)r->direction.z,
           (double)r->t_min, (double)r->t_max);
    if (hit)
        printf("  got  [%.9g, %.9g] faces %d %d inside %d\n", (double)span->t_enter, (double)span->t_exit,
               span->face_enter, span->face_exit, span->inside);
    if (want->hit)
        printf("  want [%.17g, %.17g] faces %d %d inside %d\n", mpfr_get_d(want->t[0], MPFR_RNDN),
               mpfr_get_d(want->t[1], MPFR_RNDN), want->face[0], want->face[1], want->inside);
    printf("  %s, wanted %s\n", hit ? "hit" : "miss", want->hit ? "hit" : "miss");
}

static void check(const hit_ray* ray, const shape* s, row* to)
{
    hit_span span;
    memset(&span, 0x5a, sizeof span);
    const hit_span before = span;
    const bool hit = call(*ray, s, &span);
    const answer want = oracle(ray, s);
    bool wrong = hit != want.hit;
    to->cases++;
    to->hits += want.hit;
    if (!hit && memcmp(&before, &span, sizeof span) != 0)
        wrong = true;
    if (hit && want.hit) {
        const double enter = mpreal_ulp_error(span.t_enter, want.t[0]),
                     leave = mpreal_ulp_error(span.t_exit, want.t[1]);
        to->ulp[0] = enter > to->ulp[0] ? enter : to->ulp[0];
        to->ulp[1] = leave > to->ulp[1] ? leave : to->ulp[1];
        if (!(enter <= MAX_ULP) || !(leave <= MAX_ULP) || !(span.t_enter <= span.t_exit) ||
            span.inside != want.inside || span.face_enter != want.face[0] || span.face_exit != want.face[1])
            wrong = true;
        if ((span.t_enter == 0.0f && signbit(span.t_enter)) || (span.t_exit == 0.0f && signbit(span.t_exit)))
            wrong = true;
    }
    if (wrong && to->wrong++ < 3)
        print_case(ray, s, hit, &span, &want);
}

static void curved_shapes_match_the_oracle(void** unused)
{
    static const mpfr_prec_t bits_of_level[MPREAL_LEVELS] = {512, 4608};
    static const mpfr_exp_t lost[MPREAL_LEVELS] = {128, 4000};
    static row rows[SHAPES][CATEGORIES];
    const uint64_t cases = test_cases(528000), seed = test_seed();
    uint64_t wrong = 0;
    double worst = 0.0;
    (void)unused;
    mpreal_init(bits_of_level, lost);
    printf("seed %" PRIu64 ", %" PRIu64 " cases\n", seed, cases);
    state = seed;
    for (uint64_t i = 0; i < cases; i++) {
        const int kind = (int)(i % SHAPES), category = (int)(i / SHAPES % CATEGORIES);
        hit_ray ray;
        shape s;
        make_case(category, kind, &ray, &s);
        check(&ray, &s, &rows[kind][category]);
    }
    printf("%-9s %-15s %9s %9s %6s %9s %9s\n", "shape", "category", "cases", "hits", "wrong", "enter ulp", "exit ulp");
    for (int k = 0; k < SHAPES; k++)
        for (int c = 0; c < CATEGORIES; c++) {
            const row* r = &rows[k][c];
            printf("%-9s %-15s %9" PRIu64 " %9" PRIu64 " %6" PRIu64 " %9.4f %9.4f\n", shape_name[k], category_name[c],
                   r->cases, r->hits, r->wrong, r->ulp[0], r->ulp[1]);
            wrong += r->wrong;
            // A category that hardly hits, or never misses, would prove little.
            assert_true(r->cases < 1000 || (r->hits > r->cases / 50 && r->hits < r->cases));
            worst = fmax(worst, fmax(r->ulp[0], r->ulp[1]));
        }
    mpreal_clear();
    assert_true(worst <= MAX_ULP);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(curved_shapes_match_the_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
