// Prints tables. Cells are kept one after the other in one growing block of text, each ended by a zero.
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

enum { COLUMNS_MAX = 16, CELL_MAX = 512, FIRST_CAPACITY = 4096 };

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
