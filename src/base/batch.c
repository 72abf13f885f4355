// The checks of batches, and their tasks.
#include "base/batch.h"

#include "base/fail.h"
#include "base/tasks.h"

#include <inttypes.h>

static hit_status refuse(hit_error* error, const hit_batch_request* r, const char* wrong)
{
    return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "a batch of %s: %s", r->inputs_are, wrong);
}

static hit_status refuse_stride(hit_error* error, const hit_batch_request* r, const char* name, size_t alignment,
                                size_t size)
{
    return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "a batch of %s: %s is neither 0 nor a multiple of %zu from %zu on",
                    r->inputs_are, name, alignment, size);
}

hit_status hit_batch_check(const hit_batch_request* r, hit_batch* batch, hit_error* error)
{
    const size_t results_size = r->results_each * r->result_size;

    HIT_ASSERT(r->chunk > 0 && r->result_size > 0);
    if (r->count > 0 && r->asked == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "a batch of %s: the %s is NULL", r->inputs_are, r->asked_is);
    if (r->count > 0 && r->inputs == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "a batch of %s: they are NULL, but their number is %zu",
                        r->inputs_are, r->count);
    if (r->count > 0 && r->results_each > 0 && r->results == NULL)
        return refuse(error, r, "there is no array for the results");
    if (results_size / r->result_size != r->results_each)
        return refuse(error, r, "there are more results for each than memory can hold");
    *batch = (hit_batch){.inputs = r->inputs,
                         .results = r->results,
                         .masks = (const unsigned char*)r->masks,
                         .input_stride = hit_stride_or_size(r->input_stride, r->input_size, r->input_alignment),
                         .result_stride = hit_stride_or_size(r->result_stride, results_size, r->result_alignment),
                         .mask_stride = hit_stride_or_size(r->mask_stride, sizeof *r->masks, sizeof *r->masks),
                         .count = r->count,
                         .chunk = r->chunk};
    if (batch->input_stride == 0)
        return refuse_stride(error, r, "ray_stride", r->input_alignment, r->input_size);
    if (batch->result_stride == 0 && r->results_each > 0)
        return refuse_stride(error, r, "result_stride", r->result_alignment, results_size);
    if (batch->mask_stride == 0)
        return refuse_stride(error, r, "ray_mask_stride", sizeof *r->masks, sizeof *r->masks);
    if (r->pool != NULL && r->pool->run == NULL)
        return refuse(error, r, "the pool has no run function");
    if (r->count / r->chunk >= UINT32_MAX)
        return refuse(error, r, "there are more of them than tasks can be counted for");
    return HIT_OK;
}

void hit_batch_run(const hit_batch* batch, const hit_task_pool* pool, hit_task* task, void* context)
{
    const size_t tasks = batch->count / batch->chunk + (batch->count % batch->chunk != 0);
    hit_tasks_run(pool, task, context, (uint32_t)tasks);
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

hit_status hit_batch_lists_check(const uint64_t* offsets, size_t count, size_t size, size_t stride,
                                 hit_batch_lists* lists, hit_error* error)
{
    lists->offsets = offsets;
    atomic_init(&lists->too_short, SIZE_MAX);
    if (stride != 0 && stride != size)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0,
                        "a batch of rays: result_stride is neither 0 nor %zu, but all hits lie side by side", size);
    if (count > 0 && offsets == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "a batch of rays: the offsets are NULL");
    for (size_t i = 0; i < count; i++)
        if (offsets[i] > offsets[i + 1])
            return hit_fail(error, HIT_ERROR_ARGUMENT, i + 1,
                            "a batch of rays: offsets[%zu] is %" PRIu64 ", less than the %" PRIu64 " before it", i + 1,
                            offsets[i + 1], offsets[i]);
    if (count > 0 && offsets[count] > SIZE_MAX / size)
        return hit_fail(error, HIT_ERROR_ARGUMENT, count,
                        "a batch of rays: offsets[%zu] is %" PRIu64 ", more hits than memory can hold", count,
                        offsets[count]);
    return HIT_OK;
}

void hit_batch_lists_note_too_short(hit_batch_lists* lists, size_t i)
{
    size_t first = atomic_load_explicit(&lists->too_short, memory_order_relaxed);
    while (i < first && !atomic_compare_exchange_weak_explicit(&lists->too_short, &first, i, memory_order_relaxed,
                                                               memory_order_relaxed))
        continue;
}

hit_status hit_batch_lists_status(const hit_batch_lists* lists, hit_error* error)
{
    const size_t i = atomic_load_explicit(&lists->too_short, memory_order_relaxed);

    if (i == SIZE_MAX)
        return hit_succeed(error);
    return hit_fail(error, HIT_ERROR_ARGUMENT, i,
                    "a batch of rays: ray %zu has more hits than the %" PRIu64
                    " that offsets give it room for: count them with the same options",
                    i, lists->offsets[i + 1] - lists->offsets[i]);
}
