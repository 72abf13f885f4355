// A buffer before a file. What is larger than the buffer does not occur.
#include "gen/buffered_file.h"

#include <hitscan/text.h>
#include <string.h>

enum { WORD_MAX = 64 }; // the longest number or piece that is put in without a check of its own

void sink_begin(sink* s, FILE* file)
{
    s->file = file;
    s->bytes = 0;
    s->fill = 0;
}

static void flush(sink* s)
{
    if (s->file)
        fwrite(s->buffer, 1, s->fill, s->file); // ferror tells
    s->bytes += s->fill;
    s->fill = 0;
}

void sink_end(sink* s)
{
    flush(s);
}

bool sink_works(const sink* s)
{
    return !s->file || !ferror(s->file);
}

static char* room(sink* s)
{
    if (s->fill > SINK_BUFFER - WORD_MAX)
        flush(s);
    return s->buffer + s->fill;
}

void sink_bytes(sink* s, const void* bytes, size_t count)
{
    const char* from = bytes;
    while (count > 0) {
        const size_t free_bytes = SINK_BUFFER - s->fill, piece = count < free_bytes ? count : free_bytes;
        memcpy(s->buffer + s->fill, from, piece);
        s->fill += piece;
        from += piece;
        count -= piece;
        if (s->fill == SINK_BUFFER)
            flush(s);
    }
}

void sink_text(sink* s, const char* text)
{
    sink_bytes(s, text, strlen(text));
}

void sink_char(sink* s, char c)
{
    *room(s) = c;
    s->fill++;
}

void sink_count(sink* s, uint64_t value)
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

void sink_float(sink* s, float value)
{
    s->fill += hit_text_write_float(value, room(s));
}

void sink_u16(sink* s, uint16_t value)
{
    char* to = room(s);
    to[0] = (char)(value & 255);
    to[1] = (char)(value >> 8);
    s->fill += 2;
}

void sink_u32(sink* s, uint32_t value)
{
    char* to = room(s);
    for (int i = 0; i < 4; i++)
        to[i] = (char)(value >> 8 * i & 255);
    s->fill += 4;
}

void sink_f32(sink* s, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    sink_u32(s, bits);
}
