// A batch over a tree: what all calls for many rays or points share.
#ifndef HITSCAN_BVH_QUERY_BATCH_H
#define HITSCAN_BVH_QUERY_BATCH_H

#include "bvh/traverse/traverse.h"

// What the tasks of a call look at.
typedef struct hit_bvh_batch_job {
    hit_bvh_batch batch;
    const hit_bvh_filter* filter; ///< NULL when everything counts for every ray
    const hit_task_pool* pool;
} hit_bvh_batch_job;

// Check what a call was given, and fill *job. `request` has what depends on the call: inputs, results, their sizes, and
// the chunk; the rest is filled from the tree and the options, which may be NULL.
hit_status hit_bvh_batch_prepare(const hit_bvh* bvh, hit_batch_request* request, const hit_bvh_batch_options* options,
                                 hit_bvh_batch_job* job, hit_error* error);

// Guess whether rays from `begin` to `end` are faster interleaved; only the speed depends on it.
bool hit_bvh_batch_should_interleave(const hit_bvh_batch* batch, size_t begin, size_t end);

// What counts for ray i; NULL: everything. It is the job's filter, or one that is made in *room.
const hit_bvh_filter* hit_bvh_batch_filter(const hit_bvh_batch_job* job, size_t i, hit_bvh_filter* room);

#endif
