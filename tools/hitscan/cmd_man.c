// hitscan man: print the manual page of a verb.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("man: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_man = {
    .name = "man",
    .summary = "print the manual page of a verb",
    .arguments = "VERB",
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
