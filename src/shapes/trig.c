// Sine, cosine, tangent and arc tangent in double-double.
//
// The angle is x = k·pi/2 + r with |r| <= pi/4 and a little. Below 2^25, multiples of the parts of pi/2, which have 26
// bits each, are exact and are subtracted one by one (Cody and Waite). Above, x is an integer of 24 bits times a power
// of two, and the fraction of x·2/pi follows from those bits of 2/pi that matter: higher ones give multiples of four
// quarters (Payne and Hanek). No float comes closer to a multiple of pi/2 than 2^-31 of it, so r keeps 100 bits.
//
// Then come Taylor series, as products of 1 - r²/(n(n+1))·(...). The arc tangent is an estimate a, good to 1e-13, and
// a + tan(y - a) = a + (x·cos a - sin a)/(x·sin a + cos a): what is left is the cube of the estimate's error.
#include "shapes/trig.h"

#include "base/assert.h"
#include "exact/double_double.h"

#include <float.h>
#include <stdint.h>

enum { PARTS = 6, WORDS = 10, WINDOW = 6, TERMS = 27 };

static const dd half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// Angles whose exponent is beyond that go the other way.
static const double few_quarters = 0x1p25;

static dd dd_negate_if(dd x, int negative)
{
    return negative ? (dd){-x.hi, -x.lo} : x;
}

static dd dd_over_integer(dd x, double n)
{
    dd q;
    double product;
    const double hi = x.hi / n, error = two_product(hi, n, &product);
    q.lo = fast_two_sum(hi, ((x.hi - product) - error + x.lo) / n, &q.hi);
    return q;
}

static dd dd_over(dd x, dd y)
{
    dd q;
    const double first = x.hi / y.hi;
    const dd rest = dd_sub(x, dd_scale(y, first));
    q.lo = fast_two_sum(first, rest.hi / y.hi, &q.hi);
    return q;
}

// ---- Reduction ------------------------------------------------------------------------------------------------------

static dd reduce_small(double x, int* quarter)
{
    // pi/2, in parts of 26 bits.
    static const double part[PARTS] = {0x1.921fb5p+0,  0x1.110b46p-26,  0x1.1a6262p-54,
                                       0x1.3145c0p-78, 0x1.b839a2p-104, 0x1.481270p-130};
    const double k = floor(x * 0x1.45f306dc9c883p-1 + 0.5);
    dd r = {x, 0.0};

    for (int i = 0; i < PARTS; i++)
        r = dd_add(r, (dd){-k * part[i], 0.0});
    *quarter = (int)((int64_t)k & 3);
    return r;
}

// A bit string, as 32 of its bits: from bit `first` on, 0 the highest.
static uint32_t bits_from(const uint32_t* words, int first)
{
    const int word = first / 32, shift = first % 32;
    return shift == 0 ? words[word] : words[word] << shift | words[word + 1] >> (32 - shift);
}

static dd reduce_large(double x, int* quarter)
{
    // The bits of 2/pi behind the point.
    static const uint32_t two_over_pi[WORDS] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
                                                0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0};
    uint32_t product[WINDOW];
    uint64_t carry = 0;
    int exponent;
    const double mantissa = frexp(fabs(x), &exponent);
    const uint64_t integer = (uint64_t)(mantissa * 0x1p24);
    dd fraction = {0.0, 0.0};

    exponent -= 24; // |x| is integer·2^exponent; bits of 2/pi worth 2^-(exponent - 2) and more make whole turns
    HIT_ASSERT(exponent >= 2 && exponent - 2 + 32 * (WINDOW - 1) < 32 * (WORDS - 1) &&
               (double)integer == mantissa * 0x1p24);
    for (int i = WINDOW - 1; i >= 0; i--) {
        carry += integer * bits_from(two_over_pi, exponent - 2 + 32 * i);
        product[i] = (uint32_t)carry;
        carry >>= 32;
    }
    // Quarters in the two highest bits, and to the nearest: a fraction of a half and more is one less than the next.
    *quarter = (int)((product[0] + 0x20000000u) >> 30);
    for (int i = 0; i < WINDOW; i++)
        fraction = dd_add(fraction, (dd){ldexp((double)product[i], -30 - 32 * i), 0.0});
    fraction = dd_sub(fraction, (dd){product[0] >> 30, 0.0});
    if (product[0] & 0x20000000u)
        fraction = dd_sub(fraction, (dd){1.0, 0.0});
    if (x < 0.0)
        *quarter = (4 - *quarter) & 3;
    return dd_negate_if(dd_mul(fraction, half_pi), x < 0.0);
}

// ---- Series ---------------------------------------------------------------------------------------------------------

// 1 - square/((first)(first + 1))·(1 - square/((first + 2)(first + 3))·(...)).
static dd series(dd square, int first)
{
    dd sum = {1.0, 0.0};
    for (int n = first + TERMS - 1; n >= first; n -= 2)
        sum = dd_sub((dd){1.0, 0.0}, dd_over_integer(dd_mul(square, sum), (double)(n * (n + 1))));
    return sum;
}

static void sincos_dd(double x, dd* sine, dd* cosine)
{
    int quarter;
    const dd r = fabs(x) < few_quarters ? reduce_small(x, &quarter) : reduce_large(x, &quarter);
    const dd square = dd_mul(r, r), s = dd_mul(r, series(square, 2)), c = series(square, 1);

    *sine = dd_negate_if(quarter & 1 ? c : s, quarter >= 2);
    *cosine = dd_negate_if(quarter & 1 ? s : c, quarter == 1 || quarter == 2);
}

void hit_sincos(double x, double* sine, double* cosine)
{
    dd s, c;
    sincos_dd(x, &s, &c);
    *sine = s.hi;
    *cosine = c.hi;
}

double hit_tan(double x)
{
    dd s, c;
    sincos_dd(x, &s, &c);
    return dd_over(s, c).hi;
}

// The arc tangent to 1e-13 or so: below tan(pi/8) by its series, which halving the angle brings there.
static double estimate_atan(double x)
{
    const double ratio = x > 1.0 ? 1.0 / x : x, half = ratio / (1.0 + sqrt(1.0 + ratio * ratio));
    const double square = half * half;
    double sum = 0.0, angle;
    for (int n = 35; n > 0; n -= 2)
        sum = 1.0 / n - square * sum;
    angle = 2.0 * half * sum;
    return x > 1.0 ? half_pi.hi - angle : angle;
}

double hit_atan(double x)
{
    const double estimate = estimate_atan(x);
    dd s, c;

    HIT_ASSERT(x > 0.0 && x <= DBL_MAX);
    sincos_dd(estimate, &s, &c);
    return estimate + dd_over(dd_sub(dd_scale(c, x), s), dd_add(dd_scale(s, x), c)).hi;
}
