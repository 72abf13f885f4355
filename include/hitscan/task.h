// Work on several threads: an interface that a program's own scheduler can serve, and a ready pool of threads.
//
// The library never starts a thread by itself. Calls that can use several take a hit_task_pool; NULL means the calling
// thread alone. No result ever depends on the pool, on the number of its threads or on the order of its tasks.
#ifndef HITSCAN_TASK_H
#define HITSCAN_TASK_H

#include <hitscan/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One piece of work: `index` counts from 0 to count - 1. Tasks of the library cannot fail and wait for nothing. They
/// may run in any floating-point environment, and leave it as it was.
typedef void hit_task(void* context, uint32_t index);

/// A scheduler, as the library sees it.
typedef struct hit_task_pool {
    /// Call task(task_context, i) once for each i below `count`, on any threads and in any order, and return when all
    /// have ended, so that what the tasks wrote can be read. The calling thread may take part. Tasks do not wait for
    /// each other and do not call `run`, so they may also run one after the other.
    void (*run)(void* context, hit_task* task, void* task_context, uint32_t count);
    void* context;    ///< the first argument of `run`
    uint32_t threads; ///< how many tasks may run at the same time; a hint for how finely to divide work
} hit_task_pool;

/// A pool of threads that wait for tasks; made by hit_thread_pool_create.
typedef struct hit_thread_pool hit_thread_pool;

/// Start a pool. Its threads block all signals, and sleep while there is nothing to do. Where a build has no threads, a
/// pool is the calling thread alone.
///
/// @param threads    including the one that will call; 0 means one for each processor that this process may use
/// @param allocator  NULL means malloc
/// @param pool       set on success, else untouched
/// @return  HIT_OK; HIT_ERROR_ARGUMENT when pool is NULL or threads is above 1024; HIT_ERROR_MEMORY; HIT_ERROR_THREAD
///          when the system gives no more threads, and those that were started have ended
HIT_API hit_status hit_thread_pool_create(uint32_t threads, const hit_allocator* allocator, hit_thread_pool** pool,
                                          hit_error* error);

/// End the threads and free the pool. NULL is allowed. No call may be using the pool.
HIT_API void hit_thread_pool_destroy(hit_thread_pool* pool);

/// The pool as calls take it; valid as long as the pool lives. For NULL, one whose `run` uses the calling thread.
///
/// @threads  several threads may use one pool at once; they take turns
HIT_API hit_task_pool hit_thread_pool_tasks(hit_thread_pool* pool);

#ifdef __cplusplus
}
#endif

#endif
