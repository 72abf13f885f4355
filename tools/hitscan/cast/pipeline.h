// The batch job: rays in, hits out, in constant memory.
#ifndef TOOL_CAST_PIPELINE_H
#define TOOL_CAST_PIPELINE_H

#include "cast/chunk.h"
#include "cast/shard.h"

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

/// Do it. The writer is open, and stays open. Returns an exit code; a signal and broken rows are no reason for that,
/// but with --strict. Errors of the writer are told when it is closed.
int cast_run(cast_job* job, cast_totals* totals);

#endif
