// Chunks of records are rows; chunks of text are the lines that begin in so many bytes, as shards are (cast/shard.c).
// The number of a row in the whole file is known when all rows before it are counted, so text is read twice: each rank
// counts the rows of some chunks, which is much faster than to cast them, and the sums tell all.
#include "cast/divide.h"
#include "cast/rays/reader.h"
#include "cluster/cluster.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_ROWS = 64 * BATCH_RECORDS, ///< of a chunk: some 20 ms of work
    SEVERAL = 8,                     ///< where rays have several records, a chunk is so many times smaller
    ROW_BYTES = 64                   ///< of text, as a rule
};

// HITSCAN_CHUNK_ROWS is for tests.
static uint64_t rows_of_chunk(const cast_job* job)
{
    const char* text = getenv("HITSCAN_CHUNK_ROWS");
    const cast_mode mode = job->query.layout->mode;
    const long asked = text ? strtol(text, NULL, 10) : 0;
    if (asked > 0)
        return (uint64_t)asked;
    return mode == MODE_ALL || mode == MODE_K ? CHUNK_ROWS / SEVERAL : CHUNK_ROWS;
}

static int cannot_read(const stream* s, int error)
{
    print_error("cannot read %s: %s", s->name, error ? strerror(error) : "it became shorter");
    return EXIT_BAD_INPUT;
}

// ---- Text -----------------------------------------------------------------------------------------------------------

// The header of CSV, from the beginning of the run.
static int find_columns(ray_chunks* c, const cast_job* job, ray_reader* reader)
{
    uint64_t lines = job->range.line;
    bool first = true, last = false;
    c->columns = c->at_first;
    if (!stream_seek(&job->rays, c->range.begin))
        return cannot_read(&job->rays, errno);
    ray_reader_restart(reader, c->range.bytes);
    while (!last && !c->columns.known) {
        const ray_block* b;
        const char* text;
        char why[160];
        ray_reader_read(reader);
        b = ray_reader_block(reader);
        if (b->error)
            return cannot_read(&job->rays, b->error);
        last = b->last;
        text = first && c->range.begin == 0 ? skip_byte_order_mark(b->bytes, b->bytes + b->size) : b->bytes;
        first = false;
        if (!csv_read_header(&c->columns, text, b->bytes + b->size, &lines, why)) {
            print_error_in(job->rays.name, lines, "%s", why);
            return EXIT_BAD_INPUT;
        }
    }
    return EXIT_OK;
}

static int count_chunk(ray_chunks* c, const cast_job* job, ray_reader* reader, uint64_t chunk)
{
    uint64_t begin, end;
    bool first = true, last = false;
    const uint64_t whole = c->range.begin + c->range.bytes, at = c->range.begin + chunk * c->size;
    begin = c->range.begin;
    end = whole;
    if ((chunk > 0 && !ray_line_begin(&job->rays, at, &begin)) ||
        (chunk + 1 < c->count && !ray_line_begin(&job->rays, at + c->size, &end)))
        return cannot_read(&job->rays, errno);
    end = end < whole ? end : whole;
    begin = begin < end ? begin : end;
    c->begin[chunk] = begin;
    if (!stream_seek(&job->rays, begin))
        return cannot_read(&job->rays, errno);
    ray_reader_restart(reader, end - begin);
    last = begin == end;
    while (!last && atomic_load(&interrupted) == 0) {
        const ray_block* b;
        const char* text;
        ray_reader_read(reader);
        b = ray_reader_block(reader);
        if (b->error)
            return cannot_read(&job->rays, b->error);
        last = b->last;
        text = first && begin == 0 ? skip_byte_order_mark(b->bytes, b->bytes + b->size) : b->bytes;
        first = false;
        count_rows(text, b->bytes + b->size, job->encoding.format, &c->line[chunk], &c->row[chunk]);
    }
    return EXIT_OK;
}

static int count_all(ray_chunks* c, const cast_job* job, ray_reader* reader)
{
    int code = EXIT_OK;
    // Ranks count chunks in turns; they are of one size.
    for (uint64_t i = (uint64_t)cluster_rank(); i < c->count && code == EXIT_OK && atomic_load(&interrupted) == 0;
         i += (uint64_t)cluster_ranks())
        code = count_chunk(c, job, reader, i);
    return code;
}

