// The traversals of the trees of a scene for WebAssembly with SIMD128.
#define HIT_SIMD_WASM
#define TLAS_KERNEL(name) name##_wasm
#include "scene/tlas/instance_kernel.h"
#include "scene/tlas/traverse_kernel.h"

#include "scene/tlas/interleaved_kernel.h"
