// Rays at a mesh, by category: those that slip through cracks, graze, start on things, or have extreme numbers.
#ifndef HITSCAN_TEST_MESH_RAYS_H
#define HITSCAN_TEST_MESH_RAYS_H

#include "support/cases/meshes.h"

typedef enum test_ray_kind {
    RAY_ANYWHERE, ///< from around the mesh to somewhere in its box
    RAY_AT_VERTEX,
    RAY_AT_EDGE,
    RAY_AT_MIDPOINT,
    RAY_AT_FACE,
    RAY_ALONG_EDGE,
    RAY_IN_PLANE, ///< in the plane of a face, as far as floats allow
    RAY_AXIS,     ///< parallel to an axis, through a vertex
    RAY_AXIS_ANYWHERE,
    RAY_IN_AXIS_PLANE, ///< one component of the direction is 0
    RAY_FROM_SURFACE,  ///< from a vertex, an edge or a face
    RAY_FROM_INSIDE,   ///< of closed meshes; else as RAY_ANYWHERE
    RAY_TINY_DIRECTION,
    RAY_HUGE_DIRECTION,
    RAY_UNEVEN_DIRECTION, ///< components 2^±140 apart
    RAY_FAR_ORIGIN,       ///< from up to 2^100 times the size of the mesh, mostly up to 2^30
    RAY_DENORMAL,         ///< an origin of denormals
    RAY_ANY_BITS,
    RAY_BAD, ///< not valid: NaN, infinite or without direction
    RAY_KINDS
} test_ray_kind;

extern const char* const test_ray_names[RAY_KINDS];

// A ray, a line or a segment of the kind.
hit_ray test_mesh_ray(test_random* r, const test_mesh* m, test_ray_kind kind);

// The same ray with an end at t, just before it or just after it, or two ends around it.
hit_ray test_ray_end_at(test_random* r, hit_ray ray, float t);

void test_print_ray(hit_ray ray);

#endif
