#define HIT_SIMD_SSE4
#define MANY_KERNEL(name) name##_sse4
#include "many/ray_aabbs_kernel.h"
