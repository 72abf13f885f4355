// The threads of a run.
#ifndef TOOL_CLI_THREADS_H
#define TOOL_CLI_THREADS_H

#include <hitscan/task.h>

/// Start `count` threads, 0 for one per processor. Returns an exit code.
/// @param verb_name  for the message
int threads_start(const char* verb_name, uint32_t count, hit_thread_pool** pool);

#endif
