// Threads, locks and conditions: those of POSIX, of Windows, or none.
//
// HIT_HAVE_THREADS says which: 0 where there are none, as in WebAssembly; callers then do the work themselves. A lock
// or a condition that could not be made is reported by POSIX alone; Windows' need no memory.
#ifndef HITSCAN_BASE_THREAD_H
#define HITSCAN_BASE_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#if defined(_WIN32)

#define HIT_HAVE_THREADS 1
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#include <process.h>

typedef SRWLOCK hit_mutex;
typedef CONDITION_VARIABLE hit_condition;
typedef HANDLE hit_thread;

// What a thread runs: HIT_THREAD_MAIN(name) { ... data ...; return HIT_THREAD_END; }
#define HIT_THREAD_MAIN(name) static unsigned __stdcall name(void* data)
#define HIT_THREAD_END 0u
typedef unsigned(__stdcall* hit_thread_main)(void* data);

static inline bool hit_mutex_make(hit_mutex* mutex)
{
    InitializeSRWLock(mutex);
    return true;
}

static inline void hit_mutex_end(hit_mutex* mutex)
{
    (void)mutex;
}

static inline void hit_mutex_lock(hit_mutex* mutex)
{
    AcquireSRWLockExclusive(mutex);
}

static inline void hit_mutex_unlock(hit_mutex* mutex)
{
    ReleaseSRWLockExclusive(mutex);
}

static inline bool hit_condition_make(hit_condition* condition)
{
    InitializeConditionVariable(condition);
    return true;
}

static inline void hit_condition_end(hit_condition* condition)
{
    (void)condition;
}

static inline void hit_condition_wait(hit_condition* condition, hit_mutex* mutex)
{
    SleepConditionVariableSRW(condition, mutex, INFINITE, 0);
}

static inline void hit_condition_signal(hit_condition* condition)
{
    WakeConditionVariable(condition);
}

static inline void hit_condition_broadcast(hit_condition* condition)
{
    WakeAllConditionVariable(condition);
}

static inline bool hit_thread_start(hit_thread* thread, hit_thread_main run, void* data)
{
    *thread = (HANDLE)_beginthreadex(NULL, 0, run, data, 0, NULL);
    return *thread != NULL;
}

static inline void hit_thread_join(hit_thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

#elif defined(HITSCAN_HAVE_PTHREADS)

#define HIT_HAVE_THREADS 1
#include <pthread.h>

typedef pthread_mutex_t hit_mutex;
typedef pthread_cond_t hit_condition;
typedef pthread_t hit_thread;

#define HIT_THREAD_MAIN(name) static void* name(void* data)
#define HIT_THREAD_END NULL
typedef void* (*hit_thread_main)(void* data);

static inline bool hit_mutex_make(hit_mutex* mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}

static inline void hit_mutex_end(hit_mutex* mutex)
{
    pthread_mutex_destroy(mutex);
}

static inline void hit_mutex_lock(hit_mutex* mutex)
{
    pthread_mutex_lock(mutex);
}

static inline void hit_mutex_unlock(hit_mutex* mutex)
{
    pthread_mutex_unlock(mutex);
}

static inline bool hit_condition_make(hit_condition* condition)
{
    return pthread_cond_init(condition, NULL) == 0;
}

static inline void hit_condition_end(hit_condition* condition)
{
    pthread_cond_destroy(condition);
}

static inline void hit_condition_wait(hit_condition* condition, hit_mutex* mutex)
{
    pthread_cond_wait(condition, mutex);
}

static inline void hit_condition_signal(hit_condition* condition)
{
    pthread_cond_signal(condition);
}

static inline void hit_condition_broadcast(hit_condition* condition)
{
    pthread_cond_broadcast(condition);
}

// The thread has the signal mask of its maker.
static inline bool hit_thread_start(hit_thread* thread, hit_thread_main run, void* data)
{
    return pthread_create(thread, NULL, run, data) == 0;
}

static inline void hit_thread_join(hit_thread thread)
{
    pthread_join(thread, NULL);
}

#else

#define HIT_HAVE_THREADS 0

#endif

#endif
