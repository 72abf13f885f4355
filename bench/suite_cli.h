// The parts of suite `cli`.
#ifndef HITSCAN_BENCH_SUITE_CLI_H
#define HITSCAN_BENCH_SUITE_CLI_H

#include "bench.h"

void cli_bench_load(void);   // reading models
void cli_bench_packed(void); // reading models that Draco and meshoptimizer have packed
void cli_bench_start(void);  // how fast the command starts
void cli_bench_cast(void);   // rays by the million

/// Let malloc give back what is freed, so that each load gets memory that is new, as in a program that loads once.
void cli_forget_memory(void);

void cli_record(const char* name, const char* engine, double value, const char* unit, const char* peer, double ratio,
                double target, bool limit);

#endif
