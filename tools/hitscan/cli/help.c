// Prints the help of a verb from its table.
//
// Names of options stand in a column that is as wide as it must be, up to NAME_COLUMNS: what is longer has its
// explanation below it. Explanations are broken anew into lines of at most LINE_COLUMNS, and so are paragraphs of
// details that have a longer line.
#include "cli/verb.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMNS = 24, LINE_COLUMNS = 100 };

static int option_width(const option* o)
{
    return (int)(strlen(o->name) + (o->value ? 1 + strlen(o->value) : 0));
}

static int wider(int width, const option* options, int count)
{
    for (int i = 0; i < count; i++)
        if (option_width(&options[i]) > width && option_width(&options[i]) <= NAME_COLUMNS)
            width = option_width(&options[i]);
    return width;
}

// Print `size` bytes of text from where the cursor is, column `indent`; further lines begin there, too.
static void print_broken(const char* text, size_t size, int indent)
{
    const char* const end = text + size;
    int column = indent;
    while (text < end) {
        const size_t length = strcspn(text, " \n");
        if (column > indent && column + 1 + (int)length > LINE_COLUMNS) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent)
            column += printf(" ");
        column += printf("%.*s", (int)length, text);
        text += length + (text[length] != '\0');
    }
    printf("\n");
}

static void print_option(const option* o, int width)
{
    const int gap = width - option_width(o);
    printf("  %s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
    if (gap >= 0)
        printf("%*s  ", gap, "");
    else
        printf("\n%*s", width + 4, "");
    print_broken(o->help, strlen(o->help), width + 4);
}

// Print a paragraph of lines: as it is, unless it is too wide. Lists have indented lines, and are left alone.
static void print_paragraph(const char* text, size_t size)
{
    size_t longest = 0;
    bool list = false;
    for (const char* line = text; line < text + size; line += strcspn(line, "\n") + 1) {
        longest = strcspn(line, "\n") > longest ? strcspn(line, "\n") : longest;
        list = list || *line == ' ';
    }
    if (longest > LINE_COLUMNS && !list)
        print_broken(text, size, 0);
    else
        printf("%.*s", (int)size, text);
}

static void print_details(const char* text)
{
    while (*text) {
        const char* gap = strstr(text, "\n\n");
        const size_t size = gap ? (size_t)(gap - text) + 1 : strlen(text);
        printf("\n");
        print_paragraph(text, size);
        text += size + (gap != NULL);
    }
}

void print_help(const verb* v)
{
    const int width = wider(wider(0, v->options, v->option_count), common_option_table, common_option_count);
    printf("hitscan %s: %s.\n\nusage: hitscan %s%s%s [options]\n\n", v->name, v->summary, v->name,
           *v->arguments ? " " : "", v->arguments);
    for (int i = 0; i < v->option_count; i++)
        print_option(&v->options[i], width);
    for (int i = 0; i < common_option_count; i++)
        print_option(&common_option_table[i], width);
    print_details(v->details);
    if (*v->examples) {
        printf("\nexamples:\n");
        for (const char* line = v->examples; *line;) {
            const char* end = strchr(line, '\n');
            printf("  %.*s\n", (int)(end - line), line);
            line = end + 1;
        }
    }
}
