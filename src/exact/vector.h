// Vectors with exact components: sums of two doubles, which is what the difference of two floats needs.
// Requires the environment of base/fpenv.h.
#ifndef HITSCAN_EXACT_VECTOR_H
#define HITSCAN_EXACT_VECTOR_H

#include <hitscan/math.h>

// Each component is an expansion (exact/expansion.h) of at most 2 parts.
typedef struct hit_exact_vec3 {
    double part[3][2];
    size_t n[3];
} hit_exact_vec3;

// An exact number: the volume of three such vectors, and sums of up to three volumes that involve a vector of floats.
typedef struct hit_exact_number {
    double part[288];
    size_t n;
} hit_exact_number;

// to - from.
hit_exact_vec3 hit_exact_difference(hit_vec3 from, hit_vec3 to);

// The same for doubles that are multiples of 2^-149, as floats are, and at most 2^128 in size.
hit_exact_vec3 hit_exact_difference_double(hit_dvec3 from, hit_dvec3 to);

// a·b; at most 24 components, 12 when one of them has components of one part.
size_t hit_exact_dot(const hit_exact_vec3* a, const hit_exact_vec3* b, double out[24]);

// a·(b×c); at most 192 components, 96 when one of the vectors has components of one part.
void hit_exact_volume(const hit_exact_vec3* a, const hit_exact_vec3* b, const hit_exact_vec3* c, hit_exact_number* out);

#endif
