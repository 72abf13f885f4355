// Numbers of 113 bits, for tests that know better: __float128, or long double where that has as many bits (ARM64,
// s390x, WebAssembly).
#ifndef HITSCAN_TEST_QUAD_H
#define HITSCAN_TEST_QUAD_H

#include <float.h>
#include <math.h>

#if LDBL_MANT_DIG == 113

typedef long double quad;

#define cosq cosl
#define fabsq fabsl
#define fmaxq fmaxl
#define fminq fminl
#define hypotq hypotl
#define ldexpq ldexpl
#define sinq sinl
#define sqrtq sqrtl
#define tanq tanl
#define atanq atanl

#else

#include <quadmath.h>

__extension__ typedef __float128 quad;

#endif

#endif
