// Bytes of a file, put together piece by piece.
#ifndef HITSCAN_TEST_MADE_FILE_H
#define HITSCAN_TEST_MADE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FILE_BUILDER_MAX = 1 << 14 };

typedef struct file_builder {
    char bytes[FILE_BUILDER_MAX];
    size_t size;
} file_builder;

// What does not fit is left out: files of tests are small.
static inline void file_builder_add(file_builder* f, const void* bytes, size_t size)
{
    if (size > FILE_BUILDER_MAX - f->size)
        return;
    memcpy(f->bytes + f->size, bytes, size);
    f->size += size;
}

static inline void file_builder_text(file_builder* f, const char* text)
{
    file_builder_add(f, text, strlen(text));
}

// The lowest `size` bytes of some bits.
static inline void file_builder_bits(file_builder* f, uint64_t bits, size_t size, bool big_endian)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)(bits >> 8 * (big_endian ? size - 1 - i : i));
        file_builder_add(f, &byte, 1);
    }
}

static inline void file_builder_float(file_builder* f, float value, bool big_endian)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    file_builder_bits(f, bits, sizeof bits, big_endian);
}

#endif
