// The definition of the filter, one box at a time; the other kernels give the same survivors bit by bit.
//
// The slab method in float (Kay and Kajiya, Ray tracing complex scenes, 1986). For each face q = (plane - origin)·scale
// is the t of the face if the ray enters there, and -t if it leaves there (see hit_many_ray). At the end of the box
// where the ray enters, the maximum of q and t_min is `enter`; at the other end the maximum of q and minus the limit is
// -leave. A box is discarded when enter - leave, the sum of the two, exceeds the noise. Since it is a sum, which end is
// which plays no role. Each maximum has the running value as its second operand, so that a NaN in the first is dropped:
// 0·inf, an origin on a plane that the ray is parallel to, does not constrain.
//
// Cost: about 3 ns a box.
#include "many/kernel.h"

#include <float.h>

// Why no hit is lost. Let u = 2^-24, e = 4u, and let T be the real number that q stands for. 1/|d| is a normal number,
// off by u relative; the difference is off by u, cannot underflow, and cannot overflow, since 2^100 is less than half a
// unit in the last place of FLT_MAX. So |q - T| <= e|q| + 2^-149, or the product overflows: then q is infinite, of the
// sign of T, and |T| >= (1 - e)·FLT_MAX. t_min is exact; the limit is off by u, being rounded. Boxes that are empty
// (inverted, or with a NaN or an infinity) may be discarded or not. Of the others, one with d = 0 on some axis has q =
// NaN there, or +inf if the ray is on the far side of that plane, a miss, or -inf: no false number. So let `enter` and
// `leave` come from axes with d != 0, or t_min or the limit.
//
// Lines, t_min < 0: both ends are clamped to FLT_MAX, and noise = 4e·max(|enter|, |leave|) + tiny. After the clamp the
// true entry is at least enter - e|enter| - 2^-149, and the true exit at most leave + e|leave| + 2^-149, infinities
// included. The difference of the two, which is computed within u, exceeds 2e·max + 2^-148 if it exceeds the noise. So
// the entry lies after the exit.
//
// Forward rays, t_min >= 0: the scale of exits and the limit carry a factor 1 + 4e instead, and noise = tiny. If the
// exit that became `leave` is negative, the box is missed anyway. Otherwise leave >= (1 + 2e)·exit - 2^-149, and the
// entry is at least (1 - e)·enter - 2^-149, since enter >= 0; from enter - leave > tiny follows entry > exit. If q
// overflows: enter = inf is an entry of (1 - e)·FLT_MAX at least, a finite leave an exit of FLT_MAX/(1 + 2e) at most;
// leave = -inf is an exit < 0; and leave = inf gives -inf or NaN, and keeps the box.
HIT_MANY_INLINE unsigned survives(const hit_many_ray* ray, hit_aabb box, unsigned relation, bool forward)
{
    const float *o = ray->origin, *s = ray->scale;
    const float min_x = (box.min.x - o[0]) * s[0], min_y = (box.min.y - o[1]) * s[1], min_z = (box.min.z - o[4]) * s[4];
    const float max_x = (box.max.x - o[5]) * s[5], max_y = (box.max.y - o[8]) * s[8], max_z = (box.max.z - o[9]) * s[9];
    const bool y_opposes = relation & HIT_MANY_Y_OPPOSES_X, z_opposes = relation & HIT_MANY_Z_OPPOSES_X;
    float low = hit_many_max(min_x, ray->low), high = hit_many_max(max_x, ray->high), noise = HIT_MANY_TINY;

    low = hit_many_max(y_opposes ? max_y : min_y, low), high = hit_many_max(y_opposes ? min_y : max_y, high);
    low = hit_many_max(z_opposes ? max_z : min_z, low), high = hit_many_max(z_opposes ? min_z : max_z, high);
    if (!forward) {
        low = hit_many_min(low, FLT_MAX), high = hit_many_min(high, FLT_MAX);
        noise = HIT_MANY_PAD * hit_many_max(fabsf(low), fabsf(high)) + HIT_MANY_TINY;
    }
    return low + high > noise ? 0 : 1;
}

HIT_MANY_INLINE size_t scan(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors,
                            unsigned relation, bool forward)
{
    const hit_many_ray local = *ray;

    for (; begin < boxes->count; begin += 8) {
        const size_t n = boxes->count - begin < 8 ? boxes->count - begin : 8;
        unsigned mask = 0;
        for (size_t i = 0; i < n; i++)
            mask |= survives(&local, hit_many_box(boxes, begin + i), relation, forward) << i;
        if (mask != 0) {
            *survivors = mask;
            return begin;
        }
    }
    return boxes->count;
}

HIT_MANY_INLINE void mark(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors, unsigned relation,
                          bool forward)
{
    const hit_many_ray local = *ray;

    for (size_t first = 0; first < boxes->count; first += 64) {
        const size_t n = boxes->count - first < 64 ? boxes->count - first : 64;
        uint64_t word = 0;
        for (size_t i = 0; i < n; i++)
            word |= (uint64_t)survives(&local, hit_many_box(boxes, first + i), relation, forward) << i;
        survivors[first / 64] = word;
    }
}

unsigned hit_many_tail(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin)
{
    unsigned mask = 0;

    for (size_t i = begin; i < boxes->count; i++)
        mask |= survives(ray, hit_many_box(boxes, i), ray->relation, ray->forward) << (i - begin);
    return mask;
}

size_t hit_many_scan_portable(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors)
{
    switch (ray->relation + (ray->forward ? 4 : 0)) {
    case 0:
        return scan(ray, boxes, begin, survivors, 0, false);
    case 1:
        return scan(ray, boxes, begin, survivors, 1, false);
    case 2:
        return scan(ray, boxes, begin, survivors, 2, false);
    case 3:
        return scan(ray, boxes, begin, survivors, 3, false);
    case 4:
        return scan(ray, boxes, begin, survivors, 0, true);
    case 5:
        return scan(ray, boxes, begin, survivors, 1, true);
    case 6:
        return scan(ray, boxes, begin, survivors, 2, true);
    default:
        return scan(ray, boxes, begin, survivors, 3, true);
    }
}

void hit_many_mark_portable(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors)
{
    switch (ray->relation + (ray->forward ? 4 : 0)) {
    case 0:
        mark(ray, boxes, survivors, 0, false);
        break;
    case 1:
        mark(ray, boxes, survivors, 1, false);
        break;
    case 2:
        mark(ray, boxes, survivors, 2, false);
        break;
    case 3:
        mark(ray, boxes, survivors, 3, false);
        break;
    case 4:
        mark(ray, boxes, survivors, 0, true);
        break;
    case 5:
        mark(ray, boxes, survivors, 1, true);
        break;
    case 6:
        mark(ray, boxes, survivors, 2, true);
        break;
    default:
        mark(ray, boxes, survivors, 3, true);
        break;
    }
}
