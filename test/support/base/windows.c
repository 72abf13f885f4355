// Aligned memory for Windows, that free takes: see windows.h.
#if defined(_WIN32)
#include "support/base/windows.h"
#include "base/thread.h"

#undef free

enum { PIECES = 65536 };
static SRWLOCK lock = SRWLOCK_INIT;
static void* pieces[PIECES];
static size_t count;

void* test_aligned_alloc(size_t alignment, size_t size)
{
    void* memory = _aligned_malloc(size, alignment);
    AcquireSRWLockExclusive(&lock);
    if (memory != NULL && count < PIECES)
        pieces[count++] = memory;
    ReleaseSRWLockExclusive(&lock);
    return memory;
}

void test_free(void* memory)
{
    size_t i = 0;
    AcquireSRWLockExclusive(&lock);
    while (i < count && pieces[i] != memory)
        i++;
    const bool aligned = i < count;
    if (aligned)
        pieces[i] = pieces[--count];
    ReleaseSRWLockExclusive(&lock);
    if (aligned)
        _aligned_free(memory);
    else
        free(memory);
}
#else
typedef int only_for_windows;
#endif