// From the counts of each chunk to those before it. The header is no row.
static void add_up(ray_chunks* c, const cast_job* job)
{
    uint64_t row = c->range.row, line = c->range.line;
    bool seen = !(job->encoding.format == FORMAT_CSV && !c->at_first.known);
    assert(c->begin && c->row && c->line);
    c->header = 0;
    for (uint64_t i = 0; i < c->count; i++) {
        uint64_t rows = c->row[i];
        const uint64_t lines = c->line[i];
        if (!seen) {
            c->header = i + 1;
            seen = rows > 0;
            if (seen && c->columns.named)
                rows--;
        }
        c->row[i] = row;
        c->line[i] = line;
        row += rows;
        line += lines;
    }
    c->begin[c->count] = c->range.begin + c->range.bytes;
    c->rows = row - c->range.row;
}

static int divide_text(ray_chunks* c, cast_job* job)
{
    ray_reader reader;
    int code = EXIT_OK;
    c->size = rows_of_chunk(job) * ROW_BYTES;
    c->count = c->range.bytes > c->size ? (c->range.bytes + c->size - 1) / c->size : 1;
    c->begin = calloc(c->count + 1, sizeof *c->begin);
    c->row = calloc(c->count + 1, sizeof *c->row);
    c->line = calloc(c->count + 1, sizeof *c->line);
    if (!ray_reader_open(&reader, &job->rays, 0, 0) || !c->begin || !c->row || !c->line)
        code = out_of_memory("cast");
    c->at_first = job->encoding.columns;
    if (code == EXIT_OK && job->encoding.format == FORMAT_CSV && !c->at_first.known)
        code = find_columns(c, job, &reader);
    else
        c->columns = c->at_first;
    if (code == EXIT_OK)
        code = count_all(c, job, &reader);
    ray_reader_close(&reader);
    code = cluster_agree(code);
    if (code != EXIT_OK)
        return code;
    if (cluster_mpi()) {
        cluster_mpi()->sum(c->begin, c->count + 1);
        cluster_mpi()->sum(c->row, c->count + 1);
        cluster_mpi()->sum(c->line, c->count + 1);
    }
    add_up(c, job);
    return EXIT_OK;
}

// ---- All ------------------------------------------------------------------------------------------------------------

int ray_chunks_make(ray_chunks* c, cast_job* job)
{
    memset(c, 0, sizeof *c);
    c->range = job->range;
    c->record = ray_record_bytes(&job->encoding);
    assert(job->rays.regular);
    if (c->record == 0)
        return divide_text(c, job);
    c->size = rows_of_chunk(job);
    // What the file has; the last chunk also has what it should have, and says so.
    c->start = stream_position(&job->rays);
    const uint64_t there = job->rays.size > c->start ? (job->rays.size - c->start) / c->record : 0;
    const uint64_t rows = c->range.rows < there ? c->range.rows : there;
    c->count = rows > c->size ? (rows + c->size - 1) / c->size : 1;
    return EXIT_OK;
}

void ray_chunks_free(ray_chunks* c)
{
    free(c->begin);
    free(c->row);
    free(c->line);
    c->begin = c->row = c->line = NULL;
}

uint64_t ray_chunks_rows_before(const ray_chunks* c, uint64_t chunk)
{
    return chunk * c->size;
}

bool ray_chunks_go(const ray_chunks* c, cast_job* job, uint64_t chunk)
{
    ray_range* r = &job->range;
    assert(chunk < c->count);
    *r = c->range;
    if (c->record == 0) {
        r->begin = c->begin[chunk];
        r->bytes = c->begin[chunk + 1] - r->begin;
        r->rows = UINT64_MAX;
        r->row = c->row[chunk];
        r->line = c->line[chunk];
        job->encoding.columns = chunk < c->header ? c->at_first : c->columns;
    } else {
        const uint64_t before = ray_chunks_rows_before(c, chunk);
        r->begin = c->start + before * c->record;
        r->row += before;
        if (chunk + 1 < c->count) {
            r->rows = c->size;
            r->bytes = c->size * c->record;
        } else {
            r->rows = r->rows == UINT64_MAX ? UINT64_MAX : r->rows - before;
            r->bytes = r->bytes == UINT64_MAX ? UINT64_MAX : r->bytes - before * c->record;
        }
    }
    return stream_seek(&job->rays, r->begin);
}
