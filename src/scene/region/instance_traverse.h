// A traversal of the tree of an instance: the boxes of its nodes as the world sees them.
//
// For everything but rays against triangles, which go into the tree's own space (scene/ray/object.c): volumes, areas of
// the screen, closest points, and rays against lines, which have a radius in the world.
#ifndef HITSCAN_SCENE_REGION_INSTANCE_TRAVERSE_H
#define HITSCAN_SCENE_REGION_INSTANCE_TRAVERSE_H

#include "bvh/format/layout.h"

typedef struct hit_instance_tree {
    const hit_bvh* tree;
    const float (*linear)[3];
    double offset[3]; ///< of the placement's origin
    double radius;    ///< by which the elements are larger than their boxes
} hit_instance_tree;

// What to do with a box.
typedef enum hit_visit_action { HIT_VISIT_SKIP, HIT_VISIT_DESCEND, HIT_VISIT_STOP } hit_visit_action;

// Called with the box of each child, which holds all that is below it.
typedef hit_visit_action hit_box_visitor(void* context, const double low[3], const double high[3]);

// Called with the children that lead to primitives, after their boxes; false ends the traversal.
typedef bool hit_leaf_visitor(void* context, const hit_bvh_node* node, uint32_t child);

// False when a visitor ended the traversal.
bool hit_instance_traverse(const hit_instance_tree* tree, hit_box_visitor* box, hit_leaf_visitor* leaf, void* context);

// The world's box of an axis-aligned box under a matrix, around an offset; rounded outward.
void hit_transform_box(const float linear[3][3], const double offset[3], const float low[3], const float high[3],
                       double out_low[3], double out_high[3]);

// A point under a matrix, around an offset.
static inline void hit_transform_point(const float linear[3][3], const double offset[3], hit_vec3 p, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = offset[i] + ((double)linear[i][0] * p.x + (double)linear[i][1] * p.y + (double)linear[i][2] * p.z);
}

#endif
