#define HIT_SIMD_PORTABLE
#define MANY_KERNEL(name) name##_portable
#include "many/ray_aabbs_kernel.h"
