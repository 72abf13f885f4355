// Many rays at once, in a scene.
//
// Rays are dealt out in chunks, each a task of its own. Where everything counts, several rays are interleaved
// (scene/tlas/interleaved_kernel.h), if that is faster: in scenes that are larger than the nearer caches, where it
// takes half of the time for 100,000 boxes; and in smaller ones for incoherent rays, as processors predict the branches
// of coherent ones. No answer depends on it.
//
// With a filter, rays are answered one by one. A mask of a ray takes the place of the filter's layers; where both must
// let an object through, a callback tests those of the filter. Batches with several results for each ray are in
// batch_lists.c.
#include "scene/ray/batch.h"

#include "base/assert.h"
#include "base/fail.h"
#include "base/fpenv.h"
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

typedef hit_scene_batch_job job;

const hit_scene_hit hit_scene_batch_miss = {.t = HUGE_VALF, .t_double = HUGE_VAL, .face = HIT_FACE_NONE};

static const hit_dray* ray_at(const job* j, size_t i)
{
    return hit_batch_input(&j->arrays, i);
}

static hit_scene_hit* hit_at(const job* j, size_t i)
{
    return hit_batch_result(&j->arrays, i);
}

// ---- Filters --------------------------------------------------------------------------------------------------------

static bool accept_by_filter(void* context, hit_id id, void* user)
{
    const hit_scene_ray_filter* f = context;
    return (f->scene->committed[hit_id_slot(id)].layers & f->whole->layers) != 0 &&
           (f->whole->accept == NULL || f->whole->accept(f->whole->accept_context, id, user));
}

bool hit_scene_batch_filter(const hit_scene_batch_job* j, size_t i, hit_scene_ray_filter* made,
                            const hit_scene_filter** filter)
{
    *filter = j->filter;
    if (j->arrays.masks == NULL)
        return true;
    memset(made, 0, sizeof *made);
    if (j->filter != NULL)
        made->filter = *j->filter;
    made->whole = j->filter;
    made->scene = j->scene;
    made->filter.layers = hit_batch_mask(&j->arrays, i);
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
    hit_scene_ray_filter made;

    if (!hit_scene_batch_filter(j, i, &made, &filter) ||
        !hit_scene_first(j->scene, *ray_at(j, i), filter, hit_at(j, i)))
        *hit_at(j, i) = hit_scene_batch_miss;
}

static void any_of_one(const job* j, size_t i)
{
    const hit_scene_filter* filter;
    hit_scene_ray_filter made;
    uint8_t* answer = hit_batch_result(&j->arrays, i);

    *answer = hit_scene_batch_filter(j, i, &made, &filter) && hit_scene_any(j->scene, *ray_at(j, i), filter);
}

static void count_of_one(const job* j, size_t i)
{
    const hit_scene_filter* filter;
    hit_scene_ray_filter made;
    uint32_t* count = hit_batch_result(&j->arrays, i);

    *count = hit_scene_batch_filter(j, i, &made, &filter) ? hit_scene_count(j->scene, *ray_at(j, i), filter) : 0;
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
        *hit = hit_scene_batch_miss;
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
                   .arrays = {.inputs = (const unsigned char*)rays,
                              .results = (unsigned char*)hits,
                              .input_stride = sizeof *rays,
                              .result_stride = sizeof *hits,
                              .count = count}};
    const hit_fpenv saved = hit_fpenv_enter();
    trace_interleaved(&j, 0, count);
    hit_fpenv_leave(saved);
}

// ---- Tasks ----------------------------------------------------------------------------------------------------------

static void first_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = hit_batch_begin(&j->arrays, index), end = hit_batch_end(&j->arrays, index);

    if (j->arrays.masks == NULL && hit_filter_accepts_all(j->filter) && should_interleave(j, begin, end)) {
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
    const size_t begin = hit_batch_begin(&j->arrays, index), end = hit_batch_end(&j->arrays, index);

    for (size_t i = begin; i < end; i++)
        any_of_one(j, i);
}

static void count_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = hit_batch_begin(&j->arrays, index), end = hit_batch_end(&j->arrays, index);

    for (size_t i = begin; i < end; i++)
        count_of_one(j, i);
}

// ---- The calls ------------------------------------------------------------------------------------------------------

hit_status hit_scene_batch_prepare(const hit_scene* scene, hit_batch_request* request,
                                   const hit_scene_batch_options* options, hit_scene_batch_job* j, hit_error* error)
{
    static const hit_scene_batch_options defaults = {0};
    const hit_scene_batch_options* o = options == NULL ? &defaults : options;
    hit_status status;

    request->asked_is = "scene";
    request->asked = scene;
    request->input_alignment = sizeof(double);
    request->input_stride = o->ray_stride;
    request->result_stride = o->result_stride;
    request->masks = o->ray_masks;
    request->mask_stride = o->ray_mask_stride;
    request->pool = o->pool;
    *j = (hit_scene_batch_job){.scene = scene, .filter = o->filter, .pool = o->pool};
    status = hit_batch_check(request, &j->arrays, error);
    if (status != HIT_OK)
        return status;
    if (!hit_reserved_is_zero(o->reserved))
        return hit_fail_reserved(error, "hit_scene_batch_options");
    if (o->filter != NULL && !hit_reserved_is_zero(o->filter->reserved))
        return hit_fail_reserved(error, "hit_scene_filter");
    return HIT_OK;
}

// Answer all rays, each by one result of `size` and `alignment`.
static hit_status run(const hit_scene* scene, const hit_dray* rays, size_t count, void* results, size_t size,
                      size_t alignment, const hit_scene_batch_options* options, hit_task* task, hit_error* error)
{
    hit_batch_request request = {.inputs_are = "rays",
                                 .inputs = rays,
                                 .results = results,
                                 .count = count,
                                 .input_size = sizeof *rays,
                                 .result_size = size,
                                 .result_alignment = alignment,
                                 .results_each = 1,
                                 .chunk = CHUNK};
    job j;
    const hit_status status = hit_scene_batch_prepare(scene, &request, options, &j, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&j.arrays, j.pool, task, &j);
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

hit_status hit_scene_batch_count(const hit_scene* scene, const hit_dray* rays, size_t count, uint32_t* counts,
                                 const hit_scene_batch_options* options, hit_error* error)
{
    return run(scene, rays, count, counts, sizeof *counts, sizeof *counts, options, count_task, error);
}
