// Exact integers: see big.h.
//
// Sign and magnitude in 32-bit limbs with schoolbook products (Knuth, TAOCP 2, 4.3.1): a float has at most 2 limbs
// and typical terms have 2 to 8, so that this is as fast as it needs to be. No floating-point operation is involved
// until the result is converted; nothing depends on a rounding mode.
#include "exact/big.h"

#include "base/assert.h"
#include <float.h>
#include <math.h>
#include <string.h>

// Drop zero limbs at both ends.
static void trim(hit_big* x)
{
    int first = 0;
    while (x->count > 0 && x->limb[x->count - 1] == 0)
        x->count--;
    while (first < x->count && x->limb[first] == 0)
        first++;
    if (first > 0) {
        x->count -= first;
        x->low += first;
        memmove(x->limb, x->limb + first, (size_t)x->count * sizeof x->limb[0]);
    }
    if (x->count == 0) {
        x->sign = 0;
        x->low = 0;
    }
}

hit_big hit_big_from_float(float x)
{
    hit_big r;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t field = (bits >> 23) & 0xff;
    const uint64_t mantissa = (bits & 0x7fffff) | (field != 0 ? 0x800000u : 0u);
    const uint32_t place = (field != 0 ? field : 1) + 10; // of the lowest bit, which is 2^(field - 150), above 2^-160
    const uint64_t shifted = mantissa << (place % 32);
    r.sign = (bits >> 31) != 0 ? -1 : 1;
    r.low = (int)(place / 32) - 5;
    r.count = 2;
    r.limb[0] = (uint32_t)shifted;
    r.limb[1] = (uint32_t)(shifted >> 32);
    trim(&r);
    return r;
}

static inline uint32_t limb_at(const hit_big* x, int place)
{
    return place >= x->low && place < x->low + x->count ? x->limb[place - x->low] : 0;
}

// The sign of |x| - |y|; both are trimmed.
static int compare_size(const hit_big* x, const hit_big* y)
{
    const int x_top = x->low + x->count, y_top = y->low + y->count;
    if (x->sign == 0 || y->sign == 0)
        return (x->sign != 0) - (y->sign != 0);
    if (x_top != y_top)
        return x_top > y_top ? 1 : -1;
    for (int i = x_top - 1; i >= x->low || i >= y->low; i--) {
        const uint32_t p = limb_at(x, i), q = limb_at(y, i);
        if (p != q)
            return p > q ? 1 : -1;
    }
    return 0;
}

// x + y_sign·|y|
static hit_big sum(const hit_big* x, const hit_big* y, int y_sign)
{
    hit_big r;
    if (y_sign == 0)
        return *x;
    if (x->sign == 0) {
        r = *y;
        r.sign = y_sign;
        return r;
    }
    const int order = compare_size(x, y);
    const hit_big* large = order >= 0 ? x : y;
    const hit_big* small = order >= 0 ? y : x;
    const int x_top = x->low + x->count, y_top = y->low + y->count;
    r.low = x->low < y->low ? x->low : y->low;
    r.count = (x_top > y_top ? x_top : y_top) - r.low;
    HIT_ASSERT(r.count < HIT_BIG_LIMBS);
    r.sign = order >= 0 ? x->sign : y_sign;
    int64_t carry = 0; // a borrow is a negative one
    for (int i = 0; i < r.count; i++) {
        const int64_t p = limb_at(large, r.low + i), q = limb_at(small, r.low + i);
        carry += x->sign == y_sign ? p + q : p - q;
        r.limb[i] = (uint32_t)((uint64_t)carry & 0xffffffffu);
        carry = carry < 0 ? -1 : carry >> 32;
    }
    if (carry != 0)
        r.limb[r.count++] = (uint32_t)carry;
    trim(&r);
    return r;
}

hit_big hit_big_add(const hit_big* x, const hit_big* y)
{
    return sum(x, y, y->sign);
}

hit_big hit_big_sub(const hit_big* x, const hit_big* y)
{
    return sum(x, y, -y->sign);
}

