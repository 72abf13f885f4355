// test_fpenv.c once more, with the library's own copies of the inline functions: what other languages, and code
// compiled with -ffast-math, call. The battery has other names here, as test_fpenv.c is in the same program.
#define HIT_NO_INLINE_FILTERS
#define battery_names battery_names_of_calls
#define battery_make battery_make_by_calls
#define battery_run battery_run_by_calls

#include "../support/cases/battery.c"
#include "test_fpenv.c"
