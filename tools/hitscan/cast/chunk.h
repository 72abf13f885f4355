// Casts a chunk of rays and writes its records into a result: what one task of a thread does.
#ifndef TOOL_CAST_CHUNK_H
#define TOOL_CAST_CHUNK_H

#include "cast/hits/writer.h"
#include "cast/rays/rays.h"

#include <stdatomic.h>

/// Some of the rays of a batch, or the whole batch with its broken rows.
typedef struct cast_chunk {
    ray_batch* batch;
    uint32_t begin, end; ///< of the rays
    bool whole;          ///< all of them, whatever `end` says; the batch may have to be read first
} cast_chunk;

/// Memory of one thread.
typedef struct cast_scratch {
    atomic_flag busy;
    hit_bvh_hit* hits; ///< room for `room` of them, BATCH_RAYS at least
    uint32_t capacity;
    hit_ray rays[BATCH_RECORDS]; ///< of a batch that its caster reads: they stay in the nearest caches
    model_source sources[BATCH_RAYS];
    uint32_t misses[BATCH_RAYS];
    uint8_t answers[BATCH_RAYS];
    uint32_t counts[BATCH_RAYS];
} cast_scratch;

typedef struct cast_query {
    const hit_bvh* tree;
    const record_layout* layout;
    const ray_encoding* encoding;
    hit_bvh_filter filter;
    bool filtered; ///< the filter says something
    uint32_t k;    ///< of MODE_K
    cast_scratch* scratch;
    uint32_t scratch_count; ///< as many as tasks may run at the same time
} cast_query;

/// False when memory is short.
bool cast_query_begin(cast_query* q, uint32_t threads);
void cast_query_end(cast_query* q);

/// Empty a result.
void chunk_result_clear(chunk_result* result);

/// Cast a chunk, and append its records to a result. `unread`: read its batch before, which must be whole and of
/// records; its rays do not stay. A result is not `done` when a signal came.
void cast_chunk_run(const cast_query* q, const cast_chunk* chunk, bool unread, chunk_result* result);

#endif
