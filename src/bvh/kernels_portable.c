// The kernels of lists of boxes and of the tree for any machine, in plain C: they define the results. Lists, queries,
// then the builder.
#define HIT_SIMD_PORTABLE
#define KERNEL(name) name##_portable
#include "many/ray_aabbs_kernel.h"
#include "cone/many_kernel.h"
#include "frustum/many_kernel.h"
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"
#include "bvh/query/kernels.h"
#include "bvh/build/kernel_bins.h"

const hit_bvh_kernel hit_bvh_kernel_portable = HIT_BVH_KERNEL_TABLE(portable);
