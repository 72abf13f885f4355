// Casts the records of a regular file into a .npy file: each task reads, casts and writes.
//
// Both files are regular and each ray has one record of fixed size, so a task knows where its rays are and how many
// bytes their records take. A task reads rays, casts them, and keeps the records in a buffer. The task that fills the
// buffer that is next in order writes it, and those behind it that are full by then; the others go on with other rays.
// So the output grows in order and never has a gap, whenever a run is killed. There are several buffers per thread; a
// thread waits only when the others are so far behind that no buffer is free.
//
// Errors are not reported here: the output ends behind the last buffer that was written, and the pipeline goes on from
// there, meets the same error and reports it.
#include "cast/pipeline.h"
#include "cast/worker.h"
#include "cli/job.h"
#include "cli/verb.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

enum {
    /// A task has so many batches, whose hits are written at once: the larger, the less the system has to do per byte.
    TASK_BATCHES = 8,
    TASK_RECORDS = TASK_BATCHES * BATCH_RECORDS,
    BUFFERS = 4,   ///< per thread
    ROUND_MIN = 8, ///< tasks
    ROUND_MAX = 256,
    RECORD_MAX = 64 ///< bytes of a ray
};

// A round should take about so long, in seconds: the header is not behind by much, and threads seldom wait for the
// last.
#define ROUND_TIME 0.1

// The hits of a task, until they are written.
typedef struct buffer {
    atomic_flag busy;
    chunk_result result;
    ray_batch batch;
    char bytes[BATCH_RECORDS * RECORD_MAX];
} buffer;

typedef struct state {
    cast_job* job;
    buffer* buffers;
    uint32_t buffer_count;
    _Atomic(buffer*) full[ROUND_MAX]; ///< the buffers of tasks that wait to be written, else NULL
    uint64_t in;                      ///< where the round begins in the input
    uint64_t row;                     ///< its first
    uint64_t left;                    ///< rows from there on
    size_t in_size, out_size;         ///< of records
    uint32_t tasks;                   ///< of the round
    atomic_uint written;              ///< of these, in their order
    atomic_flag writing;              ///< a task is
    atomic_bool failed;               ///< something cannot be done: no task begins any more
    cast_totals* totals;              ///< of what is written; the task that writes adds to them
    uint32_t rows[BATCH_RECORDS];
} state;

// Read a batch and cast it. False when one of these failed.
static bool cast_batch(const state* s, buffer* t, uint64_t first, uint32_t count)
{
    const cast_chunk chunk = {&t->batch, 0, count, true};
    const size_t size = count * s->in_size;
    assert(count > 0 && count <= BATCH_RECORDS && size <= sizeof t->bytes);
    if (!stream_read_at(&s->job->rays, s->in + first * s->in_size, t->bytes, size))
        return false;
    t->batch.begin = t->bytes;
    t->batch.end = t->bytes + size;
    t->batch.count = t->batch.row_count = count;
    t->batch.first_row = s->row + first;
    cast_chunk_run(&s->job->query, &chunk, true, &t->result);
    return t->result.done && !t->result.out.failed;
}

// The rows from `first` on.
static bool cast_rows(const state* s, buffer* t, uint64_t first, uint32_t count)
{
    assert(count <= TASK_RECORDS);
    chunk_result_clear(&t->result);
    for (uint32_t i = 0; i < count; i += BATCH_RECORDS)
        if (!cast_batch(s, t, first + i, count - i < BATCH_RECORDS ? count - i : BATCH_RECORDS))
            return false;
    return t->result.out.used == count * s->out_size;
}

// True when the buffer that comes next is full.
static bool next_is_full(const state* s)
{
    const uint32_t next = atomic_load(&s->written);
    return next < s->tasks && !atomic_load(&s->failed) && atomic_load(&s->full[next]);
}

static void write_next(state* s)
{
    const uint32_t next = atomic_load(&s->written);
    buffer* t = atomic_load(&s->full[next]);
    assert(next < s->tasks && t && t->result.done);
    if (!record_writer_append(&s->job->writer, &t->result)) {
        atomic_store(&s->failed, true);
        return;
    }
    s->totals->rows += t->result.rays;
    cast_totals_add(s->totals, &t->result);
    atomic_flag_clear(&t->busy);
    atomic_store(&s->written, next + 1);
}

// Write all buffers that are next in order and full, unless another task does. A task calls this after it has filled a
// buffer, and a writer looks again after it has cleared `writing`: so no full buffer is left behind.
static void write_full(state* s)
{
    while (next_is_full(s) && !atomic_flag_test_and_set(&s->writing)) {
        while (next_is_full(s))
            write_next(s);
        atomic_flag_clear(&s->writing);
    }
}

