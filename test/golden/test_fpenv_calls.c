// test_fpenv.c once more, with the library's own copies of the inline functions: what other languages, and code
// compiled with
// -ffast-math, call.
#define HIT_NO_INLINE_FILTERS

#include "../support/cases/battery.c"
#include "test_fpenv.c"
