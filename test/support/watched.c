// See watched.h.
#include "support/watched.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define POOL_SIZE 512

static mpfr_t pool[WATCHED_LEVELS][POOL_SIZE];
static mpfr_exp_t limit[WATCHED_LEVELS];
static int level, used;
bool watched_unsure;

void watched_init(const mpfr_prec_t bits[WATCHED_LEVELS], const mpfr_exp_t lost[WATCHED_LEVELS])
{
    for (int l = 0; l < WATCHED_LEVELS; l++) {
        limit[l] = lost[l];
        for (int i = 0; i < POOL_SIZE; i++)
            mpfr_init2(pool[l][i], bits[l]);
    }
}

void watched_clear(void)
{
    for (int l = 0; l < WATCHED_LEVELS; l++)
        for (int i = 0; i < POOL_SIZE; i++)
            mpfr_clear(pool[l][i]);
    mpfr_free_cache();
}

void watched_start(int at)
{
    level = at;
    used = 0;
    watched_unsure = false;
}

mpfr_ptr watched_fresh(void)
{
    if (used == POOL_SIZE) {
        fprintf(stderr, "watched.c: the pool is too small\n");
        abort();
    }
    return pool[level][used++];
}

mpfr_ptr watched_num(float x)
{
    mpfr_ptr r = watched_fresh();
    mpfr_set_flt(r, x, MPFR_RNDN);
    return r;
}

mpfr_ptr watched_mul(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = watched_fresh();
    mpfr_mul(r, x, y, MPFR_RNDN);
    return r;
}

mpfr_ptr watched_div(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = watched_fresh();
    mpfr_div(r, x, y, MPFR_RNDN);
    return r;
}

mpfr_ptr watched_sqrt(mpfr_srcptr x)
{
    mpfr_ptr r = watched_fresh();
    mpfr_sqrt(r, x, MPFR_RNDN);
    return r;
}

static mpfr_ptr watch(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y)
{
    if (mpfr_zero_p(x) || mpfr_zero_p(y))
        return r;
    const mpfr_exp_t top = mpfr_get_exp(x) > mpfr_get_exp(y) ? mpfr_get_exp(x) : mpfr_get_exp(y);
    const mpfr_exp_t lost = mpfr_zero_p(r) ? 1000000 : top - mpfr_get_exp(r);
    if (lost > limit[level]) {
        if (level == 0)
            watched_unsure = true;
        else
            mpfr_set_zero(r, 1);
    }
    return r;
}

mpfr_ptr watched_add(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = watched_fresh();
    mpfr_add(r, x, y, MPFR_RNDN);
    return watch(r, x, y);
}

mpfr_ptr watched_sub(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = watched_fresh();
    mpfr_sub(r, x, y, MPFR_RNDN);
    return watch(r, x, y);
}

int watched_compare(mpfr_srcptr x, mpfr_srcptr y)
{
    if (mpfr_inf_p(x) || mpfr_inf_p(y))
        return mpfr_cmp(x, y);
    return mpfr_sgn(watched_sub(x, y));
}

watched_vec watched_vector(hit_vec3 v)
{
    const watched_vec r = {watched_num(v.x), watched_num(v.y), watched_num(v.z)};
    return r;
}

watched_vec watched_minus(watched_vec a, watched_vec b)
{
    const watched_vec r = {watched_sub(a.x, b.x), watched_sub(a.y, b.y), watched_sub(a.z, b.z)};
    return r;
}

mpfr_ptr watched_dot(watched_vec a, watched_vec b)
{
    return watched_add(watched_add(watched_mul(a.x, b.x), watched_mul(a.y, b.y)), watched_mul(a.z, b.z));
}

double watched_ulp_error(float t, mpfr_srcptr exact)
{
    if (mpfr_inf_p(exact))
        return isinf(t) && (t > 0.0f) == (mpfr_sgn(exact) > 0) ? 0.0 : HUGE_VAL;
    if (isinf(t)) { // right from half an ulp beyond FLT_MAX on
        const double x = mpfr_get_d(exact, MPFR_RNDN);
        return (t > 0.0f ? x : -x) >= 0x1.ffffffp127 * (1.0 - 0x1p-30) ? 0.0 : HUGE_VAL;
    }
    const long exponent = mpfr_zero_p(exact) || mpfr_get_exp(exact) < -125 ? -125 : mpfr_get_exp(exact);
    mpfr_ptr difference = watched_fresh();
    mpfr_sub(difference, watched_num(t), exact, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, 24 - exponent, MPFR_RNDN);
    return fabs(mpfr_get_d(difference, MPFR_RNDN));
}
