// A file that appears under its name only when it is complete.
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    FILE* file;
    const char* path;
    char* part; ///< the name while it is being written; NULL when that is `path` itself
} output;

/// Open `path` for writing, under another name beside it where it is or becomes a regular file.
///
/// @param path  kept, not copied
/// @return  an exit code; not 0, after a message, when it cannot be opened
int output_open(output* out, const char* path);

/// Close the file and give it its name. An older file of that name is replaced.
/// @return  an exit code; not 0, after a message, when not everything could be written, and nothing is left of it
int output_commit(output* out);

/// Close and remove what was written.
void output_discard(output* out);

#endif
