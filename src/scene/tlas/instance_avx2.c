// Rays that enter instances for x86 with AVX2 and FMA.
#define HIT_SIMD_AVX2
#define INSTANCE_KERNEL(name) name##_avx2
#include "scene/tlas/instance_kernel.h"
