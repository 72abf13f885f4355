// hitscan info: prints what a model is made of: parts, triangles, bounds, holes, its tree.
#include "cli/job.h"
#include "cli/verb.h"
#include "info/info.h"
#include "format/json_messages.h"

#include <limits.h>
#include <stdio.h>

typedef struct info_options {
    common_options common;
    model_options model;
    bool all, fast;
} info_options;

// One of the models. Returns an exit code.
static int print_result(const info_options* o, char* path, const hit_task_pool* pool, bool* is_first, json_writer* j)
{
    const model_request request = {
        .verb_name = "info", .pool = pool, .quiet = o->common.quiet, .options = &o->model, .appearance = o->all};
    model_info info;
    model* m = NULL;
    int code = model_open_all(&path, 1, &request, &m);
    if (code != EXIT_OK) {
        if (o->common.json) {
            json_open(j, '{');
            json_text_of(j, "file", path);
            json_bool_of(j, "failed", true);
            json_failure(j, code);
            json_close(j, '}');
        }
        return code;
    }
    code = info_find(m, pool, o->fast, &info);
    if (o->common.json)
        info_print_json(&info, j);
    else if (!o->common.quiet) {
        if (!*is_first)
            puts("");
        *is_first = false;
        if (!info_print_text(&info, o->all) && code == EXIT_OK)
            code = EXIT_RESOURCES;
    }
    info_free(&info);
    model_close(m);
    return code;
}

static int run(const void* options, char** arguments, int count)
{
    const info_options* o = options;
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;
    json_writer j = json_begin(stdout);
    bool is_first = true;
    int code = threads_start("info", o->common.threads, &threads);
    if (code != EXIT_OK)
        return code;
    pool = hit_thread_pool_tasks(threads);
    if (o->common.json)
        json_open(&j, '[');
    for (int i = 0; i < count; i++) {
        const int one = print_result(o, arguments[i], &pool, &is_first, &j);
        code = one > code ? one : code; // out of memory is worse than a file that cannot be read
        fflush(stdout);                 // so that messages stand where they belong
    }
    if (o->common.json) {
        json_close(&j, ']');
        json_end(&j);
    }
    hit_thread_pool_destroy(threads);
    return end_of_output(code);
}

static const info_options defaults = {0};

static const option option_table[] = {
    {"--all", NULL,
     "list all parts, not the 20 with the most triangles, and the materials; --json always has all parts", OPTION_FLAG,
     offsetof(info_options, all), 0, 0, NULL},
    {"--fast", NULL, "leave out what takes long: the surface and the tree", OPTION_FLAG, offsetof(info_options, fast),
     0, 0, NULL},
    MODEL_OPTION_TABLE(info_options, model),
};

const verb verb_info = {
    .name = "info",
    .summary = "tell what a model is made of: parts, triangles, bounds, holes, its tree",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = option_table,
    .option_count = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details =
        "A model has meshes, and parts that put them in place. Bounds, area and volume are those of the parts in\n"
        "the world; lengths are in the units of the model.\n"
        "\n"
        "The surface is that of the meshes, each counted once and by itself. Vertices at the same place count as\n"
        "one. An edge is open when it has one triangle, and non-manifold when it has more than two. A mesh is\n"
        "watertight when each edge has an even number of triangles: a ray that comes and goes crosses it an even\n"
        "number of times. It has a volume when, besides, all triangles face the same way. A degenerate triangle\n"
        "has no area, exactly; a duplicate one has the corners of an earlier one; skipped are faces of the file\n"
        "that gave no triangle.\n"
        "\n"
        "The cost of a tree is the number of boxes and blocks of triangles that a line through its bounds meets\n"
        "on average: lower is faster.\n"
        "\n"
        "Which axis is up and how many metres a unit is, is what the file or its format says. Notes tell what of\n"
        "the file is not in the model, and what was changed: lines, animations, numbers that were rounded.\n"
        "\n"
        "A model that cannot be read does not stop the others; the exit code is then 3.\n"
        "\n"
        "Each model is told of by itself. Patterns of --only and --hide are those of shells (* ? [a-z]), and a part\n"
        "is meant by its name or by its path, as in robot/arm/*. --unit, --scale, --rotate and --move happen in this\n"
        "order.\n",
    .examples = "hitscan info dragon.ply.gz\n"
                "hitscan info --all --fast town.glb\n"
                "# files with holes\n"
                "hitscan info --json *.stl | jq -r '.[] | select(.surface.watertight | not) | .file'\n",
    .run = run,
};
