// hitscan render: draw a model: shaded, depth, normals, parts, selections, cost.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("render: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_render = {
    .name = "render",
    .summary = "draw a model: shaded, depth, normals, parts, selections, cost",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = common_option_table,
    .option_count = 0,
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "",
    .examples = "",
    .run = run,
};
