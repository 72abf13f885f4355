// Brings the chunks of rays (cast/divide.h), the casting of one of them (cast/pipeline.h) and the order of their
// records (cluster/ordered.h) together.
#include "cast/together.h"
#include "cast/divide.h"
#include "cluster/cluster.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_ROWS, COUNT_RAYS, COUNT_HITS, COUNT_RECORDS, COUNT_INVALID, COUNT_BROKEN };
_Static_assert((int)COUNT_BROKEN < (int)ORDERED_COUNTS, "counts have room");
_Static_assert((int)ORDERED_TOLD == (int)BROKEN_REPORTED, "as many remarks as broken rows that are told");

typedef struct together {
    cast_job job; ///< a copy, whose range is a chunk, and whose records go to a sink
    cast_engine* engine;
    ray_chunks chunks;
    uint64_t header; ///< bytes before the first record
} together;

static void listen(void* sink, uint64_t line, const char* why)
{
    ordered_remark_on(sink, line, why);
}

static int make_chunk(void* context, uint64_t chunk, ordered_sink* sink, ordered_facts* facts)
{
    together* t = context;
    cast_totals totals;
    int code;
    if (!ray_chunks_go(&t->chunks, &t->job, chunk)) {
        print_error("cannot read %s", t->job.rays.name);
        return EXIT_BAD_INPUT;
    }
    record_writer_give(&t->job.writer, t->job.query.layout, ordered_put, sink);
    t->job.listener = sink;
    code = cast_engine_run(t->engine, &totals);
    facts->counts[COUNT_ROWS] = totals.rows;
    facts->counts[COUNT_RAYS] = totals.rays;
    facts->counts[COUNT_HITS] = totals.hits;
    facts->counts[COUNT_RECORDS] = totals.records;
    facts->counts[COUNT_INVALID] = totals.invalid;
    facts->counts[COUNT_BROKEN] = totals.broken;
    facts->is_last = t->job.strict && totals.broken > 0;
    return code;
}

static uint64_t place_of(void* context, uint64_t chunk)
{
    const together* t = context;
    return t->header + ray_chunks_rows_before(&t->chunks, chunk) * t->job.query.layout->record_max_bytes;
}

// True when the records of all chunks but the last take as many bytes as there are rays.
static bool has_places(const cast_job* job)
{
    const record_layout* l = job->query.layout;
    const bool one_each = (l->mode == MODE_FIRST || l->mode == MODE_ANY || l->mode == MODE_COUNT) && !l->hits_only;
    return one_each && !format_is_text(l->format) && ray_record_bytes(&job->encoding) > 0;
}

// ---- Before ---------------------------------------------------------------------------------------------------------

// What all ranks know of the file that rank 0 has opened.
typedef struct opened {
    uint64_t header, known_size; ///< bytes
    const char* part;            ///< rank 0: its name
    char* path;                  ///< the same, on all ranks
    ordered_facts* known;
} opened;

static int open_output(cast_job* job, const together_request* q, ordered_totals* totals, uint64_t chunks, opened* o)
{
    int code = EXIT_OK;
    if (q->resume) {
        journal_identity run = q->run;
        run.chunks = chunks;
        o->known_size = chunks * sizeof *o->known;
        o->known = malloc(o->known_size);
        code = o->known ? journal_open(q->journal, q->out, &run, o->known, totals->remarks, &totals->remark_count)
                        : out_of_memory("cast");
    }
    if (code == EXIT_OK)
        code = record_writer_open(&job->writer, q->out, job->query.layout, UINT64_MAX, q->first_shard,
                                  q->resume ? ".partial" : NULL);
    if (code == EXIT_OK && !job->writer.to.out.part) {
        print_error("cast: several ranks write to a file: --out FILE, and no pipe or device");
        code = EXIT_USAGE;
    }
    if (code != EXIT_OK)
        return code;
    o->header = job->writer.bytes;
    o->part = job->writer.to.out.part;
    return code;
}

// Tell the others. `path` is then memory of each rank.
static int tell_output(opened* o)
{
    uint64_t numbers[3] = {o->header, o->part ? strlen(o->part) + 1 : 0, o->known_size};
    char* path;
    int code = EXIT_OK;
    if (cluster_mpi())
        cluster_mpi()->broadcast(numbers, sizeof numbers);
    o->header = numbers[0];
    path = malloc(numbers[1] > 0 ? numbers[1] : 1);
    if (cluster_rank() > 0 && numbers[2] > 0)
        o->known = malloc(numbers[2]);
    if (!path || (numbers[2] > 0 && !o->known))
        code = out_of_memory("cast");
    else if (o->part)
        memcpy(path, o->part, numbers[1]);
    o->path = path;
    code = cluster_agree(code);
    if (code == EXIT_OK && cluster_mpi()) {
        cluster_mpi()->broadcast(o->path, numbers[1]);
        if (numbers[2] > 0)
            cluster_mpi()->broadcast(o->known, numbers[2]);
    }
    return code;
}

// ---- After ----------------------------------------------------------------------------------------------------------

