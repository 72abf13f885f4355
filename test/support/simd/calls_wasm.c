#define HIT_SIMD_WASM
#define SIMD_CALLS simd_calls_wasm
#include "support/simd/table.h"
