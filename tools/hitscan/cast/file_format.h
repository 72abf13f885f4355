// The formats that rays and hits are stored in.
#ifndef TOOL_CAST_FILE_FORMAT_H
#define TOOL_CAST_FILE_FORMAT_H

#include <stdbool.h>

typedef enum file_format {
    FORMAT_NONE = -1, ///< not told, or not known
    FORMAT_CSV = 0,
    FORMAT_NDJSON = 1,
    FORMAT_NPY = 2,
    FORMAT_RAW = 3
} file_format;

/// What options call them, in the order of their numbers; ends with NULL.
extern const char* const format_names[];

/// The format that the ending of a file's name tells, or FORMAT_NONE.
file_format format_of_path(const char* path);

/// True when records are lines.
static inline bool format_is_text(file_format format)
{
    return format == FORMAT_CSV || format == FORMAT_NDJSON;
}

#endif
