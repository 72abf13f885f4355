// hitscan gen: makes models to test with, of any size, the same bytes on every machine.
#include "cli/atomic_file.h"
#include "cli/job.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "format/json_writer.h"
#include "gen/write.h"

#include <stdlib.h>
#include <string.h>

typedef enum gen_format { FORMAT_OBJ, FORMAT_PLY, FORMAT_STL, FORMAT_OFF, FORMAT_GLB, FORMATS } gen_format;
static const char* const format_choices[] = {"obj", "ply", "stl", "off", "glb", NULL};
static gen_writer* const writers[FORMATS] = {gen_write_obj, gen_write_ply, gen_write_stl, gen_write_off, gen_write_glb};
enum { UP_AUTO, UP_Y, UP_Z };
static const char* const up_choices[] = {"auto", "y", "z", NULL};

typedef struct gen_options {
    common_options common;
    uint64_t triangles, seed;
    const char* out;
    int format; ///< -1: by the name of the file
    int up;     ///< of up_choices
} gen_options;

// The format, or -1 after a message.
static int choose_format(const gen_options* o)
{
    const char* dot = strrchr(o->out, '.');
    if (o->format >= 0)
        return o->format;
    for (int i = 0; dot && i < FORMATS; i++)
        if (equals_ignoring_case(dot + 1, format_choices[i]))
            return i;
    if (strcmp(o->out, "-") == 0)
        print_error("gen: -o - needs --format obj, ply, stl, off or glb");
    else
        print_error("gen: which format is %s? Let it end in .obj, .ply, .stl, .off or .glb, or use --format", o->out);
    return -1;
}

static int find_kind(const char* word)
{
    const char* near;
    for (int i = 0; gen_kinds[i]; i++)
        if (strcmp(word, gen_kinds[i]) == 0)
            return i;
    near = suggest(word, gen_kinds);
    if (near)
        print_error("gen: there is no \"%s\"; did you mean %s?", word, near);
    else
        print_error("gen: there is no \"%s\"; it is one of town, terrain, spheres, torus, grid, soup, instances", word);
    return -1;
}

// ---- The report -----------------------------------------------------------------------------------------------------

typedef struct gen_report {
    const gen_options* options;
    const char* kind;
    const char* format;
    const gen* model;
    uint64_t bytes;
} gen_report;

static uint64_t triangles_of(const gen* g)
{
    return g->nodes > 0 ? g->node_triangles : g->triangles;
}

