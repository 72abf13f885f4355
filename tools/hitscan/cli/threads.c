// Starts the threads of a run.
#include "cli/threads.h"
#include "cli/verb.h"

int threads_start(const char* verb_name, uint32_t count, hit_thread_pool** pool)
{
    const hit_status status = hit_thread_pool_create(count, NULL, pool, NULL);
    if (status == HIT_OK)
        return EXIT_OK;
    if (status == HIT_ERROR_THREAD)
        print_error("%s: cannot start %u threads; --threads 1 needs none", verb_name, (unsigned)count);
    else
        print_error("%s: out of memory", verb_name);
    return EXIT_RESOURCES;
}
