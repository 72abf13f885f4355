// Quadratics of balls and infinite cylinders in double, double-double and exact integers: see quadratic.h for the plan.
//
// The infinite cylinder about a, with u = b - a and m = a - o: |(o + t·d - a)×u| = r·|u|. With g = d×u and k = m×u this
// is
//   (g·g)·t^2 - 2·(g·k)·t + k·k - r^2·u·u = 0,
// and its discriminant is u·u·(r^2·g·g - (g·m)^2), because g×k = -(g·m)·u (Binet-Cauchy). The bracket is a difference
// of squares of two distances, the radius and that of the two lines, each times |g|: it cancels at tangency only.
//
// Exact numbers are sign and magnitude in 32-bit limbs with schoolbook products (Knuth, TAOCP 2, 4.3.1): a float has at
// most 2 limbs and typical terms have 2 to 8, so that this is as fast as it needs to be. No floating-point operation is
// involved until the result is converted; nothing depends on a rounding mode.
//
// A root is compared with a quotient p = n/m by the signs of f(p) and f'(p), so that no square root is ever taken.
// Cost: about 150 ns in double-double for a ball, 300 ns for a cylinder; exact 2 to 5 µs.
#include "intersect/quadratic.h"

#include "exact/double_double.h"

#include <assert.h>
#include <string.h>

// ---- Double and double-double ----------------------------------------------------------------------------------

void hit_ball_dd(const hit_ray* ray, hit_vec3 center, float radius, hit_quadratic* f)
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
    return 2.0 * hit_abs_sum(v->g) * eg + eg * eg + unit * v->gg;
}

static inline double discriminant_error(const tube_values* v, double unit)
{
    const double egm = unit * (v->g_terms * hit_abs_sum(v->m) + v->gm_terms);
    return v->rr * square_error(v, unit) + 2.0 * fabs(v->gm) * egm + egm * egm + unit * (v->rr * v->gg + v->gm * v->gm);
}

