// A thread that waits for jobs. Signals are the main thread's, but for those that an instruction of its own causes: a
// broken pipe ends the command as it does elsewhere.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // pthread_sigmask
#endif
#include "cast/worker.h"
#include "base/thread.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

#if !HIT_HAVE_THREADS

worker* worker_create(void)
{
    return NULL;
}

void worker_begin(worker* b, worker_job* job, void* context)
{
    (void)b;
    job(context);
}

void worker_wait(worker* b)
{
    (void)b;
}

void worker_destroy(worker* b)
{
    (void)b;
}

void worker_yield(void)
{
}

void worker_pause(long microseconds)
{
    (void)microseconds;
}

#else
#if !defined(_WIN32)
#include <signal.h>
#endif

struct worker {
    hit_thread thread;
    hit_mutex lock;
    hit_condition change;
    worker_job* job; ///< NULL: nothing to do
    void* context;
    bool ending;
};

HIT_THREAD_MAIN(work)
{
    worker* b = data;
    hit_mutex_lock(&b->lock);
    for (;;) {
        while (!b->job && !b->ending)
            hit_condition_wait(&b->change, &b->lock);
        if (!b->job)
            break;
        hit_mutex_unlock(&b->lock);
        b->job(b->context);
        hit_mutex_lock(&b->lock);
        b->job = NULL;
        hit_condition_broadcast(&b->change);
    }
    hit_mutex_unlock(&b->lock);
    return HIT_THREAD_END;
}

#if defined(_WIN32)
static bool start(worker* b)
{
    return hit_thread_start(&b->thread, work, b);
}
#else
static bool start(worker* b)
{
    static const int own[] = {SIGPIPE, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t blocked, before;
    bool started;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&blocked, own[i]);
    if (pthread_sigmask(SIG_SETMASK, &blocked, &before) != 0)
        return false;
    started = hit_thread_start(&b->thread, work, b);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}
#endif

worker* worker_create(void)
{
    worker* b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    if (hit_mutex_make(&b->lock)) {
        if (hit_condition_make(&b->change)) {
            if (start(b))
                return b;
            hit_condition_end(&b->change);
        }
        hit_mutex_end(&b->lock);
    }
    free(b);
    return NULL;
}

void worker_begin(worker* b, worker_job* job, void* context)
{
    if (!b) {
        job(context);
        return;
    }
    hit_mutex_lock(&b->lock);
    assert(!b->job && !b->ending);
    b->context = context;
    b->job = job;
    hit_condition_broadcast(&b->change);
    hit_mutex_unlock(&b->lock);
}

void worker_wait(worker* b)
{
    if (!b)
        return;
    hit_mutex_lock(&b->lock);
    while (b->job)
        hit_condition_wait(&b->change, &b->lock);
    hit_mutex_unlock(&b->lock);
}

void worker_destroy(worker* b)
{
    if (!b)
        return;
    worker_wait(b);
    hit_mutex_lock(&b->lock);
    b->ending = true;
    hit_condition_broadcast(&b->change);
    hit_mutex_unlock(&b->lock);
    hit_thread_join(b->thread);
    hit_condition_end(&b->change);
    hit_mutex_end(&b->lock);
    free(b);
}

void worker_pause(long microseconds)
{
#if defined(_WIN32)
    Sleep((DWORD)((microseconds + 999) / 1000));
#else
    const struct timespec moment = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&moment, NULL);
#endif
}

void worker_yield(void)
{
    worker_pause(100);
}

#endif
