// What a long job needs: threads, signals that stop it, and a line that says how far it is.
#ifndef TOOL_CLI_JOB_H
#define TOOL_CLI_JOB_H

#include <hitscan/task.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// ---- Signals --------------------------------------------------------------------------------------------------------
// A long job looks at `interrupted` now and then, ends cleanly and returns 128 plus the signal.

typedef atomic_int stop_flag;

/// The number of the signal that came since catch_interrupts, or 0.
extern stop_flag interrupted;

/// From now on SIGINT and SIGTERM are noted; the same one again ends the command at once. Signals that were ignored
/// stay ignored. Other signals: see cli/temporary.h.
void catch_interrupts(void);

// ---- Progress -------------------------------------------------------------------------------------------------------
// A line on stderr, when that is a terminal: a bar, the rate and the time left.

typedef struct progress {
    const char* what; ///< of what there are so many, as in "rays"
    uint64_t total;   ///< 0: nobody knows
    double began, shown;
    bool visible;
} progress;

/// Begin. Shows nothing when `quiet`, when stderr is no terminal, or in the first half of a second.
progress progress_begin(const char* what, uint64_t total, bool quiet);

/// So many are done. May be called as often as one likes: it looks at the clock, and writes ten times a second at most.
void progress_at(progress* p, uint64_t done);

/// Take the line away.
void progress_end(progress* p);

// ---- Threads --------------------------------------------------------------------------------------------------------

/// Keep the lowest number of a task that failed, whichever comes first. `lowest` is above all of them before.
void record_failed_task(atomic_uint* lowest, uint32_t task);

/// Start `count` threads, 0 for one per processor. Returns an exit code.
/// @param verb_name  for the message
int threads_start(const char* verb_name, uint32_t count, hit_thread_pool** pool);

#endif
