// Many rays at once, in a scene.
//
// Rays are dealt out in chunks, each a task of its own. Where everything counts, several rays are in flight at once
// (scene/tlas/interleaved_kernel.h), if that is faster: in scenes that are larger than the nearer caches, where it takes half of the time
// for 100,000 boxes; and in smaller ones for rays that have little in common, as processors guess the way of others. No
// answer depends on it.
#include "scene/ray/batch.h"

#include "base/fpenv.h"
#include "base/tasks.h"
#include "many/boxes.h"
#include "scene/ray/search.h"
#include "scene/tlas/interleaved.h"

#include <math.h>

enum {
    CHUNK = 1024, ///< rays per task
    SAMPLES = 16, ///< pairs of neighbours that are looked at
    LARGE = 2500, ///< nodes of trees that exceed the nearer caches
    SMALL = 128   ///< nodes of trees that are hardly more than a few steps
};

typedef struct job {
    const hit_scene* scene;
    const hit_scene_filter* filter;
    const unsigned char* rays;
    unsigned char* hits;
    uint8_t* answers;
    size_t ray_stride, hit_stride, count;
} job;

static const hit_scene_hit miss = {.t = HUGE_VALF, .t_double = HUGE_VAL, .face = HIT_FACE_NONE};

static const hit_dray* ray_at(const job* j, size_t i)
{
    return (const hit_dray*)(const void*)(j->rays + i * j->ray_stride);
}

static hit_scene_hit* hit_at(const job* j, size_t i)
{
    return (hit_scene_hit*)(void*)(j->hits + i * j->hit_stride);
}

static void first_of_one(const job* j, size_t i)
{
    if (!hit_scene_first(j->scene, *ray_at(j, i), j->filter, hit_at(j, i)))
        *hit_at(j, i) = miss;
}

// ---- Rays in flight -------------------------------------------------------------------------------------------------

typedef struct batch_stream {
    hit_tlas_ray_stream stream; ///< the first member: traversals give it back
    const job* job;
    size_t next, end;
    size_t index[HIT_TLAS_INTERLEAVE]; ///< which rays are in flight
    hit_search search[HIT_TLAS_INTERLEAVE];
    hit_nearest nearest[HIT_TLAS_INTERLEAVE];
} batch_stream;

static hit_tlas_traversal* next_ray(hit_tlas_ray_stream* stream, unsigned ray_slot)
{
    batch_stream* f = (batch_stream*)(void*)stream;

    if (f->next == f->end)
        return NULL;
    hit_search_setup(&f->search[ray_slot], f->job->scene, ray_at(f->job, f->next), &f->nearest[ray_slot]);
    f->index[ray_slot] = f->next++;
    return &f->search[ray_slot].traversal;
}

static void retire_ray(hit_tlas_ray_stream* stream, unsigned ray_slot)
{
    batch_stream* f = (batch_stream*)(void*)stream;
    hit_scene_hit* hit = hit_at(f->job, f->index[ray_slot]);

    if (!hit_search_finish(&f->search[ray_slot], hit))
        *hit = miss;
}

static void fallback_ray(hit_tlas_ray_stream* stream, unsigned ray_slot)
{
    batch_stream* f = (batch_stream*)(void*)stream;
    first_of_one(f->job, f->index[ray_slot]);
}

static uint64_t node_count(const hit_bvh* tree)
{
    return tree == NULL ? 0 : tree->header->nodes.count;
}

// Whether two rays have little in common; false for a NaN. As in bvh/query/batch.c.
static bool are_incoherent(const hit_scene* scene, const hit_dray* a, const hit_dray* b)
{
    const hit_vec3 d = a->direction, e = b->direction;
    const double origin_delta =
        fabs(a->origin.x - b->origin.x) + fabs(a->origin.y - b->origin.y) + fabs(a->origin.z - b->origin.z);
    const float direction_delta = fabsf(d.x - e.x) + fabsf(d.y - e.y) + fabsf(d.z - e.z);

    return origin_delta > 0.01 * (double)scene->max_abs ||
           direction_delta > 0.05f * (fabsf(d.x) + fabsf(d.y) + fabsf(d.z));
}

