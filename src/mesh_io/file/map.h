// The bytes of a file, mapped where the system can do that, else read.
#ifndef HITSCAN_MESH_IO_FILE_MAP_H
#define HITSCAN_MESH_IO_FILE_MAP_H

#include <hitscan/base.h>

typedef struct hit_file_map {
    const char* bytes;
    size_t size;
    bool mapped; ///< else from the allocator
    hit_allocator allocator;
} hit_file_map;

// The content of a regular file. Returns HIT_OK, HIT_ERROR_FILE or HIT_ERROR_MEMORY; on failure `error`, which may be
// NULL, is filled, and there is nothing to close.
hit_status hit_file_map_open(const char* path, const hit_allocator* allocator, hit_file_map* map, hit_error* error);

void hit_file_map_close(hit_file_map* map);

#endif
