// Timing in alternating rounds, the rows of the table, and bench.json.
#define _POSIX_C_SOURCE 200809L // clock_gettime

#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 1024, USUAL_ROUNDS = 31 };

static bench_row rows[ROWS];
static int row_count, failures;
static volatile double sink;

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_cpu_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_seconds(void)
{
    return bench_asked.cpu_time ? bench_cpu_seconds() : read_clock(CLOCK_MONOTONIC);
}

static int ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

double bench_median(double* v, int n)
{
    qsort(v, (size_t)n, sizeof v[0], ascending);
    return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

bool bench_wants(const char* name)
{
    const char* only = bench_asked.only;
    size_t n;

    if (only == NULL)
        return true;
    n = strlen(name) < strlen(only) ? strlen(name) : strlen(only);
    return strncmp(name, only, n) == 0 && (name[n] == '\0' || name[n] == '/') && (only[n] == '\0' || only[n] == '/');
}

// ---- Rows --------------------------------------------------------------------------------------------------------

bool bench_met(const bench_row* r)
{
    return r->limit ? r->value <= r->target : r->ratio >= r->target;
}

void bench_record(const bench_row* r)
{
    if (row_count == ROWS) {
        fprintf(stderr, "hitscan_bench: more than %d rows\n", ROWS);
        exit(4);
    }
    rows[row_count++] = *r;
    printf("%-24s %-18s %9.4g %s", r->name, r->engine, r->value, r->unit);
    if (r->peer[0] != '\0')
        printf("  %6.2fx %s", r->ratio, r->peer);
    if (r->target > 0.0)
        printf("  (target %s%.3g%s: %s)", r->limit ? "at most " : "", r->target, r->limit ? "" : "x",
               bench_met(r) ? "met" : "MISSED");
    printf("\n");
    fflush(stdout);
}

int bench_rows(void)
{
    return row_count;
}

void bench_disagree(const char* suite, const char* name, const char* what)
{
    fprintf(stderr, "hitscan_bench: %s, %s: the engines disagree: %s\n", suite, name, what);
    failures++;
}

int bench_failures(void)
{
    return failures;
}

// ---- Time --------------------------------------------------------------------------------------------------------

static double time_once(const bench_racer* e, int repeat)
{
    const double start = bench_seconds();
    for (int i = 0; i < repeat; i++)
        sink = sink + e->run(e->data);
    return (bench_seconds() - start) / repeat;
}

// The time of one operation as a number of "ns" or "us", or as millions of operations per second.
static double in_unit(const char* unit, double seconds)
{
    return strcmp(unit, "ns") == 0 ? 1e9 * seconds : strcmp(unit, "us") == 0 ? 1e6 * seconds : 1e-6 / seconds;
}

static void record(const bench_race* r, int engine, double seconds, double ratio)
{
    const bool has_peer = r->peer >= 0 && engine != r->peer && ratio > 0.0;
    bench_row row = {.value = in_unit(r->unit, seconds / r->operations),
                     .ratio = has_peer ? ratio : 0.0,
                     .target = has_peer ? r->engine[engine].target : 0.0};

    snprintf(row.suite, sizeof row.suite, "%s", r->suite);
    snprintf(row.name, sizeof row.name, "%s", r->name);
    snprintf(row.engine, sizeof row.engine, "%s", r->engine[engine].name);
    snprintf(row.unit, sizeof row.unit, "%s", r->unit);
    snprintf(row.peer, sizeof row.peer, "%s", has_peer ? r->engine[r->peer].name : "");
    bench_record(&row);
}

void bench_run_race(const bench_race* r, bench_times* times)
{
    static double time[BENCH_ENGINES][BENCH_ROUNDS], scratch[BENCH_ROUNDS];
    const int rounds = bench_asked.rounds > 0 ? bench_asked.rounds : r->rounds;
    bench_times local = {0};
    bool asked[BENCH_ENGINES];
    int first = -1, repeat = 1;

    if (times == NULL)
        times = &local;
    memset(times, 0, sizeof *times);
    for (int e = 0; e < r->engines; e++) {
        asked[e] = bench_asked.engine == NULL || strcmp(bench_asked.engine, r->engine[e].name) == 0;
        if (asked[e] && (first < 0 || e == r->peer))
            first = e;
    }
    if (first < 0 || !bench_wants(r->name))
        return;
    printf("%s: %s\n", r->name, r->note);
    // Warm up, and repeat so often that a round takes some milliseconds.
    while (time_once(&r->engine[first], repeat) * repeat < 2e-3 && repeat < 1 << 20)
        repeat *= 2;
    for (int e = 0; e < r->engines; e++)
        if (asked[e])
            time_once(&r->engine[e], repeat);
    for (int i = 0; i < rounds; i++)
        for (int e = 0; e < r->engines; e++)
            time[e][i] = asked[e] ? time_once(&r->engine[e], repeat) : 0.0;
    for (int a = 0; a < r->engines; a++) {
        for (int b = 0; asked[a] && b < r->engines; b++) {
            for (int i = 0; i < rounds; i++)
                scratch[i] = time[b][i] / time[a][i];
            times->ratio[a][b] = bench_median(scratch, rounds);
        }
    }
    for (int e = 0; e < r->engines; e++) {
        if (asked[e]) {
            times->seconds[e] = bench_median(time[e], rounds);
            record(r, e, times->seconds[e], r->peer < 0 ? 0.0 : times->ratio[e][r->peer]);
        }
    }
}

void bench_measure(const bench_comparison* c)
{
    bench_race r = {.suite = c->suite,
                    .name = c->name,
                    .note = c->note,
                    .unit = "ns",
                    .operations = c->operations,
                    .rounds = bench_asked.quick ? 5 : USUAL_ROUNDS,
                    .engines = c->engines,
                    .peer = c->peer};

    for (int e = 0; e < c->engines; e++)
        r.engine[e] = (bench_racer){c->engine[e].name, c->engine[e].run, c->data, c->engine[e].target};
    bench_run_race(&r, NULL);
}

// ---- JSON --------------------------------------------------------------------------------------------------------

static void cpu_name(char* out, size_t size)
{
    FILE* f = fopen("/proc/cpuinfo", "r");
    char line[256];

    snprintf(out, size, "unknown");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            snprintf(out, size, "%s", strchr(line, ':') + 2);
            out[strcspn(out, "\n\"\\")] = '\0';
            break;
        }
    }
    if (f != NULL)
        fclose(f);
}

