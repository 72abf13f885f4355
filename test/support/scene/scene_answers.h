// A hash of what a scene answers: to compare scenes, builds, kernels and threads.
#ifndef HITSCAN_TEST_SCENE_ANSWERS_H
#define HITSCAN_TEST_SCENE_ANSWERS_H

#include "support/base/random.h"

#include <hitscan/scene.h>

// All ray queries of `count` rays: every field of every hit, but for ids, of which only the order counts.
uint64_t scene_hash_rays(const hit_scene* scene, const hit_dray* rays, uint32_t count);

// All volumes about some places.
uint64_t scene_hash_volumes(const hit_scene* scene, const hit_dvec3* places, uint32_t count, float size);

// What is closest to some places, and how far; `size` limits every second search.
uint64_t scene_hash_closest(const hit_scene* scene, const hit_dvec3* places, uint32_t count, float size);

#endif
