// Pictures as PNG, through libpng row by row; and which format a file has.
//
// libpng leaves an error by longjmp. The only one that can happen here is a lack of memory: what the file does not take
// is left to ferror, so the writer of bytes never fails. Variables that are read after the jump are set before setjmp.
#include "format/picture_file.h"
#include "cli/verb.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#if defined(HITSCAN_HAVE_JPEG)
enum { CAN_JPEG = 1 };
#else
enum { CAN_JPEG = 0 };
#endif

// One filter for all rows, level 5 of zlib: of 960x600 pixels of the demo's town that makes 655 KB in 60 ms. Level 6
// makes 638 KB in 115 ms, and a choice among the five filters per row 642 KB in 140 ms.
enum { FILTER = PNG_FILTER_SUB, LEVEL = 5 };

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
    fwrite(bytes, 1, count, png_get_io_ptr(png)); // ferror knows
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

// libpng would print its messages; the caller says what is wrong.
static void leave(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static bool png_write(FILE* file, const uint8_t* rgb, const uint8_t* alpha, uint32_t width, uint32_t height)
{
    uint8_t* row = alpha ? malloc(4 * (size_t)width) : NULL; // set before setjmp
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, leave, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || (alpha && !row) || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        free(row);
        return false;
    }
    png_set_write_fn(png, file, write_bytes, flush_nothing);
    png_set_IHDR(png, info, width, height, 8, alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, FILTER);
    png_set_compression_level(png, LEVEL);
    png_set_compression_strategy(png, Z_DEFAULT_STRATEGY); // libpng would take another for filtered rows
    png_write_info(png, info);
    for (uint32_t y = 0; y < height && !ferror(file); y++) {
        const uint8_t* from = rgb + 3 * (size_t)width * y;
        for (uint32_t x = 0; alpha && x < width; x++) {
            memcpy(row + 4 * (size_t)x, from + 3 * (size_t)x, 3);
            row[4 * (size_t)x + 3] = alpha[(size_t)width * y + x];
        }
        png_write_row(png, alpha ? row : from);
    }
    if (!ferror(file))
        png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    free(row);
    return true;
}

bool picture_write(picture_format format, FILE* file, const uint8_t* rgb, const uint8_t* alpha, uint32_t width,
                   uint32_t height)
{
#if defined(HITSCAN_HAVE_JPEG)
    if (format == PICTURE_JPEG)
        return jpeg_write(file, rgb, width, height);
#else
    (void)format;
#endif
    return png_write(file, rgb, alpha, width, height);
}

int picture_format_of(const char* verb_name, const char* path, picture_format* format)
{
    const char* slash = strrchr(path, '/');
    const char* dot = strrchr(slash ? slash : path, '.');
    *format = PICTURE_PNG;
    if (!dot || dot == path || dot[-1] == '/' || strcasecmp(dot, ".png") == 0)
        return EXIT_OK;
    *format = PICTURE_JPEG;
    if (strcasecmp(dot, ".jpg") != 0 && strcasecmp(dot, ".jpeg") != 0) {
        print_error("%s: pictures are written as .png%s, not as %s", verb_name, CAN_JPEG ? " or .jpg" : "", dot);
        return EXIT_USAGE;
    }
    if (!CAN_JPEG) {
        print_error("%s: %s: this build has no libjpeg, so it writes .png only", verb_name, path);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static const char* png_read(const void* bytes, size_t size, uint64_t most, picture_pixels* out)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, size))
        return "is a damaged PNG";
    if ((uint64_t)image.width * image.height > most) {
        png_image_free(&image);
        return PICTURE_TOO_LARGE;
    }
    image.format = PNG_FORMAT_RGBA;
    out->width = image.width;
    out->height = image.height;
    out->rgba = malloc(4 * (size_t)image.width * image.height);
    if (!out->rgba) {
        png_image_free(&image);
        return "needs more memory than there is";
    }
    if (!png_image_finish_read(&image, NULL, out->rgba, 0, NULL)) {
        free(out->rgba);
        out->rgba = NULL;
        return "is a damaged PNG";
    }
    return NULL;
}

const char* picture_read(const void* bytes, size_t size, uint64_t most, picture_pixels* out)
{
    *out = (picture_pixels){0, 0, NULL};
    if (size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        return png_read(bytes, size, most, out);
    if (size < 3 || memcmp(bytes, "\xff\xd8\xff", 3) != 0)
        return "is neither PNG nor JPEG";
#if defined(HITSCAN_HAVE_JPEG)
    return jpeg_read(bytes, size, most, out);
#else
    return "is a JPEG, and this build has no libjpeg";
#endif
}
