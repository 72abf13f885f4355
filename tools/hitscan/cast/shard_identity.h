// What a shard of cast says about itself, at its very end: which of how many, of which run.
//
// It is a line of JSON of a fixed length, behind the records of every format: in CSV after "# ", so that it is a
// comment; numpy reads as many records of a .npy file as its header says, and no further. A shard that was interrupted
// has none. Merging takes it away again.
#ifndef TOOL_CAST_SHARD_IDENTITY_H
#define TOOL_CAST_SHARD_IDENTITY_H

#include "cast/hits/hits.h"
#include "cast/shard.h"

enum { SHARD_IDENTITY_MAX = 400 }; ///< bytes

typedef struct shard_identity {
    shard which;
    file_format format;
    uint64_t first_row, rows; ///< of the rays, as numbered in the whole input
    uint64_t bytes;           ///< before the identity
    uint64_t run;             ///< a hash of the options that decide what records there are
    uint64_t rays, model;     ///< hashes of these, whole
} shard_identity;

/// Write the line that is the identity. Returns its length, which depends on the format alone.
size_t shard_identity_write(const shard_identity* id, char text[SHARD_IDENTITY_MAX]);

/// Read the identity that a regular stream ends with, and look whether the bytes before it are all there. Returns an
/// exit code; a message says what to do.
int shard_identity_read(const stream* s, shard_identity* id);

/// A hash of the rays of a regular stream, wherever it stands. Of more than 64 MiB, a thousand blocks are looked at
/// that are spread over all of it: a shard of a large file should not have to read the whole. False on an error
/// (errno).
bool shard_hash_rays(const stream* s, uint64_t* hash);

/// A hash of the triangles, the parts and their names: the same for a model and the .hit file made of it.
uint64_t shard_hash_model(const hit_model* content);

/// Make one hash of two, in this order.
uint64_t shard_hash_join(uint64_t a, uint64_t b);

/// A hash of a text, which may be NULL.
uint64_t shard_hash_text(const char* text);

#endif
