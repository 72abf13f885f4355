// The kernels of lists of boxes and of the tree for x86 with SSE4.1. Lists, queries, then the
// builder.
#define HIT_SIMD_SSE4
#define KERNEL(name) name##_sse4
#include "many/ray_aabbs_kernel.h"
#include "cone/many_kernel.h"
#include "frustum/many_kernel.h"
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"
#include "bvh/query/kernels.h"
#include "bvh/build/kernel_bins.h"

const hit_bvh_kernel hit_bvh_kernel_sse4 = HIT_BVH_KERNEL_TABLE(sse4);
