// Prints tables. Cells are kept one after the other in one growing block of text, each ended by a zero.
//
// Names come from files, so cells are made safe for terminals: no control character gets through, what is no UTF-8 is
// replaced, and what is very long loses its middle, since long names tend to differ at their ends.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // isatty, fileno
#endif
#include "cli/table.h"
#include "cli/verb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

enum {
    COLUMNS_MAX = 16,
    CELL_MAX = 512,
    FIRST_CAPACITY = 4096,
    TEXT_COLUMNS = 48,     // how wide a cell may be
    TEXT_HEAD_COLUMNS = 28 // of one that is wider, how much of its beginning is shown
};

struct table {
    const char* const* columns;
    int column_count;
    char* cells;
    size_t size, capacity;
    size_t cell_count;
    int width[COLUMNS_MAX];
    bool failed;
};

bool stdout_has_colour(void)
{
    const char* no = getenv("NO_COLOR");
    const char* terminal = getenv("TERM");
    if ((no && *no) || (terminal && strcmp(terminal, "dumb") == 0))
        return false;
#if defined(_WIN32)
    return false;
#else
    return isatty(fileno(stdout)) == 1;
#endif
}

// ---- Characters -----------------------------------------------------------------------------------------------------

// Read one character of UTF-8, and move on to the next. 0xfffd for what is none, and for control characters.
static uint32_t next_character(const char** text)
{
    static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000}; // shorter forms of the same are no UTF-8
    const unsigned char* p = (const unsigned char*)*text;
    const int more = p[0] < 0x80             ? 0
                     : (p[0] & 0xe0) == 0xc0 ? 1
                     : (p[0] & 0xf0) == 0xe0 ? 2
                     : (p[0] & 0xf8) == 0xf0 ? 3
                                             : -1;
    uint32_t c = more <= 0 ? p[0] : p[0] & (0x3fu >> more);
    ++*text;
    if (more < 0)
        return 0xfffd;
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0xfffd;
        c = c << 6 | (p[i] & 0x3fu);
    }
    *text += more;
    if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0xfffd;
    return c;
}

// How many columns a character takes: none for combining marks, two for those of East Asia and for emoji.
static int character_width(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        int width;
    } ranges[] = {{0x300, 0x36f, 0},     {0x1100, 0x115f, 2},  {0x200b, 0x200f, 0}, {0x20d0, 0x20ff, 0},
                  {0x2e80, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},  {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0},
                  {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},  {0xffe0, 0xffe6, 2}, {0x1f300, 0x1f64f, 2},
                  {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && c >= ranges[i].first; i++)
        if (c <= ranges[i].last)
            return ranges[i].width;
    return 1;
}

int text_width(const char* text)
{
    int width = 0;
    while (*text)
        width += character_width(next_character(&text));
    return width;
}

// The first place in `text` behind which at most so many columns follow.
static const char* tail_of(const char* text, int columns)
{
    int width = text_width(text);
    while (width > columns)
        width -= character_width(next_character(&text));
    return text;
}

const char* printable(const char* text, char* clean, size_t size)
{
    static const char dots[] = "...", unknown[] = "\xef\xbf\xbd";
    const char* tail =
        text_width(text) > TEXT_COLUMNS ? tail_of(text, TEXT_COLUMNS - TEXT_HEAD_COLUMNS - (int)sizeof dots + 1) : NULL;
    size_t used = 0;
    int width = 0;
    while (*text) {
        const char* from = text;
        const uint32_t c = next_character(&text);
        size_t length = (size_t)(text - from);
        if (tail && width + character_width(c) > TEXT_HEAD_COLUMNS) {
            from = dots;
            length = sizeof dots - 1;
            text = tail;
            tail = NULL;
        } else if (c == 0xfffd) {
            from = unknown;
            length = sizeof unknown - 1;
        }
        width += character_width(c);
        if (used + length + 1 > size)
            break;
        memcpy(clean + used, from, length);
        used += length;
    }
    clean[used] = '\0';
    return clean;
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

table* table_create(const char* const* columns)
{
    table* t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->columns = columns;
    for (; t->column_count < COLUMNS_MAX && columns[t->column_count]; t->column_count++) {
        const char* name = columns[t->column_count];
        t->width[t->column_count] = text_width(*name == '>' ? name + 1 : name);
    }
    return t;
}

void table_text(table* t, const char* text)
{
    char clean[CELL_MAX];
    const size_t length = strlen(printable(text, clean, sizeof clean)) + 1;
    int column, width;
    if (!t || t->failed)
        return;
    if (t->size + length > t->capacity) {
        const size_t capacity = 2 * t->capacity + length + FIRST_CAPACITY;
        char* cells = realloc(t->cells, capacity);
        if (!cells) {
            t->failed = true;
            return;
        }
        t->cells = cells;
        t->capacity = capacity;
    }
    memcpy(t->cells + t->size, clean, length);
    t->size += length;
    column = (int)(t->cell_count++ % (size_t)t->column_count);
    width = text_width(clean);
    if (width > t->width[column])
        t->width[column] = width;
}

void table_format(table* t, const char* format, ...)
{
    char text[CELL_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    table_text(t, text);
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

const char* format_grouped(uint64_t value, char text[32])
{
    char digits[24];
    const int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    char* p = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            *p++ = ',';
        *p++ = digits[i];
    }
    *p = '\0';
    return text;
}

void table_count(table* t, uint64_t value)
{
    char text[32];
    table_text(t, format_grouped(value, text));
}

void table_number(table* t, double value)
{
    table_format(t, "%.6g", value);
}

// ---- Printing -------------------------------------------------------------------------------------------------------

static void print_cell(const table* t, int column, const char* text)
{
    const int gap = t->width[column] - text_width(text);
    const bool right = *t->columns[column] == '>';
    const bool last = column + 1 == t->column_count;
    printf("%*s%s%*s%s", right ? gap : 0, "", text, right || last ? 0 : gap, "", last ? "\n" : "  ");
}

bool table_print(table* t)
{
    const char* cell;
    bool good;
    if (!t || t->failed) {
        print_error("out of memory");
        if (t)
            free(t->cells);
        free(t);
        return false;
    }
    if (stdout_has_colour())
        printf("\033[2m");
    for (int i = 0; i < t->column_count; i++)
        print_cell(t, i, *t->columns[i] == '>' ? t->columns[i] + 1 : t->columns[i]);
    if (stdout_has_colour())
        printf("\033[0m");
    cell = t->cells;
    for (size_t i = 0; i < t->cell_count; i++) {
        print_cell(t, (int)(i % (size_t)t->column_count), cell);
        cell += strlen(cell) + 1;
    }
    good = t->cell_count % (size_t)t->column_count == 0;
    free(t->cells);
    free(t);
    return good;
}
