// Quadratics of spheres and infinite cylinders in double and double-double: see quadratic.h for the plan.
//
// The infinite cylinder about a, with u = b - a and m = a - o: |(o + t·d - a)×u| = r·|u|. With g = d×u and k = m×u this
// is
//   (g·g)·t^2 - 2·(g·k)·t + k·k - r^2·u·u = 0,
// and its discriminant is u·u·(r^2·g·g - (g·m)^2), because g×k = -(g·m)·u (Binet-Cauchy). The bracket is a difference
// of squares of two distances, the radius and that of the two lines, each times |g|: it cancels at tangency only.
// Cost: about 150 ns in double-double for a sphere, 300 ns for a cylinder.
#include "intersect/quadratic.h"

#include "exact/double_double.h"
#include "shapes/linear3.h"

void hit_sphere_quadratic_dd(const hit_ray* ray, hit_vec3 center, float radius, hit_quadratic* f)
{
    const dd m[3] = {dd_diff(center.x, ray->origin.x), dd_diff(center.y, ray->origin.y),
                     dd_diff(center.z, ray->origin.z)};
    const dd d[3] = {{ray->direction.x, 0.0}, {ray->direction.y, 0.0}, {ray->direction.z, 0.0}};
    const dd rr = {(double)radius * radius, 0.0};
    const dd mm = dd_dot(m, m), a = dd_dot(d, d), b = dd_dot(d, m), c = dd_sub(mm, rr);
    dd w[3];
    dd_cross(d, m, w);
    const dd ww = dd_dot(w, w), arr = dd_mul(a, rr), disc = dd_sub(arr, ww);
    const double length = sqrt(a.hi) * sqrt(mm.hi); // |d||m|: each product in b and w is at most this
    f->a = a.hi;
    f->b = b.hi;
    f->c = c.hi;
    f->d = disc.hi;
    f->ea = 0.0;
    f->eb = 4.0 * HIT_UNIT_DD * length + 0x1p-53 * fabs(b.hi);
    f->ec = HIT_UNIT_DD * (mm.hi + rr.hi) + 0x1p-53 * fabs(c.hi);
    f->ed = 8.0 * HIT_UNIT_DD * (arr.hi + ww.hi + sqrt(ww.hi) * length) +
            16.0 * HIT_UNIT_DD * HIT_UNIT_DD * (length * length) + 0x1p-53 * fabs(disc.hi);
    f->scale = 1.0;
}

// What hit_tube_double and hit_tube_dd have computed, rounded to double; the *_terms are sums of |products|.
typedef struct tube_values {
    double g[3], k[3], m[3];
    double g_terms, k_terms;           // of the components of g and k
    double gg, gk, kk, gm, uu, rr, dd; // dot products, the square of the radius, and the bracket of the discriminant
    double c, gm_terms;
    double du_terms, mu_terms, nu_terms;
} tube_values;

// The errors of g·g and of the bracket of the discriminant, for rounding errors of `unit`. A product x·y of values with
// errors ex and ey has the error ex·|y| + ey·|x| + ex·ey.
static inline double square_error(const tube_values* v, double unit)
{
    const double eg = unit * v->g_terms;
    return 2.0 * sum3_abs(v->g) * eg + eg * eg + unit * v->gg;
}

static inline double discriminant_error(const tube_values* v, double unit)
{
    const double egm = unit * (v->g_terms * sum3_abs(v->m) + v->gm_terms);
    return v->rr * square_error(v, unit) + 2.0 * fabs(v->gm) * egm + egm * egm + unit * (v->rr * v->gg + v->gm * v->gm);
}

// Fill in the quadratic and all errors from the values; `last` is the error of rounding the values themselves to
// double.
static inline void tube_errors(const tube_values* v, double unit, double last, hit_tube* tube)
{
    hit_quadratic* f = &tube->side;
    const double g = sum3_abs(v->g), k = sum3_abs(v->k);
    const double eg = unit * v->g_terms, ek = unit * v->k_terms;
    f->a = v->gg;
    f->b = v->gk;
    f->c = v->c;
    f->d = v->dd;
    f->scale = sqrt(v->uu);
    // Where g is zero with certainty (eg = 0: ray and axis along the same coordinate axis), so is ea.
    f->ea = square_error(v, unit) + last * v->gg;
    f->eb = eg * k + ek * g + eg * ek + unit * g * k + last * fabs(v->gk);
    f->ec = 2.0 * k * ek + ek * ek + unit * (v->kk + v->rr * v->uu) + last * fabs(v->c);
    f->ed = discriminant_error(v, unit) + last * fabs(v->dd);
    tube->edu = unit * v->du_terms + last * fabs(tube->du);
    tube->emu = unit * v->mu_terms + last * fabs(tube->mu);
    tube->enu = unit * v->nu_terms + last * fabs(tube->nu);
}

