// The loops of the SIMD kernels, which differ only in how they take eight boxes at once.
//
// To be included by a kernel's source, after it has defined
//     constants                                      the ray in registers
//     constants prepare(const hit_many_ray* ray)
//     unsigned group(const constants*, const unsigned char* boxes, size_t stride, unsigned relation, bool forward,
// bool packed)
// The last three arguments of group are constants in each of the 16 copies of a loop that are made here, so that they
// cost nothing.
#ifndef HITSCAN_MANY_KERNEL_LOOPS_H
#define HITSCAN_MANY_KERNEL_LOOPS_H

#include "many/kernel.h"

HIT_MANY_INLINE size_t scan(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors,
                            unsigned relation, bool forward, bool packed)
{
    const constants local = prepare(ray);
    const size_t stride = packed ? sizeof(hit_aabb) : boxes->stride;
    const unsigned char* p = boxes->data + begin * stride;
    size_t groups = (boxes->count - begin) / 8;
    unsigned mask;

    begin += 8 * groups;
    for (; groups != 0; groups--, p += 8 * stride) {
        mask = group(&local, p, stride, relation, forward, packed);
        if (mask != 0) {
            *survivors = mask;
            return begin - 8 * groups;
        }
    }
    if (begin == boxes->count)
        return begin;
    mask = hit_many_tail(ray, boxes, begin);
    if (mask == 0)
        return boxes->count;
    *survivors = mask;
    return begin;
}

HIT_MANY_INLINE void mark(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors, unsigned relation,
                          bool forward, bool packed)
{
    const constants local = prepare(ray);
    const size_t stride = packed ? sizeof(hit_aabb) : boxes->stride;
    const unsigned char* p = boxes->data;

    for (size_t first = 0; first < boxes->count; first += 64) {
        const size_t n = boxes->count - first < 64 ? boxes->count - first : 64;
        uint64_t word = 0;
        size_t i = 0;
        for (; i + 8 <= n; i += 8, p += 8 * stride)
            word |= (uint64_t)group(&local, p, stride, relation, forward, packed) << i;
        if (i < n)
            word |= (uint64_t)hit_many_tail(ray, boxes, first + i) << i;
        survivors[first / 64] = word;
    }
}

// The copies, chosen by what the ray and the boxes are like.
HIT_MANY_INLINE size_t scan_by_relation(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin,
                                        unsigned* survivors, bool forward, bool packed)
{
    switch (ray->relation) {
    case 0:
        return scan(ray, boxes, begin, survivors, 0, forward, packed);
    case HIT_MANY_Y_OPPOSES_X:
        return scan(ray, boxes, begin, survivors, HIT_MANY_Y_OPPOSES_X, forward, packed);
    case HIT_MANY_Z_OPPOSES_X:
        return scan(ray, boxes, begin, survivors, HIT_MANY_Z_OPPOSES_X, forward, packed);
    default:
        return scan(ray, boxes, begin, survivors, HIT_MANY_Y_OPPOSES_X | HIT_MANY_Z_OPPOSES_X, forward, packed);
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
        mark(ray, boxes, survivors, 0, forward, packed);
        break;
    case HIT_MANY_Y_OPPOSES_X:
        mark(ray, boxes, survivors, HIT_MANY_Y_OPPOSES_X, forward, packed);
        break;
    case HIT_MANY_Z_OPPOSES_X:
        mark(ray, boxes, survivors, HIT_MANY_Z_OPPOSES_X, forward, packed);
        break;
    default:
        mark(ray, boxes, survivors, HIT_MANY_Y_OPPOSES_X | HIT_MANY_Z_OPPOSES_X, forward, packed);
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

#endif
