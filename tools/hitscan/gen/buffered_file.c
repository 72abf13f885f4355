// A buffer before a file. What is larger than the buffer does not occur.
#include "gen/buffered_file.h"
#include "mesh_io/text/text.h"

#include <string.h>

enum { WORD_MAX = 64 }; // the longest number or piece that is put in without a check of its own

void buffered_begin(buffered_file* s, FILE* file)
{
    s->file = file;
    s->bytes = 0;
    s->fill = 0;
}

static void flush(buffered_file* s)
{
    if (s->file)
        fwrite(s->buffer, 1, s->fill, s->file); // ferror tells
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

static char* room(buffered_file* s)
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
    *room(s) = c;
    s->fill++;
}

void buffered_count(buffered_file* s, uint64_t value)
{
    char digits[20], *to = room(s);
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    for (size_t i = 0; i < count; i++)
        to[i] = digits[count - 1 - i];
    s->fill += count;
}

void buffered_float(buffered_file* s, float value)
{
    s->fill += hit_text_write_float(value, room(s));
}

void buffered_u16(buffered_file* s, uint16_t value)
{
    char* to = room(s);
    to[0] = (char)(value & 255);
    to[1] = (char)(value >> 8);
    s->fill += 2;
}

void buffered_u32(buffered_file* s, uint32_t value)
{
    char* to = room(s);
    for (int i = 0; i < 4; i++)
        to[i] = (char)(value >> 8 * i & 255);
    s->fill += 4;
}

void buffered_f32(buffered_file* s, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    buffered_u32(s, bits);
}