// Guess whether rays trace_interleaved faster together; only the speed depends on it.
static bool should_interleave(const job* j, size_t begin, size_t end)
{
    const uint64_t nodes = node_count(j->scene->primary.tree) + node_count(j->scene->secondary.tree);
    const size_t step = (end - begin) / SAMPLES;
    int incoherent = 0;

    if (nodes >= LARGE || nodes < SMALL || step == 0)
        return nodes >= LARGE;
    for (size_t i = begin + 1; i < end; i += step)
        incoherent += are_incoherent(j->scene, ray_at(j, i - 1), ray_at(j, i));
    return incoherent > SAMPLES / 2;
}

static HIT_NOINLINE void trace_interleaved(const job* j, size_t begin, size_t end)
{
    static hit_tlas_first_interleaved* const kernels[] = HIT_MANY_LEVELS(hit_tlas_first_interleaved);
    batch_stream f;

    f.stream = (hit_tlas_ray_stream){next_ray, retire_ray, fallback_ray};
    f.job = j;
    f.next = begin;
    f.end = end;
    kernels[hit_cpu_now()](&f.stream);
}

void hit_scene_first_interleaved(const hit_scene* scene, const hit_dray* rays, hit_scene_hit* hits, size_t count)
{
    const job j = {scene,        NULL, (const unsigned char*)rays, (unsigned char*)hits, NULL, sizeof *rays,
                   sizeof *hits, count};
    const hit_fpenv saved = hit_fpenv_enter();
    trace_interleaved(&j, 0, count);
    hit_fpenv_leave(saved);
}

// ---- Tasks ----------------------------------------------------------------------------------------------------------

static size_t end_of(const job* j, size_t begin)
{
    return j->count - begin < CHUNK ? j->count : begin + CHUNK;
}

static void first_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = (size_t)index * CHUNK, end = end_of(j, begin);

    if (hit_filter_accepts_all(j->filter) && should_interleave(j, begin, end)) {
        const hit_fpenv saved = hit_fpenv_enter();
        trace_interleaved(j, begin, end);
        hit_fpenv_leave(saved);
    } else {
        for (size_t i = begin; i < end; i++)
            first_of_one(j, i);
    }
}

static void any_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = (size_t)index * CHUNK, end = end_of(j, begin);

    for (size_t i = begin; i < end; i++)
        j->answers[i] = hit_scene_any(j->scene, *ray_at(j, i), j->filter);
}

static hit_status run(job* j, hit_task* task, const hit_task_pool* pool)
{
    hit_tasks_run(pool, task, j, (uint32_t)((j->count + CHUNK - 1) / CHUNK));
    return HIT_OK;
}

// ---- The calls ------------------------------------------------------------------------------------------------------

// Bytes between two elements of an array, given as a stride. 0 when that cannot be.
static size_t distance_of(size_t stride, size_t size, size_t alignment)
{
    const size_t distance = stride == 0 ? size : stride;
    return distance >= size && distance % alignment == 0 ? distance : 0;
}

hit_status hit_scene_batch_first(const hit_scene* scene, const hit_dray* rays, size_t ray_stride,
                                 const hit_scene_filter* filter, hit_scene_hit* hits, size_t hit_stride, size_t count,
                                 const hit_task_pool* pool)
{
    job j = {scene, filter, (const unsigned char*)rays, (unsigned char*)hits, NULL, 0, 0, count};

    j.ray_stride = distance_of(ray_stride, sizeof *rays, sizeof(double));
    j.hit_stride = distance_of(hit_stride, sizeof *hits, sizeof(double));
    if ((count > 0 && (scene == NULL || rays == NULL || hits == NULL)) || j.ray_stride == 0 || j.hit_stride == 0 ||
        count / CHUNK >= UINT32_MAX)
        return HIT_ERROR_ARGUMENT;
    return run(&j, first_task, pool);
}

hit_status hit_scene_batch_any(const hit_scene* scene, const hit_dray* rays, size_t ray_stride,
                               const hit_scene_filter* filter, uint8_t* answers, size_t count,
                               const hit_task_pool* pool)
{
    job j = {scene, filter, (const unsigned char*)rays, NULL, answers, 0, 0, count};

    j.ray_stride = distance_of(ray_stride, sizeof *rays, sizeof(double));
    if ((count > 0 && (scene == NULL || rays == NULL || answers == NULL)) || j.ray_stride == 0 ||
        count / CHUNK >= UINT32_MAX)
        return HIT_ERROR_ARGUMENT;
    return run(&j, any_task, pool);
}
