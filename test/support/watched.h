// MPFR numbers for oracles that need roots: every subtraction is watched for cancellation.
//
// An oracle computes at level 0, with few bits; when a difference loses too many of them, `watched_unsure` is set, and it
// starts over at level 1, where sums of products are exact and a difference that loses nearly all bits is a zero that a
// root or a quotient has blurred.
#ifndef HITSCAN_TEST_WATCHED_H
#define HITSCAN_TEST_WATCHED_H

#include <hitscan/math.h>
#include <mpfr.h>

enum { WATCHED_LEVELS = 2 };

// Make the numbers: `bits` of each level, and how many lost bits make it unsure (level 0) or zero (level 1).
void watched_init(const mpfr_prec_t bits[WATCHED_LEVELS], const mpfr_exp_t lost[WATCHED_LEVELS]);
void watched_clear(void);

// Start a computation at a level: all numbers of the one before are free again.
void watched_start(int level);
extern bool watched_unsure;

mpfr_ptr watched_fresh(void);
mpfr_ptr watched_num(float x);
mpfr_ptr watched_mul(mpfr_srcptr x, mpfr_srcptr y);
mpfr_ptr watched_div(mpfr_srcptr x, mpfr_srcptr y);
mpfr_ptr watched_sqrt(mpfr_srcptr x);
mpfr_ptr watched_add(mpfr_srcptr x, mpfr_srcptr y);
mpfr_ptr watched_sub(mpfr_srcptr x, mpfr_srcptr y);

// The sign of x - y; either may be infinite.
int watched_compare(mpfr_srcptr x, mpfr_srcptr y);

typedef struct watched_vec {
    mpfr_ptr x, y, z;
} watched_vec;

watched_vec watched_vector(hit_vec3 v);
watched_vec watched_minus(watched_vec a, watched_vec b);
mpfr_ptr watched_dot(watched_vec a, watched_vec b);

// How far t is from the exact value, in units of the last place of a float next to that value.
double watched_ulp_error(float t, mpfr_srcptr exact);

#endif
