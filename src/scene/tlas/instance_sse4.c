// Rays that enter instances for x86 with SSE4.1.
#define HIT_SIMD_SSE4
#define INSTANCE_KERNEL(name) name##_sse4
#include "scene/tlas/instance_kernel.h"