// out = x×y; returns the sum of the sizes of all six products.
static inline double cross_terms(const double x[3], const double y[3], double out[3])
{
    const double p0 = x[1] * y[2], q0 = x[2] * y[1];
    const double p1 = x[2] * y[0], q1 = x[0] * y[2];
    const double p2 = x[0] * y[1], q2 = x[1] * y[0];
    out[0] = p0 - q0;
    out[1] = p1 - q1;
    out[2] = p2 - q2;
    return fabs(p0) + fabs(q0) + (fabs(p1) + fabs(q1)) + (fabs(p2) + fabs(q2));
}

bool hit_tube_double(const hit_ray* ray, hit_vec3 a, hit_vec3 b, float radius, hit_tube* tube)
{
    const double d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const double u[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
    const double n[3] = {(double)b.x - ray->origin.x, (double)b.y - ray->origin.y, (double)b.z - ray->origin.z};
    tube_values v;
    v.m[0] = (double)a.x - ray->origin.x;
    v.m[1] = (double)a.y - ray->origin.y;
    v.m[2] = (double)a.z - ray->origin.z;
    v.g_terms = cross_terms(d, u, v.g);
    v.gg = dot3(v.g, v.g);
    v.gm = dot3(v.g, v.m);
    v.gm_terms = dot3_abs(v.g, v.m);
    v.rr = (double)radius * radius;
    v.dd = v.rr * v.gg - v.gm * v.gm;
    // Most lines pass by at a distance, and the discriminant alone says so.
    if (v.dd < -discriminant_error(&v, HIT_UNIT_DOUBLE))
        return false;
    v.k_terms = cross_terms(v.m, u, v.k);
    v.gk = dot3(v.g, v.k);
    v.kk = dot3(v.k, v.k);
    v.uu = dot3(u, u);
    v.c = v.kk - v.rr * v.uu;
    tube->du = dot3(d, u);
    tube->mu = dot3(v.m, u);
    tube->nu = dot3(n, u);
    v.du_terms = dot3_abs(d, u);
    v.mu_terms = dot3_abs(v.m, u);
    v.nu_terms = dot3_abs(n, u);
    tube_errors(&v, HIT_UNIT_DOUBLE, 0.0, tube);
    return true;
}

void hit_tube_dd(const hit_ray* ray, hit_vec3 a, hit_vec3 b, float radius, hit_tube* tube)
{
    const dd d[3] = {{ray->direction.x, 0.0}, {ray->direction.y, 0.0}, {ray->direction.z, 0.0}};
    const dd u[3] = {dd_diff(b.x, a.x), dd_diff(b.y, a.y), dd_diff(b.z, a.z)};
    const dd m[3] = {dd_diff(a.x, ray->origin.x), dd_diff(a.y, ray->origin.y), dd_diff(a.z, ray->origin.z)};
    const dd n[3] = {dd_diff(b.x, ray->origin.x), dd_diff(b.y, ray->origin.y), dd_diff(b.z, ray->origin.z)};
    const dd rr = {(double)radius * radius, 0.0};
    dd g[3], k[3];
    dd_cross(d, u, g);
    dd_cross(m, u, k);
    const dd gg = dd_dot(g, g), kk = dd_dot(k, k), gm = dd_dot(g, m), uu = dd_dot(u, u);
    double d_hi[3], u_hi[3], n_hi[3], unused[3];
    tube_values v;
    for (int i = 0; i < 3; i++) {
        d_hi[i] = d[i].hi;
        u_hi[i] = u[i].hi;
        n_hi[i] = n[i].hi;
        v.m[i] = m[i].hi;
        v.g[i] = g[i].hi;
        v.k[i] = k[i].hi;
    }
    v.g_terms = cross_terms(d_hi, u_hi, unused);
    v.k_terms = cross_terms(v.m, u_hi, unused);
    v.gg = gg.hi;
    v.gk = dd_dot(g, k).hi;
    v.kk = kk.hi;
    v.gm = gm.hi;
    v.gm_terms = dot3_abs(v.g, v.m);
    v.uu = uu.hi;
    v.rr = rr.hi;
    v.dd = dd_sub(dd_mul(rr, gg), dd_mul(gm, gm)).hi;
    v.c = dd_sub(kk, dd_mul(rr, uu)).hi;
    tube->du = dd_dot(d, u).hi;
    tube->mu = dd_dot(m, u).hi;
    tube->nu = dd_dot(n, u).hi;
    v.du_terms = dot3_abs(d_hi, u_hi);
    v.mu_terms = dot3_abs(v.m, u_hi);
    v.nu_terms = dot3_abs(n_hi, u_hi);
    tube_errors(&v, HIT_UNIT_DD, 0x1p-53, tube);
}
