// The kernels of the tree for x86 with SSE4.1.
#define HIT_SIMD_SSE4
#define KERNEL(name) name##_sse4
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"

const hit_bvh_kernel hit_bvh_kernel_sse4 = HIT_BVH_KERNEL_TABLE(sse4);
