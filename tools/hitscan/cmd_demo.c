// hitscan demo: draws a town that it makes itself, selects in it in four ways, and tells what it found.
#include "cmd.h"
#include "demo_mark.h"
#include "demo_table.h"
#include "output.h"
#include "png.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE_MAX_PIXELS = 4096, THREADS_MAX = 256, PICTURES = 1 + WAY_COUNT };

typedef struct demo_options {
    uint32_t width, height, threads;
    const char* out;
    bool quiet, help;
} demo_options;

// The pictures: the town, then one for each way to select.
static const char* const names[PICTURES] = {"town.png", "town-click.png", "town-rectangle.png", "town-lasso.png",
                                            "town-cone.png"};
static const char* const captions[PICTURES] = {"the town", "what a click selects", "what lies in a rectangle",
                                               "what is seen in a lasso", "what the guard sees"};

static stop_flag interrupted; // the number of the signal, or 0

static void on_signal(int number)
{
    atomic_store(&interrupted, number);
}

// A signal that was ignored stays ignored: the run is in the background.
static void catch_signal(int number)
{
    if (signal(number, on_signal) == SIG_IGN)
        signal(number, SIG_IGN);
}

static int help(void)
{
    printf("hitscan demo: draw a town by casting rays, and select in it: by a click, a rectangle, a lasso and a cone.\n"
           "\n"
           "usage: hitscan demo [--width N] [--height N] [--out FOLDER] [--threads N] [--quiet]\n"
           "\n"
           "  --width N     pixels across, 1 to %d (960)\n"
           "  --height N    pixels down, 1 to %d (600)\n"
           "  --out FOLDER  where the pictures go, PNGs; it must exist (.)\n"
           "  --threads N   1 to %d; 0: one for each processor (0)\n"
           "  --quiet       print nothing\n"
           "  --help        print this\n"
           "\n"
           "Writes",
           SIZE_MAX_PIXELS, SIZE_MAX_PIXELS, THREADS_MAX);
    for (int i = 0; i < PICTURES; i++)
        printf("%s %s", i > 0 ? "," : "", names[i]);
    printf(".\n");
    return stdout_is_written() ? EXIT_OK : EXIT_RESOURCES;
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- Files -----------------------------------------------------------------------------------------------------------

// All files are opened before the work begins: what cannot be written is said at once.
typedef struct files {
    char* paths[PICTURES];
    output outputs[PICTURES];
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
        if (!f->paths[i]) {
            complain("demo: out of memory");
            return EXIT_RESOURCES;
        }
        snprintf(f->paths[i], size, "%s%s%s", in, slash, names[i]);
        code = output_open(&f->outputs[i], f->paths[i]);
        if (code != EXIT_OK)
            return code;
        f->opened++;
    }
    return EXIT_OK;
}

static void close_files(files* f)
{
    for (int i = f->committed; i < f->opened; i++)
        output_discard(&f->outputs[i]);
    for (int i = 0; i < PICTURES; i++)
        free(f->paths[i]);
}

static int write_picture(output* out, const uint8_t* rgb, uint32_t width, uint32_t height)
{
    png* picture = png_begin(out->file, width, height);
    if (!picture) {
        complain("demo: out of memory");
        return EXIT_RESOURCES;
    }
    for (uint32_t y = 0; y < height && !ferror(out->file); y++)
        png_row(picture, rgb + 3 * (size_t)width * y);
    if (ferror(out->file))
        png_abandon(picture);
    else
        png_end(picture);
    // Here, before any of the pictures has its name; output_commit says what is wrong.
    return fflush(out->file) == 0 && !ferror(out->file) ? EXIT_OK : output_commit(out);
}

// ---- The demo --------------------------------------------------------------------------------------------------------

// All that the demo works with.
typedef struct stage {
    const demo_options* options;
    hit_thread_pool* threads;
    hit_task_pool pool;
    town* town;
    hit_camera camera;
    findings answers[WAY_COUNT];
    drawing* frame;
    uint8_t* rgb;
    files files;
} stage;

