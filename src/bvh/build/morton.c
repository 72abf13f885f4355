// Primrefs along the Morton curve, for HIT_BVH_FAST.
//
// C. Lauterbach et al., Fast BVH construction on GPUs, 2009: in the order of a curve that fills space, every cell of an
// octree is one run of primrefs. So large sets are split where the highest bit changes that their first and last code
// differ in, found by bisection, without reading what lies between. Small sets are then split as others are.
// The sort takes two passes, each stable, the first in the order of ids.
#include "bvh/build/stages.h"

enum { AXIS_BITS = 7, DIGIT = 11, DIGITS = 1 << DIGIT, PASSES = 2 };

// Two zeros before each of seven bits.
static uint32_t spread(uint32_t x)
{
    x = (x | x << 8) & 0x0700fu;
    x = (x | x << 4) & 0x430c3u;
    return (x | x << 2) & 0x49249u;
}

uint32_t hit_build_morton(const build_primref* f)
{
    uint32_t code = 0;
    for (unsigned k = 0; k < 3; k++)
        code |= spread((uint32_t)(65536 - f->side[k] + f->side[3 + k]) >> (17 - AXIS_BITS)) << k;
    return code;
}

void hit_build_sort_morton(build_tree* tree)
{
    // 16 bytes each: the nodes, 64 bytes for each primref, have room for a second copy.
    build_primref *from = tree->primrefs, *to = (build_primref*)(void*)tree->nodes;
    uint32_t number[PASSES][DIGITS];

    memset(number, 0, sizeof number);
    for (uint32_t i = 0; i < tree->primref_count; i++) {
        const uint32_t code = hit_build_morton(&from[i]);
        for (unsigned pass = 0; pass < PASSES; pass++)
            number[pass][code >> DIGIT * pass & (DIGITS - 1)]++;
    }
    for (unsigned pass = 0; pass < PASSES; pass++) {
        build_primref* done = to;
        uint32_t next = 0;
        for (unsigned d = 0; d < DIGITS; d++) {
            const uint32_t count = number[pass][d];
            number[pass][d] = next;
            next += count;
        }
        HIT_ASSERT(next == tree->primref_count);
        for (uint32_t i = 0; i < tree->primref_count; i++)
            to[number[pass][hit_build_morton(&from[i]) >> DIGIT * pass & (DIGITS - 1)]++] = from[i];
        to = from;
        from = done;
    }
    HIT_ASSERT(from == tree->primrefs); // an even number of passes
}
