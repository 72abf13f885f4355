// One cone against many boxes: a kernel decides what is certain, hit_cone_meets_aabb the rest. So the answers
// are those of a plain loop, on every CPU.
#include "cone/many.h"

#include "base/fpenv.h"

#include <hitscan/cone.h>

hit_cone_many hit_cone_many_make(const hit_cone_frame* f)
{
    const double leak = 4.0 * HIT_CONE_LEAK / f->cosine, lowest = leak > 1.0 ? f->h1 : f->h0;
    hit_cone_many rounded;
    for (int i = 0; i < 3; i++) {
        rounded.apex[i] = (float)f->apex[i];
        rounded.axis[i] = (float)f->h[i];
        rounded.inverse[i] = 1.0f / rounded.axis[i];
    }
    rounded.sine = (float)f->sine;
    // Wider cones have no side plane that the double test would trust; a NaN keeps the kernels from being certain.
    rounded.cosine = f->cosine < 0x1p-30 ? NAN : (float)f->cosine;
    rounded.h0 = (float)f->h0;
    rounded.h1 = (float)f->h1;
    rounded.bottom = (float)(lowest - leak * lowest);
    rounded.top = (float)(f->h1 + leak * f->h1);
    return rounded;
}

// Where the answers go: to a mask, to a list, or nowhere.
typedef struct result_sink {
    uint32_t* mask;
    uint32_t* indices;
    uint32_t capacity, count;
} result_sink;

static void store(result_sink* a, uint64_t hits, uint32_t first)
{
    hit_many_store(a->mask, first, hits);
    for (; hits != 0; hits &= hits - 1) {
        if (a->count < a->capacity)
            a->indices[a->count] = first + hit_many_lowest_bit(hits);
        a->count++;
    }
}

static HIT_NOINLINE void find(const hit_cone* cone, const hit_many_boxes* boxes, result_sink* a)
{
    static hit_cone_mark* const kernels[] = HIT_MANY_LEVELS(hit_cone_mark);
    hit_cone_mark* const mark = kernels[hit_cpu_in_use()];
    hit_cone_frame f;
    hit_cone_many rounded;
    if (!hit_cone_frame_make(cone, &f))
        return;
    rounded = hit_cone_many_make(&f);
    for (size_t begin = 0; begin < boxes->count; begin += HIT_MANY_BLOCK) {
        const hit_many_boxes block = hit_many_block(boxes, begin);
        uint64_t certain[HIT_MANY_BLOCK / 64], undecided[HIT_MANY_BLOCK / 64];
        mark(&rounded, &block, certain, undecided);
        for (size_t first = 0; first < block.count; first += 64) {
            uint64_t hits = certain[first / 64];
            for (uint64_t word = undecided[first / 64]; word != 0; word &= word - 1) {
                const unsigned i = hit_many_lowest_bit(word);
                const hit_aabb box = hit_many_box(&block, first + i);
                hits |= (uint64_t)hit_cone_frame_meets_aabb(cone, &f, &box) << i;
            }
            store(a, hits, (uint32_t)(begin + first));
        }
    }
}

static uint32_t query_all(const hit_cone* cone, const hit_aabb* boxes, size_t stride, uint32_t count, result_sink* a)
{
    hit_many_boxes array;
    if (cone == NULL || !hit_many_boxes_make(boxes, stride, count, &array))
        return 0;
    const hit_fpenv saved = hit_fpenv_enter();
    find(cone, &array, a);
    hit_fpenv_leave(saved);
    return a->count;
}

uint32_t hit_cone_aabb_mask(const hit_cone* cone, const hit_aabb* boxes, size_t stride, uint32_t count, uint32_t* mask)
{
    result_sink a = {mask, NULL, 0, 0};
    hit_many_clear(mask, count);
    return query_all(cone, boxes, stride, count, &a);
}

uint32_t hit_cone_aabb_list(const hit_cone* cone, const hit_aabb* boxes, size_t stride, uint32_t count,
                            uint32_t* indices, uint32_t capacity)
{
    result_sink a = {NULL, indices, indices == NULL ? 0 : capacity, 0};
    return query_all(cone, boxes, stride, count, &a);
}
