// The builder's kernels for AVX2: the same vectors of four, in its three-operand form.
#define HIT_BUILD_X86
#define HIT_BUILD_KERNEL hit_build_kernel_avx2
#include "bvh/build/kernel_bins.h"
