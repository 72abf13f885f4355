// The normals of many hits.
//
// Each is that of hit_bvh_normal: a few hundred operations, most of whose time is the way to a triangle that has left
// the caches since it was hit. So chunks go to all threads, and nothing else is worth it.
#include "base/assert.h"
#include "base/fail.h"
#include "base/tasks.h"

#include <hitscan/bvh.h>

enum { CHUNK = 4096 }; ///< hits per task

typedef struct job {
    const hit_bvh* bvh;
    const unsigned char* hits;
    unsigned char* normals;
    size_t count, hit_stride, normal_stride;
} job;

static void normals_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = (size_t)index * CHUNK, end = j->count - begin < CHUNK ? j->count : begin + CHUNK;

    HIT_ASSERT(begin < j->count);
    for (size_t i = begin; i < end; i++) {
        const void* hit = j->hits + i * j->hit_stride;
        void* normal = j->normals + i * j->normal_stride;
        *(hit_vec3*)normal = hit_bvh_normal(j->bvh, hit);
    }
}

// What is wrong with a job, or NULL.
static const char* wrong_job(const job* j, const hit_task_pool* pool)
{
    if (j->count > 0 && j->bvh == NULL)
        return "the tree is NULL";
    if (j->count > 0 && (j->hits == NULL || j->normals == NULL))
        return "an array is NULL, but the number of hits is not 0";
    if (j->hit_stride == 0)
        return "ray_stride is neither 0 nor a multiple of 4 from the size of a hit_bvh_hit on";
    if (j->normal_stride == 0)
        return "result_stride is neither 0 nor a multiple of 4 from the size of a hit_vec3 on";
    if (pool != NULL && pool->run == NULL)
        return "the pool has no run function";
    return j->count / CHUNK >= UINT32_MAX ? "there are more hits than tasks can be counted for" : NULL;
}

hit_status hit_bvh_batch_normals(const hit_bvh* bvh, const hit_bvh_hit* hits, size_t count, hit_vec3* normals,
                                 const hit_bvh_batch_options* options, hit_error* error)
{
    static const hit_bvh_batch_options defaults = {0};
    const hit_bvh_batch_options* o = options == NULL ? &defaults : options;
    job j = {.bvh = bvh,
             .hits = (const unsigned char*)hits,
             .normals = (unsigned char*)normals,
             .count = count,
             .hit_stride = hit_stride_or_size(o->ray_stride, sizeof *hits, sizeof(float)),
             .normal_stride = hit_stride_or_size(o->result_stride, sizeof *normals, sizeof(float))};
    const char* wrong = wrong_job(&j, o->pool);

    if (wrong != NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "a batch of normals: %s", wrong);
    if (!hit_reserved_is_zero(o->reserved))
        return hit_fail_reserved(error, "hit_bvh_batch_options");
    hit_tasks_run(o->pool, normals_task, &j, (uint32_t)((count + CHUNK - 1) / CHUNK));
    return hit_succeed(error);
}
