// See support/oracle/mpreal.h.
#include "support/oracle/mpreal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define POOL_SIZE 512

static mpfr_t pool[MPREAL_LEVELS][POOL_SIZE];
static mpfr_exp_t limit[MPREAL_LEVELS];
static int level, used;
bool mpreal_undecided;

void mpreal_init(const mpfr_prec_t bits[MPREAL_LEVELS], const mpfr_exp_t lost[MPREAL_LEVELS])
{
    for (int l = 0; l < MPREAL_LEVELS; l++) {
        limit[l] = lost[l];
        for (int i = 0; i < POOL_SIZE; i++)
            mpfr_init2(pool[l][i], bits[l]);
    }
}

void mpreal_clear(void)
{
    for (int l = 0; l < MPREAL_LEVELS; l++)
        for (int i = 0; i < POOL_SIZE; i++)
            mpfr_clear(pool[l][i]);
    mpfr_free_cache();
}

void mpreal_start(int at)
{
    level = at;
    used = 0;
    mpreal_undecided = false;
}

mpfr_ptr mpreal_new(void)
{
    if (used == POOL_SIZE) {
        fprintf(stderr, "support/oracle/mpreal.c: the pool is too small\n");
        abort();
    }
    return pool[level][used++];
}

mpfr_ptr mpreal_from_float(float x)
{
    mpfr_ptr r = mpreal_new();
    mpfr_set_flt(r, x, MPFR_RNDN);
    return r;
}

mpfr_ptr mpreal_mul(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = mpreal_new();
    mpfr_mul(r, x, y, MPFR_RNDN);
    return r;
}

mpfr_ptr mpreal_div(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = mpreal_new();
    mpfr_div(r, x, y, MPFR_RNDN);
    return r;
}

mpfr_ptr mpreal_sqrt(mpfr_srcptr x)
{
    mpfr_ptr r = mpreal_new();
    mpfr_sqrt(r, x, MPFR_RNDN);
    return r;
}

static mpfr_ptr check_cancellation(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y)
{
    if (mpfr_zero_p(x) || mpfr_zero_p(y))
        return r;
    const mpfr_exp_t top = mpfr_get_exp(x) > mpfr_get_exp(y) ? mpfr_get_exp(x) : mpfr_get_exp(y);
    const mpfr_exp_t lost = mpfr_zero_p(r) ? 1000000 : top - mpfr_get_exp(r);
    if (lost > limit[level]) {
        if (level == 0)
            mpreal_undecided = true;
        else
            mpfr_set_zero(r, 1);
    }
    return r;
}

mpfr_ptr mpreal_add(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = mpreal_new();
    mpfr_add(r, x, y, MPFR_RNDN);
    return check_cancellation(r, x, y);
}

mpfr_ptr mpreal_sub(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr r = mpreal_new();
    mpfr_sub(r, x, y, MPFR_RNDN);
    return check_cancellation(r, x, y);
}

int mpreal_compare(mpfr_srcptr x, mpfr_srcptr y)
{
    if (mpfr_inf_p(x) || mpfr_inf_p(y))
        return mpfr_cmp(x, y);
    return mpfr_sgn(mpreal_sub(x, y));
}

mpreal_vec mpreal_vec_from(hit_vec3 v)
{
    const mpreal_vec r = {mpreal_from_float(v.x), mpreal_from_float(v.y), mpreal_from_float(v.z)};
    return r;
}

mpreal_vec mpreal_vec_sub(mpreal_vec a, mpreal_vec b)
{
    const mpreal_vec r = {mpreal_sub(a.x, b.x), mpreal_sub(a.y, b.y), mpreal_sub(a.z, b.z)};
    return r;
}

mpfr_ptr mpreal_dot(mpreal_vec a, mpreal_vec b)
{
    return mpreal_add(mpreal_add(mpreal_mul(a.x, b.x), mpreal_mul(a.y, b.y)), mpreal_mul(a.z, b.z));
}

double mpreal_ulp_error(float t, mpfr_srcptr exact)
{
    if (mpfr_inf_p(exact))
        return isinf(t) && (t > 0.0f) == (mpfr_sgn(exact) > 0) ? 0.0 : HUGE_VAL;
    if (isinf(t)) { // right from half an ulp beyond FLT_MAX on
        const double x = mpfr_get_d(exact, MPFR_RNDN);
        return (t > 0.0f ? x : -x) >= 0x1.ffffffp127 * (1.0 - 0x1p-30) ? 0.0 : HUGE_VAL;
    }
    const long exponent = mpfr_zero_p(exact) || mpfr_get_exp(exact) < -125 ? -125 : mpfr_get_exp(exact);
    mpfr_ptr difference = mpreal_new();
    mpfr_sub(difference, mpreal_from_float(t), exact, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, 24 - exponent, MPFR_RNDN);
    return fabs(mpfr_get_d(difference, MPFR_RNDN));
}
