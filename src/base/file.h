// Files that are written as a whole, and read from the beginning to the end: see base/file.c.
#ifndef HITSCAN_BASE_FILE_H
#define HITSCAN_BASE_FILE_H

#include <hitscan/base.h>

#include <stdio.h>

// Bytes that lie together: a buffer.
typedef struct hit_bytes {
    const void* bytes;
    size_t size;
} hit_bytes;

// Write some buffers, one after the other, to a new file beside `path`, and rename it to `path`. On failure there
// is no new file, and the old one is as it was. `error` is filled on failure only.
hit_status hit_file_write(const char* path, const hit_bytes* buffers, size_t count, const hit_allocator* allocator,
                          hit_error* error);

// A file that is being read.
typedef struct hit_file {
    FILE* stream;
    const char* path; ///< for messages
    uint64_t size;    ///< when it was opened
    uint64_t at;      ///< bytes read so far
} hit_file;

// Open a regular file. Returns HIT_OK, else HIT_ERROR_FILE; then there is nothing to close.
hit_status hit_file_open(hit_file* file, const char* path, hit_error* error);

// Read the next `size` bytes, all of them. Returns HIT_OK, HIT_ERROR_FILE, or HIT_ERROR_FORMAT where the file ends.
hit_status hit_file_read(hit_file* file, void* bytes, size_t size, hit_error* error);

void hit_file_close(hit_file* file);

#endif