// out = x·y, of nx + ny limbs.
static void multiply(const uint32_t* x, int nx, const uint32_t* y, int ny, uint32_t* out)
{
    memset(out, 0, (size_t)(nx + ny) * sizeof out[0]);
    for (int i = 0; i < nx; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < ny; j++) {
            carry += (uint64_t)x[i] * y[j] + out[i + j];
            out[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        out[i + ny] = (uint32_t)carry;
    }
}

hit_big hit_big_mul(const hit_big* x, const hit_big* y)
{
    hit_big r;
    r.sign = x->sign * y->sign;
    r.low = x->low + y->low;
    r.count = x->count + y->count;
    HIT_ASSERT(r.count <= HIT_BIG_LIMBS);
    multiply(x->limb, x->count, y->limb, y->count, r.limb);
    trim(&r);
    return r;
}

// A natural number: count limbs, the lowest standing for 2^(32·low).
typedef struct wide {
    const uint32_t* limb;
    int low, count;
} wide;

static uint32_t wide_at(const wide* x, int place)
{
    return place >= x->low && place < x->low + x->count ? x->limb[place - x->low] : 0;
}

static int compare_wide(wide x, wide y)
{
    const int x_top = x.low + x.count, y_top = y.low + y.count;
    for (int i = (x_top > y_top ? x_top : y_top) - 1; i >= x.low || i >= y.low; i--) {
        const uint32_t p = wide_at(&x, i), q = wide_at(&y, i);
        if (p != q)
            return p > q ? 1 : -1;
    }
    return 0;
}

int hit_big_root_sign(const hit_big* x, const hit_big* y, const hit_big* z)
{
    uint32_t xx[2 * HIT_BIG_LIMBS], yy[2 * HIT_BIG_LIMBS], yyz[3 * HIT_BIG_LIMBS];
    const int root = z->sign == 0 ? 0 : y->sign;

    HIT_ASSERT(z->sign >= 0);
    if (x->sign * root >= 0)
        return x->sign != 0 ? x->sign : root;
    multiply(x->limb, x->count, x->limb, x->count, xx);
    multiply(y->limb, y->count, y->limb, y->count, yy);
    multiply(yy, 2 * y->count, z->limb, z->count, yyz);
    const wide left = {xx, 2 * x->low, 2 * x->count};
    const wide right = {yyz, 2 * y->low + z->low, 2 * y->count + z->count};
    return x->sign * compare_wide(left, right);
}

int hit_big_compare_products(const hit_big* a, const hit_big* b, const hit_big* c, const hit_big* d)
{
    uint32_t ab[2 * HIT_BIG_LIMBS], cd[2 * HIT_BIG_LIMBS];
    const int sign = a->sign * b->sign, other = c->sign * d->sign;

    if (sign != other || sign == 0)
        return (sign > other) - (sign < other);
    multiply(a->limb, a->count, b->limb, b->count, ab);
    multiply(c->limb, c->count, d->limb, d->count, cd);
    const wide left = {ab, a->low + b->low, a->count + b->count};
    const wide right = {cd, c->low + d->low, c->count + d->count};
    return sign * compare_wide(left, right);
}

double hit_big_split(const hit_big* x, int* shift)
{
    const int top = x->low + x->count - 1;
    *shift = top - 2;
    // Three limbs hold at least 65 bits.
    return x->sign *
           ((double)limb_at(x, top) * 0x1p64 + (double)limb_at(x, top - 1) * 0x1p32 + (double)limb_at(x, top - 2));
}

double hit_big_ratio(const hit_big* num, const hit_big* den)
{
    int n_shift, d_shift;
    HIT_ASSERT(den->sign != 0);
    const double n = hit_big_split(num, &n_shift), d = hit_big_split(den, &d_shift);
    return ldexp(n / d, 32 * (n_shift - d_shift));
}

void hit_big_vector(hit_vec3 v, hit_big out[3])
{
    out[0] = hit_big_from_float(v.x);
    out[1] = hit_big_from_float(v.y);
    out[2] = hit_big_from_float(v.z);
}

void hit_big_difference(hit_vec3 v, hit_vec3 w, hit_big out[3])
{
    hit_big p[3], q[3];
    hit_big_vector(v, p);
    hit_big_vector(w, q);
    for (int i = 0; i < 3; i++)
        out[i] = hit_big_sub(&p[i], &q[i]);
}

void hit_big_difference_double(hit_dvec3 v, hit_dvec3 w, hit_big out[3])
{
    const double from[3] = {w.x, w.y, w.z}, to[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        const hit_big p = hit_big_from_double(to[i]), q = hit_big_from_double(from[i]);
        out[i] = hit_big_sub(&p, &q);
    }
}

hit_big hit_big_from_double(double x)
{
    hit_big sum = hit_big_from_float(0.0f);

    HIT_ASSERT(x == x);
    if (isinf(x))
        return hit_big_from_float((float)x);
    // 53 bits are three floats. What rounds to infinity begins with the largest float, so that a rest is left.
    for (int i = 0; i < 3; i++) {
        const float part = fabs(x) > (double)FLT_MAX ? copysignf(FLT_MAX, (float)x) : (float)x;
        const hit_big b = hit_big_from_float(part);
        sum = hit_big_add(&sum, &b);
        x -= part;
    }
    return sum;
}

hit_big hit_big_dot(const hit_big x[3], const hit_big y[3])
{
    hit_big r = hit_big_mul(&x[0], &y[0]);
    for (int i = 1; i < 3; i++) {
        const hit_big p = hit_big_mul(&x[i], &y[i]);
        r = hit_big_add(&r, &p);
    }
    return r;
}

void hit_big_cross(const hit_big x[3], const hit_big y[3], hit_big out[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const hit_big p = hit_big_mul(&x[j], &y[k]), q = hit_big_mul(&x[k], &y[j]);
        out[i] = hit_big_sub(&p, &q);
    }
}
