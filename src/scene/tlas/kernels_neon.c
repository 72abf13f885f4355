// The traversals of the trees of a scene for ARM64.
#define HIT_SIMD_NEON
#define TLAS_KERNEL(name) name##_neon
#include "scene/tlas/instance_kernel.h"
#include "scene/tlas/traverse_kernel.h"

#include "scene/tlas/interleaved_kernel.h"
