// The same scene twice: here, and far away. Places are multiples of 2^-20, so that the moved ones are exact, and all
// differences the same.
#ifndef HITSCAN_TEST_SCENE_PAIR_H
#define HITSCAN_TEST_SCENE_PAIR_H

#include "support/scene/random_scene.h"

enum { PAIR_MOVES = 3 };

extern const hit_dvec3 pair_moves[PAIR_MOVES];

typedef struct scene_pair {
    hit_scene *here, *there;
    naive_scene naive; ///< of here
    hit_dvec3 by;
} scene_pair;

// With `count` objects of all kinds, committed.
scene_pair scene_pair_make(scene_assets* s, test_random* r, hit_dvec3 by, uint32_t count);
void scene_pair_free(scene_pair* p);

double pair_snap(double x);
hit_dvec3 pair_snap_position(hit_dvec3 p);
hit_dvec3 pair_moved(hit_dvec3 p, hit_dvec3 by);

#endif