static void tell_broken(const cast_job* job, const ordered_totals* t)
{
    const uint64_t broken = t->counts[COUNT_BROKEN];
    for (uint32_t i = 0; i < t->remark_count; i++)
        print_error_in(job->rays.name, t->remarks[i].line, "%s%s", t->remarks[i].why,
                       job->strict && t->remarks[i].line > 0 ? "; stopped here" : "");
    if (broken > t->remark_count && format_is_text(job->encoding.format))
        print_error_in(job->rays.name, 0, "%llu more broken %s", (unsigned long long)(broken - t->remark_count),
                       broken - t->remark_count == 1 ? "row" : "rows");
}

static int end_output(cast_job* job, const ordered_totals* t, cast_totals* totals, int code)
{
    *totals = (cast_totals){.rows = t->counts[COUNT_ROWS],
                            .rays = t->counts[COUNT_RAYS],
                            .hits = t->counts[COUNT_HITS],
                            .records = t->counts[COUNT_RECORDS],
                            .invalid = t->counts[COUNT_INVALID],
                            .broken = t->counts[COUNT_BROKEN]};
    tell_broken(job, t);
    if (!record_writer_go_on(&job->writer, t->end, t->counts[COUNT_RECORDS]) || code != EXIT_OK)
        return code;
    if (!t->is_whole && atomic_load(&interrupted) == 0) {
        print_error("cast: the journal does not fit what is in %s.partial: remove both", job->writer.to.name);
        return EXIT_BAD_INPUT;
    }
    return EXIT_OK;
}

static uint64_t count_reused(const ordered_totals* t, const ordered_facts* known)
{
    uint64_t rays = 0;
    for (uint64_t i = 0; known && t->reused > 0 && i < t->chunks; i++)
        rays += known[i].size != UINT64_MAX ? t->facts[i].counts[COUNT_RAYS] : 0;
    return rays;
}

// ---- The run --------------------------------------------------------------------------------------------------------

static int run_chunks(together* t, cast_job* job, const together_request* q, const opened* o, ordered_totals* found)
{
    const ordered_job ordered = {
        .verb_name = "cast",
        .chunks = t->chunks.count,
        .context = t,
        .make = make_chunk,
        .place = has_places(job) ? place_of : NULL,
        .begin = o->header,
        .to = &job->writer.to,
        .path = o->path,
        .name = q->out,
        .journal = q->resume && cluster_rank() == 0 ? q->journal : NULL,
        .journal_is_kept = q->resume,
        .known = o->known,
        .what = "rays",
        .total = t->chunks.record > 0 && t->chunks.range.rows != UINT64_MAX ? t->chunks.range.rows
                 : t->chunks.record == 0                                    ? t->chunks.rows
                                                                            : 0,
        .quiet = job->quiet,
    };
    t->header = o->header;
    return ordered_run(&ordered, found);
}

static int prepare(together* t, cast_job* job, const together_request* q, opened* o, ordered_totals* found)
{
    int code = EXIT_OK;
    if (!job->rays.regular) {
        print_error("cast: %s is no file, which %s: write the rays to one", job->rays.name,
                    q->resume ? "--resume reads again" : "several ranks read");
        code = EXIT_USAGE;
    } else if (strcmp(q->out, "-") == 0) {
        print_error("cast: %s: --out FILE", q->resume ? "--resume needs a file" : "several ranks write to a file");
        code = EXIT_USAGE;
    }
    code = cluster_agree(code);
    if (code == EXIT_OK)
        code = ray_chunks_make(&t->chunks, &t->job);
    if (code == EXIT_OK) {
        t->engine = cast_engine_create(&t->job);
        code = t->engine ? EXIT_OK : EXIT_RESOURCES;
    }
    if (code == EXIT_OK && cluster_rank() == 0)
        code = open_output(job, q, found, t->chunks.count, o);
    code = cluster_agree(code);
    return code == EXIT_OK ? tell_output(o) : code;
}

int cast_together(cast_job* job, const together_request* q, cast_totals* totals, bool* is_whole, uint64_t* reused)
{
    together* t = calloc(1, sizeof *t);
    ordered_totals found = {0};
    opened o = {0};
    const double began = seconds_now();
    int code = cluster_agree(t ? EXIT_OK : out_of_memory("cast"));
    memset(totals, 0, sizeof *totals);
    *is_whole = false;
    *reused = 0;
    if (code != EXIT_OK) {
        free(t);
        return code;
    }
    assert(t);
    t->job = *job;
    t->job.query.encoding = &t->job.encoding;
    t->job.tell = listen;
    t->job.quiet = true;
    job->writer.to.handle = -1;
    code = prepare(t, job, q, &o, &found);
    if (code == EXIT_OK)
        code = run_chunks(t, job, q, &o, &found);
    if (code == EXIT_OK || found.facts) {
        if (cluster_rank() == 0) {
            *reused = count_reused(&found, o.known);
            code = end_output(job, &found, totals, code);
            *is_whole = found.is_whole;
        }
    }
    totals->seconds = seconds_now() - began;
    cast_engine_destroy(t->engine);
    ray_chunks_free(&t->chunks);
    free(found.facts);
    free(o.known);
    free(o.path);
    free(t);
    return code;
}
