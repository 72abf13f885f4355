// Arrays of boxes, and masks with a bit for each: what the queries on many boxes share.
//
// A kernel takes a block of boxes and leaves words of 64 bits; the driver decides what the kernel leaves open and
// stores the words in the caller's mask. A block's words fit on the stack whatever the count.
#ifndef HITSCAN_MANY_BOXES_H
#define HITSCAN_MANY_BOXES_H

#include "base/assert.h"

#include <hitscan/shapes.h>
#include <string.h>

#if defined(__GNUC__)
#define HIT_MANY_INLINE static inline __attribute__((always_inline))
#else
#define HIT_MANY_INLINE static inline
#endif

// Boxes that a kernel takes at once; a multiple of 64.
enum { HIT_MANY_BLOCK = 1024 };

// The boxes: `count` of them, `stride` bytes apart. A kernel reads the 24 bytes of a box and nothing else.
typedef struct hit_many_boxes {
    const unsigned char* data; ///< aligned to 4
    size_t stride;             ///< a multiple of 4, at least sizeof(hit_aabb)
    size_t count;
} hit_many_boxes;

static inline hit_aabb hit_many_box(const hit_many_boxes* boxes, size_t i)
{
    hit_aabb box;
    memcpy(&box, boxes->data + i * boxes->stride, sizeof box);
    return box;
}

// False when the array cannot be read.
static inline bool hit_many_boxes_make(const hit_aabb* boxes, size_t stride, uint32_t count, hit_many_boxes* out)
{
    out->data = (const unsigned char*)boxes;
    out->stride = stride == 0 ? sizeof(hit_aabb) : stride;
    out->count = count;
    return boxes != NULL && out->stride >= sizeof(hit_aabb) && out->stride % 4 == 0;
}

// The block of boxes that starts at `begin`, which is less than the count.
static inline hit_many_boxes hit_many_block(const hit_many_boxes* boxes, size_t begin)
{
    HIT_ASSERT(begin < boxes->count);
    const size_t left = boxes->count - begin;
    const hit_many_boxes block = {boxes->data + begin * boxes->stride, boxes->stride,
                                  left < HIT_MANY_BLOCK ? left : HIT_MANY_BLOCK};
    return block;
}

// Clear a mask for `count` boxes; NULL is allowed.
static inline void hit_many_clear(uint32_t* mask, uint32_t count)
{
    if (mask != NULL)
        memset(mask, 0, ((size_t)count + 31) / 32 * sizeof *mask);
}

// Store the bits of the boxes from `first` on, a multiple of 64, in a mask that was cleared; NULL is allowed. The mask
// may end within the word, and then the upper half is zero.
static inline void hit_many_store(uint32_t* mask, size_t first, uint64_t word)
{
    HIT_ASSERT(first % 64 == 0);
    if (mask == NULL)
        return;
    mask[first / 32] = (uint32_t)(word & 0xffffffffu);
    if (word >> 32 != 0)
        mask[first / 32 + 1] = (uint32_t)(word >> 32);
}

// One comparison each, without a branch; b when one of them is NaN.
HIT_MANY_INLINE float hit_many_min(float a, float b)
{
    return a < b ? a : b;
}

HIT_MANY_INLINE float hit_many_max(float a, float b)
{
    return a > b ? a : b;
}

// The number of zeros below the lowest bit of x, which is not 0.
static inline unsigned hit_many_lowest_bit(uint64_t x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(x);
#else
    unsigned n = 0;
    for (; !(x & 1u); x >>= 1)
        n++;
    return n;
#endif
}

static inline uint32_t hit_many_count_bits(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)((x * 0x0101010101010101u) >> 56);
}

// The kernels that the build contains, as the initialiser of a table with the levels of hit_cpu as indices.
// hit_cpu_in_use() is never a level that the build lacks.
#if defined(HITSCAN_HAVE_NEON)
#define HIT_MANY_LEVELS(kernel)                                                                                        \
    {                                                                                                                  \
        kernel##_portable, kernel##_portable, kernel##_portable, kernel##_neon                                         \
    }
#elif defined(HITSCAN_HAVE_WASM)
#define HIT_MANY_LEVELS(kernel)                                                                                        \
    {                                                                                                                  \
        kernel##_portable, kernel##_portable, kernel##_portable, kernel##_portable, kernel##_wasm                      \
    }
#elif defined(HITSCAN_HAVE_SSE4) != defined(HITSCAN_HAVE_AVX2)
#error "a build has all kernels of x86 or none"
#elif defined(HITSCAN_HAVE_AVX2)
#define HIT_MANY_LEVELS(kernel)                                                                                        \
    {                                                                                                                  \
        kernel##_portable, kernel##_sse4, kernel##_avx2                                                                \
    }
#else
#define HIT_MANY_LEVELS(kernel)                                                                                        \
    {                                                                                                                  \
        kernel##_portable                                                                                              \
    }
#endif

#endif
