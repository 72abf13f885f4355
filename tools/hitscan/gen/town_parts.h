// What the town is built of: a house, a tree, a lamp post and so on, each a small mesh.
#ifndef TOOL_GEN_TOWN_PARTS_H
#define TOOL_GEN_TOWN_PARTS_H

#include "gen/gen.h"
#include "gen/portable_math.h"

enum { TOWN_VERTICES_MAX = 320, TOWN_TRIANGLES_MAX = 256 };

/// A small mesh. Its own axes: x to the right, seen from its front, y away from the viewer, z up; then it is moved to
/// `at`, after a turn by quarters.
typedef struct town_part {
    hit_vec3 vertices[TOWN_VERTICES_MAX];
    uint32_t corners[3 * TOWN_TRIANGLES_MAX];
    uint32_t vertex_count, triangle_count;
    double x, y, z; ///< where it is
    int quarters;   ///< counter-clockwise turns by 90 degrees
} town_part;

/// Begin a mesh at a position.
void town_begin(town_part* m, double x, double y, double z, int quarters);

/// A box between two corners; without its lowest side unless `closed`: 10 or 12 triangles.
void town_box(town_part* m, hit_dvec3 low, hit_dvec3 high, bool closed);
/// A level rectangle that faces up: 2 triangles.
void town_plate(town_part* m, hit_dvec3 low, hit_dvec3 high);

// Each has always the same number of vertices and triangles; random numbers choose its sizes.
void town_house(town_part* m, hash_random* d, double width, double depth);
void town_tree(town_part* m, hash_random* d, const icosphere* crown);
void town_lamp(town_part* m);
void town_car(town_part* m, hash_random* d);

#endif
