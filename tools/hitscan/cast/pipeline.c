// Casts a stream of rays: block > batch > chunk > result.
//
// A reader thread fills the next block (4 MB) and a writer thread writes the last results while the pool works on the
// block between them. The pool reads the batches of a block, each on its own; then the rows of each batch are known,
// and batches are numbered; then it casts chunks of rays, each of which writes its records into a result. The writer
// takes the results of one round while the next round fills the other set.
//
// In modes with one record per ray a chunk is a whole batch, and a round a whole block. Otherwise a ray may have any
// number of hits: chunks and rounds are then so small that the results of a round take some megabytes, by what the
// rounds before took.
//
// Rays of a regular file that go to a .npy file take a shorter way (cast/direct_npy.c); the pipeline casts what that
// leaves.
//
// The output does not depend on how the work is divided: not on threads, blocks, or how the bytes arrive.
#include "cast/pipeline.h"
#include "cast/rays/reader.h"
#include "cast/worker.h"
#include "cli/job.h"
#include "cli/verb.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORD_MIN = 24, ///< bytes of a ray of fixed size
    BATCHES_MAX = BLOCK_BYTES / (RECORD_MIN * BATCH_RECORDS) + 1,
    CHUNKS_MAX = 256, ///< of a round
    ROUND_BYTES = 8 << 20,
    CHUNK_BYTES = 64 << 10
};
_Static_assert((int)BATCHES_MAX >= BLOCK_BYTES / BATCH_BYTES + 1, "batches of text must find room, too");
_Static_assert((int)CHUNKS_MAX >= (int)BATCHES_MAX, "a round takes a whole block");
_Static_assert((int)BATCH_RAYS >= (int)BATCH_RECORDS, "a batch has room for its records");

typedef struct cast_engine {
    cast_job* job;
    cast_totals* totals;
    ray_reader reader;
    worker *read_thread, *write_thread;
    stop_flag stop;
    progress bar;

    ray_batch batch[BATCHES_MAX];
    hit_ray* rays;
    uint32_t* rows;
    ray_id* ids;
    int batches; ///< of the block

    int chunks; ///< of the round
    cast_chunk chunk[CHUNKS_MAX];
    int at_batch;         ///< where the next round begins,
    uint32_t at_ray;      ///< and in it
    double bytes_per_ray; ///< that rays with several hits took lately
    chunk_result result[2][CHUNKS_MAX];

    const char *text, *text_end; ///< of the block, when it is text
    uint64_t line;               ///< lines so far
    uint32_t reported;           ///< broken rows that were reported
    int set;                     ///< of results, that is filled next
    bool fused;                  ///< the task that casts a batch reads it, too
    bool begun;                  ///< a block has been there
    bool stopped;                ///< by --strict, or because nothing can be written
    int code;
} state;

static int fail(state* s, int code, const char* message)
{
    print_error("cast: %s", message);
    s->code = code;
    return code;
}

// ---- Batches --------------------------------------------------------------------------------------------------------

static bool make_batches(state* s)
{
    const bool has_ids = s->job->encoding.format == FORMAT_NDJSON;
    s->rays = malloc((size_t)BATCHES_MAX * BATCH_RAYS * sizeof *s->rays);
    s->rows = malloc((size_t)BATCHES_MAX * BATCH_RAYS * sizeof *s->rows);
    s->ids = has_ids ? malloc((size_t)BATCHES_MAX * BATCH_RAYS * sizeof *s->ids) : NULL;
    if (!s->rays || !s->rows || (has_ids && !s->ids))
        return false;
    for (int i = 0; i < BATCHES_MAX; i++) {
        s->batch[i].rays = s->rays + (size_t)i * BATCH_RAYS;
        s->batch[i].rows = s->rows + (size_t)i * BATCH_RAYS;
        for (uint32_t k = 0; s->job->encoding.format != FORMAT_CSV && !has_ids && k < BATCH_RECORDS; k++)
            s->batch[i].rows[k] = k;
        s->batch[i].ids = has_ids ? s->ids + (size_t)i * BATCH_RAYS : NULL;
    }
    return true;
}

// The first line that begins at or after `at`.
static const char* line_begin(const state* s, const char* at)
{
    const char* end;
    assert(s->text <= s->text_end);
    if (at <= s->text)
        return s->text;
    if (at > s->text_end)
        return s->text_end;
    end = memchr(at - 1, '\n', (size_t)(s->text_end - at + 1));
    return end ? end + 1 : s->text_end;
}

