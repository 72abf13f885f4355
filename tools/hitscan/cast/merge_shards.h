// Puts the outputs of shards together.
#ifndef TOOL_CAST_MERGE_SHARDS_H
#define TOOL_CAST_MERGE_SHARDS_H

#include "cast/file_format.h"

#include <stdint.h>

typedef struct merged {
    uint64_t records; ///< of .npy; 0 for other formats
    uint64_t bytes;   ///< that were written
} merged;

/// Write the records of `count` files, one after the other, to the file `path`; "-" is stdout. Returns an exit code.
int merge_shards(const char* path, file_format format, char** parts, int count, merged* made);

#endif
