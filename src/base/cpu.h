// The level of kernels in use, without a call: for functions that take less time than a few calls.
#ifndef HITSCAN_BASE_CPU_H
#define HITSCAN_BASE_CPU_H

#include <hitscan/base.h>

#include <stdatomic.h>

#define HIT_CPU_NOT_DETECTED (-1)

// A hit_cpu, or HIT_CPU_NOT_DETECTED before the first question. See cpu.c.
extern atomic_int hit_cpu_level;

// hit_cpu_in_use().
static inline hit_cpu hit_cpu_now(void)
{
    const int level = atomic_load_explicit(&hit_cpu_level, memory_order_relaxed);
    return level != HIT_CPU_NOT_DETECTED ? (hit_cpu)level : hit_cpu_in_use();
}

#endif
