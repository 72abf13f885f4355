// Convex shapes in double: what objects are made of when volumes, areas of the screen and closest points ask for them.
// Support, bounds, and whether they lie in spheres and cones.
//
// Coordinates are relative to some place near by, so that they are small; whoever makes a shape says to which. All
// functions require the environment of base/fpenv.h.
#ifndef HITSCAN_SCENE_CONVEX_CONVEX_H
#define HITSCAN_SCENE_CONVEX_CONVEX_H

#include <hitscan/shapes.h>

// What double arithmetic may be wrong by here, as a part of the coordinates that go into a sum: some thirty roundings.
#define HIT_CONVEX_EPSILON 0x1p-48

// The hull of some points, and all within `radius` of it. Triangles, boxes under any matrix, segments, points, spheres
// and capsules are such shapes. With `flat_ends`, a cylinder: two points, and discs of `radius` about them.
typedef struct hit_convex_shape {
    uint32_t count; ///< of points, 1 to 8; for a box, point i has the larger end of axis k when bit k of i is set
    double point[8][3];
    double radius; ///< 0 or more
    bool flat_ends;
} hit_convex_shape;

// The axis of a shape with flat ends, of unit length. False when its ends are so close that there is none.
bool hit_convex_axis(const hit_convex_shape* convex, double axis[3]);

// The largest direction·x over the points x of a shape; `at`, unless it is NULL, is set to such an x.
double hit_convex_support(const hit_convex_shape* convex, const double direction[3], double at[3]);

// The part of a direction that is perpendicular to a unit vector; returns its length. Where the direction is so close
// to the unit vector that nothing but roundings is left of it, both are zero.
double hit_vector_rejection(const double direction[3], const double axis[3], double out[3]);

// A box around a shape. Its errors are a few roundings of the coordinates, which are added.
void hit_convex_bounds(const hit_convex_shape* convex, double low[3], double high[3]);

// The largest |x| + |y| + |z| of a point of a shape, or a little more: the measure of errors.
double hit_convex_size(const hit_convex_shape* convex);

// True when a shape is an axis-aligned box, flat ones included: `low` and `high` are its corners then, exactly.
bool hit_convex_is_aabb(const hit_convex_shape* convex, double low[3], double high[3]);

// The largest distance from a point to a point of a shape.
double hit_convex_farthest(const hit_convex_shape* convex, const double point[3]);

// A solid cone in double; see hit_cone.
typedef struct hit_dcone {
    double apex[3], axis[3]; ///< the axis is of unit length
    double tangent, sine, cosine;
    double h_min, h_max; ///< h_max may be infinite
} hit_dcone;

// How far a shape sticks out of a cone: not positive when it lies in it. For what sticks out, any positive number.
double hit_convex_beyond_cone(const hit_convex_shape* convex, const hit_dcone* cone);

#endif
