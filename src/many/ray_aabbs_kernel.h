// The filter, written once over simd/simd.h: the source of hit_many_scan and hit_many_mark. kernels of all instruction
// sets give the same survivors bit by bit.
//
// The slab method in float (Kay and Kajiya, Ray tracing complex scenes, 1986). For each face q = (plane - origin)·scale
// is the t of the face if the ray enters there, and -t if it leaves there (see hit_many_ray). At the end of the box
// where the ray enters, the maximum of q and t_min is `enter`; at the other end the maximum of q and minus the limit is
// -leave. A box is discarded when enter - leave, the sum of the two, exceeds the noise. Since it is a sum, which end is
// which plays no role. Each maximum has the running value as its second operand, so that a NaN in the first is dropped:
// 0·inf, an origin on a plane that the ray is parallel to, does not constrain.
//
// Cost of a box: about 3 ns in plain C, 1 ns with registers of four floats, 0.55 ns with those of eight.
// To be included with HIT_SIMD_* and KERNEL(name) defined.
#ifndef HITSCAN_MANY_RAY_AABBS_KERNEL_H
#define HITSCAN_MANY_RAY_AABBS_KERNEL_H

#include "many/classify.h"
#include "many/kernel.h"

#include <float.h>

// A ray in registers, and the t of the faces of F32XN_LANES boxes. The numbers of a ray lie as faces do in pairs, which
// takes half the registers.
#if defined(HIT_SIMD_REGISTERS)

typedef struct ray_lanes {
    f32xn origin[3], scale[3], low, high;
} ray_lanes;

HIT_MANY_INLINE ray_lanes ray_lanes_make(const hit_many_ray* ray)
{
    ray_lanes lanes;
    for (int k = 0; k < 3; k++) {
        lanes.origin[k] = f32xn_load_halves(ray->origin + 4 * k, ray->origin + 4 * k);
        lanes.scale[k] = f32xn_load_halves(ray->scale + 4 * k, ray->scale + 4 * k);
    }
    lanes.low = f32xn_splat(ray->low);
    lanes.high = f32xn_splat(ray->high);
    return lanes;
}

HIT_MANY_INLINE void face_t(const ray_lanes* ray, const unsigned char* p, size_t stride, f32xn t[6])
{
    f32xn pair[2][3];
    f32xn_load_pairs(p, stride, pair);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            pair[i][k] = f32xn_mul(f32xn_sub(pair[i][k], ray->origin[k]), ray->scale[k]);
    f32xn_split_pairs((const f32xn(*)[3])pair, t);
}

#else

typedef hit_many_ray ray_lanes;

HIT_MANY_INLINE ray_lanes ray_lanes_make(const hit_many_ray* ray)
{
    return *ray;
}

HIT_MANY_INLINE void face_t(const ray_lanes* ray, const unsigned char* p, size_t stride, f32xn t[6])
{
    static const unsigned char place[6] = {0, 1, 4, 5, 8, 9};
    f32xn_load_boxes(p, stride, t);
    for (int i = 0; i < 6; i++)
        t[i] = (t[i] - ray->origin[place[i]]) * ray->scale[place[i]];
}

#endif

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
HIT_MANY_INLINE unsigned discarded(const ray_lanes* ray, const f32xn t[6], unsigned relation, bool forward)
{
    const bool y_opposes = relation & HIT_MANY_Y_OPPOSES_X, z_opposes = relation & HIT_MANY_Z_OPPOSES_X;
    f32xn low, high, noise = f32xn_splat(HIT_MANY_TINY);

    low = f32xn_max(t[0], f32xn_max(t[y_opposes ? 4 : 1], f32xn_max(t[z_opposes ? 5 : 2], ray->low)));
    high = f32xn_max(t[3], f32xn_max(t[y_opposes ? 1 : 4], f32xn_max(t[z_opposes ? 2 : 5], ray->high)));
    if (!forward) {
        const f32xn largest = f32xn_splat(FLT_MAX);
        low = f32xn_min(low, largest), high = f32xn_min(high, largest);
        noise = f32xn_add(f32xn_mul(f32xn_splat(HIT_MANY_PAD), f32xn_max(f32xn_abs(low), f32xn_abs(high))), noise);
    }
    return f32xn_mask_bits(f32xn_gt(f32xn_add(low, high), noise));
}

// Those of F32XN_LANES boxes at p that are discarded.
HIT_MANY_INLINE unsigned discarded_at(const ray_lanes* ray, const unsigned char* p, size_t stride, unsigned relation,
                                      bool forward)
{
    f32xn t[6];
    face_t(ray, p, stride, t);
    return discarded(ray, t, relation, forward);
}

// The survivors of the eight boxes at p. Two halves are no loop: compilers would keep it.
HIT_MANY_INLINE unsigned ray_group(const ray_lanes* ray, const unsigned char* p, size_t stride, unsigned relation,
                                   bool forward)
{
    unsigned all = discarded_at(ray, p, stride, relation, forward);
    if (F32XN_LANES == 4)
        all |= discarded_at(ray, p + 4 * stride, stride, relation, forward) << 4;
    for (unsigned i = 1; F32XN_LANES == 1 && i < 8; i++)
        all |= discarded_at(ray, p + i * stride, stride, relation, forward) << i;
    return ~all & 255u;
}

