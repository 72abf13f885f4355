// Limits of this process: memory, time, files.
//
// Memory is address space (RLIMIT_AS), the only limit that holds for every way to take it. C++ asks a handler before it
// gives up (std::set_new_handler), which knows best what to say: an exception would be caught, or not, by one of fifty
// readers. Files come from the library (files.c); Landlock is there for readers that go their own way.
#define _GNU_SOURCE
#include "sandbox.h"
#include "answer.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#if defined(__has_include)
#if __has_include(<linux/landlock.h>) && defined(SYS_landlock_create_ruleset)
#include <linux/landlock.h>
#define HAVE_LANDLOCK 1
#endif
#endif
#endif

static uint64_t most_bytes;

static void no_memory(void)
{
    answer_error(HIT_ERROR_LIMIT,
                 "Assimp needs more than %" PRIu64 " MiB for it (helper_bytes); raise that if you trust "
                 "the file",
                 most_bytes >> 20);
}

// From C, by the name that std::set_new_handler has for the linker; where it has another, exceptions tell.
static void handle_no_memory(void)
{
    void* const found = dlsym(RTLD_DEFAULT, "_ZSt15set_new_handlerPFvvE");
    void (*(*set_new_handler)(void (*)(void)))(void);
    if (found == NULL)
        return;
    memcpy(&set_new_handler, &found, sizeof found);
    set_new_handler(no_memory);
}

static void set_limit(int resource, uint64_t soft, uint64_t hard)
{
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0)
        return;
    // Never above what we were given.
    if (limit.rlim_max == RLIM_INFINITY || hard < limit.rlim_max)
        limit.rlim_max = (rlim_t)hard;
    limit.rlim_cur = soft < limit.rlim_max ? (rlim_t)soft : limit.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &limit);
}

void limit_resources(const hit_assimp_request* request)
{
    most_bytes = request->bytes;
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
    set_limit(RLIMIT_CORE, 0, 0);
    set_limit(RLIMIT_FSIZE, 0, 0);
    set_limit(RLIMIT_NOFILE, 64, 64);
    set_limit(RLIMIT_CPU, request->seconds, (uint64_t)request->seconds + 1);
    set_limit(RLIMIT_AS, request->bytes, request->bytes);
    handle_no_memory();
}

void forbid_files(void)
{
#ifdef HAVE_LANDLOCK
    const struct landlock_ruleset_attr all = {.handled_access_fs = (UINT64_C(1) << 13) - 1}; // of its first version
    const long rules = syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0)
        return;
    syscall(SYS_landlock_restrict_self, rules, 0);
    close((int)rules);
#endif
}
