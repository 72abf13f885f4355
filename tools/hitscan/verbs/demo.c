// hitscan demo: draws a town that it makes itself, selects in it in four ways, and prints what it found.
#include "cli/atomic_file.h"
#include "cli/job.h"
#include "cli/text.h"
#include "cli/verb.h"
#include "demo/render.h"
#include "demo/select.h"
#include "format/picture_file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_PIXELS = 4096, PICTURES = 1 + METHOD_COUNT };

typedef struct demo_options {
    common_options common;
    uint32_t width, height;
    const char* out;
} demo_options;

// The pictures: the town, then one for each way to select.
static const char* const names[PICTURES] = {"town.png", "town-click.png", "town-rectangle.png", "town-lasso.png",
                                            "town-cone.png"};
static const char* const captions[PICTURES] = {"the town", "what a click selects", "what lies in a rectangle",
                                               "what is seen in a lasso", "what the guard sees"};

// ---- Files ----------------------------------------------------------------------------------------------------------

// All files are opened before the work begins: what cannot be written is said at once.
typedef struct files {
    char* paths[PICTURES];
    atomic_file outputs[PICTURES];
    int opened; ///< the first ones, of which those before `committed` are done
    int committed;
} files;

static int open_files(files* f, const char* folder)
{
    const char* in = strcmp(folder, ".") == 0 ? "" : folder; // town.png reads better than ./town.png
    const size_t length = strlen(in);
    const char* slash = length == 0 || in[length - 1] == '/' ? "" : "/";
    for (int i = 0; i < PICTURES; i++) {
        const size_t size = length + strlen(names[i]) + 2;
        int code;
        f->paths[i] = malloc(size);
        if (!f->paths[i])
            return out_of_memory("demo");
        snprintf(f->paths[i], size, "%s%s%s", in, slash, names[i]);
        code = atomic_file_open(&f->outputs[i], f->paths[i]);
        if (code != EXIT_OK)
            return code;
        f->opened++;
    }
    return EXIT_OK;
}

static void close_files(files* f)
{
    for (int i = f->committed; i < f->opened; i++)
        atomic_file_discard(&f->outputs[i]);
    for (int i = 0; i < PICTURES; i++)
        free(f->paths[i]);
}

static int write_picture(atomic_file* out, const uint8_t* rgb, uint32_t width, uint32_t height)
{
    if (!picture_write(PICTURE_PNG, out->file, rgb, NULL, width, height))
        return out_of_memory("demo");
    // Here, before any of the pictures has its name; output_commit says what is wrong.
    return fflush(out->file) == 0 && !ferror(out->file) ? EXIT_OK : atomic_file_commit(out);
}

// ---- The demo -------------------------------------------------------------------------------------------------------

// All that the demo works with.
typedef struct demo_context {
    const demo_options* options;
    hit_thread_pool* threads;
    hit_task_pool pool;
    town* town;
    hit_camera camera;
    findings answers[METHOD_COUNT];
    drawing* frame;
    uint8_t* rgb;
    files files;
} demo_context;

static int set_up(demo_context* s)
{
    const demo_options* o = s->options;
    const int code = threads_start("demo", o->common.threads, &s->threads);
    if (code != EXIT_OK)
        return code;
    s->pool = hit_thread_pool_tasks(s->threads);
    s->camera = town_camera(o->width, o->height);
    s->town = town_create(&s->pool);
    s->frame = s->town ? drawing_create(o->width, o->height) : NULL;
    s->rgb = s->frame ? malloc(3 * (size_t)o->width * o->height) : NULL;
    if (!s->rgb)
        return out_of_memory("demo");
    return open_files(&s->files, o->out);
}

static void tear_down(demo_context* s)
{
    close_files(&s->files);
    free(s->rgb);
    drawing_destroy(s->frame);
    town_destroy(s->town);
    hit_thread_pool_destroy(s->threads);
}

static void print_head(const demo_context* s)
{
    print_town(s->town);
    printf("\nPictures of %u x %u pixels:\n", (unsigned)s->options->width, (unsigned)s->options->height);
    for (int i = 0; i < PICTURES; i++)
        printf("  %-32s %s\n", s->files.paths[i], captions[i]);
}

static void print_foot(const demo_context* s, double seconds)
{
    char rays[32];
    printf("\nDrawn with %s rays in %.1f s, on %u thread%s with the %s kernels.\n",
           format_grouped(s->frame->rays, rays), seconds, (unsigned)s->pool.threads, s->pool.threads > 1 ? "s" : "",
           hit_cpu_name(hit_cpu_in_use()));
}

