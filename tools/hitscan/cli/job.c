// Progress and threads of long jobs. Progress is one line that is written over and over: carriage return, text, clear
// to the end of the line.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // isatty, fileno
#endif
#include "cli/job.h"
#include "cli/verb.h"

#include <stdio.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

// ---- Progress -------------------------------------------------------------------------------------------------------

enum { BAR = 24 };
static const double FIRST = 0.5, EVERY = 0.1;            // seconds
static const double TIME_LEFT_MAX = 999.0 * 60.0 * 60.0; // the same: what a header promises may take for ever

progress progress_begin(const char* what, uint64_t total, bool quiet)
{
    progress p = {what, total, seconds_now(), 0.0, false};
#if defined(_WIN32)
    (void)quiet; // its consoles do not take what draws the line
#else
    p.visible = !quiet && isatty(fileno(stderr)) == 1;
#endif
    return p;
}

static void print_rate(double rate)
{
    if (rate >= 1e6)
        fprintf(stderr, "%.1f M", rate * 1e-6);
    else if (rate >= 1e3)
        fprintf(stderr, "%.1f k", rate * 1e-3);
    else
        fprintf(stderr, "%.0f ", rate);
}

void progress_at(progress* p, uint64_t done)
{
    double now, rate;
    if (!p->visible)
        return;
    now = seconds_now();
    if (now - p->began < FIRST || now - p->shown < EVERY)
        return;
    p->shown = now;
    rate = (double)done / (now - p->began);
    fputc('\r', stderr);
    if (p->total > 0) {
        const double part = done < p->total ? (double)done / (double)p->total : 1.0;
        fputc('[', stderr);
        for (int i = 0; i < BAR; i++)
            fputc(i < (int)(part * BAR) ? '#' : '.', stderr);
        fprintf(stderr, "] %3.0f %%  ", 100.0 * part);
    } else
        fprintf(stderr, "%llu %s  ", (unsigned long long)done, p->what);
    print_rate(rate);
    fprintf(stderr, "%s/s", p->what);
    if (p->total > done && rate > 0.0) {
        const double left = (double)(p->total - done) / rate;
        const int seconds = left < TIME_LEFT_MAX ? (int)left : (int)TIME_LEFT_MAX;
        fprintf(stderr, "  %d:%02d left", seconds / 60, seconds % 60);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_end(progress* p)
{
    if (p->visible && p->shown > 0.0) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    p->visible = false;
}

// ---- Threads --------------------------------------------------------------------------------------------------------

void record_failed_task(atomic_uint* lowest, uint32_t task)
{
    unsigned known = atomic_load(lowest);
    while (task < known && !atomic_compare_exchange_weak(lowest, &known, task)) {
    }
}

int threads_start(const char* verb_name, uint32_t count, hit_thread_pool** pool)
{
    const hit_status status = hit_thread_pool_create(count, NULL, pool, NULL);
    if (status == HIT_OK)
        return EXIT_OK;
    if (status == HIT_ERROR_THREAD)
        print_error("%s: cannot start %u threads; --threads 1 needs none", verb_name, (unsigned)count);
    else
        return out_of_memory(verb_name);
    return EXIT_RESOURCES;
}
