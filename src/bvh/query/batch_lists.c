// Many rays or points at once, with any number of results for each: how many hits, the first k, all; the k closest
// primitives.
//
// Each has its own part of the caller's array, and what is left over of it is filled with misses. Chunks are small, as
// a ray may have thousands of hits, and a point may be far from everything. Rays that have little in common are
// interleaved, as in batch.c: each of those under way has a room, with its search and the hits that are kept for it.
//
// All hits go into one array, list after list: the caller has counted them before. A list that is too short for its
// hits takes the nearest ones; the first such ray is told in the end, the same for any number of threads.
#include "base/fail.h"
#include "base/fpenv.h"
#include "bvh/query/batch.h"
#include "bvh/query/closest.h"
#include "bvh/query/kept_hits.h"

enum { CHUNK = 256 }; ///< rays or points per task

typedef struct job job;

struct job {
    hit_bvh_batch_job common;
    void (*begin)(const job* j, size_t i, hit_bvh_kept_hits* kept); ///< where the hits of ray i go
    void (*end)(job* j, size_t i, const hit_bvh_kept_hits* found);  ///< what is stored when they are found
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

// ---- What is kept of the hits of a ray ------------------------------------------------------------------------------

// Member by member: a copy of what was just written would wait for all that is on its way to memory.
static void begin_kept_hits(const job* j, size_t i, hit_bvh_hit* hits, uint32_t capacity, bool stop_when_full,
                            hit_bvh_kept_hits* kept)
{
    kept->bvh = batch_of(j)->bvh;
    kept->ray = hit_bvh_batch_ray(batch_of(j), i);
    kept->hits = hits;
    kept->size = 0;
    kept->capacity = capacity;
    kept->total = 0;
    kept->stop_when_full = stop_when_full;
}

static void begin_count(const job* j, size_t i, hit_bvh_kept_hits* kept)
{
    begin_kept_hits(j, i, NULL, 0, false, kept);
}

static void end_count(job* j, size_t i, const hit_bvh_kept_hits* found)
{
    *(uint32_t*)hit_batch_result(&batch_of(j)->arrays, i) = found->total;
}

static void begin_first_k(const job* j, size_t i, hit_bvh_kept_hits* kept)
{
    begin_kept_hits(j, i, hit_bvh_batch_hit(batch_of(j), i), j->k, true, kept);
}

static void end_first_k(job* j, size_t i, const hit_bvh_kept_hits* found)
{
    HIT_ASSERT(found->size <= j->k);
    for (uint32_t n = found->size; n < j->k; n++)
        found->hits[n] = hit_bvh_batch_miss;
    if (j->found != NULL)
        j->found[i] = found->size;
}

static void begin_all(const job* j, size_t i, hit_bvh_kept_hits* kept)
{
    const uint32_t capacity = hit_batch_lists_capacity(&j->lists, i);
    begin_kept_hits(j, i, capacity == 0 ? NULL : j->hits + j->lists.offsets[i], capacity, false, kept);
}

static void end_all(job* j, size_t i, const hit_bvh_kept_hits* found)
{
    const uint64_t begin = j->lists.offsets[i], end = j->lists.offsets[i + 1];

    for (uint64_t n = begin + found->total; n < end; n++)
        j->hits[n] = hit_bvh_batch_miss;
    if (found->total > end - begin)
        hit_batch_lists_note_too_short(&j->lists, i);
}

// ---- Rays one by one, and interleaved -------------------------------------------------------------------------------

static void search_one(job* j, size_t i)
{
    hit_bvh_kept_hits kept;
    hit_bvh_filter room;

    j->begin(j, i, &kept);
    if (hit_ray_is_valid(*kept.ray)) {
        hit_bvh_each_filtered(kept.bvh, kept.ray, hit_bvh_batch_filter(&j->common, i, &room), NULL,
                              hit_bvh_kept_hits_take, &kept);
        hit_bvh_kept_hits_sort(&kept);
    }
    j->end(j, i, &kept);
}

typedef struct room {
    hit_bvh_search search;
    hit_bvh_kept_hits kept;
    hit_bvh_filter filter;
    size_t i;
} room;

typedef struct rooms {
    hit_bvh_batch_each each;
    job* j;
    room room[HIT_BVH_INTERLEAVED];
} rooms;

static rooms* rooms_of(hit_bvh_batch_each* each)
{
    return (rooms*)(void*)each; // its first member, so it is aligned as they are
}

static hit_bvh_candidate_visitor* begin_in_room(hit_bvh_batch_each* each, uint32_t n, size_t i)
{
    rooms* all = rooms_of(each);
    room* r = &all->room[n];

    HIT_ASSERT(n < HIT_BVH_INTERLEAVED);
    r->i = i;
    all->j->begin(all->j, i, &r->kept);
    hit_bvh_search_begin(&r->search, r->kept.bvh, r->kept.ray, hit_bvh_batch_filter(&all->j->common, i, &r->filter),
                         NULL, hit_bvh_kept_hits_take, &r->kept);
    return &r->search.visitor;
}

static void end_in_room(hit_bvh_batch_each* each, uint32_t n)
{
    rooms* all = rooms_of(each);
    room* r = &all->room[n];

    hit_bvh_kept_hits_sort(&r->kept);
    all->j->end(all->j, r->i, &r->kept);
}

static void search_one_of(hit_bvh_batch_each* each, size_t i)
{
    search_one(rooms_of(each)->j, i);
}

static HIT_NOINLINE void search_chunk(job* j, size_t begin, size_t end)
{
    const hit_bvh_batch* batch = batch_of(j);

    if (batch->bvh->header->kind == HIT_BVH_TRIANGLES && hit_bvh_batch_should_interleave(batch, begin, end)) {
        rooms all;
        all.each = (hit_bvh_batch_each){begin_in_room, end_in_room, search_one_of};
        all.j = j;
        hit_bvh_kernel_in_use()->each_many(batch, &all.each, begin, end);
    } else {
        for (size_t i = begin; i < end; i++)
            search_one(j, i);
    }
}

static void search_task(void* context, uint32_t index)
{
    job* j = context;
    const hit_batch* arrays = &batch_of(j)->arrays;
    const hit_fpenv saved = hit_fpenv_enter();

    search_chunk(j, hit_batch_begin(arrays, index), hit_batch_end(arrays, index));
    hit_fpenv_leave(saved);
}

// ---- Points ---------------------------------------------------------------------------------------------------------

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

static void closest_task(void* context, uint32_t index)
{
    job* j = context;
    const size_t end = hit_batch_end(&batch_of(j)->arrays, index);

    for (size_t i = hit_batch_begin(&batch_of(j)->arrays, index); i < end; i++)
        closest_of_one(j, i);
}

// ---- The calls ------------------------------------------------------------------------------------------------------

hit_status hit_bvh_batch_count(const hit_bvh* bvh, const hit_ray* rays, size_t count, uint32_t* counts,
                               const hit_bvh_batch_options* options, hit_error* error)
{
    hit_batch_request request = {.inputs_are = "rays",
                                 .inputs = rays,
                                 .results = counts,
                                 .count = count,
                                 .input_size = sizeof *rays,
                                 .result_size = sizeof *counts,
                                 .result_alignment = _Alignof(uint32_t),
                                 .results_each = 1,
                                 .chunk = CHUNK};
    job j = {.begin = begin_count, .end = end_count};
    const hit_status status = hit_bvh_batch_prepare(bvh, &request, options, &j.common, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&batch_of(&j)->arrays, j.common.pool, search_task, &j);
    return hit_succeed(error);
}

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
    job j = {.begin = begin_first_k, .end = end_first_k, .k = k, .found = found};
    const hit_status status = hit_bvh_batch_prepare(bvh, &request, options, &j.common, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&batch_of(&j)->arrays, j.common.pool, search_task, &j);
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
    job j = {.begin = begin_all, .end = end_all, .hits = hits};
    hit_status status = hit_batch_lists_check(offsets, count, sizeof *hits,
                                              options == NULL ? 0 : options->result_stride, &j.lists, error);

    if (status != HIT_OK)
        return status;
    request.results_each = hit_batch_lists_have_room(&j.lists, count);
    status = hit_bvh_batch_prepare(bvh, &request, options, &j.common, error);
    if (status != HIT_OK)
        return status;
    hit_batch_run(&batch_of(&j)->arrays, j.common.pool, search_task, &j);
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
    job j = {.k = k, .found = found, .max_distance = max_distance};
    const hit_status status = hit_bvh_batch_prepare(bvh, &request, options, &j.common, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&batch_of(&j)->arrays, j.common.pool, closest_task, &j);
    return hit_succeed(error);
}
