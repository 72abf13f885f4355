// hitscan tree: build the trees of a model and save them with it, for every other verb to start at once.
#include "cli/file_uses.h"
#include "cli/job.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/verb.h"
#include "format/json_writer.h"
#include "model/hit_file/hit_file.h"
#include "model/model.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct tree_options {
    common_options common;
    model_options model;
    const char* out;
    int quality;
} tree_options;

static const char* const quality_names[] = {"fast", "default", "high", NULL};
static const hit_bvh_quality qualities[] = {HIT_BVH_FAST, HIT_BVH_DEFAULT, HIT_BVH_HIGH};

// ---- What was done --------------------------------------------------------------------------------------------------

static void print_json(const tree_options* o, model* m, const hit_bvh_stats* tree, uint64_t size, double write_seconds)
{
    const hit_model* c = model_content(m);
    const model_costs cost = model_cost(m);
    json_writer j = json_begin(stdout);
    json_open(&j, '{');
    json_text_of(&j, "file", o->out);
    json_count_of(&j, "bytes", size);
    json_count_of(&j, "parts", c->part_count);
    json_count_of(&j, "meshes", c->mesh_count);
    json_count_of(&j, "triangles", c->triangle_count);
    json_text_of(&j, "quality", quality_names[o->quality]);
    json_key(&j, "tree");
    json_open(&j, '{');
    json_count_of(&j, "bytes", tree->bytes);
    json_count_of(&j, "nodes", tree->nodes);
    json_count_of(&j, "depth", tree->depth);
    json_number_of(&j, "cost", tree->cost);
    json_close(&j, '}');
    json_key(&j, "seconds");
    json_open(&j, '{');
    json_number_of(&j, "read", cost.load_seconds);
    json_number_of(&j, "build", cost.tree_seconds);
    json_number_of(&j, "write", write_seconds);
    json_close(&j, '}');
    json_close(&j, '}');
    json_end(&j);
}

static void print_text(const tree_options* o, model* m, uint64_t size, double write_seconds)
{
    const hit_model* c = model_content(m);
    const model_costs cost = model_cost(m);
    char bytes[32], parts[32], triangles[32];
    printf("%s: %s, %s part%s, %s triangle%s\n", o->out, format_bytes(size, bytes),
           format_grouped(c->part_count, parts), c->part_count == 1 ? "" : "s",
           format_grouped(c->triangle_count, triangles), c->triangle_count == 1 ? "" : "s");
    printf("%.3f s to read, %.3f s for the tree, %.3f s for the trees of meshes and the file\n", cost.load_seconds,
           cost.tree_seconds, write_seconds);
}

// ---- The work -------------------------------------------------------------------------------------------------------

static int save(const tree_options* o, model* m)
{
    const hit_bvh* tree;
    hit_bvh_stats stats;
    double began, seconds;
    uint64_t size = 0;
    int code = model_tree(m, &tree);
    if (code != EXIT_OK)
        return code;
    began = seconds_now();
    code = hitfile_write(m, o->out, &size);
    if (code != EXIT_OK)
        return code;
    seconds = seconds_now() - began;
    stats = hit_bvh_get_stats(tree);
    if (!o->common.quiet && model_had_looks(model_content(m)))
        print_note("tree: " MODEL_HIT_FILE_LACKS ": keep the model for pictures");
    if (o->common.json)
        print_json(o, m, &stats, size, seconds);
    else if (!o->common.quiet)
        print_text(o, m, size, seconds);
    return end_of_output(EXIT_OK);
}

static int run(const void* options, char** arguments, int count)
{
    const tree_options* o = options;
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;
    // Always new trees: so a .hit file gets those of the quality that is asked for.
    const model_request request = {.verb_name = "tree",
                                   .pool = &pool,
                                   .quiet = o->common.quiet,
                                   .quality = qualities[o->quality],
                                   .options = &o->model,
                                   .rebuild = true,
                                   .joined_name = o->out};
    model* m = NULL;
    int code;
    if (!o->out) {
        print_error("tree: -o FILE.hit is missing; see hitscan tree --help");
        return EXIT_USAGE;
    }
    code = file_is_written("-o", o->out);
    if (code == EXIT_OK)
        code = threads_start("tree", o->common.threads, &threads);
    if (code != EXIT_OK)
        return code;
    pool = hit_thread_pool_tasks(threads);
    code = model_open_all(arguments, count, &request, &m);
    if (code == EXIT_OK)
        code = save(o, m);
    model_close(m);
    hit_thread_pool_destroy(threads);
    return code;
}

static const tree_options defaults = {.quality = 1};

static const option option_table[] = {
    {"-o", "FILE", "where to write; an older file is replaced when the new one is complete", OPTION_TEXT,
     offsetof(tree_options, out), 0, 0, NULL},
    {"--quality", "HOW", "fast, default or high: how much time to spend on trees (default); answers are the same",
     OPTION_CHOICE, offsetof(tree_options, quality), 0, 0, quality_names},
    MODEL_OPTION_TABLE(tree_options, model),
};

const verb verb_tree = {
    .name = "tree",
    .summary = "build the tree of a model and save both, for every other verb to start at once",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = option_table,
    .option_count = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "Writes one file that has the model, the tree over all its triangles and the tree of each mesh. Every\n"
               "verb takes it in place of the model: it is mapped into memory and used where it lies. Where it came\n"
               "from is not needed any more.\n"
               "\n" MODEL_HELP "\n"
               "A .hit file is checked in full when it is first used, and then known as good until it changes: see\n"
               "docs/hit-file.md. HITSCAN_NO_CACHE=1 checks it each time.\n",
    .examples = "hitscan tree town.glb -o town.hit\n"
                "hitscan pick town.hit --at 400,300\n"
                "# the best tree, of two models together\n"
                "hitscan tree hull.stl deck.obj -o ship.hit --quality high\n",
    .run = run,
};
