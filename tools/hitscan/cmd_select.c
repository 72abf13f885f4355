// hitscan select: tell what is in a rectangle, a lasso or a cone.
#include "verbs.h"

static int run(const void* options, char** arguments, int count)
{
    (void)options, (void)arguments, (void)count;
    complain("select: not there yet");
    return EXIT_USAGE;
}

static const common_options defaults = {0};

const verb verb_select = {
    .name = "select",
    .summary = "tell what is in a rectangle, a lasso or a cone",
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
