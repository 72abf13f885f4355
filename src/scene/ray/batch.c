// Many rays at once, in a scene.
//
// Rays are dealt out in chunks, each a task of its own. Where everything counts, several rays are interleaved
// (scene/tlas/interleaved_kernel.h), if that is faster: in scenes that are larger than the nearer caches, where it
// takes half of the time for 100,000 boxes; and in smaller ones for incoherent rays, as processors predict the branches
// of coherent ones. No answer depends on it.
//
// With a filter, rays are answered one by one. A mask of a ray takes the place of the filter's layers; where both must
// let an object through, a callback tests those of the filter.
#include "base/assert.h"
#include "base/fail.h"
#include "base/fpenv.h"
#include "base/tasks.h"
#include "many/boxes.h"
#include "scene/ray/search.h"

#include <math.h>
#include <string.h>

enum {
    CHUNK = 1024, ///< rays per task
    SAMPLES = 16, ///< pairs of neighbours that are compared
    LARGE = 2500, ///< nodes of trees that exceed the nearer caches
    SMALL = 128   ///< nodes of trees that are hardly more than a few steps
};

typedef struct job {
    const hit_scene* scene;
    const hit_scene_filter* filter; ///< NULL: everything counts
    const unsigned char* rays;
    unsigned char* results;
    size_t ray_stride, result_stride, count;
    const unsigned char* ray_masks; ///< NULL: none
    size_t mask_stride;
} job;

static const hit_scene_hit miss = {.t = HUGE_VALF, .t_double = HUGE_VAL, .face = HIT_FACE_NONE};

static const hit_dray* ray_at(const job* j, size_t i)
{
    return (const hit_dray*)(const void*)(j->rays + i * j->ray_stride);
}

static hit_scene_hit* hit_at(const job* j, size_t i)
{
    return (hit_scene_hit*)(void*)(j->results + i * j->result_stride);
}

// ---- Filters --------------------------------------------------------------------------------------------------------

// The filter of one ray, and the job's filter where that must accept an object, too.
typedef struct ray_filter {
    hit_scene_filter filter;
    const hit_scene_filter* whole;
    const hit_scene* scene;
} ray_filter;

static bool accept_by_filter(void* context, hit_id id, void* user)
{
    const ray_filter* f = context;
    return (f->scene->committed[hit_id_slot(id)].layers & f->whole->layers) != 0 &&
           (f->whole->accept == NULL || f->whole->accept(f->whole->accept_context, id, user));
}

// False when nothing counts for a ray. The filter is valid as long as *made, and stays where it is.
static bool filter_of(const job* j, size_t i, ray_filter* made, const hit_scene_filter** filter)
{
    *filter = j->filter;
    if (j->ray_masks == NULL)
        return true;
    memset(made, 0, sizeof *made);
    if (j->filter != NULL)
        made->filter = *j->filter;
    made->whole = j->filter;
    made->scene = j->scene;
    made->filter.layers = *(const uint32_t*)(const void*)(j->ray_masks + i * j->mask_stride);
    // Where the ray's bits are all among the filter's, what has one of them has one of these.
    if (j->filter != NULL && j->filter->layers != 0 && (made->filter.layers & ~j->filter->layers) != 0) {
        made->filter.accept = accept_by_filter;
        made->filter.accept_context = made;
    }
    *filter = &made->filter;
    return made->filter.layers != 0;
}

static void first_of_one(const job* j, size_t i)
{
    const hit_scene_filter* filter;
    ray_filter made;

    if (!filter_of(j, i, &made, &filter) || !hit_scene_first(j->scene, *ray_at(j, i), filter, hit_at(j, i)))
        *hit_at(j, i) = miss;
}

static void any_of_one(const job* j, size_t i)
{
    const hit_scene_filter* filter;
    ray_filter made;

    j->results[i * j->result_stride] =
        filter_of(j, i, &made, &filter) && hit_scene_any(j->scene, *ray_at(j, i), filter);
}

// ---- Interleaved rays -----------------------------------------------------------------------------------------------

typedef struct batch_stream {
    const job* job;
    size_t next, end;
    size_t index[HIT_TLAS_INTERLEAVE]; ///< of the ray in each ray slot
    hit_search search[HIT_TLAS_INTERLEAVE];
    hit_first_so_far first[HIT_TLAS_INTERLEAVE];
} batch_stream;

static hit_tlas_traversal* next_ray(void* context, unsigned ray_slot)
{
    batch_stream* f = context;

    if (f->next == f->end)
        return NULL;
    HIT_ASSERT(ray_slot < HIT_TLAS_INTERLEAVE && f->next < f->end);
    hit_search_setup(&f->search[ray_slot], f->job->scene, ray_at(f->job, f->next), &f->first[ray_slot]);
    f->index[ray_slot] = f->next++;
    return &f->search[ray_slot].traversal;
}

static void retire_ray(void* context, unsigned ray_slot)
{
    batch_stream* f = context;
    hit_scene_hit* hit = hit_at(f->job, f->index[ray_slot]);

    if (!hit_search_finish(&f->search[ray_slot], hit))
        *hit = miss;
}

