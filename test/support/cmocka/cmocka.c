// The runner of the small cmocka: tests one after the other, as cmocka reports them.
#if !defined(__wasm__)
#include <setjmp.h>
#endif
#include "support/cmocka/cmocka.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_skipped;
#if !defined(__wasm__)
static jmp_buf leave;
#endif

#if defined(__GNUC__)
__attribute__((format(printf, 1, 0)))
#endif
static void
say(const char* format, va_list list)
{
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
}

void print_message(const char* format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    fflush(stdout);
}

void small_cmocka_fail(const char* file, int line, const char* format, ...)
{
    va_list list;
    fprintf(stderr, "%s:%d: error: ", file, line);
    va_start(list, format);
    say(format, list);
    va_end(list);
#if defined(__wasm__)
    fprintf(stderr, "[  FAILED  ] the tests behind it are not run\n");
    exit(1);
#else
    longjmp(leave, 1);
#endif
}

void small_cmocka_skip(void)
{
    is_skipped = true;
}

void small_cmocka_true(bool is_true, const char* text, const char* file, int line)
{
    if (!is_true)
        small_cmocka_fail(file, line, "not true: %s", text);
}

void small_cmocka_int(uint64_t a, uint64_t b, bool equal, const char* file, int line)
{
    if ((a == b) != equal)
        small_cmocka_fail(file, line, "%#" PRIx64 " %s %#" PRIx64, a, equal ? "!=" : "==", b);
}

void small_cmocka_string(const char* a, const char* b, bool equal, const char* file, int line)
{
    if ((strcmp(a, b) == 0) != equal)
        small_cmocka_fail(file, line, "\"%s\" %s \"%s\"", a, equal ? "!=" : "==", b);
}

void small_cmocka_memory(const void* a, const void* b, size_t size, bool equal, const char* file, int line)
{
    const unsigned char *x = a, *y = b;
    if ((size == 0 || memcmp(a, b, size) == 0) == equal)
        return;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            small_cmocka_fail(file, line, "memory differs at byte %lu of %lu: 0x%02x != 0x%02x", (unsigned long)i,
                              (unsigned long)size, x[i], y[i]);
    small_cmocka_fail(file, line, "memory is the same");
}

void small_cmocka_range(uint64_t value, uint64_t low, uint64_t high, const char* file, int line)
{
    if (value < low || value > high)
        small_cmocka_fail(file, line, "%" PRIu64 " is not in %" PRIu64 " to %" PRIu64, value, low, high);
}

// True when it passed, or was skipped.
static bool run_one(const struct CMUnitTest* test, void** state)
{
    static volatile bool good; // longjmp keeps it
    void* own = test->initial_state != NULL ? test->initial_state : *state;
    good = false;
    is_skipped = false;
#if !defined(__wasm__)
    if (setjmp(leave) == 0)
#endif
    {
        if (test->setup == NULL || test->setup(&own) == 0) {
            test->test(&own);
            good = true;
        }
    }
    if (test->teardown != NULL && test->teardown(&own) != 0)
        good = false;
    return good;
}

int small_cmocka_run(const char* name, const struct CMUnitTest* tests, size_t count, CMFixtureFunction* setup,
                     CMFixtureFunction* teardown)
{
    void* state = NULL;
    int failed = 0;
    printf("[==========] %s: Running %lu test(s).\n", name, (unsigned long)count);
    if (setup != NULL && setup(&state) != 0) {
        fprintf(stderr, "[  FAILED  ] GROUP SETUP\n");
        return (int)count;
    }
    for (size_t i = 0; i < count; i++) {
        printf("[ RUN      ] %s\n", tests[i].name);
        fflush(stdout);
        const bool good = run_one(&tests[i], &state);
        failed += !good;
        printf("%s %s\n", !good ? "[  FAILED  ]" : is_skipped ? "[  SKIPPED ]" : "[       OK ]", tests[i].name);
        fflush(stdout);
    }
    if (teardown != NULL && teardown(&state) != 0) {
        fprintf(stderr, "[  FAILED  ] GROUP TEARDOWN\n");
        failed++;
    }
    printf("[==========] %s: %lu test(s) run, %d failed.\n", name, (unsigned long)count, failed);
    return failed;
}