static int set_up(stage* s)
{
    const demo_options* o = s->options;
    const hit_status status = hit_thread_pool_create(o->threads, NULL, &s->threads);
    if (status == HIT_ERROR_THREAD) {
        complain("demo: cannot start %u threads; --threads 1 needs none", (unsigned)o->threads);
        return EXIT_RESOURCES;
    }
    s->pool = hit_thread_pool_tasks(s->threads);
    s->camera = town_camera(o->width, o->height);
    s->town = status == HIT_OK ? town_create(&s->pool) : NULL;
    s->frame = s->town ? drawing_create(o->width, o->height) : NULL;
    s->rgb = s->frame ? malloc(3 * (size_t)o->width * o->height) : NULL;
    if (!s->rgb) {
        complain("demo: out of memory");
        return EXIT_RESOURCES;
    }
    return open_files(&s->files, o->out);
}

static void tear_down(stage* s)
{
    close_files(&s->files);
    free(s->rgb);
    drawing_destroy(s->frame);
    town_destroy(s->town);
    hit_thread_pool_destroy(s->threads);
}

static void print_head(const stage* s)
{
    print_town(s->town);
    printf("\nPictures of %u x %u pixels:\n", (unsigned)s->options->width, (unsigned)s->options->height);
    for (int i = 0; i < PICTURES; i++)
        printf("  %-32s %s\n", s->files.paths[i], captions[i]);
}

static int draw(stage* s)
{
    if (!render_town(s->frame, s->town, &s->camera, &s->pool, &interrupted)) {
        complain("demo: out of memory");
        return EXIT_RESOURCES;
    }
    for (int i = 0; i < PICTURES; i++) {
        const findings* answer = i > 0 ? &s->answers[i - 1] : NULL;
        int code;
        if (!atomic_load(&interrupted))
            mark_picture(s->frame, s->town, &s->camera, answer, &s->pool, s->rgb);
        if (atomic_load(&interrupted))
            return EXIT_SIGNAL + atomic_load(&interrupted);
        code = write_picture(&s->files.outputs[i], s->rgb, s->options->width, s->options->height);
        if (code != EXIT_OK)
            return code;
    }
    for (int i = 0; i < PICTURES; i++) { // only when all are drawn: none or all
        const int code = output_commit(&s->files.outputs[i]);
        s->files.committed++;
        if (code != EXIT_OK)
            return code;
    }
    return EXIT_OK;
}

static int run(stage* s)
{
    const bool quiet = s->options->quiet;
    double began;
    int code = set_up(s);
    if (code != EXIT_OK)
        return code;
    for (int i = 0; i < WAY_COUNT; i++)
        select_by(s->town, &s->camera, (way_kind)i, &s->answers[i]);
    if (!quiet) { // before the work, so that there is something to read meanwhile
        print_head(s);
        for (int i = 0; i < WAY_COUNT; i++)
            print_findings(s->town, &s->answers[i]);
        fflush(stdout);
    }
    began = seconds();
    code = draw(s);
    if (code == EXIT_OK && !quiet) {
        const double time = seconds() - began;
        printf("\nDrawn with ");
        print_grouped(s->frame->rays);
        printf(" rays in %.1f s, on %u thread%s with the %s kernels.\n", time, (unsigned)s->pool.threads,
               s->pool.threads > 1 ? "s" : "", hit_cpu_name(hit_cpu_in_use()));
        if (!stdout_is_written())
            code = EXIT_RESOURCES;
    }
    return code;
}

int cmd_demo(int argc, char** argv)
{
    demo_options o = {960, 600, 0, ".", false, false};
    const option options[] = {
        {"--width", OPTION_COUNT, &o.width, 1, SIZE_MAX_PIXELS},
        {"--height", OPTION_COUNT, &o.height, 1, SIZE_MAX_PIXELS},
        {"--out", OPTION_TEXT, (void*)&o.out, 0, 0},
        {"--threads", OPTION_COUNT, &o.threads, 0, THREADS_MAX},
        {"--quiet", OPTION_FLAG, &o.quiet, 0, 0},
        {"--help", OPTION_FLAG, &o.help, 0, 0},
    };
    stage* s;
    int code;
    if (!options_read("demo", options, sizeof options / sizeof options[0], argc, argv))
        return EXIT_USAGE;
    if (o.help)
        return help();
    s = calloc(1, sizeof *s);
    if (!s) {
        complain("demo: out of memory");
        return EXIT_RESOURCES;
    }
    s->options = &o;
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
    code = run(s);
    tear_down(s);
    free(s);
    return code;
}
