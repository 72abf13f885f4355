// Small sets of triangles and boxes for trees, by category: the arrangements in which queries go wrong.
#ifndef HITSCAN_TEST_SCENES_H
#define HITSCAN_TEST_SCENES_H

#include "support/base/random.h"

typedef enum scene_category {
    SCENE_RANDOM,  ///< a soup of shapes of all sizes
    SCENE_GRID,    ///< small whole numbers: things that touch, coincide, are flat or a point, by the dozen
    SCENE_SURFACE, ///< a height field whose triangles share vertices; boxes that share faces
    SCENE_FAR,     ///< the same, 1e5 from the origin
    SCENE_SMALL,   ///< a soup around 1e-30
    SCENE_LARGE,   ///< a soup around 1e30
    SCENE_SCALES,  ///< numbers many orders of magnitude apart
    SCENE_CATEGORIES
} scene_category;

extern const char* const scene_names[SCENE_CATEGORIES];

enum { SCENE_MAX = 2048 };

typedef struct scene {
    scene_category category;
    hit_bvh_kind kind;
    uint32_t count;
    float size; ///< about the largest coordinate, relative to `middle`
    hit_vec3 middle;
    hit_triangle triangles[SCENE_MAX];
    hit_aabb boxes[SCENE_MAX];
    hit_obb obbs[SCENE_MAX];
} scene;

// Shapes of one kind, at most `count`; none is empty, some occur several times.
void scene_make(test_random* r, scene_category category, hit_bvh_kind kind, uint32_t count, scene* out);

// A point as the shapes of the scene have them.
hit_vec3 scene_point(test_random* r, const scene* s);

// A corner of one of its shapes.
hit_vec3 scene_corner(test_random* r, const scene* s);

// A tree over it. NULL is a failure of the test.
hit_bvh* scene_tree(const scene* s, hit_bvh_quality quality);

#endif
