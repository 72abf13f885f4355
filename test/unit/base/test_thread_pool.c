// The pool of threads: each task once, on as many threads as asked for, and callers that take turns. Under TSan (make
// san) this is also the proof that jobs do not overlap.
#ifdef __linux__
#define _GNU_SOURCE // strict C hides signals and usleep. NOLINT(bugprone-reserved-identifier)
#endif

#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HITSCAN_WRAPS_PTHREAD_CREATE
// The linker sends the library's calls here: after `threads_left` of them, no thread can be started.
static atomic_int threads_left = 1 << 30;

int __real_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* data);
int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* data);

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* data)
{
    if (atomic_fetch_sub(&threads_left, 1) <= 0)
        return 11; // EAGAIN
    return __real_pthread_create(thread, attributes, start, data);
}
#endif

enum { MOST = 5000 };

// An allocator that counts what it gave and got back, and can refuse.
typedef struct counting_memory {
    size_t given, returned, calls;
    bool refuse;
} counting_memory;

static void* counting_allocate(void* context, size_t size, size_t alignment)
{
    counting_memory* l = context;
    l->calls++;
    if (l->refuse)
        return NULL;
    l->given += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void counting_release(void* context, void* memory, size_t size, size_t alignment)
{
    counting_memory* l = context;
    (void)alignment;
    l->returned += size;
    free(memory);
}

static hit_allocator counting_allocator(counting_memory* l)
{
    const hit_allocator a = {counting_allocate, counting_release, l};
    return a;
}

// Plain counters, no atomics: a task that runs twice, or at the same time as the check, is a race that TSan sees.
static void count_one(void* context, uint32_t index)
{
    uint32_t* times = context;
    times[index]++;
}

static void check_once(const hit_task_pool* tasks, uint32_t count)
{
    uint32_t times[MOST + 1];
    memset(times, 0, sizeof times);
    tasks->run(tasks->context, count_one, times, count);
    for (uint32_t i = 0; i <= MOST; i++)
        assert_int_equal(times[i], i < count ? 1 : 0);
}

static void each_task_runs_once(void** state)
{
    const uint32_t threads[] = {1, 2, 3, 7, 16}, counts[] = {0, 1, 2, 3, 8, 100, MOST};
    (void)state;
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        hit_thread_pool* pool = NULL;
        assert_int_equal(hit_thread_pool_create(threads[t], NULL, &pool, NULL), HIT_OK);
        const hit_task_pool tasks = hit_thread_pool_tasks(pool);
        assert_int_equal(tasks.threads, threads[t]);
        for (int round = 0; round < 20; round++)
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
                check_once(&tasks, counts[c]);
        hit_thread_pool_destroy(pool);
    }
}

