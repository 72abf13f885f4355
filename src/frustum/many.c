// One frustum, many boxes: a kernel marks what a plane decides, and the exact form asks about the others one by one.
//
// Cost with AVX2, SSE4 and in plain C: 2.1, 4.3 and 18 ns a box. The exact form adds that of hit_frustum_aabb for each
// box that crosses a plane.
#include "frustum/many.h"

#include "base/assert.h"
#include "base/fpenv.h"
#include "shapes/outward.h"

#include <float.h>

// The pad per unit of |n|·m, 16·2^-24, and more than denormals lose: many_kernel.h shows that they suffice.
#define PAD 0x1p-20
#define TINY 0x1p-140

hit_frustum_mark* hit_frustum_mark_in_use(void)
{
    static hit_frustum_mark* const kernels[] = HIT_MANY_LEVELS(hit_frustum_mark);
    return kernels[hit_cpu_in_use()];
}

// No corner of a box is beyond FLT_MAX.
static double clamped(double x)
{
    return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : x;
}

bool hit_frustum_rows_make(const hit_frustum* frustum, hit_frustum_rows* out)
{
    for (int i = 0; i < 6; i++) {
        const hit_plane* p = &frustum->plane[i];
        const double n[3] = {p->normal.x, p->normal.y, p->normal.z};
        const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
        hit_frustum_row* row = &out->row[i];
        double scale, d, sum = 0.0;
        if (!hit_vec3_is_finite(p->normal) || !isfinite(p->offset))
            return false;
        // Without a normal there is no constraint, or, from an offset above 0, no set: any scale will do.
        scale = largest > 0.0 ? ldexp(1.0, -3 - ilogb(largest)) : 1.0;
        d = largest > 0.0 ? scale * p->offset : p->offset > 0.0f ? FLT_MAX : -FLT_MAX;
        for (int k = 0; k < 3; k++) {
            row->normal[k] = (float)(scale * n[k]);
            sum += fabs((double)row->normal[k]);
        }
        HIT_ASSERT(sum < 0.75); // the largest component is below 1/4: no sum of products overflows
        row->pad = (float)(PAD * sum);
        row->outside = round_down(clamped(d - TINY));
        row->inside = round_up(clamped(d + TINY));
    }
    return true;
}

// Decide the boxes of a word of marks that are met but not inside.
static void decide(const hit_frustum* frustum, const hit_many_boxes* boxes, size_t first, uint64_t* met,
                   uint64_t* inside)
{
    for (uint64_t word = *met & ~*inside; word != 0; word &= word - 1) {
        const unsigned i = hit_many_lowest_bit(word);
        const hit_cull cull = hit_frustum_aabb(frustum, hit_many_box(boxes, first + i));
        *met &= ~((uint64_t)(cull == HIT_OUTSIDE) << i);
        *inside |= (uint64_t)(cull == HIT_INSIDE) << i;
    }
}

static HIT_NOINLINE uint32_t find(const hit_frustum* frustum, const hit_many_boxes* boxes, uint32_t* met,
                                  uint32_t* inside, bool quick)
{
    hit_frustum_mark* const mark = hit_frustum_mark_in_use();
    hit_frustum_rows rows;
    uint32_t found = 0;

    if (!hit_frustum_rows_make(frustum, &rows))
        return 0;
    for (size_t begin = 0; begin < boxes->count; begin += HIT_MANY_BLOCK) {
        const hit_many_boxes block = hit_many_block(boxes, begin);
        uint64_t touch[HIT_MANY_BLOCK / 64], within[HIT_MANY_BLOCK / 64];
        mark(&rows, &block, touch, within);
        for (size_t first = 0; first < block.count; first += 64) {
            if (!quick)
                decide(frustum, &block, first, &touch[first / 64], &within[first / 64]);
            found += hit_many_count_bits(touch[first / 64]);
            hit_many_store(met, begin + first, touch[first / 64]);
            hit_many_store(inside, begin + first, within[first / 64]);
        }
    }
    return found;
}

static uint32_t mask(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride, uint32_t count, uint32_t* met,
                     uint32_t* inside, bool quick)
{
    hit_many_boxes array;
    hit_fpenv saved;
    uint32_t found;

    hit_many_clear(met, count);
    hit_many_clear(inside, count);
    if (frustum == NULL || !hit_many_boxes_make(boxes, stride, count, &array))
        return 0;
    saved = hit_fpenv_enter();
    found = find(frustum, &array, met, inside, quick);
    hit_fpenv_leave(saved);
    return found;
}

uint32_t hit_frustum_aabb_mask(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride, uint32_t count,
                               uint32_t* met, uint32_t* inside)
{
    return mask(frustum, boxes, stride, count, met, inside, false);
}

uint32_t hit_frustum_aabb_mask_quick(const hit_frustum* frustum, const hit_aabb* boxes, size_t stride, uint32_t count,
                                     uint32_t* met, uint32_t* inside)
{
    return mask(frustum, boxes, stride, count, met, inside, true);
}
