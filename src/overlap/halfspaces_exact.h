// The tests of halfspaces_box.c, overlap/halfspaces_sphere.c and halfspaces_triangle.c without rounding. Indices are those of
// half-spaces.
#ifndef HITSCAN_OVERLAP_HALFSPACES_EXACT_H
#define HITSCAN_OVERLAP_HALFSPACES_EXACT_H

#include "overlap/halfspaces.h"

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
