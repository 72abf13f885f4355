// The kernels of the tree for any machine: plain C.
#define HIT_SIMD_PORTABLE
#define KERNEL(name) name##_portable
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"

const hit_bvh_kernel hit_bvh_kernel_portable = HIT_BVH_KERNEL_TABLE(portable);
