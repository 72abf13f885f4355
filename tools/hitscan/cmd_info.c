// hitscan info: tell what a model is made of: parts, triangles, bounds, holes, its tree.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("info: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_info = {
    .name = "info",
    .summary = "tell what a model is made of: parts, triangles, bounds, holes, its tree",
    .arguments = "MODEL...",
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