static void write_row(FILE* f, const bench_row* r)
{
    fprintf(f, "    {\"suite\": \"%s\", \"case\": \"%s\", \"engine\": \"%s\", \"value\": %.4g, \"unit\": \"%s\", ",
            r->suite, r->name, r->engine, r->value, r->unit);
    if (r->peer[0] != '\0')
        fprintf(f, "\"peer\": \"%s\", \"ratio\": %.4g, ", r->peer, r->ratio);
    else
        fprintf(f, "\"peer\": null, \"ratio\": null, ");
    if (r->target > 0.0)
        fprintf(f, "\"target\": %.4g, \"limit\": %s, \"met\": %s}", r->target, r->limit ? "true" : "false",
                bench_met(r) ? "true" : "false");
    else
        fprintf(f, "\"target\": null, \"limit\": null, \"met\": null}");
}

bool bench_write(const char* path)
{
    FILE* f = fopen(path, "w");
    char cpu[128];
    bool good;

    if (f == NULL) {
        fprintf(stderr, "hitscan_bench: %s: %s\n", path, strerror(errno));
        return false;
    }
    cpu_name(cpu, sizeof cpu);
    fprintf(f,
            "{\n  \"machine\": {\"cpu\": \"%s\", \"kernels\": \"%s\", \"compiler\": \"%s\", \"flags\": \"%s\", "
            "\"version\": \"%s\"},\n",
            cpu, hit_cpu_name(hit_cpu_in_use()), HITSCAN_BENCH_COMPILER, HITSCAN_BENCH_FLAGS, hit_version());
    fprintf(f, "  \"rows\": [\n");
    for (int i = 0; i < row_count; i++) {
        write_row(f, &rows[i]);
        fprintf(f, "%s\n", i + 1 < row_count ? "," : "");
    }
    fprintf(f, "  ]\n}\n");
    good = !ferror(f);
    good = fclose(f) == 0 && good;
    if (!good)
        fprintf(stderr, "hitscan_bench: %s: cannot write\n", path);
    return good;
}
