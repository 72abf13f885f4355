// Bytes that grow.
#ifndef TOOL_FORMAT_BYTE_BUFFER_H
#define TOOL_FORMAT_BYTE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