// An empty buffer, the same ones as long as possible, as they are in the caches. NULL when something failed.
//
// Not more than buffer_count tasks from the first on that is not written have one: so one is free, and that first task
// has one or gets one. Tasks begin in their order, so it has begun, and will end.
static buffer* take_buffer(state* s, uint32_t index)
{
    while (index >= atomic_load(&s->written) + s->buffer_count && !atomic_load(&s->failed))
        worker_yield();
    for (uint32_t i = 0; !atomic_load(&s->failed); i = (i + 1) % s->buffer_count)
        if (!atomic_flag_test_and_set(&s->buffers[i].busy))
            return &s->buffers[i];
    return NULL;
}

static void cast_rows_task(void* context, uint32_t index)
{
    state* s = context;
    const uint64_t first = (uint64_t)index * TASK_RECORDS, left = s->left - first;
    buffer* t = take_buffer(s, index);
    assert(index < s->tasks && first < s->left);
    if (!t)
        return;
    if (!cast_rows(s, t, first, left < TASK_RECORDS ? (uint32_t)left : TASK_RECORDS)) {
        atomic_store(&s->failed, true);
        return;
    }
    assert(!atomic_load(&s->full[index]));
    atomic_store(&s->full[index], t);
    write_full(s);
}

// Cast a round. False when not all of it could be done.
static bool run_round(state* s, uint32_t max_tasks)
{
    const uint64_t tasks = (s->left + TASK_RECORDS - 1) / TASK_RECORDS, before = s->totals->rays;
    uint64_t done;
    s->tasks = tasks < max_tasks ? (uint32_t)tasks : max_tasks;
    assert(s->tasks > 0 && s->tasks <= ROUND_MAX);
    atomic_store(&s->written, 0);
    for (uint32_t i = 0; i < s->tasks; i++)
        atomic_store(&s->full[i], NULL);
    s->job->pool.run(s->job->pool.context, cast_rows_task, s, s->tasks);
    done = s->totals->rays - before;
    assert(done <= s->left);
    s->in += done * s->in_size;
    s->row += done;
    s->left -= done;
    return record_writer_end_block(&s->job->writer) && !atomic_load(&s->failed);
}

static void run_rounds(state* s, progress* bar)
{
    uint32_t max_tasks = ROUND_MIN;
    bool fine = true;
    bar->total = s->left;
    while (fine && s->left > 0 && atomic_load(&interrupted) == 0) {
        const double began = seconds_now();
        fine = run_round(s, max_tasks);
        progress_at(bar, s->totals->rows);
        if (seconds_now() - began < ROUND_TIME && max_tasks < ROUND_MAX)
            max_tasks *= 2;
    }
}

// The rows that can be cast directly; 0 when there are none.
static uint64_t count_direct_rows(const cast_job* job, uint64_t position)
{
    const record_layout* l = job->query.layout;
    const bool one_each = (l->mode == MODE_FIRST || l->mode == MODE_ANY || l->mode == MODE_COUNT) && !l->hits_only;
    const size_t record = ray_record_bytes(&job->encoding);
    uint64_t there;
    if (!one_each || l->format != FORMAT_NPY || record == 0 || !job->rays.regular || !job->writer.to.regular ||
        job->writer.error != 0 || position > job->rays.size)
        return 0;
    there = (job->rays.size - position) / record;
    return there < job->range.rows ? there : job->range.rows;
}

static bool make_buffers(state* s)
{
    assert(s->in_size > 0 && s->in_size <= RECORD_MAX);
    s->buffer_count = BUFFERS * s->job->pool.threads;
    s->buffers = calloc(s->buffer_count, sizeof *s->buffers);
    for (uint32_t i = 0; s->buffers && i < s->buffer_count; i++) {
        atomic_flag_clear(&s->buffers[i].busy);
        s->buffers[i].batch.rows = s->rows;
    }
    for (uint32_t i = 0; i < BATCH_RECORDS; i++)
        s->rows[i] = i;
    return s->buffers != NULL;
}

void cast_direct_npy(cast_job* job, cast_totals* totals, progress* bar)
{
    state* s = calloc(1, sizeof *s);
    uint64_t rows;
    if (!s)
        return;
    s->job = job;
    s->totals = totals;
    atomic_flag_clear(&s->writing);
    s->in = stream_position(&job->rays);
    s->row = job->range.row;
    s->in_size = ray_record_bytes(&job->encoding);
    s->out_size = job->query.layout->record_max_bytes;
    rows = s->left = count_direct_rows(job, s->in);
    if (rows > 0 && make_buffers(s)) {
        run_rounds(s, bar);
        if (job->range.bytes != UINT64_MAX)
            job->range.bytes -= (rows - s->left) * s->in_size;
        if (!stream_seek(&job->rays, s->in))
            job->writer.error = errno ? errno : EIO;
        for (uint32_t i = 0; i < s->buffer_count; i++)
            byte_buffer_free(&s->buffers[i].result.out);
    }
    free(s->buffers);
    free(s);
}
