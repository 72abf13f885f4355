// One frustum, many boxes: a kernel marks what a plane decides, and the exact form asks about the others one by one.
//
// Blocks of boxes, so that the marks fit on the stack whatever the count. Cost: that of the kernel, and for the exact form
// that of hit_frustum_aabb for each box that crosses a plane.
#include <hitscan/frustum.h>

#include "base/fpenv.h"
#include "frustum/kernel.h"

enum { BLOCK = 1024 };

static uint32_t count_bits(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)((x * 0x0101010101010101u) >> 56);
}

static unsigned lowest_bit(uint64_t x)
{
    return count_bits((x & (0u - x)) - 1);
}

// Decide the boxes of a word of marks that are touching but not inside.
static void decide(const hit_frustum* frustum, const hit_many_boxes* boxes, size_t first, uint64_t* touching,
                   uint64_t* inside)
{
    for (uint64_t word = *touching & ~*inside; word != 0; word &= word - 1) {
        const uint64_t bit = word & (0u - word);
        const hit_cull cull = hit_frustum_aabb(frustum, hit_many_box(boxes, first + lowest_bit(word)));
        if (cull == HIT_OUTSIDE)
            *touching &= ~bit;
        if (cull == HIT_INSIDE)
            *inside |= bit;
    }
}

// Write 64 marks as two words, of which the last may be beyond the mask.
static void store(uint32_t* mask, size_t first, size_t count, uint64_t word)
{
    if (mask == NULL)
        return;
    mask[first / 32] = (uint32_t)(word & 0xffffffffu);
    if (first + 32 < count)
        mask[first / 32 + 1] = (uint32_t)(word >> 32);
}

static HIT_NOINLINE uint32_t find(const hit_frustum* frustum, const hit_many_boxes* boxes, uint32_t* touching,
                                  uint32_t* inside, bool quick)
{
    hit_frustum_mark* const mark = hit_frustum_mark_in_use();
    hit_frustum_rows rows;
    uint32_t found = 0;

    if (!hit_frustum_rows_make(frustum, &rows))
        return 0;
    for (size_t begin = 0; begin < boxes->count; begin += BLOCK) {
        const size_t count = boxes->count - begin < BLOCK ? boxes->count - begin : BLOCK;
        const hit_many_boxes block = {boxes->data + begin * boxes->stride, boxes->stride, count};
        uint64_t touch[BLOCK / 64], within[BLOCK / 64];
        mark(&rows, &block, touch, within);
        for (size_t first = 0; first < count; first += 64) {
            if (!quick)
                decide(frustum, &block, first, &touch[first / 64], &within[first / 64]);
            found += count_bits(touch[first / 64]);
            store(touching, begin + first, boxes->count, touch[first / 64]);
            store(inside, begin + first, boxes->count, within[first / 64]);
        }
    }
    return found;
}

static uint32_t mask(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride, uint32_t count,
                     uint32_t* touching, uint32_t* inside, bool quick)
{
    const hit_many_boxes array = {(const unsigned char*)boxes, stride == 0 ? sizeof(hit_aabb) : stride, count};
    const size_t bytes = ((size_t)count + 31) / 32 * sizeof *touching;
    hit_fpenv saved;
    uint32_t found;

    if (touching != NULL)
        memset(touching, 0, bytes);
    if (inside != NULL)
        memset(inside, 0, bytes);
    if (frustum == NULL || boxes == NULL || array.stride < sizeof(hit_aabb) || array.stride % 4 != 0)
        return 0;
    saved = hit_fpenv_enter();
    found = find(frustum, &array, touching, inside, quick);
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_frustum_aabb_mask(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride, uint32_t count,
                               uint32_t* touching, uint32_t* inside)
{
    return mask(frustum, boxes, stride, count, touching, inside, false);
}

uint32_t hit_frustum_aabb_mask_quick(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride, uint32_t count,
                                     uint32_t* touching, uint32_t* inside)
{
    return mask(frustum, boxes, stride, count, touching, inside, true);
}
