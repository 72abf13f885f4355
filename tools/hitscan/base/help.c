// Prints the help of a verb from its table.
#include "base/verb.h"

#include <stdio.h>
#include <string.h>

static int option_width(const option* o)
{
    return (int)(strlen(o->name) + (o->value ? 1 + strlen(o->value) : 0));
}

static void print_option(const option* o, int width)
{
    const char* line = o->help;
    printf("  %s%s%s%*s  ", o->name, o->value ? " " : "", o->value ? o->value : "", width - option_width(o), "");
    for (;;) {
        const char* end = strchr(line, '\n');
        if (!end) {
            printf("%s\n", line);
            return;
        }
        printf("%.*s\n%*s", (int)(end - line), line, width + 4, "");
        line = end + 1;
    }
}

void print_help(const verb* v)
{
    int width = 0;
    printf("hitscan %s: %s.\n\nusage: hitscan %s%s%s [options]\n\n", v->name, v->summary, v->name,
           *v->arguments ? " " : "", v->arguments);
    for (int i = 0; i < v->option_count; i++)
        width = option_width(&v->options[i]) > width ? option_width(&v->options[i]) : width;
    for (int i = 0; i < common_option_count; i++)
        width = option_width(&common_option_table[i]) > width ? option_width(&common_option_table[i]) : width;
    for (int i = 0; i < v->option_count; i++)
        print_option(&v->options[i], width);
    for (int i = 0; i < common_option_count; i++)
        print_option(&common_option_table[i], width);
    if (*v->details)
        printf("\n%s", v->details);
    if (*v->examples) {
        printf("\nexamples:\n");
        for (const char* line = v->examples; *line;) {
            const char* end = strchr(line, '\n');
            printf("  %.*s\n", (int)(end - line), line);
            line = end + 1;
        }
    }
}
