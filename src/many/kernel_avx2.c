#define HIT_SIMD_AVX2
#define MANY_KERNEL(name) name##_avx2
#include "many/ray_aabbs_kernel.h"
