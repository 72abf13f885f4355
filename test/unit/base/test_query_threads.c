// Queries are const: any number of threads at once give the answers of one, whatever kernels others choose meanwhile.
// Under TSan (make san) this is also the proof that nothing is shared.
#include "support/cases/battery.h"
#include "support/base/cmocka_all.h"

#include <pthread.h>

enum { THREADS = 4, CASES = 4000 };

typedef struct job {
    const battery_case* cases;
    uint64_t hash[BATTERY_KINDS];
} job;

static void* ask(void* data)
{
    job* j = data;
    battery_run(j->cases, CASES, j->hash);
    return NULL;
}

// Another thread restricts the kernels back and forth: speed may change, answers may not.
static void* restrict_kernels(void* data)
{
    (void)data;
    for (int i = 0; i < 20000; i++)
        hit_cpu_restrict((hit_cpu)(i % 3));
    hit_cpu_restrict(hit_cpu_best());
    return NULL;
}

static void threads_agree(void** state)
{
    static battery_case cases[CASES];
    pthread_t thread[THREADS], other;
    job jobs[THREADS];
    uint64_t alone[BATTERY_KINDS];

    (void)state;
    battery_make(cases, CASES, test_seed() + 700);
    battery_run(cases, CASES, alone);
    assert_int_equal(pthread_create(&other, NULL, restrict_kernels, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].cases = cases;
        assert_int_equal(pthread_create(&thread[i], NULL, ask, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_memory_equal(jobs[i].hash, alone, sizeof alone);
    }
    assert_int_equal(pthread_join(other, NULL), 0);
}

// The order of questions does not matter, and asking twice changes nothing: there is no state.
static void order_does_not_matter(void** state)
{
    static battery_case cases[CASES], turned[CASES];
    uint64_t forward[BATTERY_KINDS], again[BATTERY_KINDS], one[BATTERY_KINDS], same[BATTERY_KINDS];

    (void)state;
    battery_make(cases, CASES, test_seed() + 701);
    battery_run(cases, CASES, forward);
    battery_run(cases, CASES, again);
    assert_memory_equal(forward, again, sizeof forward);
    for (int i = 0; i < CASES; i++)
        turned[i] = cases[CASES - 1 - i];
    for (int i = 0; i < CASES; i += 97) { // each alone, after different predecessors
        battery_run(&cases[i], 1, one);
        battery_run(turned, 10, again);
        battery_run(&turned[CASES - 1 - i], 1, same);
        assert_memory_equal(one, same, sizeof one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(order_does_not_matter),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
