// A folder of a test's own in which the command runs, with its cache; and the files in it.
#ifndef HITSCAN_TEST_CLI_HOME_H
#define HITSCAN_TEST_CLI_HOME_H

#include "support/base/cmocka_all.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char home[] = "/tmp/hitscan-home-XXXXXX";

// The path of a file in it; valid until the call after the next.
static inline const char* at_home(const char* name)
{
    static char path[2][512];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", home, name);
    return path[turn];
}

// Make it. Returns 0, or -1.
static inline int make_home(void)
{
    if (!mkdtemp(home))
        return -1;
    return setenv("XDG_CACHE_HOME", at_home("cache"), 1);
}

// Remove it, with all that is in it: the teardown of a group of tests.
static inline int remove_home(void** state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", home);
    return system(command);
}

// The content of a file; `at` is to be freed, and has room for ROOM bytes behind it.
enum { ROOM = 1 << 20 };

typedef struct bytes {
    unsigned char* at;
    size_t size;
} bytes;

static inline bytes load(const char* name)
{
    FILE* file = fopen(at_home(name), "rb");
    bytes b = {NULL, 0};
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    b.size = (size_t)ftell(file);
    b.at = malloc(b.size + ROOM);
    assert_non_null(b.at);
    rewind(file);
    assert_int_equal(fread(b.at, 1, b.size, file), b.size);
    fclose(file);
    return b;
}

static inline void store(const char* name, const void* from, size_t size)
{
    FILE* file = fopen(at_home(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(from, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline bool same_bytes(bytes a, bytes b)
{
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

#endif
