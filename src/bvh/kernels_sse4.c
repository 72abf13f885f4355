// The kernels of the tree for x86 with SSE4.1.
#define HIT_LANES_SSE4
#define KERNEL(name) name##_sse4
#include "bvh/kernel_boxes.h"
#include "bvh/kernel_flight.h"

const hit_bvh_kernel hit_bvh_kernel_sse4 = HIT_BVH_KERNEL_TABLE(sse4);
