// Pictures as files: PNG, and JPEG where the build has libjpeg.
#ifndef TOOL_FORMAT_PICTURE_FILE_H
#define TOOL_FORMAT_PICTURE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// ---- Writing --------------------------------------------------------------------------------------------------------

typedef enum picture_format { PICTURE_PNG, PICTURE_JPEG } picture_format;

/// The format that the name of a file asks for: PNG for .png and a name without an ending, JPEG for .jpg and .jpeg.
/// Returns an exit code: EXIT_USAGE, after a message that says what is possible, for others.
int picture_format_of(const char* verb_name, const char* path, picture_format* format);

/// Write a picture of 8-bit pixels in the sRGB colour space: 3·width·height bytes, from the top.
///
/// The same pixels give the same bytes wherever the same zlib, or libjpeg, is used: there is no time and no text in the
/// file. Errors of `file` are kept there; the file is not closed.
///
/// @param alpha  a byte for each pixel, 255 is opaque; NULL: all are. PNG only
/// @return  false when memory is short
bool picture_write(picture_format format, FILE* file, const uint8_t* rgb, const uint8_t* alpha, uint32_t width,
                   uint32_t height);

// ---- Reading --------------------------------------------------------------------------------------------------------

/// A picture in memory: red, green, blue, alpha, from the top, in sRGB.
typedef struct picture_pixels {
    uint32_t width, height;
    uint8_t* rgba; ///< to be freed
} picture_pixels;

#define PICTURE_TOO_LARGE "has too many pixels"

/// Read a PNG or JPEG.
///
/// @param most  pixels: a picture that has more is refused, as PICTURE_TOO_LARGE, before memory is taken
/// @return  NULL on success, else what is wrong, as in "is neither PNG nor JPEG"
const char* picture_read(const void* bytes, size_t size, uint64_t most, picture_pixels* out);

/// The two that know JPEG; only in a build with libjpeg.
bool jpeg_write(FILE* file, const uint8_t* rgb, uint32_t width, uint32_t height);
const char* jpeg_read(const void* bytes, size_t size, uint64_t most, picture_pixels* out);

#endif
