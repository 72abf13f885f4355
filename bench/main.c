// The bench program: its options. The suites are in suite_*.c, timing and output in measure.c.
#define _POSIX_C_SOURCE 200809L // mkdir

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char* name;
    void (*run)(void);
} suites[] = {{"ray", bench_suite_ray},
              {"cone", bench_suite_cone},
              {"tree", bench_suite_tree},
              {"scene", bench_suite_scene},
              {"cli", bench_suite_cli}};

bench_options bench_asked;

static void print_suites(FILE* f)
{
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        fprintf(f, " %s", suites[i].name);
}

static void help(void)
{
    printf("Usage: hitscan_bench [OPTION]...\n\n"
           "Times the library next to its peers on the same data. A ratio is (our speed) / (the peer's speed):\n"
           "above 1 is faster than the peer. Medians of alternating rounds; run it on an idle machine.\n\n"
           "  --suite NAME   one suite:");
    print_suites(stdout);
    printf(" (default: all)\n"
           "  --case NAME    one case, as in aabb/random; aabb stands for all that begin with aabb/\n"
           "  --engine NAME  one engine, for profilers: no ratios, and what only other engines need is not made\n"
           "  --rounds N     rounds per engine, 3 to %d (default: as the suite needs)\n"
           "  --quick        fewer data and rounds, for a first impression\n"
           "  --cpu-time     count the time of this process instead of the time that passes: for a busy machine, and\n"
           "                 wrong for several threads\n"
           "  --pictures     write what the cameras of suite tree see to build/bench/*.ppm, and measure nothing\n"
           "  --out FILE     where the rows go as JSON (default build/bench/bench.json; with --case, --engine or\n"
           "                 --quick part.json beside it, so that a whole run is kept)\n"
           "  --help         this text\n",
           BENCH_ROUNDS);
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
        if (strcmp(argv[i], "--quick") == 0) {
            bench_asked.quick = true;
        } else if (strcmp(argv[i], "--cpu-time") == 0) {
            bench_asked.cpu_time = true;
        } else if (strcmp(argv[i], "--pictures") == 0) {
            bench_asked.pictures = true;
        } else if (i + 1 < argc && strcmp(argv[i], "--suite") == 0) {
            suite = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--case") == 0) {
            bench_asked.only = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--engine") == 0) {
            bench_asked.engine = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--out") == 0) {
            out = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--rounds") == 0) {
            bench_asked.rounds = atoi(argv[++i]);
            if (bench_asked.rounds < 3 || bench_asked.rounds > BENCH_ROUNDS) {
                fprintf(stderr, "hitscan_bench: --rounds takes a number from 3 to %d\n", BENCH_ROUNDS);
                return 2;
            }
        } else {
            fprintf(stderr, "hitscan_bench: %s: unknown option, or its value is missing; see --help\n", argv[i]);
            return 2;
        }
    }
    (void)mkdir("build", 0777); // when they are there already, so much the better; fopen tells the rest
    (void)mkdir("build/bench", 0777);
    if (bench_asked.pictures)
        suite = "tree";
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        if (suite == NULL || strcmp(suite, suites[i].name) == 0) {
            suites[i].run();
            ran = true;
        }
    }
    if (!ran) {
        fprintf(stderr, "hitscan_bench: unknown suite %s; the suites are:", suite);
        print_suites(stderr);
        fprintf(stderr, "\n");
        return 2;
    }
    if (bench_asked.pictures)
        return 0;
    if (bench_rows() == 0 && bench_failures() == 0) {
        fprintf(stderr, "hitscan_bench: nothing is called that: --case %s, --engine %s\n",
                bench_asked.only == NULL ? "(any)" : bench_asked.only,
                bench_asked.engine == NULL ? "(any)" : bench_asked.engine);
        return 2;
    }
    if (out == NULL)
        out = bench_asked.only != NULL || bench_asked.engine != NULL || bench_asked.quick ? "build/bench/part.json"
                                                                                          : "build/bench/bench.json";
    if (!bench_write(out))
        return 3;
    printf("written to %s\n", out);
    return bench_failures() == 0 ? 0 : 1;
}
