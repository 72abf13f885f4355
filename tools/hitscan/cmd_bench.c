// hitscan bench: measure how many rays per second this machine casts.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("bench: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_bench = {
    .name = "bench",
    .summary = "measure how many rays per second this machine casts",
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
