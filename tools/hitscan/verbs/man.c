// hitscan man: print the manual page of the command or of a verb, made from the verb's table.
//
// Pages are written with the man(7) macros, in which text lines do the work: everything that is not a macro of ours is
// escaped, so that no name or example can be taken for a request. Paragraphs of the details are filled; a line of
// theirs that is short or indented keeps its end, since it belongs to a list.
#include "cli/atomic_file.h"
#include "cli/verb.h"
#include "format/json_writer.h"

#include <hitscan/base.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// When what the pages say last changed: a fixed day, so that the same sources give the same pages.
#define MANUAL_DATE "2026-11-16"

enum { SHORT_LINE = 60 };

typedef struct man_options {
    common_options common;
    const char* out;
} man_options;

// ---- Text -----------------------------------------------------------------------------------------------------------

// Write some characters so that they come out as they are: roff has ideas about these, and a request begins with a dot
// or a quote at the beginning of a line.
static void put(FILE* f, const char* text, size_t length, bool begins_line)
{
    if (begins_line && length > 0 && (*text == '.' || *text == '\''))
        fputs("\\&", f);
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '\\':
            fputs("\\e", f);
            break;
        case '-':
            fputs("\\-", f);
            break;
        case '\'':
            fputs("\\(aq", f);
            break;
        case '`':
            fputs("\\(ga", f);
            break;
        case '^':
            fputs("\\(ha", f);
            break;
        case '~':
            fputs("\\(ti", f);
            break;
        default:
            fputc(text[i], f);
        }
}

static void put_text(FILE* f, const char* text)
{
    put(f, text, strlen(text), false);
}

// Write a line and its end.
static void put_line(FILE* f, const char* line, size_t length)
{
    put(f, line, length, true);
    fputc('\n', f);
}

// Write paragraphs, which empty lines separate.
static void put_details(FILE* f, const char* text)
{
    bool as_is = false; // in lines that are not filled
    bool begun = false; // something stands before
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const char* const next = text + length + (text[length] == '\n');
        const bool indented = *text == ' ';
        if (indented != as_is && length > 0)
            fputs(indented ? ".nf\n" : ".fi\n", f);
        as_is = length > 0 ? indented : as_is;
        if (length > 0)
            put_line(f, text, length);
        else if (begun && *next)
            fputs(as_is ? ".fi\n.PP\n" : ".PP\n", f);
        if (length == 0)
            as_is = false;
        else if (!indented && length < SHORT_LINE && *next != '\n' && *next != ' ' && *next)
            fputs(".br\n", f);
        begun = true;
        text = next;
    }
    if (as_is)
        fputs(".fi\n", f);
}

// ---- Sections -------------------------------------------------------------------------------------------------------

static void put_head(FILE* f, const char* name, const char* summary)
{
    fputs(".TH ", f);
    for (const char* p = name; *p; p++)
        fputc(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p, f);
    fprintf(f, " 1 " MANUAL_DATE " \"hitscan %s\" \"hitscan manual\"\n.SH NAME\n", hit_version());
    put_text(f, name);
    fputs(" \\- ", f);
    put_text(f, summary);
    fputc('\n', f);
}

static void put_option(FILE* f, const option* o)
{
    fputs(".TP\n\\fB", f);
    put_text(f, o->name);
    fputs("\\fR", f);
    if (o->value) {
        fputs(" \\fI", f);
        put_text(f, o->value);
        fputs("\\fR", f);
    }
    fputc('\n', f);
    for (const char* line = o->help; *line;) {
        const size_t length = strcspn(line, "\n");
        put_line(f, line, length);
        line += length + (line[length] != '\0');
    }
}

static void put_examples(FILE* f, const char* lines)
{
    if (!*lines)
        return;
    fputs(".SH EXAMPLES\n.nf\n", f);
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        put_line(f, lines, length);
        lines += length + 1;
    }
    fputs(".fi\n", f);
}

static void put_exit_status(FILE* f)
{
    static const char* const codes[][2] = {{"0", "found, or done"},
                                           {"1", "nothing was hit, picked or selected"},
                                           {"2", "the command line is wrong"},
                                           {"3", "a file cannot be used"},
                                           {"4", "out of memory or disk space"},
                                           {"128+n", "stopped by signal n, as by Ctrl-C"}};
    fputs(".SH EXIT STATUS\n", f);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        fprintf(f, ".TP 8\n%s\n", codes[i][0]);
        put_text(f, codes[i][1]);
        fputc('\n', f);
    }
}

