// Rays from lines of text, and what is common to pieces of all formats.
//
// A line ends with \n or at the end of the text; a \r before that belongs to the end. What is a row is decided by
// line_is_row alone, so that those who only count rows and those who read them agree.
#include "cast/rays/rays.h"

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

bool row_is_broken(ray_piece* piece, const char* why, ...)
{
    if (piece->broken_count < BROKEN_TOLD) {
        broken_row* broken = &piece->broken[piece->broken_count];
        va_list list;
        va_start(list, why);
        vsnprintf(broken->why, sizeof broken->why, why, list);
        va_end(list);
        broken->row = piece->row_count;
        broken->line = piece->line_count;
    }
    piece->broken_count++;
    return false;
}

const char* shown_text(const char* begin, const char* end, char text[32])
{
    enum { MOST = 28 };
    size_t length = (size_t)(end - begin);
    const bool cut = length > MOST;
    length = cut ? MOST : length;
    for (size_t i = 0; i < length; i++)
        text[i] = begin[i] >= ' ' && begin[i] <= '~' ? begin[i] : '?';
    for (int i = 0; cut && i < 3; i++)
        text[length++] = '.';
    text[length] = '\0';
    return text;
}

static void read_lines(const ray_encoding* e, ray_piece* piece)
{
    const char* at = piece->begin;
    while (at < piece->end) {
        const char* stop = end_of_line(at, piece->end);
        const char* end = stop > at && stop[-1] == '\r' ? stop - 1 : stop;
        piece->line_count++;
        if (line_is_row(at, stop, e->format)) {
            bool good;
            if (stop - at > LINE_MOST)
                good = row_is_broken(piece, "a line of more than %d bytes", LINE_MOST);
            else
                good = (e->format == FORMAT_CSV ? csv_read_row : ndjson_read_row)(e, piece, at, end);
            if (good)
                piece->rows[piece->count++] = piece->row_count;
            piece->row_count++;
        }
        at = stop < piece->end ? stop + 1 : piece->end;
    }
}

size_t ray_record_bytes(const ray_encoding* e)
{
    const size_t number = e->kind == NUMBER_F8 || e->kind == NUMBER_F8_BIG ? 8 : 4;
    return format_is_text(e->format) ? 0 : number * e->numbers;
}

void ray_piece_read(const ray_encoding* e, ray_piece* piece)
{
    piece->count = piece->row_count = piece->line_count = piece->broken_count = 0;
    if (format_is_text(e->format))
        read_lines(e, piece);
    else
        ray_records_read(e, piece);
}
