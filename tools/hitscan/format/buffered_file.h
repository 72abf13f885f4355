// Bytes on their way into a file: numbers and text of model files, written fast.
#ifndef TOOL_FORMAT_BUFFERED_FILE_H
#define TOOL_FORMAT_BUFFERED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { BUFFERED_FILE_BYTES = 1 << 16 };

typedef struct buffered_file {
    FILE* file;     ///< NULL: bytes are only counted
    uint64_t bytes; ///< so far
    size_t fill;
    char buffer[BUFFERED_FILE_BYTES];
} buffered_file;

/// Begin; with NULL, to count what would be written.
void buffered_begin(buffered_file* s, FILE* file);
/// Write what is left. The file keeps its errors, and is not closed.
void buffered_end(buffered_file* s);
/// False after the first error of the file: the rest need not be made.
bool buffered_ok(const buffered_file* s);

void buffered_bytes(buffered_file* s, const void* bytes, size_t count);
void buffered_text(buffered_file* s, const char* text);
void buffered_count(buffered_file* s, uint64_t value); ///< in decimal
void buffered_float(buffered_file* s, float value);    ///< the shortest text that reads back as the same
void buffered_char(buffered_file* s, char c);
// In binary, the least significant byte first, on any machine.
void buffered_u16(buffered_file* s, uint16_t value);
void buffered_u32(buffered_file* s, uint32_t value);
void buffered_f32(buffered_file* s, float value);

#endif
