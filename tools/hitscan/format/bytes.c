// Buffers of bytes, and whole numbers as text, two digits at a time.
#include "format/bytes.h"
#include "mesh_io/text/text.h"

#include <stdlib.h>
#include <string.h>

// ---- A buffer that grows --------------------------------------------------------------------------------------------

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

// ---- A buffer before a file -----------------------------------------------------------------------------------------

enum { WORD_MAX = 64 }; // the longest number or word that is put in without a check of its own

void buffered_begin(buffered_file* s, FILE* file)
{
    s->file = file;
    s->bytes = 0;
    s->fill = 0;
}

static void flush(buffered_file* s)
{
    if (s->file)
        fwrite(s->buffer, 1, s->fill, s->file); // ferror knows
    s->bytes += s->fill;
    s->fill = 0;
}

void buffered_end(buffered_file* s)
{
    flush(s);
}

bool buffered_ok(const buffered_file* s)
{
    return !s->file || !ferror(s->file);
}

// Where the next bytes go, at most WORD_MAX of them.
static char* reserve(buffered_file* s)
{
    if (s->fill > BUFFERED_FILE_BYTES - WORD_MAX)
        flush(s);
    return s->buffer + s->fill;
}

void buffered_bytes(buffered_file* s, const void* bytes, size_t count)
{
    const char* from = bytes;
    while (count > 0) {
        const size_t free_bytes = BUFFERED_FILE_BYTES - s->fill, piece = count < free_bytes ? count : free_bytes;
        memcpy(s->buffer + s->fill, from, piece);
        s->fill += piece;
        from += piece;
        count -= piece;
        if (s->fill == BUFFERED_FILE_BYTES)
            flush(s);
    }
}

void buffered_text(buffered_file* s, const char* text)
{
    buffered_bytes(s, text, strlen(text));
}

void buffered_char(buffered_file* s, char c)
{
    *reserve(s) = c;
    s->fill++;
}

void buffered_count(buffered_file* s, uint64_t value)
{
    char* to = reserve(s);
    s->fill += (size_t)(write_count(value, to) - to);
}

void buffered_float(buffered_file* s, float value)
{
    char* to = reserve(s); // which may empty the buffer
    s->fill += hit_text_write_float(value, to);
}

void buffered_u16(buffered_file* s, uint16_t value)
{
    put_u16(reserve(s), value);
    s->fill += 2;
}

void buffered_u32(buffered_file* s, uint32_t value)
{
    put_u32(reserve(s), value);
    s->fill += 4;
}

void buffered_f32(buffered_file* s, float value)
{
    put_f32(reserve(s), value);
    s->fill += 4;
}
