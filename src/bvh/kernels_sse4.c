// The kernels of the tree for x86 with SSE4.1. Queries, then the builder.
#define HIT_SIMD_SSE4
#define KERNEL(name) name##_sse4
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"
#include "bvh/query/kernels.h"
#include "bvh/build/kernel_bins.h"

const hit_bvh_kernel hit_bvh_kernel_sse4 = HIT_BVH_KERNEL_TABLE(sse4);
