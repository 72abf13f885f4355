// Rays from lines of text, and what is common to batches of all formats.
//
// A line ends with \n or at the end of the text; a \r before that belongs to the end. What is a row is decided by
// line_is_row alone, so that counting rows and reading them agree.
#include "cast/rays/rays.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char* end_of_line(const char* at, const char* end)
{
    const char* stop = memchr(at, '\n', (size_t)(end - at));
    return stop ? stop : end;
}

void count_rows(const char* begin, const char* end, file_format format, uint64_t* lines, uint64_t* rows)
{
    while (begin < end) {
        const char* stop = end_of_line(begin, end);
        ++*lines;
        *rows += line_is_row(begin, stop, format);
        begin = stop < end ? stop + 1 : end;
    }
}

bool reject_row(ray_batch* batch, const char* why, ...)
{
    if (batch->broken_count < BROKEN_REPORTED) {
        broken_row* broken = &batch->broken[batch->broken_count];
        va_list list;
        va_start(list, why);
        vsnprintf(broken->why, sizeof broken->why, why, list);
        va_end(list);
        broken->row = batch->row_count;
        broken->line = batch->line_count;
    }
    batch->broken_count++;
    return false;
}

const char* excerpt(const char* begin, const char* end, char text[32])
{
    enum { EXCERPT_MAX = 28 };
    size_t length = (size_t)(end - begin);
    assert(begin <= end);
    const bool truncated = length > EXCERPT_MAX;
    length = truncated ? EXCERPT_MAX : length;
    for (size_t i = 0; i < length; i++)
        text[i] = begin[i] >= ' ' && begin[i] <= '~' ? begin[i] : '?';
    for (int i = 0; truncated && i < 3; i++)
        text[length++] = '.';
    text[length] = '\0';
    return text;
}

static void read_lines(const ray_encoding* e, ray_batch* batch)
{
    const char* at = batch->begin;
    while (at < batch->end) {
        const char* stop = end_of_line(at, batch->end);
        const char* end = stop > at && stop[-1] == '\r' ? stop - 1 : stop;
        batch->line_count++;
        if (line_is_row(at, stop, e->format)) {
            bool good;
            assert(batch->count < BATCH_RAYS); // a ray has 12 bytes or more
            if (stop - at > LINE_MAX_BYTES)
                good = reject_row(batch, "a line of more than %d bytes", LINE_MAX_BYTES);
            else
                good = (e->format == FORMAT_CSV ? csv_read_row : ndjson_read_row)(e, batch, at, end);
            if (good)
                batch->rows[batch->count++] = batch->row_count;
            batch->row_count++;
        }
        at = stop < batch->end ? stop + 1 : batch->end;
    }
}

size_t ray_record_bytes(const ray_encoding* e)
{
    const size_t number = e->kind == NUMBER_F8 || e->kind == NUMBER_F8_BIG ? 8 : 4;
    return format_is_text(e->format) ? 0 : number * e->numbers;
}

void ray_batch_read(const ray_encoding* e, ray_batch* batch)
{
    batch->count = batch->row_count = batch->line_count = batch->broken_count = 0;
    if (format_is_text(e->format))
        read_lines(e, batch);
    else
        ray_records_read(e, batch);
}
