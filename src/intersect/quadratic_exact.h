// The quadratics of spheres and infinite cylinders as exact integers: the last word where quadratic.h cannot vouch for
// its answer.
#ifndef HITSCAN_INTERSECT_QUADRATIC_EXACT_H
#define HITSCAN_INTERSECT_QUADRATIC_EXACT_H

#include "exact/big.h"

#include <hitscan/shapes.h>

// The quadratic of hit_quadratic, exactly. a >= 0.
typedef struct hit_exact_quadratic {
    hit_big a, b, c, d; // d = b^2 - a·c
} hit_exact_quadratic;

void hit_sphere_quadratic_exact(const hit_ray* ray, hit_vec3 center, float radius, hit_exact_quadratic* f);

typedef struct hit_exact_tube {
    hit_exact_quadratic side;
    hit_big du, mu, nu;
} hit_exact_tube;

void hit_tube_exact(const hit_ray* ray, hit_vec3 a, hit_vec3 b, float radius, hit_exact_tube* tube);

// An end of an interval: a root of f (a > 0, d >= 0; which = 0 the smaller, 1 the larger), or num/den when f is NULL.
typedef struct hit_exact_end {
    const hit_exact_quadratic* f;
    int which;
    const hit_big* num;
    const hit_big* den;
    int face;
} hit_exact_end;

// The sign of end - num/den. den is not 0.
int hit_exact_end_compare(const hit_exact_end* end, const hit_big* num, const hit_big* den);

// Clip [enter, leave], which is known not to be empty, and store it. False when nothing is left.
bool hit_exact_end_clip(const hit_ray* ray, const hit_exact_end* enter, const hit_exact_end* leave, hit_span* span);

#endif
