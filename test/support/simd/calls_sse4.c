#define HIT_SIMD_SSE4
#define SIMD_CALLS simd_calls_sse4
#include "support/simd/table.h"
