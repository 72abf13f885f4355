// Which SIMD kernels run: what the machine has, what the build contains, and what the user allows.
//
// One atomic integer holds the level in use, or HIT_CPU_NOT_DETECTED before the first question. Threads that ask first
// at the same time compute the same answer, and only one of them stores it, so a hit_cpu_restrict in between is not
// lost. The order of other memory accesses does not matter: every level gives the same answers, hence relaxed atomics.
// The build defines HITSCAN_HAVE_SSE4 and HITSCAN_HAVE_AVX2 when it contains these kernels.
#include "base/cpu.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>
#if defined(__GNUC__) && defined(__x86_64__)
#include <cpuid.h>
#endif

atomic_int hit_cpu_level = HIT_CPU_NOT_DETECTED;

#if defined(__GNUC__) && defined(__x86_64__)
// Bits of cpuid. The compilers' own question, __builtin_cpu_supports, needs a runtime library that not all have.
enum { SSE4_1 = 1 << 19, FMA = 1 << 12, OSXSAVE = 1 << 27, AVX = 1 << 28, AVX2 = 1 << 5 };

// Whether the operating system saves the wide registers; legal only where cpuid has OSXSAVE.
static bool saves_wide_registers(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return (low & 6) == 6;
}

static hit_cpu detect(void)
{
    const unsigned needed = FMA | OSXSAVE | AVX;
    unsigned a, b, c, d;
    bool sse4 = false, avx2 = false;

    if (__get_cpuid(1, &a, &b, &c, &d)) {
        sse4 = (c & SSE4_1) != 0;
        avx2 = (c & needed) == needed && saves_wide_registers() && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
               (b & AVX2) != 0;
    }
#ifndef HITSCAN_HAVE_SSE4
    sse4 = false;
#endif
#ifndef HITSCAN_HAVE_AVX2
    avx2 = false;
#endif
    return avx2 ? HIT_CPU_AVX2 : sse4 ? HIT_CPU_SSE4 : HIT_CPU_PORTABLE;
}
#else
// What is compiled for these is a part of every such machine.
static hit_cpu detect(void)
{
#if defined(HITSCAN_HAVE_NEON)
    return HIT_CPU_NEON;
#elif defined(HITSCAN_HAVE_WASM)
    return HIT_CPU_WASM;
#else
    return HIT_CPU_PORTABLE;
#endif
}
#endif

// Asked once: a virtual machine traps cpuid, which then takes some 50 microseconds.
hit_cpu hit_cpu_best(void)
{
    static atomic_int best = HIT_CPU_NOT_DETECTED;
    int level = atomic_load_explicit(&best, memory_order_relaxed);
    if (level == HIT_CPU_NOT_DETECTED) {
        level = (int)detect();
        atomic_store_explicit(&best, level, memory_order_relaxed);
    }
    return (hit_cpu)level;
}

const char* hit_cpu_name(hit_cpu level)
{
    switch (level) {
    case HIT_CPU_PORTABLE:
        return "portable";
    case HIT_CPU_SSE4:
        return "sse4";
    case HIT_CPU_AVX2:
        return "avx2";
    case HIT_CPU_NEON:
        return "neon";
    case HIT_CPU_WASM:
        return "wasm";
    }
    return "unknown";
}

// Below the kernels of ARM and of WebAssembly there are only the portable ones.
static int at_most(int level, int best)
{
    if (level >= best)
        return best;
    return best > HIT_CPU_AVX2 ? HIT_CPU_PORTABLE : level;
}

static int level_at_start(void)
{
    const char* wish = getenv("HITSCAN_CPU");
    const int best = (int)hit_cpu_best();

    for (int level = HIT_CPU_PORTABLE; wish != NULL && level <= HIT_CPU_WASM; level++)
        if (strcmp(wish, hit_cpu_name((hit_cpu)level)) == 0)
            return at_most(level, best);
    return best;
}

hit_cpu hit_cpu_in_use(void)
{
    int level = atomic_load_explicit(&hit_cpu_level, memory_order_relaxed);
    if (level == HIT_CPU_NOT_DETECTED) {
        const int start = level_at_start();
        // On failure another thread was first, and `level` receives what it stored.
        if (atomic_compare_exchange_strong_explicit(&hit_cpu_level, &level, start, memory_order_relaxed,
                                                    memory_order_relaxed))
            level = start;
    }
    return (hit_cpu)level;
}

hit_cpu hit_cpu_restrict(hit_cpu level)
{
    // As an int: the enumeration's own type may be unsigned.
    const int wish = (int)level;
    int allowed;

    if (wish < HIT_CPU_PORTABLE || wish > HIT_CPU_WASM)
        return hit_cpu_in_use();
    allowed = at_most(wish, (int)hit_cpu_best());
    HIT_ASSERT(allowed >= HIT_CPU_PORTABLE && allowed <= HIT_CPU_WASM);
    atomic_store_explicit(&hit_cpu_level, allowed, memory_order_relaxed);
    return (hit_cpu)allowed;
}
