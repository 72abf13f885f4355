// A plain conservative traversal: what programs do to find the boxes in a frustum. The peer of rectangles in suite
// `scene`.
#ifndef HITSCAN_BENCH_WALK_H
#define HITSCAN_BENCH_WALK_H

#include <hitscan/frustum.h>

typedef struct plain_tree plain_tree;

// A tree over boxes, or the end of the program.
plain_tree* plain_tree_build(const hit_aabb* boxes, uint32_t count);
void plain_tree_free(plain_tree* tree);

// The numbers of the boxes that are not beyond one of the planes, or with `contained` of those that lie behind none of
// them with any part, in no particular order; `found` has room for all. Returns how many.
uint32_t plain_tree_frustum(const plain_tree* tree, const hit_frustum* frustum, bool contained, uint32_t* found);

#endif
