// Sine, cosine and angle by polynomials, with + - * / and the exact fmod alone.
//
// Degrees make the reduction exact: fmod has no rounding, nor has the difference to the nearest multiple of 90, which
// is within a factor of two of the angle (Sterbenz). What is left, at most 45 degrees, goes into Taylor series whose
// first omitted term is below 1e-19. The arc tangent is reduced to |x| <= tan(22.5°) by the half-angle formula first.
#include "gen/portable_math.h"

#include <math.h>

static const double RADIANS = 0.017453292519943295; // of one degree

static double sine_near_zero(double x)
{
    static const double term[] = {-1.0 / 6,          1.0 / 120,          -1.0 / 5040,         1.0 / 362880,
                                  -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368e3, 1.0 / 355687428096e3};
    const double square = x * x;
    double sum = term[7];
    for (int i = 6; i >= 0; i--)
        sum = sum * square + term[i];
    return x + x * square * sum;
}

static double cosine_near_zero(double x)
{
    static const double term[] = {1.0 / 24,        -1.0 / 720,         1.0 / 40320,         -1.0 / 3628800,
                                  1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888e3, -1.0 / 6402373705728e3};
    const double square = x * x;
    double sum = term[7];
    for (int i = 6; i >= 0; i--)
        sum = sum * square + term[i];
    return 1.0 - 0.5 * square + square * square * sum;
}

void trig_sincos_degrees(double degrees, double* sine, double* cosine)
{
    double rest, s, c;
    int quarter;
    *sine = *cosine = 0.0;
    if (!isfinite(degrees))
        return;
    rest = fmod(degrees, 360.0);
    quarter = (int)(rest < 0.0 ? rest / 90.0 - 0.5 : rest / 90.0 + 0.5);
    rest = (rest - 90.0 * quarter) * RADIANS;
    s = sine_near_zero(rest);
    c = cosine_near_zero(rest);
    switch (quarter & 3) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -c;
        break;
    default:
        *sine = -c, *cosine = s;
        break;
    }
}

// Of a ratio from 0 to 1, in radians.
static double arc_tangent(double x)
{
    static const double term[] = {-1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,  -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17,
                                  -1.0 / 19, 1.0 / 21, -1.0 / 23, 1.0 / 25, -1.0 / 27, 1.0 / 29, -1.0 / 31, 1.0 / 33,
                                  -1.0 / 35, 1.0 / 37, -1.0 / 39, 1.0 / 41, -1.0 / 43, 1.0 / 45, -1.0 / 47};
    const double half = x / (1.0 + sqrt(1.0 + x * x)); // tan(a / 2), at most 0.415; the next term is below 1e-20
    const double square = half * half;
    double sum = 0.0;
    for (int k = (int)(sizeof term / sizeof term[0]) - 1; k >= 0; k--)
        sum = square * (term[k] + sum);
    return 2.0 * (half + half * sum);
}

double trig_atan2_degrees(double y, double x)
{
    const double ax = fabs(x), ay = fabs(y);
    double angle;
    if (!(ax > 0.0 || ay > 0.0))
        return 0.0;
    angle = ax >= ay ? arc_tangent(ay / ax) / RADIANS : 90.0 - arc_tangent(ax / ay) / RADIANS;
    if (x < 0.0)
        angle = 180.0 - angle;
    return y < 0.0 ? -angle : angle;
}
