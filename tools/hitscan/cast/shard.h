// Which rays a run casts, and how the outputs of several runs are put together.
#ifndef TOOL_CAST_SHARD_H
#define TOOL_CAST_SHARD_H

#include "cast/rays/rays.h"
#include "cli/file_stream.h"

#include <stdint.h>

// ---- Shards ---------------------------------------------------------------------------------------------------------

/// One of several contiguous parts of equal size; 0 of 0 when the work is not divided.
typedef struct shard {
    uint32_t index; ///< from 1
    uint32_t count;
} shard;

/// Read "3/16". False, after a message, when it is something else.
bool shard_read(const char* text, shard* s);

/// Where the part of a shard begins, of so many bytes or rows. `index` from 0 to count, which is the end.
uint64_t shard_begin(uint64_t total, uint32_t index, uint32_t count);

/// The bytes of a run, and what comes before them.
typedef struct ray_range {
    uint64_t begin;     ///< in the stream, where it was opened
    uint64_t bytes;     ///< UINT64_MAX: up to the end, wherever that is
    uint64_t rows;      ///< in it; UINT64_MAX: nobody knows
    uint64_t row, line; ///< that come before it
} ray_range;

/// Find the lines of a shard of text: those that begin in its part of the bytes. What is before it is read to count its
/// rows, and for the header of CSV. Returns an exit code.
int shard_of_text(stream* s, shard which, ray_encoding* e, ray_range* range);

/// Where the first line begins at or after a byte of a regular stream, which then stands elsewhere. False on an error
/// (errno).
bool ray_line_begin(const stream* s, uint64_t offset, uint64_t* begin);

/// A mark that some programs write at the beginning of text (U+FEFF as UTF-8): one past it.
const char* skip_byte_order_mark(const char* begin, const char* end);

// ---- Opening rays ---------------------------------------------------------------------------------------------------

typedef struct ray_request {
    const char* path;   ///< "-": stdin
    file_format format; ///< FORMAT_NONE: by the path
    uint32_t floats;    ///< per ray of RAW: 6 or 8
    shard which;        ///< {0, 0}: all
    bool quiet;
} ray_request;

/// Open it: s is at the first byte of `range`. Returns an exit code.
int ray_source_open(const ray_request* request, stream* s, ray_encoding* e, ray_range* range);

// ---- Merging --------------------------------------------------------------------------------------------------------

typedef struct merged {
    uint64_t records; ///< of .npy; 0 for other formats
    uint64_t bytes;   ///< that were written
    file_format format;
} merged;

/// Write the records of all shards of a run, which may be given in any order, to the file `path`; "-" is stdout. What
/// is written is what the run would have written without shards. Returns an exit code: not EXIT_OK, after a message,
/// when a shard is missing, there twice, of another run, or not whole.
///
/// @param format  that of the shards; FORMAT_NONE: they know it
int merge_shards(const char* path, file_format format, char** parts, int count, merged* made);

#endif
