// hitscan gen: make a model to test with, of any size.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("gen: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_gen = {
    .name = "gen",
    .summary = "make a model to test with, of any size",
    .arguments = "KIND",
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
