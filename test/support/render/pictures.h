// Small pictures as files in memory: PNG of every kind, and JPEG. For tests and fuzzers; needs libpng, zlib, libjpeg.
#ifndef HITSCAN_TEST_PICTURES_H
#define HITSCAN_TEST_PICTURES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { PICTURE_ROOM = 4096, PICTURE_SIDE = 9 };

typedef struct picture_bytes {
    uint8_t bytes[PICTURE_ROOM];
    size_t size;
} picture_bytes;

// ---- PNG ------------------------------------------------------------------------------------------------------------

static inline uint8_t* picture_put32(uint8_t* to, uint32_t value)
{
    for (int k = 0; k < 4; k++)
        to[k] = (uint8_t)(value >> (24 - 8 * k));
    return to + 4;
}

static inline void picture_chunk(picture_bytes* p, const char* name, const void* data, size_t size)
{
    uint8_t* at = picture_put32(p->bytes + p->size, (uint32_t)size);
    memcpy(at, name, 4);
    if (size > 0)
        memcpy(at + 4, data, size);
    picture_put32(at + 4 + size, (uint32_t)crc32(0, at, (uInt)(size + 4)));
    p->size += size + 12;
}

/// A PNG of so many bits and of a colour type - 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA - whose rows have
/// the bytes 0, 1, 2 ... in them. False when there is no such kind.
static inline bool picture_png(picture_bytes* p, unsigned bits, unsigned type, bool interlaced, uint32_t width,
                               uint32_t height)
{
    static const unsigned channels[7] = {1, 0, 3, 1, 2, 0, 4};
    static const uint8_t palette[6] = {255, 0, 0, 0, 0, 255};
    uint8_t header[13] = {0}, rows[2048], packed[2048];
    uLongf size = sizeof packed;
    size_t row, all;
    if (type > 6 || channels[type] == 0 || (type == 3 && bits > 8) || (type != 0 && type != 3 && bits < 8))
        return false;
    row = ((size_t)width * bits * channels[type] + 7) / 8 + 1;
    all = row * height + (interlaced ? (size_t)height * 8 + 64 : 0); // the rows of its passes have a byte more each
    if (all > sizeof rows)
        return false;
    for (size_t i = 0; i < all; i++)
        rows[i] = interlaced || i % row == 0 ? 0 : type == 3 ? (uint8_t)(i & 1) : (uint8_t)i;
    if (compress2(packed, &size, rows, (uLong)all, 9) != Z_OK)
        return false;
    memcpy(p->bytes, "\x89PNG\r\n\x1a\n", 8);
    p->size = 8;
    picture_put32(picture_put32(header, width), height);
    header[8] = (uint8_t)bits;
    header[9] = (uint8_t)type;
    header[12] = interlaced;
    picture_chunk(p, "IHDR", header, sizeof header);
    if (type == 3)
        picture_chunk(p, "PLTE", palette, sizeof palette);
    picture_chunk(p, "IDAT", packed, size);
    picture_chunk(p, "IEND", NULL, 0);
    return true;
}

/// Make the checksums of all chunks right, as far as their lengths are.
static inline void picture_repair_png(uint8_t* bytes, size_t size)
{
    size_t at = 8;
    if (size < 8)
        return;
    memcpy(bytes, "\x89PNG\r\n\x1a\n", 8);
    while (size - at >= 12) {
        const uint32_t length = (uint32_t)bytes[at] << 24 | (uint32_t)bytes[at + 1] << 16 |
                                (uint32_t)bytes[at + 2] << 8 | (uint32_t)bytes[at + 3];
        if (length > size - at - 12)
            return;
        picture_put32(bytes + at + 8 + length, (uint32_t)crc32(0, bytes + at + 4, length + 4));
        at += (size_t)length + 12;
    }
}

// ---- JPEG -----------------------------------------------------------------------------------------------------------

#if defined(HITSCAN_HAVE_JPEG)
#include <jpeglib.h>

/// A JPEG of 1, 3 or 4 channels, the last of them inks.
static inline void picture_jpeg(picture_bytes* p, int channels, bool progressive, uint32_t width, uint32_t height)
{
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    uint8_t row[4 * 64], *made = NULL;
    unsigned long size = 0;
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, &made, &size);
    codec.image_width = width;
    codec.image_height = height;
    codec.input_components = channels;
    codec.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&codec);
    if (progressive)
        jpeg_simple_progression(&codec);
    jpeg_start_compress(&codec, TRUE);
    for (uint32_t y = 0; y < height; y++) {
        JSAMPROW rows = row;
        for (uint32_t x = 0; x < width * (uint32_t)channels; x++)
            row[x] = (uint8_t)(x * 20 + y * 30);
        jpeg_write_scanlines(&codec, &rows, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    p->size = size < sizeof p->bytes ? (size_t)size : sizeof p->bytes;
    memcpy(p->bytes, made, p->size);
    free(made);
}
#endif

#endif
