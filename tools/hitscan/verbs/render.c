// hitscan render: draws a model into a PNG picture: shaded, depth, normals, parts, cost, or its points; with parts
// highlighted.
#include "cli/atomic_file.h"
#include "cli/file_uses.h"
#include "cli/job.h"
#include "cli/verb.h"
#include "cluster/cluster.h"
#include "format/npy.h"
#include "format/picture_file.h"
#include "render/camera.h"
#include "render/highlight.h"
#include "render/picture.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MAX = 256, DEFAULT_SIDE = 2 };

typedef struct render_options {
    common_options common;
    model_options model;
    camera_options camera;
    const char* out;
    int mode;
    uint32_t samples; // 0: the mode's
    const char* highlight;
    const char* highlight_name;
    number_list rect;
    const char* lasso;
    bool contained, visible;
    number_list range;
    const char* raw;
    double point_size;
    uint32_t orbit;
    const char* background;
    bool flat, plain;
} render_options;

static const char* const mode_words[] = {"shaded", "depth", "normals", "parts", "cost", "points", NULL};

// All that a run works with.
typedef struct render_context {
    const render_options* options;
    hit_thread_pool* threads;
    hit_task_pool pool;
    model* model;
    camera_options camera;
    camera_up up;
    surfaces* surfaces;
    picture_format format;
    char* path; // of the picture
    draw_job job;
    highlight highlight;
    picture picture;
    atomic_file out, raw;
    bool out_open, raw_open;
    double seconds;
} render_context;

// ---- Options --------------------------------------------------------------------------------------------------------

static bool is_measured(int mode)
{
    return mode == DRAW_DEPTH || mode == DRAW_COST;
}

// The square root of --samples.
static int read_samples(const render_options* o, uint32_t* side)
{
    uint32_t root = 1;
    *side = is_measured(o->mode) ? 1 : DEFAULT_SIDE;
    if (o->samples == 0)
        return EXIT_OK;
    while (root * root < o->samples)
        root++;
    if (root * root != o->samples) {
        print_error("render: --samples must be a square, as 1, 4, 9 or 16, not %u; try %u", (unsigned)o->samples,
                    (unsigned)(root * root));
        return EXIT_USAGE;
    }
    if (is_measured(o->mode) && root > 1) {
        print_error("render: --mode %s looks through the middle of each pixel: --samples must be 1",
                    mode_words[o->mode]);
        return EXIT_USAGE;
    }
    *side = root;
    return EXIT_OK;
}

