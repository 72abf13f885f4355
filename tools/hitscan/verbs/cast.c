// hitscan cast: cast rays by the million, from a file or a pipe.
#include "cast/pipeline.h"
#include "cast/shard.h"
#include "cast/shard_identity.h"
#include "cast/together.h"
#include "cli/file_uses.h"
#include "cli/job.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "cluster/cluster.h"
#include "format/json_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <hitscan/hitscan.h>
#include <stdlib.h>
#include <string.h>

typedef struct cast_options {
    common_options common;
    model_options model;
    const char* rays;
    const char* out;
    int rays_format, out_format;
    uint32_t ray_floats;
    int mode;
    uint32_t k;
    const char* fields;
    bool hits_only, unique, strict, resume;
    int sides;
    const char* shard;
    const char* merge;
} cast_options;

static const char* const mode_names[] = {"first", "any", "all", "k", "count", NULL};
static const char* const side_names[] = {"both", "front", "back", NULL};

#define AT(member) offsetof(cast_options, member)
static const option option_table[] = {
    {"--rays", "FILE", "where the rays are; - is stdin", OPTION_TEXT, AT(rays), 0, 0, NULL},
    {"--rays-format", "F", "csv, ndjson, npy or raw (by the name of the file, else csv)", OPTION_CHOICE,
     AT(rays_format), 0, 0, format_names},
    {"--ray-floats", "N", "numbers per ray in raw: 6, or 8 with tmin and tmax (6)", OPTION_COUNT, AT(ray_floats), 6, 8,
     NULL},
    {"--out", "FILE", "where the hits go; - is stdout (-)", OPTION_TEXT, AT(out), 0, 0, NULL},
    {"--out-format", "F", "csv, ndjson, npy or raw (by the name of the file, else that of the rays)", OPTION_CHOICE,
     AT(out_format), 0, 0, format_names},
    {"--mode", "M",
     "first: the first hit of each ray; any: whether it hits; all: all its hits;\n"
     "k: its first K hits; count: how many (first)",
     OPTION_CHOICE, AT(mode), 0, 0, mode_names},
    {"--k", "K", "how many hits of a ray --mode k tells, 1 to 1000000", OPTION_COUNT, AT(k), 1, 1e6, NULL},
    {"--fields", "LIST", "what a record has, with commas between; see below", OPTION_TEXT, AT(fields), 0, 0, NULL},
    {"--hits-only", NULL, "no records of rays that hit nothing", OPTION_FLAG, AT(hits_only), 0, 0, NULL},
    {"--sides", "S", "both, front or back: the sides of triangles that can be hit (both)", OPTION_CHOICE, AT(sides), 0,
     0, side_names},
    {"--unique", NULL, "all, k, count: one hit where a ray meets an edge that triangles share", OPTION_FLAG, AT(unique),
     0, 0, NULL},
    {"--shard", "I/N", "only the I-th of N equal parts of the rays, I from 1", OPTION_TEXT, AT(shard), 0, 0, NULL},
    {"--strict", NULL, "stop at the first broken row", OPTION_FLAG, AT(strict), 0, 0, NULL},
    {"--resume", NULL,
     "keep a journal beside the output, and go on where an earlier run that did so\nwas interrupted, of the same job "
     "on any number of ranks",
     OPTION_FLAG, AT(resume), 0, 0, NULL},
    {"--merge", "FILE",
     "cast nothing: put the outputs of all shards together, which are given\nin place of the model, in any order; - is "
     "stdout",
     OPTION_TEXT, AT(merge), 0, 0, NULL},
    MODEL_OPTION_TABLE(cast_options, model),
};

// ---- The summary ----------------------------------------------------------------------------------------------------

static void print_rate(double rate)
{
    if (rate >= 1e6)
        fprintf(stderr, "%.2f M rays/s", rate * 1e-6);
    else
        fprintf(stderr, "%.0f rays/s", rate);
}

static void print_summary(const cast_options* o, const cast_totals* t)
{
    char rays[32], hits[32], records[32], invalid[32], broken[32];
    fprintf(stderr, "hitscan: %s%s %s, %s hit", atomic_load(&interrupted) ? "interrupted: " : "",
            format_grouped(t->rays, rays), t->rays == 1 ? "ray" : "rays", format_grouped(t->hits, hits));
    if (t->rays > 0)
        fprintf(stderr, " (%.1f %%)", 100.0 * (double)t->hits / (double)t->rays);
    if (o->mode == MODE_ALL || o->mode == MODE_K)
        fprintf(stderr, ", %s hits", format_grouped(t->records, records));
    if (t->invalid > 0)
        fprintf(stderr, ", %s not valid", format_grouped(t->invalid, invalid));
    if (t->broken > 0)
        fprintf(stderr, ", %s broken %s", format_grouped(t->broken, broken), t->broken == 1 ? "row" : "rows");
    fprintf(stderr, "; %.2f s", t->seconds);
    if (t->seconds > 0.01 && t->rays > 0) {
        fputs(", ", stderr);
        print_rate((double)t->rays / t->seconds);
    }
    fputc('\n', stderr);
}

