// What people read when something is wrong: messages, and what a mistyped word may have meant; and the clock.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // clock_gettime
#endif
#include "cli/text.h"
#include "cli/verb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- Messages -------------------------------------------------------------------------------------------------------

enum { MESSAGE_BYTES = 1024 }; // of nearly all messages; longer ones take memory

// Names of files, arguments and what stands in files may have anything in them, also what moves the cursor or ends a
// line; so all of a message is cleaned, in this one place.
void print_error(const char* format, ...)
{
    char buffer[MESSAGE_BYTES] = "";
    char* longer = NULL;
    va_list list, again;
    int length;
    va_start(list, format);
    va_copy(again, list);
    length = vsnprintf(buffer, sizeof buffer, format, list);
    if (length >= MESSAGE_BYTES)
        longer = malloc((size_t)length + 1);
    if (longer)
        vsnprintf(longer, (size_t)length + 1, format, again);
    va_end(again);
    va_end(list);
    fprintf(stderr, "hitscan: %s\n", utf8_clean(longer ? longer : buffer));
    free(longer);
}

int out_of_memory(const char* what)
{
    print_error("%s: out of memory", what);
    return EXIT_RESOURCES;
}

bool stdout_is_written(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    print_error("cannot write to the standard output");
    return false;
}

int end_of_output(int code)
{
    return stdout_is_written() ? code : EXIT_RESOURCES;
}

double seconds_now(void)
{
    struct timespec now;
#if defined(CLOCK_MONOTONIC)
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    timespec_get(&now, TIME_UTC);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- Suggestions ----------------------------------------------------------------------------------------------------
// What a mistyped word may have meant: the name at the smallest edit distance (Levenshtein, with swaps of neighbours;
// the restricted form, row by row), when that is at most a third of the word's length plus one, and something is left
// of the word.

enum {
    WORD_MAX = 32 // longer words are not compared: they are no slip of the finger
};

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
    size_t best_distance = smaller(strlen(word) / 3 + 2, strlen(word)); // one more than what is near
    for (; *names; names++) {
        const size_t distance = edit_distance(word, *names);
        if (distance < best_distance) {
            best_distance = distance;
            best = *names;
        }
    }
    return best;
}
