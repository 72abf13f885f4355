// The floating-point modes that callers may be in: the four roundings, with denormals as they are or flushed (FTZ and
// DAZ).
//
// Set one around a call and go back to 0, the default, before anything is checked: the libraries that check do not
// expect the others. Elsewhere than on x86-64 there is only the default.
#ifndef HITSCAN_TEST_MODES_H
#define HITSCAN_TEST_MODES_H

#if defined(__x86_64__)

#include <xmmintrin.h>

#define MODES 8

static void mode_set(int mode)
{
    // Nearest, down, up, to zero; and flushed.
    static const unsigned int bits[MODES] = {0x0000u, 0x2000u, 0x4000u, 0x6000u, 0x8040u, 0xa040u, 0xc040u, 0xe040u};
    _mm_setcsr((_mm_getcsr() & ~0xe040u) | bits[mode]);
}

#else

#define MODES 1

static void mode_set(int mode)
{
    (void)mode;
}

#endif

#endif
