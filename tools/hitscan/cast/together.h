// Casts rays chunk by chunk: on several ranks, and in runs that can go on where they were interrupted.
#ifndef TOOL_CAST_TOGETHER_H
#define TOOL_CAST_TOGETHER_H

#include "cast/pipeline.h"
#include "cluster/journal.h"

typedef struct together_request {
    const char* out;
    bool resume;          ///< keep a journal, and go on from what is in it
    bool first_shard;     ///< of text: write what stands at the beginning
    journal_identity run; ///< rank 0, with `resume`: all but `chunks`
    journal* journal;     ///< opened on rank 0, with `resume`: the caller closes it
} together_request;

/// Open job->writer on rank 0, cast, and bring the writer behind the last record: the caller ends and closes it there.
/// Collective. Returns an exit code on which all ranks agree; when it is not EXIT_OK the writer may not be open.
///
/// @param totals    on rank 0
/// @param is_whole  on rank 0: no chunk is missing
/// @param reused    on rank 0: the rays that an earlier run has cast
int cast_together(cast_job* job, const together_request* request, cast_totals* totals, bool* is_whole,
                  uint64_t* reused);

#endif
