// Messages to people, and the clock.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // clock_gettime
#endif
#include "base/verb.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

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
