// hitscan tree: build the tree of a model and keep it in a file that opens at once.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("tree: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_tree = {
    .name = "tree",
    .summary = "build the tree of a model and keep it in a file that opens at once",
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
