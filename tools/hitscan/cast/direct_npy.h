// Rays from a file of records to a .npy file: the threads that cast them also read and write.
#ifndef TOOL_CAST_DIRECT_NPY_H
#define TOOL_CAST_DIRECT_NPY_H

#include "cli/progress.h"
#include "cast/pipeline.h"

/// Cast as many rays as can be cast so, and leave the rest: none of them when the files are of another kind, when a ray
/// can have several records or none, or when memory is short; some when a signal comes, or something cannot be read or
/// written. The job is then as if it began with the first ray that is left, and its record comes next in the output.
///
/// @param totals  of what was done; zero before
void cast_direct_npy(cast_job* job, cast_totals* totals, progress* bar);

#endif
