// Which kernel runs: see many/dispatch.c.
#include "frustum/kernel.h"

hit_frustum_mark* hit_frustum_mark_in_use(void)
{
    switch (hit_cpu_in_use()) {
#ifdef HITSCAN_HAVE_AVX2
    case HIT_CPU_AVX2:
        return hit_frustum_mark_avx2;
#endif
#ifdef HITSCAN_HAVE_SSE4
    case HIT_CPU_SSE4:
        return hit_frustum_mark_sse4;
#endif
    default:
        return hit_frustum_mark_portable;
    }
}
