// The verbs, in the order of `hitscan --help`.
#include "verbs/verbs.h"

const verb* const verbs[] = {&verb_info,   &verb_cast,  &verb_pick,       &verb_select, &verb_explain,
                             &verb_render, &verb_lidar, &verb_tree,       &verb_bench,  &verb_gen,
                             &verb_demo,   &verb_man,   &verb_completion, NULL};
