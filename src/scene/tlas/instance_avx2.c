// Rays that enter instances for x86 with AVX2 and FMA.
#define HIT_LANES_AVX2
#define TOP_ENTER(name) name##_avx2
#include "scene/tlas/instance_kernel.h"
