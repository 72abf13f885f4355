// A file that appears under its name only when it is complete.
#ifndef TOOL_CLI_ATOMIC_FILE_H
#define TOOL_CLI_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct atomic_file {
    FILE* file;
    const char* path;
    char* part; ///< the name while it is being written; NULL when that is `path` itself
} atomic_file;

/// Open `path` for writing, under another name beside it where it is or becomes a regular file.
///
/// @param path  kept, not copied
/// @return  an exit code: not EXIT_OK when it cannot be opened
int atomic_file_open(atomic_file* out, const char* path);

/// Close the file and give it its name. An older file of that name is replaced.
/// @return  an exit code: not EXIT_OK when not everything could be written, and nothing is left of it
int atomic_file_commit(atomic_file* out);

/// Close and remove what was written.
void atomic_file_discard(atomic_file* out);

#endif
