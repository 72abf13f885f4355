// The traversals of the trees of a scene for x86 with AVX2 and FMA.
#define HIT_SIMD_AVX2
#define TLAS_KERNEL(name) name##_avx2
#include "scene/tlas/instance_kernel.h"
#include "scene/tlas/traverse_kernel.h"

#include "scene/tlas/interleaved_kernel.h"
