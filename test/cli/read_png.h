// Reads a PNG picture of 8-bit RGB back, strictly, to check the command's writer: every checksum, length and code.
//
// The inflate part follows RFC 1951 bit by bit. It is slow, and knows dynamic blocks only, as the writer makes no
// others.
#ifndef TEST_CLI_READ_PNG_H
#define TEST_CLI_READ_PNG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture {
    uint32_t width, height;
    uint8_t* rgb;
} picture;

typedef struct bit_reader {
    const uint8_t* data;
    size_t size, at; // at counts bits
    bool bad;
} bit_reader;

static uint32_t take_bits(bit_reader* r, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++, r->at++) {
        if (r->at / 8 >= r->size) {
            r->bad = true;
            return 0;
        }
        value |= (uint32_t)(r->data[r->at / 8] >> r->at % 8 & 1) << i;
    }
    return value;
}

typedef struct huffman {
    uint16_t count[16], symbol[288];
} huffman;

// False when the lengths are no complete code; one single code of length 1 is allowed.
static bool huffman_make(huffman* h, const uint8_t* lengths, uint32_t symbols)
{
    uint16_t next[16] = {0};
    int32_t left = 1;
    memset(h, 0, sizeof *h);
    for (uint32_t i = 0; i < symbols; i++)
        h->count[lengths[i]]++;
    h->count[0] = 0;
    for (uint32_t i = 1; i < 16; i++) {
        left = 2 * left - h->count[i];
        next[i] = (uint16_t)(next[i - 1] + h->count[i - 1]);
    }
    for (uint32_t i = 0; i < symbols; i++)
        if (lengths[i])
            h->symbol[next[lengths[i]]++] = (uint16_t)i;
    return left == 0 || (left == 1 << 14 && h->count[1] == 1);
}

static uint32_t take_symbol(bit_reader* r, const huffman* h)
{
    int32_t code = 0, first = 0, index = 0;
    for (uint32_t length = 1; length < 16 && !r->bad; length++) {
        code |= (int32_t)take_bits(r, 1);
        if (code - h->count[length] < first)
            return h->symbol[index + (code - first)];
        index += h->count[length];
        first = (first + h->count[length]) << 1;
        code <<= 1;
    }
    r->bad = true;
    return 0;
}

static bool read_codes(bit_reader* r, huffman* literal, huffman* distance)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const uint32_t literals = take_bits(r, 5) + 257, distances = take_bits(r, 5) + 1, lengths = take_bits(r, 4) + 4;
    uint8_t length[320] = {0};
    huffman third;
    for (uint32_t i = 0; i < lengths; i++)
        length[order[i]] = (uint8_t)take_bits(r, 3);
    if (literals > 286 || distances > 30 || !huffman_make(&third, length, 19))
        return false;
    memset(length, 0, sizeof length);
    for (uint32_t i = 0; i < literals + distances && !r->bad;) {
        const uint32_t symbol = take_symbol(r, &third);
        uint32_t run = 1;
        uint8_t value = (uint8_t)symbol;
        if (symbol == 16) {
            if (i == 0)
                return false;
            value = length[i - 1];
            run = 3 + take_bits(r, 2);
        } else if (symbol > 16) {
            value = 0;
            run = symbol == 17 ? 3 + take_bits(r, 3) : 11 + take_bits(r, 7);
        }
        if (i + run > literals + distances)
            return false;
        while (run-- > 0)
            length[i++] = value;
    }
    return !r->bad && huffman_make(literal, length, literals) && huffman_make(distance, length + literals, distances);
}

// The bytes of a deflate stream, which must be exactly `size`.
static bool inflate_all(bit_reader* r, uint8_t* out, size_t size)
{
    size_t used = 0;
    bool last = false;
    while (!last && !r->bad) {
        huffman literal, distance;
        uint32_t symbol;
        last = take_bits(r, 1);
        if (take_bits(r, 2) != 2 || !read_codes(r, &literal, &distance))
            return false;
        while ((symbol = take_symbol(r, &literal)) != 256 && !r->bad) {
            if (symbol < 256) {
                if (used == size)
                    return false;
                out[used++] = (uint8_t)symbol;
                continue;
            }
            const uint32_t l = symbol - 257, extra = l < 8 || l == 28 ? 0 : (l - 4) / 4;
            uint32_t length = l < 8 ? l + 3 : l == 28 ? 258 : ((4 + l % 4) << extra) + 3;
            length += take_bits(r, extra);
            const uint32_t d = take_symbol(r, &distance), more = d < 4 ? 0 : (d - 2) / 2;
            const uint32_t back = (d < 4 ? d + 1 : ((2 + d % 2) << more) + 1) + take_bits(r, more);
            if (l > 28 || d > 29 || back > used || back > 32768 || length > size - used)
                return false;
            for (; length > 0; length--, used++)
                out[used] = out[used - back];
        }
    }
    return !r->bad && used == size;
}

