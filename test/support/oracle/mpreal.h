// MPFR numbers for oracles that need roots: every subtraction is watched for cancellation.
//
// An oracle computes at level 0, with few bits; when a difference loses too many of them, `mpreal_undecided` is set,
// and it starts over at level 1, where sums of products are exact and a difference that loses nearly all bits is a zero
// that a root or a quotient has blurred.
#ifndef HITSCAN_TEST_WATCHED_H
#define HITSCAN_TEST_WATCHED_H

#include <hitscan/math.h>
#include <mpfr.h>

enum { MPREAL_LEVELS = 2 };

// Make the numbers: `bits` of each level, and how many lost bits make it unsure (level 0) or zero (level 1).
void mpreal_init(const mpfr_prec_t bits[MPREAL_LEVELS], const mpfr_exp_t lost[MPREAL_LEVELS]);
void mpreal_clear(void);

// Start a computation at a level: all numbers of the one before are free again.
void mpreal_start(int level);
extern bool mpreal_undecided;

mpfr_ptr mpreal_new(void);
mpfr_ptr mpreal_from_float(float x);
mpfr_ptr mpreal_mul(mpfr_srcptr x, mpfr_srcptr y);
mpfr_ptr mpreal_div(mpfr_srcptr x, mpfr_srcptr y);
mpfr_ptr mpreal_sqrt(mpfr_srcptr x);
mpfr_ptr mpreal_add(mpfr_srcptr x, mpfr_srcptr y);
mpfr_ptr mpreal_sub(mpfr_srcptr x, mpfr_srcptr y);

// The sign of x - y; either may be infinite.
int mpreal_compare(mpfr_srcptr x, mpfr_srcptr y);

typedef struct mpreal_vec {
    mpfr_ptr x, y, z;
} mpreal_vec;

mpreal_vec mpreal_vec_from(hit_vec3 v);
mpreal_vec mpreal_vec_sub(mpreal_vec a, mpreal_vec b);
mpfr_ptr mpreal_dot(mpreal_vec a, mpreal_vec b);

// How far t is from the exact value, in units of the last place of a float next to that value.
double mpreal_ulp_error(float t, mpfr_srcptr exact);

#endif
