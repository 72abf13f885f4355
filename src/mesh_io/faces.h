// Triangles, polygons and points of a whole file, before they are divided into meshes; and how a polygon becomes
// triangles.
#ifndef HITSCAN_MESH_IO_FACES_H
#define HITSCAN_MESH_IO_FACES_H

#include "mesh_io/loader.h"

// Of a polygon of n corners, n - 2 triangles follow each other, all with the number of its face. Until it is divided,
// its corners stand in the first n of the 3 (n - 2) places that these have in `indices`.
typedef struct hit_soup {
    hit_vec3* vertices;
    uint32_t vertex_count;
    uint32_t* indices;
    uint32_t* faces;
    uint32_t triangle_count;
    uint32_t* points; ///< vertex numbers; NULL: none
    uint32_t point_count;
    // What it looks like: NULL where the file does not say, or nobody asked.
    hit_vec3* normals;   ///< per vertex
    uint8_t* colors;     ///< per vertex, four bytes
    float* uvs;          ///< per vertex, two
    uint32_t* materials; ///< per triangle
} hit_soup;

// Divide the polygons of the triangles [first, end), which are whole faces, and leave out those with a vertex that is
// not finite. What is left is moved to `to`, which is not beyond `first`. Adds the number of faces that were left out
// to
// *skipped, and returns one past the last triangle that was kept.
uint32_t hit_soup_finish(hit_soup* soup, uint32_t first, uint32_t end, uint32_t to, uint64_t* skipped);

// Make it a model of one mesh and one part, with this name; of none when it has no triangles. The arrays become the
// mesh's.
hit_status hit_soup_one_mesh(hit_loader* loader, const hit_soup* soup, const char* name);

// The same for a cloud of points: those that it lists, else all vertices. What is not finite is left out, with a note.
hit_status hit_soup_cloud(hit_loader* loader, const hit_soup* soup, const char* name);

// Let a mesh look as the soup does: its vertices are those from `vertex` on, its triangles those from `triangle` on.
void hit_soup_dress(const hit_soup* soup, uint64_t vertex, uint32_t triangle, hit_model_mesh* mesh);

// Let all vertices of a mesh without triangles be its points, but for those that are not finite, which a note counts.
hit_status hit_mesh_cloud(hit_loader* loader, hit_model_mesh* mesh);

// Set loader->model->skipped_faces, and let a note say why they were left out, when there are any.
hit_status hit_loader_skip_faces(hit_loader* loader, uint64_t few_corners, uint64_t not_finite);

// Beyond this many corners, a polygon that is not convex becomes a fan.
enum { HIT_POLYGON_MAX_CLIPPED = 512 };

// Divide a polygon of `corners` corners (at least 3) into corners - 2 triangles that face the same way, in place:
// `slots` has room for three indices of each of them, and the corners stand in the first `corners` of these slots, in
// their order. All of them must be indices of finite vertices.
void hit_polygon_triangulate(const hit_vec3* vertices, uint32_t* slots, uint32_t corners);

#endif
