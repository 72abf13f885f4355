// The bench: engines side by side on the same data in the same run, reported as ratios.
//
// A suite is a function that registers comparisons. A comparison has cases (the data), engines that answer them, and
// a check that the answers agree; only then is anything timed. Rounds of the engines alternate, so that a slow spell
// of the machine hits all of them, and the ratio is the median over the rounds.
#ifndef HITSCAN_BENCH_BENCH_H
#define HITSCAN_BENCH_BENCH_H

#include <hitscan/hitscan.h>

enum { BENCH_ENGINES = 4 };

typedef struct bench_engine {
    const char* name;
    // Answer all cases once; return a number that depends on the answers, so that no compiler can drop them.
    double (*run)(const void* data);
    double target; // the ratio to reach against the peer; 0 when there is none
} bench_engine;

typedef struct bench_comparison {
    const char* suite;
    const char* name; // of the case, as in "aabb/random"
    const char* note; // what the data are
    const void* data;
    double operations; // in one run
    bench_engine engine[BENCH_ENGINES];
    int engines;
    int peer; // the engine that the others are compared with
} bench_comparison;

// Time a comparison and record a row per engine. The caller has checked that the answers agree.
void bench_measure(const bench_comparison* c);

// Say that answers do not agree; the program fails, and the comparison is not timed.
void bench_disagree(const char* suite, const char* name, const char* what);

// An engine that runs another one with the kernels of one level.
#define BENCH_AT_LEVEL(name, call, level)                                                                              \
    static double name(const void* data)                                                                               \
    {                                                                                                                  \
        const hit_cpu before = hit_cpu_in_use();                                                                       \
        double sum;                                                                                                    \
        hit_cpu_restrict(level);                                                                                       \
        sum = call(data);                                                                                              \
        hit_cpu_restrict(before);                                                                                      \
        return sum;                                                                                                    \
    }

void bench_suite_cone(void);
void bench_suite_ray(void);

#endif
