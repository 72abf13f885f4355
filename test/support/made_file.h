// Bytes of a file, put together piece by piece.
#ifndef HITSCAN_TEST_MADE_FILE_H
#define HITSCAN_TEST_MADE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MADE_FILE_MOST = 1 << 14 };

typedef struct made_file {
    char bytes[MADE_FILE_MOST];
    size_t size;
} made_file;

// What does not fit is left out: files of tests are small.
static inline void made_file_add(made_file* f, const void* bytes, size_t size)
{
    if (size > MADE_FILE_MOST - f->size)
        return;
    memcpy(f->bytes + f->size, bytes, size);
    f->size += size;
}

static inline void made_file_text(made_file* f, const char* text)
{
    made_file_add(f, text, strlen(text));
}

// The lowest `size` bytes of some bits.
static inline void made_file_bits(made_file* f, uint64_t bits, size_t size, bool big_endian)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)(bits >> 8 * (big_endian ? size - 1 - i : i));
        made_file_add(f, &byte, 1);
    }
}

static inline void made_file_float(made_file* f, float value, bool big_endian)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    made_file_bits(f, bits, sizeof bits, big_endian);
}

#endif
