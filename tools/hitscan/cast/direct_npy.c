// Rays from a file of records to a .npy file, without threads that read and write for others.
//
// Where both files are regular and each ray has one record of fixed size, it is known where in the input some rays are,
// and how many bytes their hits have. So a task reads rays, casts them, and keeps their hits in a tray. Whoever fills the
// tray that is to be written next writes it, and those behind it that are full by then; all others go on with other rays.
// So the output grows in order, and ends with what has nothing missing before it, whenever a run is killed. There are
// several trays per thread; a thread waits only when the others are so far behind that it finds none.
//
// Whatever goes wrong is not seen to here: the output ends behind the last tray that was written, and the pipeline goes on
// from there, meets the same fault, and says what it always says.
#include "cast/direct_npy.h"
#include "cli/interrupt.h"
#include "cli/verb.h"
#include "cast/worker.h"

#include <errno.h>
#include <stdlib.h>

enum {
    /// A task has so many pieces, whose hits are written at once: the larger, the less the system has to do per byte.
    TASK_PIECES = 8,
    TASK_RECORDS = TASK_PIECES * PIECE_RECORDS,
    TRAYS = 4,      ///< per thread
    SPAN_LEAST = 8, ///< tasks
    SPAN_MOST = 256,
    RECORD_MOST = 64 ///< bytes of a ray
};

// A span should take about so long, in seconds: the header is not behind by much, and threads seldom wait for the last.
#define SPAN_TIME 0.1

// The hits of a task, until they are written.
typedef struct tray {
    atomic_flag busy;
    cast_slot slot;
    ray_piece piece;
    char bytes[PIECE_RECORDS * RECORD_MOST];
} tray;

typedef struct state {
    cast_job* job;
    tray* trays;
    uint32_t tray_count;
    _Atomic(tray*) full[SPAN_MOST]; ///< the trays of tasks that wait to be written, else NULL
    uint64_t in;                    ///< where the span begins in the input
    uint64_t row;                   ///< its first
    uint64_t left;                  ///< rows from there on
    size_t in_size, out_size;       ///< of records
    uint32_t tasks;                 ///< of the span
    atomic_uint written;            ///< of these, in their order
    atomic_flag writing;            ///< somebody is
    atomic_bool failed;             ///< something cannot be done: no task begins any more
    cast_totals* totals;            ///< of what is written; who writes adds to them
    uint32_t rows[PIECE_RECORDS];
} state;

// Read a piece and cast it. False when one of these failed.
static bool do_piece(const state* s, tray* t, uint64_t first, uint32_t count)
{
    const cast_chunk chunk = {&t->piece, 0, count, true};
    const size_t size = count * s->in_size;
    if (!stream_read_at(&s->job->rays, s->in + first * s->in_size, t->bytes, size))
        return false;
    t->piece.begin = t->bytes;
    t->piece.end = t->bytes + size;
    t->piece.count = t->piece.row_count = count;
    t->piece.first_row = s->row + first;
    cast_chunk_run(&s->job->query, &chunk, true, &t->slot);
    return t->slot.done && !t->slot.out.failed;
}

// The rows from `first` on.
static bool do_rows(const state* s, tray* t, uint64_t first, uint32_t count)
{
    cast_slot_begin(&t->slot);
    for (uint32_t i = 0; i < count; i += PIECE_RECORDS)
        if (!do_piece(s, t, first + i, count - i < PIECE_RECORDS ? count - i : PIECE_RECORDS))
            return false;
    return t->slot.out.used == count * s->out_size;
}

// True when the tray that comes next is full.
static bool next_is_full(const state* s)
{
    const uint32_t next = atomic_load(&s->written);
    return next < s->tasks && !atomic_load(&s->failed) && atomic_load(&s->full[next]);
}

static void write_next(state* s)
{
    const uint32_t next = atomic_load(&s->written);
    tray* t = atomic_load(&s->full[next]);
    if (!hit_writer_append(&s->job->writer, &t->slot)) {
        atomic_store(&s->failed, true);
        return;
    }
    s->totals->rows += t->slot.rays;
    s->totals->rays += t->slot.rays;
    s->totals->records += t->slot.records;
    s->totals->hits += t->slot.hits;
    s->totals->invalid += t->slot.invalid;
    atomic_flag_clear(&t->busy);
    atomic_store(&s->written, next + 1);
}

// Write what can be written, unless somebody does. Who fills a tray looks here afterwards, and who writes looks again
// once that is no longer said: so no full tray is left behind.
static void write_full(state* s)
{
    while (next_is_full(s) && !atomic_flag_test_and_set(&s->writing)) {
        while (next_is_full(s))
            write_next(s);
        atomic_flag_clear(&s->writing);
    }
}

