// Writes what was found, in order and in whole records, so that a run that ends early leaves what it had.
#ifndef TOOL_CAST_HITS_WRITER_H
#define TOOL_CAST_HITS_WRITER_H

#include "cast/hits/hits.h"
#include "cli/file_stream.h"
#include "format/npy.h"

/// What one chunk of rays gave.
typedef struct chunk_result {
    byte_buffer out;
    uint64_t records, rays, hits, invalid; ///< `hits`: rays that hit something
    bool done;                             ///< to its end: a signal did not come before
} chunk_result;

/// Takes bytes of whole records, in their order. False when it cannot.
typedef bool record_taker(void* context, const char* bytes, size_t size);

typedef struct record_writer {
    stream to;
    record_taker* take; ///< takes the records in place of `to`, which is then not open; NULL: nobody
    void* taker;        ///< its context
    const record_layout* layout;
    char descr[NPY_DESCR];
    uint64_t expected; ///< records that the header of .npy promises from the beginning; UINT64_MAX: they are not known
    uint64_t bytes;    ///< written, of whole records
    uint64_t records;  ///< written
    uint64_t synced;   ///< of `bytes`: the disk has begun with them
    int error;         ///< errno when writing failed
    const chunk_result* results;
    int result_count; ///< to be written by record_writer_write
} record_writer;

/// Open the output, and write what stands at its beginning, unless it is not the first shard of text.
///
/// @param expected  records that will come; UINT64_MAX: nobody knows
/// @param kept      NULL, or the suffix of what stays until it is complete (atomic_file_open_kept)
/// @return  an exit code
int record_writer_open(record_writer* w, const char* path, const record_layout* layout, uint64_t expected,
                       bool first_shard, const char* kept);

/// The records were written by others, up to a byte: go on behind it. False on an error, which is kept.
bool record_writer_go_on(record_writer* w, uint64_t bytes, uint64_t records);

/// A writer that gives its records away, without a header. There is nothing to close.
void record_writer_give(record_writer* w, const record_layout* layout, record_taker* take, void* context);

/// Write w->results: a worker_job. Errors are kept.
void record_writer_write(void* writer);

/// Write one result, whole or not at all. False when it cannot be written: then the output is as it was, and what is to
/// be done about it is the caller's. Regular ones only. The header of .npy is left as it is.
bool record_writer_append(record_writer* w, const chunk_result* result);

/// Write the header of .npy again, when there is one. False on an error, which is kept.
bool record_writer_end_block(record_writer* w);

/// Write what comes behind all records, and is none. Errors are kept.
void record_writer_end(record_writer* w, const char* bytes, size_t size);

/// Close the output. What ends early, or cannot be written to its end, never replaces an older file; where there is
/// none, the records so far are kept. Returns an exit code: not everything was written.
int record_writer_close(record_writer* w, bool ends_early);

#endif
