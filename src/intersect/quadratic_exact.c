// Quadratics of spheres and infinite cylinders as exact integers: see quadratic.h, and quadratic.c for the formulas.
//
// A root is compared with a quotient p = n/m by the signs of f(p) and f'(p), so that no square root is ever taken.
// Cost: 2 to 5 µs.
#include "intersect/quadratic.h"

#include "base/assert.h"

static void set_discriminant(hit_exact_quadratic* f)
{
    const hit_big bb = hit_big_mul(&f->b, &f->b), ac = hit_big_mul(&f->a, &f->c);
    f->d = hit_big_sub(&bb, &ac);
}

void hit_sphere_quadratic_exact(const hit_ray* ray, hit_vec3 center, float radius, hit_exact_quadratic* f)
{
    hit_big d[3], m[3];
    const hit_big r = hit_big_from_float(radius), rr = hit_big_mul(&r, &r);
    hit_big_vector(ray->direction, d);
    hit_big_difference(center, ray->origin, m);
    const hit_big mm = hit_big_dot(m, m);
    f->a = hit_big_dot(d, d);
    f->b = hit_big_dot(d, m);
    f->c = hit_big_sub(&mm, &rr);
    set_discriminant(f);
}

void hit_tube_exact(const hit_ray* ray, hit_vec3 a, hit_vec3 b, float radius, hit_exact_tube* tube)
{
    hit_big d[3], u[3], m[3], n[3], g[3], k[3];
    const hit_big r = hit_big_from_float(radius), rr = hit_big_mul(&r, &r);
    hit_big_vector(ray->direction, d);
    hit_big_difference(b, a, u);
    hit_big_difference(a, ray->origin, m);
    hit_big_difference(b, ray->origin, n);
    hit_big_cross(d, u, g);
    hit_big_cross(m, u, k);
    const hit_big kk = hit_big_dot(k, k), uu = hit_big_dot(u, u), rruu = hit_big_mul(&rr, &uu);
    tube->side.a = hit_big_dot(g, g);
    tube->side.b = hit_big_dot(g, k);
    tube->side.c = hit_big_sub(&kk, &rruu);
    set_discriminant(&tube->side);
    tube->du = hit_big_dot(d, u);
    tube->mu = hit_big_dot(m, u);
    tube->nu = hit_big_dot(n, u);
}

int hit_exact_end_compare(const hit_exact_end* end, const hit_big* num, const hit_big* den)
{
    HIT_ASSERT(den->sign != 0);
    HIT_ASSERT(end->f == NULL ? end->den->sign != 0 : end->f->a.sign > 0 && end->f->d.sign >= 0);
    if (end->f == NULL) {
        const hit_big p = hit_big_mul(end->num, den), q = hit_big_mul(num, end->den);
        return hit_big_sub(&p, &q).sign * den->sign * end->den->sign;
    }
    const hit_exact_quadratic* f = end->f;
    const hit_big an = hit_big_mul(&f->a, num), bd = hit_big_mul(&f->b, den), cd = hit_big_mul(&f->c, den);
    const hit_big slope = hit_big_sub(&an, &bd); // half of den·f'(p)
    const hit_big rest = hit_big_sub(&slope, &bd);
    const hit_big p = hit_big_mul(&rest, num), q = hit_big_mul(&cd, den);
    const int value = hit_big_add(&p, &q).sign;   // of f(p), times den^2
    const int direction = slope.sign * den->sign; // of f'(p)
    const int outer = end->which == 0 ? -1 : 1;
    if (value < 0)
        return outer; // p lies between the roots
    if (value > 0)
        return -direction; // beyond both
    return direction == 0 || direction == outer ? 0 : -direction;
}

static double end_value(const hit_exact_end* end)
{
    if (end->f == NULL)
        return hit_big_ratio(end->num, end->den);
    int a_places, b_places, c_places, d_places;
    const double a = hit_big_split(&end->f->a, &a_places), b = hit_big_split(&end->f->b, &b_places);
    const double c = hit_big_split(&end->f->c, &c_places), d = hit_big_split(&end->f->d, &d_places);
    // b and s = sqrt(d) are products of 4 floats at most: a double holds them. 32·places is even.
    const double b_value = ldexp(b, 32 * b_places), s = ldexp(sqrt(d), 16 * d_places);
    const bool b_positive = b_value >= 0.0;
    const double q = b_positive ? b_value + s : b_value - s;
    if (q == 0.0)
        return 0.0;                      // b = d = 0, hence c = 0
    if (b_positive == (end->which == 0)) // the root of the other sign in q: Vieta
        return ldexp(c, 32 * c_places) / q;
    return q / ldexp(a, 32 * a_places);
}

// The sign of end - t for a t that may be infinite.
static int compare_float(const hit_exact_end* end, float t)
{
    if (t > FLT_MAX || t < -FLT_MAX)
        return t > 0.0f ? -1 : 1;
    const hit_big num = hit_big_from_float(t), den = hit_big_from_float(1.0f);
    return hit_exact_end_compare(end, &num, &den);
}

bool hit_exact_end_clip(const hit_ray* ray, const hit_exact_end* enter, const hit_exact_end* leave, hit_span* span)
{
    if (compare_float(enter, ray->t_max) > 0 || compare_float(leave, ray->t_min) < 0)
        return false;
    const double t[2] = {end_value(enter), end_value(leave)};
    const int face[2] = {enter->face, leave->face};
    hit_curved_store(ray, t, face, compare_float(enter, ray->t_min) < 0, compare_float(leave, ray->t_max) > 0, span);
    return true;
}
