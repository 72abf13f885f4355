// Convex bodies for tests, and what is true of them in __float128, by formulas that the library does not use.
#ifndef HITSCAN_TEST_BODIES_H
#define HITSCAN_TEST_BODIES_H

#include "scene/convex/convex.h"
#include "support/random.h"

__extension__ typedef __float128 body_quad;

typedef enum body_kind {
    BODY_POINT,
    BODY_SEGMENT,
    BODY_TRIANGLE,
    BODY_BOX, ///< a parallelepiped
    BODY_BALL,
    BODY_CAPSULE,
    BODY_CYLINDER,
    BODY_KINDS
} body_kind;

extern const char* const body_kind_names[BODY_KINDS];

typedef enum body_style {
    BODY_RANDOM,
    BODY_GRID, ///< coordinates are multiples of 1/4, so that things are parallel, or touch
    BODY_THIN, ///< some edges are 1e-12 of others, or parallel to them but for 1e-9
    BODY_FAR,  ///< 1e6 from the origin
    BODY_STYLES
} body_style;

extern const char* const body_style_names[BODY_STYLES];

hit_body body_make(test_random* r, body_kind kind, body_style style);

// Move a body.
void body_move(hit_body* body, const double by[3]);

// The largest direction·x over the points x of a body.
body_quad body_support(const hit_body* body, const body_quad direction[3]);

// How far a point is from a body of a kind; 0 in it.
body_quad body_distance_from(const hit_body* body, body_kind kind, const double point[3]);

// A random direction of unit length; now and then along an axis or a diagonal.
void body_direction(test_random* r, double out[3]);

#endif
