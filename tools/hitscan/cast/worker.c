// A thread that waits for jobs. Signals are the main thread's, but for those that an instruction of its own causes: a
// broken pipe ends the command as it does elsewhere.
#if defined(_WIN32)
#include "cast/worker.h"

#include <stddef.h>

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
#define _POSIX_C_SOURCE 200809L // pthread_sigmask
#include "cast/worker.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    worker_job* job; ///< NULL: nothing to do
    void* context;
    bool ending;
};

static void* work(void* data)
{
    worker* b = data;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        while (!b->job && !b->ending)
            pthread_cond_wait(&b->change, &b->lock);
        if (!b->job)
            break;
        pthread_mutex_unlock(&b->lock);
        b->job(b->context);
        pthread_mutex_lock(&b->lock);
        b->job = NULL;
        pthread_cond_broadcast(&b->change);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

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
    started = pthread_create(&b->thread, NULL, work, b) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

worker* worker_create(void)
{
    worker* b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->change, NULL);
    if (start(b))
        return b;
    pthread_cond_destroy(&b->change);
    pthread_mutex_destroy(&b->lock);
    free(b);
    return NULL;
}

void worker_begin(worker* b, worker_job* job, void* context)
{
    if (!b) {
        job(context);
        return;
    }
    pthread_mutex_lock(&b->lock);
    assert(!b->job && !b->ending);
    b->context = context;
    b->job = job;
    pthread_cond_broadcast(&b->change);
    pthread_mutex_unlock(&b->lock);
}

void worker_wait(worker* b)
{
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    while (b->job)
        pthread_cond_wait(&b->change, &b->lock);
    pthread_mutex_unlock(&b->lock);
}

void worker_destroy(worker* b)
{
    if (!b)
        return;
    worker_wait(b);
    pthread_mutex_lock(&b->lock);
    b->ending = true;
    pthread_cond_broadcast(&b->change);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
    pthread_cond_destroy(&b->change);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

void worker_pause(long microseconds)
{
    const struct timespec moment = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&moment, NULL);
}

void worker_yield(void)
{
    worker_pause(100);
}

#endif
