// The values of a PLY, one by one: the same calls for text and for both byte orders.
//
// Text is read as words between spaces, and where lines end does not matter; but where a line has more values than its
// row, or ends before a list, the lines are counted. When there are as many as rows, each row is taken to be a line:
// what is more is left out, a list that is missing is empty, and a note says so. Files like that exist, and other
// programs read them line by line.
//
// Nothing is read behind the end of the file, and a list's count is compared with what is left before anything is done
// with it.
#include "mesh_io/ply/ply.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { QUOTED = 40 };

hit_status hit_ply_fail(ply_cursor* cursor, hit_status status, const char* at, const char* format, ...)
{
    char message[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (cursor->encoding == PLY_TEXT)
        return hit_loader_fail_text(cursor->loader, status, at, "%s", message);
    return hit_loader_fail(cursor->loader, status, (uint64_t)(at - cursor->loader->bytes), "%s", message);
}

static hit_status fail_end(ply_cursor* cursor)
{
    return hit_ply_fail(cursor, HIT_ERROR_FORMAT, cursor->end,
                        "the file ends before what its header promises; it was cut off: fetch or export it again");
}

// ---- Text -----------------------------------------------------------------------------------------------------------

// Go to the next word; false at the end.
static bool find_word(ply_cursor* cursor)
{
    while (cursor->at < cursor->end && is_space(*cursor->at))
        cursor->at++;
    return cursor->at < cursor->end;
}

static hit_status fail_number(ply_cursor* cursor, const char* what)
{
    const int length = printable_length(cursor->at, cursor->end, QUOTED);
    return hit_ply_fail(cursor, HIT_ERROR_FORMAT, cursor->at, "expected %s, found \"%.*s\"", what, length, cursor->at);
}

// True when a word ends here.
static bool ends(const ply_cursor* cursor, const char* at)
{
    return at == cursor->end || is_space(*at);
}

// A whole number that is written as another one, as in "3.0".
static hit_status read_whole(ply_cursor* cursor, int64_t* value)
{
    double number;
    const char* after = hit_text_read_double(cursor->at, cursor->end, &number);
    if (after == NULL || !ends(cursor, after) || !(number > -0x1p53 && number < 0x1p53) ||
        number != (double)(int64_t)number)
        return fail_number(cursor, "an integer");
    *value = (int64_t)number;
    cursor->at = after;
    return HIT_OK;
}

static hit_status read_text_integer(ply_cursor* cursor, int64_t* value)
{
    const char* p;
    bool negative;
    int64_t n = 0;
    if (!find_word(cursor))
        return fail_end(cursor);
    p = cursor->at;
    negative = *p == '-';
    p += *p == '-' || *p == '+';
    if (ends(cursor, p))
        return fail_number(cursor, "an integer");
    for (; !ends(cursor, p); p++) {
        if (!is_digit(*p) || n > INT64_MAX / 10 - 1)
            return read_whole(cursor, value);
        n = 10 * n + (*p - '0');
    }
    *value = negative ? -n : n;
    cursor->at = p;
    return HIT_OK;
}

static hit_status read_text_double(ply_cursor* cursor, double* value)
{
    const char* after;
    if (!find_word(cursor))
        return fail_end(cursor);
    after = hit_text_read_double(cursor->at, cursor->end, value);
    if (after == NULL || !ends(cursor, after))
        return fail_number(cursor, "a number");
    cursor->at = after;
    return HIT_OK;
}

static hit_status read_text_float(ply_cursor* cursor, float* value)
{
    const char* after;
    if (!find_word(cursor))
        return fail_end(cursor);
    after = hit_text_read_float(cursor->at, cursor->end, value);
    if (after == NULL || !ends(cursor, after))
        return fail_number(cursor, "a number");
    cursor->at = after;
    return HIT_OK;
}

// ---- Lines of text --------------------------------------------------------------------------------------------------

static void skip_line(ply_cursor* cursor)
{
    while (cursor->at < cursor->end && !is_line_end(*cursor->at))
        cursor->at++;
}

// The lines of the body that are not blank.
static uint64_t count_lines(ply_cursor cursor)
{
    uint64_t lines = 0;
    for (cursor.at = cursor.body; find_word(&cursor); lines++)
        skip_line(&cursor);
    return lines;
}

// True, and at its end, where nothing more is in the line.
static bool at_line_end(ply_cursor* cursor)
{
    while (cursor->at < cursor->end && is_blank(*cursor->at))
        cursor->at++;
    return cursor->at == cursor->end || is_line_end(*cursor->at);
}

ply_cursor hit_ply_begin(hit_loader* loader, const ply_header* header)
{
    const bool text = header->encoding == PLY_TEXT;
    const char* end = loader->bytes + loader->size;
    ply_cursor cursor = {.loader = loader, .encoding = header->encoding, .at = header->body, .body = header->body};
    cursor.end = text ? trim_text_end(header->body, end) : end;
    for (uint32_t e = 0; e < header->element_count; e++)
        if (header->elements[e].property_count > 0)
            cursor.rows = header->elements[e].count > UINT64_MAX - cursor.rows
                              ? UINT64_MAX
                              : cursor.rows + header->elements[e].count;
    if (text)
        (void)find_word(&cursor);
    cursor.row = cursor.at;
    return cursor;
}

void hit_ply_end_row(ply_cursor* cursor)
{
    if (cursor->encoding != PLY_TEXT)
        return;
    if (!at_line_end(cursor)) {
        if (cursor->lines == 0)
            cursor->lines = count_lines(*cursor);
        // A row that began in a line before this one has none of its own.
        if (cursor->lines >= cursor->rows && !has_line_end(cursor->row, cursor->at)) {
            cursor->first_long = cursor->first_long != NULL ? cursor->first_long : cursor->at;
            skip_line(cursor);
        }
    }
    (void)find_word(cursor); // so that a row does not begin at a line's end
    cursor->row = cursor->at;
}

bool hit_ply_list_is_missing(ply_cursor* cursor)
{
    if (cursor->encoding != PLY_TEXT || !at_line_end(cursor))
        return false;
    if (cursor->lines == 0)
        cursor->lines = count_lines(*cursor);
    if (cursor->lines != cursor->rows)
        return false;
    cursor->first_short = cursor->first_short != NULL ? cursor->first_short : cursor->at;
    return true;
}

static uint64_t line_of(const hit_loader* loader, const char* at)
{
    uint64_t line = 1;
    for (const char* p = loader->bytes; p < at; p++)
        line += *p == '\n' || (*p == '\r' && (p + 1 == at || p[1] != '\n'));
    return line;
}

hit_status hit_ply_note_lines(const ply_cursor* cursor)
{
    hit_status status = HIT_OK;
    if (cursor->first_long != NULL)
        status = hit_loader_note(cursor->loader,
                                 "values that the header does not tell of were left out, first in line %" PRIu64,
                                 line_of(cursor->loader, cursor->first_long));
    if (cursor->first_short != NULL && status == HIT_OK)
        status = hit_loader_note(cursor->loader, "lists that lines end before are empty, first in line %" PRIu64,
                                 line_of(cursor->loader, cursor->first_short));
    return status;
}

// ---- Binary ---------------------------------------------------------------------------------------------------------

// The bits of the next value.
static hit_status read_bits(ply_cursor* cursor, ply_type type, uint64_t* bits)
{
    const size_t size = hit_ply_size(type);
    HIT_ASSERT(cursor->at <= cursor->end && size > 0);
    if ((size_t)(cursor->end - cursor->at) < size)
        return fail_end(cursor);
    *bits = hit_ply_bits(cursor->at, size, cursor->encoding == PLY_BIG_ENDIAN);
    cursor->at += size;
    return HIT_OK;
}

static int64_t integer_of(ply_type type, uint64_t bits)
{
    // Signed ones: what is 2^(n-1) or more is negative.
    if (type == PLY_INT8)
        return bits < 0x80 ? (int64_t)bits : (int64_t)bits - 0x100;
    if (type == PLY_INT16)
        return bits < 0x8000 ? (int64_t)bits : (int64_t)bits - 0x10000;
    if (type == PLY_INT32)
        return bits < 0x80000000 ? (int64_t)bits : (int64_t)bits - 0x100000000;
    return (int64_t)bits;
}

float hit_ply_float_of(ply_type type, uint64_t bits)
{
    if (type == PLY_FLOAT32) {
        const uint32_t narrow = (uint32_t)bits;
        float f;
        memcpy(&f, &narrow, sizeof f);
        return f;
    }
    if (type == PLY_FLOAT64) {
        double d;
        memcpy(&d, &bits, sizeof d);
        return (float)d;
    }
    return (float)integer_of(type, bits);
}

double hit_ply_double_of(ply_type type, uint64_t bits)
{
    double d;
    if (type == PLY_FLOAT32)
        return (double)hit_ply_float_of(type, bits);
    if (type != PLY_FLOAT64)
        return (double)integer_of(type, bits);
    memcpy(&d, &bits, sizeof d);
    return d;
}

// ---- Either ---------------------------------------------------------------------------------------------------------

hit_status hit_ply_read_integer(ply_cursor* cursor, ply_type type, int64_t* value)
{
    uint64_t bits = 0;
    hit_status status;
    if (cursor->encoding == PLY_TEXT)
        return read_text_integer(cursor, value);
    status = read_bits(cursor, type, &bits);
    if (status == HIT_OK)
        *value = integer_of(type, bits);
    return status;
}

hit_status hit_ply_read_float(ply_cursor* cursor, ply_type type, float* value)
{
    uint64_t bits = 0;
    hit_status status;
    if (cursor->encoding == PLY_TEXT)
        return read_text_float(cursor, value);
    status = read_bits(cursor, type, &bits);
    if (status == HIT_OK)
        *value = hit_ply_float_of(type, bits);
    return status;
}

hit_status hit_ply_read_double(ply_cursor* cursor, ply_type type, double* value)
{
    uint64_t bits = 0;
    hit_status status;
    if (cursor->encoding == PLY_TEXT)
        return read_text_double(cursor, value);
    status = read_bits(cursor, type, &bits);
    if (status == HIT_OK)
        *value = hit_ply_double_of(type, bits);
    return status;
}

hit_status hit_ply_read_count(ply_cursor* cursor, const ply_property* property, uint64_t* count)
{
    int64_t n = 0;
    const hit_status status = hit_ply_read_integer(cursor, property->count, &n);
    const size_t left = (size_t)(cursor->end - cursor->at);
    // In text each value is a digit and a space before it.
    const uint64_t most = cursor->encoding == PLY_TEXT ? left / 2 : left / hit_ply_size(property->type);
    if (status != HIT_OK)
        return status;
    if (n < 0)
        return hit_ply_fail(cursor, HIT_ERROR_FORMAT, cursor->at, "a list of %" PRId64 " values", n);
    if ((uint64_t)n > most)
        return hit_ply_fail(cursor, HIT_ERROR_FORMAT, cursor->at,
                            "a list of %" PRId64 " values where the file has room for %" PRIu64
                            "; it was cut off, or its header does not fit its data",
                            n, most);
    *count = (uint64_t)n;
    return HIT_OK;
}

hit_status hit_ply_skip_values(ply_cursor* cursor, ply_type type, uint64_t count)
{
    if (cursor->encoding != PLY_TEXT) {
        if (count > (size_t)(cursor->end - cursor->at) / hit_ply_size(type))
            return fail_end(cursor);
        cursor->at += (size_t)count * hit_ply_size(type);
        return HIT_OK;
    }
    for (; count > 0; count--) {
        if (!find_word(cursor))
            return fail_end(cursor);
        while (!ends(cursor, cursor->at))
            cursor->at++;
    }
    return HIT_OK;
}

hit_status hit_ply_skip_property(ply_cursor* cursor, const ply_property* property)
{
    uint64_t count = property->count == PLY_NONE;
    if (property->count != PLY_NONE) {
        const hit_status status =
            hit_ply_list_is_missing(cursor) ? HIT_OK : hit_ply_read_count(cursor, property, &count);
        if (status != HIT_OK)
            return status;
    }
    return hit_ply_skip_values(cursor, property->type, count);
}
