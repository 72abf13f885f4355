// The kernels of the tree for any machine, in plain C: they define the results. Queries, then the builder.
#define HIT_SIMD_PORTABLE
#define KERNEL(name) name##_portable
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"
#include "bvh/query/kernels.h"
#include "bvh/build/kernel_bins.h"

const hit_bvh_kernel hit_bvh_kernel_portable = HIT_BVH_KERNEL_TABLE(portable);
