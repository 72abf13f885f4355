// The traversals of the trees of a scene for x86 with SSE4.1.
#define HIT_SIMD_SSE4
#define TLAS_KERNEL(name) name##_sse4
#include "scene/tlas/instance_kernel.h"
#include "scene/tlas/traverse_kernel.h"

#include "scene/tlas/interleaved_kernel.h"
