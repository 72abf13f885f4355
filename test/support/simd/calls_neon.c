#define HIT_SIMD_NEON
#define SIMD_CALLS simd_calls_neon
#include "support/simd/table.h"