static void print_json(const cast_totals* t, int code)
{
    json_writer j = json_begin(json_output());
    json_open(&j, '{');
    json_count_of(&j, "rays", t->rays);
    json_count_of(&j, "hit", t->hits);
    json_count_of(&j, "records", t->records);
    json_count_of(&j, "invalid", t->invalid);
    json_count_of(&j, "broken", t->broken);
    json_number_of(&j, "seconds", t->seconds);
    json_number_of(&j, "rays_per_second", t->seconds > 0.0 ? (double)t->rays / t->seconds : 0.0);
    json_bool_of(&j, "interrupted", atomic_load(&interrupted) != 0);
    if (cluster_ranks() > 1)
        json_count_of(&j, "ranks", (uint64_t)cluster_ranks());
    json_count_of(&j, "exit_code", (uint64_t)code);
    json_close(&j, '}');
    json_end(&j);
}

// ---- The run --------------------------------------------------------------------------------------------------------

// What the command line asks for, in full.
typedef struct cast_plan {
    const cast_options* options;
    char** models; ///< `model_count` paths
    int model_count;
    ray_request rays;
    file_format out_format;
    record_layout layout;
    shard_identity identity; ///< of a shard
    bool in_chunks;          ///< several ranks cast, or --resume is given
} cast_plan;

static int wrong(const char* message)
{
    print_error("cast: %s", message);
    return EXIT_USAGE;
}

static int make_plan(const cast_options* o, cast_plan* p)
{
    memset(p, 0, sizeof *p);
    p->options = o;
    if (!o->rays)
        return wrong("--rays is missing: a file of rays, or - for stdin");
    if (o->ray_floats == 7)
        return wrong("--ray-floats must be 6 or 8, not 7");
    if ((o->mode == MODE_K) != (o->k > 0))
        return wrong(o->k > 0 ? "--k goes with --mode k" : "--mode k needs --k K: how many hits of a ray");
    p->rays.path = o->rays;
    p->rays.floats = o->ray_floats;
    p->rays.quiet = o->common.quiet;
    p->rays.format = o->rays_format != FORMAT_NONE ? (file_format)o->rays_format : format_of_path(o->rays);
    if (p->rays.format == FORMAT_NONE && strcmp(o->rays, "-") != 0) {
        print_error("cast: the name of %s does not tell its format; --rays-format does", o->rays);
        return EXIT_USAGE;
    }
    if (p->rays.format == FORMAT_NONE)
        p->rays.format = FORMAT_CSV;
    p->out_format = o->out_format != FORMAT_NONE ? (file_format)o->out_format : format_of_path(o->out);
    if (p->out_format == FORMAT_NONE)
        p->out_format = p->rays.format;
    if (o->shard && !shard_read(o->shard, &p->rays.which))
        return EXIT_USAGE;
    return record_layout_choose(&p->layout, p->out_format, (cast_mode)o->mode, o->hits_only, o->fields) ? EXIT_OK
                                                                                                        : EXIT_USAGE;
}

// The number of records, when it follows from the number of rays.
static uint64_t expected_records(const cast_plan* p, const cast_job* job)
{
    const cast_mode mode = p->layout.mode;
    return p->layout.hits_only || mode == MODE_ALL || mode == MODE_K ? UINT64_MAX : job->range.rows;
}

static int exit_code(const cast_totals* t, int code)
{
    const int signal_number = atomic_load(&interrupted);
    if (code == EXIT_RESOURCES)
        return code;
    if (signal_number != 0)
        return EXIT_SIGNAL + signal_number;
    if (code != EXIT_OK)
        return code;
    return t->broken > 0 ? EXIT_BAD_INPUT : t->hits > 0 ? EXIT_OK : EXIT_NOTHING;
}

