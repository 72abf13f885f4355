// Checking arguments, and filling a hit_error, as every call does that returns a hit_status.
#ifndef HITSCAN_BASE_FAIL_H
#define HITSCAN_BASE_FAIL_H

#include <hitscan/base.h>

// Fill an error; `error` may be NULL. Returns the status. The format is that of printf.
hit_status hit_fail(hit_error* error, hit_status status, uint64_t offset, const char* format, ...)
#if defined(__MINGW32__) && !defined(__clang__)
    __attribute__((format(gnu_printf, 4, 5))) // the printf of C99, and not that of Windows
#elif defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// Say that all is well: HIT_OK, and no message.
static inline hit_status hit_succeed(hit_error* error)
{
    if (error != NULL) {
        error->status = HIT_OK;
        error->offset = error->line = 0;
        error->message[0] = '\0';
    }
    return HIT_OK;
}

// The words that options keep for newer versions (base.h): are they zero, and what to say when they are not. `options`
// is the name of the struct.
static inline bool hit_reserved_is_zero(const uint64_t reserved[4])
{
    return (reserved[0] | reserved[1] | reserved[2] | reserved[3]) == 0;
}
hit_status hit_fail_reserved(hit_error* error, const char* options);

// Bytes from one element of a caller's array to the next, given as a stride: 0 means the size of one. Returns 0 when it
// cannot be: less than an element, or no multiple of the alignment.
static inline size_t hit_stride_or_size(size_t stride, size_t size, size_t alignment)
{
    const size_t distance = stride == 0 ? size : stride;
    return distance >= size && distance % alignment == 0 ? distance : 0;
}

#endif
