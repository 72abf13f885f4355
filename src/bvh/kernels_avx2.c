// The kernels of lists of boxes and of the tree for x86 with AVX2 and FMA. Lists, queries, then the
// builder.
#define HIT_SIMD_AVX2
#define KERNEL(name) name##_avx2
#include "many/ray_aabbs_kernel.h"
#include "cone/many_kernel.h"
#include "frustum/many_kernel.h"
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"
#include "bvh/query/kernels.h"
#include "bvh/build/kernel_bins.h"

const hit_bvh_kernel hit_bvh_kernel_avx2 = HIT_BVH_KERNEL_TABLE(avx2);
