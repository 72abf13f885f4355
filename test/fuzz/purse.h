// An allocator that sees to a limit: who asks for more than there is left has a fault.
#ifndef TEST_FUZZ_PURSE_H
#define TEST_FUZZ_PURSE_H

#include "fuzz/require.h"

#include <stddef.h>
#include <stdlib.h>

typedef struct purse {
    size_t left;
} purse;

static void* purse_take(void* context, size_t size, size_t alignment)
{
    purse* p = context;
    void* memory = NULL;

    REQUIRE(size <= p->left);
    p->left -= size;
    REQUIRE(posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) == 0);
    return memory;
}

static void purse_give_back(void* context, void* memory, size_t size, size_t alignment)
{
    (void)alignment;
    ((purse*)context)->left += size;
    free(memory);
}

#endif
