// Every ray query of the tree by a plain loop over all primitives: the reference.
//
// Hits and their rounded numbers come from hit_ray_triangle_exact, hit_ray_aabb_exact and hit_ray_obb, which have
// oracles of their own; what lies between primitives is decided here by GMP integers: which of two hits is nearer when
// their t round to the same float, and whether a hit lies on an edge. Nothing is shared with the tree.
//
// So that many rays can be asked, primitives whose sphere is far from the ray's line are passed over, in double with a
// margin of 10^6 roundings.
#ifndef HITSCAN_TEST_BRUTE_H
#define HITSCAN_TEST_BRUTE_H

#include "support/cases/meshes.h"

typedef struct brute_force brute_force;

// Copies what it is given. Bad primitives are left out, as hit_bvh_build_* does.
brute_force* brute_force_triangles(const hit_triangle* triangles, uint32_t count);
brute_force* brute_force_mesh(const test_mesh* m);
brute_force* brute_force_aabbs(const hit_aabb* boxes, uint32_t count);
brute_force* brute_force_obbs(const hit_obb* boxes, uint32_t count);
void brute_force_free(brute_force* b);

// All hits that count, the nearest first, equal t by index; they stay until the next call. Of these the first `n` are
// the n nearest, the first is the first, and whether there is one answers hit_bvh_any. `place` is 0.
uint32_t brute_force_all(brute_force* b, hit_ray ray, const hit_bvh_filter* filter, const hit_bvh_hit** hits);

// What hit_bvh_normal should give.
hit_vec3 brute_force_normal(const brute_force* b, const hit_bvh_hit* hit);

// The order of two hits of the last call: 0 when their t are exactly equal.
int brute_force_order(brute_force* b, uint32_t hit_a, uint32_t hit_b);

#endif
