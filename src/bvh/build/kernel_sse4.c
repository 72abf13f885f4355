// The builder's kernels for SSE4.1.
#define HIT_BUILD_X86
#define HIT_BUILD_KERNEL hit_build_kernel_sse4
#include "bvh/build/kernel_bins.h"
