// hitscan bench: how many rays per second this machine casts at a model, next to Embree where that is there.
#include "bench/measure.h"
#include "cli/job.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "format/json_writer.h"
#include "render/camera.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

enum { RUNS = 2 }; // on one thread, and on all

typedef struct bench_options {
    common_options common;
    model_options model;
    uint32_t rounds, rays;
    bool cpu_time;
    int quality;
    camera_options camera;
} bench_options;

static const char* const quality_choices[] = {"default", "fast", "high", NULL};

// CPU seconds of all threads together.
static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

// ---- The report -----------------------------------------------------------------------------------------------------

// All that a run has found.
typedef struct bench_findings {
    const bench_options* options;
    const char* path;
    const bench_triangles* world;
    uint32_t count; ///< of the reports
    bench_report reports[RUNS];
} bench_findings;

static const char* embree_of(const bench_findings* f)
{
    return f->reports[0].embree_version;
}

static void json_rate(json_writer* j, const char* key, double rate)
{
    json_key(j, key);
    if (rate > 0.0)
        json_number(j, rate);
    else
        json_null(j);
}

static double ratio_of(const bench_result* r)
{
    return r->embree_rate > 0.0 && bench_agrees(r) ? r->rate / r->embree_rate : 0.0;
}

static void print_json(const bench_findings* f)
{
    json_writer j = json_begin(stdout);
    json_open(&j, '{');
    json_text_of(&j, "model", f->path);
    json_count_of(&j, "triangles", f->world->triangle_count);
    json_text_of(&j, "kernels", hit_cpu_name(hit_cpu_in_use()));
    json_text_of(&j, "time", f->options->cpu_time ? "cpu" : "wall");
    json_key(&j, "embree");
    if (*embree_of(f))
        json_text(&j, embree_of(f));
    else
        json_null(&j);
    json_key(&j, "builds");
    json_open(&j, '[');
    for (uint32_t i = 0; i < f->count; i++) {
        const bench_build* b = &f->reports[i].build;
        json_open(&j, '{');
        json_count_of(&j, "threads", b->threads);
        json_number_of(&j, "seconds", b->seconds);
        json_rate(&j, "embree_seconds", b->embree_seconds);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_key(&j, "workloads");
    json_open(&j, '[');
    for (uint32_t i = 0; i < f->count; i++)
        for (int k = 0; k < WORKLOADS; k++) {
            const bench_result* r = &f->reports[i].results[k];
            json_open(&j, '{');
            json_text_of(&j, "workload", bench_workload_names[r->work]);
            json_count_of(&j, "threads", r->threads);
            json_count_of(&j, "rays", r->rays);
            json_count_of(&j, "hits", r->hits);
            json_number_of(&j, "rays_per_second", r->rate);
            json_rate(&j, "embree_rays_per_second", r->embree_rate);
            json_rate(&j, "ratio", ratio_of(r));
            json_count_of(&j, "embree_differs", r->differ);
            json_close(&j, '}');
        }
    json_close(&j, ']');
    json_close(&j, '}');
    json_end(&j);
}

static void table_row(table* t, const bench_result* r, bool has_embree)
{
    table_text(t, bench_workload_names[r->work]);
    table_count(t, r->threads);
    table_format(t, "%.3g", 1e-6 * r->rate);
    if (!has_embree)
        return;
    if (r->embree_rate > 0.0)
        table_format(t, "%.3g", 1e-6 * r->embree_rate);
    else
        table_text(t, "-");
    if (ratio_of(r) > 0.0)
        table_format(t, "%.2f", ratio_of(r));
    else
        table_text(t, "-");
    if (r->embree_rate > 0.0)
        table_count(t, r->differ);
    else
        table_text(t, "-");
}

static bool print_rays(const bench_findings* f)
{
    static const char* const with[] = {"rays", ">threads", ">M rays/s", ">Embree", ">ratio", ">differ", NULL};
    static const char* const without[] = {"rays", ">threads", ">M rays/s", NULL};
    const bool has_embree = *embree_of(f) != '\0';
    table* t = table_create(has_embree ? with : without);
    for (int k = 0; k < WORKLOADS; k++)
        for (uint32_t i = 0; i < f->count; i++)
            table_row(t, &f->reports[i].results[k], has_embree);
    return table_print(t);
}

static bool print_builds(const bench_findings* f)
{
    static const char* const with[] = {"build", ">threads", ">seconds", ">M triangles/s", ">Embree", ">ratio", NULL};
    static const char* const without[] = {"build", ">threads", ">seconds", ">M triangles/s", NULL};
    const bool has_embree = *embree_of(f) != '\0';
    table* t = table_create(has_embree ? with : without);
    for (uint32_t i = 0; i < f->count; i++) {
        const bench_build* b = &f->reports[i].build;
        const double rate = 1e-6 * f->world->triangle_count;
        table_text(t, "tree");
        table_count(t, b->threads);
        table_format(t, "%.3f", b->seconds);
        table_format(t, "%.3g", rate / fmax(b->seconds, 1e-9));
        if (has_embree) {
            table_format(t, "%.3g", rate / fmax(b->embree_seconds, 1e-9));
            table_format(t, "%.2f", b->embree_seconds / fmax(b->seconds, 1e-9));
        }
    }
    return table_print(t);
}

static int report(const bench_findings* f)
{
    char triangles[32], rays[32];
    if (f->options->common.json)
        print_json(f);
    else if (!f->options->common.quiet) {
        printf("%s: %s triangles; %s rays of each kind; %u rounds, medians; %s kernels%s\n\n", f->path,
               format_grouped(f->world->triangle_count, triangles), format_grouped(f->reports[0].results[0].rays, rays),
               (unsigned)f->options->rounds, hit_cpu_name(hit_cpu_in_use()),
               f->options->cpu_time ? "; CPU time of all threads" : "");
        if (!print_rays(f))
            return EXIT_RESOURCES;
        putchar('\n');
        if (!print_builds(f))
            return EXIT_RESOURCES;
        if (*embree_of(f))
            printf("\nEmbree %s, one ray at a time. differ: rays that it answers otherwise; ours are exact.\n",
                   embree_of(f));
        else
            printf("\nWithout Embree: %s.\n", f->reports[0].embree_reason);
    }
    return end_of_output(EXIT_OK);
}

// ---- Running --------------------------------------------------------------------------------------------------------

static int measure_model(const bench_options* o, model* m, const hit_task_pool* pool, const bench_triangles* world)
{
    camera_subject subject = {.model = m, .pool = pool};
    bench_findings f = {.options = o, .path = model_path(m), .world = world, .count = pool->threads > 1 ? 2 : 1};
    bench_setup s = {.world = world,
                     .rounds = o->rounds,
                     .quality = (hit_bvh_quality)o->quality,
                     .now = o->cpu_time ? cpu_seconds : seconds_now};
    camera_options view = o->camera;
    hit_camera camera;
    progress shown;
    char size[32];
    int code;
    s.width = (uint32_t)(sqrt(1.6 * o->rays) + 0.5);
    s.height = (uint32_t)((double)o->rays / s.width + 0.5);
    s.height = s.height < 1 ? 1 : s.height;
    snprintf(size, sizeof size, "%ux%u", (unsigned)s.width, (unsigned)s.height);
    view.size = size;
    camera_subject_make(&subject);
    code = camera_make("bench", &view, &subject, &camera);
    if (code != EXIT_OK)
        return code;
    s.camera = &camera;
    shown = progress_begin("rounds", f.count * bench_rounds(&s), o->common.quiet);
    s.shown = &shown;
    code = bench_measure(&s, NULL, &f.reports[0]);
    if (code == EXIT_OK && f.count > 1)
        code = bench_measure(&s, pool, &f.reports[1]);
    progress_end(&shown);
    return code == EXIT_OK ? report(&f) : code;
}

static int run(const void* options, char** arguments, int count)
{
    const bench_options* o = options;
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;
    model_request request = {.verb_name = "bench", .pool = &pool, .quiet = o->common.quiet, .options = &o->model};
    bench_triangles world = {0};
    model* m = NULL;
    int code;
    catch_interrupts();
    code = threads_start("bench", o->common.threads, &threads);
    if (code != EXIT_OK)
        return code;
    pool = hit_thread_pool_tasks(threads);
    code = model_open_all(arguments, count, &request, &m);
    if (code == EXIT_OK)
        code = bench_triangles_make(m, &world);
    if (code == EXIT_OK)
        code = measure_model(o, m, &pool, &world);
    bench_triangles_free(&world);
    model_close(m);
    hit_thread_pool_destroy(threads);
    return code;
}

static const bench_options defaults = {.rounds = 5, .rays = 250000, .camera = CAMERA_DEFAULTS};

static const option options[] = {
    {"--rounds", "N", "how often each is measured; the median counts, 1 to 1001 (5)", OPTION_COUNT,
     offsetof(bench_options, rounds), 1, 1001, NULL},
    {"--rays", "N", "rays of each kind, about; 1 to 100000000 (250000)", OPTION_COUNT, offsetof(bench_options, rays), 1,
     100000000, NULL},
    {"--cpu-time", NULL, "measure CPU time of all threads, not the clock: for a machine that is busy", OPTION_FLAG,
     offsetof(bench_options, cpu_time), 0, 0, NULL},
    {"--quality", "Q", "of our tree: default, fast or high (default)", OPTION_CHOICE, offsetof(bench_options, quality),
     0, 0, quality_choices},
    {"--camera", "CAMERA", "where the primary rays come from; as in hitscan render (iso)", OPTION_TEXT,
     offsetof(bench_options, camera.camera), 0, 0, NULL},
    {"--up", "AXIS", CAMERA_UP_HELP, OPTION_CHOICE, offsetof(bench_options, camera.up), 0, 0, camera_up_choices},
    MODEL_OPTION_TABLE(bench_options, model),
};

const verb verb_bench = {
    .name = "bench",
    .summary = "how many rays per second this machine casts at a model, next to Embree",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details =
        "Measures on one thread, and on --threads. The rays:\n"
        "  primary     of a camera, one per pixel: first hits\n"
        "  incoherent  from anywhere in the model's box in any direction: first hits\n"
        "  bounce      from what the camera sees, scattered: first hits\n"
        "  shadow      from what the camera sees to anywhere in the box: is anything between?\n"
        "  all hits    as incoherent: how many hits?\n"
        "\n"
        "Answers are compared first: hit or not, and t to 1e-4 of itself. Where Embree answers otherwise for more\n"
        "than ten rays and more than one in 10,000, no ratio is printed. Rays that graze an edge may differ; ours\n"
        "are exact.\n"
        "A ratio of 2 means that we are twice as fast.\n"
        "\n" MODEL_HELP,
    .examples = "hitscan bench town.obj\n"
                "hitscan bench dragon.ply --rays 1000000 --rounds 11 --threads 1 --json\n",
    .run = run,
};
