// The one real copy of each inline function, for callers that do not inline: debug builds and other languages.
#if defined(__GNUC__)
#define HIT_INLINE __attribute__((visibility("default"))) extern inline
#else
#define HIT_INLINE extern inline
#endif

#include <hitscan/hitscan.h>
#include <hitscan/inline.h>

const volatile float hit_float_probe = 0x1p-130f;
