// The meshes that the demo's town is built of. Each is one tree, which many instances share.
#ifndef TOOL_DEMO_MESH_H
#define TOOL_DEMO_MESH_H

#include <hitscan/hitscan.h>

/// What a triangle is made of; the instance says in which colour.
typedef enum material_kind {
    MATERIAL_WALL,
    MATERIAL_ROOF,
    MATERIAL_BRICK,
    MATERIAL_LEAF,
    MATERIAL_BARK,
    MATERIAL_WATER
} material_kind;

/// The meshes, each of about unit size about the origin, standing on y = 0.
typedef enum mesh_kind {
    MESH_HOUSE, ///< walls up to y = 0.6, a gable roof with its ridge along x up to y = 1, and a chimney
    MESH_SPIRE, ///< a roof of four sides that meet at y = 1
    MESH_FIR,   ///< a tree of three cones
    MESH_CROWN, ///< a lumpy sphere, from y = 0 to y = 1 or so: the crown of a tree, a bush, a hill
    MESH_RIVER, ///< a strip at y = 0, in metres, along x
    MESH_KINDS
} mesh_kind;

enum { MESH_TRIANGLES_MAX = 512 };

typedef struct town_mesh {
    hit_bvh* tree;
    uint8_t material[MESH_TRIANGLES_MAX]; ///< of each triangle
} town_mesh;

/// Make all meshes.
///
/// @return  false when memory is short; mesh_free_all is due all the same
bool mesh_make_all(town_mesh meshes[MESH_KINDS]);
void mesh_free_all(town_mesh meshes[MESH_KINDS]);

/// Where the middle of the river is: its z at an x.
float river_centre(float x);

/// Half the width of the river.
#define RIVER_HALF 6.5f

#endif
