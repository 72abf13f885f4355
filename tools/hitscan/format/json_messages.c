// Prints messages as JSON.
#include "format/json_messages.h"
#include "cli/message.h"
#include "cli/verb.h"

#include <stdio.h>

static void put_text(json_writer* j, const message* m)
{
    json_text_of(j, "text", m->text);
    if (m->file)
        json_text_of(j, "file", m->file);
    if (m->line > 0)
        json_count_of(j, "line", m->line);
}

// All but one; SIZE_MAX for no such one. They are then forgotten.
static void put_others(json_writer* j, size_t left_out)
{
    static const char* const levels[] = {"note", "warning", "error"};
    size_t count;
    const message* m = messages_kept(&count);
    if (count > (left_out < count ? 1 : 0)) {
        json_key(j, "messages");
        json_open(j, '[');
        for (size_t i = 0; i < count; i++) {
            if (i == left_out)
                continue;
            json_open(j, '{');
            json_text_of(j, "level", levels[m[i].level]);
            put_text(j, &m[i]);
            json_close(j, '}');
        }
        json_close(j, ']');
    }
    messages_forget();
}

void json_messages(json_writer* j)
{
    put_others(j, SIZE_MAX);
}

void json_failure(json_writer* j, int exit_code)
{
    size_t count, last = SIZE_MAX;
    const message* m = messages_kept(&count);
    for (size_t i = 0; i < count; i++)
        last = m[i].level == MESSAGE_ERROR ? i : last;
    json_key(j, "error");
    json_open(j, '{');
    if (last < count)
        put_text(j, &m[last]);
    else {
        char text[64];
        snprintf(text, sizeof text, exit_code > EXIT_SIGNAL ? "stopped by signal %d" : "failed with exit code %d",
                 exit_code > EXIT_SIGNAL ? exit_code - EXIT_SIGNAL : exit_code);
        json_text_of(j, "text", text);
    }
    json_count_of(j, "exit_code", (uint64_t)exit_code);
    json_close(j, '}');
    put_others(j, last);
}

void json_print_failure(FILE* file, int exit_code)
{
    json_writer j = json_begin(file);
    json_open(&j, '{');
    json_failure(&j, exit_code);
    json_close(&j, '}');
    json_end(&j);
}
