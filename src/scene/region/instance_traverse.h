// A walk over a tree in its place: the boxes of its nodes as the world sees them.
//
// For everything but rays against triangles, which go into the tree's own space (scene/ray/object.c): volumes, areas of the
// screen, closest points, and rays against lines, which have a radius in the world.
#ifndef HITSCAN_SCENE_PLACED_TREE_H
#define HITSCAN_SCENE_PLACED_TREE_H

#include "bvh/format/layout.h"
#include "scene/object.h"

typedef struct hit_placed_tree {
    const hit_bvh* tree;
    const float (*linear)[3];
    double offset[3]; ///< of the placement's origin
    double radius;    ///< by which what is in the tree is larger than it says
} hit_placed_tree;

// What to do with a box.
typedef enum hit_step { HIT_STEP_SKIP, HIT_STEP_DOWN, HIT_STEP_END } hit_step;

// Asked about the box of each lane, which holds all that is below it.
typedef hit_step hit_box_visitor(void* context, const double low[3], const double high[3]);

// Called with the lanes that lead to primitives, after their boxes; false ends the walk.
typedef bool hit_leaf_visitor(void* context, const hit_bvh_node* node, uint32_t lane);

// False when a visitor ended the walk.
bool hit_placed_tree_walk(const hit_placed_tree* tree, hit_box_visitor* box, hit_leaf_visitor* leaf, void* context);

// The world's box of an axis-aligned box under a matrix, around an offset; rounded outward.
void hit_box_image(const float linear[3][3], const double offset[3], const float low[3], const float high[3],
                   double out_low[3], double out_high[3]);

// A point under a matrix, around an offset.
static inline void hit_point_image(const float linear[3][3], const double offset[3], hit_vec3 p, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = offset[i] + ((double)linear[i][0] * p.x + (double)linear[i][1] * p.y + (double)linear[i][2] * p.z);
}

#endif