static void put_environment(FILE* f)
{
    fputs(".SH ENVIRONMENT\n"
          ".TP\n\\fBHITSCAN_CPU\\fR\n"
          "\\fBportable\\fR, \\fBsse4\\fR or \\fBavx2\\fR: the best kernel that may be used. "
          "The answers stay the same.\n"
          ".TP\n\\fBNO_COLOR\\fR\n"
          "When it is set and not empty, there are no colours. Without a terminal there are none either.\n"
          ".TP\n\\fBHITSCAN_NO_CACHE\\fR\n"
          "When it is set and not empty, .hit files are checked each time. Else it is kept in \\fBXDG_CACHE_HOME\\fR, "
          "or\n"
          "\\(ti/.cache, which of them are known as good.\n",
          f);
}

// All pages but `without`; that of the command first.
static void put_see_also(FILE* f, const verb* without)
{
    fputs(".SH SEE ALSO\n", f);
    if (without)
        fprintf(f, "\\fBhitscan\\fR(1)");
    for (int i = 0; verbs[i]; i++)
        if (verbs[i] != without)
            fprintf(f, "%s\\fBhitscan\\-%s\\fR(1)", i > 0 || without ? ",\n" : "", verbs[i]->name);
    fputc('\n', f);
}

// ---- Pages ----------------------------------------------------------------------------------------------------------

static void put_verb_page(FILE* f, const verb* v)
{
    char name[64];
    snprintf(name, sizeof name, "hitscan-%s", v->name);
    put_head(f, name, v->summary);
    fprintf(f, ".SH SYNOPSIS\n\\fBhitscan %s\\fR", v->name);
    if (*v->arguments) {
        fputs(" \\fI", f);
        put_text(f, v->arguments);
        fputs("\\fR", f);
    }
    fputs(" [options]\n.SH DESCRIPTION\n", f);
    if (*v->details)
        put_details(f, v->details);
    else
        fprintf(f, "See \\fBhitscan\\fR(1).\n");
    fputs(".SH OPTIONS\n", f);
    for (int i = 0; i < v->option_count; i++)
        put_option(f, &v->options[i]);
    for (int i = 0; i < common_option_count; i++)
        put_option(f, &common_option_table[i]);
    put_examples(f, v->examples);
    put_exit_status(f);
    put_environment(f);
    put_see_also(f, v);
}

static void put_command_page(FILE* f)
{
    put_head(f, "hitscan", "what does a ray hit, where, exactly");
    fputs(".SH SYNOPSIS\n"
          "\\fBhitscan\\fR \\fIverb\\fR [options]\n.br\n"
          "\\fBhitscan\\fR \\fIverb\\fR \\fB\\-\\-help\\fR\n.br\n"
          "\\fBhitscan \\-\\-help\\fR | \\fB\\-\\-version\\fR\n"
          ".SH DESCRIPTION\n"
          "Loads a model, and answers what rays, clicks, rectangles, lassos and cones hit; draws it, scans it, and\n"
          "measures how fast that is.\n"
          "Models are OBJ, PLY, STL, OFF, glTF and GLB files, packed by gzip or not, and .hit files, which\n"
          "\\fBhitscan tree\\fR makes and which open at once.\n"
          "Lengths are in the units of the model.\n"
          "Answers go to the standard output, messages and progress to the standard error.\n"
          ".PP\nThe verbs are:\n",
          f);
    for (int i = 0; verbs[i]; i++) {
        fprintf(f, ".TP\n\\fB%s\\fR\n", verbs[i]->name);
        put_text(f, verbs[i]->summary);
        fputc('\n', f);
    }
    fputs(".SH OPTIONS\nEvery verb has these, besides its own:\n", f);
    for (int i = 0; i < common_option_count; i++)
        put_option(f, &common_option_table[i]);
    put_examples(f, "hitscan info house.obj\n"
                    "hitscan tree house.obj -o house.hit\n"
                    "hitscan pick house.hit --at 480,300\n"
                    "# a page like this one, for a verb\n"
                    "hitscan man pick | man -l -\n");
    put_exit_status(f);
    put_environment(f);
    put_see_also(f, NULL);
}

static void put_page(FILE* f, const verb* v)
{
    if (v)
        put_verb_page(f, v);
    else
        put_command_page(f);
}

// ---- The tables for machines ----------------------------------------------------------------------------------------

