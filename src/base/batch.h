// Many rays or points in one call: what batches over trees and batches over scenes have in common.
//
// The caller's arrays have strides. They are dealt out in chunks, each a task of its own, so that what a ray gets does
// not depend on the number of threads.
#ifndef HITSCAN_BASE_BATCH_H
#define HITSCAN_BASE_BATCH_H

#include "base/assert.h"

#include <hitscan/task.h>
#include <stdatomic.h>

// The arrays of a call, after hit_batch_check.
typedef struct hit_batch {
    const unsigned char* inputs; ///< rays or points
    unsigned char* results;
    const unsigned char* masks; ///< one for each input; NULL: none
    size_t input_stride, result_stride, mask_stride;
    size_t count; ///< of inputs
    size_t chunk; ///< inputs per task
} hit_batch;

// What a call was given.
typedef struct hit_batch_request {
    const char* inputs_are; ///< "rays" or "points", for messages
    const char* asked_is;   ///< "tree" or "scene"
    const void* asked;      ///< that tree or scene
    const void* inputs;
    void* results; ///< may be NULL where each input has 0 of them
    size_t count;  ///< of inputs
    size_t input_size, input_alignment, result_size, result_alignment;
    uint32_t results_each;                           ///< results per input, which lie side by side
    size_t chunk;                                    ///< inputs per task
    size_t input_stride, result_stride, mask_stride; ///< as in the options: 0 means the size
    const uint32_t* masks;
    const hit_task_pool* pool;
} hit_batch_request;

// Check what all batches are given, and fill *batch. HIT_OK, or HIT_ERROR_ARGUMENT with a message.
hit_status hit_batch_check(const hit_batch_request* request, hit_batch* batch, hit_error* error);

// Call the task for each chunk, on a pool or here.
void hit_batch_run(const hit_batch* batch, const hit_task_pool* pool, hit_task* task, void* context);

// The first input of a task, and where the next one begins.
static inline size_t hit_batch_begin(const hit_batch* batch, uint32_t task)
{
    HIT_ASSERT(task * batch->chunk < batch->count);
    return task * batch->chunk;
}

static inline size_t hit_batch_end(const hit_batch* batch, uint32_t task)
{
    const size_t begin = hit_batch_begin(batch, task);
    return batch->count - begin < batch->chunk ? batch->count : begin + batch->chunk;
}

static inline const void* hit_batch_input(const hit_batch* batch, size_t i)
{
    return batch->inputs + i * batch->input_stride;
}

static inline void* hit_batch_result(const hit_batch* batch, size_t i)
{
    return batch->results + i * batch->result_stride;
}

// The mask of an input, where there are masks.
static inline uint32_t hit_batch_mask(const hit_batch* batch, size_t i)
{
    HIT_ASSERT(batch->masks != NULL && i < batch->count);
    return *(const uint32_t*)(const void*)(batch->masks + i * batch->mask_stride);
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

// All results, list after list in one array: that of input i is from offsets[i] to offsets[i + 1].
typedef struct hit_batch_lists {
    const uint64_t* offsets;
    atomic_size_t too_short; ///< the first input whose list is; SIZE_MAX: none
} hit_batch_lists;

// Check offsets, one more than `count`: ascending, and the last no more than an array of such elements can have; and
// the stride of results, which must be 0 or the size. Fills *lists.
hit_status hit_batch_lists_check(const uint64_t* offsets, size_t count, size_t size, size_t stride,
                                 hit_batch_lists* lists, hit_error* error);

// Whether there is anything in the lists of a batch.
static inline bool hit_batch_lists_have_room(const hit_batch_lists* lists, size_t count)
{
    return count > 0 && lists->offsets[0] < lists->offsets[count];
}

// How many results a list takes, as single calls count.
static inline uint32_t hit_batch_lists_capacity(const hit_batch_lists* lists, size_t i)
{
    const uint64_t room = lists->offsets[i + 1] - lists->offsets[i];
    return room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
}

// Tell that an input has more results than its list takes; from any thread. The first such input is an error in the
// end, whatever the order of tasks.
void hit_batch_lists_note_too_short(hit_batch_lists* lists, size_t i);
hit_status hit_batch_lists_status(const hit_batch_lists* lists, hit_error* error);

#endif
