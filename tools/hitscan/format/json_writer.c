// Writes JSON.
#include "format/json_writer.h"
#include "cli/text.h"
#include "format/json_messages.h"
#include "mesh_io/text/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static bool is_printed;

json_writer json_begin(FILE* file)
{
    json_writer j = {file, 0, {false}, false};
    return j;
}

void json_end(json_writer* j)
{
    assert(j->depth == 0);
    fputc('\n', j->file);
    is_printed = true;
}

bool json_is_printed(void)
{
    return is_printed;
}

// What stands before a value or a key.
static void separate(json_writer* j)
{
    if (j->after_key)
        j->after_key = false;
    else if (j->filled[j->depth])
        fputc(',', j->file);
    j->filled[j->depth] = true;
}

void json_open(json_writer* j, char bracket)
{
    separate(j);
    fputc(bracket, j->file);
    j->depth++;
    assert(j->depth < JSON_DEPTH_MAX);
    j->filled[j->depth] = false;
}

void json_close(json_writer* j, char bracket)
{
    assert(j->depth > 0);
    if (j->depth == 1 && bracket == '}')
        json_messages(j);
    j->depth--;
    fputc(bracket, j->file);
}

static void write_text(json_writer* j, const char* text)
{
    fputc('"', j->file);
    for (const unsigned char* p = (const unsigned char*)text; *p;) {
        const int length = utf8_length(p);
        if (length == 0)
            fputs("\\ufffd", j->file);
        else if (*p == '"' || *p == '\\')
            fprintf(j->file, "\\%c", *p);
        else if (*p < ' ' || *p == 0x7f)
            fprintf(j->file, "\\u%04x", *p);
        else
            fwrite(p, 1, (size_t)length, j->file);
        p += length > 0 ? length : 1;
    }
    fputc('"', j->file);
}

void json_key(json_writer* j, const char* key)
{
    separate(j);
    write_text(j, key);
    fputc(':', j->file);
    j->after_key = true;
}

void json_text(json_writer* j, const char* text)
{
    separate(j);
    write_text(j, text);
}

void json_number(json_writer* j, double value)
{
    char text[HIT_TEXT_NUMBER];
    separate(j);
    if (isfinite(value))
        fwrite(text, 1, hit_text_write_double(value, text), j->file);
    else
        fputs("null", j->file);
}

void json_float(json_writer* j, float value)
{
    char text[HIT_TEXT_NUMBER];
    separate(j);
    if (isfinite(value))
        fwrite(text, 1, hit_text_write_float(value, text), j->file);
    else
        fputs("null", j->file);
}

void json_count(json_writer* j, uint64_t value)
{
    separate(j);
    fprintf(j->file, "%llu", (unsigned long long)value);
}

void json_bool(json_writer* j, bool value)
{
    separate(j);
    fputs(value ? "true" : "false", j->file);
}

void json_null(json_writer* j)
{
    separate(j);
    fputs("null", j->file);
}

void json_text_of(json_writer* j, const char* key, const char* text)
{
    json_key(j, key);
    json_text(j, text);
}

void json_number_of(json_writer* j, const char* key, double value)
{
    json_key(j, key);
    json_number(j, value);
}

void json_float_of(json_writer* j, const char* key, float value)
{
    json_key(j, key);
    json_float(j, value);
}

void json_count_of(json_writer* j, const char* key, uint64_t value)
{
    json_key(j, key);
    json_count(j, value);
}

void json_bool_of(json_writer* j, const char* key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

void json_point_of(json_writer* j, const char* key, double x, double y, double z)
{
    json_key(j, key);
    json_open(j, '[');
    json_number(j, x);
    json_number(j, y);
    json_number(j, z);
    json_close(j, ']');
}
