// Convex bodies in double: what objects are made of when volumes, areas of the screen and closest points ask for them.
//
// Coordinates are relative to some place near by, so that they are small; whoever makes a convex says to which.
#ifndef HITSCAN_SCENE_BODY_H
#define HITSCAN_SCENE_BODY_H

#include <hitscan/shapes.h>

// The hull of some points, and all within `radius` of it. Triangles, boxes under any matrix, segments, points, balls and
// capsules are such bodies. With `flat_ends`, a cylinder: two points, and discs of `radius` about them.
typedef struct hit_convex_shape {
    uint32_t count; ///< of points, 1 to 8; for a box, point i has the larger end of axis k when bit k of i is set
    double point[8][3];
    double radius; ///< 0 or more
    bool flat_ends;
} hit_convex_shape;

#endif