static void read_task(void* context, uint32_t index)
{
    state* s = context;
    ray_batch* p = &s->batch[index];
    p->begin = line_begin(s, s->text + (size_t)index * BATCH_BYTES);
    p->end = line_begin(s, s->text + ((size_t)index + 1) * BATCH_BYTES);
    assert(p->begin <= p->end);
    ray_batch_read(&s->job->encoding, p);
    assert(p->count + p->broken_count == p->row_count && p->row_count <= p->line_count);
}

// The header of CSV, and a mark before it.
static bool read_header(state* s)
{
    char why[160];
    if (!s->begun && s->job->range.begin == 0)
        s->text = skip_byte_order_mark(s->text, s->text_end);
    s->begun = true;
    if (s->job->encoding.format != FORMAT_CSV || s->job->encoding.columns.known)
        return true;
    s->text = csv_read_header(&s->job->encoding.columns, s->text, s->text_end, &s->line, why);
    if (s->text)
        return true;
    print_error_in(s->job->rays.name, s->line, "%s", why);
    s->code = EXIT_BAD_INPUT;
    return false;
}

static void read_text_batches(state* s, const ray_block* b)
{
    s->text = b->bytes;
    s->text_end = b->bytes + b->size;
    s->batches = 0;
    if (!read_header(s))
        return;
    s->batches = (int)((s->text_end - s->text + BATCH_BYTES - 1) / BATCH_BYTES);
    assert(s->batches <= BATCHES_MAX);
    s->job->pool.run(s->job->pool.context, read_task, s, (uint32_t)s->batches);
}

static void read_record_task(void* context, uint32_t index)
{
    state* s = context;
    ray_batch_read(&s->job->encoding, &s->batch[index]);
}

static void divide_records(state* s, const ray_block* b)
{
    const size_t record = s->reader.record, bytes = BATCH_RECORDS * record;
    s->batches = (int)((b->size + bytes - 1) / bytes);
    assert(b->size % record == 0 && s->batches <= BATCHES_MAX);
    for (int i = 0; i < s->batches; i++) {
        ray_batch* p = &s->batch[i];
        const size_t begin = (size_t)i * bytes, left = b->size - begin;
        p->begin = b->bytes + begin;
        p->end = p->begin + (left < bytes ? left : bytes);
        p->count = p->row_count = (uint32_t)((size_t)(p->end - p->begin) / record);
        p->line_count = p->broken_count = 0;
    }
    if (!s->fused)
        s->job->pool.run(s->job->pool.context, read_record_task, s, (uint32_t)s->batches);
}

// Tell the first broken rows, and with --strict leave out what comes after the very first.
static void report_broken(state* s, ray_batch* p)
{
    for (uint32_t i = 0; i < p->broken_count && i < BROKEN_REPORTED && s->reported < BROKEN_REPORTED;
         i++, s->reported++) {
        const broken_row* b = &p->broken[i];
        assert(b->row < p->row_count && b->line >= 1 && b->line <= p->line_count);
        if (s->job->tell)
            s->job->tell(s->job->listener, p->first_line + b->line, b->why);
        else
            print_error_in(s->job->rays.name, p->first_line + b->line, "%s%s", b->why,
                           s->job->strict ? "; stopped here" : "");
        if (s->job->strict) {
            p->row_count = b->row;
            p->broken_count = 1;
            while (p->count > 0 && p->rows[p->count - 1] > b->row)
                p->count--;
            s->stopped = true;
            s->reported++;
            return;
        }
    }
}

