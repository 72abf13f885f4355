// A plain conservative walk: what programs do to find the boxes in a frustum. The peer of rectangles in suite `scene`.
#ifndef HITSCAN_BENCH_WALK_H
#define HITSCAN_BENCH_WALK_H

#include <hitscan/frustum.h>

typedef struct walk_tree walk_tree;

// A tree over boxes, or the end of the program.
walk_tree* walk_build(const hit_aabb* boxes, uint32_t count);
void walk_free(walk_tree* tree);

// The numbers of the boxes that are not beyond one of the planes, or with `contained` of those that lie behind none of
// them with any part, in no particular order; `found` has room for all. Returns how many.
uint32_t walk_frustum(const walk_tree* tree, const hit_frustum* frustum, bool contained, uint32_t* found);

#endif
