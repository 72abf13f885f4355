// Filling a hit_error.
#ifndef HITSCAN_BASE_FAIL_H
#define HITSCAN_BASE_FAIL_H

#include <hitscan/base.h>

// Fill an error; `error` may be NULL. Returns the status. The format is that of printf.
hit_status hit_fail(hit_error* error, hit_status status, uint64_t offset, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// Say that all is well: HIT_OK, and no message.
hit_status hit_succeed(hit_error* error);

#endif