static void json_option(json_writer* j, const option* o)
{
    static const char* const kinds[] = {"flag", "count", "count",  "number", "vector",
                                        "text", "texts", "choice", "bytes"};
    json_open(j, '{');
    json_text_of(j, "name", o->name);
    json_text_of(j, "kind", kinds[o->kind]);
    if (o->value)
        json_text_of(j, "value", o->value);
    json_text_of(j, "help", o->help);
    if (o->kind == OPTION_CHOICE) {
        json_key(j, "choices");
        json_open(j, '[');
        for (int i = 0; o->choices[i]; i++)
            json_text(j, o->choices[i]);
        json_close(j, ']');
    } else if (o->kind != OPTION_FLAG && o->kind != OPTION_TEXT && o->kind != OPTION_TEXT_LIST) {
        json_number_of(j, "low", o->low);
        json_number_of(j, "high", o->high);
    }
    json_close(j, '}');
}

static void json_verb(json_writer* j, const verb* v)
{
    json_open(j, '{');
    json_text_of(j, "verb", v->name);
    json_text_of(j, "summary", v->summary);
    json_text_of(j, "arguments", v->arguments);
    json_key(j, "options");
    json_open(j, '[');
    for (int i = 0; i < v->option_count; i++)
        json_option(j, &v->options[i]);
    for (int i = 0; i < common_option_count; i++)
        json_option(j, &common_option_table[i]);
    json_close(j, ']');
    json_text_of(j, "details", v->details);
    json_text_of(j, "examples", v->examples);
    json_close(j, '}');
}

// One verb, or all of them in an array.
static void print_json(const verb* v)
{
    json_writer j = json_begin(stdout);
    if (v)
        json_verb(&j, v);
    else {
        json_open(&j, '[');
        for (int i = 0; verbs[i]; i++)
            json_verb(&j, verbs[i]);
        json_close(&j, ']');
    }
    json_end(&j);
}

// ---- The verb -------------------------------------------------------------------------------------------------------

static int write_page(const char* folder, const verb* v)
{
    const size_t size = strlen(folder) + 64;
    char* path = malloc(size);
    atomic_file out;
    int code;
    if (!path)
        return out_of_memory("man");
    snprintf(path, size, "%s/hitscan%s%s.1", folder, v ? "-" : "", v ? v->name : "");
    code = atomic_file_open(&out, path);
    if (code == EXIT_OK) {
        put_page(out.file, v);
        code = atomic_file_commit(&out);
    }
    free(path);
    return code;
}

// One page, or that of the command and those of all verbs.
static int write_pages(const char* folder, const verb* v)
{
    int code = write_page(folder, v);
    for (int i = 0; !v && verbs[i] && code == EXIT_OK; i++)
        code = write_page(folder, verbs[i]);
    return code;
}

static bool find_verb(const char* name, const verb** found)
{
    enum { NAMES_MAX = 32 };
    const char* names[NAMES_MAX + 1] = {NULL};
    const char* near;
    for (int i = 0; verbs[i] && i < NAMES_MAX; i++) {
        names[i] = verbs[i]->name;
        if (strcmp(name, verbs[i]->name) == 0) {
            *found = verbs[i];
            return true;
        }
    }
    near = suggest(name, names);
    if (near)
        print_error("man: there is no verb \"%s\"; did you mean %s?", name, near);
    else
        print_error("man: there is no verb \"%s\"; see hitscan --help", name);
    return false;
}

static int run(const void* options, char** arguments, int count)
{
    const man_options* o = options;
    const verb* v = NULL;
    if (count > 0 && !find_verb(arguments[0], &v))
        return EXIT_USAGE;
    if (o->out)
        return write_pages(o->out, v);
    if (o->common.json)
        print_json(v);
    else
        put_page(stdout, v);
    return end_of_output(EXIT_OK);
}

static const man_options defaults = {{0}, NULL};

static const option options[] = {
    {"--out", "FOLDER",
     "write the page to a file in this folder, which must exist; without VERB, all pages: hitscan.1, hitscan-info.1 "
     "and so on",
     OPTION_TEXT, offsetof(man_options, out), 0, 0, NULL},
};

const verb verb_man = {
    .name = "man",
    .summary = "print the manual page of a verb",
    .arguments = "[VERB]",
    .min_arguments = 0,
    .max_arguments = 1,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "Without VERB it is the page of the command itself. With --json it is the table that the page is made\n"
               "of: the options with their kinds, ranges and choices, for programs that call this one.\n",
    .examples = "hitscan man pick | man -l -\n"
                "hitscan man --out /usr/local/share/man/man1\n",
    .run = run,
};