static uint32_t png_u32(const uint8_t* p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t png_crc(const uint8_t* p, size_t count)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < count; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

static int png_paeth(int a, int b, int c)
{
    const int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

static bool unfilter(const uint8_t* raw, picture* p)
{
    const size_t stride = 3 * (size_t)p->width;
    for (uint32_t y = 0; y < p->height; y++) {
        const uint8_t filter = raw[y * (stride + 1)];
        const uint8_t* from = raw + y * (stride + 1) + 1;
        uint8_t* row = p->rgb + y * stride;
        for (size_t i = 0; i < stride; i++) {
            const int a = i < 3 ? 0 : row[i - 3], b = y == 0 ? 0 : row[i - stride];
            const int c = i < 3 || y == 0 ? 0 : row[i - stride - 3];
            const int guess[5] = {0, a, b, (a + b) / 2, png_paeth(a, b, c)};
            if (filter > 4)
                return false;
            row[i] = (uint8_t)(from[i] + guess[filter]);
        }
    }
    return true;
}

// The zlib stream in `data` to pixels.
static bool read_pixels(const uint8_t* data, size_t size, picture* p)
{
    const size_t raw_size = (3 * (size_t)p->width + 1) * p->height;
    uint8_t* raw = malloc(raw_size);
    uint32_t a = 1, b = 0;
    bool ok = raw && size > 6 && (data[0] & 15) == 8 && (data[0] * 256 + data[1]) % 31 == 0;
    if (ok) {
        bit_reader r = {data + 2, size - 6, 0, false};
        ok = inflate_all(&r, raw, raw_size) && (r.at + 7) / 8 == size - 6;
    }
    for (size_t i = 0; ok && i < raw_size; i++) {
        a = (a + raw[i]) % 65521;
        b = (b + a) % 65521;
    }
    ok = ok && png_u32(data + size - 4) == (b << 16 | a);
    p->rgb = ok ? malloc(3 * (size_t)p->width * p->height) : NULL;
    ok = ok && p->rgb && unfilter(raw, p);
    free(raw);
    return ok;
}

/// All bytes of a file, to be freed; NULL when there is none.
static uint8_t* read_bytes(const char* path, size_t* size)
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

/// Read a picture; free its rgb. False when anything about the file is not as it must be.
static bool read_png(const char* path, picture* p)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    size_t size, at = 8, packed_size = 0;
    uint8_t* bytes = read_bytes(path, &size);
    uint8_t* packed = malloc(size + 1);
    bool ok = bytes && packed && size > 8 && memcmp(bytes, signature, 8) == 0, ended = false;
    memset(p, 0, sizeof *p);
    while (ok && at < size && !ended) {
        const uint32_t length = size - at < 12 ? UINT32_MAX : png_u32(bytes + at);
        const uint8_t* type = bytes + at + 4;
        ok = length <= size - at - 12 && png_crc(type, (size_t)length + 4) == png_u32(type + 4 + length);
        if (!ok)
            break;
        if (memcmp(type, "IHDR", 4) == 0) {
            p->width = png_u32(type + 4);
            p->height = png_u32(type + 8);
            ok = at == 8 && length == 13 && memcmp(type + 12, "\x08\x02\0\0\0", 5) == 0;
        } else if (memcmp(type, "IDAT", 4) == 0) {
            memcpy(packed + packed_size, type + 4, length);
            packed_size += length;
        } else if (memcmp(type, "IEND", 4) == 0) {
            ended = true;
        }
        at += 12 + (size_t)length;
    }
    ok = ok && ended && at == size && read_pixels(packed, packed_size, p);
    free(bytes);
    free(packed);
    return ok;
}

#endif
