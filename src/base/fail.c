// Filling a hit_error: what failed, where, and what to do about it.
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>

hit_status hit_fail(hit_error* error, hit_status status, uint64_t offset, const char* format, ...)
{
    va_list arguments;
    if (error == NULL)
        return status;
    error->status = status;
    error->offset = offset;
    error->line = 0;
    va_start(arguments, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): the analyzer loses va_start when it inlines this call
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

hit_status hit_fail_reserved(hit_error* error, const char* options)
{
    return hit_fail(
        error, HIT_ERROR_ARGUMENT, 0,
        "%s.reserved is not zero: this program was made for a newer version of the library (this is %s), or "
        "the struct was not initialised",
        options, hit_version());
}
