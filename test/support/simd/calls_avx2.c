#define HIT_SIMD_AVX2
#define SIMD_CALLS simd_calls_avx2
#include "support/simd/table.h"
