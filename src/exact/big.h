// Exact numbers of any size that products of floats can have: for predicates whose degree is above what expansions of
// doubles can hold (expansion.h). Independent of the floating-point environment, but for hit_big_split, hit_big_ratio
// and what takes doubles.
#ifndef HITSCAN_EXACT_BIG_H
#define HITSCAN_EXACT_BIG_H

#include <hitscan/math.h>

// A sum of products of at most 8 floats: sign · sum of limb[i]·2^(32·(low + i)). A float is a multiple of 2^-149 below
// 2^128, and a difference of floats is below 2^129; so limbs -40 to 33 are enough, and a few more for sums and
// untrimmed products.
#define HIT_BIG_LIMBS 80

typedef struct hit_big {
    int sign; // -1, 0, 1
    int low;
    int count; // limbs in use; the first and the last are not 0
    uint32_t limb[HIT_BIG_LIMBS];
} hit_big;

// An infinite x counts as 2^128 with its sign, which is beyond all floats: a ray may begin at -infinity. Not NaN.
hit_big hit_big_from_float(float x);
// x a multiple of 2^-149 that is at most 2^128 in size, as floats are, with all the bits of a double; or infinite, as
// above. Not NaN.
hit_big hit_big_from_double(double x);
hit_big hit_big_add(const hit_big* x, const hit_big* y);
hit_big hit_big_sub(const hit_big* x, const hit_big* y);
hit_big hit_big_mul(const hit_big* x, const hit_big* y);
// The sign of x + y·sqrt(z), for z >= 0: by comparing squares, which may be products of more than 8 floats.
int hit_big_root_sign(const hit_big* x, const hit_big* y, const hit_big* z);

// The sign of a·b - c·d; the products may be of more than 8 floats.
int hit_big_compare_products(const hit_big* a, const hit_big* b, const hit_big* c, const hit_big* d);

// fraction·2^(32·places) with a fraction that is 0 or at least 1 in size and below 2^96, to a relative 2^-52.
double hit_big_split(const hit_big* x, int* places);

// Vectors of these.
void hit_big_vector(hit_vec3 v, hit_big out[3]);
void hit_big_difference(hit_vec3 v, hit_vec3 w, hit_big out[3]);
void hit_big_difference_double(hit_dvec3 v, hit_dvec3 w, hit_big out[3]);
hit_big hit_big_dot(const hit_big x[3], const hit_big y[3]);
void hit_big_cross(const hit_big x[3], const hit_big y[3], hit_big out[3]);

// num / den as a double, within 2^-50; infinite when it overflows. den is not 0.
double hit_big_ratio(const hit_big* num, const hit_big* den);

#endif
