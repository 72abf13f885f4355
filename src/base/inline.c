// The one real copy of each inline function, for callers that do not inline: debug builds and other languages.

// The filter with SSE2 is a static function; the copy for callers is the one in plain C.
#ifndef HIT_NO_SIMD
#define HIT_NO_SIMD
#endif

#if defined(__GNUC__)
#define HIT_INLINE __attribute__((visibility("default"))) extern inline
#define HIT_FORCE_INLINE __attribute__((visibility("default"))) extern inline
#else
#define HIT_INLINE extern inline
#define HIT_FORCE_INLINE extern inline
#endif

#include <hitscan/hitscan.h>

const volatile float hit_float_probe = 0x1p-130f;
