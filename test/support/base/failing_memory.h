// An allocator that fails when it is told to, and that sees what is not given back, or given back wrongly.
#ifndef HITSCAN_TEST_FAILING_MEMORY_H
#define HITSCAN_TEST_FAILING_MEMORY_H

#include "base/thread.h"

#include <hitscan/base.h>

enum { FAILING_MEMORY_PIECES = 4096 };

typedef struct failing_memory {
    hit_allocator allocator; ///< what to pass on
    uint64_t calls;          ///< allocations that were asked for
    uint64_t fail_at;        ///< the number of the call that fails, counted from 1; 0: none
    bool fail_on;            ///< the calls after that one fail as well
    uint64_t failed;         ///< calls that have failed
    uint64_t wrong;          ///< releases of what was not allocated, or with another size or alignment
    uint32_t live;           ///< pieces that are out
#if HIT_HAVE_THREADS
    hit_mutex lock;
#endif
    struct {
        void* memory;
        size_t size, alignment;
    } piece[FAILING_MEMORY_PIECES];
} failing_memory;

void failing_memory_make(failing_memory* m);
void failing_memory_end(failing_memory* m);

// Count from anew, and fail at this call.
void failing_memory_arm(failing_memory* m, uint64_t fail_at, bool fail_on);

#endif
