// Bytes that grow, and whole numbers as text, two digits at a time.
#include "format/byte_buffer.h"

#include <stdlib.h>
#include <string.h>

bool byte_buffer_grow(byte_buffer* o, size_t more)
{
    const size_t need = o->used + more;
    const size_t size = need < 4096 ? 8192 : need + need / 2;
    char* bytes = size > more ? realloc(o->bytes, size) : NULL;
    if (!bytes) {
        o->failed = true;
        return false;
    }
    o->bytes = bytes;
    o->capacity = size;
    return true;
}

void byte_buffer_clear(byte_buffer* o, size_t keep)
{
    if (o->capacity > keep)
        byte_buffer_free(o);
    o->used = 0;
    o->failed = false;
}

void byte_buffer_free(byte_buffer* o)
{
    free(o->bytes);
    *o = (byte_buffer){0};
}

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
    "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
    "9899";

char* write_count(uint64_t value, char* to)
{
    char digits[20];
    size_t at = sizeof digits;
    while (value >= 100) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * value, 2);
    } else
        digits[--at] = (char)('0' + value);
    memcpy(to, digits + at, sizeof digits - at);
    return to + (sizeof digits - at);
}