// What a shard is of, or a run that may be resumed: known before it casts anything.
static int identify_shard(cast_plan* p, const cast_job* job, const hit_model* content)
{
    const cast_options* o = p->options;
    const record_layout* l = &p->layout;
    const uint64_t numbers[] = {
        (uint64_t)o->mode, o->k, o->hits_only, (uint64_t)o->sides, o->unique, (uint64_t)p->rays.format, p->rays.floats,
    };
    shard_identity* id = &p->identity;
    id->which = p->rays.which;
    id->format = p->out_format;
    id->first_row = job->range.row;
    id->run = (uint64_t)l->count;
    for (int i = 0; i < l->count; i++)
        id->run = shard_hash_join(id->run, (uint64_t)l->fields[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        id->run = shard_hash_join(id->run, numbers[i]);
    id->model = shard_hash_model(content);
    if (shard_hash_rays(&job->rays, &id->rays))
        return EXIT_OK;
    print_error("cannot read %s: %s", job->rays.name, strerror(errno));
    return EXIT_BAD_INPUT;
}

static int identify_run(cast_plan* p, const cast_job* job, const hit_model* content, together_request* q)
{
    const cast_options* o = p->options;
    int code = EXIT_OK;
    if (o->resume || p->rays.which.count > 0)
        code = identify_shard(p, job, content);
    snprintf(q->run.version, sizeof q->run.version, "%s", hit_version());
    q->run.options = shard_hash_join(p->identity.run, o->strict);
    q->run.rays = p->identity.rays;
    q->run.model = p->identity.model;
    q->run.shard[0] = p->rays.which.index;
    q->run.shard[1] = p->rays.which.count;
    q->run.format = (uint32_t)p->out_format;
    return code;
}

// A shard that is whole says so at its end; one that is not has no such end, and is not merged.
static void end_shard(cast_plan* p, cast_job* job, const cast_totals* totals, int code)
{
    char text[SHARD_IDENTITY_MAX];
    const bool stopped = p->options->strict && totals->broken > 0;
    if (p->rays.which.count == 0 || code != EXIT_OK || stopped || atomic_load(&interrupted) != 0)
        return;
    p->identity.rows = totals->rows;
    p->identity.bytes = job->writer.bytes;
    record_writer_end(&job->writer, text, shard_identity_write(&p->identity, text));
}

// Cast chunk by chunk: on several ranks, and with --resume.
static int cast_in_chunks(cast_plan* p, cast_job* job, const hit_model* content)
{
    const cast_options* o = p->options;
    journal j = {.handle = -1};
    together_request q = {.out = o->out,
                          .resume = o->resume,
                          .first_shard = p->rays.which.count == 0 || p->rays.which.index == 1,
                          .journal = &j};
    cast_totals totals;
    bool whole;
    uint64_t reused;
    int code = cluster_rank() == 0 ? identify_run(p, job, content, &q) : EXIT_OK, closed = EXIT_OK;
    code = cluster_agree(code);
    if (code != EXIT_OK)
        return code;
    code = cluster_agree_at_last(cast_together(job, &q, &totals, &whole, &reused));
    if (cluster_rank() > 0)
        return code;
    if (reused > 0 && !o->common.quiet)
        print_note("cast: %llu of the rays were cast by an earlier run", (unsigned long long)reused);
    if (job->writer.to.handle >= 0) {
        const bool ends_early = code != EXIT_OK || !whole;
        if (!ends_early)
            end_shard(p, job, &totals, code);
        if (ends_early && o->resume) {
            stream_close(&job->writer.to);
            print_note("cast: %s is not complete: run the same again, with --resume, to go on", o->out);
        } else
            closed = record_writer_close(&job->writer, ends_early);
        journal_close(&j, !ends_early && closed == EXIT_OK);
    }
    if (job->writer.to.handle < 0 && totals.rows == 0 && code != EXIT_OK) // it did not come to that
        return code;
    code = exit_code(&totals, closed != EXIT_OK ? closed : code);
    if (o->common.json)
        print_json(&totals, code);
    else if (!o->common.quiet)
        print_summary(o, &totals);
    return o->common.json ? end_of_output(code) : code;
}

// Cast: the rays are open, and the model is there.
static int cast(cast_plan* p, cast_job* job)
{
    const cast_options* o = p->options;
    const bool first = p->rays.which.count == 0 || p->rays.which.index == 1;
    cast_totals totals;
    int code, closed;
    if (atomic_load(&interrupted) != 0) // while the model was read: leave an older output as it is
        return EXIT_SIGNAL + atomic_load(&interrupted);
    code = record_writer_open(&job->writer, o->out, &p->layout, expected_records(p, job), first, NULL);
    if (code != EXIT_OK)
        return code;
    code = cast_run(job, &totals);
    end_shard(p, job, &totals, code);
    closed = record_writer_close(&job->writer, code != EXIT_OK || atomic_load(&interrupted) != 0);
    code = exit_code(&totals, closed != EXIT_OK ? closed : code);
    if (o->common.json)
        print_json(&totals, code);
    else if (!o->common.quiet)
        print_summary(o, &totals);
    return o->common.json ? end_of_output(code) : code;
}

static int cast_in_model(cast_plan* p, cast_job* job)
{
    const model_request request = {
        .verb_name = "cast", .pool = &job->pool, .quiet = p->options->common.quiet, .options = &p->options->model};
    const hit_bvh* tree = NULL;
    model* m = NULL;
    int code = model_open_together(p->models, p->model_count, &request, &m);
    if (code != EXIT_OK)
        return code;
    model_tell_empty(m, p->options->common.quiet);
    code = model_tree(m, &tree);
    if (code == EXIT_OK)
        code = record_layout_begin(&p->layout, m, tree);
    job->encoding.is_far = model_is_far(m);
    memcpy(job->encoding.origin, (const double[3]){p->layout.origin.x, p->layout.origin.y, p->layout.origin.z},
           sizeof job->encoding.origin);
    code = cluster_agree(code);
    if (code == EXIT_OK && p->rays.which.count > 0 && !p->in_chunks)
        code = identify_shard(p, job, model_content(m));
    if (code == EXIT_OK) {
        const cast_options* o = p->options;
        const bool one = o->mode == MODE_FIRST || o->mode == MODE_ANY;
        job->query.tree = tree;
        job->query.layout = &p->layout;
        job->query.encoding = &job->encoding;
        job->query.filter.sides = (hit_sides)o->sides;
        job->query.filter.unique = o->unique;
        job->query.filtered = o->sides != 0 || (o->unique && !one);
        job->query.k = o->k;
        if (model_content(m)->triangle_count < o->k)
            job->query.k = (uint32_t)model_content(m)->triangle_count;
        code = p->in_chunks ? cast_in_chunks(p, job, model_content(m)) : cast(p, job);
    }
    record_layout_end(&p->layout);
    model_close_together(m);
    return code;
}

static int run_cast(const cast_options* o, char** models, int count)
{
    hit_thread_pool* pool = NULL;
    cast_job* job;
    cast_plan plan;
    int code = make_plan(o, &plan);
    if (code != EXIT_OK)
        return code;
    plan.models = models;
    plan.model_count = count;
    plan.in_chunks = o->resume || cluster_ranks() > 1;
    code = file_is_read("the file of rays", o->rays);
    if (code == EXIT_OK)
        code = file_is_written("--out", o->out);
    if (code != EXIT_OK)
        return code;
    job = calloc(1, sizeof *job);
    if (!job)
        return out_of_memory("cast");
    catch_interrupts();
    job->rays.handle = -1;
    code = ray_source_open(&plan.rays, &job->rays, &job->encoding, &job->range);
    job->strict = o->strict;
    job->quiet = o->common.quiet;
    if (code == EXIT_OK)
        code = threads_start("cast", cluster_threads(o->common.threads), &pool);
    code = cluster_agree(code);
    if (code == EXIT_OK) {
        job->pool = hit_thread_pool_tasks(pool);
        code = cast_in_model(&plan, job);
    }
    hit_thread_pool_destroy(pool);
    stream_close(&job->rays);
    free(job);
    return code;
}

// ---- Putting shards together ----------------------------------------------------------------------------------------

static int run_merge(const cast_options* o, char** parts, int count)
{
    merged made = {0, 0, FORMAT_NONE};
    int code = EXIT_OK;
    if (cluster_ranks() > 1) {
        print_error("cast: --merge runs on one rank, and the launcher started %d", cluster_ranks());
        return EXIT_USAGE;
    }
    if (o->rays || o->out || o->shard) {
        print_error("cast: %s and --merge exclude each other: --merge FILE PARTS casts nothing", o->rays  ? "--rays"
                                                                                                 : o->out ? "--out"
                                                                                                          : "--shard");
        return EXIT_USAGE;
    }
    if (count == 0)
        return wrong("the shards are missing: --merge FILE wants the outputs to put together");
    for (int i = 0; i < count && code == EXIT_OK; i++)
        code = file_is_read("a shard", parts[i]);
    if (code == EXIT_OK)
        code = file_is_written("--merge", o->merge);
    if (code == EXIT_OK)
        code =
            merge_shards(o->merge, o->out_format != FORMAT_NONE ? (file_format)o->out_format : format_of_path(o->merge),
                         parts, count, &made);
    if (code == EXIT_OK && o->common.json) {
        json_writer j = json_begin(json_output());
        json_open(&j, '{');
        json_count_of(&j, "shards", (uint64_t)count);
        json_text_of(&j, "format", format_names[made.format]);
        if (made.format == FORMAT_NPY)
            json_count_of(&j, "records", made.records);
        json_count_of(&j, "bytes", made.bytes);
        json_close(&j, '}');
        json_end(&j);
        code = end_of_output(code);
    }
    return code;
}

static int run(const void* options, char** arguments, int count)
{
    cast_options o = *(const cast_options*)options;
    if (strcmp(o.merge ? o.merge : o.out ? o.out : "-", "-") == 0)
        stdout_is_taken();
    if (o.merge)
        return run_merge(&o, arguments, count);
    if (count == 0)
        return wrong("MODEL is missing; see hitscan cast --help");
    o.out = o.out ? o.out : "-";
    return run_cast(&o, arguments, count);
}

static const cast_options defaults = {
    .rays_format = FORMAT_NONE,
    .out_format = FORMAT_NONE,
    .ray_floats = 6,
};

const verb verb_cast = {
    .name = "cast",
    .summary = "cast rays by the million, from a file or a pipe",
    .arguments = "MODEL...",
    .min_arguments = 0, // run() looks at them: MODEL, or the shards of --merge
    .max_arguments = 1000000,
    .options = option_table,
    .option_count = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "A ray is the points origin + t*direction with t from tmin to tmax, both included; t is in units of\n"
               "the length of the direction. Coordinates are those of the model.\n"
               "\n"
               "rays:\n"
               "  csv     ox,oy,oz,dx,dy,dz[,tmin[,tmax]] per line (.csv .tsv .txt); also ; tabs or spaces between;\n"
               "          a line that begins with # is a comment; a header may name the columns, in any order, and\n"
               "          others, which are ignored\n"
               "  ndjson  {\"origin\":[x,y,z],\"direction\":[x,y,z],\"tmin\":0,\"tmax\":9,\"id\":7} per line (.ndjson\n"
               "          .jsonl); only origin and direction must be there; the id is copied to ndjson output\n"
               "  npy     shape (N, 6) or (N, 8), float32; float64 is rounded, as seen from the model (.npy)\n"
               "  raw     6 or 8 little-endian float32 per ray (.raw .f32 .bin)\n"
               "\n"
               "fields:\n"
               "  ray       number of the ray: its row in the input, from 0\n"
               "  hit       1 when it hits something, else 0\n"
               "  count     how many hits it has (--mode count)\n"
               "  t         where on the ray; distance: how far from its origin, in units of the model\n"
               "  part      number of the part of the model, from 0; part_name: its name (csv and ndjson only)\n"
               "  face      number of the face in the model's file, from 0\n"
               "  triangle  number of the triangle, from 0, all parts counted through\n"
               "  u, v      the point is (1-u-v)*a + u*b + v*c, of the corners a, b, c of the triangle\n"
               "  x, y, z   the point; nx, ny, nz: the unit normal, on the front side of the triangle\n"
               "  side      front or back; in npy and raw 1 or -1\n"
               "\n"
               "Without --fields, csv and ndjson have ray,hit,t,part,face,triangle,u,v; with --mode any ray,hit; with\n"
               "count ray,count; and no hit where each record is one. npy and raw leave out ray and hit, but for the\n"
               "ray where not every ray has one record, and the hit of any. Their fields are little-endian, without\n"
               "gaps: 4 bytes each, but ray 8, hit and side 1. A miss has t inf and triangle 4294967295.\n"
               "\n"
               "Rows that are no rays are told, counted, and make the exit code 3. They keep their number, and give\n"
               "no record, or that of a miss where records do not tell their ray.\n"
               "\n" MODEL_HELP "\n"
               "exit codes: 0 something was hit, 1 nothing, 2 usage, 3 bad input, 4 out of memory or disk space,\n"
               "130 Ctrl-C\n",
    .examples = "hitscan cast town.obj --rays rays.csv --out hits.csv\n"
                "# from a program to a program\n"
                "scanner | hitscan cast town.hit --rays - --rays-format raw --out - --fields t,part | viewer\n"
                "# the third of 16 parts of a large job; then all of them together\n"
                "hitscan cast town.hit --rays rays.npy --shard 3/16 --out hits-03.npy\n"
                "hitscan cast --merge hits.npy hits-??.npy\n",
    .on_ranks = true,
    .run = run,
};
