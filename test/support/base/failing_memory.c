// An allocator that fails when it is told to.
#include "support/base/failing_memory.h"

#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <malloc.h>
#define ALIGNED_ALLOCATE(alignment, size) _aligned_malloc(size, alignment)
#define ALIGNED_RELEASE(memory) _aligned_free(memory)
#else
#define ALIGNED_ALLOCATE(alignment, size) aligned_alloc(alignment, size)
#define ALIGNED_RELEASE(memory) free(memory)
#endif

static void lock(failing_memory* m)
{
#if HIT_HAVE_THREADS
    hit_mutex_lock(&m->lock);
#else
    (void)m;
#endif
}

static void unlock(failing_memory* m)
{
#if HIT_HAVE_THREADS
    hit_mutex_unlock(&m->lock);
#else
    (void)m;
#endif
}

static void* allocate(void* context, size_t size, size_t alignment)
{
    failing_memory* m = context;
    const size_t least = alignment < sizeof(void*) ? sizeof(void*) : alignment;
    void* memory = NULL;
    bool fail;

    lock(m);
    m->calls++;
    fail = m->fail_at != 0 && (m->fail_on ? m->calls >= m->fail_at : m->calls == m->fail_at);
    m->failed += fail;
    // Zero bytes are never asked for, and an alignment is a power of two.
    m->wrong += size == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0;
    if (!fail && m->live < FAILING_MEMORY_PIECES && size <= SIZE_MAX - least)
        memory = ALIGNED_ALLOCATE(least, (size + least - 1) / least * least);
    if (memory != NULL) {
        memset(memory, 0xa5, size); // nobody may count on zeros
        m->piece[m->live].memory = memory;
        m->piece[m->live].size = size;
        m->piece[m->live++].alignment = alignment;
    }
    unlock(m);
    return memory;
}

static void release(void* context, void* memory, size_t size, size_t alignment)
{
    failing_memory* m = context;
    uint32_t i = 0;

    lock(m);
    while (i < m->live && m->piece[i].memory != memory)
        i++;
    if (i == m->live || m->piece[i].size != size || m->piece[i].alignment != alignment)
        m->wrong++;
    if (i < m->live) {
        memset(memory, 0x5a, m->piece[i].size);
        ALIGNED_RELEASE(memory);
        m->piece[i] = m->piece[--m->live];
    }
    unlock(m);
}

void failing_memory_make(failing_memory* m)
{
    memset(m, 0, sizeof *m);
    m->allocator = (hit_allocator){allocate, release, m};
#if HIT_HAVE_THREADS
    hit_mutex_make(&m->lock);
#endif
}

void failing_memory_end(failing_memory* m)
{
    for (uint32_t i = 0; i < m->live; i++)
        ALIGNED_RELEASE(m->piece[i].memory);
#if HIT_HAVE_THREADS
    hit_mutex_end(&m->lock);
#endif
}

void failing_memory_arm(failing_memory* m, uint64_t fail_at, bool fail_on)
{
    m->calls = m->failed = 0;
    m->fail_at = fail_at;
    m->fail_on = fail_on;
}
