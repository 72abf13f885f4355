// Reads command lines, by the tables of the verbs.
//
// Numbers are read by hit_text_read_double: the same in every locale, and nothing but a number is taken for one.
#include "cli/verb.h"
#include "mesh_io/text/text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX = 64, NAMES_MAX = 64, WORDS_MAX = 512 };

const option common_option_table[] = {
    {"--json", NULL, "print JSON, for machines", OPTION_FLAG, offsetof(common_options, json), 0, 0, NULL},
    {"--quiet", NULL, "no progress, notes and tables; the exit code tells", OPTION_FLAG,
     offsetof(common_options, quiet), 0, 0, NULL},
    {"--threads", "N", "at most 256; 0: one for each processor (0)", OPTION_COUNT, offsetof(common_options, threads), 0,
     THREADS_MAX, NULL},
    {"--help", NULL, "print this", OPTION_FLAG, offsetof(common_options, help), 0, 0, NULL},
};
const int common_option_count = sizeof common_option_table / sizeof common_option_table[0];

// What is being read.
typedef struct option_context {
    const char* verb_name;
    const option* option;
    void* target;
} option_context;

uint32_t read_numbers(const char* text, double* numbers, uint32_t capacity)
{
    const char* end = text + strlen(text);
    for (uint32_t count = 0; count < capacity;) {
        text = hit_text_read_double(text, end, &numbers[count]);
        if (!text || !isfinite(numbers[count]))
            return 0;
        count++;
        if (text == end)
            return count;
        if (*text++ != ',')
            return 0;
    }
    return 0;
}

static bool read_whole(const option_context* r, const char* text)
{
    uint64_t value = 0;
    const char* p = text;
    while (*p >= '0' && *p <= '9' && value < (uint64_t)1 << 53)
        value = 10 * value + (uint64_t)(*p++ - '0');
    while (*p >= '0' && *p <= '9')
        p++;
    if (p == text || *p != '\0')
        print_error("%s: %s wants a whole number, not \"%s\"", r->verb_name, r->option->name, text);
    else if ((double)value < r->option->low || (double)value > r->option->high)
        print_error("%s: %s must be from %.0f to %.0f, not %s", r->verb_name, r->option->name, r->option->low,
                    r->option->high, text);
    else {
        if (r->option->kind == OPTION_COUNT)
            *(uint32_t*)r->target = (uint32_t)value;
        else
            *(uint64_t*)r->target = value;
        return true;
    }
    return false;
}

// A number of bytes, as in 4096, 512K, 64M, 2G or 1T; also KiB and so on.
static bool read_bytes(const option_context* r, const char* text)
{
    static const char units[] = "KMGT";
    const char* p = text;
    const char* unit;
    uint64_t value = 0;
    int shift = 0;
    while (*p >= '0' && *p <= '9' && value < (uint64_t)1 << 53)
        value = 10 * value + (uint64_t)(*p++ - '0');
    unit = p > text && *p ? strchr(units, *p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p) : NULL;
    if (unit) {
        shift = 10 * (int)(unit - units + 1);
        p += strcmp(p + 1, "iB") == 0 || strcmp(p + 1, "B") == 0 ? strlen(p) : 1;
    }
    if (p == text || *p != '\0')
        print_error("%s: %s wants a number of bytes, as in 512M or 4G, not \"%s\"", r->verb_name, r->option->name,
                    text);
    else if (value > UINT64_MAX >> 1 >> shift || (double)(value << shift) < r->option->low ||
             (double)(value << shift) > r->option->high)
        print_error("%s: %s must be from %.0f to %.0f bytes, not %s", r->verb_name, r->option->name, r->option->low,
                    r->option->high, text);
    else {
        *(uint64_t*)r->target = value << shift;
        return true;
    }
    return false;
}

static bool read_number(const option_context* r, const char* text)
{
    double value;
    if (read_numbers(text, &value, 1) != 1)
        print_error("%s: %s wants a number, not \"%s\"", r->verb_name, r->option->name, text);
    else if (value < r->option->low || value > r->option->high)
        print_error("%s: %s must be from %g to %g, not %s", r->verb_name, r->option->name, r->option->low,
                    r->option->high, text);
    else {
        *(double*)r->target = value;
        return true;
    }
    return false;
}

static bool read_number_list(const option_context* r, const char* text)
{
    number_list v;
    const uint32_t low = (uint32_t)r->option->low, high = (uint32_t)r->option->high;
    v.count = read_numbers(text, v.at, high);
    if (v.count >= low && v.count > 0) {
        *(number_list*)r->target = v;
        return true;
    }
    if (low == high)
        print_error("%s: %s wants %u numbers with commas between, not \"%s\"", r->verb_name, r->option->name,
                    (unsigned)low, text);
    else
        print_error("%s: %s wants %u to %u numbers with commas between, not \"%s\"", r->verb_name, r->option->name,
                    (unsigned)low, (unsigned)high, text);
    return false;
}

