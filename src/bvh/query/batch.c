// Many rays at once.
//
// Rays are dealt out in chunks, each a task of its own, so that what a ray gets does not depend on the number of
// threads. For a tree that is larger than the caches, and rays that have little in common, several are in flight at
// once (bvh/traverse/interleaved.h); rays that follow each other closely find the nodes of their predecessors in the
// cache, and are faster one by one.
//
// With a filter, rays are answered one by one. A mask of a ray takes the place of the filter's; where both must let a
// primitive through, the filter's is asked by a callback. Batches with any number of results for each ray are in
// batch_lists.c.
#include "bvh/query/batch.h"

#include "base/fail.h"
#include "base/fpenv.h"
#include "bvh/query/filtered.h"

enum {
    CHUNK = 4096,    ///< rays per task
    GROUP = 256,     ///< rays for which the way is chosen together
    SAMPLES = 16,    ///< pairs of neighbours that are looked at for that
    LARGE = 1 << 20, ///< bytes of a tree that exceeds the nearest caches
    LARGE_BOXES =
        1 << 16, ///< the same for boxes, where rays lose most by wrong guesses, of which interleaving makes fewer
    VERY_LARGE = 8 << 20 ///< and of one that competes for the last
};

typedef hit_bvh_batch_job job;

const hit_bvh_hit hit_bvh_batch_miss = {HUGE_VALF, HIT_BVH_NONE, 0.0f, 0.0f, 0.0f, HIT_SIDE_FRONT, HIT_FACE_NONE, 0};

void hit_bvh_batch_one(const hit_bvh_batch* batch, size_t i)
{
    const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();
    const hit_ray* ray = hit_bvh_batch_ray(batch, i);
    hit_bvh_hit* hit = hit_bvh_batch_hit(batch, i);
    const hit_bvh_answer answer =
        (batch->bvh->header->kind == HIT_BVH_TRIANGLES ? kernel->first : kernel->first_box)(batch->bvh, ray, hit);
    if (answer == HIT_BVH_NO || (answer == HIT_BVH_UNDECIDED && !hit_bvh_first(batch->bvh, *ray, NULL, hit)))
        *hit = hit_bvh_batch_miss;
}

void hit_bvh_batch_any_one(const hit_bvh_batch* batch, size_t i)
{
    *hit_bvh_batch_answer(batch, i) = hit_bvh_any(batch->bvh, *hit_bvh_batch_ray(batch, i), NULL);
}

static float distance(hit_vec3 a, hit_vec3 b)
{
    return fabsf(a.x - b.x) + fabsf(a.y - b.y) + fabsf(a.z - b.z);
}

// Rays from places all over the scene share nothing but the top of the tree; rays from neighbouring places in all
// directions share what is around them, which is a larger part of a smaller tree.
bool hit_bvh_batch_should_interleave(const hit_bvh_batch* batch, size_t begin, size_t end)
{
    const hit_bvh_header* header = batch->bvh->header;
    const float origin_limit = 0.01f * header->max_abs;
    const size_t step = (end - begin) / SAMPLES;
    const hit_vec3 zero = {0.0f, 0.0f, 0.0f};
    int far_origins = 0, far_directions = 0;

    if (header->size <= (header->kind == HIT_BVH_TRIANGLES ? LARGE : LARGE_BOXES) || step == 0)
        return false;
    for (size_t i = begin + 1; i < end; i += step) {
        const hit_ray *a = hit_bvh_batch_ray(batch, i - 1), *b = hit_bvh_batch_ray(batch, i);
        far_origins += distance(a->origin, b->origin) > origin_limit;
        far_directions += distance(a->direction, b->direction) > 0.05f * distance(a->direction, zero);
    }
    return far_origins > SAMPLES / 2 || (far_directions > SAMPLES / 2 && header->size > VERY_LARGE);
}

// ---- Filters --------------------------------------------------------------------------------------------------------

// The filter's own mask and callback, for rays that have a mask of their own.
static bool accept_by_filter(void* context, const hit_bvh_hit* hit)
{
    const hit_bvh_filter* filter = context;
    return (filter->masks[hit->primitive] & filter->mask) != 0 &&
           (filter->accept == NULL || filter->accept(filter->accept_context, hit));
}

const hit_bvh_filter* hit_bvh_batch_filter(const hit_bvh_batch_job* j, size_t i, hit_bvh_filter* room)
{
    HIT_ASSERT(i < j->batch.arrays.count);
    if (j->filter == NULL || j->batch.arrays.masks == NULL)
        return j->filter;
    HIT_ASSERT(j->filter->masks != NULL);
    *room = *j->filter;
    room->mask = hit_batch_mask(&j->batch.arrays, i);
    // Where the ray's bits are all among the filter's, what has one of them has one of these.
    if (j->filter->mask != 0 && (room->mask & ~j->filter->mask) != 0) {
        room->accept = accept_by_filter;
        room->accept_context = (void*)(uintptr_t)j->filter; // only read
    }
    return room;
}

static void first_filtered(const job* j, size_t i)
{
    hit_bvh_filter room;
    hit_bvh_hit* hit = hit_bvh_batch_hit(&j->batch, i);

    if (!hit_bvh_first(j->batch.bvh, *hit_bvh_batch_ray(&j->batch, i), hit_bvh_batch_filter(j, i, &room), hit))
        *hit = hit_bvh_batch_miss;
}

