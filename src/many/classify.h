// Boxes in vectors, as many as a register has lanes, and lists of boxes sorted by kernels that are written once and
// compiled for each instruction set. To be included after choosing one (simd/simd.h).
#ifndef HITSCAN_MANY_CLASSIFY_H
#define HITSCAN_MANY_CLASSIFY_H

#include "many/boxes.h"
#include "simd/simd.h"

#if defined(HIT_SIMD_REGISTERS)

HIT_MANY_INLINE f32xn load_halves(const unsigned char* low, const unsigned char* high)
{
    return f32xn_load_halves((const float*)(const void*)low, (const float*)(const void*)high);
}

// F32XN_LANES boxes, as pairs of faces: (min.x, min.y), (min.z, max.x) and (max.y, max.z). In each half of a register
// of eight, or in one of four, each number of pair[0] and of pair[1] is those of two boxes. Nothing outside of the
// boxes is read: of boxes without gaps, three loads are two boxes; of others, two loads that overlap are one.
HIT_MANY_INLINE void f32xn_load_pairs(const unsigned char* p, size_t stride, f32xn pair[2][3])
{
    for (int i = 0; i < 2; i++) {
        const unsigned char *a = p + (size_t)(2 * i) * stride, *b = a + 4 * stride;
        if (stride == sizeof(hit_aabb)) {
            const f32xn w0 = load_halves(a, b), w1 = load_halves(a + 16, b + 16), w2 = load_halves(a + 32, b + 32);
            pair[i][0] = f32xn_blend(w0, w1, 12);
            pair[i][1] = f32xn_shuffle2(w0, w2, 2, 3, 0, 1);
            pair[i][2] = f32xn_blend(w1, w2, 12);
        } else {
            const unsigned char *c = a + stride, *d = b + stride;
            const f32xn low0 = load_halves(a, b), high0 = load_halves(a + 8, b + 8);
            const f32xn low1 = load_halves(c, d), high1 = load_halves(c + 8, d + 8);
            pair[i][0] = f32xn_shuffle2(low0, low1, 0, 1, 0, 1);
            pair[i][1] = f32xn_shuffle2(low0, low1, 2, 3, 2, 3);
            pair[i][2] = f32xn_shuffle2(high0, high1, 2, 3, 2, 3);
        }
    }
}

// Pairs become faces: min.x min.y min.z max.x max.y max.z.
HIT_MANY_INLINE void f32xn_split_pairs(const f32xn pair[2][3], f32xn face[6])
{
    for (int k = 0; k < 3; k++) {
        face[2 * k] = f32xn_shuffle2(pair[0][k], pair[1][k], 0, 2, 0, 2);
        face[2 * k + 1] = f32xn_shuffle2(pair[0][k], pair[1][k], 1, 3, 1, 3);
    }
}

HIT_MANY_INLINE void f32xn_load_boxes(const unsigned char* p, size_t stride, f32xn face[6])
{
    f32xn pair[2][3];
    f32xn_load_pairs(p, stride, pair);
    f32xn_split_pairs((const f32xn(*)[3])pair, face);
}

#else

HIT_MANY_INLINE void f32xn_load_boxes(const unsigned char* p, size_t stride, f32xn face[6])
{
    (void)stride;
    memcpy(face, p, sizeof(hit_aabb));
}

#endif

// Sort F32XN_LANES boxes into two sets, given as bits.
typedef void many_classifier(const void* shape, const f32xn face[6], unsigned* first, unsigned* second);

HIT_MANY_INLINE void classify_strided(many_classifier* classify, const void* shape, const hit_many_boxes* boxes,
                                      size_t stride, uint64_t* first, uint64_t* second)
{
    const unsigned char* p = boxes->data;
    for (size_t begin = 0; begin < boxes->count; begin += 64) {
        const size_t n = boxes->count - begin < 64 ? boxes->count - begin : 64;
        uint64_t all_first = 0, all_second = 0;
        unsigned in_first, in_second;
        f32xn face[6];
        size_t i = 0;
        for (; i + F32XN_LANES <= n; i += F32XN_LANES, p += F32XN_LANES * stride) {
            f32xn_load_boxes(p, stride, face);
            classify(shape, face, &in_first, &in_second);
            all_first |= (uint64_t)in_first << i;
            all_second |= (uint64_t)in_second << i;
        }
        if (i < n) {
            // The last few, with empty boxes after them.
            hit_aabb rest[F32XN_LANES];
            memset(rest, 0xff, sizeof rest); // NaN
            for (size_t k = i; k < n; k++)
                rest[k - i] = hit_many_box(boxes, begin + k);
            f32xn_load_boxes((const unsigned char*)rest, sizeof rest[0], face);
            classify(shape, face, &in_first, &in_second);
            all_first |= (uint64_t)(in_first & ((1u << (n - i)) - 1u)) << i;
            all_second |= (uint64_t)(in_second & ((1u << (n - i)) - 1u)) << i;
        }
        first[begin / 64] = all_first;
        second[begin / 64] = all_second;
    }
}

// Classify all boxes: bit i % 64 of word i / 64 stands for box i, and all (count + 63) / 64 words are written.
// `classify` is to be a function that can be inlined: into two loops, one of them for boxes without gaps.
HIT_MANY_INLINE void hit_many_classify(many_classifier* classify, const void* shape, const hit_many_boxes* boxes,
                                       uint64_t* first, uint64_t* second)
{
    if (boxes->stride == sizeof(hit_aabb))
        classify_strided(classify, shape, boxes, sizeof(hit_aabb), first, second);
    else
        classify_strided(classify, shape, boxes, boxes->stride, first, second);
}

#endif
