// A pool of threads that take tasks by counting.
//
// A call of `run` opens a job: it publishes the task, wakes as many sleepers as there are tasks to share, and then
// takes tasks itself. Each task is one step of an atomic counter, so nothing is queued and nothing is allocated.
// Workers enter and leave a job under the lock; the caller closes it when the counter is used up, and then waits only
// for the workers that did enter: one that the system has not yet woken costs no time, and finds the job closed. So no
// worker can ever touch the counter of a later job, and the lock orders everything that tasks have written before the
// return of `run`.
//
// Builders run many short jobs one after the other. Where there is a processor for each thread, workers look out for
// the next job for some microseconds before they sleep, and the caller for the end of the last task: waking a thread
// costs more than that.
//
// Where there are no threads (base/thread.h), a pool is the calling thread alone.
#if defined(__linux__)
// For sched_getaffinity, and for pthread_sigmask, which strict C hides.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier)
#elif defined(__APPLE__)
#define _DARWIN_C_SOURCE // sysconf's number of processors
#elif !defined(_WIN32)
#define _DEFAULT_SOURCE // NOLINT(bugprone-reserved-identifier)
#endif

#include <hitscan/task.h>

#include "base/assert.h"
#include "base/fail.h"
#include "base/memory.h"
#include "base/thread.h"

#include <inttypes.h>

enum { THREADS_MAX = 1024 };

static hit_status fail_threads(hit_error* error, uint32_t threads)
{
    return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%" PRIu32 " threads are more than %d", threads, THREADS_MAX);
}

static void run_inline(void* context, hit_task* task, void* task_context, uint32_t count)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++)
        task(task_context, i);
}

#if HIT_HAVE_THREADS

#include <stdatomic.h>
#if !defined(_WIN32)
#include <signal.h>
#include <unistd.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif

// How often to look before sleeping: some 20 microseconds.
enum { SPINS = 1000 };

struct hit_thread_pool {
    hit_allocator allocator;
    uint32_t threads; ///< the calling thread included
    uint32_t started; ///< workers that are there to be joined
    uint32_t spins;   ///< SPINS, or 0 when there are more threads than processors

    hit_mutex run_lock; ///< held by a caller for its whole job
    hit_mutex lock;     ///< guards what follows, but for the atomics' own reading
    hit_condition wake; ///< there is a job, or the pool ends
    hit_condition left; ///< the last worker has left a closed job
    uint32_t asleep;    ///< workers that wait for `wake`
    bool open;          ///< workers may enter the job
    bool ending;
    atomic_uint job;    ///< counts the jobs
    atomic_uint inside; ///< workers in the job

    hit_task* task;
    void* task_context;
    uint32_t count;
    // On a cache line of its own, because all threads write to it.
    _Alignas(64) atomic_uint next;
    _Alignas(64) hit_thread worker[];
};

static size_t bytes_of(uint32_t threads)
{
    return sizeof(hit_thread_pool) + (threads - 1) * sizeof(hit_thread);
}

static void spin_pause(void)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__ volatile("yield");
#elif defined(_WIN32)
    YieldProcessor();
#endif
}

static void run_tasks(hit_thread_pool* pool)
{
    const uint32_t count = pool->count;
    uint32_t index = atomic_load_explicit(&pool->next, memory_order_relaxed);

    // An exchange and no plain addition: that would pass `count`, and might wrap.
    while (index < count) {
        if (atomic_compare_exchange_weak_explicit(&pool->next, &index, index + 1, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            pool->task(pool->task_context, index);
            index = atomic_load_explicit(&pool->next, memory_order_relaxed);
        }
    }
}

HIT_THREAD_MAIN(work)
{
    hit_thread_pool* pool = data;
    unsigned seen = 0;

    hit_mutex_lock(&pool->lock);
    while (!pool->ending) {
        const unsigned job = atomic_load_explicit(&pool->job, memory_order_relaxed);
        if (job != seen && pool->open) {
            atomic_fetch_add_explicit(&pool->inside, 1, memory_order_relaxed);
            HIT_ASSERT(atomic_load_explicit(&pool->inside, memory_order_relaxed) < pool->threads);
            hit_mutex_unlock(&pool->lock);
            run_tasks(pool);
            hit_mutex_lock(&pool->lock);
            if (atomic_fetch_sub_explicit(&pool->inside, 1, memory_order_relaxed) == 1)
                hit_condition_signal(&pool->left);
        }
        if (job != seen) {
            seen = job;
            hit_mutex_unlock(&pool->lock);
            for (uint32_t i = 0; i < pool->spins; i++) {
                if (atomic_load_explicit(&pool->job, memory_order_relaxed) != seen)
                    break;
                spin_pause();
            }
            hit_mutex_lock(&pool->lock);
        } else {
            pool->asleep++;
            hit_condition_wait(&pool->wake, &pool->lock);
            pool->asleep--;
        }
    }
    hit_mutex_unlock(&pool->lock);
    return HIT_THREAD_END;
}

static void run(void* context, hit_task* task, void* task_context, uint32_t count)
{
    hit_thread_pool* pool = context;
    uint32_t sleepers;

    if (count <= 1) {
        run_inline(NULL, task, task_context, count);
        return;
    }
    hit_mutex_lock(&pool->run_lock);
    hit_mutex_lock(&pool->lock);
    pool->task = task;
    pool->task_context = task_context;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&pool->job, 1, memory_order_relaxed);
    pool->open = true;
    sleepers = pool->asleep;
    hit_mutex_unlock(&pool->lock);
    if (sleepers > 0 && count - 1 >= pool->started)
        hit_condition_broadcast(&pool->wake);
    else
        for (uint32_t i = 0; i < sleepers && i < count - 1; i++)
            hit_condition_signal(&pool->wake);

    run_tasks(pool);

    for (uint32_t i = 0; i < pool->spins; i++) {
        if (atomic_load_explicit(&pool->inside, memory_order_relaxed) == 0)
            break;
        spin_pause();
    }
    hit_mutex_lock(&pool->lock);
    pool->open = false;
    while (atomic_load_explicit(&pool->inside, memory_order_relaxed) != 0)
        hit_condition_wait(&pool->left, &pool->lock);
    HIT_ASSERT(atomic_load_explicit(&pool->next, memory_order_relaxed) == count);
    hit_mutex_unlock(&pool->lock);
    hit_mutex_unlock(&pool->run_lock);
}

