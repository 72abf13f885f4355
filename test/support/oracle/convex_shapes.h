// Convex shapes for tests, and what is true of them in __float128, by formulas that the library does not use.
#ifndef HITSCAN_TEST_BODIES_H
#define HITSCAN_TEST_BODIES_H

#include "scene/convex/convex.h"
#include "support/base/quad.h"
#include "support/base/random.h"

typedef quad test_convex_quad;

typedef enum test_convex_kind {
    CONVEX_POINT,
    CONVEX_SEGMENT,
    CONVEX_TRIANGLE,
    CONVEX_BOX, ///< a parallelepiped
    CONVEX_SPHERE,
    CONVEX_CAPSULE,
    CONVEX_CYLINDER,
    CONVEX_KINDS
} test_convex_kind;

extern const char* const test_convex_kind_names[CONVEX_KINDS];

typedef enum test_convex_style {
    CONVEX_RANDOM,
    CONVEX_GRID, ///< coordinates are multiples of 1/4, so that things are parallel, or touch
    CONVEX_THIN, ///< some edges are 1e-12 of others, or parallel to them but for 1e-9
    CONVEX_FAR,  ///< 1e6 from the origin
    CONVEX_STYLES
} test_convex_style;

extern const char* const test_convex_style_names[CONVEX_STYLES];

hit_convex_shape test_convex_make(test_random* r, test_convex_kind kind, test_convex_style style);

// Move a convex.
void test_convex_move(hit_convex_shape* convex, const double by[3]);

// The largest direction·x over the points x of a convex.
test_convex_quad test_convex_support(const hit_convex_shape* convex, const test_convex_quad direction[3]);

// How far a point is from a convex of a kind; 0 in it.
test_convex_quad test_convex_distance(const hit_convex_shape* convex, test_convex_kind kind, const double point[3]);

// A random direction of unit length; now and then along an axis or a diagonal.
void test_convex_direction(test_random* r, double out[3]);

#endif
