// Gaussian noise with the same bits on every machine (Box and Muller, 1958), by a logarithm and a sine of our own.
#include "lidar/scan.h"
#include "gen/portable_trig.h"
#include "gen/hash_random.h"

// The natural logarithm of a normal number above 0: of its power of two, and of its fraction in [sqrt(1/2), sqrt(2)) by
// the series of artanh, 2·(z + z³/3 + ...) with z = (f - 1)/(f + 1), |z| < 0.172; the first omitted term is below
// 1e-18.
static double logarithm(double x)
{
    int power;
    double f = frexp(x, &power), z, square, sum = 0.0;
    if (f < 0.70710678118654752) {
        f *= 2.0;
        power--;
    }
    z = (f - 1.0) / (f + 1.0);
    square = z * z;
    for (int k = 11; k >= 1; k--)
        sum = square * (1.0 / (2 * k + 1) + sum);
    return 0.69314718055994531 * power + 2.0 * (z + z * sum);
}

double scan_noise(uint64_t seed, uint64_t index)
{
    const uint64_t first = hash_random_at(seed, 2 * index), second = hash_random_at(seed, 2 * index + 1);
    const double share = ((double)(first >> 11) + 0.5) * 0x1p-53; // never 0 and below 1
    double sine, cosine;
    trig_sincos_degrees(360.0 * ((double)(second >> 11) * 0x1p-53), &sine, &cosine);
    return sqrt(-2.0 * logarithm(share)) * cosine;
}
