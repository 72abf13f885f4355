// Casts a stream of rays: rays in, records out, in constant memory.
#ifndef TOOL_CAST_PIPELINE_H
#define TOOL_CAST_PIPELINE_H

#include "cast/chunk.h"
#include "cast/shard.h"
#include "cli/job.h"

typedef struct cast_job {
    stream rays;
    ray_encoding encoding;
    ray_range range;
    cast_query query;
    record_writer writer;
    hit_task_pool pool;
    bool strict; ///< stop at the first broken row
    bool quiet;
} cast_job;

typedef struct cast_totals {
    uint64_t rows;    ///< broken ones included
    uint64_t rays;    ///< that were cast, those that are not valid included
    uint64_t hits;    ///< rays that hit something
    uint64_t records; ///< that were made
    uint64_t invalid, broken;
    double seconds;
} cast_totals;

/// Add what a chunk gave. The reader counts rows.
void cast_totals_add(cast_totals* totals, const chunk_result* result);

/// Do it. The writer is open, and stays open. Returns an exit code; a signal and broken rows are no reason for that,
/// but with --strict. record_writer_close reports errors of the writer.
int cast_run(cast_job* job, cast_totals* totals);

/// Cast as many rays as can be cast so, and leave the rest: none of them when the files are of another kind, when a ray
/// can have several records or none, or when memory is short; some when a signal comes, or something cannot be read or
/// written. The job is then as if it began with the first ray that is left, and its record comes next in the output.
///
/// @param totals  of what was done; zero before
void cast_direct_npy(cast_job* job, cast_totals* totals, progress* bar);

#endif
