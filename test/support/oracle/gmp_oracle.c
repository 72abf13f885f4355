#include "support/oracle/gmp_oracle.h"

#include <float.h>
#include <string.h>

void oracle_set_degree(mpz_t z, float x, int k)
{
    int exponent;
    const float fraction = frexpf(x, &exponent); // x = fraction·2^exponent, |fraction| in [1/2, 1)
    const long mantissa = (long)ldexpf(fraction, 24);
    const long shift = (long)exponent - 24 + 149L * k;

    mpz_set_si(z, mantissa);
    if (shift >= 0)
        mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(z, z, (mp_bitcnt_t)-shift); // exact: a denormal has that many zeros at its end
}

void oracle_set(mpz_t z, float x)
{
    oracle_set_degree(z, x, 1);
}

void oracle_raise(mpz_t z, int by)
{
    mpz_mul_2exp(z, z, (mp_bitcnt_t)(149 * by));
}

float oracle_round(const mpz_t num, const mpz_t den)
{
    static _Thread_local mpz_t n, d, q, r;
    static _Thread_local bool ready;
    long exponent, last, drop;
    bool sticky;
    double value;

    if (!ready) {
        mpz_inits(n, d, q, r, NULL);
        ready = true;
    }
    if (mpz_sgn(num) == 0)
        return 0.0f;
    mpz_abs(n, num);
    mpz_abs(d, den);
    // q = floor(n / (d·2^last)) with at least 25 bits, unless that would be finer than a quarter of the smallest
    // denormal.
    exponent = (long)mpz_sizeinbase(n, 2) - (long)mpz_sizeinbase(d, 2);
    last = exponent - 27;
    if (last < -151)
        last = -151;
    if (last < 0)
        mpz_mul_2exp(n, n, (mp_bitcnt_t)-last);
    else
        mpz_mul_2exp(d, d, (mp_bitcnt_t)last);
    mpz_tdiv_qr(q, r, n, d);
    sticky = mpz_sgn(r) != 0;
    // Keep 24 bits, and none below 2^-149.
    drop = (long)mpz_sizeinbase(q, 2) - 24;
    if (drop + last < -149)
        drop = -149 - last;
    if (drop > 0) {
        const bool half = mpz_tstbit(q, (mp_bitcnt_t)(drop - 1)) != 0;
        const bool below_half = drop > 1 && mpz_scan1(q, 0) < (mp_bitcnt_t)(drop - 1);
        const bool odd = mpz_tstbit(q, (mp_bitcnt_t)drop) != 0;
        mpz_tdiv_q_2exp(q, q, (mp_bitcnt_t)drop);
        if (half && (below_half || sticky || odd))
            mpz_add_ui(q, q, 1);
        last += drop;
    }
    value = ldexp(mpz_get_d(q), (int)last); // exact: 24 bits, or 2^24
    if (value > (double)FLT_MAX)
        value = HUGE_VAL;
    return (float)(mpz_sgn(num) * mpz_sgn(den) < 0 ? -value : value);
}

int oracle_compare_float(const mpz_t num, const mpz_t den, float t)
{
    static _Thread_local mpz_t left, right;
    static _Thread_local bool ready;

    if (!ready) {
        mpz_inits(left, right, NULL);
        ready = true;
    }
    mpz_mul_2exp(left, num, 149);
    oracle_set(right, t);
    mpz_mul(right, right, den);
    return mpz_cmp(left, right) * mpz_sgn(den) > 0 ? 1 : mpz_cmp(left, right) == 0 ? 0 : -1;
}

void oracle_slabs_init(oracle_slabs* s)
{
    for (int i = 0; i < 3; i++)
        mpz_inits(s->lo[i], s->hi[i], s->d[i], NULL);
}

void oracle_slabs_clear(oracle_slabs* s)
{
    for (int i = 0; i < 3; i++)
        mpz_clears(s->lo[i], s->hi[i], s->d[i], NULL);
}

// The sign of a/b - c/d for positive b and d.
static int compare(const mpz_t a, const mpz_t b, const mpz_t c, const mpz_t d)
{
    static _Thread_local mpz_t left, right;
    static _Thread_local bool ready;
    int order;

    if (!ready) {
        mpz_inits(left, right, NULL);
        ready = true;
    }
    mpz_mul(left, a, d);
    mpz_mul(right, c, b);
    order = mpz_cmp(left, right);
    return order > 0 ? 1 : order < 0 ? -1 : 0;
}

bool oracle_slabs_hit(oracle_slabs* s, float t_min, float t_max, hit_span* span)
{
    int near = -1, far = -1;
    bool flipped[3] = {false, false, false};
    hit_span out = {t_min, t_max, HIT_FACE_NONE, HIT_FACE_NONE, true};

    // Turn every slab so that d > 0: then lo/d is the entry and hi/d the exit.
    for (int i = 0; i < 3; i++) {
        if (mpz_sgn(s->d[i]) >= 0)
            continue;
        flipped[i] = true;
        mpz_neg(s->d[i], s->d[i]);
        mpz_swap(s->lo[i], s->hi[i]);
        mpz_neg(s->lo[i], s->lo[i]);
        mpz_neg(s->hi[i], s->hi[i]);
    }
    for (int i = 0; i < 3; i++) {
        if (mpz_sgn(s->d[i]) == 0) {
            if (mpz_sgn(s->lo[i]) > 0 || mpz_sgn(s->hi[i]) < 0)
                return false;
            continue;
        }
        if (near < 0 || compare(s->lo[i], s->d[i], s->lo[near], s->d[near]) > 0)
            near = i;
        if (far < 0 || compare(s->hi[i], s->d[i], s->hi[far], s->d[far]) < 0)
            far = i;
    }
    if (near >= 0) {
        if (compare(s->lo[near], s->d[near], s->hi[far], s->d[far]) > 0)
            return false;
        if (isfinite(t_max) && oracle_compare_float(s->lo[near], s->d[near], t_max) > 0)
            return false;
        if (isfinite(t_min) && oracle_compare_float(s->hi[far], s->d[far], t_min) < 0)
            return false;
        if (!isfinite(t_min) || oracle_compare_float(s->lo[near], s->d[near], t_min) >= 0) {
            out.inside = false;
            out.t_enter = oracle_round(s->lo[near], s->d[near]);
            out.face_enter = 2 * near + flipped[near];
        }
        if (!isfinite(t_max) || oracle_compare_float(s->hi[far], s->d[far], t_max) <= 0) {
            out.t_exit = oracle_round(s->hi[far], s->d[far]);
            out.face_exit = 2 * far + !flipped[far];
        }
    }
    *span = out;
    return true;
}

bool oracle_same_span(hit_span a, hit_span b)
{
    return a.t_enter == b.t_enter && a.t_exit == b.t_exit && a.face_enter == b.face_enter &&
           a.face_exit == b.face_exit && a.inside == b.inside;
}
