// The threads of a run.
#ifndef TOOL_BASE_THREADS_H
#define TOOL_BASE_THREADS_H

#include <hitscan/task.h>

/// Start `count` threads, 0 for one per processor. Returns an exit code, after a message when it is not EXIT_OK.
/// @param who  the verb, for the message
int threads_start(const char* who, uint32_t count, hit_thread_pool** pool);

#endif
