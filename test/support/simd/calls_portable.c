#define HIT_SIMD_PORTABLE
#define SIMD_CALLS simd_calls_portable
#include "support/simd/table.h"