// Many short jobs, some with pauses in between, so that workers are met awake, asleep, and late for the last job.
static void short_jobs_do_not_mix(void** state)
{
    test_random r = test_random_make(test_seed() + 40);
    hit_thread_pool* pool = NULL;
    (void)state;
    assert_int_equal(hit_thread_pool_create(4, NULL, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    for (int job = 0; job < 3000; job++) {
        check_once(&tasks, test_random_below(&r, 9));
        if (test_random_below(&r, 50) == 0)
            usleep(test_random_below(&r, 300));
    }
    hit_thread_pool_destroy(pool);
}

// Tasks that wait for each other end only when as many threads work at the same time. (Tasks of the library never do.)
typedef struct rendezvous {
    atomic_uint there;
    uint32_t expected;
} rendezvous;

static void wait_for_all(void* context, uint32_t index)
{
    rendezvous* m = context;
    (void)index;
    atomic_fetch_add(&m->there, 1);
    while (atomic_load(&m->there) < m->expected)
        usleep(10);
}

static void all_threads_work(void** state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 9; threads += 4) {
        hit_thread_pool* pool = NULL;
        assert_int_equal(hit_thread_pool_create(threads, NULL, &pool, NULL), HIT_OK);
        const hit_task_pool tasks = hit_thread_pool_tasks(pool);
        for (int round = 0; round < 30; round++) {
            rendezvous m = {0, tasks.threads};
            tasks.run(tasks.context, wait_for_all, &m, tasks.threads);
            assert_int_equal(atomic_load(&m.there), tasks.threads);
            if (round % 3 == 0)
                usleep(500); // the workers sleep now
        }
        hit_thread_pool_destroy(pool);
    }
}

typedef struct caller {
    hit_task_pool tasks;
    atomic_int* running; ///< jobs that run at the moment
    bool alone;
    uint64_t sum;
} caller;

typedef struct share {
    caller* who;
    uint32_t value[64];
} share;

static void square(void* context, uint32_t index)
{
    share* s = context;
    if (index == 0 && atomic_fetch_add(s->who->running, 1) != 0)
        s->who->alone = false;
    s->value[index] = index * index;
    if (index == 0)
        atomic_fetch_sub(s->who->running, 1);
}

static void* call_often(void* data)
{
    caller* c = data;
    for (int job = 0; job < 500; job++) {
        share s = {.who = c};
        c->tasks.run(c->tasks.context, square, &s, 64);
        for (uint32_t i = 0; i < 64; i++)
            c->sum += s.value[i];
    }
    return NULL;
}

static void callers_take_turns(void** state)
{
    enum { CALLERS = 5 };
    caller callers[CALLERS];
    pthread_t thread[CALLERS];
    atomic_int running = 0;
    hit_thread_pool* pool = NULL;

    (void)state;
    assert_int_equal(hit_thread_pool_create(3, NULL, &pool, NULL), HIT_OK);
    for (int i = 0; i < CALLERS; i++) {
        callers[i] = (caller){hit_thread_pool_tasks(pool), &running, true, 0};
        assert_int_equal(pthread_create(&thread[i], NULL, call_often, &callers[i]), 0);
    }
    for (int i = 0; i < CALLERS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_true(callers[i].alone);
        assert_int_equal(callers[i].sum, 500u * 85344u); // 63·64·127/6
    }
    hit_thread_pool_destroy(pool);
}

static void no_pool_is_the_caller(void** state)
{
    const hit_task_pool tasks = hit_thread_pool_tasks(NULL);
    (void)state;
    assert_int_equal(tasks.threads, 1);
    check_once(&tasks, 0);
    check_once(&tasks, 1);
    check_once(&tasks, 1000);
    hit_thread_pool_destroy(NULL);
}

static void bad_arguments(void** state)
{
    hit_thread_pool* const none = (hit_thread_pool*)state;
    hit_thread_pool* pool = none;
    assert_int_equal(hit_thread_pool_create(1, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_thread_pool_create(1025, NULL, &pool, NULL), HIT_ERROR_ARGUMENT);
    assert_ptr_equal(pool, none);
}

static void zero_means_all_processors(void** state)
{
    hit_thread_pool* pool = NULL;
    (void)state;
    assert_int_equal(hit_thread_pool_create(0, NULL, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    assert_in_range(tasks.threads, 1, (uintmax_t)sysconf(_SC_NPROCESSORS_CONF));
    check_once(&tasks, 100);
    hit_thread_pool_destroy(pool);
}

static void memory_comes_from_the_allocator(void** state)
{
    counting_memory l = {0};
    const hit_allocator allocator = counting_allocator(&l);
    hit_thread_pool* const none = (hit_thread_pool*)state;
    hit_thread_pool* pool = none;

    assert_int_equal(hit_thread_pool_create(3, &allocator, &pool, NULL), HIT_OK);
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    const size_t calls = l.calls;
    check_once(&tasks, 100);
    assert_int_equal(l.calls, calls); // jobs allocate nothing
    hit_thread_pool_destroy(pool);
    assert_true(l.given > 0);
    assert_int_equal(l.given, l.returned);

    pool = none;
    l.refuse = true;
    assert_int_equal(hit_thread_pool_create(3, &allocator, &pool, NULL), HIT_ERROR_MEMORY);
    assert_ptr_equal(pool, none);
}

static void threads_that_do_not_start(void** state)
{
#ifdef HITSCAN_WRAPS_PTHREAD_CREATE
    hit_thread_pool* const none = (hit_thread_pool*)state;
    for (int start = 0; start < 4; start++) {
        counting_memory l = {0};
        const hit_allocator allocator = counting_allocator(&l);
        hit_thread_pool* pool = none;
        atomic_store(&threads_left, start);
        const hit_status status = hit_thread_pool_create(5, &allocator, &pool, NULL);
        atomic_store(&threads_left, 1 << 30);
        assert_int_equal(status, HIT_ERROR_THREAD);
        assert_ptr_equal(pool, none);
        assert_int_equal(l.given, l.returned);
    }
#else
    (void)state;
    skip();
#endif
}

// A signal of the process goes to the program's threads, never to workers, which would run its handler.
static atomic_int handled_elsewhere;
static pthread_t main_thread;

static void on_signal(int number)
{
    (void)number;
    if (!pthread_equal(pthread_self(), main_thread))
        atomic_fetch_add(&handled_elsewhere, 1);
}

static void ask_for_signals(void* context, uint32_t index)
{
    sigset_t blocked;
    atomic_int* open_to_signals = context;
    (void)index;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    if (!pthread_equal(pthread_self(), main_thread) && !sigismember(&blocked, SIGUSR1))
        atomic_fetch_add(open_to_signals, 1);
    usleep(100);
}

static void workers_leave_signals_alone(void** state)
{
    hit_thread_pool* pool = NULL;
    atomic_int open_to_signals = 0;
    sigset_t usr1, after;

    (void)state;
    main_thread = pthread_self();
    signal(SIGUSR1, on_signal);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
    assert_int_equal(hit_thread_pool_create(3, NULL, &pool, NULL), HIT_OK);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    assert_false(sigismember(&after, SIGUSR1)); // the caller's own signals are as they were
    const hit_task_pool tasks = hit_thread_pool_tasks(pool);
    tasks.run(tasks.context, ask_for_signals, &open_to_signals, 50);
    for (int i = 0; i < 20; i++)
        kill(getpid(), SIGUSR1);
    hit_thread_pool_destroy(pool);
    assert_int_equal(atomic_load(&open_to_signals), 0);
    assert_int_equal(atomic_load(&handled_elsewhere), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_task_runs_once),       cmocka_unit_test(short_jobs_do_not_mix),
        cmocka_unit_test(all_threads_work),          cmocka_unit_test(callers_take_turns),
        cmocka_unit_test(no_pool_is_the_caller),     cmocka_unit_test(bad_arguments),
        cmocka_unit_test(zero_means_all_processors), cmocka_unit_test(memory_comes_from_the_allocator),
        cmocka_unit_test(threads_that_do_not_start), cmocka_unit_test(workers_leave_signals_alone),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
