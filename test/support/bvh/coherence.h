// A traversal takes one of two ways to the same answer, by whether its ray is like the one before it on this thread
// (bvh/traverse/coherence.h). Tests ask twice: after a ray that goes the other way, and at once again.
#ifndef HITSCAN_TEST_SUPPORT_UNLIKE_H
#define HITSCAN_TEST_SUPPORT_UNLIKE_H

#include <hitscan/bvh.h>
#include <hitscan/scene.h>

static inline void test_ask_opposite(const hit_bvh* tree, hit_ray ray)
{
    ray.direction = hit_vec3_make(-ray.direction.x, -ray.direction.y, -ray.direction.z);
    (void)hit_bvh_first(tree, ray, NULL, NULL);
}

static inline void test_ask_scene_opposite(const hit_scene* scene, hit_dray ray)
{
    ray.direction = hit_vec3_make(-ray.direction.x, -ray.direction.y, -ray.direction.z);
    (void)hit_scene_first(scene, ray, NULL, NULL);
}

#endif
