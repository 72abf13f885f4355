// A convex set given by up to six half-spaces against a box, a sphere or a triangle: exactly.
//
// Two closed convex sets, one of them given as { p : n_i·p >= d_i }, have no common point if and only if a sum of some
// of the half-spaces, with weights y_i >= 0, separates them (the lemma of Farkas): the shape lies strictly on the wrong
// side of the plane with normal v = sum of y_i·n_i and offset sum of y_i·d_i. Few sums need to be tried. The weights of
// an extreme one involve at most four half-spaces (three for a triangle), and are given up to a factor by
// determinants: see halfspaces.c. It is the separating axis test, without a need for the corners and edges of the set;
// so the set may be unbounded, flat or empty, and no case is special.
//
// Each test is first done in double with a bound of its error. Only the few that this leaves undecided are repeated
// with integers (exact/big.h). Requires the environment of base/fpenv.h.
#ifndef HITSCAN_OVERLAP_HALFSPACES_H
#define HITSCAN_OVERLAP_HALFSPACES_H

#include <hitscan/frustum.h>

enum { HIT_HALFSPACES = 6 };

// The error bound of the tests in double, relative to the sums of absolute values of their terms: twice what the errors
// add up to, some twelve roundings, for the roundings of the sums themselves. Each test says what it counts.
#define HIT_OVERLAP_EPS 0x1p-47

// The points p with plane[i].normal·(p - origin) >= plane[i].offset for all i. All finite.
typedef struct hit_halfspaces {
    const hit_plane* plane;        ///< those of a frustum, or `own`; so the struct must not be copied
    hit_plane own[HIT_HALFSPACES]; ///< of boxes
    hit_vec3 origin;               ///< zero but for oriented boxes
    bool not_empty;                ///< known to have a point
} hit_halfspaces;

// A box, not empty: oriented if `oriented` is not NULL, with axes that span space; else aligned.
typedef struct hit_any_box {
    const hit_obb* oriented;
    hit_aabb aligned;
} hit_any_box;

// False when it is the empty set because a number is not finite.
bool hit_halfspaces_from_frustum(const hit_frustum* frustum, hit_halfspaces* out);
// Of boxes that are not empty.
void hit_halfspaces_from_aabb(hit_aabb box, hit_halfspaces* out);
void hit_halfspaces_from_obb(const hit_obb* obb, hit_halfspaces* out);

// True when the set is not empty: finite, no negative half, axes that span space. The last is decided exactly.
bool hit_obb_is_solid(const hit_obb* obb);

// Decide. The shapes are not empty.
hit_cull hit_halfspaces_box(const hit_halfspaces* set, const hit_any_box* box);
hit_cull hit_halfspaces_sphere(const hit_halfspaces* set, hit_sphere sphere);
hit_cull hit_halfspaces_triangle(const hit_halfspaces* set, const hit_triangle* triangle);

// One plane at a time, in double: neither HIT_OUTSIDE nor HIT_INSIDE is ever wrong. The first of them takes six planes
// as they are, the origin being zero; where one is not finite, its answer means nothing unless it is HIT_OUTSIDE.
hit_cull hit_planes_aabb_filter(const hit_plane plane[HIT_HALFSPACES], const hit_aabb* box);
hit_cull hit_halfspaces_obb_filter(const hit_halfspaces* set, const hit_obb* obb);
hit_cull hit_halfspaces_sphere_filter(const hit_halfspaces* set, hit_sphere sphere);
hit_cull hit_halfspaces_triangle_filter(const hit_halfspaces* set, const hit_triangle* triangle);

// ---- Without rounding: halfspaces_exact.c ---------------------------------------------------------------------------
// The tests of halfspaces_box.c, halfspaces_sphere.c and halfspaces_triangle.c. Indices are those of half-spaces.

// True when the box lies strictly outside half-space i.
bool hit_exact_box_outside(const hit_halfspaces* set, const hit_any_box* box, int i);
// True when the box lies in half-space i.
bool hit_exact_box_inside(const hit_halfspaces* set, const hit_any_box* box, int i);
// True when i and j separate by a plane parallel to two axes of the box, those other than k.
bool hit_exact_box_pair(const hit_halfspaces* set, const hit_any_box* box, int i, int j, int k);
// True when three half-spaces separate by a plane parallel to faces k of the box.
bool hit_exact_box_triple(const hit_halfspaces* set, const hit_any_box* box, const int row[3], int k);
// True when four half-spaces have no common point.
bool hit_exact_quad(const hit_halfspaces* set, const int row[4]);

// The same for a sphere.
bool hit_exact_sphere_outside(const hit_halfspaces* set, hit_sphere sphere, int i);
bool hit_exact_sphere_inside(const hit_halfspaces* set, hit_sphere sphere, int i);
bool hit_exact_sphere_pair(const hit_halfspaces* set, hit_sphere sphere, int i, int j);
bool hit_exact_sphere_triple(const hit_halfspaces* set, hit_sphere sphere, const int row[3]);

// The sign of n_i·(p - origin) - d_i.
int hit_exact_side(const hit_halfspaces* set, int i, hit_vec3 p);
// True when i and j separate from a triangle, neither doing so alone.
bool hit_exact_triangle_pair(const hit_halfspaces* set, const hit_triangle* triangle, int i, int j);
// True when three half-spaces have no common point in the plane of a triangle.
bool hit_exact_triangle_triple(const hit_halfspaces* set, const hit_triangle* triangle, const int row[3]);

#endif