static uint32_t processors(void)
{
    long count = 0;
#if defined(_WIN32)
    DWORD_PTR own, all;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all))
        for (; own != 0; own &= own - 1)
            count++;
#elif defined(__linux__)
    // Those that this process may use, which in a container are fewer than there are. The set is too small for machines
    // of more than 1024: the call fails there.
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = CPU_COUNT(&set);
#endif
#if !defined(_WIN32)
    if (count < 1)
        count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (uint32_t)count;
}

static bool start_workers(hit_thread_pool* pool)
{
#if !defined(_WIN32)
    // The program's signals are for the program's threads.
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
#endif
    while (pool->started < pool->threads - 1 && hit_thread_start(&pool->worker[pool->started], work, pool))
        pool->started++;
#if !defined(_WIN32)
    pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
    return pool->started == pool->threads - 1;
}

static bool make_locks(hit_thread_pool* pool)
{
    if (!hit_mutex_make(&pool->run_lock))
        return false;
    if (hit_mutex_make(&pool->lock)) {
        if (hit_condition_make(&pool->wake)) {
            if (hit_condition_make(&pool->left))
                return true;
            hit_condition_end(&pool->wake);
        }
        hit_mutex_end(&pool->lock);
    }
    hit_mutex_end(&pool->run_lock);
    return false;
}

hit_status hit_thread_pool_create(uint32_t threads, const hit_allocator* allocator, hit_thread_pool** pool,
                                  hit_error* error)
{
    const hit_allocator ours = hit_allocator_or_default(allocator);
    hit_thread_pool* made;

    if (pool == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "pool is NULL");
    if (threads > THREADS_MAX)
        return fail_threads(error, threads);
    const uint32_t available = processors();
    if (threads == 0)
        threads = available;
    made = hit_allocate(&ours, bytes_of(threads), _Alignof(hit_thread_pool));
    if (made == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a pool of threads");
    *made = (hit_thread_pool){.allocator = ours, .threads = threads, .spins = threads <= available ? SPINS : 0};
    if (!make_locks(made)) {
        hit_release(&ours, made, bytes_of(threads), _Alignof(hit_thread_pool));
        return hit_fail(error, HIT_ERROR_THREAD, 0, "the system gives no locks for a pool of threads");
    }
    if (!start_workers(made)) {
        const uint32_t started = made->started;
        hit_thread_pool_destroy(made);
        return hit_fail(error, HIT_ERROR_THREAD, started,
                        "the system gives no more than %" PRIu32 " threads: ask for fewer than %" PRIu32, started,
                        threads);
    }
    *pool = made;
    return hit_succeed(error);
}

void hit_thread_pool_destroy(hit_thread_pool* pool)
{
    if (pool == NULL)
        return;
    const hit_allocator allocator = pool->allocator;
    hit_mutex_lock(&pool->lock);
    pool->ending = true;
    hit_mutex_unlock(&pool->lock);
    hit_condition_broadcast(&pool->wake);
    for (uint32_t i = 0; i < pool->started; i++)
        hit_thread_join(pool->worker[i]);
    hit_condition_end(&pool->left);
    hit_condition_end(&pool->wake);
    hit_mutex_end(&pool->lock);
    hit_mutex_end(&pool->run_lock);
    hit_release(&allocator, pool, bytes_of(pool->threads), _Alignof(hit_thread_pool));
}

#else

struct hit_thread_pool {
    hit_allocator allocator;
    uint32_t threads;
};

static void run(void* context, hit_task* task, void* task_context, uint32_t count)
{
    run_inline(context, task, task_context, count);
}

hit_status hit_thread_pool_create(uint32_t threads, const hit_allocator* allocator, hit_thread_pool** pool,
                                  hit_error* error)
{
    const hit_allocator ours = hit_allocator_or_default(allocator);
    hit_thread_pool* made;

    if (pool == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "pool is NULL");
    if (threads > THREADS_MAX)
        return fail_threads(error, threads);
    made = hit_allocate(&ours, sizeof *made, _Alignof(hit_thread_pool));
    if (made == NULL)
        return hit_fail(error, HIT_ERROR_MEMORY, 0, "no memory for a pool of threads");
    made->allocator = ours;
    made->threads = 1;
    *pool = made;
    return hit_succeed(error);
}

void hit_thread_pool_destroy(hit_thread_pool* pool)
{
    if (pool == NULL)
        return;
    const hit_allocator allocator = pool->allocator;
    hit_release(&allocator, pool, sizeof *pool, _Alignof(hit_thread_pool));
}

#endif

hit_task_pool hit_thread_pool_tasks(hit_thread_pool* pool)
{
    if (pool == NULL || pool->threads == 1)
        return (hit_task_pool){run_inline, NULL, 1};
    return (hit_task_pool){run, pool, pool->threads};
}
