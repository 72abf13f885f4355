// Reads lassos and pixels. A list on the command line is turned into the same text as a file has, so that there is one
// reader; only the messages differ. Time and memory are in proportion to the text.
#include "pick/lasso.h"
#include "base/path.h"
#include "cli/file_uses.h"
#include "cli/line_reader.h"
#include "cli/verb.h"
#include "mesh_io/text/text.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CORNERS_MAX = 1 << 20, FIRST_CAPACITY = 64 };

// A list that grows, and how messages call it.
typedef struct lasso_builder {
    lasso read;
    uint32_t capacity;
    const char *verb_name, *option_name;
    const char *point, *points; ///< "a corner of a lasso", "corners"
} lasso_builder;

static int add(lasso_builder* g, double x, double y, uint64_t line)
{
    if (g->read.count == CORNERS_MAX) {
        print_error("%s: %s: more than %d %s", g->verb_name, g->option_name, (int)CORNERS_MAX, g->points);
        return EXIT_RESOURCES;
    }
    if (g->read.count == g->capacity) {
        const uint32_t capacity = 2 * g->capacity + FIRST_CAPACITY;
        double(*points)[2] = realloc(g->read.points, capacity * sizeof *points);
        uint64_t* lines;
        g->read.points = points ? points : g->read.points;
        lines = points ? realloc(g->read.lines, capacity * sizeof *lines) : NULL;
        if (!lines)
            return out_of_memory(g->verb_name);
        g->read.lines = lines;
        g->capacity = capacity;
    }
    g->read.points[g->read.count][0] = x;
    g->read.points[g->read.count][1] = y;
    g->read.lines[g->read.count] = line;
    g->read.count++;
    return EXIT_OK;
}

// A finite number, and the separators behind it: spaces, with at most one comma. NULL when there is none.
static const char* read_coordinate(const char* text, const char* end, double* value)
{
    bool comma = false;
    text = hit_text_read_double(text, end, value);
    if (!text || !isfinite(*value))
        return NULL;
    for (; text < end && (*text == ' ' || *text == '\t' || *text == '\r' || (*text == ',' && !comma)); text++)
        comma = comma || *text == ',';
    return text;
}

// ---- The command line -----------------------------------------------------------------------------------------------

static int read_list(const char* text, lasso_builder* g)
{
    const char* const end = text + strlen(text);
    int code = EXIT_OK;
    while (text < end && code == EXIT_OK) {
        double x, y;
        const char* next = read_coordinate(text, end, &x);
        if (next == end && next) {
            print_error("%s: --lasso: the last corner has an x, %.9g, but no y", g->verb_name, x);
            return EXIT_USAGE;
        }
        next = next ? read_coordinate(next, end, &y) : NULL;
        if (!next || (next == end && end[-1] == ',')) {
            print_error("%s: --lasso wants X,Y,X,Y,... or @FILE; corner %u is \"%.24s\"", g->verb_name,
                        (unsigned)g->read.count + 1, text);
            return EXIT_USAGE;
        }
        code = add(g, x, y, 0);
        text = next;
    }
    return code;
}

// ---- A file ---------------------------------------------------------------------------------------------------------

static int read_lines(const char* path, FILE* file, lasso_builder* g)
{
    line_reader l = line_reader_begin(file, path);
    bool more = true;
    int code = EXIT_OK;
    while (code == EXIT_OK && (code = line_reader_next(&l, &more)) == EXIT_OK && more) {
        const char* text = l.text + strspn(l.text, " \t\r");
        const char* const end = l.text + strlen(l.text);
        double x, y;
        const char* next;
        if (text == end || *text == '#')
            continue;
        next = read_coordinate(text, end, &x);
        next = next && next < end ? read_coordinate(next, end, &y) : NULL;
        if (next != end) {
            print_error_in(path, l.number, "%s is X,Y, two numbers on a line, not \"%.40s\"", g->point, text);
            return EXIT_BAD_INPUT;
        }
        code = add(g, x, y, l.number);
    }
    return code;
}

static int read_file(const char* path, lasso_builder* g)
{
    const bool input = strcmp(path, "-") == 0;
    char what[40];
    FILE* file;
    int code;
    snprintf(what, sizeof what, "the file of %s", g->option_name);
    code = file_is_read(what, path);
    if (code != EXIT_OK)
        return code;
    file = input ? stdin : hit_path_fopen(path, "rb");
    if (!file && *path == '\0') {
        print_error("%s: %s: which file? @ stands before its name", g->verb_name, g->option_name);
        return EXIT_USAGE;
    }
    if (!file) {
        print_error("%s: %s: %s: %s", g->verb_name, g->option_name, path, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    code = read_lines(input ? "standard input" : path, file, g);
    if (!input)
        fclose(file);
    return code;
}

void lasso_free(lasso* l)
{
    free(l->points);
    free(l->lines);
    memset(l, 0, sizeof *l);
}

int lasso_read(const char* verb_name, const char* text, lasso* read)
{
    lasso_builder g = {
        .verb_name = verb_name, .option_name = "--lasso", .point = "a corner of a lasso", .points = "corners"};
    int code = *text == '@' ? read_file(text + 1, &g) : read_list(text, &g);
    if (code == EXIT_OK && g.read.count < 3) {
        print_error("%s: --lasso: %u corners enclose nothing; at least 3 are needed", verb_name,
                    (unsigned)g.read.count);
        code = *text == '@' ? EXIT_BAD_INPUT : EXIT_USAGE;
    }
    if (code == EXIT_OK)
        *read = g.read;
    else
        lasso_free(&g.read);
    return code;
}

int pixels_read(const char* verb_name, const char* text, lasso* read)
{
    lasso_builder g = {.verb_name = verb_name, .option_name = "--at", .point = "a pixel", .points = "pixels"};
    const bool is_file = *text == '@' || strcmp(text, "-") == 0;
    double at[2];
    int code;
    if (is_file) {
        code = read_file(*text == '@' ? text + 1 : text, &g);
        if (code == EXIT_OK && g.read.count == 0) {
            print_error("%s: --at: %s has no pixels: X,Y on each line", verb_name, *text == '@' ? text + 1 : text);
            code = EXIT_BAD_INPUT;
        }
    } else if (read_numbers(text, at, 2) == 2)
        code = add(&g, at[0], at[1], 0);
    else {
        print_error("%s: --at wants X,Y, or @FILE with X,Y on each line, not \"%.60s\"", verb_name, text);
        code = EXIT_USAGE;
    }
    if (code == EXIT_OK)
        *read = g.read;
    else
        lasso_free(&g.read);
    return code;
}
