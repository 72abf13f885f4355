// Writes PNG pictures, with libpng.
#ifndef TOOL_FORMAT_PNG_H
#define TOOL_FORMAT_PNG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Write a picture of 8-bit RGB pixels in the sRGB colour space: 3·width·height bytes, from the top.
///
/// The same pixels give the same bytes wherever the same zlib is used: there is no time and no text in the file. Errors
/// of `file` are kept there; the file is not closed.
///
/// @return  false when memory is short
bool png_write_rgb(FILE* file, const uint8_t* rgb, uint32_t width, uint32_t height);

#endif