// An empty tray, the same ones as long as possible, as they are in the caches. NULL when something failed.
//
// Not more than tray_count tasks from the first on that is not written have one: so one is free, and that first task has
// one or gets one. Tasks begin in their order, so it has begun, and will end.
static tray* take_tray(state* s, uint32_t index)
{
    while (index >= atomic_load(&s->written) + s->tray_count && !atomic_load(&s->failed))
        background_rest();
    for (uint32_t i = 0; !atomic_load(&s->failed); i = (i + 1) % s->tray_count)
        if (!atomic_flag_test_and_set(&s->trays[i].busy))
            return &s->trays[i];
    return NULL;
}

static void rows_task(void* context, uint32_t index)
{
    state* s = context;
    const uint64_t first = (uint64_t)index * TASK_RECORDS, left = s->left - first;
    tray* t = take_tray(s, index);
    if (!t)
        return;
    if (!do_rows(s, t, first, left < TASK_RECORDS ? (uint32_t)left : TASK_RECORDS)) {
        atomic_store(&s->failed, true);
        return;
    }
    atomic_store(&s->full[index], t);
    write_full(s);
}

// Cast a span. False when not all of it could be done.
static bool run_span(state* s, uint32_t most)
{
    const uint64_t tasks = (s->left + TASK_RECORDS - 1) / TASK_RECORDS, before = s->totals->rays;
    uint64_t done;
    s->tasks = tasks < most ? (uint32_t)tasks : most;
    atomic_store(&s->written, 0);
    for (uint32_t i = 0; i < s->tasks; i++)
        atomic_store(&s->full[i], NULL);
    s->job->pool.run(s->job->pool.context, rows_task, s, s->tasks);
    done = s->totals->rays - before;
    s->in += done * s->in_size;
    s->row += done;
    s->left -= done;
    return hit_writer_end_block(&s->job->writer) && !atomic_load(&s->failed);
}

static void run_spans(state* s, progress* bar)
{
    uint32_t most = SPAN_LEAST;
    bool fine = true;
    bar->total = s->left;
    while (fine && s->left > 0 && atomic_load(&interrupted) == 0) {
        const double began = seconds_now();
        fine = run_span(s, most);
        progress_at(bar, s->totals->rows);
        if (seconds_now() - began < SPAN_TIME && most < SPAN_MOST)
            most *= 2;
    }
}

// The rows that can be cast directly; 0 when there are none.
static uint64_t count_rows_of(const cast_job* job, uint64_t place)
{
    const hit_layout* l = job->query.layout;
    const bool one_each = (l->mode == MODE_FIRST || l->mode == MODE_ANY || l->mode == MODE_COUNT) && !l->hits_only;
    const size_t record = ray_record_bytes(&job->encoding);
    uint64_t there;
    if (!one_each || l->format != FORMAT_NPY || record == 0 || !job->rays.regular || !job->writer.to.regular ||
        job->writer.error != 0 || place > job->rays.size)
        return 0;
    there = (job->rays.size - place) / record;
    return there < job->range.rows ? there : job->range.rows;
}

static bool make_trays(state* s)
{
    s->tray_count = TRAYS * s->job->pool.threads;
    s->trays = calloc(s->tray_count, sizeof *s->trays);
    for (uint32_t i = 0; s->trays && i < s->tray_count; i++) {
        atomic_flag_clear(&s->trays[i].busy);
        s->trays[i].piece.rows = s->rows;
    }
    for (uint32_t i = 0; i < PIECE_RECORDS; i++)
        s->rows[i] = i;
    return s->trays != NULL;
}

void cast_direct(cast_job* job, cast_totals* totals, progress* bar)
{
    state* s = calloc(1, sizeof *s);
    uint64_t rows;
    if (!s)
        return;
    s->job = job;
    s->totals = totals;
    atomic_flag_clear(&s->writing);
    s->in = stream_place(&job->rays);
    s->row = job->range.row;
    s->in_size = ray_record_bytes(&job->encoding);
    s->out_size = job->query.layout->record_most;
    rows = s->left = count_rows_of(job, s->in);
    if (rows > 0 && make_trays(s)) {
        run_spans(s, bar);
        if (job->range.bytes != UINT64_MAX)
            job->range.bytes -= (rows - s->left) * s->in_size;
        if (!stream_seek(&job->rays, s->in))
            job->writer.error = errno ? errno : EIO;
        for (uint32_t i = 0; i < s->tray_count; i++)
            text_free(&s->trays[i].slot.out);
    }
    free(s->trays);
    free(s);
}
