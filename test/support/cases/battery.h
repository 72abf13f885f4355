// One hash for each kind of query over a fixed set of cases: equal hashes mean equal answers, to the last bit.
#ifndef HITSCAN_TEST_BATTERY_H
#define HITSCAN_TEST_BATTERY_H

#include "support/cases/ray_box_cases.h"

enum { BATTERY_KINDS = 25 };

extern const char* const battery_names[BATTERY_KINDS];

typedef struct battery_case {
    hit_ray ray;
    hit_aabb box;
    hit_obb obb;
    hit_mat3x4 matrix;
    hit_triangle triangle;
    hit_plane plane;
    hit_sphere sphere;
    hit_capsule capsule;
    hit_cylinder cylinder;
    hit_disc disc;
    hit_cone cone;
    hit_frustum frustum;
} battery_case;

// Make `count` cases of all categories, hostile ones included.
void battery_make(battery_case* cases, size_t count, uint64_t seed);

// Ask all queries and hash all answers. A function of its own file: a changed floating-point environment stays outside.
void battery_run(const battery_case* cases, size_t count, uint64_t hash[BATTERY_KINDS]);

#endif
