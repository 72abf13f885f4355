// Rays that enter instances for x86 with SSE4.1.
#define HIT_LANES_SSE4
#define TOP_ENTER(name) name##_sse4
#include "scene/tlas/instance_kernel.h"
