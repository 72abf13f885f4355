// Prints tables. Cells are kept one after the other in one growing block of text, each ended by a zero.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // isatty, fileno
#endif
#include "base/table.h"
#include "base/verb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

enum { COLUMNS_MAX = 16, CELL_MAX = 512, FIRST_ROOM = 4096 };

struct table {
    const char* const* columns;
    int column_count;
    char* cells;
    size_t size, room;
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

int text_width(const char* text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80; // not a byte that continues a character
    return width;
}

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
    const size_t length = strlen(text) + 1;
    int column, width;
    if (!t || t->failed)
        return;
    if (t->size + length > t->room) {
        const size_t room = 2 * t->room + length + FIRST_ROOM;
        char* cells = realloc(t->cells, room);
        if (!cells) {
            t->failed = true;
            return;
        }
        t->cells = cells;
        t->room = room;
    }
    memcpy(t->cells + t->size, text, length);
    t->size += length;
    column = (int)(t->cell_count++ % (size_t)t->column_count);
    width = text_width(text);
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

const char* grouped(uint64_t value, char text[32])
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
    table_text(t, grouped(value, text));
}

void table_number(table* t, double value)
{
    table_format(t, "%.6g", value);
}

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
        complain("out of memory");
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
