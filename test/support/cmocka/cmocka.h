// The calls of cmocka that the tests here make, for platforms that have no cmocka (test/CMakeLists.txt).
//
// A test that fails is left by longjmp. WebAssembly has none in the compilers that we use: there the program ends with
// the first failure, and with exit code 1.
#ifndef HITSCAN_TEST_CMOCKA_H
#define HITSCAN_TEST_CMOCKA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void CMUnitTestFunction(void** state);
typedef int CMFixtureFunction(void** state);

struct CMUnitTest {
    const char* name;
    CMUnitTestFunction* test;
    CMFixtureFunction *setup, *teardown;
    void* initial_state;
};

#define cmocka_unit_test_setup_teardown(test, setup, teardown)                                                         \
    {                                                                                                                  \
#test, test, setup, teardown, NULL                                                                             \
    }
#define cmocka_unit_test(test) cmocka_unit_test_setup_teardown(test, NULL, NULL)
#define cmocka_unit_test_setup(test, setup) cmocka_unit_test_setup_teardown(test, setup, NULL)
#define cmocka_unit_test_teardown(test, teardown) cmocka_unit_test_setup_teardown(test, NULL, teardown)
#define cmocka_run_group_tests(tests, setup, teardown) cmocka_run_group_tests_name(#tests, tests, setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                                      \
    small_cmocka_run(name, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

// Returns the number of tests that failed.
int small_cmocka_run(const char* name, const struct CMUnitTest* tests, size_t count, CMFixtureFunction* setup,
                     CMFixtureFunction* teardown);

void print_message(const char* format, ...)
#if defined(__MINGW32__)
    __attribute__((format(gnu_printf, 1, 2)))
#elif defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

// Say what is wrong, and leave the test.
_Noreturn void small_cmocka_fail(const char* file, int line, const char* format, ...)
#if defined(__MINGW32__)
    __attribute__((format(gnu_printf, 3, 4)))
#elif defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#define fail_msg(...) small_cmocka_fail(__FILE__, __LINE__, __VA_ARGS__)
#define fail() small_cmocka_fail(__FILE__, __LINE__, "failed")
// In the function of the test itself: it returns.
#define skip()                                                                                                         \
    do {                                                                                                               \
        small_cmocka_skip();                                                                                           \
        return;                                                                                                        \
    } while (0)
void small_cmocka_skip(void);

void small_cmocka_true(bool is_true, const char* text, const char* file, int line);
void small_cmocka_int(uint64_t a, uint64_t b, bool equal, const char* file, int line);
void small_cmocka_string(const char* a, const char* b, bool equal, const char* file, int line);
void small_cmocka_memory(const void* a, const void* b, size_t size, bool equal, const char* file, int line);
void small_cmocka_range(uint64_t value, uint64_t low, uint64_t high, const char* file, int line);

#define assert_true(x) small_cmocka_true((x) ? true : false, #x, __FILE__, __LINE__)
#define assert_false(x) small_cmocka_true((x) ? false : true, "!(" #x ")", __FILE__, __LINE__)
#define assert_non_null(x) small_cmocka_true((x) != NULL, #x " != NULL", __FILE__, __LINE__)
#define assert_null(x) small_cmocka_true((x) == NULL, #x " == NULL", __FILE__, __LINE__)
#define assert_ptr_equal(a, b) small_cmocka_true((const void*)(a) == (const void*)(b), #a " == " #b, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b)                                                                                     \
    small_cmocka_true((const void*)(a) != (const void*)(b), #a " != " #b, __FILE__, __LINE__)
#define assert_int_equal(a, b) small_cmocka_int((uint64_t)(a), (uint64_t)(b), true, __FILE__, __LINE__)
#define assert_int_not_equal(a, b) small_cmocka_int((uint64_t)(a), (uint64_t)(b), false, __FILE__, __LINE__)
#define assert_string_equal(a, b) small_cmocka_string(a, b, true, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) small_cmocka_string(a, b, false, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size) small_cmocka_memory(a, b, size, true, __FILE__, __LINE__)
#define assert_memory_not_equal(a, b, size) small_cmocka_memory(a, b, size, false, __FILE__, __LINE__)
#define assert_in_range(value, low, high)                                                                              \
    small_cmocka_range((uint64_t)(value), (uint64_t)(low), (uint64_t)(high), __FILE__, __LINE__)
#define assert_float_equal(a, b, epsilon)                                                                              \
    small_cmocka_true((double)(a) - (double)(b) <= (double)(epsilon) &&                                                \
                          (double)(b) - (double)(a) <= (double)(epsilon),                                              \
                      #a " ~ " #b, __FILE__, __LINE__)

#endif
