// What the command does when a signal comes: a long job ends in order, and temporary files are removed.
//
// One handler serves both. The first SIGINT or SIGTERM after catch_interrupts is only noted. Any other one removes the
// temporary files and then does what the signal does by default, so that the shell sees what ended the command.
//
// The list of names must be safe in a handler, which any thread may run while others go on: it has a fixed number of
// places, each an atomic pointer. Whoever takes a name out of its place owns it; so a name is never freed while the
// handler reads it. There are no locks.
//
// A signal that was ignored stays ignored: the run is in the background.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // sigaction, unlink
#endif
// Windows and WASI have the signals of C alone.
#if defined(_WIN32) || defined(__wasi__)
#define HAVE_SIGACTION 0
#else
#define HAVE_SIGACTION 1
#endif
#include "base/path.h"
#include "cli/job.h"
#include "cli/temporary.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#if HAVE_SIGACTION
#include <unistd.h>
#endif

enum { TEMPORARY_MAX = 64 };

stop_flag interrupted;

static _Atomic(char*) temporary_names[TEMPORARY_MAX];
static atomic_bool is_polite;           // SIGINT and SIGTERM are noted first
static atomic_bool seen_int, seen_term; // noted already: the next one ends the command
static atomic_bool is_caught;           // the handler is there, for all signals

static void remove_temporary_files(void)
{
    for (int i = 0; i < TEMPORARY_MAX; i++) {
        char* name = atomic_exchange(&temporary_names[i], NULL);
        if (name)
#if HAVE_SIGACTION
            unlink(name);
#else
            hit_path_remove(name);
#endif
    }
}

static void on_signal(int number)
{
    if (atomic_load(&is_polite) && (number == SIGINT || number == SIGTERM) &&
        !atomic_exchange(number == SIGINT ? &seen_int : &seen_term, true)) {
        atomic_store(&interrupted, number);
#if !HAVE_SIGACTION
        signal(number, on_signal);
#endif
        return;
    }
    remove_temporary_files();
    signal(number, SIG_DFL);
    raise(number); // delivered when the handler has returned
}

static void catch_signal(int number)
{
#if !HAVE_SIGACTION
    if (signal(number, on_signal) == SIG_IGN)
        signal(number, SIG_IGN);
#else
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigemptyset(&action.sa_mask);
    // Without SA_RESTART: to open a pipe, or to read from one, may take for ever, and a signal is to end that.
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
#endif
}

void catch_interrupts(void)
{
    atomic_store(&is_polite, true);
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}

static void catch_all(void)
{
    if (atomic_exchange(&is_caught, true))
        return;
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
#if HAVE_SIGACTION
    catch_signal(SIGHUP);
    catch_signal(SIGPIPE);
    catch_signal(SIGQUIT);
    catch_signal(SIGXCPU);
#endif
}

int temporary_remember(char* path)
{
    assert(path);
    catch_all();
    for (int i = 0; i < TEMPORARY_MAX; i++) {
        char* none = NULL;
        if (atomic_compare_exchange_strong(&temporary_names[i], &none, path))
            return i;
    }
    return -1;
}

bool temporary_forget(int number)
{
    assert(number < TEMPORARY_MAX);
    return number < 0 || atomic_exchange(&temporary_names[number], NULL) != NULL;
}

FILE* temporary_file(void)
{
#if defined(_WIN32)
    // tmpfile wants to write to the root of the disk. D: it goes when it is closed; T: it need not reach the disk.
    wchar_t* name = _wtempnam(NULL, L"hitscan");
    FILE* file = name ? _wfopen(name, L"w+bxTD") : NULL;
    free(name);
    return file;
#elif defined(__wasi__)
    errno = ENOTSUP; // no file goes with its handle
    return NULL;
#else
    return tmpfile();
#endif
}
