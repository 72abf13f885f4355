// A line on stderr that tells how far a long job is, when stderr is a terminal: a bar, the rate and the time left.
#ifndef TOOL_CLI_PROGRESS_H
#define TOOL_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
