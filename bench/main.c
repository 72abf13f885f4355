// The bench program: options, timing, the table and bench.json. The suites are in suite_*.c.
#define _POSIX_C_SOURCE 200809L // clock_gettime, mkdir

#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

typedef struct row {
    char suite[32], name[64], engine[32], unit[16], peer[32];
    double value, ratio, target;
} row;

enum { ROWS = 512, ROUNDS_MAX = 201 };

static row rows[ROWS];
static int row_count, failures;
static int rounds = 31;

static const struct {
    const char* name;
    void (*run)(void);
} suites[] = {{"ray", bench_suite_ray}, {"cone", bench_suite_cone}};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* v, int n)
{
    qsort(v, (size_t)n, sizeof v[0], ascending);
    return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

static volatile double sink;

static double time_once(const bench_comparison* c, int engine, int repeat)
{
    const double start = seconds();
    for (int i = 0; i < repeat; i++)
        sink = sink + c->engine[engine].run(c->data);
    return (seconds() - start) / repeat;
}

static void add_row(const bench_comparison* c, int engine, double ns, double ratio)
{
    row* r = &rows[row_count];

    if (row_count == ROWS) {
        fprintf(stderr, "hitscan_bench: more than %d rows\n", ROWS);
        exit(4);
    }
    row_count++;
    snprintf(r->suite, sizeof r->suite, "%s", c->suite);
    snprintf(r->name, sizeof r->name, "%s", c->name);
    snprintf(r->engine, sizeof r->engine, "%s", c->engine[engine].name);
    snprintf(r->unit, sizeof r->unit, "ns");
    snprintf(r->peer, sizeof r->peer, "%s", engine == c->peer ? "" : c->engine[c->peer].name);
    r->value = ns;
    r->ratio = engine == c->peer ? 0.0 : ratio;
    r->target = c->engine[engine].target;
    printf("%-24s %-18s %9.2f ns", r->name, r->engine, r->value);
    if (engine != c->peer) {
        printf("  %6.2fx %s", r->ratio, r->peer);
        if (r->target > 0.0)
            printf("  (target %.3gx: %s)", r->target, r->ratio >= r->target ? "met" : "MISSED");
    }
    printf("\n");
    fflush(stdout);
}

void bench_measure(const bench_comparison* c)
{
    static double time[BENCH_ENGINES][ROUNDS_MAX], ratio[BENCH_ENGINES][ROUNDS_MAX];
    int repeat = 1;

    printf("%s: %s\n", c->name, c->note);
    // Warm up, and repeat so often that a round takes some milliseconds.
    while (time_once(c, c->peer, repeat) * repeat < 2e-3 && repeat < 1 << 20)
        repeat *= 2;
    for (int e = 0; e < c->engines; e++)
        time_once(c, e, repeat);
    for (int i = 0; i < rounds; i++) {
        for (int e = 0; e < c->engines; e++)
            time[e][i] = time_once(c, e, repeat);
        for (int e = 0; e < c->engines; e++)
            ratio[e][i] = time[c->peer][i] / time[e][i];
    }
    for (int e = 0; e < c->engines; e++) {
        const double ns = 1e9 * median(time[e], rounds) / c->operations;
        add_row(c, e, ns, median(ratio[e], rounds));
    }
}

void bench_disagree(const char* suite, const char* name, const char* what)
{
    fprintf(stderr, "hitscan_bench: %s, %s: the engines disagree: %s\n", suite, name, what);
    failures++;
}

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

static bool write_json(const char* path)
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
        const row* r = &rows[i];
        fprintf(f, "    {\"suite\": \"%s\", \"case\": \"%s\", \"engine\": \"%s\", \"value\": %.4g, \"unit\": \"%s\", ",
                r->suite, r->name, r->engine, r->value, r->unit);
        if (r->peer[0] != '\0')
            fprintf(f, "\"peer\": \"%s\", \"ratio\": %.4g, ", r->peer, r->ratio);
        else
            fprintf(f, "\"peer\": null, \"ratio\": null, ");
        if (r->target > 0.0)
            fprintf(f, "\"target\": %.4g, \"met\": %s}", r->target, r->ratio >= r->target ? "true" : "false");
        else
            fprintf(f, "\"target\": null, \"met\": null}");
        fprintf(f, "%s\n", i + 1 < row_count ? "," : "");
    }
    fprintf(f, "  ]\n}\n");
    good = !ferror(f);
    good = fclose(f) == 0 && good;
    if (!good)
        fprintf(stderr, "hitscan_bench: %s: cannot write\n", path);
    return good;
}

static void help(void)
{
    printf("Usage: hitscan_bench [--suite NAME] [--rounds N] [--out FILE]\n\n"
           "Times the library next to its peers on the same data. A ratio is (our speed) / (the peer's speed):\n"
           "above 1 is faster than the peer. Medians of alternating rounds; run it on an idle machine.\n\n"
           "  --suite NAME   one suite:");
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        printf(" %s", suites[i].name);
    printf(" (default: all)\n"
           "  --rounds N     rounds per engine, 3 to %d (default %d)\n"
           "  --out FILE     where the rows go as JSON (default build/bench/bench.json)\n"
           "  --help         this text\n",
           ROUNDS_MAX, rounds);
}

int main(int argc, char** argv)
{
    const char *suite = NULL, *out = NULL;
    bool ran = false;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            help();
            return 0;
        }
        if (i + 1 < argc && strcmp(argv[i], "--suite") == 0) {
            suite = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--out") == 0) {
            out = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--rounds") == 0) {
            rounds = atoi(argv[++i]);
        } else {
            fprintf(stderr, "hitscan_bench: %s: unknown option, or its value is missing; see --help\n", argv[i]);
            return 2;
        }
    }
    if (rounds < 3 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "hitscan_bench: --rounds takes a number from 3 to %d\n", ROUNDS_MAX);
        return 2;
    }
    if (out == NULL) {
        out = "build/bench/bench.json";
        (void)mkdir("build", 0777); // when they are there already, so much the better; fopen tells the rest
        (void)mkdir("build/bench", 0777);
    }
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        if (suite == NULL || strcmp(suite, suites[i].name) == 0) {
            suites[i].run();
            ran = true;
        }
    }
    if (!ran) {
        fprintf(stderr, "hitscan_bench: unknown suite %s; the suites are:", suite);
        for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
            fprintf(stderr, " %s", suites[i].name);
        fprintf(stderr, "\n");
        return 2;
    }
    if (!write_json(out))
        return 3;
    printf("written to %s\n", out);
    return failures == 0 ? 0 : 1;
}
