// Opens a file or a pipe of rays: finds out how they are stored, and which of them a run has to do.
#ifndef TOOL_CAST_RAYS_OPEN_H
#define TOOL_CAST_RAYS_OPEN_H

#include "cast/shard.h"

typedef struct ray_request {
    const char* path;   ///< "-": stdin
    file_format format; ///< FORMAT_NONE: what the path tells
    uint32_t floats;    ///< per ray of RAW: 6 or 8
    shard which;        ///< {0, 0}: all
    bool quiet;
} ray_request;

/// Open it: s is at the first byte of `range`. Returns an exit code.
int ray_source_open(const ray_request* request, stream* s, ray_encoding* e, ray_range* range);

#endif
