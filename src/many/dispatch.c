// Which kernel runs: the one place that knows the CPU.
//
// The kernels differ in speed only. One relaxed atomic read per call of the library; a build without a kernel, or a
// machine without its instructions, never has that level in use.
#include "many/kernel.h"

hit_many_kernel hit_many_kernel_in_use(void)
{
    static const hit_many_kernel portable = {hit_many_scan_portable, hit_many_mark_portable};

    switch (hit_cpu_in_use()) {
#ifdef HITSCAN_HAVE_AVX2
    case HIT_CPU_AVX2: {
        static const hit_many_kernel avx2 = {hit_many_scan_avx2, hit_many_mark_avx2};
        return avx2;
    }
#endif
#ifdef HITSCAN_HAVE_SSE4
    case HIT_CPU_SSE4: {
        static const hit_many_kernel sse4 = {hit_many_scan_sse4, hit_many_mark_sse4};
        return sse4;
    }
#endif
    default:
        return portable;
    }
}
