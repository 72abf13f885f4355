// What tests use of C11 and POSIX, and Windows lacks: included before each of their sources there.
//
// Aligned memory is given back by free, as C11 has it; Windows wants another call for it, so free looks it up.
#ifndef HITSCAN_TEST_WINDOWS_H
#define HITSCAN_TEST_WINDOWS_H

#include <malloc.h>
#include <stdlib.h>

void* test_aligned_alloc(size_t alignment, size_t size);
void test_free(void* memory);

static inline int test_posix_memalign(void** memory, size_t alignment, size_t size)
{
    *memory = test_aligned_alloc(alignment, size);
    return *memory == NULL;
}

#define aligned_alloc test_aligned_alloc
#define posix_memalign test_posix_memalign
#define free test_free

#endif