static int check_options(const render_options* o)
{
    const bool area = o->rect.count > 0 || o->lasso, selects = area || o->highlight || o->highlight_name;
    if (!o->out)
        print_error("render: -o FILE is missing: where the picture goes, as in -o picture.png");
    else if (o->rect.count > 0 && o->lasso)
        print_error("render: --rect and --lasso exclude each other");
    else if ((o->contained || o->visible) && !area)
        print_error("render: --%s is about an area: give --rect or --lasso", o->contained ? "contained" : "visible");
    else if (selects && o->mode != DRAW_SHADED)
        print_error("render: parts are highlighted in --mode shaded only, not in %s", mode_words[o->mode]);
    else if (o->range.count > 0 && !is_measured(o->mode))
        print_error("render: --range is for --mode depth and cost, not for %s", mode_words[o->mode]);
    else if (o->range.count > 0 && !(o->range.at[0] < o->range.at[1]))
        print_error("render: --range: the first number must be below the second");
    else if (o->raw && (o->mode == DRAW_SHADED || o->mode == DRAW_POINTS))
        print_error("render: --raw is for --mode depth, normals, parts and cost, not for %s", mode_words[o->mode]);
    else if (o->raw && o->orbit > 0)
        print_error("render: --raw and --orbit exclude each other");
    else if (o->background && o->mode == DRAW_COST)
        print_error("render: --background: in --mode cost every pixel has a colour, also where nothing is hit");
    else
        return EXIT_OK;
    return EXIT_USAGE;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// --background: transparent, white, black or #rrggbb.
static int read_background(const render_options* o, picture_format format, draw_job* job)
{
    const char* text = o->background;
    if (!text)
        return EXIT_OK;
    if (strcmp(text, "transparent") == 0) {
        job->is_transparent = true;
        if (format != PICTURE_JPEG)
            return EXIT_OK;
        print_error("render: --background transparent: JPEG has none; write a .png");
        return EXIT_USAGE;
    }
    job->has_background = true;
    if (strcmp(text, "white") == 0 || strcmp(text, "black") == 0) {
        memset(job->background, text[0] == 'w' ? 255 : 0, 3);
        return EXIT_OK;
    }
    if (text[0] == '#' && strlen(text) == 7 && text[1 + strspn(text + 1, "0123456789abcdefABCDEF")] == '\0') {
        for (int k = 0; k < 3; k++)
            job->background[k] = (uint8_t)(16 * digit_of(text[1 + 2 * k]) + digit_of(text[2 + 2 * k]));
        return EXIT_OK;
    }
    print_error("render: --background is transparent, white, black or #rrggbb, as in #204060, not \"%s\"", text);
    return EXIT_USAGE;
}

// "turn-007.png" for the picture 7 of "turn.png".
static int name_picture(render_context* s, uint32_t turn)
{
    const char* out = s->options->out;
    const char* slash = strrchr(out, '/');
    const char* dot = strrchr(slash ? slash : out, '.');
    const size_t size = strlen(out) + 16;
    const int stem = (int)(dot && dot > (slash ? slash + 1 : out) ? dot - out : (ptrdiff_t)strlen(out));
    free(s->path);
    s->path = malloc(size);
    if (!s->path)
        return out_of_memory("render");
    if (s->options->orbit > 0)
        snprintf(s->path, size, "%.*s-%03u%s", stem, out, (unsigned)turn, out + stem);
    else
        snprintf(s->path, size, "%s", out);
    return EXIT_OK;
}

// ---- The run --------------------------------------------------------------------------------------------------------

static int open_model(render_context* s, char** paths, int count)
{
    const common_options* common = &s->options->common;
    model_request request = {.verb_name = "render", .quiet = common->quiet, .options = &s->options->model};
    const int mode = s->options->mode;
    const int code = threads_start("render", cluster_threads(common->threads), &s->threads);
    if (code != EXIT_OK)
        return code;
    s->pool = hit_thread_pool_tasks(s->threads);
    request.pool = &s->pool;
    request.appearance = (mode == DRAW_SHADED || mode == DRAW_POINTS) && !s->options->plain;
    return model_open_all(paths, count, &request, &s->model);
}

static int set_up_job(render_context* s)
{
    const render_options* o = s->options;
    draw_job* job = &s->job;
    camera_subject subject = {.model = s->model, .pool = &s->pool};
    int code;
    job->model = s->model;
    job->origin = model_origin(s->model);
    job->pool = &s->pool;
    job->mode = (draw_mode)o->mode;
    job->raw = o->raw != NULL;
    s->up = camera_find_up(&o->camera, s->model);
    job->up = hit_vec3_make((float)s->up.direction[0], (float)s->up.direction[1], (float)s->up.direction[2]);
    job->up_axis = camera_axis_name(s->up.axis);
    job->up_text = s->up.text;
    job->up_from = s->up.from;
    job->range[0] = o->range.count > 0 ? o->range.at[0] : (double)NAN;
    job->range[1] = o->range.at[1];
    if (job->mode == DRAW_SHADED && model_content(s->model)->triangle_count == 0 && points_count(s->model) > 0)
        job->mode = DRAW_POINTS;
    subject.points = job->mode == DRAW_POINTS;
    if (!subject.points)
        model_tell_empty(s->model, o->common.quiet);
    camera_subject_make(&subject);
    code = camera_make("render", &s->camera, &subject, &job->camera);
    if (code != EXIT_OK)
        return code;
    job->size = camera_box_size(subject.box);
    if (job->mode != DRAW_POINTS)
        code = model_tree(s->model, &job->tree);
    if (code == EXIT_OK && job->mode == DRAW_SHADED && !s->surfaces) {
        s->surfaces =
            surfaces_make(s->model, job->tree, &s->pool, (surfaces_options){o->flat, o->plain, o->model.max_memory});
        job->surfaces = s->surfaces;
        code = s->surfaces ? EXIT_OK : out_of_memory("render");
    }
    return code;
}

static int find_highlight(render_context* s)
{
    const render_options* o = s->options;
    const highlight_request request = {.verb_name = "render",
                                       .numbers = o->highlight,
                                       .names = o->highlight_name,
                                       .rect = o->rect.count > 0 ? o->rect.at : NULL,
                                       .lasso = o->lasso,
                                       .contained = o->contained,
                                       .visible = o->visible};
    const int code = highlight_find(s->model, &s->job.camera, &request, &s->highlight);
    s->job.selected = s->highlight.selected;
    s->job.outline = (const double(*)[2])s->highlight.outline;
    s->job.outline_count = s->highlight.outline_count;
    return code;
}

static int open_files(render_context* s)
{
    int code = atomic_file_open(&s->out, s->path);
    s->out_open = code == EXIT_OK;
    if (code == EXIT_OK && s->options->raw) {
        code = atomic_file_open(&s->raw, s->options->raw);
        s->raw_open = code == EXIT_OK;
    }
    return code;
}

static int draw(render_context* s)
{
    const bool points = s->job.mode == DRAW_POINTS;
    const uint64_t total =
        points ? points_count(s->model) : (uint64_t)s->job.camera.screen.width * (uint64_t)s->job.camera.screen.height;
    progress p = progress_begin(points ? "points" : "pixels", total, s->options->common.quiet);
    const double began = seconds_now();
    int code;
    s->job.progress = &p;
    code = points ? draw_points(&s->job, s->options->point_size, &s->picture) : draw_picture(&s->job, &s->picture);
    s->seconds = seconds_now() - began;
    progress_end(&p);
    return code;
}

static int write_files(render_context* s)
{
    const picture* p = &s->picture;
    int code;
    if (!picture_write(s->format, s->out.file, p->rgb, p->alpha, p->width, p->height))
        return out_of_memory("render");
    if (s->raw_open) {
        const bool whole = s->job.mode == DRAW_PARTS || s->job.mode == DRAW_COST;
        npy_write_pixels(s->raw.file, whole ? "'<i4'" : "'<f4'", p->height, p->width, p->channels, p->raw);
    }
    if (interrupted_code() != EXIT_OK)
        return interrupted_code();
    if (s->raw_open && (fflush(s->raw.file) != 0 || ferror(s->raw.file))) { // before the picture has its name
        s->raw_open = false;
        return atomic_file_commit(&s->raw); // which says what is wrong
    }
    s->out_open = false;
    code = atomic_file_commit(&s->out);
    if (code == EXIT_OK && s->raw_open) {
        s->raw_open = false;
        code = atomic_file_commit(&s->raw);
    }
    return code;
}

static int print_result(const render_context* s)
{
    const common_options* common = &s->options->common;
    const picture_report report = {.job = &s->job,
                                   .picture = &s->picture,
                                   .highlight = &s->highlight,
                                   .mode = mode_words[s->job.mode],
                                   .path = s->path,
                                   .pictures = s->options->orbit,
                                   .note = s->surfaces ? surfaces_note(s->surfaces) : "",
                                   .points = points_count(s->model),
                                   .seconds = s->seconds,
                                   .threads = s->pool.threads};
    const bool nothing = s->picture.hits == 0 || (s->highlight.selected && s->highlight.count == 0);
    bool told = true;
    const bool is_empty = model_content(s->model)->triangle_count == 0 && s->job.mode != DRAW_POINTS;
    if (s->picture.hits == 0 && !common->quiet && !is_empty) // model_tell_empty has told that
        print_note("render: nothing is hit: is the model where --camera looks?");
    else if (nothing && !common->quiet && s->picture.hits > 0)
        print_note("render: nothing is selected");
    if (common->json)
        told = report_json(&report);
    else if (!common->quiet)
        told = report_print(&report);
    if (!told)
        return EXIT_RESOURCES;
    return end_of_output(nothing ? EXIT_NOTHING : EXIT_OK);
}

static int make_picture(render_context* s)
{
    int code = name_picture(s, s->camera.turn);
    if (code == EXIT_OK)
        code = set_up_job(s);
    highlight_free(&s->highlight);
    if (code == EXIT_OK)
        code = find_highlight(s);
    if (code == EXIT_OK)
        code = interrupted_code();
    if (code == EXIT_OK && cluster_rank() == 0)
        code = open_files(s);
    code = cluster_agree(code);
    if (code == EXIT_OK)
        code = cluster_agree(draw(s));
    return code == EXIT_OK && cluster_rank() == 0 ? write_files(s) : code;
}

static int run_render(render_context* s, char** paths, int count)
{
    uint32_t width, height;
    int code = check_options(s->options);
    if (code == EXIT_OK)
        code = read_samples(s->options, &s->job.side);
    if (code == EXIT_OK)
        code = camera_size("render", &s->options->camera, &width, &height);
    for (uint32_t i = 0; i == 0 || i < s->options->orbit; i++) {
        if (code == EXIT_OK)
            code = name_picture(s, i);
        if (code == EXIT_OK)
            code = file_is_written("-o", s->path);
    }
    if (code == EXIT_OK)
        code = picture_format_of("render", s->options->out, &s->format);
    if (code == EXIT_OK)
        code = read_background(s->options, s->format, &s->job);
    if (code == EXIT_OK && s->options->raw)
        code = file_is_written("--raw", s->options->raw);
    if (code == EXIT_OK)
        code = open_model(s, paths, count);
    s->camera = s->options->camera;
    s->camera.turns = s->options->orbit;
    for (uint32_t i = 0; code == EXIT_OK && (i == 0 || i < s->options->orbit); i++) {
        s->camera.turn = i;
        code = make_picture(s);
    }
    code = cluster_agree_at_last(code);
    return code == EXIT_OK && cluster_rank() == 0 ? print_result(s) : code;
}

static int run(const void* options, char** arguments, int count)
{
    render_context* s = calloc(1, sizeof *s);
    int code;
    if (!s)
        return out_of_memory("render");
    s->options = options;
    catch_interrupts();
    code = run_render(s, arguments, count);
    if (s->out_open)
        atomic_file_discard(&s->out);
    if (s->raw_open)
        atomic_file_discard(&s->raw);
    picture_free(&s->picture);
    highlight_free(&s->highlight);
    surfaces_free(s->surfaces);
    free(s->path);
    model_close(s->model);
    hit_thread_pool_destroy(s->threads);
    free(s);
    return code;
}

// ---- The verb -------------------------------------------------------------------------------------------------------

static const render_options defaults = {.camera = CAMERA_DEFAULTS, .point_size = 2.0};

#define AT(member) offsetof(render_options, member)

static const option options[] = {
    {"-o", "FILE", "where the picture goes: .png or .jpg", OPTION_TEXT, AT(out), 0, 0, NULL},
    {"--mode", "MODE",
     "shaded: in the light of sun and sky; depth: white near, dark far; normals: x, y, z as red, green, blue;\n"
     "parts: a colour for each; cost: a heat map of the work of each ray; points: the vertices, of a cloud (shaded)",
     OPTION_CHOICE, AT(mode), 0, 0, mode_words},
    CAMERA_OPTION_TABLE(render_options, camera),
    MODEL_OPTION_TABLE(render_options, model),
    {"--orbit", "N", "a turntable: N pictures all around the axis that is up, from 2 to 999, as FILE-000.png and so on",
     OPTION_COUNT, AT(orbit), 2, 999, NULL},
    {"--background", "COLOUR", "transparent, white, black or #rrggbb (a sky)", OPTION_TEXT, AT(background), 0, 0, NULL},
    {"--flat", NULL, "show facets: no smooth normals, neither the file's nor made ones", OPTION_FLAG, AT(flat), 0, 0,
     NULL},
    {"--plain", NULL, "without the colours and textures of the file", OPTION_FLAG, AT(plain), 0, 0, NULL},
    {"--samples", "N", "rays from the eye per pixel: 1, 4, 9, 16, ... 256 (4; of depth and cost 1)", OPTION_COUNT,
     AT(samples), 1, SAMPLES_MAX, NULL},
    {"--highlight", "PARTS", "highlight parts by their numbers, as in 3,5-7", OPTION_TEXT, AT(highlight), 0, 0, NULL},
    {"--highlight-name", "PATTERN", "highlight parts by their names: * stands for any characters, ? for one",
     OPTION_TEXT, AT(highlight_name), 0, 0, NULL},
    {"--rect", "X0,Y0,X1,Y1", "highlight what touches a rectangle of the screen, in pixels, hidden or not",
     OPTION_NUMBER_LIST, AT(rect), 4, 4, NULL},
    {"--lasso", "X,Y,X,Y,...", "the same for a polygon, of up to 1024 corners", OPTION_TEXT, AT(lasso), 0, 0, NULL},
    {"--contained", NULL, "with --rect or --lasso: only what lies in it as a whole", OPTION_FLAG, AT(contained), 0, 0,
     NULL},
    {"--visible", NULL, "with --rect or --lasso: only what is seen in it", OPTION_FLAG, AT(visible), 0, 0, NULL},
    {"--range", "LOW,HIGH", "of depth and cost: what gets the first and the last colour (all there is)",
     OPTION_NUMBER_LIST, AT(range), 2, 2, NULL},
    {"--raw", "FILE",
     "write the numbers of the picture, too, as .npy: depth in float32, inf where nothing is; normals\n"
     "in float32, 0,0,0 where nothing is; parts in int32, -1 for none; cost in int32",
     OPTION_TEXT, AT(raw), 0, 0, NULL},
    {"--point-size", "PX", "of --mode points: how wide a point is, 0.5 to 64 pixels (2)", OPTION_NUMBER, AT(point_size),
     0.5, 64, NULL},
};

const verb verb_render = {
    .name = "render",
    .summary = "draw a model: shaded, depth, normals, parts, selections, cost",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details =
        "Writes a PNG of 8-bit sRGB, and tells what its colours stand for. The file appears when it is complete.\n"
        "The picture is the same, byte by byte, for any number of threads and any CPU. A model without\n"
        "triangles is drawn as points.\n"
        "\n"
        "Depth is along the camera's axis, from the eye; of an orthographic camera, from its near plane. Cost is\n"
        "the number of nodes and of blocks of triangles that the portable kernel visits. What is selected and\n"
        "hidden is hatched.\n"
        "\n" CAMERA_HELP "\n" MODEL_HELP "\n"
        "Ends with 1 when no ray hits anything, or nothing is selected; the picture is written then, too.\n",
    .examples = "hitscan render model.obj -o model.png\n"
                "# a side view without perspective, 20 units high\n"
                "hitscan render model.obj --camera right/ortho=20 --size 1920x1080 -o side.png\n"
                "# depth as a picture, and in full precision\n"
                "hitscan render model.glb --up y --mode depth --raw depth.npy -o depth.png\n"
                "# what touches a rectangle of the screen\n"
                "hitscan render model.obj --rect 300,200,600,400 -o selected.png\n",
    .on_ranks = true,
    .run = run,
};
