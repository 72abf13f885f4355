// hitscan explain: tell why a pixel does not pick a part.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("explain: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_explain = {
    .name = "explain",
    .summary = "tell why a pixel does not pick a part",
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
