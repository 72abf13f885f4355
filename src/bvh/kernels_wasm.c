// The kernels of lists of boxes and of the tree for WebAssembly with SIMD128. Lists, queries, then the
// builder.
#define HIT_SIMD_WASM
#define KERNEL(name) name##_wasm
#include "many/ray_aabbs_kernel.h"
#include "cone/many_kernel.h"
#include "frustum/many_kernel.h"
#include "bvh/traverse/boxes.h"
#include "bvh/traverse/interleaved.h"
#include "bvh/query/kernels.h"
#include "bvh/build/kernel_bins.h"

const hit_bvh_kernel hit_bvh_kernel_wasm = HIT_BVH_KERNEL_TABLE(wasm);
