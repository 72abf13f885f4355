// cmocka with the headers that it needs before it.
#ifndef HITSCAN_TEST_CMOCKA_ALL_H
#define HITSCAN_TEST_CMOCKA_ALL_H

#if !defined(__wasm__) // which has none
#include <setjmp.h>
#endif
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// not sorted in: it uses types of the headers above
#include <cmocka.h>

// The main of a file of tests. Tests of one kind share one program: the build renames their mains, one name each.
#ifdef main
int main(void);
#endif

// What stands after the test's name on the command line.
extern int test_argc;
extern char** test_argv;

// A test that runs one category of cases, by the file's run_category.
#define CATEGORY_TEST(name, category)                                                                                  \
    static void name(void** state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        run_category(category);                                                                                        \
    }

#endif
