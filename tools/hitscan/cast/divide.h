// Divides rays into chunks that any rank, and any later run, can cast: the same ones whoever asks.
#ifndef TOOL_CAST_DIVIDE_H
#define TOOL_CAST_DIVIDE_H

#include "cast/pipeline.h"

typedef struct ray_chunks {
    uint64_t count;       ///< at least 1
    ray_range range;      ///< of all
    uint64_t size;        ///< records of a chunk, or bytes of text
    size_t record;        ///< bytes of a ray; 0 for text
    uint64_t start;       ///< of records: where the first begins
    uint64_t* begin;      ///< of text: where each chunk begins, and the last ends
    uint64_t *row, *line; ///< of text: how many come before each chunk
    uint64_t rows;        ///< of text: of all chunks
    uint64_t header;      ///< of CSV: the chunks up to this one begin before the first row, and look for a header
    csv_columns at_first; ///< what those chunks begin with
    csv_columns columns;  ///< and the others
} ray_chunks;

/// Divide job->range. Of text, all ranks together count the rows first: collective. Returns an exit code of this rank.
int ray_chunks_make(ray_chunks* c, cast_job* job);
void ray_chunks_free(ray_chunks* c);

/// Go to a chunk: set job->range and what is known of columns, and the place in job->rays. False on an error (errno).
bool ray_chunks_go(const ray_chunks* c, cast_job* job, uint64_t chunk);

/// The number of rows before a chunk of records, in the run.
uint64_t ray_chunks_rows_before(const ray_chunks* c, uint64_t chunk);

#endif
