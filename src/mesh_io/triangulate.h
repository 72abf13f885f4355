// Triangles of a polygon, for the readers of all formats that have polygons.
#ifndef HITSCAN_MESH_IO_POLYGON_H
#define HITSCAN_MESH_IO_POLYGON_H

#include <hitscan/shapes.h>

// Beyond this many corners, a polygon that is not convex becomes a fan.
enum { HIT_POLYGON_MAX_CLIPPED = 512 };

// Divide a polygon of `corners` corners (at least 3) into corners - 2 triangles that face the same way, in place: `slots`
// has room for three indices of each of them, and the corners stand in the first `corners` of these slots, in their order.
// All of them must be indices of finite vertices.
void hit_polygon_triangulate(const hit_vec3* vertices, uint32_t* slots, uint32_t corners);

#endif
