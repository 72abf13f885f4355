// The definition of the filter, one box at a time; the other kernels give the same survivors bit by bit.
//
// The slab method in float. With q = (plane - origin)·scale, q is the t of the entry face of an axis and minus the t of its
// exit face (see hit_many_ray); so enter = max(q of the entry faces, t_min) and -leave = max(q of the exit faces, -limit).
// A box is discarded when enter > leave, with a margin for rounding. (Kay and Kajiya, Ray tracing complex scenes, 1986.)
// Each maximum takes the running value second, where a NaN in the first operand is dropped: 0·inf, an origin on a plane that
// the ray is parallel to, does not constrain.
//
// Why no hit is lost. Let u = 2^-24, and let T be the real number that q stands for. |1/d| is a normal number, off by u relative;
// the difference is off by u, cannot underflow, and cannot overflow, since 2^100 is less than half a unit of the last place
// of FLT_MAX. So |q - T| <= e|q| + 2^-149, e = 4u = 2^-22, unless the product overflows; then q is infinite, of the sign
// of T, and |T| >= (1 - e)·FLT_MAX. The limit is off by u, being a rounded t_enter, and t_min is exact. Boxes that are
// empty (a NaN or an infinity in them, or inverted) may be discarded or not as it happens. For the others:
//
// d = 0: q is NaN, or +inf if the ray is outside of that plane, a miss, or -inf if it is not. All products with d = 0 are
// right, and +inf wins its maximum, so let the numbers below come from other axes, or be t_min or the limit.
//
// In general: discard if enter > B, B = (pad·|leave| + leave) + tiny, pad = 4e, leave clamped to >= -FLT_MAX. B is off by
// 2u(|leave| + tiny) at most. x - e|x| grows with x, so the true entry is at least enter - e|enter| - 2^-149 >= B - e|B| - 2^-149
// >= leave + (4e - 2e)|leave| + tiny/2, above the true exit, which is at most leave + e|leave| + 2^-149. The ends: enter = +inf
// needs B < inf, hence leave < FLT_MAX·(1 - 3e), and the entry is above FLT_MAX·(1 - e). leave = -inf was clamped: the exit is
// below -FLT_MAX·(1 - e), and the entry above B - e|B| > -FLT_MAX·(1 - 2e). leave = +inf or enter = -inf: kept.
//
// Forward, t_min >= 0: the exits' scale and the limit carry the factor 1 + 4e instead, and B = leave + tiny. If the exit that became
// `leave` is negative, the box is a miss since t_min >= 0: nothing to show. Otherwise leave >= (1 + 2e)·exit - 2^-149, and the
// entry, at least enter·(1 - e) - 2^-149, is above exit again. enter = +inf against a finite leave: exit is at most
// FLT_MAX/(1 + 2e), the entry at least FLT_MAX·(1 - e).
//
// Cost: about 2 ns a box.
#include "many/kernel.h"

#include <float.h>

HIT_MANY_INLINE float min2(float a, float b)
{
    return a < b ? a : b;
}

HIT_MANY_INLINE float max2(float a, float b)
{
    return a > b ? a : b;
}

HIT_MANY_INLINE unsigned survives(const hit_many_ray* ray, hit_aabb box, unsigned relation, bool forward)
{
    const float *o = ray->origin, *s = ray->scale;
    const float min_x = (box.min.x - o[0]) * s[0], min_y = (box.min.y - o[1]) * s[1], min_z = (box.min.z - o[4]) * s[4];
    const float max_x = (box.max.x - o[5]) * s[5], max_y = (box.max.y - o[8]) * s[8], max_z = (box.max.z - o[9]) * s[9];
    const bool y_opposes = relation & HIT_MANY_Y_OPPOSES_X, z_opposes = relation & HIT_MANY_Z_OPPOSES_X;
    float low = max2(min_x, ray->low), high = max2(max_x, ray->high), noise = HIT_MANY_TINY;

    low = max2(y_opposes ? max_y : min_y, low), high = max2(y_opposes ? min_y : max_y, high);
    low = max2(z_opposes ? max_z : min_z, low), high = max2(z_opposes ? min_z : max_z, high);
    if (!forward) {
        low = min2(low, FLT_MAX), high = min2(high, FLT_MAX);
        noise = HIT_MANY_PAD * max2(fabsf(low), fabsf(high)) + HIT_MANY_TINY;
    }
    return low + high > noise ? 0 : 1;
}

HIT_MANY_INLINE size_t scan(const hit_many_ray* ray, const void* boxes, size_t stride, size_t begin, size_t count,
                            unsigned* survivors, unsigned relation, bool forward)
{
    const hit_many_ray local = *ray;

    for (; begin < count; begin += HIT_MANY_GROUP) {
        const size_t n = count - begin < HIT_MANY_GROUP ? count - begin : HIT_MANY_GROUP;
        unsigned mask = 0;
        for (size_t i = 0; i < n; i++)
            mask |= survives(&local, hit_many_box(boxes, stride, begin + i), relation, forward) << i;
        if (mask != 0) {
            *survivors = mask;
            return begin;
        }
    }
    return count;
}

size_t hit_many_scan_portable(const hit_many_ray* ray, const void* boxes, size_t stride, size_t begin, size_t count,
                              unsigned* survivors)
{
    switch (ray->relation + (ray->forward ? 0 : 4)) {
    case 0:
        return scan(ray, boxes, stride, begin, count, survivors, 0, true);
    case 1:
        return scan(ray, boxes, stride, begin, count, survivors, 1, true);
    case 2:
        return scan(ray, boxes, stride, begin, count, survivors, 2, true);
    case 3:
        return scan(ray, boxes, stride, begin, count, survivors, 3, true);
    case 4:
        return scan(ray, boxes, stride, begin, count, survivors, 0, false);
    case 5:
        return scan(ray, boxes, stride, begin, count, survivors, 1, false);
    case 6:
        return scan(ray, boxes, stride, begin, count, survivors, 2, false);
    default:
        return scan(ray, boxes, stride, begin, count, survivors, 3, false);
    }
}