static void number_batches(state* s)
{
    for (int i = 0; i < s->batches; i++) {
        ray_batch* p = &s->batch[i];
        p->first_row = s->job->range.row + s->totals->rows;
        p->first_line = s->line;
        if (p->broken_count > 0)
            report_broken(s, p);
        s->totals->rows += p->row_count;
        s->totals->broken += p->broken_count;
        s->line += p->line_count;
        if (s->stopped)
            s->batches = i + 1;
    }
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

static void cast_task(void* context, uint32_t index)
{
    state* s = context;
    chunk_result* result = &s->result[s->set][index];
    assert((int)index < s->chunks);
    chunk_result_clear(result);
    cast_chunk_run(&s->job->query, &s->chunk[index], s->fused, result);
}

static bool several_records(const state* s)
{
    return s->job->query.layout->mode == MODE_ALL || s->job->query.layout->mode == MODE_K;
}

static void choose_chunks(state* s)
{
    s->chunks = 0;
    if (!several_records(s)) {
        for (; s->at_batch < s->batches; s->at_batch++)
            s->chunk[s->chunks++] = (cast_chunk){&s->batch[s->at_batch], 0, s->batch[s->at_batch].count, true};
        return;
    }
    // At least some rays for each thread, at most some megabytes.
    const double many = CHUNK_BYTES / s->bytes_per_ray;
    const uint32_t rays = many < 1.0 ? 1 : many > BATCH_RAYS ? BATCH_RAYS : (uint32_t)many;
    const double fit = ROUND_BYTES / (rays * s->bytes_per_ray), min_chunks = 2.0 * s->job->pool.threads;
    const int max_chunks = (int)(fit < min_chunks ? min_chunks : fit);
    while (s->at_batch < s->batches && s->chunks < max_chunks && s->chunks < CHUNKS_MAX) {
        ray_batch* p = &s->batch[s->at_batch];
        const uint32_t left = p->count - s->at_ray, count = left < rays ? left : rays;
        assert(s->at_ray <= p->count);
        if (count > 0)
            s->chunk[s->chunks++] = (cast_chunk){p, s->at_ray, s->at_ray + count, false};
        s->at_ray += count;
        if (s->at_ray == p->count) {
            s->at_batch++;
            s->at_ray = 0;
        }
    }
}

void cast_totals_add(cast_totals* totals, const chunk_result* result)
{
    totals->rays += result->rays;
    totals->hits += result->hits;
    totals->records += result->records;
    totals->invalid += result->invalid;
    assert(totals->hits + totals->invalid <= totals->rays);
}

// What the results of a round have, up to the first that is not done. Returns how many are.
static int count_results(state* s)
{
    const chunk_result* result = s->result[s->set];
    uint64_t rays = 0, bytes = 0;
    int done = 0;
    for (; done < s->chunks && result[done].done && !result[done].out.failed; done++) {
        cast_totals_add(s->totals, &result[done]);
        rays += result[done].rays;
        bytes += result[done].out.used;
    }
    if (done < s->chunks && result[done].out.failed)
        fail(s, EXIT_RESOURCES, "out of memory");
    if (rays > 0) {
        // Believe a growth at once, and the opposite slowly.
        const double now = (double)bytes / (double)rays + 1.0, slowly = s->bytes_per_ray / 4.0;
        s->bytes_per_ray = now > slowly ? now : slowly;
    }
    return done;
}

static void cast_block(state* s)
{
    record_writer* w = &s->job->writer;
    s->at_batch = 0;
    s->at_ray = 0;
    while (s->at_batch < s->batches && s->code == EXIT_OK && atomic_load(&interrupted) == 0) {
        int done;
        choose_chunks(s);
        assert(s->chunks <= CHUNKS_MAX && s->at_batch <= s->batches);
        s->job->pool.run(s->job->pool.context, cast_task, s, (uint32_t)s->chunks);
        done = count_results(s);
        worker_wait(s->write_thread);
        if (w->error) {
            s->stopped = true;
            return;
        }
        w->results = s->result[s->set];
        w->result_count = done;
        worker_begin(s->write_thread, record_writer_write, w);
        s->set = 1 - s->set;
    }
}

// ---- The run --------------------------------------------------------------------------------------------------------

static void read_job(void* context)
{
    ray_reader_read(context);
}

static void show_progress(state* s, const ray_block* b)
{
    const ray_range* range = &s->job->range;
    if (range->rows != UINT64_MAX)
        s->bar.total = range->rows;
    else if (range->bytes != UINT64_MAX && range->bytes > b->left)
        s->bar.total = (uint64_t)((double)s->totals->rows * (double)range->bytes / (double)(range->bytes - b->left));
    progress_at(&s->bar, s->totals->rows);
}

// What the end of the rays says about them.
static void check_end(state* s, const ray_block* b)
{
    const char* name = s->job->rays.name;
    const size_t record = s->reader.record;
    const uint64_t missing = s->job->range.rows == UINT64_MAX ? 0 : s->job->range.rows - s->totals->rows;
    if (b->error) {
        print_error("cannot read %s: %s", name, strerror(b->error));
        s->code = EXIT_BAD_INPUT;
    } else if (record > 0 && atomic_load(&interrupted) == 0 && (b->filled > b->size || missing > 0)) {
        char why[120];
        if (missing > 0)
            snprintf(why, sizeof why, "%" PRIu64 " rays are promised, but it ends after %" PRIu64,
                     s->job->range.row + s->job->range.rows,
                     s->job->range.row + s->totals->rows); // of the file, also in its last shard
        else
            snprintf(why, sizeof why, "the last ray is cut off: %zu of %zu bytes", b->filled - b->size, record);
        if (s->job->tell)
            s->job->tell(s->job->listener, 0, why);
        else
            print_error_in(name, 0, "%s", why);
        s->totals->broken++;
    }
}

static void run(state* s)
{
    bool last = false;
    worker_begin(s->read_thread, read_job, &s->reader);
    while (!last && !s->stopped && s->code == EXIT_OK && atomic_load(&interrupted) == 0) {
        const ray_block* b;
        worker_wait(s->read_thread);
        b = ray_reader_block(&s->reader);
        last = b->last;
        assert(b->size <= b->filled && b->filled <= BLOCK_BYTES);
        if (!last)
            worker_begin(s->read_thread, read_job, &s->reader);
        if (s->reader.record > 0)
            divide_records(s, b);
        else
            read_text_batches(s, b);
        number_batches(s);
        cast_block(s);
        show_progress(s, b);
        if (last) {
            worker_wait(s->write_thread); // what it says comes after the hits, also on a terminal
            check_end(s, b);
        }
    }
}

cast_engine* cast_engine_create(cast_job* job)
{
    state* s = calloc(1, sizeof *s);
    if (s) {
        s->job = job;
        s->bytes_per_ray = CHUNK_BYTES / 16.0; // begin with few rays
        s->fused = !format_is_text(job->encoding.format) && !several_records(s);
    }
    if (!s || !cast_query_begin(&job->query, job->pool.threads) || !make_batches(s) ||
        !ray_reader_open(&s->reader, &job->rays, ray_record_bytes(&job->encoding), 0)) {
        cast_engine_destroy(s);
        out_of_memory("cast");
        return NULL;
    }
    s->read_thread = worker_create();
    s->write_thread = worker_create();
    return s;
}

int cast_engine_run(cast_engine* s, cast_totals* totals)
{
    cast_job* job = s->job;
    const double began = seconds_now();
    memset(totals, 0, sizeof *totals);
    s->totals = totals;
    s->line = job->range.line;
    s->reported = 0;
    s->begun = s->stopped = false;
    s->code = EXIT_OK;
    s->bar = progress_begin("rays", 0, job->quiet);
    if (!job->writer.take)
        cast_direct_npy(job, totals, &s->bar);
    atomic_store(&s->stop, 0);
    job->rays.stop = &s->stop;
    ray_reader_restart(&s->reader, job->range.bytes);
    run(s);
    progress_end(&s->bar);
    atomic_store(&s->stop, 1);
    worker_wait(s->read_thread);
    worker_wait(s->write_thread);
    job->rays.stop = NULL;
    totals->seconds = seconds_now() - began;
    return s->code;
}

void cast_engine_destroy(cast_engine* s)
{
    if (!s)
        return;
    worker_destroy(s->read_thread);
    worker_destroy(s->write_thread);
    for (int i = 0; i < CHUNKS_MAX; i++) {
        byte_buffer_free(&s->result[0][i].out);
        byte_buffer_free(&s->result[1][i].out);
    }
    cast_query_end(&s->job->query);
    ray_reader_close(&s->reader);
    free(s->rays);
    free(s->rows);
    free(s->ids);
    free(s);
}

int cast_run(cast_job* job, cast_totals* totals)
{
    cast_engine* e = cast_engine_create(job);
    int code;
    memset(totals, 0, sizeof *totals);
    if (!e)
        return EXIT_RESOURCES;
    code = cast_engine_run(e, totals);
    if (totals->broken > e->reported && e->reader.record == 0)
        print_error_in(job->rays.name, 0, "%llu more broken %s", (unsigned long long)(totals->broken - e->reported),
                       totals->broken - e->reported == 1 ? "row" : "rows");
    cast_engine_destroy(e);
    return code;
}
