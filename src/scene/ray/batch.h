// A batch in a scene: what all calls for many rays or points share.
#ifndef HITSCAN_SCENE_RAY_BATCH_H
#define HITSCAN_SCENE_RAY_BATCH_H

#include "base/batch.h"
#include "scene/scene.h"

// What the tasks of a call look at.
typedef struct hit_scene_batch_job {
    const hit_scene* scene;
    const hit_scene_filter* filter; ///< NULL: everything counts
    const hit_task_pool* pool;
    hit_batch arrays;
} hit_scene_batch_job;

// What a ray gets that hits nothing.
extern const hit_scene_hit hit_scene_batch_miss;

// Check what a call was given, and fill *job. `request` has what depends on the call: inputs, results, their sizes, and
// the chunk; the rest is filled from the scene and the options, which may be NULL.
hit_status hit_scene_batch_prepare(const hit_scene* scene, hit_batch_request* request,
                                   const hit_scene_batch_options* options, hit_scene_batch_job* job, hit_error* error);

// The filter of one ray, and the job's filter where that must accept an object, too.
typedef struct hit_scene_ray_filter {
    hit_scene_filter filter;
    const hit_scene_filter* whole;
    const hit_scene* scene;
} hit_scene_ray_filter;

// Tell what counts for ray i; *filter NULL: everything. False when nothing does. The filter is the job's, or one that
// is valid as long as *made, and stays where it is.
bool hit_scene_batch_filter(const hit_scene_batch_job* job, size_t i, hit_scene_ray_filter* made,
                            const hit_scene_filter** filter);

#endif
