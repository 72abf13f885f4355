// The kernels of the tree for any machine: plain C.
#define HIT_LANES_PORTABLE
#define KERNEL(name) name##_portable
#include "bvh/kernel_trace.h"

const hit_bvh_kernel hit_bvh_kernel_portable = KERNEL_TABLE;