// To stdout, or to stderr when the model went to stdout.
static void print_report(const gen_report* r)
{
    FILE* file = json_output();
    const gen* g = r->model;
    const uint32_t parts = g->nodes > 0 ? g->nodes : g->parts;
    if (r->options->common.json) {
        json_writer j = json_begin(file);
        json_open(&j, '{');
        json_text_of(&j, "file", r->options->out);
        json_text_of(&j, "kind", r->kind);
        json_text_of(&j, "format", r->format);
        json_count_of(&j, "seed", r->options->seed);
        json_count_of(&j, "triangles", triangles_of(g));
        json_count_of(&j, "vertices", g->vertices);
        json_count_of(&j, "meshes", g->nodes > 0 ? g->parts : parts);
        json_count_of(&j, "parts", parts);
        json_count_of(&j, "bytes", r->bytes);
        json_close(&j, '}');
        json_end(&j);
    } else if (!r->options->common.quiet) {
        char triangles[32], vertices[32], part_text[32], bytes[32];
        fprintf(file, "%s: %s triangles, %s vertices, %s part%s, %s bytes\n", r->options->out,
                format_grouped(triangles_of(g), triangles), format_grouped(g->vertices, vertices),
                format_grouped(parts, part_text), parts == 1 ? "" : "s", format_grouped(r->bytes, bytes));
    }
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static bool open_target(const char* path, atomic_file* out, int* code)
{
    if (strcmp(path, "-") == 0) {
        out->file = stdout;
        return true;
    }
    *code = atomic_file_open(out, path);
    return *code == EXIT_OK;
}

static int close_target(const char* path, atomic_file* out)
{
    const int signal_number = atomic_load(&interrupted);
    if (strcmp(path, "-") == 0)
        return signal_number ? EXIT_SIGNAL + signal_number : end_of_output(EXIT_OK);
    if (signal_number) {
        atomic_file_discard(out);
        return EXIT_SIGNAL + signal_number;
    }
    return atomic_file_commit(out);
}

static int write_model(const gen_options* o, gen_report* report, gen* g, int format, buffered_file* to)
{
    progress shown = progress_begin("items", g->vertices + g->triangles, o->common.quiet);
    gen_write_job w = {g, to, &shown, 0};
    atomic_file out = {0};
    int code;
    if (!open_target(o->out, &out, &code))
        return code;
    buffered_begin(to, out.file);
    writers[format](&w);
    buffered_end(to);
    progress_end(&shown);
    code = close_target(o->out, &out);
    report->bytes = to->bytes;
    return code;
}

static int make(const gen_options* o, int kind, int format, gen* g, buffered_file* to)
{
    gen_report report = {o, gen_kinds[kind], format_choices[format], g, 0};
    int code;
    g->y_up = o->up == UP_Y || (o->up == UP_AUTO && format == FORMAT_GLB);
    if (o->up == UP_Z && format == FORMAT_GLB) {
        print_error("gen: in glTF y is up; leave --up out");
        return EXIT_USAGE;
    }
    if (g->nodes > 0 && format != FORMAT_GLB) {
        print_error("gen: instances need a format that has them: .glb");
        return EXIT_USAGE;
    }
    if (format == FORMAT_GLB && gen_glb_bytes(g, to) > UINT32_MAX) {
        print_error("gen: %s: a GLB file ends at 4 GiB; use fewer triangles, or .ply", o->out);
        return EXIT_USAGE;
    }
    code = write_model(o, &report, g, format, to);
    if (code == EXIT_OK)
        print_report(&report);
    return code == EXIT_OK ? end_of_output(code) : code;
}

static int run(const void* options, char** arguments, int count)
{
    const gen_options* o = options;
    const int kind = find_kind(arguments[0]);
    int format, code = EXIT_RESOURCES;
    gen* g;
    buffered_file* to;
    (void)count;
    if (kind < 0)
        return EXIT_USAGE;
    if (!o->out) {
        print_error("gen: -o FILE is missing; see hitscan gen --help");
        return EXIT_USAGE;
    }
    if (strcmp(o->out, "-") == 0)
        stdout_is_taken();
    format = choose_format(o);
    if (format < 0)
        return EXIT_USAGE;
    catch_interrupts();
    g = gen_create(kind, o->triangles, o->seed);
    to = malloc(sizeof *to);
    if (g && to)
        code = make(o, kind, format, g, to);
    else
        print_error("gen: out of memory");
    free(to);
    gen_destroy(g);
    return code;
}

static const gen_options defaults = {{0}, 100000, 1, NULL, -1, UP_AUTO};

static const option options[] = {
    {"-o", "FILE", "where the model goes: .obj, .ply, .stl, .off or .glb; - is the standard output", OPTION_TEXT,
     offsetof(gen_options, out), 0, 0, NULL},
    {"--triangles", "N", "about how many, 12 to 500000000 (100000)", OPTION_COUNT64, offsetof(gen_options, triangles),
     GEN_MIN, GEN_MAX, NULL},
    {"--seed", "S", "another one gives another model of the same kind (1)", OPTION_COUNT64, offsetof(gen_options, seed),
     0, 9007199254740992.0, NULL},
    {"--format", "FORMAT", "obj, ply, stl, off or glb (by the name of the file)", OPTION_CHOICE,
     offsetof(gen_options, format), 0, 0, format_choices},
    {"--up", "AXIS", "which axis points up, y or z (z; in .glb always y)", OPTION_CHOICE, offsetof(gen_options, up), 0,
     0, up_choices},
};

const verb verb_gen = {
    .name = "gen",
    .summary = "make a model to test with, of any size",
    .arguments = "KIND",
    .min_arguments = 1,
    .max_arguments = 1,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "KIND is one of\n"
               "  town       blocks of houses between streets, with trees, lamps and cars: parts with names\n"
               "  terrain    a square kilometre of hills\n"
               "  spheres    a cloud of balls, each a part\n"
               "  torus      a ring with bumps\n"
               "  grid       a cube whose sides are lattices\n"
               "  soup       triangles here and there\n"
               "  instances  few meshes at many places (.glb only)\n"
               "\n"
               "Lengths are in metres. z is up, in GLB y, as glTF has it. PLY and STL are binary; OBJ and GLB keep\n"
               "the parts. The same kind, number and seed give the same bytes on every machine. The memory does not\n"
               "grow with the model.\n",
    .examples = "hitscan gen town --triangles 1000000 -o town.obj\n"
                "hitscan gen terrain --triangles 2000000 --format ply -o - | gzip > terrain.ply.gz\n",
    .run = run,
};
