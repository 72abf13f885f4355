// The loop of the SIMD kernels, which differ only in how they take eight boxes at once.
//
// To be included by a kernel's source, after it has defined
//     constants                                      the planes in registers
//     void prepare(const hit_frustum_rows* rows, constants* out)
//     unsigned group(const constants*, const unsigned char* boxes, size_t stride, bool packed)
// the last being the marks of eight boxes as hit_frustum_rest gives them.
#ifndef HITSCAN_FRUSTUM_KERNEL_LOOPS_H
#define HITSCAN_FRUSTUM_KERNEL_LOOPS_H

#include "frustum/kernel.h"

HIT_MANY_INLINE void mark(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* touching,
                          uint64_t* inside, bool packed)
{
    const size_t stride = packed ? sizeof(hit_aabb) : boxes->stride;
    const unsigned char* p = boxes->data;
    constants local;

    prepare(rows, &local);
    for (size_t first = 0; first < boxes->count; first += 64) {
        const size_t n = boxes->count - first < 64 ? boxes->count - first : 64;
        uint64_t touch = 0, within = 0;
        size_t i = 0;
        for (; i < n; i += 8, p += 8 * stride) {
            const unsigned bits =
                i + 8 <= n ? group(&local, p, stride, packed) : hit_frustum_rest(rows, boxes, first + i);
            touch |= (uint64_t)(bits & 0xffu) << i;
            within |= (uint64_t)(bits >> 8) << i;
        }
        touching[first / 64] = touch;
        inside[first / 64] = within;
    }
}

static inline void mark_any(const hit_frustum_rows* rows, const hit_many_boxes* boxes, uint64_t* touching,
                            uint64_t* inside)
{
    if (boxes->stride == sizeof(hit_aabb))
        mark(rows, boxes, touching, inside, true);
    else
        mark(rows, boxes, touching, inside, false);
}

#endif
