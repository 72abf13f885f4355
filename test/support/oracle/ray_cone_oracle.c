// Oracles for rays and points against cones.
//
// The ray: MPFR, with 512 bits and watched cancellation, then 6144 (support/oracle/mpreal.h). The oracle uses other
// formulas than the library: |P|^2·D·D <= (1 + T^2)·(D·P)^2 with the textbook roots, both pieces of the double cone cut
// by both height planes, also that at 0, and put together.
//
// Points: the same inequality in GMP integers, without any rounding.
#include "support/oracle/ray_cone_oracle.h"

#include "support/oracle/gmp_oracle.h"

#include <string.h>

// ---- The oracle for rays ---------------------------------------------------------------------------------------

typedef struct interval {
    bool any;
    mpfr_ptr t[2];
    int face[2];
} interval;

static mpfr_ptr infinite(int sign)
{
    return mpreal_from_float(sign < 0 ? -HUGE_VALF : HUGE_VALF);
}

static interval piece(mpfr_ptr from, mpfr_ptr to)
{
    const interval r = {
        true,
        {from, to},
        {mpfr_inf_p(from) ? HIT_FACE_NONE : HIT_FACE_SIDE, mpfr_inf_p(to) ? HIT_FACE_NONE : HIT_FACE_SIDE}};
    return r;
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

static interval cone_interval(const hit_ray* ray, const hit_cone* cone)
{
    interval pieces[2] = {{false, {NULL, NULL}, {0, 0}}, {false, {NULL, NULL}, {0, 0}}};
    const mpreal_vec d = mpreal_vec_from(ray->direction), axis = mpreal_vec_from(cone->axis);
    const mpreal_vec m = mpreal_vec_sub(mpreal_vec_from(cone->apex), mpreal_vec_from(ray->origin));
    mpfr_ptr t = mpreal_from_float(cone->tangent), one = mpreal_from_float(1.0f), two = mpreal_from_float(2.0f);
    mpfr_ptr wide = mpreal_add(one, mpreal_mul(t, t)), square = mpreal_dot(axis, axis);
    mpfr_ptr delta = mpreal_dot(axis, d), mu = mpreal_dot(axis, m);
    mpfr_ptr a = mpreal_sub(mpreal_mul(mpreal_dot(d, d), square), mpreal_mul(wide, mpreal_mul(delta, delta)));
    mpfr_ptr b = mpreal_sub(mpreal_mul(mpreal_dot(d, m), square), mpreal_mul(wide, mpreal_mul(delta, mu)));
    mpfr_ptr c = mpreal_sub(mpreal_mul(mpreal_dot(m, m), square), mpreal_mul(wide, mpreal_mul(mu, mu)));
    mpfr_ptr length = mpreal_sqrt(square), up = infinite(1), down = infinite(-1);
    const bool along = mpfr_sgn(a) == 0 && mpfr_sgn(b) == 0;
    if (along) {
        if (mpfr_sgn(c) <= 0)
            pieces[0] = piece(down, up);
    } else if (mpfr_sgn(a) == 0) {
        mpfr_ptr root = mpreal_div(c, mpreal_mul(two, b));
        pieces[0] = mpfr_sgn(b) > 0 ? piece(root, up) : piece(down, root);
    } else {
        mpfr_ptr disc = mpreal_sub(mpreal_mul(b, b), mpreal_mul(a, c));
        if (mpfr_sgn(disc) >= 0) {
            mpfr_ptr s = mpreal_sqrt(disc);
            mpfr_ptr p = mpreal_div(mpreal_sub(b, s), a), q = mpreal_div(mpreal_add(b, s), a);
            if (mpfr_sgn(a) > 0) {
                pieces[0] = piece(p, q);
            } else { // a < 0 turns the roots over
                pieces[0] = piece(down, q);
                pieces[1] = piece(p, up);
            }
        }
    }
    mpfr_ptr low = mpreal_mul(mpreal_from_float(cone->h_min), length);
    mpfr_ptr high = mpreal_mul(mpreal_from_float(cone->h_max), length);
    for (int i = 0; i < 2; i++) {
        if (!pieces[i].any)
            continue;
        if (mpfr_sgn(delta) == 0) {
            mpfr_ptr s = mpreal_sub(mpreal_from_float(0.0f), mu);
            pieces[i].any = mpreal_compare(s, low) >= 0 && mpreal_compare(s, high) <= 0;
            continue;
        }
        mpfr_ptr at_low = mpreal_div(mpreal_add(mu, low), delta);
        mpfr_ptr at_high = isfinite(cone->h_max) ? mpreal_div(mpreal_add(mu, high), delta) : infinite(mpfr_sgn(delta));
        // The apex belongs to the side.
        const int end_a = cone->h_min > 0.0f ? HIT_FACE_END_A : HIT_FACE_SIDE;
        const int end_b = isfinite(cone->h_max) ? HIT_FACE_END_B : HIT_FACE_NONE;
        if (mpfr_sgn(delta) > 0)
            cut(&pieces[i], at_low, end_a, at_high, end_b);
        else
            cut(&pieces[i], at_high, end_b, at_low, end_a);
        if (along && pieces[i].any) // a ruling: the ends are on the side as well
            for (int k = 0; k < 2; k++)
                pieces[i].face[k] = pieces[i].face[k] == HIT_FACE_NONE ? HIT_FACE_NONE : HIT_FACE_SIDE;
    }
    // Both are there when the line goes through the apex: one is the apex alone, and gives way.
    if (!pieces[0].any || !pieces[1].any)
        return pieces[pieces[0].any ? 0 : 1];
    const interval *own = &pieces[mpfr_sgn(delta) > 0 ? 1 : 0], *mirror = &pieces[mpfr_sgn(delta) > 0 ? 0 : 1];
    const interval* first = mpreal_compare(mirror->t[0], own->t[0]) < 0 ? mirror : own;
    const interval* last = mpreal_compare(mirror->t[1], own->t[1]) > 0 ? mirror : own;
    const interval both = {true, {first->t[0], last->t[1]}, {first->face[0], last->face[1]}};
    return both;
}

ray_cone_answer ray_cone_oracle(const hit_ray* ray, const hit_cone* cone)
{
    ray_cone_answer r;
    memset(&r, 0, sizeof r);
    // Scaling may have left nothing.
    if (!hit_cone_is_valid(cone) || !hit_ray_is_valid(*ray))
        return r;
    for (int level = 0;; level++) {
        memset(&r, 0, sizeof r);
        mpreal_start(level);
        const interval i = cone_interval(ray, cone);
        if (i.any) {
            mpfr_ptr low = mpreal_from_float(ray->t_min), high = mpreal_from_float(ray->t_max);
            r.hit = mpreal_compare(i.t[0], high) <= 0 && mpreal_compare(i.t[1], low) >= 0;
            r.inside = i.face[0] == HIT_FACE_NONE || mpreal_compare(i.t[0], low) < 0;
            const bool beyond = i.face[1] == HIT_FACE_NONE || mpreal_compare(i.t[1], high) > 0;
            r.face[0] = r.inside ? HIT_FACE_NONE : i.face[0];
            r.face[1] = beyond ? HIT_FACE_NONE : i.face[1];
            r.t[0] = r.inside ? low : i.t[0];
            r.t[1] = beyond ? high : i.t[1];
        }
        if (!mpreal_undecided || level == MPREAL_LEVELS - 1)
            return r;
    }
}

// ---- The oracle for points -------------------------------------------------------------------------------------

// Every float is an integer times 2^-149. P and D have degree 1; the side is compared at degree 6, heights at degree 4.
bool cone_point_oracle(const hit_cone* cone, hit_vec3 point)
{
    static mpz_t p[3], d[3], x, pp, dd, dp, left, right, one;
    static bool ready;
    const float a[3] = {cone->apex.x, cone->apex.y, cone->apex.z}, q[3] = {point.x, point.y, point.z};
    const float axis[3] = {cone->axis.x, cone->axis.y, cone->axis.z};
    if (!ready) {
        for (int k = 0; k < 3; k++)
            mpz_inits(p[k], d[k], NULL);
        mpz_inits(x, pp, dd, dp, left, right, one, NULL);
        ready = true;
    }
    mpz_set_ui(pp, 0);
    mpz_set_ui(dd, 0);
    mpz_set_ui(dp, 0);
    for (int k = 0; k < 3; k++) {
        oracle_set(p[k], q[k]);
        oracle_set(x, a[k]);
        mpz_sub(p[k], p[k], x);
        oracle_set(d[k], axis[k]);
        mpz_addmul(pp, p[k], p[k]);
        mpz_addmul(dd, d[k], d[k]);
        mpz_addmul(dp, d[k], p[k]);
    }
    if (mpz_sgn(dp) < 0)
        return false;
    mpz_mul(dp, dp, dp); // degree 4
    mpz_mul(left, pp, dd);
    mpz_mul_2exp(left, left, 298);
    oracle_set(x, cone->tangent);
    mpz_mul(right, x, x);
    mpz_set_ui(one, 1);
    mpz_mul_2exp(one, one, 298);
    mpz_add(right, right, one);
    mpz_mul(right, right, dp);
    if (mpz_cmp(left, right) > 0)
        return false;
    for (int end = 0; end < 2; end++) {
        const float h = end == 0 ? cone->h_min : cone->h_max;
        if (!isfinite(h))
            continue;
        oracle_set(x, h);
        mpz_mul(x, x, x);
        mpz_mul(x, x, dd);
        const int order = mpz_cmp(dp, x);
        if (end == 0 ? order < 0 : order > 0)
            return false;
    }
    return true;
}
