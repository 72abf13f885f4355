// Many rays or points at once in a scene, with several results for each: the first k objects that a ray hits, all of
// them, the k closest to a point.
//
// As bvh/query/batch_lists.c: each is answered by the call for one, into its own part of the caller's array, and what
// that leaves over is filled with misses.
#include "base/fail.h"
#include "scene/ray/batch.h"

#include <math.h>

enum { CHUNK = 256 }; ///< rays or points per task

typedef struct job job;

struct job {
    hit_scene_batch_job common;
    void (*one)(job* j, size_t i); ///< answers ray or point i
    uint32_t k;
    uint32_t* found; ///< the number of results for each; NULL: not told
    double max_distance;
    hit_batch_lists lists; ///< of all hits
    hit_scene_hit* hits;
};

static const hit_scene_closest nothing_closest = {.id = HIT_ID_NONE, .distance = HUGE_VAL};

// ---- One ray or point -----------------------------------------------------------------------------------------------

static void first_k_of_one(job* j, size_t i)
{
    const hit_dray* ray = hit_batch_input(&j->common.arrays, i);
    hit_scene_hit* hits = hit_batch_result(&j->common.arrays, i);
    const hit_scene_filter* filter;
    hit_scene_ray_filter made;
    uint32_t found = 0;

    if (hit_scene_batch_filter(&j->common, i, &made, &filter))
        found = hit_scene_first_k(j->common.scene, *ray, filter, hits, j->k);
    HIT_ASSERT(found <= j->k);
    for (uint32_t n = found; n < j->k; n++)
        hits[n] = hit_scene_batch_miss;
    if (j->found != NULL)
        j->found[i] = found;
}

static void all_of_one(job* j, size_t i)
{
    const hit_dray* ray = hit_batch_input(&j->common.arrays, i);
    const uint64_t begin = j->lists.offsets[i], end = j->lists.offsets[i + 1];
    const hit_scene_filter* filter;
    hit_scene_ray_filter made;
    uint32_t total = 0;

    if (hit_scene_batch_filter(&j->common, i, &made, &filter))
        total = hit_scene_all(j->common.scene, *ray, filter, begin < end ? j->hits + begin : NULL,
                              hit_batch_lists_capacity(&j->lists, i));
    for (uint64_t n = begin + total; n < end; n++)
        j->hits[n] = hit_scene_batch_miss;
    if (total > end - begin)
        hit_batch_lists_note_too_short(&j->lists, i);
}

static void closest_of_one(job* j, size_t i)
{
    const hit_dvec3* point = hit_batch_input(&j->common.arrays, i);
    hit_scene_closest* closest = hit_batch_result(&j->common.arrays, i);
    const hit_scene_filter* filter;
    hit_scene_ray_filter made;
    uint32_t found = 0;

    if (hit_scene_batch_filter(&j->common, i, &made, &filter))
        found = hit_scene_closest_points(j->common.scene, *point, j->max_distance, filter, closest, j->k);
    HIT_ASSERT(found <= j->k);
    for (uint32_t n = found; n < j->k; n++)
        closest[n] = nothing_closest;
    if (j->found != NULL)
        j->found[i] = found;
}

static void task(void* context, uint32_t index)
{
    job* j = context;
    const size_t end = hit_batch_end(&j->common.arrays, index);

    for (size_t i = hit_batch_begin(&j->common.arrays, index); i < end; i++)
        j->one(j, i);
}

// ---- The calls ------------------------------------------------------------------------------------------------------

hit_status hit_scene_batch_first_k(const hit_scene* scene, const hit_dray* rays, size_t count, uint32_t k,
                                   hit_scene_hit* hits, uint32_t* found, const hit_scene_batch_options* options,
                                   hit_error* error)
{
    hit_batch_request request = {.inputs_are = "rays",
                                 .inputs = rays,
                                 .results = hits,
                                 .count = count,
                                 .input_size = sizeof *rays,
                                 .result_size = sizeof *hits,
                                 .result_alignment = sizeof(double),
                                 .results_each = k,
                                 .chunk = CHUNK};
    job j = {.one = first_k_of_one, .k = k, .found = found};
    const hit_status status = hit_scene_batch_prepare(scene, &request, options, &j.common, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&j.common.arrays, j.common.pool, task, &j);
    return hit_succeed(error);
}

hit_status hit_scene_batch_all(const hit_scene* scene, const hit_dray* rays, size_t count, const uint64_t* offsets,
                               hit_scene_hit* hits, const hit_scene_batch_options* options, hit_error* error)
{
    hit_batch_request request = {.inputs_are = "rays",
                                 .inputs = rays,
                                 .results = hits,
                                 .count = count,
                                 .input_size = sizeof *rays,
                                 .result_size = sizeof *hits,
                                 .result_alignment = sizeof(double),
                                 .chunk = CHUNK};
    job j = {.one = all_of_one, .hits = hits};
    hit_status status = hit_batch_lists_check(offsets, count, sizeof *hits,
                                              options == NULL ? 0 : options->result_stride, &j.lists, error);

    if (status != HIT_OK)
        return status;
    request.results_each = hit_batch_lists_have_room(&j.lists, count);
    status = hit_scene_batch_prepare(scene, &request, options, &j.common, error);
    if (status != HIT_OK)
        return status;
    hit_batch_run(&j.common.arrays, j.common.pool, task, &j);
    return hit_batch_lists_status(&j.lists, error);
}

hit_status hit_scene_batch_closest(const hit_scene* scene, const hit_dvec3* points, size_t count, double max_distance,
                                   uint32_t k, hit_scene_closest* found_points, uint32_t* found,
                                   const hit_scene_batch_options* options, hit_error* error)
{
    hit_batch_request request = {.inputs_are = "points",
                                 .inputs = points,
                                 .results = found_points,
                                 .count = count,
                                 .input_size = sizeof *points,
                                 .result_size = sizeof *found_points,
                                 .result_alignment = sizeof(double),
                                 .results_each = k,
                                 .chunk = CHUNK};
    job j = {.one = closest_of_one, .k = k, .found = found, .max_distance = max_distance};
    const hit_status status = hit_scene_batch_prepare(scene, &request, options, &j.common, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&j.common.arrays, j.common.pool, task, &j);
    return hit_succeed(error);
}