static void fallback_ray(void* context, unsigned ray_slot)
{
    batch_stream* f = context;
    first_of_one(f->job, f->index[ray_slot]);
}

static uint64_t node_count(const hit_bvh* tree)
{
    return tree == NULL ? 0 : tree->header->nodes.count;
}

// Whether two rays are incoherent; false for a NaN. As in bvh/query/batch.c.
static bool are_incoherent(const hit_scene* scene, const hit_dray* a, const hit_dray* b)
{
    const hit_vec3 d = a->direction, e = b->direction;
    const double origin_delta =
        fabs(a->origin.x - b->origin.x) + fabs(a->origin.y - b->origin.y) + fabs(a->origin.z - b->origin.z);
    const float direction_delta = fabsf(d.x - e.x) + fabsf(d.y - e.y) + fabsf(d.z - e.z);

    return origin_delta > 0.01 * (double)scene->max_abs ||
           direction_delta > 0.05f * (fabsf(d.x) + fabsf(d.y) + fabsf(d.z));
}

// Guess whether interleaving is faster; only the speed depends on it.
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
    const hit_tlas_ray_stream stream = {&f, next_ray, retire_ray, fallback_ray};

    f.job = j;
    f.next = begin;
    f.end = end;
    kernels[hit_cpu_now()](&stream);
}

void hit_scene_first_interleaved(const hit_scene* scene, const hit_dray* rays, hit_scene_hit* hits, size_t count)
{
    const job j = {.scene = scene,
                   .rays = (const unsigned char*)rays,
                   .results = (unsigned char*)hits,
                   .ray_stride = sizeof *rays,
                   .result_stride = sizeof *hits,
                   .count = count};
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

    if (j->ray_masks == NULL && hit_filter_accepts_all(j->filter) && should_interleave(j, begin, end)) {
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
        any_of_one(j, i);
}

// ---- The calls ------------------------------------------------------------------------------------------------------

// What is wrong with a job, or NULL.
static const char* wrong_job(const job* j, const hit_scene_batch_options* options)
{
    if (j->count > 0 && j->scene == NULL)
        return "the scene is NULL";
    if (j->count > 0 && j->rays == NULL)
        return "the rays are NULL, but their number is not 0";
    if (j->count > 0 && j->results == NULL)
        return "there is no array for the results, but the number of rays is not 0";
    if (j->ray_stride == 0)
        return "ray_stride is neither 0 nor a multiple of 8 from the size of a hit_dray on";
    if (j->result_stride == 0)
        return "result_stride is neither 0 nor large enough and a multiple of the alignment of a result";
    if (j->mask_stride == 0)
        return "ray_mask_stride is neither 0 nor a multiple of 4 from 4 on";
    if (options->pool != NULL && options->pool->run == NULL)
        return "the pool has no run function";
    return j->count / CHUNK >= UINT32_MAX ? "there are more rays than tasks can be counted for" : NULL;
}

// Answer all rays: `size` and `alignment` are those of a result.
static hit_status run(const hit_scene* scene, const hit_dray* rays, size_t count, void* results, size_t size,
                      size_t alignment, const hit_scene_batch_options* options, hit_task* task, hit_error* error)
{
    static const hit_scene_batch_options defaults = {0};
    const hit_scene_batch_options* o = options == NULL ? &defaults : options;
    job j = {.scene = scene,
             .filter = o->filter,
             .rays = (const unsigned char*)rays,
             .results = results,
             .ray_stride = hit_stride_or_size(o->ray_stride, sizeof *rays, sizeof(double)),
             .result_stride = hit_stride_or_size(o->result_stride, size, alignment),
             .count = count,
             .ray_masks = (const unsigned char*)o->ray_masks,
             .mask_stride = hit_stride_or_size(o->ray_mask_stride, sizeof *o->ray_masks, sizeof *o->ray_masks)};
    const char* wrong = wrong_job(&j, o);

    if (wrong != NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "a batch of rays: %s", wrong);
    if (!hit_reserved_is_zero(o->reserved))
        return hit_fail_reserved(error, "hit_scene_batch_options");
    if (o->filter != NULL && !hit_reserved_is_zero(o->filter->reserved))
        return hit_fail_reserved(error, "hit_scene_filter");
    hit_tasks_run(o->pool, task, &j, (uint32_t)((count + CHUNK - 1) / CHUNK));
    return hit_succeed(error);
}

hit_status hit_scene_batch_first(const hit_scene* scene, const hit_dray* rays, size_t count, hit_scene_hit* hits,
                                 const hit_scene_batch_options* options, hit_error* error)
{
    return run(scene, rays, count, hits, sizeof *hits, sizeof(double), options, first_task, error);
}

hit_status hit_scene_batch_any(const hit_scene* scene, const hit_dray* rays, size_t count, uint8_t* answers,
                               const hit_scene_batch_options* options, hit_error* error)
{
    return run(scene, rays, count, answers, sizeof *answers, 1, options, any_task, error);
}