static void any_filtered(const job* j, size_t i)
{
    hit_bvh_filter room;
    *hit_bvh_batch_answer(&j->batch, i) =
        hit_bvh_any(j->batch.bvh, *hit_bvh_batch_ray(&j->batch, i), hit_bvh_batch_filter(j, i, &room));
}

// ---- Tasks ----------------------------------------------------------------------------------------------------------

static HIT_NOINLINE void first_chunk(const job* j, size_t begin, size_t end)
{
    const hit_bvh_batch* batch = &j->batch;
    const hit_bvh_kernel* kernel = hit_bvh_kernel_in_use();

    for (; begin < end; begin += GROUP) {
        const size_t last = end - begin < GROUP ? end : begin + GROUP;
        if (hit_bvh_batch_should_interleave(batch, begin, last))
            kernel->first_many(batch, begin, last);
        else
            for (size_t i = begin; i < last; i++)
                hit_bvh_batch_one(batch, i);
    }
}

static void first_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = hit_batch_begin(&j->batch.arrays, index), end = hit_batch_end(&j->batch.arrays, index);

    if (j->filter == NULL) {
        const hit_fpenv saved = hit_fpenv_enter();
        first_chunk(j, begin, end);
        hit_fpenv_leave(saved);
    } else {
        for (size_t i = begin; i < end; i++)
            first_filtered(j, i);
    }
}

static HIT_NOINLINE void any_chunk(const job* j, size_t begin, size_t end)
{
    const hit_bvh_batch* batch = &j->batch;

    for (; begin < end; begin += GROUP) {
        const size_t last = end - begin < GROUP ? end : begin + GROUP;
        if (batch->bvh->header->kind == HIT_BVH_TRIANGLES && hit_bvh_batch_should_interleave(batch, begin, last))
            hit_bvh_kernel_in_use()->any_many(batch, begin, last);
        else
            for (size_t i = begin; i < last; i++)
                hit_bvh_batch_any_one(batch, i);
    }
}

static void any_task(void* context, uint32_t index)
{
    const job* j = context;
    const size_t begin = hit_batch_begin(&j->batch.arrays, index), end = hit_batch_end(&j->batch.arrays, index);

    if (j->filter == NULL) {
        const hit_fpenv saved = hit_fpenv_enter();
        any_chunk(j, begin, end);
        hit_fpenv_leave(saved);
    } else {
        for (size_t i = begin; i < end; i++)
            any_filtered(j, i);
    }
}

// ---- The calls ------------------------------------------------------------------------------------------------------

hit_status hit_bvh_batch_prepare(const hit_bvh* bvh, hit_batch_request* request, const hit_bvh_batch_options* options,
                                 hit_bvh_batch_job* j, hit_error* error)
{
    static const hit_bvh_batch_options defaults = {0};
    const hit_bvh_batch_options* o = options == NULL ? &defaults : options;
    const bool open = hit_bvh_filter_is_open(o->filter) && o->ray_masks == NULL;
    hit_status status;

    request->asked_is = "tree";
    request->asked = bvh;
    request->input_alignment = sizeof(float);
    request->input_stride = o->ray_stride;
    request->result_stride = o->result_stride;
    request->masks = o->ray_masks;
    request->mask_stride = o->ray_mask_stride;
    request->pool = o->pool;
    *j = (hit_bvh_batch_job){.batch.bvh = bvh, .filter = open ? NULL : o->filter, .pool = o->pool};
    status = hit_batch_check(request, &j->batch.arrays, error);
    if (status != HIT_OK)
        return status;
    if (o->ray_masks != NULL && (o->filter == NULL || o->filter->masks == NULL))
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0,
                        "a batch of %s: ray_masks is given, but the filter has no masks of the primitives to compare "
                        "with",
                        request->inputs_are);
    if (!hit_reserved_is_zero(o->reserved))
        return hit_fail_reserved(error, "hit_bvh_batch_options");
    if (o->filter != NULL && !hit_reserved_is_zero(o->filter->reserved))
        return hit_fail_reserved(error, "hit_bvh_filter");
    return HIT_OK;
}

// Answer all rays, each by one result of `size` and `alignment`.
static hit_status run(const hit_bvh* bvh, const hit_ray* rays, size_t count, void* results, size_t size,
                      size_t alignment, const hit_bvh_batch_options* options, hit_task* task, hit_error* error)
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
    const hit_status status = hit_bvh_batch_prepare(bvh, &request, options, &j, error);

    if (status != HIT_OK)
        return status;
    hit_batch_run(&j.batch.arrays, j.pool, task, &j);
    return hit_succeed(error);
}

hit_status hit_bvh_batch_first(const hit_bvh* bvh, const hit_ray* rays, size_t count, hit_bvh_hit* hits,
                               const hit_bvh_batch_options* options, hit_error* error)
{
    return run(bvh, rays, count, hits, sizeof *hits, _Alignof(hit_bvh_hit), options, first_task, error);
}

hit_status hit_bvh_batch_any(const hit_bvh* bvh, const hit_ray* rays, size_t count, uint8_t* answers,
                             const hit_bvh_batch_options* options, hit_error* error)
{
    return run(bvh, rays, count, answers, sizeof *answers, 1, options, any_task, error);
}
