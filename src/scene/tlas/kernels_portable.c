// The traversals of the trees of a scene for any machine, in plain C.
#define HIT_SIMD_PORTABLE
#define TLAS_KERNEL(name) name##_portable
#include "scene/tlas/instance_kernel.h"
#include "scene/tlas/traverse_kernel.h"

#include "scene/tlas/interleaved_kernel.h"
