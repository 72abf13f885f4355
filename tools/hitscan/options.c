// Messages, options and suggestions, the same for every verb.
//
// A suggestion is the name at the smallest edit distance (Levenshtein, with swaps of neighbours; the restricted form,
// row by row), when that is at most a third of the word's length plus one.
#include "cmd.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    WORD_MAX = 32 // longer words are not compared: they are no slip of the finger
};

void complain(const char* format, ...)
{
    va_list list;
    fputs("hitscan: ", stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

bool stdout_is_written(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    complain("cannot write to the standard output");
    return false;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// How many characters must be inserted, removed, replaced or swapped with their neighbour to turn a into b.
static size_t edit_distance(const char* a, const char* b)
{
    size_t rows[3][WORD_MAX + 1]; // the row before the last, the last, the current one
    const size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > WORD_MAX || length_b > WORD_MAX)
        return SIZE_MAX;
    memset(rows, 0, sizeof rows);
    for (size_t j = 0; j <= length_b; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        const size_t* before = rows[(i + 1) % 3];
        const size_t* last = rows[(i - 1) % 3];
        size_t* row = rows[i % 3];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            row[j] = smaller(last[j], row[j - 1]) + 1;
            row[j] = smaller(row[j], last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[length_a % 3][length_b];
}

const char* suggest(const char* word, const char* const* names)
{
    const char* best = NULL;
    size_t best_distance = strlen(word) / 3 + 2; // one more than what is near
    for (; *names; names++) {
        const size_t distance = edit_distance(word, *names);
        if (distance < best_distance) {
            best_distance = distance;
            best = *names;
        }
    }
    return best;
}

// A whole number in decimal digits. Not strtoul: it takes signs and spaces.
static bool read_count(const char* verb, const option* o, const char* text)
{
    uint64_t value = 0;
    const char* p = text;
    while (*p >= '0' && *p <= '9' && value <= UINT32_MAX)
        value = 10 * value + (uint64_t)(*p++ - '0');
    while (*p >= '0' && *p <= '9')
        p++;
    if (p == text || *p != '\0')
        complain("%s: %s wants a whole number, not \"%s\"", verb, o->name, text);
    else if (value < o->low || value > o->high)
        complain("%s: %s must be from %u to %u, not %s", verb, o->name, (unsigned)o->low, (unsigned)o->high, text);
    else {
        *(uint32_t*)o->target = (uint32_t)value;
        return true;
    }
    return false;
}

static bool unknown_option(const char* verb, const option* options, int count, const char* name)
{
    const char* names[WORD_MAX + 1] = {"--help"};
    const char* near;
    for (int i = 0; i < count && i + 1 < WORD_MAX; i++)
        names[i + 1] = options[i].name;
    near = suggest(name, names);
    if (near)
        complain("%s: unknown option %s; did you mean %s?", verb, name, near);
    else
        complain("%s: unknown option %s; see hitscan %s --help", verb, name, verb);
    return false;
}

bool options_read(const char* verb, const option* options, int count, int argc, char** argv)
{
    for (int i = 0; i < argc; i++) {
        char name[64];
        const char* value = strchr(argv[i], '=');
        const size_t length = value ? (size_t)(value - argv[i]) : strlen(argv[i]);
        const option* found = NULL;
        if (argv[i][0] != '-') {
            complain("%s: unexpected argument \"%s\"; see hitscan %s --help", verb, argv[i], verb);
            return false;
        }
        snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : (int)sizeof name, argv[i]);
        for (int k = 0; k < count && !found; k++)
            if (strcmp(name, options[k].name) == 0)
                found = &options[k];
        if (!found)
            return unknown_option(verb, options, count, name);
        if (found->kind == OPTION_FLAG) {
            if (value) {
                complain("%s: %s takes no value", verb, name);
                return false;
            }
            *(bool*)found->target = true;
            continue;
        }
        value = value ? value + 1 : ++i < argc ? argv[i] : "";
        if (*value == '\0') {
            complain("%s: %s wants a value", verb, name);
            return false;
        }
        if (found->kind == OPTION_TEXT)
            *(const char**)found->target = value;
        else if (!read_count(verb, found, value))
            return false;
    }
    return true;
}
