// An allocator that fails when it is told to.
#include "support/base/failing_memory.h"

#include <stdlib.h>
#include <string.h>

static void* allocate(void* context, size_t size, size_t alignment)
{
    failing_memory* m = context;
    const size_t least = alignment < sizeof(void*) ? sizeof(void*) : alignment;
    void* memory = NULL;
    bool fail;

    pthread_mutex_lock(&m->lock);
    m->calls++;
    fail = m->fail_at != 0 && (m->fail_on ? m->calls >= m->fail_at : m->calls == m->fail_at);
    m->failed += fail;
    // Zero bytes are never asked for, and an alignment is a power of two.
    m->wrong += size == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0;
    if (!fail && m->live < FAILING_MEMORY_PIECES && size <= SIZE_MAX - least)
        memory = aligned_alloc(least, (size + least - 1) / least * least);
    if (memory != NULL) {
        memset(memory, 0xa5, size); // nobody may count on zeros
        m->piece[m->live].memory = memory;
        m->piece[m->live].size = size;
        m->piece[m->live++].alignment = alignment;
    }
    pthread_mutex_unlock(&m->lock);
    return memory;
}

static void release(void* context, void* memory, size_t size, size_t alignment)
{
    failing_memory* m = context;
    uint32_t i = 0;

    pthread_mutex_lock(&m->lock);
    while (i < m->live && m->piece[i].memory != memory)
        i++;
    if (i == m->live || m->piece[i].size != size || m->piece[i].alignment != alignment)
        m->wrong++;
    if (i < m->live) {
        memset(memory, 0x5a, m->piece[i].size);
        free(memory);
        m->piece[i] = m->piece[--m->live];
    }
    pthread_mutex_unlock(&m->lock);
}

void failing_memory_make(failing_memory* m)
{
    memset(m, 0, sizeof *m);
    m->allocator = (hit_allocator){allocate, release, m};
    pthread_mutex_init(&m->lock, NULL);
}

void failing_memory_end(failing_memory* m)
{
    for (uint32_t i = 0; i < m->live; i++)
        free(m->piece[i].memory);
    pthread_mutex_destroy(&m->lock);
}

void failing_memory_arm(failing_memory* m, uint64_t fail_at, bool fail_on)
{
    m->calls = m->failed = 0;
    m->fail_at = fail_at;
    m->fail_on = fail_on;
}
