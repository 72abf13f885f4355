// Cones and shapes by category: the arrangements in which cone tests go wrong.
#ifndef HITSCAN_TEST_CONE_CASES_H
#define HITSCAN_TEST_CONE_CASES_H

#include "support/oracle/cone_oracle.h"
#include "support/base/random.h"

typedef enum cone_category {
    CONE_RANDOM,
    CONE_GRAZING,      // moved until gap or overlap are 1e-6 to 1e-15 of the size
    CONE_HEIGHT,       // a face or a corner exactly at h_min or h_max
    CONE_APEX,         // the apex in, on or beyond the box
    CONE_APEX_FEATURE, // the apex at a corner, on an edge, or in the plane of a face
    CONE_FLAT,         // flat shapes, some degenerate to a segment
    CONE_POINT,        // shapes that are a single point
    CONE_DISC,         // h_min = h_max
    CONE_NARROW,       // 1e-6 to 1e-13 radians, aimed at edges and corners
    CONE_WIDE,         // tangents from 3 to 1e4
    CONE_FAR,          // all at 1e6 from the origin
    CONE_ALIGNED,      // axes along the coordinates, on a grid: exact contacts
    CONE_HUGE,         // one corner near, the others at 1e30
    CONE_TINY,         // all of size 1e-30
    CONE_SKEWED,       // oriented boxes with axes that are neither unit nor perpendicular
    CONE_CATEGORIES
} cone_category;

extern const char* const cone_category_names[CONE_CATEGORIES];

typedef enum cone_target {
    TARGET_AABB,
    TARGET_OBB,
    TARGET_SPHERE,
    TARGET_TRIANGLE,
    TARGET_SEGMENT,
    TARGET_POINT,
    CONE_TARGETS
} cone_target;

extern const char* const cone_target_names[CONE_TARGETS];

// A cone and the shape that `target` names; the other shapes are not set.
typedef struct cone_case {
    hit_cone cone;
    cone_target target;
    hit_aabb aabb;
    hit_obb obb;
    hit_sphere sphere;
    hit_vec3 point[3]; // of a triangle, a segment or a point
} cone_case;

// A case of the category. Only CONE_GRAZING asks the oracle.
cone_case cone_case_make(test_random* r, cone_category category, cone_target target);

// The same for the oracle. False when the shape is empty.
bool cone_case_quad(const cone_case* c, quad_cone* k, quad_shape* s);

// All the numbers, in hexadecimal, as C that can be pasted into a test.
void cone_case_print(const cone_case* c);

#endif
