// The choice of kernels: names, restriction, the environment variable, threads.
//
// HITSCAN_CPU is read on the first call of a process, so each of its values is tried in a child process of its own,
// before this one asks for the first time.
#define _POSIX_C_SOURCE 200809L
#include "support/base/cmocka_all.h"

#include <hitscan/base.h>
#include <hitscan/version.h>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static hit_cpu no_level(int value)
{
    return (hit_cpu)value;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

// The level that a fresh process uses with HITSCAN_CPU set so. exit(), not _exit(), so that coverage is written.
static int level_with(const char* value)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (value == NULL)
            unsetenv("HITSCAN_CPU");
        else
            setenv("HITSCAN_CPU", value, 1);
        const int level = (int)hit_cpu_in_use();
        // The variable is read once: a later change does nothing.
        setenv("HITSCAN_CPU", level == HIT_CPU_PORTABLE ? "avx2" : "portable", 1);
        exit(hit_cpu_in_use() == (hit_cpu)level ? level : 99);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void environment(void** state)
{
    const int best = (int)hit_cpu_best();
    (void)state;
    assert_int_equal(level_with(NULL), best);
    assert_int_equal(level_with("portable"), HIT_CPU_PORTABLE);
    assert_int_equal(level_with("sse4"), least(HIT_CPU_SSE4, best));
    assert_int_equal(level_with("avx2"), least(HIT_CPU_AVX2, best));
    assert_int_equal(level_with(""), best);
    assert_int_equal(level_with("AVX2"), best);
    assert_int_equal(level_with("portable "), best);
    assert_int_equal(level_with("unknown"), best);
}

// A restriction before the first question is an answer: the environment has no say any more.
static void restrict_first(void** state)
{
    int status = 0;
    (void)state;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        setenv("HITSCAN_CPU", "avx2", 1);
        exit(hit_cpu_restrict(HIT_CPU_PORTABLE) == HIT_CPU_PORTABLE && hit_cpu_in_use() == HIT_CPU_PORTABLE ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void best_is_what_the_build_has(void** state)
{
    (void)state;
    const int best = (int)hit_cpu_best();
    assert_true(best >= HIT_CPU_PORTABLE && best <= HIT_CPU_AVX2);
#if defined(__x86_64__) && defined(HITSCAN_HAVE_AVX2)
    assert_int_equal(best == HIT_CPU_AVX2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#endif
#if defined(__x86_64__) && defined(HITSCAN_HAVE_SSE4)
    assert_int_equal(best >= HIT_CPU_SSE4, __builtin_cpu_supports("sse4.1") != 0);
#endif
#if !defined(HITSCAN_HAVE_AVX2) && !defined(HITSCAN_HAVE_SSE4)
    assert_int_equal(best, HIT_CPU_PORTABLE);
#endif
}

static void restriction(void** state)
{
    const int best = (int)hit_cpu_best();
    const int top = best < HIT_CPU_AVX2 ? HIT_CPU_AVX2 : best; // of an x86, also what it has not
    (void)state;
    for (int level = HIT_CPU_PORTABLE; level <= top; level++) {
        assert_int_equal(hit_cpu_restrict((hit_cpu)level), least(level, best));
        assert_int_equal(hit_cpu_in_use(), least(level, best));
    }
    assert_int_equal(hit_cpu_restrict(HIT_CPU_PORTABLE), HIT_CPU_PORTABLE);
    assert_int_equal(hit_cpu_restrict(no_level(-1)), HIT_CPU_PORTABLE);
    assert_int_equal(hit_cpu_restrict(no_level(5)), HIT_CPU_PORTABLE);
    assert_int_equal(hit_cpu_in_use(), HIT_CPU_PORTABLE);
    assert_int_equal(hit_cpu_restrict((hit_cpu)top), best);
    assert_int_equal(hit_cpu_restrict(no_level(77)), best);
}

static void names(void** state)
{
    (void)state;
    assert_string_equal(hit_cpu_name(HIT_CPU_PORTABLE), "portable");
    assert_string_equal(hit_cpu_name(HIT_CPU_SSE4), "sse4");
    assert_string_equal(hit_cpu_name(HIT_CPU_AVX2), "avx2");
    assert_string_equal(hit_cpu_name(HIT_CPU_NEON), "neon");
    assert_string_equal(hit_cpu_name(HIT_CPU_WASM), "wasm");
    assert_string_equal(hit_cpu_name(no_level(5)), "unknown");
    assert_string_equal(hit_cpu_name(no_level(-1)), "unknown");
}

static void version(void** state)
{
    char numbers[64];
    (void)state;
    assert_string_equal(hit_version(), HIT_VERSION_STRING);
    snprintf(numbers, sizeof numbers, "%d.%d.%d", HIT_VERSION_MAJOR, HIT_VERSION_MINOR, HIT_VERSION_PATCH);
    assert_string_equal(hit_version(), numbers);
}

static void* ask_and_restrict(void* argument)
{
    const int best = (int)hit_cpu_best();
    int* wrong = argument;
    for (int i = 0; i < 20000; i++) {
        const int used = (int)hit_cpu_in_use();
        const int now = (int)hit_cpu_restrict((hit_cpu)(i % 3));
        *wrong += used < HIT_CPU_PORTABLE || used > best || now != least(i % 3, best);
    }
    return NULL;
}

// In a child, so that the threads race for the first question too.
static void threads(void** state)
{
    int status = 0;
    (void)state;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        pthread_t thread[4];
        int wrong[4] = {0, 0, 0, 0}, sum = 0;
        for (int i = 0; i < 4; i++)
            if (pthread_create(&thread[i], NULL, ask_and_restrict, &wrong[i]) != 0)
                exit(2);
        for (int i = 0; i < 4; i++) {
            pthread_join(thread[i], NULL);
            sum += wrong[i];
        }
        exit(sum == 0 ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    // The first three need a process that has not asked for the level yet.
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(environment), cmocka_unit_test(restrict_first),
        cmocka_unit_test(threads),     cmocka_unit_test(best_is_what_the_build_has),
        cmocka_unit_test(restriction), cmocka_unit_test(names),
        cmocka_unit_test(version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
