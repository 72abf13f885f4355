// Small text files, line by line. What is no text is refused, and so is what never ends, as devices and pipes may do.
#ifndef TOOL_CLI_LINE_READER_H
#define TOOL_CLI_LINE_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { LINE_BYTES = 1024 };

typedef struct line_reader {
    FILE* file;
    const char* name;      ///< for messages
    uint64_t number;       ///< of the line, from 1
    uint64_t bytes;        ///< that were read
    char text[LINE_BYTES]; ///< the line, without its \n or \r\n
} line_reader;

line_reader line_reader_begin(FILE* file, const char* name);

/// Read the next line.
///
/// @param more  false at the end of the file
/// @return  an exit code
int line_reader_next(line_reader* l, bool* more);

#endif
