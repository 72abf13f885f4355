// The scenes that trees are measured on: real meshes from build/meshes (scripts/meshes), and generated ones.
//
// All are the same on every run. Generated ones follow what is hard about real data: the hall has triangles from some
// millimetres to the length of the room, long thin diagonal ones, and clutter; the terrain has far more triangles than
// caches hold.
#ifndef HITSCAN_BENCH_SCENES_H
#define HITSCAN_BENCH_SCENES_H

#include <hitscan/bvh.h>

typedef struct scene {
    char name[24];
    hit_bvh_kind kind;
    uint32_t count;    // of primitives
    hit_vec3* vertex;  // with room for one more than there are, as Embree reads 16 bytes per vertex
    uint32_t vertices; // triangles: of these
    uint32_t* index;   // triangles: three each
    hit_aabb* aabb;    // boxes
    hit_obb* obb;      // oriented boxes
    hit_aabb bounds;
    hit_vec3 eye, target; // the camera; up is +z
    float tangent;        // of half of its angle of view
} scene;

// Where a real mesh lies after scripts/meshes.
#define SCENE_MESH_FILE "build/meshes/%s.tri"

// Load a real mesh by name. False, after saying why on standard error, when it is not there.
bool scene_load(scene* s, const char* name);

// A hall with columns, arches, vault, furniture and clutter, seen from inside: about 270,000 triangles, z up, metres.
void scene_hall(scene* s);

// A height field of fractal noise of about this many triangles.
void scene_terrain(scene* s, const char* name, uint32_t triangles);

// A soup of small triangles at random places, or the same triangle again and again.
void scene_soup(scene* s, uint32_t triangles, bool identical);

// Boxes of many sizes at random places, a power of ten of them. However many there are, they fill the same part of
// space.
void scene_boxes(scene* s, uint32_t count, hit_bvh_kind kind);

void scene_free(scene* s);

// The arrays of triangles as the library takes them.
hit_mesh scene_mesh(const scene* s);
hit_triangle scene_triangle(const scene* s, uint32_t primitive);

// For the files that generate: memory, or the end of the program.
void* scene_allocate(void* old, size_t count, size_t size);
void scene_measure(scene* s); // fill the bounds

#endif
