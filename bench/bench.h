// The bench: engines side by side on the same data in the same run, reported as ratios.
//
// A suite is a function that registers comparisons. A comparison has cases (the data), engines that answer them, and
// a check that the answers agree; only then is anything timed. Rounds of the engines alternate, so that a slow spell
// of the machine hits all of them, and the ratio is the median over the rounds.
#ifndef HITSCAN_BENCH_BENCH_H
#define HITSCAN_BENCH_BENCH_H

#include <hitscan/hitscan.h>
#include <hitscan/inline.h>

enum { BENCH_ENGINES = 8, BENCH_ROUNDS = 201 };

// What the command line asks for.
typedef struct bench_options {
    const char* only;   // --case: NULL, or the one case that is run; "bunny" stands for "bunny/primary" and the others
    const char* engine; // --engine: NULL, or the one engine that is run
    int rounds;         // --rounds: 0 when the suite may choose
    bool quick;         // --quick: fewer data and rounds
    bool cpu_time;      // --cpu-time: count the time of this process instead of the time that passes
    bool pictures;      // --pictures: draw the scenes of suite `tree`, measure nothing
} bench_options;

extern bench_options bench_asked;

// False when a case, or all cases whose names go on after a slash, were not asked for.
bool bench_wants(const char* name);

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

// A comparison of engines that each have data of their own, as trees are.
typedef struct bench_racer {
    const char* name;
    double (*run)(const void* data);
    const void* data;
    double target;
} bench_racer;

typedef struct bench_race {
    const char *suite, *name, *note;
    const char* unit; // "ns" or "us" per operation, or millions of operations per second, as in "Mrays/s"
    double operations;
    int rounds;
    bench_racer engine[BENCH_ENGINES];
    int engines, peer;
} bench_race;

typedef struct bench_times {
    double seconds[BENCH_ENGINES];              // of one run, the median; 0 when the engine was not asked for
    double ratio[BENCH_ENGINES][BENCH_ENGINES]; // [a][b]: the speed of a over that of b, the median over rounds
} bench_times;

// As bench_measure. `times` may be NULL.
void bench_run_race(const bench_race* r, bench_times* times);

// A row that something else than a race has measured.
typedef struct bench_row {
    char suite[32], name[64], engine[32], unit[16];
    char peer[32]; // "" for none
    double value;  // in the unit
    double ratio;  // against the peer, above 1 is better; 0 when there is no peer
    double target; // 0 for none
    bool limit;    // the target is the largest value allowed, rather than the smallest ratio
} bench_row;

void bench_record(const bench_row* row);
bool bench_met(const bench_row* row);

// Say that answers do not agree; the program fails, and the comparison is not timed.
void bench_disagree(const char* suite, const char* name, const char* what);

// How often bench_disagree was called, how many rows there are; write them all as JSON.
int bench_failures(void);
int bench_rows(void);
bool bench_write(const char* path);

double bench_seconds(void); // since some moment
double bench_cpu_seconds(void);
double bench_median(double* values, int count); // sorts them

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

void bench_suite_cli(void);
void bench_suite_cone(void);
void bench_suite_ray(void);
void bench_suite_scene(void);
void bench_suite_tree(void);

#endif
