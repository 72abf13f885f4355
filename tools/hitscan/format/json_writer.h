// Writes JSON to a file, one value after the other, with commas where they belong.
//
// Numbers are the shortest that read back as the same; NaN and infinities, which JSON has not, become null. Text is
// escaped, and what is no UTF-8 replaced. Nothing is indented: one line per document, ended by json_end.
#ifndef TOOL_FORMAT_JSON_WRITER_H
#define TOOL_FORMAT_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 16 };

typedef struct json_writer {
    FILE* file;
    int depth;
    bool filled[JSON_DEPTH_MAX]; ///< the object or array at this depth has something in it
    bool after_key;
} json_writer;

json_writer json_begin(FILE* file);
/// End the document with a line end. All objects and arrays must be closed.
void json_end(json_writer* j);
/// True when a document was ended, whichever.
bool json_is_printed(void);

void json_open(json_writer* j, char bracket);  ///< '{' or '['
void json_close(json_writer* j, char bracket); ///< '}' or ']'; an outermost object gets the messages first
void json_key(json_writer* j, const char* key);

void json_text(json_writer* j, const char* text);
void json_number(json_writer* j, double value);
void json_float(json_writer* j, float value); ///< as short as a float allows
void json_count(json_writer* j, uint64_t value);
void json_bool(json_writer* j, bool value);
void json_null(json_writer* j);

// A key and its value.
void json_text_of(json_writer* j, const char* key, const char* text);
void json_number_of(json_writer* j, const char* key, double value);
void json_float_of(json_writer* j, const char* key, float value);
void json_count_of(json_writer* j, const char* key, uint64_t value);
void json_bool_of(json_writer* j, const char* key, bool value);
/// [x, y, z]
void json_point_of(json_writer* j, const char* key, double x, double y, double z);

#endif