// The survivors of the last boxes, from `begin` on and fewer than eight. Not a copy for each kind of ray.
static SIMD_NOINLINE unsigned last_group(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin)
{
    const ray_lanes lanes = ray_lanes_make(ray);
    hit_aabb rest[8];
    HIT_ASSERT(begin < boxes->count && boxes->count - begin < 8);
    memset(rest, 0, sizeof rest);
    for (size_t i = begin; i < boxes->count; i++)
        rest[i - begin] = hit_many_box(boxes, i);
    return ray_group(&lanes, (const unsigned char*)rest, sizeof rest[0], ray->relation, ray->forward) &
           ((1u << (boxes->count - begin)) - 1u);
}

HIT_MANY_INLINE size_t scan_boxes(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin,
                                  unsigned* survivors, unsigned relation, bool forward, bool packed)
{
    const ray_lanes local = ray_lanes_make(ray);
    const size_t stride = packed ? sizeof(hit_aabb) : boxes->stride;
    const unsigned char* p = boxes->data + begin * stride;
    size_t groups = (boxes->count - begin) / 8;
    unsigned mask;

    begin += 8 * groups;
    for (; groups != 0; groups--, p += 8 * stride) {
        mask = ray_group(&local, p, stride, relation, forward);
        if (mask != 0) {
            *survivors = mask;
            return begin - 8 * groups;
        }
    }
    if (begin == boxes->count)
        return begin;
    mask = last_group(ray, boxes, begin);
    if (mask == 0)
        return boxes->count;
    *survivors = mask;
    return begin;
}

HIT_MANY_INLINE void mark_boxes(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors,
                                unsigned relation, bool forward, bool packed)
{
    const ray_lanes local = ray_lanes_make(ray);
    const size_t stride = packed ? sizeof(hit_aabb) : boxes->stride;
    const unsigned char* p = boxes->data;

    for (size_t first = 0; first < boxes->count; first += 64) {
        const size_t n = boxes->count - first < 64 ? boxes->count - first : 64;
        uint64_t word = 0;
        size_t i = 0;
        for (; i + 8 <= n; i += 8, p += 8 * stride)
            word |= (uint64_t)ray_group(&local, p, stride, relation, forward) << i;
        if (i < n)
            word |= (uint64_t)last_group(ray, boxes, first + i) << i;
        survivors[first / 64] = word;
    }
}

// The copies, chosen by what the ray and the boxes are like.
HIT_MANY_INLINE size_t scan_by_relation(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin,
                                        unsigned* survivors, bool forward, bool packed)
{
    switch (ray->relation) {
    case 0:
        return scan_boxes(ray, boxes, begin, survivors, 0, forward, packed);
    case HIT_MANY_Y_OPPOSES_X:
        return scan_boxes(ray, boxes, begin, survivors, HIT_MANY_Y_OPPOSES_X, forward, packed);
    case HIT_MANY_Z_OPPOSES_X:
        return scan_boxes(ray, boxes, begin, survivors, HIT_MANY_Z_OPPOSES_X, forward, packed);
    default:
        return scan_boxes(ray, boxes, begin, survivors, HIT_MANY_Y_OPPOSES_X | HIT_MANY_Z_OPPOSES_X, forward, packed);
    }
}

static inline size_t scan_any(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors)
{
    if (boxes->stride == sizeof(hit_aabb))
        return ray->forward ? scan_by_relation(ray, boxes, begin, survivors, true, true)
                            : scan_by_relation(ray, boxes, begin, survivors, false, true);
    return ray->forward ? scan_by_relation(ray, boxes, begin, survivors, true, false)
                        : scan_by_relation(ray, boxes, begin, survivors, false, false);
}

HIT_MANY_INLINE void mark_by_relation(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors,
                                      bool forward, bool packed)
{
    switch (ray->relation) {
    case 0:
        mark_boxes(ray, boxes, survivors, 0, forward, packed);
        break;
    case HIT_MANY_Y_OPPOSES_X:
        mark_boxes(ray, boxes, survivors, HIT_MANY_Y_OPPOSES_X, forward, packed);
        break;
    case HIT_MANY_Z_OPPOSES_X:
        mark_boxes(ray, boxes, survivors, HIT_MANY_Z_OPPOSES_X, forward, packed);
        break;
    default:
        mark_boxes(ray, boxes, survivors, HIT_MANY_Y_OPPOSES_X | HIT_MANY_Z_OPPOSES_X, forward, packed);
        break;
    }
}

static inline void mark_any(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors)
{
    if (boxes->stride == sizeof(hit_aabb)) {
        if (ray->forward)
            mark_by_relation(ray, boxes, survivors, true, true);
        else
            mark_by_relation(ray, boxes, survivors, false, true);
    } else {
        if (ray->forward)
            mark_by_relation(ray, boxes, survivors, true, false);
        else
            mark_by_relation(ray, boxes, survivors, false, false);
    }
}

size_t KERNEL(hit_many_scan)(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors)
{
    return scan_any(ray, boxes, begin, survivors);
}

void KERNEL(hit_many_mark)(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors)
{
    mark_any(ray, boxes, survivors);
}

#endif
