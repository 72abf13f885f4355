// Which kernel runs: the one place that knows the CPU.
//
// The kernels differ in speed only. One relaxed atomic read per call of the library; a build without a kernel, or a machine
// without its instructions, never has that level in use.
#include "many/kernel.h"

hit_many_scan* hit_many_scan_in_use(void)
{
    switch (hit_cpu_in_use()) {
#ifdef HITSCAN_HAVE_AVX2
    case HIT_CPU_AVX2:
        return hit_many_scan_avx2;
#endif
#ifdef HITSCAN_HAVE_SSE4
    case HIT_CPU_SSE4:
        return hit_many_scan_sse4;
#endif
    default:
        return hit_many_scan_portable;
    }
}
