// Between the files of the naive scene.
#ifndef HITSCAN_TEST_NAIVE_PARTS_H
#define HITSCAN_TEST_NAIVE_PARTS_H

#include "support/scene/naive_scene.h"

// A box, exactly.
void naive_box(const naive_object* object, const hit_dray* ray, hit_sides sides, naive_answer* answer);

// Any other kind, with what the promise allows. With `fault`, also judges a hit that was found.
typedef struct naive_found {
    const hit_scene_hit* hit;
    const char* fault; ///< NULL when nothing is wrong
} naive_found;
void naive_near(const naive_object* object, const hit_dray* ray, hit_sides sides, naive_found* found,
                naive_answer* answer);

// The outward normal of a face of a box, or of the flat image of one, in the world; of unit length.
void naive_box_normal(const naive_object* object, int face, long double normal[3]);

#endif
