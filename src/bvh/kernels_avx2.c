// The kernels of the tree for x86 with AVX2 and FMA. Queries, then the builder.
#define HIT_SIMD_AVX2
#define KERNEL(name) name##_avx2
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"
#include "bvh/query/kernels.h"
#include "bvh/build/kernel_bins.h"

const hit_bvh_kernel hit_bvh_kernel_avx2 = HIT_BVH_KERNEL_TABLE(avx2);
