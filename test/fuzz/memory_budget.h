// An allocator that sees to a limit: who asks for more than there is left has a fault.
#ifndef TEST_FUZZ_PURSE_H
#define TEST_FUZZ_PURSE_H

#include "fuzz/require.h"

#include <stddef.h>
#include <stdlib.h>

typedef struct memory_budget {
    size_t left;
} memory_budget;

static void* memory_budget_allocate(void* context, size_t size, size_t alignment)
{
    memory_budget* p = context;
    void* memory = NULL;

    REQUIRE(size <= p->left);
    p->left -= size;
    REQUIRE(posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) == 0);
    return memory;
}

static void memory_budget_release(void* context, void* memory, size_t size, size_t alignment)
{
    (void)alignment;
    ((memory_budget*)context)->left += size;
    free(memory);
}

#endif
