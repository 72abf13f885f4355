// Messages to people, and the clock.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // clock_gettime
#endif
#include "cli/utf8.h"
#include "cli/verb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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
