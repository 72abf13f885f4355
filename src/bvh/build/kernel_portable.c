// The builder's kernels in plain C. They define the result.
#define HIT_BUILD_KERNEL hit_build_kernel_portable
#include "bvh/build/kernel_bins.h"
