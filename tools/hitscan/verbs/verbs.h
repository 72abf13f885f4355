// The verbs of the command, one cmd_<verb>.c each.
#ifndef TOOL_VERBS_VERBS_H
#define TOOL_VERBS_VERBS_H

#include "cli/verb.h"

extern const verb verb_info, verb_cast, verb_pick, verb_select, verb_explain, verb_render, verb_lidar, verb_tree,
    verb_bench, verb_gen, verb_demo, verb_man, verb_completion;

#endif
