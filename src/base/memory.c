// Memory from the caller's allocator, or from malloc.
#if defined(__linux__)
#define _DEFAULT_SOURCE // madvise; before any system header
#endif
#include "base/memory.h"

#include "base/assert.h"

#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

// Large blocks begin at a boundary of huge pages, and the system is asked for such pages: queries traverse a tree that
// exceeds the caches at random, and miss the table of pages as often as the caches. The last huge page is asked for
// only if at least half of it is used.
#define HUGE_PAGE ((size_t)2 << 20)

// Windows has no aligned_alloc, and wants such memory back by another call than free.
#if defined(_WIN32)
#define ALIGNED_ALLOCATE(alignment, size) _aligned_malloc(size, alignment)
#define ALIGNED_RELEASE(memory) _aligned_free(memory)
#else
#define ALIGNED_ALLOCATE(alignment, size) aligned_alloc(alignment, size)
#define ALIGNED_RELEASE(memory) free(memory)
#endif

static void* default_allocate(void* context, size_t size, size_t alignment)
{
    const bool huge = size >= HUGE_PAGE;
    void* memory;

    (void)context;
    if (huge && alignment < HUGE_PAGE)
        alignment = HUGE_PAGE;
    // aligned_alloc wants a multiple of the alignment, which must not wrap.
    if (size > SIZE_MAX - (alignment - 1))
        return NULL;
    memory = ALIGNED_ALLOCATE(alignment, (size + alignment - 1) & ~(alignment - 1));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // Advice only: where it is not taken, everything works as before.
    if (huge && memory != NULL)
        (void)madvise(memory, (size + HUGE_PAGE / 2) & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);
#endif
    return memory;
}

static void default_release(void* context, void* memory, size_t size, size_t alignment)
{
    (void)context;
    (void)size;
    (void)alignment;
    ALIGNED_RELEASE(memory);
}

hit_allocator hit_allocator_or_default(const hit_allocator* allocator)
{
    const hit_allocator ours = {default_allocate, default_release, NULL};
    return allocator == NULL || allocator->allocate == NULL ? ours : *allocator;
}

void* hit_allocate(const hit_allocator* allocator, size_t size, size_t alignment)
{
    HIT_ASSERT(alignment > 0 && (alignment & (alignment - 1)) == 0);
    return size == 0 ? NULL : allocator->allocate(allocator->context, size, alignment);
}

void hit_release(const hit_allocator* allocator, void* memory, size_t size, size_t alignment)
{
    if (memory != NULL && allocator->release != NULL)
        allocator->release(allocator->context, memory, size, alignment);
}
