// Rays that enter instances for any machine: plain C.
#define HIT_SIMD_PORTABLE
#define INSTANCE_KERNEL(name) name##_portable
#include "scene/tlas/instance_kernel.h"
