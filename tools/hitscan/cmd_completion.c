// hitscan completion: print what lets a shell complete command lines.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("completion: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_completion = {
    .name = "completion",
    .summary = "print what lets a shell complete command lines",
    .arguments = "SHELL",
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
