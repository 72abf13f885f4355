// The oracle of cones: does a cone meet the convex hull of a few points, or a ball, and how far apart are they?
//
// It looks for the shortest vector between the two sets, by Wolfe's min-norm-point method on their difference (the GJK
// idea), first in long double, then in __float128. It knows the sets by their support functions only, so that no
// formula for edges, faces or caps is shared with the library. No verdict is merely believed: "separate" is a plane
// with each corner checked on one side and the supremum over the cone on the other; "meets" is a tetrahedron of
// differences (a point of the shape minus a point of the cone) with the origin strictly inside. Both checks are made in
// __float128 with their rounding errors allowed for. What is neither is a contact, closer than 1e-20, or unknown.
#ifndef HITSCAN_TEST_CONE_ORACLE_H
#define HITSCAN_TEST_CONE_ORACLE_H

#include "support/base/quad.h"

#include <hitscan/cone.h>

// A valid cone with its apex at the origin.
typedef struct quad_cone {
    quad apex[3]; // where the origin is
    quad axis[3]; // of unit length
    quad tangent, sine, cosine;
    quad h_min, h_max; // h_max is not used when infinite
    bool infinite;
} quad_cone;

// The points within `radius` of the hull of `count` points, relative to the apex of a cone.
typedef struct quad_shape {
    int count;
    quad point[8][3];
    quad radius;
    bool box;  // the corners are those of an axis-aligned box
    quad size; // what errors are relative to when that is the whole shape: 0 means the distance of the place concerned
} quad_shape;

typedef enum cone_verdict_kind {
    ORACLE_SEPARATE, // certainly: `normal` and `gap`
    ORACLE_MEETS,    // certainly, also after a displacement of up to `depth`
    ORACLE_CONTACT,  // to within 1e-20 of the scale they touch
    ORACLE_UNKNOWN   // the search did not converge: a defect of the oracle, to be counted
} cone_verdict_kind;

extern const char* const cone_verdict_names[4];

typedef struct cone_verdict {
    cone_verdict_kind kind;
    quad gap;       // separate: a lower bound of the distance, within 0.1 % of it
    quad normal[3]; // separate: unit, from the cone to the shape
    quad point[3];  // the point of the shape that was found: nearest to the cone, or common
    quad depth;     // meets: a displacement that certainly leaves them meeting (a lower bound, often far too small)
    quad scale;     // what 1e-12 is relative to
    int steps;
} cone_verdict;

quad_cone quad_cone_of(const hit_cone* cone);

// Shapes relative to the apex of a cone. The floats are exact, and their differences too unless 2^89 apart. Coordinates
// of boxes do not mix, so that a near corner of a huge box is as good as any; errors of other shapes are relative to
// their farthest corner.
quad_shape quad_shape_of_aabb(const quad_cone* k, hit_aabb box);
quad_shape quad_shape_of_points(const quad_cone* k, const hit_vec3* points, int count);
quad_shape quad_shape_of_sphere(const quad_cone* k, hit_sphere sphere);

// The corners of {p : |axis[i]·(p - center)| <= half[i]}, by bits as hit_cone_evidence numbers them.
// @return  false when the axes do not span space
bool quad_shape_of_obb(const quad_cone* k, const hit_obb* obb, quad_shape* shape);

cone_verdict cone_oracle(const quad_cone* k, const quad_shape* s);

// True when the sets certainly meet after every displacement of up to `depth`: asked for the corners of an octahedron
// around that ball, which is enough, as the displacements that leave two convex sets meeting are a convex set.
bool cone_oracle_deeper(const quad_cone* k, const quad_shape* s, quad depth);

// The supremum of normal·c over the cone; infinite where it is unbounded. A slope of the side of at most 2^-105
// counts as 0: that is what rounding leaves of the tangent plane itself.
quad quad_cone_support(const quad_cone* k, const quad normal[3]);

// Height and distance from the axis of a point relative to the apex.
void quad_cone_coordinates(const quad_cone* k, const quad x[3], quad* height, quad* radius);

// How deep a point lies in the cone, negative outside: the least of the depths below the side and below the two ends.
quad quad_cone_depth(const quad_cone* k, const quad x[3]);

// Whether a point of floats lies in the cone: by integers, without any rounding.
bool cone_oracle_contains(const hit_cone* cone, hit_vec3 point);

quad quad_dot(const quad a[3], const quad b[3]);
quad quad_length(const quad a[3]);

#endif
