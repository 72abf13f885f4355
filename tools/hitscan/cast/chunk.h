// Casts a chunk of rays and writes its records into a slot: what one task of a thread does.
#ifndef TOOL_CAST_CHUNK_H
#define TOOL_CAST_CHUNK_H

#include "cast/hits/writer.h"
#include "cast/rays/rays.h"

#include <stdatomic.h>

/// Some of the rays of a piece, or the whole piece with its broken rows.
typedef struct cast_chunk {
    ray_piece* piece;
    uint32_t begin, end; ///< of the rays
    bool whole;          ///< all of them, whatever `end` says; the piece may have to be read first
} cast_chunk;

/// Memory of one thread.
typedef struct cast_scratch {
    atomic_flag busy;
    hit_bvh_hit* hits; ///< room for `room` of them, PIECE_RAYS at least
    uint32_t room;
    hit_ray rays[PIECE_RECORDS]; ///< of a piece that is read by who casts it: stays in the nearest caches
    model_source sources[PIECE_RAYS];
    uint32_t misses[PIECE_RAYS];
    uint8_t answers[PIECE_RAYS];
    uint32_t counts[PIECE_RAYS];
} cast_scratch;

typedef struct cast_query {
    const hit_bvh* tree;
    const hit_layout* layout;
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

/// Empty a slot.
void cast_slot_begin(cast_slot* slot);

/// Cast a chunk, and append its records to a slot. `unread`: read its piece before, which must be whole and of records; its rays do not stay. A slot is not
/// `done` when a signal came.
void cast_chunk_run(const cast_query* q, const cast_chunk* chunk, bool unread, cast_slot* slot);

#endif
