// Reads rays in blocks: whole lines or whole records, in one buffer while the other one is in use.
#ifndef TOOL_CAST_RAYS_READER_H
#define TOOL_CAST_RAYS_READER_H

#include "cli/file_stream.h"

enum {
    BLOCK_BYTES = 4 << 20 ///< of a buffer; a longer line is cut, which leaves it too long to be a ray
};

/// Bytes that end where a line or a record ends.
typedef struct ray_block {
    char* bytes;   ///< BLOCK_BYTES and some
    size_t size;   ///< of whole lines or records
    size_t filled; ///< with the beginning of the next one
    bool last;     ///< the end has come, or a signal
    int error;     ///< errno when reading failed
    uint64_t left; ///< bytes that may still be read behind it
} ray_block;

typedef struct ray_reader {
    const stream* from;
    size_t record;      ///< bytes of a record; 0 for lines
    uint64_t left;      ///< bytes that may still be read
    bool skipping;      ///< in a line that was cut
    ray_block block[2]; ///< used in turns
    int next;           ///< that is read next
} ray_reader;

/// False when memory is short.
bool ray_reader_open(ray_reader* r, const stream* from, size_t record, uint64_t bytes);
void ray_reader_close(ray_reader* r);

/// Read other bytes of the stream, which stands where they begin.
void ray_reader_restart(ray_reader* r, uint64_t bytes);

/// Read the next block, which r->block[r->next] then is, and the other one is the next. From a pipe: what there is when
/// nothing comes for a moment, so that a program that writes rays one by one gets answers one by one.
/// At the end of a file of records, what is too short for one is left in the block beyond its size.
void ray_reader_read(ray_reader* r);

/// The block that was read last.
static inline ray_block* ray_reader_block(ray_reader* r)
{
    return &r->block[1 - r->next];
}

#endif