// Fill in the quadratic and all errors from the values; `last` is the error of rounding the values themselves to double.
static inline void tube_errors(const tube_values* v, double unit, double last, hit_tube* tube)
{
    hit_quadratic* f = &tube->side;
    const double g = hit_abs_sum(v->g), k = hit_abs_sum(v->k);
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

static inline double dot_terms(const double x[3], const double y[3])
{
    return fabs(x[0] * y[0]) + fabs(x[1] * y[1]) + fabs(x[2] * y[2]);
}

static inline double dot(const double x[3], const double y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// out = x×y; returns the sum of the sizes of all six products.
static inline double cross(const double x[3], const double y[3], double out[3])
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
    v.g_terms = cross(d, u, v.g);
    v.gg = dot(v.g, v.g);
    v.gm = dot(v.g, v.m);
    v.gm_terms = dot_terms(v.g, v.m);
    v.rr = (double)radius * radius;
    v.dd = v.rr * v.gg - v.gm * v.gm;
    // Most lines pass by at a distance, and the discriminant alone says so.
    if (v.dd < -discriminant_error(&v, HIT_UNIT_DOUBLE))
        return false;
    v.k_terms = cross(v.m, u, v.k);
    v.gk = dot(v.g, v.k);
    v.kk = dot(v.k, v.k);
    v.uu = dot(u, u);
    v.c = v.kk - v.rr * v.uu;
    tube->du = dot(d, u);
    tube->mu = dot(v.m, u);
    tube->nu = dot(n, u);
    v.du_terms = dot_terms(d, u);
    v.mu_terms = dot_terms(v.m, u);
    v.nu_terms = dot_terms(n, u);
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
    v.g_terms = cross(d_hi, u_hi, unused);
    v.k_terms = cross(v.m, u_hi, unused);
    v.gg = gg.hi;
    v.gk = dd_dot(g, k).hi;
    v.kk = kk.hi;
    v.gm = gm.hi;
    v.gm_terms = dot_terms(v.g, v.m);
    v.uu = uu.hi;
    v.rr = rr.hi;
    v.dd = dd_sub(dd_mul(rr, gg), dd_mul(gm, gm)).hi;
    v.c = dd_sub(kk, dd_mul(rr, uu)).hi;
    tube->du = dd_dot(d, u).hi;
    tube->mu = dd_dot(m, u).hi;
    tube->nu = dd_dot(n, u).hi;
    v.du_terms = dot_terms(d_hi, u_hi);
    v.mu_terms = dot_terms(v.m, u_hi);
    v.nu_terms = dot_terms(n_hi, u_hi);
    tube_errors(&v, HIT_UNIT_DD, 0x1p-53, tube);
}

// ---- Exact integers --------------------------------------------------------------------------------------------

// Drop zero limbs at both ends.
static void trim(hit_big* x)
{
    int first = 0;
    while (x->count > 0 && x->limb[x->count - 1] == 0)
        x->count--;
    while (first < x->count && x->limb[first] == 0)
        first++;
    if (first > 0) {
        x->count -= first;
        x->low += first;
        memmove(x->limb, x->limb + first, (size_t)x->count * sizeof x->limb[0]);
    }
    if (x->count == 0) {
        x->sign = 0;
        x->low = 0;
    }
}

hit_big hit_big_from_float(float x)
{
    hit_big r;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t field = (bits >> 23) & 0xff;
    const uint64_t mantissa = (bits & 0x7fffff) | (field != 0 ? 0x800000u : 0u);
    const uint32_t place = (field != 0 ? field : 1) + 10; // of the lowest bit, which is 2^(field - 150), above 2^-160
    const uint64_t shifted = mantissa << (place % 32);
    r.sign = (bits >> 31) != 0 ? -1 : 1;
    r.low = (int)(place / 32) - 5;
    r.count = 2;
    r.limb[0] = (uint32_t)shifted;
    r.limb[1] = (uint32_t)(shifted >> 32);
    trim(&r);
    return r;
}

static inline uint32_t limb_at(const hit_big* x, int place)
{
    return place >= x->low && place < x->low + x->count ? x->limb[place - x->low] : 0;
}

// The sign of |x| - |y|; both are trimmed.
static int compare_size(const hit_big* x, const hit_big* y)
{
    const int x_top = x->low + x->count, y_top = y->low + y->count;
    if (x->sign == 0 || y->sign == 0)
        return (x->sign != 0) - (y->sign != 0);
    if (x_top != y_top)
        return x_top > y_top ? 1 : -1;
    for (int i = x_top - 1; i >= x->low || i >= y->low; i--) {
        const uint32_t p = limb_at(x, i), q = limb_at(y, i);
        if (p != q)
            return p > q ? 1 : -1;
    }
    return 0;
}

// x + y_sign·|y|
static hit_big sum(const hit_big* x, const hit_big* y, int y_sign)
{
    hit_big r;
    if (y_sign == 0)
        return *x;
    if (x->sign == 0) {
        r = *y;
        r.sign = y_sign;
        return r;
    }
    const int order = compare_size(x, y);
    const hit_big* large = order >= 0 ? x : y;
    const hit_big* small = order >= 0 ? y : x;
    const int x_top = x->low + x->count, y_top = y->low + y->count;
    r.low = x->low < y->low ? x->low : y->low;
    r.count = (x_top > y_top ? x_top : y_top) - r.low;
    assert(r.count < HIT_BIG_LIMBS);
    r.sign = order >= 0 ? x->sign : y_sign;
    int64_t carry = 0; // a borrow is a negative one
    for (int i = 0; i < r.count; i++) {
        const int64_t p = limb_at(large, r.low + i), q = limb_at(small, r.low + i);
        carry += x->sign == y_sign ? p + q : p - q;
        r.limb[i] = (uint32_t)((uint64_t)carry & 0xffffffffu);
        carry = carry < 0 ? -1 : carry >> 32;
    }
    if (carry != 0)
        r.limb[r.count++] = (uint32_t)carry;
    trim(&r);
    return r;
}

hit_big hit_big_add(const hit_big* x, const hit_big* y)
{
    return sum(x, y, y->sign);
}

hit_big hit_big_sub(const hit_big* x, const hit_big* y)
{
    return sum(x, y, -y->sign);
}

hit_big hit_big_mul(const hit_big* x, const hit_big* y)
{
    hit_big r;
    r.sign = x->sign * y->sign;
    r.low = x->low + y->low;
    r.count = x->count + y->count;
    assert(r.count <= HIT_BIG_LIMBS);
    memset(r.limb, 0, (size_t)r.count * sizeof r.limb[0]);
    for (int i = 0; i < x->count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < y->count; j++) {
            carry += (uint64_t)x->limb[i] * y->limb[j] + r.limb[i + j];
            r.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        r.limb[i + y->count] = (uint32_t)carry;
    }
    trim(&r);
    return r;
}

double hit_big_split(const hit_big* x, int* places)
{
    const int top = x->low + x->count - 1;
    *places = top - 2;
    // Three limbs hold at least 65 bits.
    return x->sign *
           ((double)limb_at(x, top) * 0x1p64 + (double)limb_at(x, top - 1) * 0x1p32 + (double)limb_at(x, top - 2));
}

double hit_big_ratio(const hit_big* num, const hit_big* den)
{
    int n_places, d_places;
    const double n = hit_big_split(num, &n_places), d = hit_big_split(den, &d_places);
    return ldexp(n / d, 32 * (n_places - d_places));
}

void hit_big_vector(hit_vec3 v, hit_big out[3])
{
    out[0] = hit_big_from_float(v.x);
    out[1] = hit_big_from_float(v.y);
    out[2] = hit_big_from_float(v.z);
}

void hit_big_difference(hit_vec3 v, hit_vec3 w, hit_big out[3])
{
    hit_big p[3], q[3];
    hit_big_vector(v, p);
    hit_big_vector(w, q);
    for (int i = 0; i < 3; i++)
        out[i] = hit_big_sub(&p[i], &q[i]);
}

hit_big hit_big_dot(const hit_big x[3], const hit_big y[3])
{
    hit_big r = hit_big_mul(&x[0], &y[0]);
    for (int i = 1; i < 3; i++) {
        const hit_big p = hit_big_mul(&x[i], &y[i]);
        r = hit_big_add(&r, &p);
    }
    return r;
}

void hit_big_cross(const hit_big x[3], const hit_big y[3], hit_big out[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const hit_big p = hit_big_mul(&x[j], &y[k]), q = hit_big_mul(&x[k], &y[j]);
        out[i] = hit_big_sub(&p, &q);
    }
}

// ---- Exact quadratics ------------------------------------------------------------------------------------------

static void set_discriminant(hit_exact_quadratic* f)
{
    const hit_big bb = hit_big_mul(&f->b, &f->b), ac = hit_big_mul(&f->a, &f->c);
    f->d = hit_big_sub(&bb, &ac);
}

void hit_ball_exact(const hit_ray* ray, hit_vec3 center, float radius, hit_exact_quadratic* f)
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

int hit_end_compare(const hit_end* end, const hit_big* num, const hit_big* den)
{
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

static double end_value(const hit_end* end)
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
static int compare_float(const hit_end* end, float t)
{
    if (t > FLT_MAX || t < -FLT_MAX)
        return t > 0.0f ? -1 : 1;
    const hit_big num = hit_big_from_float(t), den = hit_big_from_float(1.0f);
    return hit_end_compare(end, &num, &den);
}

bool hit_end_clip(const hit_ray* ray, const hit_end* enter, const hit_end* leave, hit_span* span)
{
    if (compare_float(enter, ray->t_max) > 0 || compare_float(leave, ray->t_min) < 0)
        return false;
    const double t[2] = {end_value(enter), end_value(leave)};
    const int face[2] = {enter->face, leave->face};
    hit_round_store(ray, t, face, compare_float(enter, ray->t_min) < 0, compare_float(leave, ray->t_max) > 0, span);
    return true;
}
