// Writes a PNG picture row by row, with nothing but the C library.
#ifndef TOOL_PNG_H
#define TOOL_PNG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct png png;

/// Begin a picture of 8-bit RGB pixels in the sRGB colour space. NULL when memory is short.
/// Errors of `file` are kept until png_end tells; the file is not closed.
png* png_begin(FILE* file, uint32_t width, uint32_t height);

/// Write the next row: 3·width bytes.
void png_row(png* p, const uint8_t* rgb);

/// Write the rest and free the writer. Every row must have been written.
/// @return  false when the file refused a byte
bool png_end(png* p);

/// Free the writer, the picture being of no use. NULL is allowed.
void png_abandon(png* p);

#endif
