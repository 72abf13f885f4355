// PNG (W3C, second edition): signature, IHDR, sRGB, IDAT chunks, IEND.
//
// Each row goes through the one of the five filters whose residuals have the smallest sum of absolute values, which
// is the rule that the specification suggests, and then through deflate, in a zlib wrapper (RFC 1950).
#include "format/png.h"
#include "format/deflate.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1 << 15,
    PIXEL = 3, // bytes
    FILTERS = 5,
    ADLER_RUN = 3800 // bytes that the Adler sums take before they could overflow
};

struct png {
    FILE* file;
    deflate* stream;
    uint32_t stride; // bytes in a row
    uint32_t adler_a, adler_b;
    uint32_t used;              // bytes in `chunk`
    uint8_t* last;              // the row above, stride bytes
    uint8_t* filtered[FILTERS]; // each 1 + stride bytes: the filter's number, then the residuals
    uint32_t crc_table[256];
    uint8_t chunk[CHUNK];
};

static void put_u32(uint8_t* to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t crc(const png* p, uint32_t sum, const uint8_t* bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = p->crc_table[(sum ^ bytes[i]) & 0xff] ^ sum >> 8;
    return sum;
}

static void put_chunk(png* p, const char* type, const uint8_t* bytes, uint32_t count)
{
    uint8_t head[8], tail[4];
    uint32_t sum;
    put_u32(head, count);
    memcpy(head + 4, type, 4);
    sum = crc(p, 0xffffffffu, head + 4, 4);
    put_u32(tail, ~crc(p, sum, bytes, count));
    fwrite(head, 1, sizeof head, p->file);
    if (count > 0)
        fwrite(bytes, 1, count, p->file);
    fwrite(tail, 1, sizeof tail, p->file);
}

static void put_byte(void* user, uint8_t byte)
{
    png* p = user;
    p->chunk[p->used++] = byte;
    if (p->used == CHUNK) {
        put_chunk(p, "IDAT", p->chunk, p->used);
        p->used = 0;
    }
}

png* png_begin(FILE* file, uint32_t width, uint32_t height)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint8_t perceptual = 0;
    uint8_t header[13];
    png* p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->file = file;
    p->stride = PIXEL * width;
    p->adler_a = 1;
    p->stream = deflate_create(put_byte, p);
    p->last = calloc(p->stride, 1);
    p->filtered[0] = malloc(FILTERS * (1 + (size_t)p->stride));
    if (!p->stream || !p->last || !p->filtered[0]) {
        png_abandon(p);
        return NULL;
    }
    for (uint32_t f = 0; f < FILTERS; f++) {
        p->filtered[f] = p->filtered[0] + f * (1 + (size_t)p->stride);
        p->filtered[f][0] = (uint8_t)f;
    }
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        p->crc_table[i] = c;
    }
    fwrite(signature, 1, sizeof signature, file);
    put_u32(header, width);
    put_u32(header + 4, height);
    header[8] = 8;                            // bits per sample
    header[9] = 2;                            // RGB
    header[10] = header[11] = header[12] = 0; // deflate, the five filters, not interlaced
    put_chunk(p, "IHDR", header, sizeof header);
    put_chunk(p, "sRGB", &perceptual, 1);
    put_byte(p, 0x78); // zlib: deflate, 32 KiB window
    put_byte(p, 0x9c);
    return p;
}

// Of left, above and above-left the one nearest to left + above - above-left.
static int paeth(int a, int b, int c)
{
    const int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

static void add_adler(png* p, const uint8_t* bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        const size_t end = count - i > ADLER_RUN ? i + ADLER_RUN : count;
        for (; i < end; i++) {
            p->adler_a += bytes[i];
            p->adler_b += p->adler_a;
        }
        p->adler_a %= 65521;
        p->adler_b %= 65521;
    }
}

void png_row(png* p, const uint8_t* rgb)
{
    uint64_t sums[FILTERS] = {0};
    uint32_t best = 0;
    for (uint32_t i = 0; i < p->stride; i++) {
        const int left = i < PIXEL ? 0 : rgb[i - PIXEL], above = p->last[i],
                  corner = i < PIXEL ? 0 : p->last[i - PIXEL];
        const int prediction[FILTERS] = {0, left, above, (left + above) / 2, paeth(left, above, corner)};
        for (uint32_t f = 0; f < FILTERS; f++) {
            const uint8_t residual = (uint8_t)(rgb[i] - prediction[f]);
            p->filtered[f][1 + i] = residual;
            sums[f] += residual < 128 ? residual : 256u - residual;
        }
    }
    for (uint32_t f = 1; f < FILTERS; f++)
        best = sums[f] < sums[best] ? f : best;
    add_adler(p, p->filtered[best], 1 + (size_t)p->stride);
    deflate_write(p->stream, p->filtered[best], 1 + (size_t)p->stride);
    memcpy(p->last, rgb, p->stride);
}

bool png_end(png* p)
{
    uint8_t adler[4];
    bool written;
    deflate_finish(p->stream);
    put_u32(adler, p->adler_b << 16 | p->adler_a);
    for (int i = 0; i < 4; i++)
        put_byte(p, adler[i]);
    if (p->used > 0)
        put_chunk(p, "IDAT", p->chunk, p->used);
    put_chunk(p, "IEND", NULL, 0);
    written = !ferror(p->file);
    png_abandon(p);
    return written;
}

void png_abandon(png* p)
{
    if (p) {
        deflate_destroy(p->stream);
        free(p->last);
        free(p->filtered[0]);
        free(p);
    }
}
