// The bytes of files: numbers as little-endian bytes, a buffer that grows, and a buffer before a file.
#ifndef TOOL_FORMAT_BYTES_H
#define TOOL_FORMAT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- Numbers --------------------------------------------------------------------------------------------------------

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double double_from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Each returns one past the bytes that it wrote.

static inline char* put_u16(char* to, uint16_t value)
{
    to[0] = (char)(value & 255);
    to[1] = (char)(value >> 8);
    return to + 2;
}

static inline char* put_u32(char* to, uint32_t value)
{
    to[0] = (char)(value & 255);
    to[1] = (char)(value >> 8 & 255);
    to[2] = (char)(value >> 16 & 255);
    to[3] = (char)(value >> 24);
    return to + 4;
}

static inline char* put_u64(char* to, uint64_t value)
{
    return put_u32(put_u32(to, (uint32_t)value), (uint32_t)(value >> 32));
}

static inline char* put_f32(char* to, float value)
{
    return put_u32(to, float_bits(value));
}

static inline char* put_f64(char* to, double value)
{
    return put_u64(to, double_bits(value));
}

// ---- A buffer that grows --------------------------------------------------------------------------------------------

typedef struct byte_buffer {
    char* bytes;
    size_t used, capacity;
    bool failed; ///< memory was short: what is there ends before that
} byte_buffer;

/// Make room for so many more bytes. False when memory is short, from then on always.
bool byte_buffer_grow(byte_buffer* o, size_t more);

/// Where to write the next bytes, with room for `more` of them, or NULL when memory is short; then move `used` on.
static inline char* byte_buffer_reserve(byte_buffer* o, size_t more)
{
    return !o->failed && (o->capacity - o->used >= more || byte_buffer_grow(o, more)) ? o->bytes + o->used : NULL;
}

/// Empty it, and give back what is more than `keep` bytes.
void byte_buffer_clear(byte_buffer* o, size_t keep);
void byte_buffer_free(byte_buffer* o);

/// Write a whole number; room for 20 characters. Returns one past it.
char* write_count(uint64_t value, char* to);

// ---- A buffer before a file -----------------------------------------------------------------------------------------

enum { BUFFERED_FILE_BYTES = 1 << 16 };

typedef struct buffered_file {
    FILE* file;     ///< NULL: bytes are only counted
    uint64_t bytes; ///< so far
    size_t fill;
    char buffer[BUFFERED_FILE_BYTES];
} buffered_file;

/// Begin; with NULL, to count what would be written.
void buffered_begin(buffered_file* s, FILE* file);
/// Write what is left. The file keeps its errors, and is not closed.
void buffered_end(buffered_file* s);
/// False after the first error of the file: the rest need not be made.
bool buffered_ok(const buffered_file* s);

void buffered_bytes(buffered_file* s, const void* bytes, size_t count);
void buffered_text(buffered_file* s, const char* text);
void buffered_count(buffered_file* s, uint64_t value); ///< in decimal
void buffered_float(buffered_file* s, float value);    ///< the shortest text that reads back as the same
void buffered_char(buffered_file* s, char c);
// In binary, the least significant byte first, on any machine.
void buffered_u16(buffered_file* s, uint16_t value);
void buffered_u32(buffered_file* s, uint32_t value);
void buffered_f32(buffered_file* s, float value);

#endif
