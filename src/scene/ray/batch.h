// Rays in flight: for tests, which ask small scenes, too.
#ifndef HITSCAN_SCENE_BATCH_H
#define HITSCAN_SCENE_BATCH_H

#include "scene/scene.h"

// hit_scene_batch_first without a filter and strides, by several rays in flight whatever the size of the scene.
void hit_scene_first_interleaved(const hit_scene* scene, const hit_dray* rays, hit_scene_hit* hits, size_t count);

#endif
