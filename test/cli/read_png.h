// Reads a PNG picture of 8-bit RGB back with libpng, strictly: what libpng would only warn of is an error here.
#ifndef TEST_CLI_READ_PNG_H
#define TEST_CLI_READ_PNG_H

#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture {
    uint32_t width, height;
    uint8_t* rgb;
} picture;

/// All bytes of a file, to be freed; NULL when there is none.
static inline uint8_t* read_bytes(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    uint8_t* bytes = NULL;
    *size = 0;
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    if (length >= 0 && (bytes = malloc((size_t)length + 1)) != NULL)
        *size = fread(bytes, 1, (size_t)length, file);
    fclose(file);
    return bytes;
}

static void refuse_png(png_structp png, png_const_charp message)
{
    fprintf(stderr, "libpng: %s\n", message);
    png_longjmp(png, 1);
}

// The command writes 8-bit RGB in sRGB, with nothing in the file that differs from run to run.
static bool is_promised_png(png_structp png, png_infop info)
{
    const png_uint_32 allowed = PNG_INFO_sRGB | PNG_INFO_gAMA | PNG_INFO_cHRM; // sRGB implies the other two
    png_textp text;
    return png_get_bit_depth(png, info) == 8 && png_get_color_type(png, info) == PNG_COLOR_TYPE_RGB &&
           png_get_interlace_type(png, info) == PNG_INTERLACE_NONE && png_get_valid(png, info, PNG_INFO_sRGB) != 0 &&
           png_get_valid(png, info, ~allowed & ~(png_uint_32)PNG_INFO_IDAT) == 0 &&
           png_get_text(png, info, &text, NULL) == 0;
}

static void read_png_rows(png_structp png, png_infop info, picture* p)
{
    png_read_info(png, info);
    p->width = png_get_image_width(png, info);
    p->height = png_get_image_height(png, info);
    p->rgb = malloc(3 * (size_t)p->width * p->height);
    if (!p->rgb || !is_promised_png(png, info))
        png_error(png, "not a picture as the command writes them");
    for (uint32_t y = 0; y < p->height; y++)
        png_read_row(png, p->rgb + 3 * (size_t)p->width * y, NULL);
    png_read_end(png, info);
    if (!is_promised_png(png, info))
        png_error(png, "something after the pixels");
}

/// Read a picture; free its rgb. False when anything about the file is not as it must be.
static bool read_png(const char* path, picture* p)
{
    FILE* file = fopen(path, "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, refuse_png, refuse_png);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    memset(p, 0, sizeof *p);
    if (file && info && setjmp(png_jmpbuf(png)) == 0) {
        png_init_io(png, file);
        read_png_rows(png, info, p);
        if (fgetc(file) != EOF)
            png_error(png, "the file goes on behind the picture");
        fclose(file);
        png_destroy_read_struct(&png, &info, NULL);
        return true;
    }
    png_destroy_read_struct(&png, &info, NULL);
    if (file)
        fclose(file);
    free(p->rgb);
    p->rgb = NULL;
    return false;
}

#endif
