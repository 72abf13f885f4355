// Tasks on a caller's pool, or here.
#ifndef HITSCAN_BASE_TASKS_H
#define HITSCAN_BASE_TASKS_H

#include <hitscan/task.h>
#include <stddef.h>

// Run tasks 0 to count - 1 on a pool; here, one after the other, if there is none or it is not worth it.
static inline void hit_tasks_run(const hit_task_pool* pool, hit_task* task, void* context, uint32_t count)
{
    if (pool != NULL && pool->run != NULL && count > 1)
        pool->run(pool->context, task, context, count);
    else
        for (uint32_t i = 0; i < count; i++)
            task(context, i);
}

#endif
