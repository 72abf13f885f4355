// Bytes on their way into a file: numbers and text of model files, written fast.
#ifndef TOOL_GEN_SINK_H
#define TOOL_GEN_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SINK_BUFFER = 1 << 16 };

typedef struct sink {
    FILE* file;     ///< NULL: bytes are only counted
    uint64_t bytes; ///< so far
    size_t fill;
    char buffer[SINK_BUFFER];
} sink;

/// Begin; with NULL, to count what would be written.
void sink_begin(sink* s, FILE* file);
/// Write what is left. The file keeps its errors, and is not closed.
void sink_end(sink* s);
/// False after the first error of the file: the rest need not be made.
bool sink_works(const sink* s);

void sink_bytes(sink* s, const void* bytes, size_t count);
void sink_text(sink* s, const char* text);
void sink_count(sink* s, uint64_t value); ///< in decimal
void sink_float(sink* s, float value);    ///< the shortest text that reads back as the same
void sink_char(sink* s, char c);
// In binary, the least significant byte first, on any machine.
void sink_u16(sink* s, uint16_t value);
void sink_u32(sink* s, uint32_t value);
void sink_f32(sink* s, float value);

#endif
