// A table for people: columns as wide as their widest cell, numbers to the right, a head that is dim on a terminal.
//
// Cells are collected and printed together. On stdout only; colours when that is a terminal and NO_COLOR is not set.
#ifndef TOOL_CLI_TABLE_H
#define TOOL_CLI_TABLE_H

#include "cli/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct table table;

/// A table with these columns; a name that begins with '>' is a column of numbers, set to the right. `columns` ends
/// with NULL. NULL when memory is short; all calls take that, and table_print reports it.
table* table_create(const char* const* columns);

/// The next cell, row by row, made printable.
void table_text(table* t, const char* text);
void table_format(table* t, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void table_count(table* t, uint64_t value); ///< in groups of three digits: 1,234,567
void table_number(table* t, double value);  ///< six digits at most

/// Print and free it. False, after a message, when memory was short; then nothing is printed.
bool table_print(table* t);

/// True when stdout is a terminal that may have colours.
bool stdout_has_colour(void);

#endif