static bool read_text_list(const option_context* r, const char* text)
{
    text_list* list = r->target;
    if (list->count == TEXT_LIST_MAX) {
        print_error("%s: %s may be given %d times at most", r->verb_name, r->option->name, TEXT_LIST_MAX);
        return false;
    }
    list->at[list->count++] = text;
    return true;
}

static bool read_choice(const option_context* r, const char* text)
{
    char words[WORDS_MAX] = "";
    const char* near;
    size_t used = 0;
    for (int i = 0; r->option->choices[i]; i++)
        if (strcmp(text, r->option->choices[i]) == 0) {
            *(int*)r->target = i;
            return true;
        }
    near = suggest(text, r->option->choices);
    if (near) {
        print_error("%s: %s has no \"%s\"; did you mean %s?", r->verb_name, r->option->name, text, near);
        return false;
    }
    for (int i = 0; r->option->choices[i] && used < sizeof words; i++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s %s", i > 0 ? "," : "", r->option->choices[i]);
    print_error("%s: %s has no \"%s\"; it is one of%s", r->verb_name, r->option->name, text, words);
    return false;
}

static bool read_value(const option_context* r, const char* text)
{
    if (*text == '\0') {
        print_error("%s: %s wants a value", r->verb_name, r->option->name);
        return false;
    }
    switch (r->option->kind) {
    case OPTION_COUNT:
    case OPTION_COUNT64:
        return read_whole(r, text);
    case OPTION_NUMBER:
        return read_number(r, text);
    case OPTION_NUMBER_LIST:
        return read_number_list(r, text);
    case OPTION_CHOICE:
        return read_choice(r, text);
    case OPTION_BYTES:
        return read_bytes(r, text);
    case OPTION_TEXT:
        *(const char**)r->target = text;
        return true;
    case OPTION_TEXT_LIST:
        return read_text_list(r, text);
    case OPTION_FLAG:
        break;
    }
    return false;
}

static const option* find_option(const verb* v, const char* name)
{
    for (int i = 0; i < v->option_count; i++)
        if (strcmp(name, v->options[i].name) == 0)
            return &v->options[i];
    for (int i = 0; i < common_option_count; i++)
        if (strcmp(name, common_option_table[i].name) == 0)
            return &common_option_table[i];
    return NULL;
}

static bool unknown_option(const verb* v, const char* name)
{
    const char* names[NAMES_MAX + 1] = {NULL};
    const char* near;
    int count = 0;
    for (int i = 0; i < v->option_count && count < NAMES_MAX; i++)
        names[count++] = v->options[i].name;
    for (int i = 0; i < common_option_count && count < NAMES_MAX; i++)
        names[count++] = common_option_table[i].name;
    near = suggest(name, names);
    if (near)
        print_error("%s: unknown option %s; did you mean %s?", v->name, name, near);
    else
        print_error("%s: unknown option %s; see hitscan %s --help", v->name, name, v->name);
    return false;
}

// Read the option at argv[*i], and move on to its value where that is the next word.
static bool read_option(const verb* v, int argc, char** argv, int* i, void* options)
{
    char name[NAME_MAX];
    const char* value = strchr(argv[*i], '=');
    const size_t length = value ? (size_t)(value - argv[*i]) : strlen(argv[*i]);
    option_context r = {v->name, NULL, NULL};
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : (int)sizeof name - 1, argv[*i]);
    r.option = find_option(v, strcmp(name, "-h") == 0 ? "--help" : name);
    if (!r.option)
        return unknown_option(v, name);
    r.target = (char*)options + r.option->offset;
    if (r.option->kind == OPTION_FLAG) {
        if (value)
            print_error("%s: %s takes no value", v->name, name);
        else
            *(bool*)r.target = true;
        return !value;
    }
    return read_value(&r, value ? value + 1 : ++*i < argc ? argv[*i] : "");
}

bool options_read(const verb* v, int argc, char** argv, void* options, char** arguments, int* count)
{
    bool only_arguments = false;
    memcpy(options, v->defaults, v->options_size);
    *count = 0;
    for (int i = 0; i < argc; i++) {
        if (!only_arguments && strcmp(argv[i], "--") == 0)
            only_arguments = true;
        else if (argv[i][0] == '\0') {
            print_error("%s: an argument is empty; see hitscan %s --help", v->name, v->name);
            return false;
        } else if (only_arguments || argv[i][0] != '-' || argv[i][1] == '\0') // a dash alone is the standard input
            arguments[(*count)++] = argv[i];
        else if (!read_option(v, argc, argv, &i, options))
            return false;
    }
    if (((const common_options*)options)->help)
        return true;
    if (*count < v->min_arguments)
        print_error("%s: %.*s is missing; see hitscan %s --help", v->name, (int)strcspn(v->arguments, "."),
                    v->arguments, v->name);
    else if (*count > v->max_arguments)
        print_error("%s: unexpected argument \"%s\"; see hitscan %s --help", v->name, arguments[v->max_arguments],
                    v->name);
    else
        return true;
    return false;
}