static void print_json(const demo_context* s, double seconds)
{
    json_writer j = json_begin(stdout);
    json_open(&j, '{');
    json_count_of(&j, "objects", hit_scene_get_stats(s->town->scene).objects);
    json_count_of(&j, "width", s->options->width);
    json_count_of(&j, "height", s->options->height);
    json_key(&j, "pictures");
    json_open(&j, '[');
    for (int i = 0; i < PICTURES; i++) {
        json_open(&j, '{');
        json_text_of(&j, "path", s->files.paths[i]);
        json_text_of(&j, "shows", captions[i]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_key(&j, "selections");
    json_open(&j, '[');
    for (int i = 0; i < METHOD_COUNT; i++)
        json_findings(&j, s->town, &s->answers[i]);
    json_close(&j, ']');
    json_count_of(&j, "rays", s->frame->rays);
    json_number_of(&j, "seconds", seconds);
    json_count_of(&j, "threads", s->pool.threads);
    json_text_of(&j, "cpu", hit_cpu_name(hit_cpu_in_use()));
    json_close(&j, '}');
    json_end(&j);
}

static int draw(demo_context* s)
{
    if (!render_town(s->frame, s->town, &s->camera, &s->pool, &interrupted))
        return out_of_memory("demo");
    for (int i = 0; i < PICTURES; i++) {
        const findings* answer = i > 0 ? &s->answers[i - 1] : NULL;
        int code;
        if (!atomic_load(&interrupted))
            highlight_picture(s->frame, s->town, &s->camera, answer, &s->pool, s->rgb);
        if (atomic_load(&interrupted))
            return EXIT_SIGNAL + atomic_load(&interrupted);
        code = write_picture(&s->files.outputs[i], s->rgb, s->options->width, s->options->height);
        if (code != EXIT_OK)
            return code;
    }
    for (int i = 0; i < PICTURES; i++) { // only when all are drawn: none or all
        const int code = atomic_file_commit(&s->files.outputs[i]);
        s->files.committed++;
        if (code != EXIT_OK)
            return code;
    }
    return EXIT_OK;
}

static int run(demo_context* s)
{
    const bool as_json = s->options->common.json, as_text = !as_json && !s->options->common.quiet;
    double began;
    int code = set_up(s);
    if (code != EXIT_OK)
        return code;
    for (int i = 0; i < METHOD_COUNT; i++)
        select_by(s->town, &s->camera, (select_method)i, &s->answers[i]);
    if (as_text) { // before the work, so that there is something to read meanwhile
        print_head(s);
        for (int i = 0; i < METHOD_COUNT; i++)
            print_findings(s->town, &s->answers[i]);
        fflush(stdout);
    }
    began = seconds_now();
    code = draw(s);
    if (code != EXIT_OK)
        return code;
    if (as_json)
        print_json(s, seconds_now() - began);
    else if (as_text)
        print_foot(s, seconds_now() - began);
    return end_of_output(EXIT_OK);
}

static int run_demo(const void* options, char** arguments, int count)
{
    demo_context* s = calloc(1, sizeof *s);
    int code;
    (void)arguments, (void)count;
    if (!s)
        return out_of_memory("demo");
    s->options = options;
    catch_interrupts();
    code = run(s);
    tear_down(s);
    free(s);
    return code;
}

static const demo_options defaults = {{0}, 960, 600, "."};

static const option options[] = {
    {"--width", "N", "pixels across, 1 to 4096 (960)", OPTION_COUNT, offsetof(demo_options, width), 1, SIZE_MAX_PIXELS,
     NULL},
    {"--height", "N", "pixels down, 1 to 4096 (600)", OPTION_COUNT, offsetof(demo_options, height), 1, SIZE_MAX_PIXELS,
     NULL},
    {"--out", "FOLDER", "where the pictures go, PNGs; it must exist (.)", OPTION_TEXT, offsetof(demo_options, out), 0,
     0, NULL},
};

const verb verb_demo = {
    .name = "demo",
    .summary = "draw a town by casting rays, and select in it: click, rectangle, lasso, cone",
    .arguments = "",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "Writes town.png, town-click.png, town-rectangle.png, town-lasso.png and town-cone.png, and prints\n"
               "what each way to select has found. Lengths are in metres, y is up.\n",
    .examples = "hitscan demo --width 1920 --height 1200 --out pictures\n",
    .run = run_demo,
};
