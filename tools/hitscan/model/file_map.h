// A file in memory, mapped where the system can do that, else read; and which file it is.
#ifndef TOOL_MODEL_FILE_MAP_H
#define TOOL_MODEL_FILE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// What tells a file from all others, and from what it was before it was changed. All zero where a system cannot tell.
typedef struct file_identity {
    uint64_t device, number, size;
    uint64_t changed_content[2]; ///< seconds and nanoseconds; programs can set this one
    uint64_t changed[2];         ///< the same, of any change; programs cannot
} file_identity;

typedef struct mapped_file {
    const unsigned char* bytes; ///< at an address that is a multiple of 4096; NULL for an empty file
    size_t size;
    file_identity identity;
    void* block; ///< what holds the bytes where they are not mapped
    int descriptor;
} mapped_file;

/// Returns an exit code. Nothing is read ahead.
int mapped_file_open(mapped_file* file, const char* path);
void mapped_file_close(mapped_file* file);

/// The whole file will be needed: begin to bring it into memory.
void mapped_file_prefetch(const mapped_file* file);

/// All of some new memory is going to be written to: where the system can do that, take its pages at once. One fault
/// for each would take most of the time of opening a model of many parts.
void prefault_pages(void* memory, size_t size);

/// True when the file is still the one that was opened, unchanged.
bool mapped_file_is_unchanged(const mapped_file* file);

/// The first bytes of a regular file. False when it has not as many, or is none.
bool read_first_bytes(const char* path, void* bytes, size_t size);

/// Which file a path is, or an open file. False when the system cannot tell.
bool identify_path(const char* path, file_identity* identity);
bool identify_open(FILE* file, file_identity* identity);

#endif
