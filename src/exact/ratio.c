// Quotients of expansions: see ratio.h.
//
// compare: a.num/a.den < b.num/b.den is a comparison of cross products, with the sign of the denominators. round: an
// estimate q is off by 2^-49 at most, much less than the distance of neighbouring floats, so at most one border
// between floats (a midpoint, which is a double of 25 bits) lies close to it. On which side of it the ratio lies is
// one more comparison.
#include "exact/ratio.h"

#include "base/fpenv.h"
#include "exact/expansion.h"

#include "base/assert.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

// Twice the relative error of a product or quotient of two estimates.
#define ESTIMATE_ERROR 0x1p-47

static int sign_of(double x)
{
    return x > 0.0 ? 1 : x < 0.0 ? -1 : 0;
}

static float with_sign(float size, double sign)
{
    return sign < 0.0 && size != 0.0f ? -size : size;
}

static int den_sign(hit_ratio a)
{
    return hit_expansion_sign(a.den, a.n_den);
}

// The slow half of hit_ratio_compare. A function of its own: its arrays should not be on the stack of the fast half.
static HIT_NOINLINE int compare_products(hit_ratio a, hit_ratio b)
{
    double left[HIT_RATIO_CROSS_MAX], right[HIT_RATIO_CROSS_MAX], both[2 * HIT_RATIO_CROSS_MAX];
    const size_t n_left = hit_expansion_product(a.num, a.n_num, b.den, b.n_den, left, both);
    const size_t n_right = hit_expansion_product(b.num, b.n_num, a.den, a.n_den, right, both);
    const size_t n = hit_expansion_diff(left, n_left, right, n_right, both);
    return hit_expansion_sign(both, n);
}

int hit_ratio_compare(hit_ratio a, hit_ratio b)
{
    const double left = hit_expansion_estimate(a.num, a.n_num) * hit_expansion_estimate(b.den, b.n_den);
    const double right = hit_expansion_estimate(b.num, b.n_num) * hit_expansion_estimate(a.den, a.n_den);
    const int signs = den_sign(a) * den_sign(b);

    HIT_ASSERT(signs != 0);
    HIT_ASSERT(2 * a.n_num * b.n_den <= HIT_RATIO_CROSS_MAX && 2 * b.n_num * a.n_den <= HIT_RATIO_CROSS_MAX);
    if (fabs(left - right) > ESTIMATE_ERROR * (fabs(left) + fabs(right)))
        return signs * sign_of(left - right);
    return signs * compare_products(a, b);
}

// The sign of a - t, where t is a double of at most 26 bits or so: any float, any midpoint of floats.
static int compare_double(hit_ratio a, double t)
{
    double product[2 * HIT_RATIO_DEN_MAX], difference[HIT_RATIO_NUM_MAX + 2 * HIT_RATIO_DEN_MAX];
    const double num = hit_expansion_estimate(a.num, a.n_num), right = hit_expansion_estimate(a.den, a.n_den) * t;
    size_t n_product, n;

    HIT_ASSERT(a.n_num <= HIT_RATIO_NUM_MAX && a.n_den <= HIT_RATIO_DEN_MAX);
    if (fabs(num - right) > ESTIMATE_ERROR * (fabs(num) + fabs(right)))
        return den_sign(a) * sign_of(num - right);
    n_product = hit_expansion_scale(a.den, a.n_den, t, product);
    n = hit_expansion_diff(a.num, a.n_num, product, n_product, difference);
    return den_sign(a) * hit_expansion_sign(difference, n);
}

int hit_ratio_compare_float(hit_ratio a, float t)
{
    return compare_double(a, (double)t);
}

// The float after f >= 0; infinity after FLT_MAX.
static float next_up(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    bits++;
    memcpy(&f, &bits, sizeof f);
    return f;
}

float hit_ratio_round(hit_ratio a)
{
    const double q = hit_expansion_estimate(a.num, a.n_num) / hit_expansion_estimate(a.den, a.n_den);
    const double size = fabs(q);
    float below, above, nearest;
    double midpoint;
    int side;

    HIT_ASSERT(a.n_den > 0);
    if (a.n_num == 0)
        return 0.0f;
    nearest = (float)(size * (1.0 - ESTIMATE_ERROR));
    if (nearest == (float)(size * (1.0 + ESTIMATE_ERROR)))
        return with_sign(nearest, q);

    // `size` is close to the midpoint of two neighbours. The first rounded to the lower of them.
    below = nearest;
    above = next_up(below);
    midpoint = above > FLT_MAX ? 0x1.ffffffp127 : ((double)below + (double)above) / 2.0;
    side = q < 0.0 ? -compare_double(a, -midpoint) : compare_double(a, midpoint);
    if (side == 0) {
        uint32_t bits;
        memcpy(&bits, &below, sizeof bits);
        side = (bits & 1u) ? 1 : -1;
    }
    return with_sign(side < 0 ? below : above, q);
}
