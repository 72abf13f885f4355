// The oracle: answers by GMP integers, without any rounding.
//
// Every float is an integer times 2^-149. A sum of products of k floats, times 2^149k, is therefore an integer, and the
// predicates are plain integer arithmetic. Nothing here is shared with the library but its types.
#ifndef HITSCAN_TEST_ORACLE_H
#define HITSCAN_TEST_ORACLE_H

#include <gmp.h>
#include <hitscan/hitscan.h>

// x·2^149, exactly. `z` is initialised.
void oracle_set(mpz_t z, float x);

// The same, raised to degree k: x·2^149k.
void oracle_set_degree(mpz_t z, float x, int k);

// z = x·2^(149·(k - 1)): raise a number of degree 1 to degree k.
void oracle_raise(mpz_t z, int by);

// num/den to the nearest float, ties to even. Zero is +0.
float oracle_round(const mpz_t num, const mpz_t den);

// The sign of num/den - t for a finite t.
int oracle_compare_float(const mpz_t num, const mpz_t den, float t);

// Three slabs {t : lo <= d·t <= hi}, all six numbers of each scaled alike.
typedef struct oracle_slabs {
    mpz_t lo[3], hi[3], d[3];
} oracle_slabs;

void oracle_slabs_init(oracle_slabs* s);
void oracle_slabs_clear(oracle_slabs* s);

// The exact answer, as hit_span documents it. The slabs are not empty, the ray is valid.
bool oracle_slabs_hit(oracle_slabs* s, float t_min, float t_max, hit_span* span);

// True when two spans are the same, bit by bit (and zeros alike).
bool oracle_same_span(hit_span a, hit_span b);

#endif
