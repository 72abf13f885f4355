// Reads lines byte by byte: fgets would take a zero for the end of a line.
#include "cli/line_reader.h"
#include "cli/verb.h"

#include <errno.h>
#include <string.h>

enum { MEBIBYTES_MAX = 64 };

line_reader line_reader_begin(FILE* file, const char* name)
{
    return (line_reader){.file = file, .name = name};
}

static int refuse(const line_reader* l, const char* why)
{
    print_error_in(l->name, l->number, "%s", why);
    return EXIT_BAD_INPUT;
}

int line_reader_next(line_reader* l, bool* more)
{
    size_t length = 0;
    int c;
    *more = false;
    l->number++;
    errno = 0;
    while ((c = getc(l->file)) != EOF && c != '\n') {
        if (c == '\0')
            return refuse(l, "a zero byte; it is no text");
        if (length + 1 == LINE_BYTES)
            return refuse(l, "a line of more than 1000 characters");
        l->text[length++] = (char)c;
    }
    if (ferror(l->file)) {
        print_error("cannot read %s: %s", l->name, errno ? strerror(errno) : "unknown reason");
        return EXIT_BAD_INPUT;
    }
    l->bytes += length + 1;
    if (l->bytes > (uint64_t)MEBIBYTES_MAX << 20) {
        print_error("%s: more than %d MiB of text; is it the right file?", l->name, MEBIBYTES_MAX);
        return EXIT_RESOURCES;
    }
    *more = c != EOF || length > 0;
    if (length > 0 && l->text[length - 1] == '\r')
        length--;
    l->text[length] = '\0';
    return EXIT_OK;
}
