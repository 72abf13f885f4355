// What people read when something is wrong: messages, and what a mistyped word may have meant; and the clock.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // clock_gettime
#endif
#include "cli/message.h"
#include "cli/text.h"
#include "cli/verb.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(_WIN32)
#include <windows.h>
#endif

// ---- Messages -------------------------------------------------------------------------------------------------------

enum { MESSAGE_BYTES = 1024 }; // of nearly all messages; longer ones take memory

static bool is_keeping, is_stdout_taken, is_holding;
static char held[MESSAGE_BYTES] = "unknown error";
static atomic_bool is_held;
static atomic_flag is_busy = ATOMIC_FLAG_INIT; // a thread adds a message
static message* kept;
static size_t kept_count;

void keep_messages(void)
{
    is_keeping = true;
}

void messages_hold(void)
{
    is_holding = true;
}

bool messages_are_held(void)
{
    return is_holding;
}

const char* message_held(void)
{
    return held;
}

void stdout_is_taken(void)
{
    is_stdout_taken = true;
}

FILE* json_output(void)
{
    return is_stdout_taken ? stderr : stdout;
}

const message* messages_kept(size_t* count)
{
    *count = kept_count;
    return kept;
}

void messages_forget(void)
{
    for (size_t i = 0; i < kept_count; i++) {
        free(kept[i].text);
        free(kept[i].file);
    }
    free(kept);
    kept = NULL;
    kept_count = 0;
}

static char* copy_text(const char* text)
{
    const size_t size = strlen(text) + 1;
    char* copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

// Without memory a message is printed only.
static void keep(message_level level, const char* file, uint64_t line, const char* text)
{
    message m = {level, copy_text(text), file ? copy_text(file) : NULL, line};
    message* more;
    while (atomic_flag_test_and_set(&is_busy)) {
    }
    more = m.text ? realloc(kept, (kept_count + 1) * sizeof *kept) : NULL;
    if (more) {
        kept = more;
        kept[kept_count++] = m;
    } else {
        free(m.text);
        free(m.file);
    }
    atomic_flag_clear(&is_busy);
}

// "FILE:LINE: ". Returns its length, or what it would be.
static size_t put_place(char* to, size_t size, const char* file, uint64_t line)
{
    int length = 0;
    if (file && line > 0)
        length = snprintf(to, size, "%s:%llu: ", file, (unsigned long long)line);
    else if (file)
        length = snprintf(to, size, "%s: ", file);
    return length > 0 ? (size_t)length : 0;
}

static void print_message(message_level level, const char* file, uint64_t line, const char* format, va_list list)
    TAKES_FORMAT(4, 0);

// Names of files, arguments and what stands in files may have anything in them, also what moves the cursor or ends a
// line; so all of a message is cleaned, in this one place.
static void print_message(message_level level, const char* file, uint64_t line, const char* format, va_list list)
{
    char buffer[MESSAGE_BYTES] = "";
    char* longer = NULL;
    char* text = buffer;
    size_t size = sizeof buffer, begin = put_place(buffer, sizeof buffer, file, line);
    va_list again;
    int length;
    va_copy(again, list);
    begin = begin < sizeof buffer ? begin : sizeof buffer - 1;
    length = vsnprintf(buffer + begin, size - begin, format, list);
    if (length > 0 && put_place(NULL, 0, file, line) + (size_t)length >= size) {
        size = put_place(NULL, 0, file, line) + (size_t)length + 1;
        longer = malloc(size);
    }
    if (longer) {
        text = longer;
        begin = put_place(text, size, file, line);
        vsnprintf(text + begin, size - begin, format, again);
    }
    va_end(again);
    if (is_holding) {
        if (level == MESSAGE_ERROR && !atomic_exchange(&is_held, true))
            snprintf(held, sizeof held, "%s", text);
    } else {
        if (is_keeping)
            keep(level, file, line, text + begin);
        if (!is_keeping || !is_stdout_taken)
            fprintf(stderr, "hitscan: %s\n", utf8_clean(text));
    }
    free(longer);
}

// A function for each kind; each takes what printf takes.
#define PRINT(level, file, line)                                                                                       \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    print_message(level, file, line, format, list);                                                                    \
    va_end(list)

void print_error(const char* format, ...)
{
    PRINT(MESSAGE_ERROR, NULL, 0);
}

void print_warning(const char* format, ...)
{
    PRINT(MESSAGE_WARNING, NULL, 0);
}

void print_note(const char* format, ...)
{
    PRINT(MESSAGE_NOTE, NULL, 0);
}

void print_error_in(const char* file, uint64_t line, const char* format, ...)
{
    PRINT(MESSAGE_ERROR, file, line);
}

void print_warning_in(const char* file, uint64_t line, const char* format, ...)
{
    PRINT(MESSAGE_WARNING, file, line);
}

void print_note_in(const char* file, uint64_t line, const char* format, ...)
{
    PRINT(MESSAGE_NOTE, file, line);
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

#if defined(_WIN32)
double seconds_now(void)
{
    LARGE_INTEGER now, per_second;
    QueryPerformanceFrequency(&per_second);
    QueryPerformanceCounter(&now);
    return (double)now.QuadPart / (double)per_second.QuadPart;
}
#else
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
#endif

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
