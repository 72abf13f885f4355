// HIT_ASSERT states an invariant: what must hold here whatever the caller did. The tests run with it on, release builds
// leave it out (HITSCAN_ASSERTS in CMake). It is never a check of input: bad input has an answer of its own.
#ifndef HITSCAN_BASE_ASSERT_H
#define HITSCAN_BASE_ASSERT_H

#ifdef HITSCAN_ASSERTS
#include <stdio.h>
#include <stdlib.h>
#define HIT_ASSERT(condition)                                                                                          \
    ((condition) ? (void)0 : (fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition), abort()))
#else
// Not evaluated, but compiled: an assertion cannot rot, and what only it uses is not unused.
#define HIT_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
