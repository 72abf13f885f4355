// Casts a stream of rays: rays in, records out, in constant memory.
#ifndef TOOL_CAST_PIPELINE_H
#define TOOL_CAST_PIPELINE_H

#include "cast/chunk.h"
#include "cast/shard.h"
#include "cli/job.h"

/// Hears of a row that is broken, or of what the end of the rays says about them: then `line` is 0.
typedef void broken_listener(void* context, uint64_t line, const char* why);

typedef struct cast_job {
    stream rays;
    ray_encoding encoding;
    ray_range range;
    cast_query query;
    record_writer writer;
    hit_task_pool pool;
    bool strict; ///< stop at the first broken row
    bool quiet;
    broken_listener* tell; ///< hears of the first BROKEN_REPORTED broken rows in place of people; NULL: nobody
    void* listener;        ///< its context
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

/// Memory and threads for runs of the same job, one after the other, each of other rays (job->range, where job->rays
/// stands). Their writer gives its records away.
typedef struct cast_engine cast_engine;

/// NULL, after a message, when memory is short. `job` stays where it is until the end.
cast_engine* cast_engine_create(cast_job* job);
int cast_engine_run(cast_engine* e, cast_totals* totals);
void cast_engine_destroy(cast_engine* e);

/// Cast as many rays as can be cast so, and leave the rest: none of them when the files are of another kind, when a ray
/// can have several records or none, or when memory is short; some when a signal comes, or something cannot be read or
/// written. The job is then as if it began with the first ray that is left, and its record comes next in the output.
///
/// @param totals  of what was done; zero before
void cast_direct_npy(cast_job* job, cast_totals* totals, progress* bar);

#endif
