// Many rays or points at once, with several results for each: the first k hits, all hits, the k closest primitives.
//
// Each is answered by the call for one, into its own part of the caller's array, and what that leaves over is filled
// with misses. Chunks are small, as a ray may have thousands of hits, and a point may be far from everything.
//
// All hits go into one array, list after list: the caller has counted them before. A list that is too short for its
// hits takes the nearest ones; the first such ray is told in the end, the same for any number of threads.
#include "base/fail.h"
#include "bvh/query/batch.h"
#include "bvh/query/closest.h"

enum { CHUNK = 256 }; ///< rays or points per task

typedef struct job job;

struct job {
    hit_bvh_batch_job common;
    void (*one)(job* j, size_t i); ///< answers ray or point i
    uint32_t k;
    uint32_t* found; ///< the number of results for each; NULL: not told
    float max_distance;
    hit_batch_lists lists; ///< of all hits
    hit_bvh_hit* hits;
};

static const hit_bvh_closest nothing_closest = {.distance = HUGE_VALF, .primitive = HIT_BVH_NONE};

static const hit_bvh_batch* batch_of(const job* j)
{
    return &j->common.batch;
}

// ---- One ray or point -----------------------------------------------------------------------------------------------

static void first_k_of_one(job* j, size_t i)
{
    const hit_bvh_batch* batch = batch_of(j);
    hit_bvh_hit* hits = hit_bvh_batch_hit(batch, i);
    hit_bvh_filter room;
    const uint32_t found = hit_bvh_first_k(batch->bvh, *hit_bvh_batch_ray(batch, i),
                                           hit_bvh_batch_filter(&j->common, i, &room), hits, j->k);

    HIT_ASSERT(found <= j->k);
    for (uint32_t n = found; n < j->k; n++)
        hits[n] = hit_bvh_batch_miss;
    if (j->found != NULL)
        j->found[i] = found;
}

static void all_of_one(job* j, size_t i)
{
    const hit_bvh_batch* batch = batch_of(j);
    const uint64_t begin = j->lists.offsets[i], end = j->lists.offsets[i + 1];
    hit_bvh_filter room;
    const uint32_t total =
        hit_bvh_all(batch->bvh, *hit_bvh_batch_ray(batch, i), hit_bvh_batch_filter(&j->common, i, &room),
                    begin < end ? j->hits + begin : NULL, hit_batch_lists_capacity(&j->lists, i));

    for (uint64_t n = begin + total; n < end; n++)
        j->hits[n] = hit_bvh_batch_miss;
    if (total > end - begin)
        hit_batch_lists_note_too_short(&j->lists, i);
}

static void closest_of_one(job* j, size_t i)
{
    const hit_batch* arrays = &batch_of(j)->arrays;
    const hit_vec3* point = hit_batch_input(arrays, i);
    hit_bvh_closest* closest = hit_batch_result(arrays, i);
    const hit_bvh_filter* filter = j->common.filter;
    hit_bvh_filter by_point;
    uint32_t also = UINT32_MAX, found;

    // Closest points ask no callback: two masks go in side by side.
    if (filter != NULL && arrays->masks != NULL) {
        by_point = *filter;
        by_point.mask = hit_batch_mask(arrays, i);
        also = filter->mask != 0 ? filter->mask : UINT32_MAX;
        filter = &by_point;
    }
    found = hit_bvh_closest_masked(batch_of(j)->bvh, *point, j->max_distance, filter, also, closest, j->k);
    HIT_ASSERT(found <= j->k);
    for (uint32_t n = found; n < j->k; n++)
        closest[n] = nothing_closest;
    if (j->found != NULL)
        j->found[i] = found;
}

static void task(void* context, uint32_t index)
{
    job* j = context;
    const size_t end = hit_batch_end(&batch_of(j)->arrays, index);

    for (size_t i = hit_batch_begin(&batch_of(j)->arrays, index); i < end; i++)
        j->one(j, i);
}

// ---- The calls ------------------------------------------------------------------------------------------------------

hit_status hit_bvh_batch_first_k(const hit_bvh* bvh, const hit_ray* rays, size_t count, uint32_t k, hit_bvh_hit* hits,
                                 uint32_t* found, const hit_bvh_batch_options* options, hit_error* error)
{
    hit_batch_request request = {.inputs_are = "rays",
                                 .inputs = rays,
                                 .results = hits,
                                 .count = count,
                                 .input_size = sizeof *rays,
                                 .result_size = sizeof *hits,
                                 .result_alignment = _Alignof(hit_bvh_hit),
                                 .results_each = k,
                                 .chunk = CHUNK};
    job j = {.one = first_k_of_one, .k = k, .found = found};
    const hit_status status = hit_bvh_batch_prepare(bvh, &request, options, &j.common, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&batch_of(&j)->arrays, j.common.pool, task, &j);
    return hit_succeed(error);
}

hit_status hit_bvh_batch_all(const hit_bvh* bvh, const hit_ray* rays, size_t count, const uint64_t* offsets,
                             hit_bvh_hit* hits, const hit_bvh_batch_options* options, hit_error* error)
{
    hit_batch_request request = {.inputs_are = "rays",
                                 .inputs = rays,
                                 .results = hits,
                                 .count = count,
                                 .input_size = sizeof *rays,
                                 .result_size = sizeof *hits,
                                 .result_alignment = _Alignof(hit_bvh_hit),
                                 .chunk = CHUNK};
    job j = {.one = all_of_one, .hits = hits};
    hit_status status = hit_batch_lists_check(offsets, count, sizeof *hits,
                                              options == NULL ? 0 : options->result_stride, &j.lists, error);

    if (status != HIT_OK)
        return status;
    request.results_each = hit_batch_lists_have_room(&j.lists, count);
    status = hit_bvh_batch_prepare(bvh, &request, options, &j.common, error);
    if (status != HIT_OK)
        return status;
    hit_batch_run(&batch_of(&j)->arrays, j.common.pool, task, &j);
    return hit_batch_lists_status(&j.lists, error);
}

hit_status hit_bvh_batch_closest(const hit_bvh* bvh, const hit_vec3* points, size_t count, float max_distance,
                                 uint32_t k, hit_bvh_closest* found_points, uint32_t* found,
                                 const hit_bvh_batch_options* options, hit_error* error)
{
    hit_batch_request request = {.inputs_are = "points",
                                 .inputs = points,
                                 .results = found_points,
                                 .count = count,
                                 .input_size = sizeof *points,
                                 .result_size = sizeof *found_points,
                                 .result_alignment = _Alignof(hit_bvh_closest),
                                 .results_each = k,
                                 .chunk = CHUNK};
    job j = {.one = closest_of_one, .k = k, .found = found, .max_distance = max_distance};
    const hit_status status = hit_bvh_batch_prepare(bvh, &request, options, &j.common, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&batch_of(&j)->arrays, j.common.pool, task, &j);
    return hit_succeed(error);
}
