// Rays and boxes by category: the arrangements in which floating-point code goes wrong.
#ifndef HITSCAN_TEST_CASES_H
#define HITSCAN_TEST_CASES_H

#include "support/base/random.h"

typedef enum test_category {
    CASE_RANDOM,
    CASE_EDGE,
    CASE_CORNER,
    CASE_ZERO_DIRECTION,
    CASE_ORIGIN_ON_FACE,
    CASE_INSIDE,
    CASE_FLAT,
    CASE_POINT,
    CASE_SCALES_APART,
    CASE_TINY_DIRECTION,
    CASE_HUGE,
    CASE_CATEGORIES
} test_category;

extern const char* const test_category_names[CASE_CATEGORIES];

// A box of the category. Half of them have coordinates on a coarse grid, so that planes meet rays exactly.
hit_aabb test_case_box(test_random* r, test_category category);

// A ray of the category against a box: a line, a ray or a segment, with its own ends now and then.
hit_ray test_case_ray(test_random* r, test_category category, hit_aabb box);

// Make a line, a ray or a segment, or an interval with its ends near t.
hit_ray test_case_interval(test_random* r, hit_vec3 origin, hit_vec3 direction, float t);

#endif
